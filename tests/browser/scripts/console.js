// The console of a dealer: what it waits for, what it offers, how it is laid out, and what is done to it by force.

const ON_ITS_WAY = "[data-own-fresh], [data-own-busy]";

/** Give the act that the console waits for, its mark and the places of its cards; null until it takes a press. */
function dueAct() {
  const now = document.querySelector(".now");
  const open = document.querySelector(".slots[data-own-on]");
  if (!now || document.querySelector(`${ON_ITS_WAY}, [aria-busy=true]`)) return null;
  const slots = open ? [...open.querySelectorAll(".slot")] : [];
  const free = slots.filter((one) => !one.querySelector(".slot-face").textContent);
  const sides = free.map((one) => /slot-(punto|banco|beside)/.exec(one.className)[1]);
  const places = free.map((one, at) => [sides[at], Number(/\d+/.exec(one.textContent)[0])]);
  const { coup } = JSON.parse(document.querySelector("[data-facts]").dataset.facts);
  return { verb: now.dataset.now, places, coup, mark: [now.dataset.now, open?.dataset.key, coup].join(" ") };
}

/** Give the act that the console waits for, once it has another mark than this. */
export function actAfter(mark) {
  const due = dueAct();
  return due && due.mark !== mark ? due : null;
}

/** Give the act that the console waits for, its words and the number of cards, once these are other words. */
export function wordsAfter(before) {
  const now = document.querySelector(".now");
  if (!now || document.querySelector(`${ON_ITS_WAY}, [aria-busy=true]`)) return null;
  const words = [now.dataset.now, document.getElementById("now-heading")?.textContent.trim()].join(" ");
  const slots = document.querySelectorAll(".slots[data-own-on]").length;
  return words === before ? null : { verb: now.dataset.now, words, slots };
}

/** Give the middle of what is at this selector, once it can be seen and takes a press. */
export function middleOf(what) {
  const one = document.querySelector(what);
  if (!one || document.querySelector(ON_ITS_WAY)) return null;
  const { left, top, width, height } = one.getBoundingClientRect();
  return width ? [left + width / 2, top + height / 2] : null;
}

/** List what takes a pad out. */
function openers(key) {
  return [...document.querySelectorAll(`:is(.now, .declare) [data-pad-opens="${key}"]`)];
}

/** List the pads in reach: the key, the act and the doubts of each. The first one lies open, others need a press. */
export function pads() {
  const first = document.querySelector(".now")?.dataset.padFirst;
  return [...document.querySelectorAll(".slots")]
    .map((one) => [one.dataset.padKey, JSON.parse(one.dataset.pad), Boolean(one.querySelector(".slot-says"))])
    .filter(([key]) => first === key || openers(key).some((one) => one.checkVisibility()));
}

/** List parts of the console that lie over one another or out of the window. */
export function crowded() {
  const parts = document.querySelectorAll(".now > *, .tools > *, .dock > *, .beside > *");
  const wrong = [...parts].filter((one) => {
    const box = one.getBoundingClientRect();
    const room = one.parentElement.getBoundingClientRect();
    const out = box.bottom > room.bottom + 1 || box.right > room.right + 1;
    return box.height && (out || one.scrollHeight > one.clientHeight + 2);
  });
  return wrong.map((one) => one.className);
}

/** Say where everything stands that keeps its place, to the pixel. */
export function fixedPlaces() {
  const stays = [
    ...[".region-felt", ".region-felt svg", ".region-bar", "#link", ".words", ".act", ".others", ".dock", ".tools"],
    ...[".tool-incident", ".tool[data-opens=more]"],
  ];
  const boxes = stays.map((what) => [what, document.querySelector(what).getBoundingClientRect()]);
  return Object.fromEntries(boxes.map(([what, box]) => [what, [box.x, box.y, box.width, box.height].map(Math.round)]));
}

/** List figures that stand on two lines, or are cut by what they lie in. */
export function brokenFigures() {
  const figures = [...document.querySelectorAll(".dealer :is(b, dd, output, #as-of)")].filter((one) => {
    if (!one.checkVisibility() || !/[0-9]/.test(one.textContent)) return false;
    const { right } = one.getBoundingClientRect();
    const lines = new Set([...one.getClientRects()].map((it) => Math.round(it.top)));
    const rooms = [".bar", ".bar-coup", ".bar-limits", ".bar-dealer", ".dock", ".pay-at"].map((it) => one.closest(it));
    return lines.size > 1 || rooms.some((it) => it && it.getBoundingClientRect().right < right - 1);
  });
  return figures.map((one) => one.outerHTML.slice(0, 90));
}

/** Put the widest that a house may come to show in the place of what stands here. */
export function widen() {
  const widest = {
    ".bar-coup > b": "9.999",
    ".bar-taglia b": "999",
    ".bar-dealer b": "Schwarzenbergerinnen",
    ".bar-limits dd": "10.000–1.250.000",
    ".staked b": "1.250.000,00 CHF",
    ".pay-moves b": "1.250.000",
  };
  for (const [what, text] of Object.entries(widest)) {
    for (const one of document.querySelectorAll(what)) one.textContent = text;
  }
}

/** Press a button, and the next one as soon as it stands there: a finger that trembles. */
export function pressTwice(button) {
  button.click();
  document.body.addEventListener("shown", () => document.querySelector(".now .next").click(), { once: true });
}

/** Note in `window.vibrations` how long the tablet shakes. */
export function noteVibrations() {
  window.vibrations = [];
  navigator.vibrate = (...shakes) => window.vibrations.push(...shakes.flat());
}

/** Have a press answered by a refusal. */
export function refuse(now) {
  const detail = { frame: { kind: "refused", code: "E_PHASE" }, steps: [] };
  now.dispatchEvent(new CustomEvent("answered", { bubbles: true, detail }));
}

/** Tap a part three times, one after the other with nothing between. */
export function tapThrice(part) {
  for (let tap = 0; tap < 3; tap += 1) part.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}

/** Press these keys with no time between two. */
export function pressKeys(keys) {
  for (const key of keys) document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}

/** Tap on a kind of incident, and at once where its dialog opens: the finger stays, and below it is another button. */
export function tapTwiceOnIncident() {
  document.querySelector('#incident [data-leads="report-extra_card"]').click();
  document.querySelector("#report-extra_card .kind").click();
}

/** Lose the link; give how dim the keys are, and how far down begins what is done by hand, and the act. */
export function loseLink() {
  document.body.dataset.link = "lost";
  const dimmed = [".tools", ".bank-keys"].map((what) => getComputedStyle(document.querySelector(what)).opacity);
  const begins = [".by-hand", ".act"].map((what) => document.querySelector(what).getBoundingClientRect().y);
  return [dimmed, ...begins];
}

/** Give a sum in the words of a language, as the page writes it. */
export async function inWords([sum, language]) {
  const loaded = performance.getEntriesByType("resource").map((one) => one.name);
  const words = await import(loaded.find((one) => /\/words[^/]*\.js/.test(one)));
  return words.inWords(sum, language);
}

/** List parts of an exercise that are not in view. */
export function outOfView() {
  return [...document.querySelectorAll(".region-exercise, .exercise > *, .now, .tools")]
    .map((one) => [one.className, one.getBoundingClientRect()])
    .filter(([, box]) => box.bottom > innerHeight + 1 || box.right > innerWidth + 1)
    .map(([name]) => name);
}

/** List what an exercise lies over on a phone: the felt, the keys of its positions, the next act; and itself, if cut off. */
export function underExercise() {
  const told = document.querySelector(".region-exercise"), { bottom } = told.getBoundingClientRect();
  const below = [...document.querySelectorAll(".region-felt, .position-keys, .now")]
    .filter((one) => one.getClientRects().length && one.getBoundingClientRect().top < bottom - 1)
    .map((one) => one.className);
  return [...below, ...(told.scrollHeight > told.clientHeight + 1 ? [told.className] : [])];
}

/** Open each sheet of the page in its turn; give those that are wider than they are shown, of all by how many there are. */
export function wideSheets() {
  const sheets = [...document.querySelectorAll("dialog")];
  const wide = sheets.filter((one) => {
    if (!one.open) one.showModal();
    const is = one.scrollWidth > one.clientWidth;
    one.close();
    return is;
  });
  return { all: sheets.length, wide: wide.map(({ id }) => id) };
}

/** Send a form and close its sheet; open it again and write this there. Give whether it is open, and what is written, once the first is answered. */
export function sendAndOpenAgain(button, text) {
  const sheet = button.closest("dialog");
  const field = sheet.querySelector("[name=amount]");
  button.click();
  sheet.addEventListener("close", () => {
    sheet.showModal();
    field.value = text;
  }, { once: true });
  sheet.close();
  return new Promise((done) => {
    document.addEventListener("answered", () => setTimeout(() => done([sheet.open, field.value])), { once: true });
  });
}
