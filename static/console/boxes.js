// Where the boxes of a felt would be too small for a finger, a position is chosen first, and its boxes are keys: on a
// phone all boxes, and on a larger screen those that a felt with side bets draws small.

import { figure } from "../felt/amounts.js";
import { facts } from "../felt/facts.js";

// Pixels that a finger needs.
const FINGER = 48;
let chosen = "";

const keys = () => [...document.querySelectorAll(".position-key")];
const sum = (stakes) => stakes.reduce((all, { laid }) => all + laid, 0);

/** Write on the keys what lies where. */
function show() {
  const { seats = {} } = facts();
  if (!(chosen in seats)) chosen = keys()[0]?.dataset.at ?? "";
  for (const key of keys()) {
    const { stakes = [], state = "" } = seats[key.dataset.at] ?? {};
    key.setAttribute("data-own-boxes", [...new Set(stakes.map(({ box }) => box[0].toUpperCase()))].join(" "));
    key.setAttribute("aria-pressed", String(key.dataset.at === chosen));
    key.setAttribute("data-own-state", state);
    write(key, stakes.length ? figure(sum(stakes)) : "");
  }
  for (const key of document.querySelectorAll(".box-key")) {
    const there = (seats[chosen]?.stakes ?? []).filter(({ box }) => box === key.dataset.box);
    key.setAttribute("data-own-position", chosen);
    write(key, there.length ? figure(sum(there)) : "");
  }
  for (const key of document.querySelectorAll(".place-key")) {
    key.setAttribute("data-own-position", chosen);
  }
  for (const spot of document.querySelectorAll(".spot[data-own-chosen]")) spot.removeAttribute("data-own-chosen");
  for (const spot of document.querySelectorAll(`.spot[data-position="${CSS.escape(chosen)}"]`)) {
    if (isSmall(spot)) spot.setAttribute("data-own-chosen", "");
  }
}

/** Whether a finger uses the key of a box in the place of the box itself: one drawn too small, whose key is shown. */
export function isSmall(spot) {
  const { box } = spot.dataset;
  if (!box) return false;
  const key = document.querySelector(`.box-key[data-box="${CSS.escape(box)}"]`);
  if (!key?.offsetParent) return false;
  const { width, height } = spot.getBoundingClientRect();
  return Math.min(width, height) < FINGER;
}

/** Choose the position whose boxes the keys stand for. */
export function choose(position) {
  chosen = position;
  show();
}

function write(key, text) {
  key.setAttribute("data-own-lies", text);
}

document.addEventListener("click", ({ target }) => {
  const key = target.closest(".position-key");
  if (key) choose(key.dataset.at);
});

document.body.addEventListener("shown", show);
show();
