// Where the boxes of a felt would be too small for a finger, a position is chosen first, and its boxes are keys.

import { facts } from "../felt/facts.js";

let chosen = "";

const keys = () => [...document.querySelectorAll(".position-key")];
const amount = (cents) => new Intl.NumberFormat(document.documentElement.lang).format(cents / 100);
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
    write(key, stakes.length ? amount(sum(stakes)) : "");
  }
  for (const key of document.querySelectorAll(".box-key")) {
    const there = (seats[chosen]?.stakes ?? []).filter(({ box }) => box === key.dataset.box);
    key.setAttribute("data-own-position", chosen);
    write(key, there.length ? amount(sum(there)) : "");
  }
  for (const key of document.querySelectorAll(".place-key")) {
    key.setAttribute("data-own-position", chosen);
  }
}

function write(key, text) {
  key.setAttribute("data-own-lies", text);
}

document.addEventListener("click", ({ target }) => {
  const key = target.closest(".position-key");
  if (!key) return;
  chosen = key.dataset.at;
  show();
});

document.body.addEventListener("shown", show);
show();
