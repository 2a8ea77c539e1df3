// How long a held coup waits, in minutes and seconds by the clock of the house, which sends only since when.

import { now } from "../felt/hours.js";

function tick() {
  for (const time of document.querySelectorAll("time[data-clock]")) {
    const passed = Math.max(0, Math.floor((now() - Date.parse(time.dateTime)) / 1000));
    time.setAttribute("data-own-clock", `${Math.floor(passed / 60)}:${String(passed % 60).padStart(2, "0")}`);
  }
}

document.body.addEventListener("shown", tick);
setInterval(tick, 1000);
tick();
