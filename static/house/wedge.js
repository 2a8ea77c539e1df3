// A badge reader that types: the signs of a badge and Enter, faster than any hand, wherever the focus was.

import { badgeOf, say, take } from "./badge.js";

// A hand that types leaves longer between two signs, a reader never.
const BETWEEN = 50;
const FEWEST = 3;
const MOST = 64;
const A_PIN = /^\d{6,12}$/;

const badge = document.getElementById("badge");
const pin = document.getElementById("pin");
let typed = "";
let at = 0;
let field = null; // into which it was typed, and what had stood there
let before = "";

/** Whether this is a PIN typed by hand and no badge: digits alone, in its own field, for a badge that is there. */
function isPin(text) {
  return field === pin && badge.value !== "" && A_PIN.test(before + text);
}

function collect(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Shift") return;
  if (event.timeStamp - at > BETWEEN || event.key.length > 1) typed = "";
  if (!typed) {
    field = [badge, pin].find((one) => one === document.activeElement);
    before = field?.value ?? "";
  }
  at = event.timeStamp;
  if (event.key.length === 1 && typed.length < MOST) typed += event.key;
}

/** A reader has come to its end: what it typed is the badge, and goes on to the PIN. */
function ends(event) {
  const fast = event.timeStamp - at <= BETWEEN && typed.length >= FEWEST && !isPin(typed);
  const text = fast ? typed : document.activeElement === badge && pin.value === "" ? badge.value : "";
  typed = "";
  if (!text) return;
  event.preventDefault();
  event.stopPropagation();
  const found = badgeOf(text);
  if (found) return take(found);
  if (fast && field) field.value = before;
  say("strange");
}

if (badge && badge.type !== "hidden" && pin) {
  document.addEventListener("keydown", (event) => (event.key === "Enter" ? ends(event) : collect(event)), true);
}
