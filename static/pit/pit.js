// The wall of an inspector: tiles that fill it, clocks that count, keys, and the sheets of whichever table is pressed.

import { now as ofTheHouse } from "../felt/hours.js";
import { redraw } from "../felt/patch.js";
import { byNeed, counted, neighbour, shape } from "./tiles.js";

const wall = document.getElementById("content");
const place = document.querySelector("[data-sheets]");
const calls = document.querySelector("[data-calls]");
const more = document.querySelector("[data-more]");
const notices = document.querySelector("[data-notices]");
const fold = document.querySelector("[data-fold]");
const me = wall.dataset.badge;
const LETTERS = "ngmlsr";
let columns = 1;

function tiles() {
  return [...wall.querySelectorAll(".region-tile")];
}

// --- what fills the wall

function lay() {
  const strip = Math.max(60, Math.round(innerHeight * 0.054));
  wall.style.setProperty("--strip", `${strip}px`);
  const found = folded(strip);
  columns = found.columns;
  for (const name of ["columns", "rows", "rest"]) wall.style.setProperty(`--${name}`, found[name]);
  wall.style.setProperty("--least", `${found.least}px`);
  wall.toggleAttribute("data-full", !found.rest);
  wall.toggleAttribute("data-terse", found.isTerse);
  wall.toggleAttribute("data-laid", true);
  fitted();
}

/** The shape of the wall below the notices of the house; where it would scroll for them, a key in the head opens them over it. */
function folded(strip) {
  placeNotices(false);
  const whole = shaped(strip);
  if (!whole.scrolls || !notices.childElementCount) {
    fold.ariaExpanded = "false"; // those for which there is no room later lie over no tile before they are opened
    return whole;
  }
  placeNotices(true);
  return shaped(strip);
}

/** Show the notices above the wall, or folded: then only while they are opened. */
function placeNotices(isFolded) {
  fold.hidden = !isFolded;
  notices.toggleAttribute("data-folded", isFolded);
  notices.hidden = isFolded && fold.ariaExpanded !== "true";
}

fold.addEventListener("click", () => {
  fold.ariaExpanded = String(fold.ariaExpanded !== "true");
  lay();
});

/** The shape of the wall as high as it is now; on a page that is as long as its tables there is room for whatever stands on them. */
function shaped(strip) {
  const { overflowY, rowGap, paddingTop, paddingBottom } = getComputedStyle(wall);
  const height = overflowY === "visible" ? Infinity : wall.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
  return shape(tiles().length, wall.clientWidth, height, { strip, gap: Number.parseFloat(rowGap) });
}

new ResizeObserver(lay).observe(wall);

// --- how long

function tick() {
  const now = ofTheHouse();
  for (const time of wall.querySelectorAll("time[data-since]")) {
    const seconds = Math.max(0, (now - Date.parse(time.dateTime)) / 1000);
    time.textContent = counted(seconds);
    time.toggleAttribute("data-own-late", Boolean(time.dataset.late) && seconds > Number(time.dataset.late));
  }
  const { lang, dataset } = document.documentElement;
  const clock = wall.querySelector("[data-clock]");
  clock.textContent = new Date(now).toLocaleTimeString(lang, { timeZone: dataset.zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  fitted();
}

/** What calls at any table, most needed first: it is read there again, never instead of its tile. */
function list() {
  const found = tiles().flatMap((tile) => {
    const alert = tile.querySelector(".tile-alert");
    if (!alert) return [];
    const known = alert.classList.contains("alert-known");
    const severity = [...alert.classList].find((name) => /^alert-(?:holds|person|notice)$/.test(name))?.slice("alert-".length);
    return [{ tile, alert, known, severity, since: Date.parse(alert.querySelector("time").dateTime) }];
  });
  // Whoever is on the way to one by finger or keys keeps it, however often a table moves.
  redraw(calls, "", byNeed(found).map((one) => line(one).outerHTML).join(""));
}

function line({ tile, alert, known }) {
  const one = document.createElement("li");
  one.dataset.key = `call-${tile.dataset.table}`;
  one.className = known ? "call-known" : "";
  const way = tile.querySelector(".tile-way").cloneNode(true);
  way.className = "act";
  one.append(way, alert.querySelector("strong").cloneNode(true), alert.querySelector(".tile-alert-how").cloneNode(true));
  return one;
}

/** Of calls for which there is no room it is said how many they are. */
function fitted() {
  const lines = [...calls.children];
  for (const one of lines) one.hidden = false;
  const room = calls.getBoundingClientRect();
  const out = lines.filter((one) => {
    const { right, bottom } = one.getBoundingClientRect();
    return right > room.right + 1 || bottom > room.bottom + 1;
  });
  for (const one of out) one.hidden = true;
  const [figure, words] = more.children;
  figure.textContent = out.length ? `+${out.length}` : "";
  words.textContent = out.length ? `${words.dataset.words} ${out.length}` : "";
}

/** What the house is told is no table's business, and stands above the wall: each tile has all of it. */
function notice() {
  const before = notices.childElementCount;
  redraw(notices, "", wall.querySelector(".tile-notices:not(:empty)")?.innerHTML ?? "");
  const count = notices.childElementCount;
  fold.querySelector("b").textContent = count;
  if (count !== before) lay();
}

function refresh() {
  notice();
  list();
  tick();
  for (const part of document.querySelectorAll("[data-not-for]")) part.hidden = part.dataset.notFor === me;
}

document.body.addEventListener("shown", refresh);
setInterval(tick, 1000);

// --- the sheets of one table

// They come to one place, for whichever table they are opened.
document.addEventListener(
  "click",
  ({ target }) => {
    const tile = target.closest("[data-opens]")?.closest(".region-tile");
    if (!tile || tile.dataset.table === place.dataset.table) return;
    place.dataset.table = tile.dataset.table;
    place.replaceChildren();
  },
  true,
);

// --- keys

document.addEventListener("keydown", (event) => {
  const tile = event.target.closest?.(".region-tile");
  if (!tile || event.ctrlKey || event.altKey || event.metaKey) return;
  const key = event.key.toLowerCase();
  if (LETTERS.includes(key)) tile.querySelector(`[data-letter="${key}"]`)?.click();
  else if (!go(tile, event.key)) return;
  event.preventDefault();
});

/** Go to the tile beside this one. */
function go(tile, key) {
  const all = tiles();
  const there = neighbour(all.indexOf(tile), key, columns, all.length);
  if (all[there] === tile) return false;
  all[there].querySelector(".tile-way")?.focus();
  return true;
}

refresh();
