// The bank at a table and at the cage: counters by piece with their running sum, notes that are changed, and who signs.

import { amend, cents as inCents, fill, once, tableOf } from "../felt/acts.js";
import { money } from "../felt/amounts.js";
import { freshName } from "../felt/names.js";
import { hush, seen, tell } from "../felt/screen.js";

const LONGEST = 5;
const sign = document.getElementById("bank-sign");
let signed = null; // what is signed: the table with its number as it was shown then, the act and its arguments

// --- a counter

function kinds(counter) {
  return [...counter.querySelectorAll("[data-cents]")];
}

function worth(counter) {
  return kinds(counter).reduce((sum, key) => sum + Number(key.dataset.cents) * Number(key.dataset.number || 0), 0);
}

/** The pieces of a counter as they are sent: their numbers by the cents of one. */
function pieces(counter) {
  return Object.fromEntries(kinds(counter).filter((key) => Number(key.dataset.number)).map((key) => [key.dataset.cents, Number(key.dataset.number)]));
}

function chosen(form) {
  return form.querySelector(".counter-kind[data-own-chosen]");
}

function choose(form, key) {
  for (const other of form.querySelectorAll(".counter-kind")) {
    other.toggleAttribute("data-own-chosen", other === key);
    other.setAttribute("aria-pressed", other === key);
  }
  key?.scrollIntoView({ block: "nearest" });
  key?.removeAttribute("data-own-typed");
}

/** Show what the pieces come to; of several counters that whose key is chosen, by its title. */
function total(form) {
  const counter = chosen(form)?.closest("[data-counter]") ?? form.querySelector("[data-counter]");
  const place = form.querySelector("[data-total]");
  if (!counter || !place) return;
  place.textContent = money(worth(counter), counter.dataset.currency);
  const title = counter.querySelector("h3");
  if (title) form.querySelector(".counter-total > span").textContent = title.textContent;
  const counters = [...form.querySelectorAll("[data-counter]")];
  const aim = counters.length > 1 ? worth(counters.find((one) => one !== counter)) : counter.dataset.aim && Number(counter.dataset.aim);
  place.toggleAttribute("data-own-reached", Boolean(aim) && worth(counter) === aim);
}

function show(key, number) {
  key.dataset.number = number;
  key.querySelector("[data-shows]").textContent = number;
}

/** What a digit does: the first one that is typed on a kind takes the place of what stood there. */
function digit(form, what) {
  const key = chosen(form) ?? form.querySelector(".counter-kind");
  if (!key) return;
  if (!chosen(form)) choose(form, key);
  const stood = key.hasAttribute("data-own-typed") ? key.dataset.number : "";
  if (what === "next") next(form, key);
  else if (what === "back") show(key, key.dataset.number.slice(0, -1));
  else if (stood.length < LONGEST) show(key, String(Number(`${stood}${what}`)));
  if (what !== "next") key.setAttribute("data-own-typed", "");
  total(form);
}

/** The next kind; after the last one, the press that ends the count. */
function next(form, key) {
  const all = [...form.querySelectorAll(".counter-kind")];
  const after = all[all.indexOf(key) + 1];
  choose(form, after);
  if (!after) form.querySelector(".bank-next").focus();
}

document.addEventListener("click", ({ target }) => {
  const form = target.closest("form");
  const key = target.closest(".counter-kind");
  const pressed = target.closest("[data-digit]");
  if (key && form) choose(form, key);
  if (pressed && form) digit(form, pressed.dataset.digit);
  if ((key || pressed) && form) total(form);
});

// What may lie above a counter: what is typed there is none of its digits.
const ABOVE = "#bank-sign[open], #manual[open], #question[open]";

// Digits that are typed go to the counter of the sheet that is open.
document.addEventListener("keydown", (event) => {
  const form = document.querySelector("dialog[open] form:has(> .counter, .counter)");
  if (!form || document.querySelector(ABOVE) || event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, select")) return;
  const what = { Backspace: "back", Enter: "next" }[event.key] ?? event.key;
  if (!/^(\d|back|next)$/.test(what) || (what === "next" && event.target.closest("button:not(.counter-kind, [data-digit])"))) return;
  event.preventDefault();
  digit(form, what);
});

/** A sheet that opens, or whose counter is new, has its first kind chosen. */
function begin() {
  for (const form of document.querySelectorAll("dialog[open] form:has(.counter)")) {
    if (!chosen(form) && !form.hasAttribute("data-own-begun")) choose(form, form.querySelector(".counter-kind"));
    form.setAttribute("data-own-begun", "");
    total(form);
  }
}

document.addEventListener("opened", begin);
document.addEventListener("toggle", begin, true);
document.body.addEventListener("shown", () => queueMicrotask(begin));

document.addEventListener(
  "close",
  ({ target }) => {
    if (!sign.open) signed = null;
    if (target.matches(".bank-sheet")) refuse(target, "");
  },
  true,
);
// What was half keyed on a sheet that somebody left is not counted later: what stood there at first stands there again.
document.addEventListener("reset", ({ target }) => {
  for (const key of target.querySelectorAll(".counter-kind")) show(key, key.dataset.standing);
  target.removeAttribute("data-own-begun");
  choose(target, null);
  if (target.matches("[data-changes]")) laid(target, []);
});

/** The arguments that counters add to an act, each under its own name. */
function counted(form, given) {
  for (const counter of form.querySelectorAll("[data-counter]")) given[counter.dataset.counter] = pieces(counter);
  for (const fixed of form.querySelectorAll("[data-fixed]")) given[fixed.dataset.fixed] = pieces(fixed);
  return given;
}

amend("[data-counts]", (form, [{ verb, given }, ...others]) => [{ verb, given: counted(form, given) }, ...others]);

// --- notes that a guest changes

function laid(form, values) {
  form.dataset.ownNotes = values.join(" ");
  const sum = values.reduce((all, one) => all + one, 0);
  form.querySelector("[data-total]").textContent = money(sum, form.dataset.currency);
  for (const note of form.querySelectorAll("[data-note]")) {
    const count = values.filter((one) => one === Number(note.dataset.note)).length;
    if (count) note.dataset.ownCount = count;
    else note.removeAttribute("data-own-count");
  }
}

function notes(form) {
  return (form.dataset.ownNotes ?? "").split(" ").filter(Boolean).map(Number);
}

document.addEventListener("click", ({ target }) => {
  const form = target.closest("[data-changes]");
  const note = target.closest("[data-note]");
  if (form && note) laid(form, [...notes(form), Number(note.dataset.note)]);
  if (form && target.closest("[data-none]")) laid(form, []);
});

amend("[data-changes]", (form, [{ verb, given }]) => [{ verb, given: { ...given, amount: notes(form).reduce((all, one) => all + one, 0) } }]);

// --- a second person signs at this device

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-sign]");
  if (button && !button.disabled) ask(button, JSON.parse(button.dataset.sign)[0]);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches("[data-sign-form]")) {
    event.preventDefault();
    const [{ verb, given }] = JSON.parse(form.dataset.signForm);
    for (const field of form.querySelectorAll("[name]")) if (field.value) fill(given, field.name, field.dataset.as === "cents" ? inCents(field.value) : field.value);
    ask(form, { verb, given: counted(form, given) });
  } else if (form.matches("[data-signing]")) {
    event.preventDefault();
    once(form, () => prove(form));
  }
});

/** Open the sheet for badge and PIN, with what is signed thereby. */
function ask(from, step) {
  const table = tableOf(from);
  signed = { table, seen: seen(table), nonce: freshName(), step, dialog: from.closest("dialog"), form: from.closest("form") };
  const words = from.dataset.signs ?? "";
  for (const place of sign.querySelectorAll("[data-title]")) place.textContent = words;
  const reason = sign.querySelector("[data-reason-field]");
  reason.hidden = !from.dataset.reason;
  reason.querySelector("[data-reason-words]").textContent = from.dataset.reason ?? "";
  reason.querySelector("input").required = Boolean(from.dataset.reason);
  hush();
  sign.showModal();
  sign.querySelector(from.dataset.reason ? "[name=reason]" : "[name=badge]").focus();
}

/** Press what is signed, by one name as long as the sheet is open: pressed again because no answer came, it is done once. */
async function prove(form) {
  const about = signed;
  const { table, step, dialog } = about;
  const fields = new FormData(form);
  const given = fields.get("reason") && !form.querySelector("[data-reason-field]").hidden ? { ...step.given, reason: fields.get("reason") } : step.given;
  fields.delete("reason");
  fields.set("step", JSON.stringify({ verb: step.verb, given }));
  fields.set("nonce", about.nonce);
  fields.set("seen", about.seen ?? "");
  const why = await answered(`/tables/${encodeURIComponent(table)}/bank/sign/`, fields).catch(() => sign.dataset.unknown);
  // Closed meanwhile, and open for something else perhaps: it is said, but not there.
  if (signed !== about) return why && tell({ kind: "refused", sentence: why });
  if (why) {
    refuse(sign, why);
    form.elements.pin.value = "";
    return form.elements.pin.focus();
  }
  sign.close();
  if (about.form?.matches("[data-sign-form]")) dialog?.close();
}

/** Why the house does not take it; nothing if it does. */
async function answered(address, fields) {
  const answer = await fetch(address, { method: "POST", body: new URLSearchParams(fields) });
  if (answer.redirected) return sign.dataset.unknown;
  const said = await answer.json();
  return answer.ok ? "" : said.sentence || sign.dataset.unknown;
}

function refuse(dialog, words) {
  const place = dialog.querySelector("[data-refused]");
  if (!place) return;
  place.textContent = words;
  if (words) place.scrollIntoView({ block: "nearest" });
}

// A sheet says itself why the table refuses: what lies below it is covered.
document.addEventListener("answered", (event) => {
  const { sentence, source } = event.detail.frame;
  const dialog = event.target.closest(".bank-sheet");
  if (!dialog?.open) return;
  refuse(dialog, [sentence, source].filter(Boolean).join(" · "));
  if (sentence) event.preventDefault();
});
