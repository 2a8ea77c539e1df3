// A card reader on trial: what stands in the fields of its form is what it is understood by, and a scan fills in a code.

import { watch } from "../console/reader.js";

const ENDS = { enter: "\n", tab: "\t", "": "" };
const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const { elements } = document.getElementById("card-reader");
const trial = document.getElementById("trial");
const tried = document.getElementById("tried");
const codeFields = [...document.querySelectorAll("[data-code]")];

function settings() {
  const codes = codeFields.flatMap(({ name, value }) => value.split(/\s+/).filter(Boolean).map((code) => [code, name.slice("code-".length)]));
  const ending = elements.suffix.value + ENDS[elements.ends.value];
  return { prefix: elements.prefix.value, ending, pace: Number(elements.pace.value) || 60, codes: Object.fromEntries(codes) };
}

/** Keys that write nothing, as signs that can be read. */
function legible(typed) {
  return typed.replaceAll("\n", "¶").replaceAll("\t", "→");
}

function shown(card) {
  return (card[0] === "T" ? "10" : card[0]) + SUITS[card[1]];
}

function say(what, { typed, code, card }) {
  const face = card && card !== "cut" ? shown(card) : "";
  const facts = { typed: legible(typed), code, card: face };
  tried.textContent = tried.dataset[what].replace(/\{(\w+)\}/g, (_all, name) => facts[name]);
}

/** The code comes into the field of its card, and the next card is scanned into the next field. */
function learn(field, code) {
  field.value = code;
  const next = codeFields[codeFields.indexOf(field) + 1];
  next?.focus();
  next?.select();
}

function read(scan) {
  if (scan.stray) {
    // In the other fields hands type, and some are quick.
    if (!scan.field || scan.field === trial) say("stray", scan);
    return;
  }
  if (codeFields.includes(scan.field)) learn(scan.field, scan.code);
  say(scan.card === "cut" ? "cut" : scan.card ? "read" : "unknown", scan);
}

trial.addEventListener("focus", () => trial.select());
watch({ settings, read, hand: () => {}, own: true });
