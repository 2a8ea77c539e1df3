// Sheets of the console: what their acts carry besides, a sentence that is read above them, the switches.

import { amend } from "./acts.js";
import { facts, isOn, reason } from "./facts.js";
import { open } from "./opening.js";
import { freshName } from "./names.js";

// Each part of the preparation has a button that presses the first act alone.
amend(".prepare", (_form, steps, submitter) => (submitter?.name === "only" ? steps.slice(0, 1) : steps));

// Whatever is corrected has the reason that is chosen on its sheet.
amend("[data-reasoned]", (_element, steps) => steps.map(({ verb, given }) => ({ verb, given: { ...given, reason: reason() } })));

// A press of the reader's words carries the notes beside them.
amend("[data-declare]", (_button, [{ verb, given }]) => {
  const noted = [...document.querySelectorAll("[data-note]:checked")].map((note) => [note.dataset.note, true]);
  return [{ verb, given: { ...given, ...Object.fromEntries(noted) } }];
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
  if (event.target.matches("dialog")) event.target.close();
});

// A sentence of the table is read above an open sheet too.
const said = document.getElementById("said");
new MutationObserver(() => {
  const above = !said.hidden && document.querySelector("dialog[open]");
  if (above && !said.matches(":popover-open")) {
    said.popover = "manual";
    said.showPopover();
  } else if (!above && said.popover) {
    if (said.matches(":popover-open")) said.hidePopover();
    said.removeAttribute("popover");
  }
}).observe(said, { attributes: true, attributeFilter: ["hidden"] });

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

/** Whoever is signed in here without being in charge of the table is told so. */
function whoDeals() {
  const { dealer } = facts();
  document.body.toggleAttribute("data-stranger", Boolean(dealer) && dealer !== document.getElementById("piles").dataset.badge);
}

function drawn() {
  switches();
  whoDeals();
}

document.body.addEventListener("shown", drawn);
drawn();

// A disc of the felt opens the sheet of its position.
document.addEventListener("click", (event) => {
  const disc = event.target.closest(".region-felt [data-position]:not([data-box])");
  if (disc) open(() => document.querySelector(`dialog[data-seat="${CSS.escape(disc.dataset.position)}"]`), disc);
});
