// The wall of the pit: how its tiles are laid, and what stands on them.

/** Put the widest that may stand in each figure on every tile, with so many results. */
export function widen(results) {
  const widest = {
    dealer: "dealer-t12-barbarossa",
    staked: "1.250.000,00 CHF",
    limits: "1.000–1.250.000",
    pace: "120",
    turnover: "9.999.000 CHF",
    coup: "9.999",
  };
  for (const [what, text] of Object.entries(widest)) {
    const html = text.replace(/ (CHF)$/, " <small>$1</small>");
    for (const one of document.querySelectorAll(`.tile-${what} dd, b.tile-${what}`)) one.innerHTML = html;
  }
  for (const one of document.querySelectorAll("time[data-since]")) {
    one.dateTime = new Date(Date.now() - 45296000).toISOString();
  }
  for (const one of document.querySelectorAll(".tile-results")) {
    one.innerHTML = '<svg class="letter" viewBox="0 0 40 40"></svg>'.repeat(results);
  }
}

/** Leave only the first so many tiles on the wall. */
export function leaveTiles(count) {
  for (const one of [...document.querySelectorAll(".region-tile")].slice(count)) one.remove();
}

/** Say what is wrong with a wall of so many tiles: sizes that differ, overlaps, holes, and tiles out of view. */
export function wrongWall(count) {
  const content = document.getElementById("content");
  const wall = content.getBoundingClientRect();
  const boxes = [...document.querySelectorAll(".region-tile")].map((one) => one.getBoundingClientRect());
  const rest = document.querySelector(".pit-rest").getBoundingClientRect();
  const all = rest.width ? [...boxes, rest] : boxes;
  const [{ width, height }] = boxes;
  const isSame = (one) => Math.abs(one.width - width) < 1.5 && Math.abs(one.height - height) < 1.5;
  const isOutside = (one) => one.right > innerWidth || one.bottom > innerHeight || one.top < wall.top;
  const found = [];
  if (boxes.length !== count) found.push(`${boxes.length} tiles`);
  if (!boxes.every(isSame)) found.push("sizes");
  if (all.some((one, at) => all.slice(at + 1).some((other) => meet(one, other, 1)))) found.push("overlap");
  if (all.some(isOutside)) found.push("outside");
  const area = all.reduce((sum, one) => sum + one.width * one.height, 0);
  if (area < 0.93 * wall.width * wall.height) found.push(`a hole: ${area / wall.width / wall.height}`);
  const isHigh = content.scrollHeight > content.clientHeight || document.documentElement.scrollHeight > innerHeight;
  if (isHigh) found.push("scrolls");
  return found;
}

/** Whether two boxes lie over each other, by more than this in height. */
function meet(one, other, spare) {
  const across = one.left < other.right - 1 && other.left < one.right - 1;
  return across && one.top < other.bottom - spare && other.top < one.bottom - spare;
}

/** Whether a box lies inside another one. */
function isInside(one, box) {
  const across = one.left >= box.left - 1 && one.right <= box.right + 1;
  return across && one.top >= box.top - 1 && one.bottom <= box.bottom + 1;
}

/** Whether something is seen; what there is not is not. */
function isSeen(one) {
  return one?.checkVisibility({ visibilityProperty: true });
}

/** Give the size in which something is written, in CSS pixels. */
function typeSize(one) {
  return Number.parseFloat(getComputedStyle(one).fontSize);
}

/** Whether a figure in this box is shown in part, or in two lines. */
function isBroken(one, at, room) {
  const isWide = one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline";
  return !isInside(at, room) || isWide || at.height > 1.9 * typeSize(one);
}

/** List the figures of a tile that are wrong, and its words below sixteen pixels. */
function wrongOnTile(tile) {
  const whole = tile.getBoundingClientRect();
  const box = tile.querySelector(".tile-figures").getBoundingClientRect();
  const seen = (what) =>
    [...tile.querySelectorAll(what)].filter(isSeen).map((one) => [one, one.getBoundingClientRect()]);
  const shown = seen(".tile-figures dd").filter(([, at]) => at.top < box.bottom - 1);
  const figures = [...shown, ...seen("h2, .badge, .tile-since, .tile-age")];
  const wrong = figures.filter(([one, at]) => isBroken(one, at, one.closest(".tile-figures") ? box : whole));
  const over = figures.filter(([one, at]) => figures.some(([other, there]) => one !== other && meet(at, there, 2)));
  const small = seen("p, dd, dt, h2, span, b, strong, time, button").filter(([one]) => typeSize(one) < 16);
  const row = tile.querySelector(".tile-results");
  const newest = row.lastElementChild;
  const isCut = isSeen(newest) && !isInside(newest.getBoundingClientRect(), row.getBoundingClientRect());
  return [...wrong, ...over, ...small].map(([one]) => one).concat(isCut ? [row] : []);
}

/** List figures that are shown in part, in two lines, or over each other; and words below sixteen pixels. */
export function wrongFigures() {
  return [...document.querySelectorAll(".tile")].flatMap((tile) =>
    wrongOnTile(tile).map((one) => `${tile.ariaLabel}: ${one.className || one.tagName} ${one.textContent}`),
  );
}

/** List what a finger could miss; on low tiles it is smaller. */
export function smallTargets() {
  const least = document.querySelector("[data-terse]") ? 31.5 : 47.5;
  return [...document.querySelectorAll("#content button, #content .pit-calls a")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.ariaLabel ?? one.textContent, one.getBoundingClientRect()])
    .filter(([, box]) => Math.min(box.height, box.width) < least)
    .map(([words]) => words);
}

/** Let the clock of a tile have begun two minutes earlier, and be late after 90 seconds. */
export function makeLate() {
  const time = document.querySelector(".tile-since");
  time.dataset.late = 90;
  time.dateTime = new Date(Date.parse(time.dateTime) - 120000).toISOString();
}

/** Return the rectangle of an element in the window. */
const box = (one) => one.getBoundingClientRect();

/** List those of these sentences that a tile which calls does not show whole, or lays over its keys. */
export function cutOnTheTile(sentences) {
  const alert = document.querySelector(".tile-alert");
  const tile = alert.closest(".tile");
  const [words, how, acts] = [".tile-alert-words", ".tile-alert-how", ".tile-acts"].map((one) => tile.querySelector(one));
  // A low tile has its one key above.
  const end = isSeen(acts) ? box(acts).top : box(tile).bottom;
  return sentences.filter((sentence) => {
    words.querySelector("strong").textContent = sentence;
    return box(words).top < box(alert).top || box(words).bottom > box(how).top + 1 || box(alert).bottom > end + 1;
  });
}

/** List the keys of tiles that reach over the edge of their tile, or whose words do over that of the key. */
export function wrongKeys() {
  return [...document.querySelectorAll(".tile .act")]
    .filter(isSeen)
    .filter((key) => {
      const words = document.createRange();
      words.selectNodeContents(key);
      const isWide = box(words).left < box(key).left + 2 || box(words).right > box(key).right - 2;
      return isWide || !isInside(box(key), box(key.closest(".tile")));
    })
    .map((key) => key.ariaLabel);
}
