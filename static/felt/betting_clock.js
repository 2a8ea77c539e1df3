// Seconds for stakes, counted down from when the betting opened. At the end it says so; nothing is closed or locked by it.

import { now } from "./hours.js";

function tick() {
  for (const clock of document.querySelectorAll("[data-betting-clock]")) {
    const whole = Number(clock.dataset.bettingClock);
    const passed = Math.max(0, (now() - Date.parse(clock.dataset.since)) / 1000);
    const left = Math.max(0, Math.ceil(whole - passed));
    clock.setAttribute("data-own-left", left);
    clock.toggleAttribute("data-own-over", left === 0);
    clock.querySelector(".betting-rest").style.strokeDashoffset = `${100 - (100 * Math.max(0, whole - passed)) / whole}`;
  }
}

document.body.addEventListener("shown", tick);
setInterval(tick, 250);
tick();
