// The demo stage: its four screens are as large as there is room, and what a visitor is told points at one of them.

const FOLLOW_MS = 700;
const NARROW = matchMedia("(width < 52rem)");
// How wide the screens are on a phone, where all of them stand upright: a sign is a large one.
const UPRIGHT = 600;
const UPRIGHT_SIGN = 1080;
const stage = document.querySelector(".showing");
const telling = stage.querySelector(".telling");
const [title, words, steps] = ["[data-title]", "[data-words]", "[data-steps]"].map((one) => telling.querySelector(one));
const [ways, stories] = ["[data-ways]", "[data-stories]"].map((one) => telling.querySelector(one));
const refused = { until: 0, sentence: "" };
const paper = stage.querySelector(".shown-paper");
const PAPER = { width: 1000, height: 620 };
let at = null;
let read = "";
let questions = 0;
let answered = 0;

// --- the screens

/** Each page is laid out for a screen of its own width, and drawn as large as its place. */
function fit() {
  for (const frame of stage.querySelectorAll("iframe")) {
    const { clientWidth, clientHeight } = frame.parentElement;
    const sign = frame.closest(".shown-sign");
    const upright = sign ? UPRIGHT_SIGN : UPRIGHT;
    const width = NARROW.matches ? upright : Number(frame.dataset.width);
    const scale = clientWidth / width;
    frame.width = width;
    frame.height = sign && !NARROW.matches ? Number(frame.dataset.height) : Math.round(clientHeight / scale);
    frame.style.transform = `scale(${scale})`;
  }
}

/** A beat that points at the paper loads its page anew, as it stands now; else there is none. */
function lay({ at: screen, story, step }) {
  const now = screen === "paper" ? `${story} ${step}` : "";
  if (now === read) return;
  read = now;
  const room = paper.querySelector(".shown-room");
  if (!now) return room.replaceChildren();
  const frame = document.createElement("iframe");
  Object.assign(frame, { title: paper.querySelector("figcaption").textContent, src: paper.dataset.paper.replace("/-/", `/${story}/`) });
  // Scrolled within its own window: by a fragment in its address the stage itself would be.
  frame.addEventListener("load", () => {
    const result = frame.contentDocument?.getElementById("result");
    if (result) frame.contentWindow.scrollTo(0, result.getBoundingClientRect().top - 16);
  });
  Object.assign(frame.dataset, PAPER);
  room.replaceChildren(frame);
  fit();
}

function turnTo(screen) {
  for (const one of stage.querySelectorAll("[data-screen]")) one.toggleAttribute("data-tabbed", one.dataset.screen === screen);
  for (const tab of stage.querySelectorAll("[data-tab]")) tab.setAttribute("aria-pressed", tab.dataset.tab === screen);
}

for (const tab of stage.querySelectorAll("[data-tab]")) tab.addEventListener("click", () => turnTo(tab.dataset.tab));
const rooms = new ResizeObserver(fit);
for (const room of stage.querySelectorAll(".shown-room")) rooms.observe(room);

// --- what is told

function tell(beat) {
  const mine = Boolean(beat.yours);
  const said = Date.now() < refused.until ? refused.sentence : "";
  write(title, mine ? beat.title : beat.story ? `${title.dataset.another} ${beat.title}` : title.dataset.none);
  write(words, said || beat.sentence || words.dataset.none);
  stage.dataset.at = said ? "" : (beat.at ?? "");
  if (beat.at && beat.at !== at) turnTo(beat.at);
  lay(beat);
  at = beat.at;
  count(beat);
  ways.hidden = !mine;
  stories.hidden = mine;
  ways.querySelector("[data-again]").value = beat.story;
  const pause = ways.querySelector("[data-pause]");
  pause.setAttribute("aria-pressed", beat.paused);
  write(pause, beat.paused ? pause.dataset.on : pause.dataset.pause);
}

/** Only what is new is written: it is read aloud. */
function write(where, text) {
  if (where.textContent !== text) where.textContent = text;
}

function count({ of, step }) {
  if (steps.childElementCount !== of) steps.replaceChildren(...Array.from({ length: of }, () => document.createElement("span")));
  [...steps.children].forEach((one, place) => one.classList.toggle("past", place < step));
}

async function follow() {
  if (document.visibilityState !== "visible") return;
  const mine = ++questions;
  const answer = await fetch(`${stage.dataset.told}?visit=${stage.dataset.visit}`).catch(() => null);
  // An older answer that comes last is that of an earlier moment.
  if (mine < answered) return;
  answered = mine;
  if (!answer?.ok) return write(words, stage.dataset.failed);
  const beat = await answer.json();
  tell(beat);
  if (beat.asleep) press("look");
}

// --- what is pressed

async function press(what) {
  const form = new FormData(telling);
  form.set("do", what);
  const headers = { Accept: "application/json" };
  const answer = await fetch(telling.action, { method: "POST", body: form, headers }).catch(() => null);
  const { refused: sentence = "" } = answer ? await answer.json().catch(() => ({})) : {};
  Object.assign(refused, { sentence, until: sentence ? Date.now() + 6000 : 0 });
}

telling.addEventListener("submit", async (event) => {
  event.preventDefault();
  await press(event.submitter.value);
  follow();
});

setInterval(follow, FOLLOW_MS);
follow();
