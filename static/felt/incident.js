// Incidents: the questions of a report, where the cards lie, what is known of their order, and who is present.

import { amend, cents, fill, once } from "./acts.js";
import { freshName } from "./names.js";
import { tell } from "./screen.js";
import { settle } from "./steady.js";
import { inWords } from "./words.js";

const here = document.getElementById("attest-here");
let read = null; // the sheet of the inspector that is open
let mine = null; // the sheet on which something was decided here
let proving = ""; // the press of who is present by badge and PIN, until its sheet is closed

// --- what a report says of the cards

amend("form", (form, steps) => {
  for (const cards of form.querySelectorAll("[data-lie]")) laid(steps[0].given, cards);
  for (const places of form.querySelectorAll("[data-places]")) said(steps[0].given, places);
  for (const stakes of form.querySelectorAll("[data-corrected]")) corrected(steps[0].given, stakes);
  return steps;
});

/** At which box each card lies; left out where the record has it so. Where one beside the sabot is not out, it is said. */
function laid(found, cards) {
  const boxes = [...cards.querySelectorAll(":checked")].map((one) => one.value).filter((box) => box !== "out");
  const reported = boxes.map((box) => (box === "-" ? null : box));
  const known = JSON.parse(cards.dataset.told);
  if (reported.length < known.length && known.includes(null) && !reported.includes(null)) reported.push("out");
  if (JSON.stringify(reported) !== JSON.stringify(known)) fill(found, cards.dataset.lie, reported);
}

/** At which places a card can have come out, for the cards of which something new is said; none ticked is any of them. */
function said(found, table) {
  for (const row of table.querySelectorAll("[data-number]")) {
    const boxes = [...row.querySelectorAll("input")];
    const ticked = boxes.filter((one) => one.checked);
    const places = (ticked.length ? ticked : boxes).map((one) => Number(one.value));
    if (row.dataset.told !== places.join(",")) (found.places ??= {})[row.dataset.number] = places;
  }
}

/** What the Direzione corrects, stake by stake; one beside which nothing is written is left as it was paid. */
function corrected(found, stakes) {
  const written = [...stakes.querySelectorAll("[data-stake]")].filter((one) => one.value.trim());
  for (const one of written) {
    (found.money ??= []).push(Object.assign(JSON.parse(one.dataset.stake), { amount: cents(one.value) }));
  }
}

// Of several answers the one that was chosen beforehand yields to the first that somebody gives: else it would be said, too.
document.addEventListener("change", ({ target }) => {
  if (!target.matches?.("[data-many]:checked") || target.defaultChecked) return;
  const others = [...target.closest("fieldset").querySelectorAll(":checked")].filter((one) => one !== target);
  if (others.length === 1) others[0].checked &&= !others[0].defaultChecked;
});

// --- the sum that a ruling moves, in words before it is pressed

document.addEventListener("input", ({ target }) => {
  const form = target.matches?.("[data-corrected] [data-stake]") && target.closest("form");
  if (form) repeat(form);
});
document.addEventListener("reset", ({ target }) => setTimeout(repeat, 0, target));

/** What is corrected in all, whichever way it moves. */
function repeat(form) {
  const place = form.querySelector("[data-sum-words]");
  if (!place) return;
  const written = [...form.querySelectorAll("[data-corrected] [data-stake]")].map((one) => Math.abs(cents(one.value)));
  const sum = written.filter(Number.isFinite).reduce((all, amount) => all + amount, 0);
  const words = inWords(sum, document.documentElement.lang);
  place.textContent = words && `${place.dataset.said} ${words}`;
}

// --- what the table answers

document.addEventListener("submit", ({ target }) => {
  if (target.matches("[data-steps]:not([data-stays])")) mine = target.closest("dialog");
});

// A sheet says itself why the table refuses: what lies below it is covered.
document.addEventListener("answered", (event) => {
  const { kind, sentence, source } = event.detail.frame;
  if (kind !== "done" && event.detail.dialog === mine) mine = null;
  const dialog = event.target.closest(".incident-sheet");
  if (!dialog?.open) return;
  refuse(dialog, [sentence, source].filter(Boolean).join(" · "));
  if (sentence) event.preventDefault();
});

// --- from sheet to sheet

document.addEventListener("click", (event) => {
  const attests = event.target.closest("[data-attests]");
  if (attests) here.querySelector("form").action = attests.dataset.attests;
  if (event.target.closest("[data-press]")) mine = event.target.closest("dialog");
  read = document.querySelector(".incident-decision[open]");
});

// A second tap that was meant for the button before answers no question of the sheet that has just opened.
document.addEventListener("opened", ({ target }) => {
  if (target.matches(".incident-sheet")) settle([target]);
  read = document.querySelector(".incident-decision[open]");
});

document.addEventListener(
  "close",
  ({ target }) => {
    if (!target.matches(".incident-sheet")) return;
    refuse(target, "");
    if (!here.open) proving = "";
    if (target === read) read = null;
  },
  true,
);

// --- present by badge and PIN: whoever is signed in here stays so, and the screen as it is

here.addEventListener("submit", (event) => {
  event.preventDefault();
  once(event.target, () => attest(event.target));
});

async function attest(form) {
  const nonce = (proving = form.elements.nonce.value = freshName());
  const why = await attested(form).catch(() => document.getElementById("said").dataset.unknown);
  // Closed meanwhile, and open for another case perhaps: it is said, but not there.
  if (proving !== nonce) return why && tell({ kind: "refused", sentence: why });
  if (!why) return here.close();
  refuse(here, why);
  form.elements.pin.value = "";
  form.elements.pin.focus();
}

/** Why the house does not take it; nothing if it does, and then sends on to the screen that is here already. */
async function attested(form) {
  const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
  if (answer.redirected) return new URL(answer.url).pathname === location.pathname ? "" : location.assign(answer.url);
  if (answer.status === 404) return here.dataset.decided;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.getElementById("refusal")?.textContent.trim() || document.getElementById("said").dataset.unknown;
}

function refuse(dialog, words) {
  const place = dialog.querySelector("[data-refused]");
  if (!place) return;
  place.textContent = words;
  if (words) place.scrollIntoView({ block: "nearest" });
}

// --- a sheet whose case somebody else has decided meanwhile

function decided() {
  const gone = read && !read.isConnected && read !== mine;
  const about = here.open && new URL(here.querySelector("form").action).pathname;
  const stale = about && !document.querySelector(`[data-incident="${CSS.escape(about)}"]`);
  if (stale) here.close();
  if (gone || stale) tell({ kind: "decided", sentence: here.dataset.decided });
  read = document.querySelector(".incident-decision[open]");
}

document.body.addEventListener("shown", decided);

// --- who looks

const me = document.querySelector("#content[data-badge], #piles[data-badge]")?.dataset.badge ?? "";

function mark() {
  for (const part of document.querySelectorAll("[data-not-for]")) {
    part.toggleAttribute("data-own-not-mine", part.dataset.notFor.split(" ").includes(me));
  }
  for (const part of document.querySelectorAll("[data-only-for]")) {
    part.toggleAttribute("data-own-not-mine", part.dataset.onlyFor !== me);
  }
}

document.body.addEventListener("shown", mark);
mark();

// Who was present by badge and PIN comes back to the sheet.
const linked = document.getElementById(location.hash.slice(1));
if (linked?.matches(".incident-sheet")) linked.showModal();
if (location.hash.startsWith("#incident-")) history.replaceState(null, "", location.pathname);
