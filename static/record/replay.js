// A coup again: its steps follow each other without loading the page anew, by keys, by links, or by themselves.

import { redraw } from "../felt/patch.js";

const replay = document.getElementById("replay");
const play = document.querySelector("[data-play]");
const speed = document.querySelector("[data-speed]");
const pages = new Map();
let step = Number(replay?.dataset.step);
let timer = 0;

const last = () => Number(replay.dataset.count) - 1;
const keys = { ArrowLeft: () => go(step - 1), ArrowRight: () => go(step + 1), Home: () => go(0), End: () => go(last()), " ": toggle };

/** The page of a step; it stays the same for ever, so that it is asked for once. */
function page(of) {
  if (!pages.has(of)) pages.set(of, load(of));
  return pages.get(of);
}

async function load(of) {
  const answer = await fetch(`?step=${of}`).catch(() => null);
  if (!answer?.ok || answer.redirected) return null;
  return new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("replay");
}

async function go(to) {
  if (to < 0 || to > last() || to === step) return;
  step = to;
  const wanted = await page(to);
  if (!wanted) return location.assign(`?step=${to}#replay`);
  // Meanwhile another one was asked for.
  if (step !== to) return;
  for (const part of replay.querySelectorAll("[data-part]")) {
    redraw(part, "", wanted.querySelector(`[data-part="${part.dataset.part}"]`).innerHTML);
  }
  replay.dataset.step = to;
  history.replaceState(null, "", `?step=${to}#replay`);
  look();
  if (to < last()) page(to + 1);
}

/** The step that is shown stays in sight in its own box. */
function look() {
  const line = replay.querySelector("[aria-current=step]")?.closest("li");
  const box = line?.parentElement;
  if (box) box.scrollTop = line.offsetTop - (box.clientHeight - line.offsetHeight) / 2;
}

// --- by itself

function toggle() {
  if (timer) return pause();
  if (step === last()) go(0);
  start();
}

function start() {
  timer = setInterval(forward, Number(speed.value));
  play.setAttribute("aria-pressed", "true");
}

function pause() {
  clearInterval(timer);
  timer = 0;
  play.setAttribute("aria-pressed", "false");
}

async function forward() {
  await go(step + 1);
  if (step === last()) pause();
}

// --- the hand

function pressed(event) {
  const way = event.target.closest('a[href^="?step="]');
  if (!way || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(Number(new URL(way.href).searchParams.get("step")));
}

function typed(event) {
  const act = keys[event.key];
  if (!act || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("select") || (event.key === " " && event.target.closest("a, button"))) return;
  event.preventDefault();
  if (act === toggle && event.repeat) return; // a key that is held down is one press
  if (act !== toggle && timer) pause();
  act();
}

if (replay) {
  for (const one of document.querySelectorAll(".replay-play, .replay-keys")) one.hidden = false;
  replay.addEventListener("click", pressed);
  document.addEventListener("keydown", typed);
  play.addEventListener("click", toggle);
  speed.addEventListener("change", () => {
    if (!timer) return;
    pause();
    start();
  });
  look();
  if (step < last()) page(step + 1);
}
