// Sheets are opened as the table is now: the house sends them only while one of them is open on this screen.

import { show, tell } from "./screen.js";

const LONGEST = 5000;
const places = [...document.querySelectorAll("[data-sheets]")];
const table = () => places[0]?.dataset.table; // on a wall of many tables whichever was pressed
let current = false; // what stands in the places follows the table
let waiting = null; // what was pressed to open a sheet that has not come yet

/**
 * Open the sheet that `find` gives, once it is as the table is now; `pressed` is what opens it, and `first` is done right
 * before. Without a link nothing opens that has to come first.
 */
export function open(find, pressed, first = () => {}) {
  const dialog = find();
  if (current || !places.length || (dialog && !isSent(dialog))) return raise({ find, pressed, first });
  if (waiting?.pressed === pressed) return;
  const before = give();
  // On a wall what was waited for may be of another table, and comes no more.
  if (before && before.of !== table()) show(before.of, false);
  if (before?.of !== table() && !show(table(), true)) return tell({ kind: "offline" });
  pressed.setAttribute("aria-busy", "true");
  waiting = { find, pressed, first, of: table(), ends: setTimeout(late, LONGEST) };
}

function isSent(dialog) {
  return Boolean(dialog.closest("[data-sheets]"));
}

function raise({ find, first }) {
  first();
  const dialog = find();
  if (!dialog || dialog.open) return;
  dialog.showModal();
  // Not at the manual, which comes before it.
  dialog.querySelector("header [data-closes]")?.focus();
  dialog.dispatchEvent(new CustomEvent("opened", { bubbles: true }));
}

/** Nothing is waited for any more. Gives what was. */
function give() {
  const request = waiting;
  waiting = null;
  clearTimeout(request?.ends);
  request?.pressed.removeAttribute("aria-busy");
  return request;
}

/** The sheets have not come in all this time: who pressed may press again. */
function late() {
  give();
  show(table(), false);
}

function opened() {
  return places.flatMap((place) => [...place.querySelectorAll("dialog[open]")]);
}

/** When the last one is closed, or gone from the table, no more of them is sent. */
function look() {
  if (!current || waiting || opened().length) return;
  current = false;
  show(table(), false);
}

/** They have come: what was pressed opens, after everybody has seen to what is new. */
function come() {
  current = true;
  for (const dialog of opened()) dialog.removeAttribute("data-own-stale");
  const request = give();
  if (request) raise(request);
  look();
}

document.body.addEventListener("shown", ({ detail }) => {
  if (!places.length || detail.table !== table()) return;
  const all = places.every((place) => detail.whole.includes(place.dataset.region));
  queueMicrotask(all && (waiting || opened().length) ? come : look);
});

// A sheet closes by its button, by Esc, or by a tap beside it; not where a text was marked that ends there.
let touched = null;
document.addEventListener("pointerdown", ({ target }) => (touched = target));
document.addEventListener("click", ({ target, clientX, clientY }) => {
  if (target !== touched || !target.matches("dialog[open]")) return;
  const { left, right, top, bottom } = target.getBoundingClientRect();
  if (clientX < left || clientX > right || clientY < top || clientY > bottom) target.close();
});

// What was half said on a sheet that somebody left is not said of the next coup, nor by whoever opens it next.
document.addEventListener("close", ({ target }) => target.querySelectorAll("form").forEach((form) => form.reset()), true);

// A dialog that has led to another one is closed when that one is open already.
document.addEventListener("close", look, true);

// A new link begins with none; a sheet that stayed open takes no press until it is as the table is now.
document.body.addEventListener("linked", ({ detail }) => {
  if (detail.state === "live") {
    if (opened().length) show(table(), true);
    return;
  }
  current = false;
  for (const dialog of opened()) dialog.setAttribute("data-own-stale", "");
  if (give()) tell({ kind: "offline" });
});
