// Alerts that call are heard until somebody knows of them, the more urgent the more often: a coup that is held by three
// tones, a call for somebody by two, what is only to be known by a soft one. The sound can be turned off.

const TUNES = {
  holds: { every: 8000, loud: 0.18, tones: [880, 660, 880] },
  person: { every: 15000, loud: 0.14, tones: [880, 660] },
  notice: { every: 60000, loud: 0.08, tones: [660] },
};
const APART = 0.22;
const SETTING = "sabot.sound";
const button = document.querySelector("[data-sound]");
const counts = document.querySelectorAll("[data-alerts]");
const wanted = () => localStorage.getItem(SETTING) !== "off";
let sound = null;
const highest = new Map();
let calling = "";
let heard = 0;

/** How many alerts call on this page, the most urgent, and whether one is newer than all that called at its table before. */
function look() {
  let count = 0;
  let fresh = false;
  const loud = new Set();
  for (const alert of document.querySelectorAll("[data-alert]")) {
    const table = alert.closest("[data-table]").dataset.table;
    const newest = Number(alert.dataset.newest);
    fresh ||= newest > (highest.get(table) ?? 0);
    highest.set(table, Math.max(newest, highest.get(table) ?? 0));
    count += Number(alert.dataset.alert);
    loud.add(alert.dataset.loud);
  }
  calling = Object.keys(TUNES).find((severity) => loud.has(severity)) ?? "";
  for (const shown of counts) {
    shown.textContent = count;
    shown.parentElement.classList.toggle("some", count > 0);
  }
  if (fresh) ring();
}

function ring() {
  if (!calling || !wanted() || !sound || sound.state !== "running") return;
  heard = performance.now();
  const tune = TUNES[calling];
  tune.tones.forEach((pitch, place) => tone(sound.currentTime + APART * place, pitch, tune.loud));
}

function tone(at, pitch, loud) {
  const voice = sound.createOscillator();
  const volume = sound.createGain();
  voice.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.5);
  voice.connect(volume).connect(sound.destination);
  voice.start(at);
  voice.stop(at + 0.55);
}

function show() {
  if (!button) return;
  const may = sound !== null && sound.state === "running";
  button.dataset.sound = !wanted() ? "off" : may ? "on" : "asks";
  button.setAttribute("aria-pressed", String(wanted() && may));
}

async function wake() {
  sound ??= new AudioContext();
  if (sound.state !== "running") await sound.resume().catch(() => {});
  show();
}

button?.addEventListener("click", async () => {
  const on = button.dataset.sound === "on";
  localStorage.setItem(SETTING, on ? "off" : "on");
  await wake();
  ring();
});
// The button itself wakes it when it is released, having seen how it stood.
document.addEventListener("pointerdown", (event) => event.target.closest("[data-sound]") || wake());
document.addEventListener("keydown", wake, { once: true });
// Another window of this browser may have turned it on or off.
addEventListener("storage", show);
document.body.addEventListener("shown", look);
setInterval(() => calling && performance.now() - heard > TUNES[calling].every && ring(), 1000);
look();
show();
