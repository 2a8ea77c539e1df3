// Discreet sounds, made here, and what the hand feels of a press where a tablet can shake; one switch turns both off.

import { isOn } from "./facts.js";

const TUNES = {
  key: [[1500, 0.02]],
  chip: [[2100, 0.015]],
  card: [[1500, 0.02], [1900, 0.03]],
  done: [[880, 0.04]],
  ask: [[660, 0.08], [880, 0.08]],
  proposal: [[1175, 0.09], [1568, 0.14]],
  no: [[220, 0.14]],
};
const FELT = { chip: [12], card: [25], done: [25], ask: [45, 60, 45], no: [45, 60, 45] }; // milliseconds: shakes and rests
const LOUD = { loud: 0.2, soft: 0.06 };
let audio = null;

/** Play one of the tunes, and let it be felt, unless they are switched off or nobody has touched the screen yet. */
export function sound(name) {
  if (isOn("sounds")) play(name, localStorage.getItem("sabot.sounds"));
}

/** Play one of the tunes, loud or soft, and let it be felt, unless nobody has touched the screen yet. */
export function play(name, loud) {
  if (!navigator.userActivation?.hasBeenActive) return;
  if (FELT[name]) navigator.vibrate?.(FELT[name]);
  audio ??= new AudioContext();
  let at = audio.currentTime;
  for (const [pitch, length] of TUNES[name]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUD[loud] ?? LOUD.soft, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length;
  }
}

// The first one stands on the console, all of them on its sheet.
const asking = () => Number(document.querySelector(".proposals")?.dataset.count ?? 0);
let proposals = asking();
document.body.addEventListener("shown", () => {
  const now = asking();
  if (now > proposals) sound("proposal");
  proposals = now;
});
