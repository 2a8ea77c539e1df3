// Chips on the felt: choose one, tap a box. Taps on one box that follow each other closely are one act.

import { cents as inCents, press, trimmed } from "../felt/acts.js";
import { figure } from "../felt/amounts.js";
import { facts } from "../felt/facts.js";
import { choose, isSmall } from "./boxes.js";
import { wrongly } from "./question.js";
import { sound } from "../felt/sounds.js";

const TOGETHER = 500;
const WAITS = 4000;
const LONG = 550;
const table = document.body.dataset.table;
const shelf = document.getElementById("piles");
const piles = new Map();
const laid = new Map();
let chip = null;
let note = null;
const longPress = { timer: 0, fired: -Infinity, mouse: true };

// --- the chip in hand

/** Take the chip, or the banknote, at this place of the row that is shown. */
export function take(place) {
  const found = document.querySelectorAll(cash() ? ".note-key" : "[data-chip]")[place];
  if (found) hold(found);
}

function hold({ dataset }) {
  if (dataset.note) note = Number(dataset.note);
  else chip = Number(dataset.chip);
  mark();
}

function mark() {
  for (const key of document.querySelectorAll("[data-chip]")) key.setAttribute("aria-checked", String(Number(key.dataset.chip) === chipInHand()));
  for (const key of document.querySelectorAll(".note-key")) key.setAttribute("aria-checked", String(Number(key.dataset.note) === noteInHand()));
}

/** Cents of the banknote in hand; of a currency whose notes are not known, of the sum that is keyed. */
function noteInHand() {
  const { notes = [], minimum = {} } = facts();
  if (!notes.length) return Math.max(0, inCents(document.querySelector("[data-note-sum]")?.value ?? "")) || 0;
  return notes.includes(note) ? note : (notes.find((it) => it >= (minimum.punto ?? 0)) ?? notes[0]);
}

function chipInHand() {
  const { chips = [], minimum = {} } = facts();
  if (chips.includes(chip)) return chip;
  return chips.find((it) => it >= (minimum.punto ?? 0)) ?? chips[0];
}

const laidDown = document.getElementById("laid-down");

/** Banknotes instead of chips, for the next stake; where the house takes none from a hand it is asked first. */
export function banknotes(on = !cash()) {
  if (on && facts().laidDown) laidDown.showModal();
  else paper(on);
}

/** Whoever stakes banknotes next does so in the table's currency, until another one is chosen. */
function paper(on) {
  document.querySelector("[data-cash]")?.setAttribute("aria-pressed", String(on));
  const currency = document.querySelector("[data-currency]");
  if (!on && currency) currency.selectedIndex = 0;
  mark();
}

laidDown.addEventListener("click", (event) => {
  if (!event.target.closest("[data-lies]")) return;
  laidDown.close();
  paper(true);
});

function cash() {
  return document.querySelector("[data-cash]")?.getAttribute("aria-pressed") === "true";
}

// --- a pile grows, and is laid

function keyOf(position, box, guest) {
  return JSON.stringify([position, box, guest]);
}

function stakeOf(position, box, guest) {
  const { seats, many } = facts();
  const stakes = seats[position]?.stakes ?? [];
  return stakes.find((it) => it.box === box && (!many || !guest || [it.by, it.bettor].includes(guest)));
}

function centsOn(position, box, guest) {
  return laid.get(keyOf(position, box, guest))?.cents ?? stakeOf(position, box, guest)?.laid ?? 0;
}

function add(spot, guest) {
  const { position, box } = spot.dataset;
  const amount = cash() ? noteInHand() : chipInHand();
  if (!amount) return unread();
  const key = keyOf(position, box, guest);
  const pile = piles.get(key) ?? { position, box, guest, chips: 0, notes: 0, label: label() };
  piles.set(key, pile);
  pile[cash() ? "notes" : "chips"] += amount;
  sound("chip");
  point(pile, spot);
  settle(key, pile);
}

/** No sum of banknotes is keyed, or none that can be read: the field says how it is written. */
function unread() {
  const field = document.querySelector("[data-note-sum]");
  wrongly({ kind: "refused", sentence: field?.title });
  field?.focus();
}

/** A pile below the minimum waits a little for more; then the table itself says what is missing. */
function settle(key, pile) {
  clearTimeout(pile.timer);
  const short = centsOn(pile.position, pile.box, pile.guest) + sum(pile) < (facts().minimum?.[pile.box] ?? 0);
  pile.label.classList.toggle("adding-short", short);
  if (!pile.busy) pile.timer = setTimeout(lay, short ? WAITS : TOGETHER, key, pile);
}

function sum(pile) {
  return pile.chips + pile.notes;
}

/** What lies in the air as acts: chips and banknotes are parts of one stake, the larger one is laid first. */
function parts(pile, before) {
  const { coup, currency } = facts();
  const { position, box, guest } = pile;
  const chosen = document.querySelector("[data-currency]")?.value ?? "";
  const chips = { cents: pile.chips, more: {} };
  const notes = { cents: pile.notes, more: { cash: true, ...(chosen && chosen !== currency && { currency: chosen }) } };
  const laying = (pile.notes > pile.chips ? [notes, chips] : [chips, notes]).filter(({ cents }) => cents > 0);
  return laying.map(({ cents, more }, place) => {
    const given = { coup, position, box, ...(guest && { guest }), ...more };
    const raises = (before > 0 || place > 0) && !more.currency;
    return raises ? { verb: "raise", given: { ...given, by: cents } } : { verb: "place", given: { ...given, amount: cents } };
  });
}

async function lay(key, pile) {
  const { position, box, guest, notes } = pile;
  const cents = sum(pile);
  if (!cents) return drop(key, pile);
  const before = centsOn(position, box, guest);
  const steps = parts(pile, before);
  pile.chips = pile.notes = 0;
  pile.busy = true;
  const frame = await press(table, pile.stands ? [pile.stands, ...steps] : steps);
  pile.busy = false;
  pile.stands = null;
  if (frame.kind === "done") laid.set(key, { cents: before + cents, number: frame.number });
  else wrongly(frame);
  if (notes) paper(false);
  if (sum(pile)) settle(key, pile);
  else drop(key, pile);
}

function drop(key, pile) {
  clearTimeout(pile.timer);
  pile.label.remove();
  piles.delete(key);
}

function label() {
  const text = document.createElement("output");
  text.className = "adding";
  shelf.append(text);
  return text;
}

function point(pile, spot) {
  const keyed = getComputedStyle(spot).visibility === "hidden" || isSmall(spot);
  const at = (keyed ? document.querySelector(`.box-key[data-box="${CSS.escape(pile.box)}"]`) : spot).getBoundingClientRect();
  pile.label.textContent = `+${figure(sum(pile))}`;
  pile.label.style.left = `${at.left + at.width / 2}px`;
  pile.label.style.top = `${at.top + at.height / 2}px`;
}

// --- whose

function tapped(spot) {
  const { betting, many, readerOnly, seats, coup } = facts();
  const { position, box } = spot.dataset;
  if (!betting) return;
  if (readerOnly) {
    if (box === "punto" || !box) name(position, coup);
    return;
  }
  if (!box) return;
  const players = seats[position]?.players ?? [];
  if (many && players.length !== 1) whose(spot, players, (guest) => add(spot, guest));
  else add(spot, null);
}

async function name(position, coup) {
  const frame = await press(table, [{ verb: "name_highest", given: { coup, position } }]);
  if (frame.kind !== "done") wrongly(frame);
}

const dialog = document.getElementById("whose");
let then = null;

function whose(spot, players, does) {
  then = { spot, does };
  const keys = players.map((guest) => {
    const key = document.createElement("button");
    key.type = "button";
    key.className = "big";
    key.dataset.guest = guest;
    key.textContent = guest;
    return key;
  });
  dialog.querySelector("[data-players]").replaceChildren(...keys);
  dialog.showModal();
}

dialog.addEventListener("click", (event) => {
  const key = event.target.closest("[data-guest]");
  if (!key || !then) return;
  dialog.close();
  then.does(key.dataset.guest);
});

dialog.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!trimmed(event.target)) return;
  const guest = event.target.elements.guest.value;
  event.target.reset();
  dialog.close();
  const { position, box } = then.spot.dataset;
  then.does(guest);
  const pile = piles.get(keyOf(position, box, guest));
  if (pile) pile.stands = { verb: "stand_at", given: { position, guest } };
});

// --- off again

/** One chip off a box: first from the pile in the air, then from what lies there. */
function off(spot) {
  const { betting, many, readerOnly, seats } = facts();
  const { position, box } = spot.dataset;
  if (!betting || readerOnly || !box) return;
  for (const [key, pile] of piles) {
    if (pile.position === position && pile.box === box && !pile.busy) return drop(key, pile);
  }
  const there = (seats[position]?.stakes ?? []).filter((it) => it.box === box);
  if (many && there.length > 1) whose(spot, there.map((it) => it.by), (guest) => lower(position, box, guest));
  else if (there.length) lower(position, box, many ? there[0].by : null);
}

async function lower(position, box, guest) {
  const { coup } = facts();
  const on = centsOn(position, box, guest);
  const given = { coup, position, box, ...(guest && { guest }) };
  const step = on > chipInHand() ? { verb: "lower", given: { ...given, by: chipInHand() } } : { verb: "withdraw", given };
  const frame = await press(table, [step]);
  if (frame.kind === "done") {
    laid.set(keyOf(position, box, guest), { cents: Math.max(0, on - chipInHand()), number: frame.number });
    sound("chip");
  } else wrongly(frame);
}

// --- the hand

/** The box of the felt that is meant, also by a key that stands for it. */
function spotOf(event) {
  const key = event.target.closest?.(".box-key");
  return key ? boxAt(key.dataset.ownPosition, key.dataset.box) : event.target.closest?.(".spot[data-position]");
}

/** Whether a finger on the felt can only have meant the position: of its small boxes it hits any. */
function meansPosition(event, spot) {
  return !longPress.mouse && !event.target.closest(".box-key") && isSmall(spot);
}

function boxAt(position, box) {
  return document.querySelector(`.spot[data-position="${CSS.escape(position)}"][data-box="${CSS.escape(box)}"]`);
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-chip], .note-key");
  if (key) hold(key);
  if (event.target.closest("[data-cash]")) banknotes();
  const spot = spotOf(event);
  if (!spot || performance.now() - longPress.fired <= LONG) return;
  if (meansPosition(event, spot)) choose(spot.dataset.position);
  else tapped(spot);
});

document.addEventListener("pointerdown", (event) => {
  const spot = spotOf(event);
  clearTimeout(longPress.timer);
  longPress.mouse = event.pointerType === "mouse";
  if (spot && !longPress.mouse && !meansPosition(event, spot)) longPress.timer = setTimeout(() => ((longPress.fired = performance.now()), off(spot)), LONG);
});
for (const end of ["pointerup", "pointercancel", "pointermove"]) {
  document.addEventListener(end, (event) => {
    if (end !== "pointermove" || Math.hypot(event.movementX, event.movementY) > 6) clearTimeout(longPress.timer);
  });
}

document.addEventListener("contextmenu", (event) => {
  const spot = spotOf(event);
  if (!spot) return;
  event.preventDefault();
  if (longPress.mouse) off(spot);
});

document.addEventListener("keydown", (event) => {
  const spot = event.repeat ? null : spotOf(event);
  // What is drawn is no button to the browser; a key is.
  if (spot && !event.target.matches("button") && event.key === "Enter") tapped(spot);
  if (spot && (event.key === "Delete" || event.key === "Backspace")) off(spot);
});

function shown(number) {
  for (const [key, mine] of laid) if (number >= mine.number) laid.delete(key);
  if (!facts().betting) for (const [key, pile] of piles) if (!pile.busy) drop(key, pile);
  mark();
}

document.body.addEventListener("shown", (event) => shown(event.detail.number));
shown(0);
