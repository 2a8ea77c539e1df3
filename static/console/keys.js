// The keyboard, and a card reader that types like one. While a card is awaited keys are cards and nothing else.

import { press } from "../felt/acts.js";
import { facts, isOn } from "../felt/facts.js";
import { open } from "../felt/opening.js";
import { awaiting, back, choosePad, half, leave, put } from "./pad.js";
import { banknotes, take } from "./pile.js";
import { refused } from "./question.js";
import { follow } from "./scans.js";

const RANKS = "A23456789TJQK";
const SUITS = "SHDC";
const SCAN = 60;
let rank = "";
let last = 0;
let scanned = 0;
let filled = null; // what the keys were cards for

const LETTERS = {
  n: () => click("[data-next]"),
  v: () => click(':is([data-declare], [data-deals])[data-press*=\'"carta"\'][data-press*="voice"]'),
  g: () => click(':is([data-declare], [data-deals])[data-press*=\'"carta"\'][data-press*="gesture"]'),
  o: () => click(':is([data-declare], [data-deals])[data-press*="no_carta"][data-press*="voice"]'),
  p: () => click(':is([data-declare], [data-deals])[data-press*="no_carta"][data-press*="gesture"]'),
  r: () => click(".claim-battuta [data-pad-opens]"),
  f: () => click('.others [data-press*="settle"]'),
  l: () => click("[data-clear]"),
  w: () => banknotes(),
  i: () => click('[data-opens="incident"]'),
  b: () => click('[data-opens="take-back"]'),
  m: () => click('[data-opens="sabot"]'),
};

function click(selector) {
  const button = document.querySelector(selector);
  if (button && !button.closest("[inert]")) button.click();
}

function typing(element) {
  return element.closest?.("input, select, textarea");
}

function typed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || typing(event.target)) return;
  const now = event.timeStamp;
  const quick = now - last < SCAN;
  last = now;
  if (document.querySelector("dialog[open]")) return;
  // What is drawn is no button to the browser: Enter presses a card of the felt all the same.
  const card = event.key === "Enter" && !event.repeat && event.target.closest?.("g[data-pad-opens]");
  if (card) return choosePad(card.dataset.padOpens);
  if (event.key === "Escape" && leave()) return event.preventDefault();
  if (awaiting() !== filled) {
    filled = awaiting();
    rank = "";
  }
  if (filled) part(event);
  // A key that is held down is one press.
  else if (!scan(event, quick) && !event.repeat) act(event);
}

function part(event) {
  if (event.key === "Backspace") back();
  else if (!read(event.key, put)) return;
  event.preventDefault();
}

/** Take a key as part of a card; `whole` gets the card once both its parts are there. */
function read(key, whole) {
  const sign = key.toUpperCase();
  if (SUITS.includes(sign) && rank && rank !== "1") {
    scanned = performance.now();
    whole(rank + sign);
    rank = "";
  } else if (sign === "0" && rank === "1") half((rank = "T"));
  else if (sign === "1" || (RANKS.includes(sign) && sign.length === 1)) half((rank = sign));
  else return false;
  return true;
}

/** A rank and what ends it, faster than fingers, are a card that a reader saw: one came out of the sabot. */
function scan(event, quick) {
  if (!quick) rank = "";
  const begun = rank;
  const taken = read(event.key, cameOut);
  if (!taken && event.key.length === 1) rank = "";
  // A second rank after the first is a hand that types.
  return taken && Boolean(begun) && rank !== event.key.toUpperCase();
}

async function cameOut() {
  const { covered, dealing } = facts();
  if (!(covered && dealing)) return click('.tool[data-opens="card-out"], .tool[data-press*="card_out"]');
  const steps = [{ verb: "card_out", given: {} }];
  const frame = await press(document.body.dataset.table, steps);
  if (frame.kind !== "done") refused(frame, steps);
}

function act(event) {
  const key = event.key.toLowerCase();
  if (key === "?") open(() => document.getElementById("keys"), event.target);
  else if (key === " " && facts().betting) click("[data-repeat]");
  else if (/^[1-9]$/.test(key) && facts().betting) take(Number(key) - 1);
  else if (isOn("letters") && LETTERS[key]) LETTERS[key]();
  else return;
  event.preventDefault();
}

/** A card reader ends with Enter, wherever the focus happens to be: it presses nothing, and lays no chip. */
function ends(event) {
  if (event.key !== "Enter" || event.timeStamp - scanned >= 2 * SCAN) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

follow({ hand: typed, cameOut });
document.addEventListener("keydown", ends, true);
document.addEventListener("keydown", typed);
