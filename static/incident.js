// Incidents: the questions of a report, where the cards lie, what is known of their order, and who is present.

import { press, tableOf, tell } from "./screen.js";

const READ = {
  text: (text) => text,
  int: (text) => Number.parseInt(text, 10),
  bool: (text) => text === "true",
};

/** The arguments of a form whose fields are named by their way into them: `facts.before`; `data-many` ones are lists. */
function given(form) {
  const found = JSON.parse(form.dataset.given ?? "{}");
  for (const field of form.elements) {
    const left = ["radio", "checkbox"].includes(field.type) && !field.checked;
    if (!field.name || field.closest("[data-lie], [data-places]") || left || field.value === "") continue;
    const value = READ[field.dataset.as ?? "text"](field.value);
    put(found, field.name, (before) => (field.hasAttribute("data-many") ? [...(before ?? []), value] : value));
  }
  for (const lie of form.querySelectorAll("[data-lie]")) laid(found, lie);
  for (const places of form.querySelectorAll("[data-places]")) said(found, places);
  return found;
}

function put(found, name, change) {
  const way = name.split(".");
  const last = way.pop();
  let at = found;
  for (const part of way) at = at[part] ??= {};
  at[last] = change(at[last]);
}

/** At which box each card lies; left out where the record has it so. */
function laid(found, lie) {
  const boxes = [...lie.querySelectorAll(":checked")].map((one) => one.value).filter((box) => box !== "out");
  const told = boxes.map((box) => (box === "-" ? null : box));
  if (JSON.stringify(told) !== JSON.stringify(JSON.parse(lie.dataset.told))) put(found, lie.dataset.lie, () => told);
}

/** At which places a card can have come out, for the cards of which something new is said; none ticked is any of them. */
function said(found, table) {
  for (const row of table.querySelectorAll("[data-number]")) {
    const boxes = [...row.querySelectorAll("input")];
    const ticked = boxes.filter((one) => one.checked);
    const places = (ticked.length ? ticked : boxes).map((one) => Number(one.value));
    if (row.dataset.told !== places.join(",")) put(found, `places.${row.dataset.number}`, () => places);
  }
}

// A sheet says itself why the table refuses: what lies below it is covered.
function answered(element, frame) {
  const refused = element.closest("dialog")?.querySelector("[data-refused]");
  if (refused) refused.textContent = [frame.sentence, frame.source].filter(Boolean).join(" · ");
  if (!refused || !frame.sentence) tell(frame);
}

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-reports]");
  if (!form) return;
  event.preventDefault();
  if (form.hasAttribute("data-own-busy")) return;
  form.setAttribute("data-own-busy", "");
  const frame = await press(tableOf(form), [{ verb: form.dataset.reports, given: given(form) }]);
  form.removeAttribute("data-own-busy");
  answered(form, frame);
  if (frame.kind !== "done") return;
  form.reset();
  if (!form.hasAttribute("data-stays")) form.closest("dialog")?.close();
});

document.addEventListener("answered", (event) => {
  if (!event.target.closest(".incident-sheet")) return;
  event.preventDefault();
  answered(event.target, event.detail);
});

// --- from sheet to sheet

document.addEventListener("click", (event) => {
  const leads = event.target.closest("[data-leads]");
  if (leads) {
    leads.closest("dialog")?.close();
    document.getElementById(leads.dataset.leads)?.showModal();
  }
  const attests = event.target.closest("[data-attests]");
  if (attests) document.querySelector("#attest-here form").action = attests.dataset.attests;
});

document.addEventListener("submit", (event) => {
  const nonce = event.target.querySelector("#attest-here [name=nonce]");
  if (nonce) nonce.value = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
}, true);

// --- who looks

const me = document.querySelector("#content[data-badge], #piles[data-badge]")?.dataset.badge ?? "";

function mark() {
  for (const part of document.querySelectorAll("[data-not-for]")) {
    part.toggleAttribute("data-own-not-mine", part.dataset.notFor.split(" ").includes(me));
  }
  for (const part of document.querySelectorAll("[data-only-for]")) {
    part.toggleAttribute("data-own-not-mine", part.dataset.onlyFor !== me);
  }
}

document.body.addEventListener("shown", mark);
mark();

// Who was present by badge and PIN comes back to the sheet.
const asked = document.getElementById(location.hash.slice(1));
if (asked?.matches(".incident-sheet")) asked.showModal();
if (location.hash.startsWith("#incident-")) history.replaceState(null, "", location.pathname);
