// What the card reader of this table scans, as the office has set it up: a card for the next act, or the cut card.

import { awaiting, put } from "./pad.js";
import { wrongly } from "./question.js";
import { watch } from "./reader.js";

const PLAIN = /^(?:10|[A2-9TJQK])[SHDC]$/;
let known = { text: "", settings: null };

/** Take scans from now on; `hand` gets the keys of a hand, and `cameOut` is told of a card that nobody awaits. */
export function follow({ hand, cameOut }) {
  watch({ settings, hand, read: (scan) => read(scan, cameOut) });
}

function words() {
  return document.querySelector("[data-card-reader]")?.dataset ?? {};
}

/** As it was drawn last; null where the reader of this table was not set up. */
function settings() {
  const text = words().cardReader ?? "null";
  if (text !== known.text) known = { text, settings: JSON.parse(text) };
  return known.settings;
}

function read({ code, card, stray, field }, cameOut) {
  // A hand that is quick, or the badge reader: it has its field.
  if (stray && field) return;
  const found = card || (stray && plain(code));
  if (found === "cut") cutCard();
  else if (!found) wrongly({ kind: "refused", sentence: words().unknown.replace("{code}", code) });
  else if (awaiting()) put(found);
  else cameOut();
}

/** Keys of a hand that followed each other as fast as a reader's: 7S. */
function plain(text) {
  const face = text.toUpperCase();
  return awaiting() && PLAIN.test(face) ? face.replace("10", "T") : "";
}

/** The cut card came out: where it is told, one press is left. */
function cutCard() {
  const dialog = document.getElementById("sabot");
  if (dialog?.open) return lead(dialog);
  const tool = document.querySelector('.tool[data-opens="sabot"]');
  if (tool.closest("[inert]")) return;
  document.addEventListener("opened", ({ target }) => target.id === "sabot" && lead(target), { once: true });
  tool.click();
}

function lead(dialog) {
  const act = dialog.querySelector('[data-steps*="cut_card_out"] .next');
  if (act) act.focus();
  else wrongly({ kind: "refused", sentence: words().noCutCard });
}
