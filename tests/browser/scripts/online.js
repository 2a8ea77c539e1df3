// Baccarat online: what a player reads, and how it comes onto the page.

/** Give a hand as it lies there: what is said, its cards, what each box was paid, and the balance. */
export function hand() {
  const boxes = [...document.querySelectorAll("[data-box]")];
  return {
    said: document.querySelector("[data-said]").textContent,
    cards: document.querySelector(".dealt").getAttribute("aria-label"),
    paid: boxes.map((it) => [it.dataset.box, it.dataset.how, it.querySelector(".bet-paid").textContent]),
    money: document.querySelector("[data-money]").textContent,
  };
}

/** Press “Deal”, and once more what has its place as soon as the hand lies there: as one who taps twice. */
export async function tapTwice() {
  document.querySelector("[data-deal]").click();
  const then = document.querySelector("[data-new]");
  while (then.hidden) await new Promise(requestAnimationFrame);
  then.click();
}

/** List what is printed in each box. */
export function printed() {
  const boxes = [...document.querySelectorAll("[data-box]")];
  return boxes.map((it) => [it.dataset.box, it.querySelector(".bet-name small").textContent]);
}

/** List what the help says that each bet returns, by rows. */
export function returns() {
  const rows = [...document.querySelectorAll("#side ~ .wide tbody tr")];
  return rows.map((row) => [...row.querySelectorAll("td")].slice(1).map((cell) => cell.textContent));
}

/** Note in `window.said` what is said from now on, each with the number of cards that are falling meanwhile. */
export function noteSaid() {
  const said = document.querySelector("[data-said]");
  const dealt = document.querySelector("[data-dealt]");
  window.said = [];
  new MutationObserver(() => {
    const falling = dealt.getAnimations({ subtree: true }).filter((one) => one.playState !== "finished");
    window.said.push([said.textContent, falling.length]);
  }).observe(said, { childList: true });
}

/** List faces whose rank is too near to their pips or their court, or to the edge of the card, with both distances. */
export async function crampedFaces() {
  await document.fonts.ready;
  const drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  document.body.append(drawn);
  const distances = [..."A23456789TJQK"].map((rank) => {
    drawn.replaceChildren(...[`r${rank}`, `c${rank}S`].map((id) => document.getElementById(id).cloneNode(true)));
    const corner = drawn.querySelector("text").getBBox();
    const pips = [...drawn.lastChild.children].slice(2).map((one) => one.getBBox().x);
    return [rank, Math.min(...pips) - corner.x - corner.width, corner.x + 36];
  });
  return distances.filter(([rank, toPips, toEdge]) => (rank !== "A" && toPips < 0.5) || toEdge < 1);
}

/** Note in `window.shifted` and `window.moved` how far, and what, the page shifts. */
function noteShifts() {
  const moved = [];
  const note = (one) => {
    window.shifted += one.value;
    moved.push(...one.sources.map((it) => `${it.node?.className} ${it.previousRect.y} ${it.currentRect.y}`));
  };
  Object.assign(window, { shifted: 0, moved });
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: "layout-shift", buffered: true });
}

/** Note in `window.answered` whether the frame after the next press of “Deal” answers it already. */
function noteFirstAnswer() {
  const said = document.querySelector("[data-said]");
  const note = () => {
    const before = said.textContent;
    requestAnimationFrame(() => (window.answered = said.textContent !== before));
  };
  document.querySelector("[data-deal]").addEventListener("click", note, { capture: true, once: true });
}

/** Note in `window.moments`, of each frame: is a card covered, has somebody won, what is said, and is it read out. */
function noteMoments() {
  const said = document.querySelector("[data-said]");
  window.moments = [];
  const look = () => {
    const covered = [...document.querySelectorAll(".falls")].some((one) => one.getAnimations({ subtree: true }).length);
    const won = document.querySelectorAll(".hold-won, [data-how]").length > 0;
    const isReadOut = document.querySelector(".dealt").hasAttribute("aria-label");
    window.moments.push([covered, won, said.textContent, isReadOut]);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Note how far the page shifts, whether “Deal” is answered at once, and what each frame shows. */
export function observe() {
  noteShifts();
  noteFirstAnswer();
  noteMoments();
}

/** List parts of a table that have to be in view and are not. */
export function outOfView() {
  const parts = ["[data-deal]:not([hidden]), [data-new]:not([hidden])", ".bet-punto", ".play-balance"];
  const high = document.documentElement.scrollHeight;
  return parts
    .map((what) => [what, document.querySelector(what).getBoundingClientRect()])
    .filter(([, box]) => box.top < 0 || box.bottom > innerHeight || box.right > innerWidth)
    .map(([what]) => `${what} is out of view`)
    .concat(high > innerHeight + 1 ? [`${high} px high`] : []);
}

/** Give the four corners of a part whose own corners are round. */
function corners(one) {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const spare = Number.parseFloat(getComputedStyle(one).borderTopLeftRadius) * (1 - Math.SQRT1_2);
  return [left + spare, right - spare].flatMap((x) => [top + spare, bottom - spare].map((y) => new DOMPoint(x, y)));
}

/** List hands whose light does not stay on the cloth. */
export function lightsOffCloth() {
  const cloth = document.querySelector(".cloth-ground .felt-cloth");
  const onto = cloth.getScreenCTM().inverse();
  return [...document.querySelectorAll(".hold")]
    .filter((one) => corners(one).some((at) => !cloth.isPointInFill(at.matrixTransform(onto))))
    .map((one) => `the light of ${one.dataset.side} would lie over the rail`);
}

/** Whether the rail around the cloth lies within its drawing. */
export function isRailWhole() {
  const rail = document.querySelector(".felt-rail").getBBox();
  const { width, height } = document.querySelector(".cloth-ground").viewBox.baseVal;
  return rail.x >= 0 && rail.y >= 0 && rail.x + rail.width <= width && rail.y + rail.height <= height;
}
