// Cards, one key each: they fill the places of the open pad, and the last one sends them.

import { fill, isBusy, once, press, tableOf } from "../felt/acts.js";
import { facts, reason, root } from "../felt/facts.js";
import { refused, wrongly } from "./question.js";
import { seen } from "../felt/screen.js";
import { sound } from "../felt/sounds.js";

const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const keyed = new WeakMap();
let chosen = "";

/** The places that wait for cards now; null if none does. */
export function awaiting() {
  const open = chosen || document.querySelector(".now")?.dataset.padFirst;
  return open ? document.querySelector(`[data-pad-key="${CSS.escape(open)}"]`) : null;
}

/** A card as people read it: 10♠. */
export function shown(face) {
  return face ? (face[0] === "T" ? "10" : face[0]) + SIGNS[face[1]] : "";
}

/** A card was keyed: it takes the next place. */
export async function put(face) {
  const slots = awaiting();
  // What comes while the table answers is not kept: nobody knows yet whose card is next.
  if (!slots || isBusy(slots)) return sound("no");
  if (facts().exhausted?.includes(face)) return impossible(face);
  const faces = facesOf(slots);
  faces[faces.indexOf("")] = face;
  draw(slots);
  if (faces.includes("")) sound("key");
  else await once(slots, () => send(slots, faces));
}

function impossible(face) {
  const sentence = document.querySelector(".pad").dataset.impossible;
  wrongly({ kind: "refused", sentence: sentence.replace("{card}", shown(face)) });
}

/** The last card that was keyed is taken back, before it was sent. */
export function back() {
  const slots = awaiting();
  if (!slots) return;
  const faces = facesOf(slots);
  const given = JSON.parse(slots.dataset.pad).faces;
  for (let at = faces.length - 1; at >= 0; at--) {
    if (faces[at] && !given[at]) {
      faces[at] = "";
      break;
    }
  }
  draw(slots);
}

/** The first half of a card was typed. */
export function half(rank) {
  const slots = awaiting();
  if (slots) draw(slots, rank === "T" ? "10" : rank);
}

async function send(slots, faces) {
  const { verb, argument, given } = JSON.parse(slots.dataset.pad);
  fill(given, argument, argument.endsWith("cards") ? faces : faces[0]);
  if (given.reason) given.reason = reason();
  const steps = [{ verb, given }];
  const frame = await press(tableOf(slots), steps);
  if (frame.kind === "done") {
    sound("card");
    // Until the screen has followed the cards stay on the pad, and it takes no others.
    await shownAt(tableOf(slots), frame.number);
    // Meanwhile the hand may have taken out another pad.
    if (chosen === slots.dataset.padKey) chosen = "";
  } else refused(frame, steps);
  keyed.delete(slots);
  choose();
}

/** The screen shows the table as it was at this number, or later. */
function shownAt(table, number) {
  return new Promise((follows) => {
    const look = () => {
      if (seen(table) < number) return;
      document.body.removeEventListener("shown", look);
      follows();
    };
    document.body.addEventListener("shown", look);
    look();
  });
}

/** A card that was keyed wrong, and is not sent yet, is taken out of its place; the place is filled next. */
function takeOut(place) {
  const slots = place.closest(".slots");
  const at = [...slots.querySelectorAll(".slot")].indexOf(place);
  if (JSON.parse(slots.dataset.pad).faces[at]) return;
  facesOf(slots)[at] = "";
  draw(slots);
}

function facesOf(slots) {
  if (!keyed.has(slots)) keyed.set(slots, [...JSON.parse(slots.dataset.pad).faces]);
  return keyed.get(slots);
}

function draw(slots, rank = "") {
  const faces = facesOf(slots);
  const next = faces.indexOf("");
  for (const [at, place] of [...slots.querySelectorAll(".slot")].entries()) {
    place.querySelector(".slot-face").textContent = shown(faces[at]) || (at === next ? rank : "");
    place.classList.toggle("slot-next", at === next);
    place.classList.toggle("slot-red", "HD".includes(faces[at]?.[1] ?? "?"));
  }
}

/** Show the pad that is open, and mark the place that is filled next. */
function choose() {
  const open = awaiting();
  if (chosen && !open) {
    chosen = "";
    return choose();
  }
  for (const slots of document.querySelectorAll(".slots")) slots.toggleAttribute("data-own-on", slots === open);
  root()?.toggleAttribute("data-own-pad", Boolean(open));
  forget();
  offer();
  if (open) draw(open);
  for (const key of document.querySelectorAll(".card-key")) key.classList.toggle("card-key-none", Boolean(facts().exhausted?.includes(key.dataset.card)));
}

/** Without its sheet, and without a pad that was taken out, nobody has said why something is taken back. */
function forget() {
  if (chosen || document.querySelector("#take-back[open]")) return;
  for (const one of document.querySelectorAll("#take-back [name=reason]")) one.checked = one.defaultChecked;
}

/** A card of the felt that may be corrected is a button for the pad that does it; the others are none. */
function offer() {
  for (const card of document.querySelectorAll(".region-felt .served")) {
    const says = document.querySelector(`[data-pad-key="${CSS.escape(card.dataset.key)}"] .slot-says`);
    const marks = says ? { role: "button", tabindex: "0", "data-pad-opens": card.dataset.key, "aria-label": says.textContent } : {};
    for (const name of ["role", "tabindex", "data-pad-opens", "aria-label"]) {
      if (name in marks) card.setAttribute(name, marks[name]);
      else card.removeAttribute(name);
    }
    card.toggleAttribute("data-own-corrected", chosen !== "" && card.dataset.key === chosen);
  }
}

/** Take out the pad of this name, or leave it where it is out already. */
export function choosePad(name) {
  chosen = chosen === name ? "" : name;
  choose();
}

/** Leave the pad that was taken out, with what was keyed on it. Gives whether one was. */
export function leave() {
  if (!chosen) return false;
  const slots = awaiting();
  if (slots) keyed.delete(slots);
  chosen = "";
  choose();
  return true;
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-card]");
  if (key) put(key.dataset.card);
  else if (event.target.closest("[data-pad-back]")) back();
  else if (event.target.closest("[data-pad-away]")) leave();
  else if (event.target.closest(".slots[data-own-on] .slot")) takeOut(event.target.closest(".slot"));
  const opens = event.target.closest("[data-pad-opens]");
  if (opens) {
    opens.closest("dialog")?.close();
    choosePad(opens.dataset.padOpens);
  }
});

document.body.addEventListener("shown", choose);
document.addEventListener("close", choose, true);
choose();
