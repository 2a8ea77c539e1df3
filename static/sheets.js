// Sheets: forms that press a run of acts, corrections with their reason, one sheet that leads to another, the switches.

import { facts, isOn } from "./facts.js";
import { fill, says, valueAs } from "./fields.js";
import { ask, wrongly } from "./question.js";
import { press, tableOf } from "./screen.js";
import { sound } from "./sounds.js";

/** The acts of a form: a field named `2.position` is an argument of the third. Empty fields are left out. */
function stepsOf(form, submitter) {
  const steps = JSON.parse(form.dataset.steps);
  for (const field of [...form.elements].filter(says)) {
    if (!/^\d/.test(field.name)) continue;
    fill(steps, field.name.replace(".", ".given."), valueAs(field.dataset.as, field.value));
  }
  if (form.hasAttribute("data-reasoned")) for (const step of steps) step.given.reason = reason();
  return submitter?.name === "only" ? steps.slice(0, 1) : steps;
}

function reason() {
  return document.querySelector("#take-back [name=reason]:checked")?.value ?? "mistyped";
}

async function sent(element, steps, options) {
  const frame = await press(tableOf(element), steps, options);
  if (frame.kind === "done") {
    sound("done");
    element.closest("dialog")?.close();
  } else if (!ask(frame, steps)) wrongly(frame);
  return frame;
}

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-steps]");
  if (form) {
    event.preventDefault();
    const frame = await sent(form, stepsOf(form, event.submitter), { confirms: event.submitter?.dataset.confirms ?? "" });
    if (frame.kind === "done") form.reset();
  }
  const fresh = event.target.querySelector("[data-fresh]");
  if (fresh) fresh.value = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
});

// --- corrections

function correction(what, why) {
  return { verb: "correct_entry", given: { ...what, reason: why } };
}

document.addEventListener("click", (event) => {
  const one = event.target.closest("[data-corrects]");
  if (one) sent(one, [correction(JSON.parse(one.dataset.corrects), one.dataset.reason ?? reason())]);
  const all = event.target.closest("[data-corrects-all]");
  if (all) sent(all, JSON.parse(all.dataset.correctsAll).map((what) => correction(what, reason())));
});

// --- what a press of the reader's words carries with it: the notes beside it

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("[data-declare]");
    if (!button) return;
    const steps = JSON.parse(button.dataset.press);
    for (const note of document.querySelectorAll("[data-note]")) {
      if (note.checked) steps[0].given[note.dataset.note] = true;
      else delete steps[0].given[note.dataset.note];
    }
    button.dataset.press = JSON.stringify(steps);
  },
  true,
);

// --- from sheet to sheet

document.addEventListener("click", (event) => {
  const then = event.target.closest("[data-then]");
  if (then) {
    then.closest("dialog")?.close();
    document.getElementById(then.dataset.then)?.showModal();
  }
  const [by, way] = ["stepsUp", "stepsDown"].map((name) => event.target.closest(`[data-${name.replace(/[A-Z]/, "-$&").toLowerCase()}]`));
  if (by) document.getElementById(by.dataset.stepsUp).stepUp();
  if (way) document.getElementById(way.dataset.stepsDown).stepDown();
  if (event.target.matches("dialog")) event.target.close();
  if (event.target.closest("[data-hush]")) document.getElementById("said").hidden = true;
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
  if (!disc) return;
  for (const sheet of document.querySelectorAll("dialog[data-seat]")) {
    if (sheet.dataset.seat === disc.dataset.position) sheet.showModal();
  }
});
