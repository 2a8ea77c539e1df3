// A button or a form becomes acts: what is written on it and in its fields is read, sent by the link, and the answer shown.
//
//   <button data-press='[{"verb": "mark", "given": {"position": "3"}}]'>
//   <form data-steps='[{"verb": "correct_entry", "given": {"what": "stake"}}]'>
//     <input name="new.amount" data-as="cents">
//
// `data-press` and `data-steps` are acts that are done all or none. A field's name is its way into the arguments of the
// first act, or of another one if it begins with a number (`1.guest`); an empty field says nothing. `data-confirms` names
// the display whose proposal is granted thereby. `data-frame` is for what is no act: a display's proposal, or that it is turned down.

import { open } from "./opening.js";
import { ask, hush, seen, tell } from "./screen.js";

const BUSY = "data-own-busy";
const NUMBERED = /^(?:(\d+)\.)?(.+)$/;
const AMOUNT = /^([+−-]?)(\d{1,8})(?:[.,](\d{1,2}))?$/;
const KINDS = {
  text: (text) => text,
  int: integer,
  cents,
  bool: (text) => text === "true" || text === "on",
  json: (text) => JSON.parse(text),
  card: (text) => text.toUpperCase(),
  unseen: (text) => (integer(text) >= 0 ? Array(integer(text)).fill("??") : null),
};
const amendments = [];
let works = 0;

/**
 * An amount as the fields of amounts take it (templates/drawings/amount.html), in cents; NaN, which the house refuses, for
 * any other text: of “1.000” nobody knows whether a thousand or one was meant.
 */
export function cents(text) {
  const [, sign, whole, part = ""] = AMOUNT.exec(text.trim()) ?? [];
  return (sign && sign !== "+" ? -1 : 1) * (100 * Number(whole) + Number(part.padEnd(2, "0")));
}

/** A whole number; NaN, which the house refuses, for any other text: of “1e2” nobody knows either what was meant. */
function integer(text) {
  return /^-?\d+$/.test(text) ? Number(text) : NaN;
}

// --- read

/** What the acts of some buttons and forms need besides: `change(element, steps, submitter)` gives them as they are sent. */
export function amend(selector, change) {
  amendments.push({ selector, change });
}

function stepsOf(element, submitter) {
  const written = JSON.parse(element.dataset.press ?? element.dataset.steps);
  for (const field of [...(element.elements ?? [])].filter((one) => says(one, submitter))) {
    const [, number = "0", path] = NUMBERED.exec(field.name);
    fill(written[number].given, path, KINDS[field.dataset.as ?? "text"](field.value), field.hasAttribute("data-many"));
  }
  return amendments
    .filter(({ selector }) => element.matches(selector))
    .reduce((steps, { change }) => change(element, steps, submitter), written);
}

/**
 * Whether a field says anything: not if it is empty or not ticked, nor what an amendment reads (`data-apart`), nor a
 * button, but for the one that was pressed where it is itself an answer.
 */
function says(field, pressed) {
  if (!field.name || field.value === "" || field.closest("[data-apart]")) return false;
  if (field.type === "submit") return field === pressed && Boolean(field.dataset.as);
  return !["radio", "checkbox"].includes(field.type) || field.checked;
}

/** Put a value into arguments, where its name leads: `limits.main.0` into {limits: {main: [0]}}; `many` adds to a list. */
export function fill(given, path, value, many = false) {
  const way = path.split(".");
  const last = way.pop();
  let at = given;
  for (const [place, part] of way.entries()) at = at[part] ??= /^\d+$/.test(way[place + 1] ?? last) ? [] : {};
  at[last] = many ? [...(at[last] ?? []), value] : value;
}

// --- sent

/** Press: `steps` are acts, [{verb, given}], done all or none. Gives the answer: done, refused, failed, offline or asking. */
export function press(table, steps, confirms = "") {
  return ask({ kind: "press", table, steps, confirms, seen: seen(table) });
}

/** The table whose region an element lies in. */
export function tableOf(element) {
  return element.closest("[data-table]")?.dataset.table ?? document.body.dataset.table ?? "";
}

export function isBusy(element) {
  return element.hasAttribute(BUSY);
}

/**
 * Do `work`; until it is done the element is busy, and what is asked of it meanwhile is not done, nor kept for later. With
 * the sheet around it what was awaited there is left: on one that is opened again the element is busy with nothing.
 */
export async function once(element, work) {
  if (isBusy(element)) return;
  const mine = String(++works);
  element.setAttribute(BUSY, mine);
  try {
    await work();
  } finally {
    if (element.getAttribute(BUSY) === mine) element.removeAttribute(BUSY);
  }
}

document.addEventListener("close", ({ target }) => target.querySelectorAll(`[${BUSY}]`).forEach((one) => one.removeAttribute(BUSY)), true);

/** A form was submitted by `pressed`, or a button pressed. The answer is told here, unless a listener has done so. */
function act(element, pressed) {
  const steps = element.dataset.frame ? [] : stepsOf(element, pressed);
  const confirms = pressed.dataset.confirms ?? element.dataset.confirms;
  // What is redrawn before the answer comes may have taken this form out of its sheet.
  const dialog = element.closest("dialog");
  let left = false;
  dialog?.addEventListener("close", () => (left = true), { once: true });
  return once(pressed, async () => {
    const frame = await (element.dataset.frame ? ask(JSON.parse(element.dataset.frame)) : press(tableOf(element), steps, confirms));
    // The table may have moved meanwhile, and the button be gone; whoever listens hears of the answer all the same. Nor is
    // it told on a sheet that was closed since: what stands there now is for another press.
    const from = pressed.isConnected && !left ? pressed : document.body;
    const answer = new CustomEvent("answered", { bubbles: true, cancelable: true, detail: { frame, steps, dialog } });
    if (from.dispatchEvent(answer)) tell(frame);
    if (frame.kind !== "done" || left) return;
    // What was said for an act that is done does not stand there for the next one.
    if (element.matches("form")) element.reset();
    if (!element.hasAttribute("data-stays")) dialog?.close();
  });
}

// --- what the hand at the screen does

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-press], [data-frame], [data-opens], [data-leads], [data-closes], [data-hush]");
  if (!button || button.disabled) return;
  if (button.hasAttribute("data-hush")) hush();
  else if (button.dataset.press || button.dataset.frame) act(button, button);
  else if (button.hasAttribute("data-closes")) button.closest("dialog")?.close();
  else {
    const { opens, leads } = button.dataset;
    // A sheet that leads to another one is closed, one that opens another stays below it.
    open(() => document.getElementById(opens ?? leads), button, () => opens || button.closest("dialog")?.close());
  }
});

/** Take off the spaces around what is written: they are part of no key. Gives whether nothing is missing now. */
export function trimmed(form) {
  for (const field of form.elements) if (field.matches("[type=text], input:not([type]), textarea")) field.value = field.value.trim();
  return form.noValidate || form.reportValidity();
}

// A key that is held down is one press. What is drawn is no button to the browser: Enter presses it all the same.
document.addEventListener("keydown", (event) => {
  const { key, repeat, target } = event;
  if (key !== "Enter") return;
  if (repeat) event.preventDefault();
  else if (target.matches?.("g[data-press]")) act(target, target);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-steps]")) return;
  event.preventDefault();
  if (trimmed(form)) act(form, event.submitter ?? form);
});
