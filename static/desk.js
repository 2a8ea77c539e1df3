// The desk of the inspectors: forms whose acts have parts, a seat given in one press, and who of the staff looks.

import { fill, says, valueAs } from "./fields.js";
import { press, tableOf, tell } from "./screen.js";

/** The arguments of a form whose fields are named by their way into them: `limits.main.0`, `new.card`. */
function nested(form) {
  const given = JSON.parse(form.dataset.given ?? "{}");
  for (const field of [...form.elements].filter(says)) fill(given, field.name, valueAs(field.dataset.as, field.value));
  return given;
}

/** A guest who comes is put on the list, his papers are seen, the seat is given to him, and he sits down: one press. */
function seating(form) {
  const { guest, papers, sits } = form.elements;
  const position = form.dataset.position;
  const who = { guest: guest.value.trim() };
  const steps = JSON.parse(form.dataset.waiting).includes(who.guest) ? [] : [{ verb: "reserve", given: who }];
  if (papers?.checked) steps.push({ verb: "confirm_identity", given: who });
  steps.push({ verb: "assign", given: { ...who, position } });
  if (sits.checked) steps.push({ verb: "occupy", given: { position } });
  return steps;
}

async function submitted(form, steps) {
  if (form.hasAttribute("data-own-busy")) return;
  form.setAttribute("data-own-busy", "");
  const frame = await press(tableOf(form), steps, { confirms: form.dataset.confirms });
  form.removeAttribute("data-own-busy");
  tell(frame);
  if (frame.kind !== "done") return;
  form.reset();
  form.closest("dialog")?.close();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches("[data-nested]")) submitted(form, [{ verb: form.dataset.nested, given: nested(form) }]);
  else if (form.matches("[data-seating]")) submitted(form, seating(form));
  else return;
  event.preventDefault();
});

// What was typed for an act that is done does not stand there for the next one.
document.addEventListener("answered", (event) => {
  if (event.detail.kind === "done") event.target.closest("form")?.reset();
});

/** Who looks is at work here, or not: it is told by the list of those who are. */
function mark() {
  const me = document.getElementById("content").dataset.badge;
  for (const people of document.querySelectorAll("[data-people]")) {
    const here = [...people.querySelectorAll("[data-badge]")].some((one) => one.dataset.badge === me);
    people.setAttribute("data-own-here", here ? "yes" : "no");
    for (const one of people.querySelectorAll("[data-badge]")) one.toggleAttribute("data-own-me", one.dataset.badge === me);
  }
}

document.body.addEventListener("shown", mark);
mark();
