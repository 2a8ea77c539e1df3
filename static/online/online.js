// The table of an online player: chips are laid by hand and by key, and a hand is dealt at a press. Without this script
// the stakes are typed into the boxes and every press loads the page.

import { play } from "../felt/sounds.js";
import { settle } from "../felt/steady.js";
import { come, fly, pile } from "./motion.js";
import { run, sits } from "./sitting.js";

const form = document.querySelector(".play");
const words = form.dataset;
const boxes = [...form.querySelectorAll("[data-box]")];
const cloth = form.querySelector(".cloth");
const said = form.querySelector("[data-said]");
const gained = form.querySelector("[data-gained]");
const acts = Object.fromEntries(["deal", "new", "again", "clear"].map((name) => [name, form.querySelector(`[data-${name}]`)]));
const takeOff = form.querySelector("[data-take-off]");
const SLOW = 8000; // milliseconds after which a press is asked after
const AGAIN = 1500;
const money = new Intl.NumberFormat(document.documentElement.lang, { style: "currency", currency: words.currency, useGrouping: "always" });
const state = { balance: Number(words.balance), last: cents(JSON.parse(words.last)), over: Number(words.over) > 0, busy: false };

const inputOf = (box) => box.querySelector(".bet-typed");
const stakeOf = (box) => Math.round(Number(inputOf(box).value.replace(",", ".")) * 100) || 0;
const total = () => boxes.reduce((sum, box) => sum + stakeOf(box), 0);
const picked = () => form.querySelector("[name=chip]:checked");
const chip = () => Number(picked().value);
const written = (amount) => money.format(amount / 100);
const plate = (amount) => money.formatToParts(amount / 100).filter(({ type }) => type !== "currency" && type !== "literal" && (amount % 100 || !["decimal", "fraction"].includes(type))).map(({ value }) => value).join("");

/** Stakes by box in cents, of stakes as they are typed. */
function cents(typed) {
  return Object.fromEntries(Object.entries(typed).map(([box, text]) => [box, Math.round(Number(text.replace(",", ".")) * 100)]));
}

function say(sentence, gain = "", sign = 0) {
  said.textContent = sentence;
  said.toggleAttribute("data-long", sentence.length > 55);
  gained.textContent = gain;
  gained.dataset.sign = String(sign);
}

/** A tune, where this player has switched the sounds on. */
function sound(name) {
  const loud = localStorage.getItem("sabot.online-sounds") ?? "off";
  if (loud !== "off") play(name, loud);
}

// --- stakes

function lay(box, amount) {
  inputOf(box).value = amount ? (amount / 100).toFixed(2) : "";
  box.querySelector(".bet-stake").textContent = amount ? plate(amount) : "";
  pile(box, amount);
  labelBox(box, amount);
}

function labelBox(box, amount) {
  const press = box.querySelector(".bet-press");
  press.setAttribute("aria-label", amount ? `${press.dataset.name}, ${written(amount)}` : press.dataset.name);
}

/** The game before is over: its cards and what it paid are taken off, and its stakes with them. */
function begin() {
  state.over = false;
  for (const box of boxes) {
    lay(box, 0);
    delete box.dataset.how;
    box.querySelector(".bet-paid").textContent = "";
  }
  form.querySelector("[data-dealt]").innerHTML = form.querySelector("[data-empty]").innerHTML;
  say(words.new);
  ready();
}

function add(box) {
  if (state.busy) return;
  if (state.over) begin();
  const amount = stakeOf(box) + chip();
  const maximum = Number(box.dataset.maximum);
  if (amount > maximum) refuse(words.overMaximum.replace("%s", written(maximum)));
  else if (total() + chip() > state.balance) overBalance();
  else {
    lay(box, amount);
    fly(picked().closest(".pick-chip"), box, chip());
    sound("chip");
    say(words.new);
  }
  ready();
}

function take(box) {
  if (state.busy || state.over) return;
  if (stakeOf(box)) fly(box, picked().closest(".pick-chip"), Math.min(chip(), stakeOf(box)));
  lay(box, Math.max(0, stakeOf(box) - chip()));
  sound("key");
  ready();
}

function repeat() {
  if (state.busy || !hasLast()) return;
  begin();
  for (const box of boxes) {
    const amount = state.last[box.dataset.box] ?? 0;
    lay(box, amount);
    if (amount) fly(form.querySelector(".play-chips"), box, amount);
  }
  if (total() > state.balance) overBalance();
  else sound("chip");
  ready();
  acts.deal.focus();
}

function clear() {
  if (state.busy) return;
  for (const box of boxes) if (stakeOf(box) && !state.over) fly(box, form.querySelector(".play-chips"), stakeOf(box));
  begin();
}

const hasLast = () => Object.keys(state.last).length > 0;

function refuse(sentence) {
  say(sentence);
  sound("no");
}

/** It may have been set back elsewhere since: the house is asked, and the next chip lies on what it says. */
function overBalance() {
  refuse(words.overBalance);
  look();
}

/** What can be pressed now. All of it keeps the focus: a browser hears no key over a button that is switched off. */
function ready() {
  const off = {
    deal: state.busy || state.over || total() === 0,
    clear: state.busy || (total() === 0 && !state.over),
    again: state.busy || !hasLast(),
    new: state.busy || !state.over,
  };
  for (const [name, is] of Object.entries(off)) acts[name].setAttribute("aria-disabled", String(is));
  // The one next act has one place; whoever stood on one of the two stands on the other one.
  const [now, then] = state.over ? [acts.new, acts.deal] : [acts.deal, acts.new];
  const stood = document.activeElement === then;
  // A second tap that was meant for “Deal” would take the hand off before anybody has seen it.
  if (state.over && now.hidden) settle([now]);
  now.hidden = false;
  then.hidden = true;
  if (stood) now.focus();
  acts.deal.setAttribute("aria-busy", String(state.busy));
  cloth.classList.toggle("cloth-busy", state.busy);
}

// --- a press

/** What the house answers: facts, or the code and the sentence of a refusal. */
async function facts(address, more) {
  const answer = await fetch(address, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(SLOW), ...more });
  if (!answer.headers.get("Content-Type")?.startsWith("application/json")) {
    // Somebody signed out, or the house has other words for it; a proxy that does not hear the house says nothing of it.
    if (answer.status < 500) location.reload();
    throw new TypeError("no facts");
  }
  return answer.json();
}

const sent = () => ({ method: "POST", body: new URLSearchParams(new FormData(form)) });

async function deal() {
  if (state.busy || state.over) return;
  if (!total()) {
    refuse(words.noStake);
    return;
  }
  state.busy = true;
  say(words.asked);
  sound("key");
  ready();
  try {
    await takeUp(await facts(form.action, sent()).catch(askAfter));
  } finally {
    state.busy = false;
    ready();
  }
}

/**
 * The link was lost: nothing is pressed again; the house is asked what became of it until it says so. A game that was not
 * dealt by then never will be: its shoe is sealed anew, and a press that is still on its way comes to nothing.
 */
async function askAfter() {
  const game = Number(form.elements.game.value);
  say(words.lost);
  sound("no");
  for (;;) {
    await new Promise((done) => setTimeout(done, AGAIN));
    try {
      const found = await facts(words.state, sent());
      if (found.game > game) return found;
      if (found.game === game) return { ...found, undealt: true };
    } catch {
      // It is asked again.
    }
  }
}

async function takeUp(found) {
  if (found.undealt) {
    standOn(found);
    say(words.notDealt);
    return;
  }
  if (!found.code) {
    await draw(found);
    if (found.won) sound("ask");
    return;
  }
  refuse(found.sentence);
  if (found.code === "E_STALE" || found.code === "E_NONCE") await stands(found.sentence);
  else await facts(words.state, {}).then(standOn, () => say(words.slow));
}

/** Stand on how the player stands by now, as another window may have changed it; not while a hand is dealt here. */
async function look() {
  if (state.busy) return;
  const game = form.elements.game.value;
  try {
    const found = await facts(words.state, {});
    if (!state.busy && form.elements.game.value === game) standOn(found);
  } catch {
    // It is said by the next press.
  }
}

/** How it stands by now, under the sentence of the refusal that tells of it. */
async function stands(sentence) {
  try {
    const found = await facts(words.state, {});
    if (!found.code) await draw(found, true);
    say(found.code ? found.sentence : sentence);
  } catch {
    say(words.slow);
  }
}

/** What the next press stands on, and how the player stands. A refusal says nothing of it. */
function standOn(found) {
  if (found.code) return;
  Object.assign(state, { balance: found.balance, last: found.stakes });
  for (const name of ["game", "nonce"]) form.elements[name].value = found[name];
  form.elements.promised.value = found.commitment;
  document.querySelector("[data-number]").textContent = found.game;
  document.querySelector("[data-commitment]").textContent = found.commitment;
  document.querySelector("[data-money]").textContent = found.money;
  for (const box of boxes) box.dataset.maximum = found.maxima[box.dataset.box];
  for (const row of document.querySelectorAll(".limits [data-level]")) row.classList.toggle("limits-own", Number(row.dataset.level) === found.level);
  showRoad(found.road);
  sits(found);
  ready();
}

const bead = (result) => document.querySelector(`[data-bead="${result}"]`).innerHTML;

/** The results of the last games, each in its cell; the newest is the last. */
function showRoad(road) {
  const cells = document.querySelectorAll(".road-cell");
  cells.forEach((cell, at) => {
    cell.innerHTML = at < road.length ? bead(road[at]) : "";
    cell.classList.toggle("road-cell-new", at === road.length - 1);
  });
  const heard = document.querySelector("[data-road-words]");
  heard.textContent = heard.dataset.words.replace(/%\((\w+)\)s/g, (_all, result) => road.filter((one) => one === result).length);
}

/**
 * The game that is over, and what the next press stands on. Who has won and what it paid is said when its last card is
 * turned, and the balance until then is without the stakes. One that was `seen` before lies there at once.
 */
async function draw(found, seen = false) {
  const dealt = form.querySelector("[data-dealt]");
  dealt.innerHTML = found.drawn;
  if (!seen) {
    say(words.dealing);
    document.querySelector("[data-money]").textContent = written(found.balance - found.back);
    await come(dealt, () => sound("card"));
  }
  for (const box of boxes) {
    const name = box.dataset.box;
    lay(box, found.stakes[name] ?? 0);
    const [how, text] = found.paid[name] ?? ["", ""];
    if (how) box.dataset.how = how;
    else delete box.dataset.how;
    box.querySelector(".bet-paid").textContent = text;
    if (!how) continue;
    box.querySelector(".bet-stake").textContent = found.plates[name];
    if (!seen && how === "won") fly(null, box, found.stakes[name]);
    if (!seen && how === "lost") fly(box, null, found.stakes[name]);
  }
  state.over = found.over > 0;
  say(found.sentence, found.gained, found.gained.startsWith("+") ? 1 : found.gained.startsWith("−") ? -1 : 0);
  standOn(found);
}

// --- hand and keys

for (const box of boxes) {
  const press = box.querySelector(".bet-press");
  press.hidden = false;
  press.addEventListener("click", () => (takeOff.getAttribute("aria-pressed") === "true" ? take(box) : add(box)));
  press.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    take(box);
  });
  press.addEventListener("keydown", (event) => {
    if (["Delete", "Backspace", "-"].includes(event.key)) take(box);
  });
  // What was paid stands there already.
  if (box.dataset.how) {
    labelBox(box, 0);
    pile(box, state.last[box.dataset.box]);
  } else lay(box, stakeOf(box));
}
takeOff.addEventListener("click", () => {
  takeOff.setAttribute("aria-pressed", String(takeOff.getAttribute("aria-pressed") !== "true"));
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  deal();
});
form.addEventListener("reset", (event) => {
  event.preventDefault();
  clear();
});
acts.new.addEventListener("click", (event) => {
  event.preventDefault();
  if (!state.busy && state.over) begin();
});
acts.again.addEventListener("click", (event) => {
  event.preventDefault();
  repeat();
});

/** The window that was opened last: one that lies in another one comes after it. */
const open = () => [...document.querySelectorAll("details[open]:not(details:not([open]) *)")].at(-1);

function close(one) {
  one.open = false;
  one.querySelector("summary").focus();
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (document.querySelector("dialog[open]")) return;
  const byDigit = /^\d$/.test(event.key) && form.querySelector(`[data-key="${event.key}"]`);
  if (byDigit) byDigit.checked = true;
  else if (event.key === "Enter" && event.target.name === "chip") {
    event.preventDefault(); // in a form it would press its first button, and deal
    event.target.checked = true;
  } else if (event.key === " ") {
    event.preventDefault();
    if (!event.repeat) repeat();
  } else if (event.key === "Escape") {
    if (open()) close(open());
    else location.assign(words.tables);
  }
});
// The space bar repeats; a button that is marked is pressed with Enter.
addEventListener("keyup", (event) => {
  if (event.key === " " && !document.querySelector("dialog[open]")) event.preventDefault();
});
document.addEventListener("click", (event) => {
  for (const one of document.querySelectorAll("details[open]")) if (!one.contains(event.target)) one.open = false;
});

// --- options, kept by this browser: of each the one that was pressed last, else the first

const options = [...document.querySelectorAll("[data-option]")];
const key = document.querySelector("[data-sound]");

/** Which of them are on: what was never chosen is as the first button of its group has it. */
function chosen() {
  for (const group of options) {
    const buttons = [...group.querySelectorAll("button")];
    const stored = localStorage.getItem(`sabot.${group.dataset.option}`);
    const on = buttons.find((one) => one.value === stored) ?? buttons[0];
    for (const one of buttons) one.setAttribute("aria-pressed", String(one === on));
    if (group.dataset.option === "online-sounds") key.setAttribute("aria-pressed", String(on.value !== "off"));
  }
}

for (const group of options) {
  group.addEventListener("click", ({ target }) => {
    if (!target.matches("button")) return;
    localStorage.setItem(`sabot.${group.dataset.option}`, target.value);
    chosen();
    sound("chip");
  });
}
document.querySelector(".play-options").hidden = key.hidden = false;
key.addEventListener("click", () => {
  localStorage.setItem("sabot.online-sounds", key.getAttribute("aria-pressed") === "true" ? "off" : "on");
  chosen();
  sound("chip");
});
chosen();
run(() => !state.busy, facts, words.slow, (found) => (state.busy ? sits : standOn)(found));
document.addEventListener("visibilitychange", () => document.hidden || look());

const chips = form.querySelector(".play-chips");
chips.hidden = chips.disabled = false;
form.classList.add("play-live");
ready();
