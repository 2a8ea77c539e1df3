// A screen of the house: its regions follow the table. What is not live is locked; nothing is kept to be sent later.

import { keep } from "./link.js";
import { redraw } from "./patch.js";

const page = document.body;
const said = document.getElementById("said");
const tables = new Map();
const waiting = new Map();
const send = keep(`${page.dataset.live}?language=${document.documentElement.lang}`, Number(page.dataset.lost), { hear, state, closed });

// --- what the house sends

function hear(frame) {
  const take = { all: whole, push: change, beat, done: answer, refused: answer, failed: answer }[frame.kind];
  if (take) take(frame);
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
  const settle = waiting.get(frame.nonce);
  waiting.delete(frame.nonce);
  if (settle) settle(frame);
  else if (frame.kind !== "done") tell(frame);
}

function state(name) {
  page.dataset.link = name;
  for (const part of document.querySelectorAll("[data-region]")) part.inert = name !== "live";
  if (name !== "live") abandon();
  page.dispatchEvent(new CustomEvent("linked", { detail: { state: name } }));
}

/** Nobody knows whether a press that was not answered was recorded; the table itself will show it. */
function abandon() {
  for (const settle of waiting.values()) settle({ kind: "unknown" });
  waiting.clear();
}

function closed(code) {
  if (code === 4401) location.assign(page.dataset.away);
  if (code === 4403 || code === 4404) location.reload();
  return [4401, 4403, 4404].includes(code);
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

/** Send a frame that gets an answer, under a name of its own. Gives the answer: done, refused, failed, unknown or offline. */
export function ask(frame) {
  const nonce = freshName();
  hush();
  return new Promise((settle) => {
    waiting.set(nonce, settle);
    if (!send({ ...frame, nonce })) {
      waiting.delete(nonce);
      settle({ kind: "offline" });
    }
  });
}

/** A name that nothing has had before. Browsers give one themselves only where the connection is secure. */
export function freshName() {
  return crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint32Array(4))).join("-");
}

/** Say why the table refuses, until the next press. */
export function tell({ kind, sentence = "", source = "" }) {
  if (!said || kind === "done") return;
  said.querySelector("[data-sentence]").textContent = sentence || said.dataset[kind] || "";
  said.querySelector("[data-source]").textContent = source;
  said.hidden = false;
}

export function hush() {
  if (said) said.hidden = true;
}

// --- small things of every screen

/** How long ago something was, by this screen's clock; the house sends only when it was. */
function ages() {
  const minutes = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "always", style: "short" });
  for (const time of document.querySelectorAll("time[data-age]")) {
    const passed = Math.max(0, Math.round((Date.now() - Date.parse(time.dateTime)) / 60000));
    time.textContent = minutes.format(-passed, "minute");
  }
}

async function stayAwake() {
  if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
  await navigator.wakeLock.request("screen").catch(() => {});
}

setInterval(ages, 15000);
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
