// A screen of the house: its regions follow the table. What is not live is locked; nothing is kept to be sent later.

import { expect, inquire, lose, pressOf, take, uncertain } from "./fate.js";
import { keep } from "./link.js";
import { freshName } from "./names.js";
import { redraw } from "./patch.js";

const page = document.body;
const said = document.getElementById("said");
const SHOWN_OF = `sabot.epoch.${page.dataset.live}`;
const SAID_AT_A_DISPLAY = 60000;
let restored = ""; // that an older state is shown, for as long as it is said
const ASK_AGAIN = 2000;
const ON_THE_WAY = 5000;
const PASSING = new Set(["E_STALE", "E_LATE"]);
const PASSED = 4000;
let passes = 0;
const tables = new Map();
const waiting = new Map(); // who waits for the answer to what is no press
const send = keep(`${page.dataset.live}?language=${document.documentElement.lang}`, Number(page.dataset.lost), { hear, state, closed });

// --- what the house sends

function hear(frame) {
  if (anotherDatabase(frame)) return;
  const hears = { all: whole, push: change, beat, done: answer, refused: answer, failed: answer, fate: learn }[frame.kind];
  if (hears) hears(frame);
}

/** An older database was put in the place of the one that is shown here: numbers say nothing any more, all begins anew. */
function anotherDatabase(frame) {
  const known = page.dataset.epoch;
  if (frame.epoch) page.dataset.epoch = frame.epoch;
  const another = Boolean(known) && known !== page.dataset.epoch;
  if (another) location.reload();
  else if (!known && frame.epoch) sayWhetherRestored(frame.epoch);
  return another;
}

/** This tab showed another database before, also where somebody had to sign in meanwhile: whoever looks is told. */
function sayWhetherRestored(epoch) {
  let before = null;
  try {
    before = sessionStorage.getItem(SHOWN_OF);
    sessionStorage.setItem(SHOWN_OF, epoch);
  } catch {
    // A browser that keeps nothing shows the restored state, and cannot know that it showed another one.
  }
  if (!said || !before || before === epoch) return;
  restored = said.dataset.restored;
  tell({ kind: "restored" });
  // Nobody presses at a display.
  if (page.matches(".display, .sign-screen")) setTimeout(hush, SAID_AT_A_DISPLAY);
}

function whole(frame) {
  draw(frame);
}

function change(frame) {
  const stands = tables.get(frame.table)?.edition ?? -1;
  // A sheet that was opened comes at an edition that is shown already.
  if (frame.edition < stands) return;
  if (frame.from > stands) send({ kind: "again", table: frame.table });
  else draw(frame);
}

function draw({ table, edition, number, regions, pieces = {} }) {
  heard();
  const known = [...Object.entries(regions), ...Object.entries(pieces)].every(([name, news]) => anew(table, name, news));
  if (!known) return send({ kind: "again", table });
  tables.set(table, { edition, number });
  ages();
  page.dispatchEvent(new CustomEvent("shown", { detail: { table, number, whole: Object.keys(regions) } }));
}

/** A region anew: all of it, or pieces by their keys. Gives whether all that stays of it is here. */
function anew(table, name, news) {
  const found = document.querySelectorAll(`[data-table="${CSS.escape(table)}"][data-region="${CSS.escape(name)}"]`);
  const texts = typeof news === "string" ? [["", news]] : Object.entries(news);
  return [...found].every((region) => texts.every(([key, text]) => redraw(region, key, text)));
}

function beat(frame) {
  heard();
  for (const [table, edition] of Object.entries(frame.tables)) {
    // The push for it is on its way; if the next heartbeat still finds us behind, it was lost.
    const stand = tables.get(table);
    if (!stand || (edition > stand.edition && edition === stand.missed)) send({ kind: "again", table });
    else stand.missed = edition;
  }
}

/** What stands here is true as of now. */
function heard() {
  const at = document.getElementById("as-of");
  const { lang, dataset } = document.documentElement;
  if (at) at.textContent = new Date().toLocaleTimeString(lang, { timeZone: dataset.zone, hourCycle: "h23" });
}

function answer(frame) {
  const question = pressOf(frame.nonce);
  if (question) return unanswered(frame, question);
  if (frame.code === "E_FRAME" && !frame.nonce) return unread(frame);
  // Nobody knows what a house that failed has done before.
  if (frame.kind === "failed" && lose(frame.nonce)) return doubt();
  const settle = take(frame.nonce)?.settle ?? waiting.get(frame.nonce);
  waiting.delete(frame.nonce);
  unlockOnceAnswered();
  if (settle) settle(frame);
  else if (frame.kind !== "done") tell(frame);
}

/** An answer came after all that was asked for already: nothing is locked any more, nor said to be. */
function unlockOnceAnswered() {
  if (uncertain() || !page.hasAttribute("data-own-asking")) return;
  lock();
  hush();
}

/** What this screen sent could not be read, not even whose answer this is: whoever waits is told, or it is asked for. */
function unread(frame) {
  const [[nonce, settle] = []] = waiting;
  waiting.delete(nonce);
  if (settle) settle(frame);
  else tell(frame);
  if (lose()) doubt();
}

/** A screen that is turned away, as too many are open, is lost like any other, but says what is the matter. */
function state(name) {
  page.toggleAttribute("data-own-crowded", name === "crowded");
  page.dataset.link = name === "crowded" ? "lost" : name;
  if (name === "live") inquire(send);
  else abandon();
  lock();
  page.dispatchEvent(new CustomEvent("linked", { detail: { state: name } }));
}

/** Nobody knows whether what was not answered was done. Of a press the house is asked; a wish shows on the screen itself. */
function abandon() {
  for (const settle of waiting.values()) settle({ kind: "unknown" });
  waiting.clear();
  if (lose()) doubt();
}

// --- what became of a press

function doubt() {
  lock();
  tell({ kind: "asking" });
}

/** What is not live, or does not know what became of its last press, is locked. */
function lock() {
  const locked = page.dataset.link !== "live" || uncertain();
  page.toggleAttribute("data-own-asking", uncertain());
  for (const part of document.querySelectorAll("[data-region]")) part.inert = locked;
}

/** The house says what became of a press: who waits for it gets it as an answer, and whoever stands here reads it. */
function learn({ press, recorded, number, sentence }) {
  const found = take(press);
  if (!found) return;
  tell({ kind: recorded ? "recorded" : "unrecorded", sentence });
  found.settle?.(recorded ? { kind: "done", number } : { kind: "refused", code: "E_LATE", sentence });
  lock();
}

/** The house could not say what became of a press. It is asked again, unless the table is not shown here any more. */
function unanswered(frame, press) {
  if (frame.code !== "E_TABLE") return;
  take(press)?.settle?.({ kind: "unknown" });
  tell(frame);
  lock();
}

function askAgain() {
  if (page.dataset.link !== "live") return;
  const before = uncertain();
  inquire(send);
  if (uncertain() && !before) doubt();
}

if (uncertain()) doubt();
setInterval(askAgain, ASK_AGAIN);

// Who takes over at this very tablet is on the way to their own page: it is not to be overtaken by that of who was here.
let leaves = 0;
addEventListener("beforeunload", () => {
  leaves = performance.now();
});

function closed(code) {
  const known = [4401, 4403, 4404].includes(code);
  if (known && leaves && performance.now() - leaves < ON_THE_WAY) setTimeout(closed, ON_THE_WAY, code);
  else if (code === 4401) location.assign(page.dataset.away);
  else if (known) location.reload();
  return known;
}

// --- what this screen asks and says

/** The number of the newest entry that this screen shows of a table. */
export function seen(table) {
  return tables.get(table)?.number ?? null;
}

/** Say that the sheets of a table are to be sent, or no more. Gives whether there is a link. */
export function show(table, open) {
  return send({ kind: "sheets", table, open });
}

/**
 * Send a frame that gets an answer, under a name of its own. Gives the answer: done, refused, failed, unknown, offline,
 * or asking, where it is not sent because nobody knows yet what became of an earlier one. That of a press whose answer
 * is lost comes when the house has said what became of it.
 */
export function ask(frame) {
  if (uncertain()) return Promise.resolve({ kind: "asking" });
  const nonce = freshName();
  hush();
  return new Promise((settle) => {
    if (frame.kind === "press") expect(nonce, frame.table, settle);
    else waiting.set(nonce, settle);
    if (!send({ ...frame, nonce }, true)) {
      take(nonce);
      waiting.delete(nonce);
      settle({ kind: "offline" });
    }
  });
}

/**
 * Say why the table refuses, until the next press. That the table has moved on before a press is not for a hand to close:
 * the screen shows it, and the words go by themselves, unless they say as well that an older state is shown.
 */
export function tell({ kind, code = "", sentence = "", source = "" }) {
  if (!said || kind === "done") return;
  clearTimeout(passes);
  if (PASSING.has(code) && !restored) passes = setTimeout(hush, PASSED);
  said.dataset.tells = kind;
  const words = sentence || said.dataset[kind] || "";
  said.querySelector("[data-sentence]").textContent = restored && kind !== "restored" ? `${restored} ${words}` : words;
  said.querySelector("[data-source]").textContent = source;
  said.hidden = false;
}

/** Nothing is said any more, unless the screen waits to know what became of a press: that stays said. */
export function hush() {
  if (!said || uncertain()) return;
  said.hidden = true;
  restored = "";
}

// --- small things of every screen

/** How long ago something was, by this screen's clock; the house sends only when it was. */
function ages() {
  const ago = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto", style: "short" });
  for (const time of document.querySelectorAll("time[data-age]")) {
    const passed = Math.max(0, Math.round((Date.now() - Date.parse(time.dateTime)) / 60000));
    time.textContent = passed ? ago.format(-passed, "minute") : ago.format(0, "second");
  }
}

async function stayAwake() {
  if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
  await navigator.wakeLock.request("screen").catch(() => {});
}

setInterval(ages, 15000);
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
