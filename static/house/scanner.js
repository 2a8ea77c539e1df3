// The badge before the camera of this device. The camera is on while somebody looks for a badge, and off at once after.

import { badgeOf, say, take } from "./badge.js";

const EVERY = 150;
const LONGEST = 30000;
const WITH = { video: { facingMode: { ideal: "user" }, width: { ideal: 640 } }, audio: false };

const box = document.querySelector(".scanner");
const video = box.querySelector("video");
const words = box.querySelector(".scanner-said");
const strange = document.querySelector("[data-scan-said]").dataset.strange;
let stream = null;
let looks = 0;
let ending = 0;

/** Why no badge can be read here; empty where it can. */
async function hindrance() {
  if (!isSecureContext) return "plain";
  if (!("BarcodeDetector" in globalThis) || !navigator.mediaDevices) return "cannot";
  const reads = await BarcodeDetector.getSupportedFormats();
  return reads.includes("qr_code") ? "" : "cannot";
}

async function begin() {
  const why = await hindrance();
  // Pressed twice, or left meanwhile.
  if (why || box.open || document.hidden) return say(why);
  say("");
  words.textContent = "";
  box.showModal();
  const mine = ++looks;
  try {
    const opened = await navigator.mediaDevices.getUserMedia(WITH);
    // Closed before the browser had asked whether it may.
    if (mine !== looks) return release(opened);
    stream = opened;
    video.srcObject = stream;
    await video.play();
  } catch {
    if (mine !== looks) return;
    end();
    return say("none");
  }
  if (mine !== looks) return;
  ending = setTimeout(end, LONGEST);
  look(new BarcodeDetector({ formats: ["qr_code"] }), mine);
}

async function look(detector, mine) {
  const found = await detector.detect(video).catch(() => []);
  if (mine !== looks || !stream) return;
  const badge = found.map((code) => badgeOf(code.rawValue)).find(Boolean);
  if (badge) {
    end();
    return take(badge);
  }
  if (found.length) words.textContent = strange;
  setTimeout(look, EVERY, detector, mine);
}

function release(opened) {
  for (const track of opened.getTracks()) track.stop();
}

function end() {
  clearTimeout(ending);
  looks += 1;
  if (stream) release(stream);
  stream = null;
  video.srcObject = null;
  if (box.open) box.close();
}

document.querySelector(".scan").hidden = false;
document.querySelector("[data-scan]").addEventListener("click", begin);
box.querySelector("[data-scan-ends]").addEventListener("click", end);
box.addEventListener("close", end);
addEventListener("pagehide", end);
document.addEventListener("visibilitychange", () => document.hidden && end());
