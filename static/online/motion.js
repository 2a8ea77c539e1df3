// What moves on the table of an online player: cards that come from the sabot and are turned, chips that fly.

const FLIES = 240; // milliseconds, as those below
const TURNS = 240;
const APART = 300;
const BEFORE_THIRDS = 350;
const CHIP_FLIES = 260;
const EASE = "cubic-bezier(.25, .7, .3, 1)";

/** Whether nothing moves: nobody looks, or whoever looks does not want it. */
export function still() {
  const off = localStorage.getItem("sabot.falling") === "off";
  return off || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

const middle = (one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

/** Where cards and chips come from and go to: the sabot, or the upper edge where none is drawn. */
function house() {
  const sabot = document.querySelector("[data-sabot]");
  if (sabot?.checkVisibility()) return middle(sabot);
  const cloth = document.querySelector(".cloth").getBoundingClientRect();
  return { x: cloth.left + cloth.width / 2, y: cloth.top };
}

// --- cards

/**
 * The cards of both hands come one after the other and are turned where they lie; points are said as each is turned, and
 * who has won not before the last one. `landed` is called for each card.
 */
export async function come(dealt, landed) {
  const hands = dealt.querySelector(".dealt");
  const cards = [...dealt.querySelectorAll(".falls")].toSorted((one, other) => one.dataset.order - other.dataset.order);
  if (still() || !cards.length) return;
  const won = dealt.querySelector(".hold-won");
  const words = hands.getAttribute("aria-label");
  won?.classList.remove("hold-won");
  hands.removeAttribute("aria-label");
  for (const points of dealt.querySelectorAll("[data-points]")) points.textContent = "";
  const from = house();
  const turned = cards.map((card, at) => comes(card, from, at * APART + (card.dataset.order > 4 ? BEFORE_THIRDS : 0), landed));
  const hurry = () => {
    if (document.hidden) for (const one of dealt.getAnimations({ subtree: true })) one.finish();
  };
  document.addEventListener("visibilitychange", hurry);
  await Promise.all(turned);
  document.removeEventListener("visibilitychange", hurry);
  hands.setAttribute("aria-label", words);
  won?.classList.add("hold-won");
}

async function comes(card, from, delay, landed) {
  const to = middle(card);
  const way = { x: from.x - to.x, y: from.y - to.y };
  // One that lies across is turned by its style: its own axes lie across as well.
  const { x, y } = getComputedStyle(card).rotate === "none" ? way : { x: way.y, y: -way.x };
  const at = (part, lift) => `translate(${x * part}px, ${y * part - lift}px) rotate(${-24 * part}deg) scale(${1 - 0.35 * part})`;
  const flight = card.animate(
    [{ opacity: 0, transform: at(1, 0) }, { opacity: 1, transform: at(0.96, 0), offset: 0.02 }, { transform: at(0.42, 26), offset: 0.55 }, { transform: "none" }],
    { duration: FLIES, delay, fill: "backwards", easing: "ease-out" },
  );
  const turn = { duration: TURNS, delay: delay + FLIES, fill: "backwards", easing: "ease-in-out" };
  card.querySelector(".falls-back").animate(
    [{ visibility: "visible", transform: "rotateY(0)" }, { visibility: "visible", transform: "rotateY(-180deg)" }], turn);
  for (const face of card.querySelectorAll(".falls-face")) {
    face.animate([{ transform: "rotateY(180deg)" }, { transform: "rotateY(90deg) scale(1.06)", offset: 0.5 }, { transform: "none" }], turn);
  }
  await flight.finished;
  landed();
  await Promise.all(card.getAnimations({ subtree: true }).map((one) => one.finished));
  card.closest(".hold").querySelector("[data-points]").textContent = card.dataset.sum;
}

// --- chips

const values = () => [...document.querySelectorAll(".pick-chip input")].map((one) => Number(one.value));
const drawn = (place) => document.querySelectorAll(".pick-chip .chip")[place].cloneNode(true);

/** The chips of an amount, the largest first, by their places in the row: at most five. */
function chipsOf(amount) {
  const found = [];
  let left = amount;
  for (let place = values().length - 1; place >= 0 && found.length < 5; place -= 1) {
    while (left >= values()[place] && found.length < 5) {
      found.push(place);
      left -= values()[place];
    }
  }
  return found;
}

/** Lay the chips of an amount in a box, as high as it has chips. */
export function pile(box, amount) {
  box.querySelector(".bet-pile").replaceChildren(...chipsOf(amount).map(drawn));
}

/** A chip of this amount flies from one element, or from the house (null), to another one, or to the house. */
export function fly(from, to, amount) {
  const [place] = chipsOf(amount);
  if (still() || place === undefined) return;
  const one = drawn(place);
  one.classList.add("chip-flies");
  document.body.append(one);
  const [begins, ends] = [from, to].map((end) => (end ? middle(end) : house()));
  const half = one.getBoundingClientRect().width / 2;
  const at = ({ x, y }, lift) => `translate(${x - half}px, ${y - half - lift}px)`;
  const between = { x: (begins.x + ends.x) / 2, y: (begins.y + ends.y) / 2 };
  const flight = one.animate([{ transform: at(begins, 0) }, { transform: at(between, 34) }, { transform: at(ends, 0) }], { duration: CHIP_FLIES, easing: EASE });
  flight.finished.finally(() => one.remove());
}
