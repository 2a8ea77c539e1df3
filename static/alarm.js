// Alerts that nobody has noted are heard until somebody does: two soft tones now and again. The sound can be turned off.

const EVERY = 8000;
const KEPT = "sabot.sound";
const button = document.querySelector("[data-sound]");
const counts = document.querySelectorAll("[data-alerts]");
const wanted = () => localStorage.getItem(KEPT) !== "off";
let sound = null;
const highest = new Map();
let standing = 0;
let heard = 0;

/** How many alerts stand on this page, and whether one of them is newer than all that stood at its table before. */
function look() {
  standing = 0;
  let fresh = false;
  for (const alert of document.querySelectorAll("[data-alert]")) {
    const table = alert.closest("[data-table]").dataset.table;
    const number = Number.parseInt(alert.dataset.key, 10);
    fresh ||= number > (highest.get(table) ?? 0);
    highest.set(table, Math.max(number, highest.get(table) ?? 0));
    standing += Number(alert.dataset.alert || 1);
  }
  for (const count of counts) {
    count.textContent = standing;
    count.parentElement.classList.toggle("some", standing > 0);
  }
  if (fresh) ring();
}

function ring() {
  if (!standing || !wanted() || !sound || sound.state !== "running") return;
  heard = performance.now();
  for (const [after, pitch] of [[0, 880], [0.22, 660]]) tone(sound.currentTime + after, pitch);
}

function tone(at, pitch) {
  const voice = sound.createOscillator();
  const volume = sound.createGain();
  voice.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.18, at + 0.02);
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
  localStorage.setItem(KEPT, on ? "off" : "on");
  await wake();
  ring();
});
// The button itself wakes it when it is released, having seen how it stood.
document.addEventListener("pointerdown", (event) => event.target.closest("[data-sound]") || wake());
document.addEventListener("keydown", wake, { once: true });
document.body.addEventListener("shown", look);
setInterval(() => performance.now() - heard > EVERY && ring(), 1000);
look();
show();
