// What became of a press whose answer did not come: its name is kept over a reload, never the act, and the house is asked
// until it has said. The house answers what stays true: what it calls not recorded is never done later.

import { freshName } from "./names.js";

const STORAGE_KEY = `sabot.pressed.${document.body.dataset.live}`;
const SLOW = 8000;
const pressed = new Map(); // by its name: at which table, when, who waits, and whether its answer is lost
const questions = new Map(); // by their names: about which press

for (const [nonce, table] of read()) pressed.set(nonce, { table, at: 0, lost: true, settle: null });

function read() {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]");
    return stored.filter((one) => Array.isArray(one) && one.every((part) => typeof part === "string"));
  } catch {
    return [];
  }
}

function write() {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...pressed].map(([nonce, { table }]) => [nonce, table])));
  } catch {
    // A browser that keeps nothing still asks for as long as the page is open.
  }
}

/** A press goes out; `settle` gets its answer, also where that has to be asked for. */
export function expect(nonce, table, settle) {
  pressed.set(nonce, { table, at: performance.now(), lost: false, settle });
  write();
}

/** Who waits for the answer of this press, which is known from now on; nothing if it is none of ours. */
export function take(nonce) {
  const found = pressed.get(nonce);
  if (pressed.delete(nonce)) write();
  return found;
}

/** Whether it is unknown what became of some press: until it is known no other is taken. */
export function uncertain() {
  return [...pressed.values()].some(({ lost }) => lost);
}

/** The answers of these presses will not come by themselves: of one of them, or of all that wait. Gives whether any does. */
export function lose(nonce) {
  for (const [name, press] of pressed) press.lost ||= nonce === undefined || name === nonce;
  return uncertain();
}

/** Ask what became of those; also of what has waited much longer for its answer than the house ever takes. */
export function inquire(send) {
  const now = performance.now();
  questions.clear();
  for (const [nonce, press] of pressed) {
    press.lost ||= now - press.at > SLOW;
    if (!press.lost) continue;
    const question = freshName();
    questions.set(question, nonce);
    send({ kind: "ask", table: press.table, nonce: question, press: nonce });
  }
}

/** About which press this was asked; nothing if it is no question of ours. */
export function pressOf(question) {
  return questions.get(question);
}
