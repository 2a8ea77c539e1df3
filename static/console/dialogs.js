// Sheets of the console: what their acts carry besides, a sentence that is read above them, the switches.

import { amend } from "../felt/acts.js";
import { isOn, reason } from "../felt/facts.js";
import { open } from "../felt/opening.js";
import { freshName } from "../felt/names.js";

// Each part of the preparation has a button that presses the first act alone.
amend(".prepare", (_form, steps, submitter) => (submitter?.name === "only" ? steps.slice(0, 1) : steps));

// Whatever is corrected has the reason that is chosen on its sheet.
amend("[data-reasoned]", (_element, steps) => steps.map(({ verb, given }) => ({ verb, given: { ...given, reason: reason() } })));

// A press of the reader's words carries the notes beside them; it may tell the deal before them.
amend("[data-declare], [data-deals]", (_button, steps) => {
  const { verb, given } = steps.at(-1);
  const noted = [...document.querySelectorAll("[data-note]:checked")].map((note) => [note.dataset.note, true]);
  return [...steps.slice(0, -1), { verb, given: { ...given, ...Object.fromEntries(noted) } }];
});

// Change of dealer is a page, not an act; its form carries the name of its press itself.
document.addEventListener("submit", ({ target }) => {
  const fresh = target.querySelector("[data-fresh]");
  if (fresh) fresh.value = freshName();
});

document.addEventListener("click", (event) => {
  const [more, less] = ["up", "down"].map((way) => event.target.closest(`[data-steps-${way}]`));
  if (more) document.getElementById(more.dataset.stepsUp).stepUp();
  if (less) document.getElementById(less.dataset.stepsDown).stepDown();
});

// --- switches and warnings

function switches() {
  for (const box of document.querySelectorAll("[data-switch]")) box.checked = isOn(box.dataset.switch);
}

document.addEventListener("change", (event) => {
  const box = event.target.closest("[data-switch]");
  if (box) localStorage.setItem(`sabot.${box.dataset.switch}`, box.checked ? "on" : "off");
});
document.addEventListener("input", (event) => {
  const field = event.target.closest("[data-least]");
  if (field) field.closest("fieldset").classList.toggle("warned", Number(field.value) < Number(field.dataset.least));
});

document.body.addEventListener("shown", switches);
switches();

// A disc of the felt opens the sheet of its position.
document.addEventListener("click", (event) => {
  const disc = event.target.closest(".region-felt [data-position]:not([data-box]), .place-key");
  const position = disc?.dataset.ownPosition ?? disc?.dataset.position;
  if (disc) open(() => document.querySelector(`dialog[data-seat="${CSS.escape(position)}"]`), disc);
});
