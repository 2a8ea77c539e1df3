// How long a held coup waits, in minutes and seconds by this screen's clock; the house sends only since when.

function tick() {
  for (const time of document.querySelectorAll("time[data-clock]")) {
    const passed = Math.max(0, Math.floor((Date.now() - Date.parse(time.dateTime)) / 1000));
    time.setAttribute("data-own-clock", `${Math.floor(passed / 60)}:${String(passed % 60).padStart(2, "0")}`);
  }
}

document.body.addEventListener("shown", tick);
setInterval(tick, 1000);
tick();
