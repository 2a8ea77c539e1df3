// The wall of an inspector: tiles that fill it, clocks that count, keys, and the sheets of whichever table is pressed.

import { beside, counted, shape } from "./wall.js";

const wall = document.getElementById("content");
const place = document.querySelector("[data-sheets]");
const calls = document.querySelector("[data-calls]");
const me = wall.dataset.badge;
// The clock of the house when the page was made; that of this screen may go wrong.
const ahead = Date.parse(wall.dataset.now) - Date.now();
const LETTERS = "ngmlsr";
let columns = 1;

function tiles() {
  return [...wall.querySelectorAll(".region-tile")];
}

// --- what fills the wall

function lay() {
  const found = shape(tiles().length, wall.clientWidth, wall.clientHeight);
  columns = found.columns;
  wall.style.setProperty("--columns", found.columns);
  wall.style.setProperty("--rest", found.rest);
  wall.toggleAttribute("data-full", !found.rest);
}

new ResizeObserver(lay).observe(wall);

// --- how long

function tick() {
  const now = Date.now() + ahead;
  for (const time of wall.querySelectorAll("time[data-since]")) {
    const seconds = Math.max(0, (now - Date.parse(time.dateTime)) / 1000);
    time.textContent = counted(seconds);
    time.toggleAttribute("data-own-late", Boolean(time.dataset.late) && seconds > Number(time.dataset.late));
  }
  const { lang, dataset } = document.documentElement;
  const clock = wall.querySelector("[data-clock]");
  clock.textContent = new Date(now).toLocaleTimeString(lang, { timeZone: dataset.zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/** What calls at any table, in the cells that are left over: it is read there again, never instead of its tile. */
function list() {
  const lines = tiles().flatMap((tile) => {
    const alert = tile.querySelector(".tile-alert:not(.tile-of-house)");
    if (!alert) return [];
    const line = document.createElement("li");
    line.className = alert.classList.contains("alert-known") ? "call-known" : "";
    const way = tile.querySelector(".tile-way").cloneNode(true);
    way.className = "act";
    line.append(way, alert.querySelector("strong").cloneNode(true), alert.querySelector(".tile-alert-how").cloneNode(true));
    return [line];
  });
  calls.replaceChildren(...lines);
}

function refresh() {
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
  const there = beside(all.indexOf(tile), key, columns, all.length);
  if (all[there] === tile) return false;
  all[there].querySelector(".tile-way")?.focus();
  return true;
}

refresh();
