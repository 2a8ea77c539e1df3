// The table of an online player: chips are laid by hand and by key, and a hand is dealt at a press. Without this script
// the stakes are typed into the boxes and every press loads the page.

import { sound } from "./sounds.js";

const form = document.querySelector(".play");
const words = form.dataset;
const boxes = [...form.querySelectorAll("[data-box]")];
const said = form.querySelector("[data-said]");
const acts = Object.fromEntries(["deal", "new", "again", "clear"].map((name) => [name, form.querySelector(`[data-${name}]`)]));
const takeOff = form.querySelector("[data-take-off]");
const SLOW = 8000; // milliseconds after which a press is asked after
const AGAIN = 1500;
const money = new Intl.NumberFormat(document.documentElement.lang, { style: "currency", currency: words.currency });
const state = { balance: Number(words.balance), last: cents(JSON.parse(words.last)), over: Number(words.over) > 0, busy: false };

const inputOf = (box) => box.querySelector(".bet-typed");
const stakeOf = (box) => Math.round(Number(inputOf(box).value.replace(",", ".")) * 100) || 0;
const total = () => boxes.reduce((sum, box) => sum + stakeOf(box), 0);
const chip = () => Number(form.querySelector("[name=chip]:checked").value);
const written = (amount) => money.format(amount / 100);

/** Stakes by box in cents, of stakes as they are typed. */
function cents(typed) {
  return Object.fromEntries(Object.entries(typed).map(([box, text]) => [box, Math.round(Number(text.replace(",", ".")) * 100)]));
}

function say(sentence) {
  said.textContent = sentence;
}

// --- stakes

function lay(box, amount) {
  inputOf(box).value = amount ? (amount / 100).toFixed(2) : "";
  box.querySelector(".bet-stake").textContent = amount ? written(amount) : "";
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
  else if (total() + chip() > state.balance) refuse(words.overBalance);
  else {
    lay(box, amount);
    sound("chip");
  }
  ready();
}

function take(box) {
  if (state.busy || state.over) return;
  lay(box, Math.max(0, stakeOf(box) - chip()));
  sound("key");
  ready();
}

function repeat() {
  if (state.busy || !hasLast()) return;
  begin();
  for (const box of boxes) lay(box, state.last[box.dataset.box] ?? 0);
  if (total() > state.balance) refuse(words.overBalance);
  else sound("chip");
  ready();
  acts.deal.focus();
}

function clear() {
  if (!state.busy) begin();
}

const hasLast = () => Object.keys(state.last).length > 0;

function refuse(sentence) {
  say(sentence);
  sound("no");
}

function ready() {
  acts.deal.disabled = state.busy || state.over || total() === 0;
  acts.clear.disabled = state.busy || (total() === 0 && !state.over);
  acts.again.setAttribute("aria-disabled", String(state.busy || !hasLast()));
  acts.new.setAttribute("aria-disabled", String(state.busy || !state.over));
}

// --- a press

async function facts(address, more) {
  const answer = await fetch(address, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(SLOW), ...more });
  if (!answer.headers.get("Content-Type")?.startsWith("application/json")) {
    location.reload(); // somebody signed out, or the house has other words for it
    throw new TypeError("no facts");
  }
  return answer.json();
}

async function deal() {
  if (state.busy || state.over) return;
  if (!total()) {
    refuse(words.noStake);
    return;
  }
  state.busy = true;
  ready();
  try {
    takeUp(await facts(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) }));
  } catch {
    await askAfter();
  }
  state.busy = false;
  ready();
}

/** The link was lost: nothing is pressed again; the house is asked how it stands until it says so. */
async function askAfter() {
  say(words.lost);
  sound("no");
  for (;;) {
    await new Promise((done) => setTimeout(done, AGAIN));
    try {
      const found = await facts(words.state, {});
      if (found.over >= Number(form.elements.game.value)) takeUp(found);
      else say(words.notDealt);
      return;
    } catch {
      say(words.lost);
    }
  }
}

function takeUp(found) {
  if (found.code) {
    refuse(found.sentence);
    if (found.code === "E_STALE" || found.code === "E_NONCE") stands();
    return;
  }
  draw(found);
  sound(found.won ? "ask" : "card");
}

async function stands() {
  try {
    const found = await facts(words.state, {});
    const sentence = said.textContent;
    draw(found);
    say(sentence);
    ready();
  } catch {
    say(words.slow);
  }
}

/** The game that is over, and what the next press stands on. */
function draw(found) {
  form.querySelector("[data-dealt]").innerHTML = found.drawn;
  for (const box of boxes) {
    lay(box, found.stakes[box.dataset.box] ?? 0);
    const [how, text] = found.paid[box.dataset.box] ?? ["", ""];
    if (how) box.dataset.how = how;
    else delete box.dataset.how;
    box.querySelector(".bet-paid").textContent = text;
  }
  Object.assign(state, { balance: found.balance, last: found.stakes, over: found.over > 0 });
  form.elements.game.value = found.game;
  form.elements.nonce.value = found.nonce;
  form.querySelector("[data-number]").textContent = found.game;
  form.querySelector("[data-commitment]").textContent = found.commitment;
  document.querySelector("[data-money]").textContent = found.money;
  say(found.sentence);
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
  lay(box, stakeOf(box));
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

const open = () => document.querySelector("details[open]");

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const picked = /^\d$/.test(event.key) && form.querySelector(`[data-key="${event.key}"]`);
  if (picked) picked.checked = true;
  else if (event.key === " ") {
    event.preventDefault();
    if (!event.repeat) repeat();
  } else if (event.key === "Escape") {
    if (open()) open().open = false;
    else location.assign(words.tables);
  }
});
// The space bar repeats; a button that is marked is pressed with Enter.
addEventListener("keyup", (event) => {
  if (event.key === " ") event.preventDefault();
});
document.addEventListener("click", (event) => {
  for (const one of document.querySelectorAll("details[open]")) if (!one.contains(event.target)) one.open = false;
});

const sounds = document.querySelector("[data-sounds]");
const heard = () => localStorage.getItem("sabot.sounds") !== "off";
sounds.hidden = false;
sounds.setAttribute("aria-pressed", String(heard()));
sounds.addEventListener("click", () => {
  localStorage.setItem("sabot.sounds", heard() ? "off" : "on");
  sounds.setAttribute("aria-pressed", String(heard()));
});

const chips = form.querySelector(".play-chips");
chips.hidden = chips.disabled = false;
form.classList.add("play-live");
ready();
