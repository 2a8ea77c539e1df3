// The desk of the inspectors: a seat given in one press, and who of the staff looks.

import { amend } from "../felt/acts.js";

// A guest who comes is put on the list, their papers are seen, they are given the seat and sit down: one press. What
// is not ticked is left out, and so is the list if they are on it already.
amend("[data-seating]", (form, steps) => {
  const guest = form.elements.guest.value.trim();
  const without = [...form.querySelectorAll("[data-does]:not(:checked)")].map((tick) => tick.dataset.does);
  if (JSON.parse(form.dataset.waiting).includes(guest)) without.push("reserve");
  const named = steps.map(({ verb, given }) => ({ verb, given: verb === "occupy" ? given : { ...given, guest } }));
  return named.filter(({ verb }) => !without.includes(verb));
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
