// Pages of a house that are no screen of a table: the demo, house rules, manuals, figures, moments.

/** Whether the stage of the demo and what is told on it fit on one screen. */
export function isOnOneScreen() {
  const parts = [...document.querySelectorAll(".shown, .telling")];
  return parts.every((one) => one.getBoundingClientRect().bottom <= innerHeight);
}

/** List the screens of the stage that stand upright. */
export function uprightScreens() {
  const upright = [...document.querySelectorAll("iframe")].filter((one) => Number(one.height) > Number(one.width));
  return upright.map((one) => one.closest("[data-screen]").dataset.screen);
}

/** List names of side bets on a felt that are wider than the boxes in which they stand. */
export function wideNames() {
  return [...document.querySelectorAll("svg.felt .cell-name")]
    .filter((one) => one.getBBox().width > 0.8 * one.parentElement.previousElementSibling.getBBox().width)
    .map((one) => one.textContent);
}

/** Whether all of something is in view in the text of a manual. */
export function isInView(one) {
  const box = one.getBoundingClientRect();
  const room = one.closest("[data-manual-text]").getBoundingClientRect();
  return box.top >= room.top && box.bottom <= room.bottom;
}

/** List what is written in a chart and does not find room in it. */
export function outsideCharts() {
  return [...document.querySelectorAll(".chart")].flatMap((chart) => {
    const room = chart.getBoundingClientRect();
    const outside = [...chart.querySelectorAll("text")].filter((text) => {
      const box = text.getBoundingClientRect();
      return box.left < room.left - 1 || box.right > room.right + 1 || box.bottom > room.bottom + 1;
    });
    return outside.map((text) => text.textContent);
  });
}

/** List how long each of these elements moves, in milliseconds. */
export function durations(what) {
  const seconds = [...document.querySelectorAll(what)].map((one) => getComputedStyle(one).animationDuration);
  return seconds.map((it) => Number.parseFloat(it) * 1000);
}

/** Put this felt onto the page, and list each price on it with its width. */
export function printedPrices(html) {
  document.querySelector("main").innerHTML = html;
  return [...document.querySelectorAll(".cells-pay text")].map((one) => [one.textContent, one.getComputedTextLength()]);
}

/** Whether two rectangles are of one row, and one of them lies higher. */
const uneven = (one, other) => one.top < other.bottom && other.top < one.bottom && Math.abs(one.top - other.top) > 1;

/** List the fields of a row of filters that are higher or lower than another field of that row. */
export function unevenFields() {
  const fields = [...document.querySelectorAll('.report-filters :is(input:not([type="checkbox"]), select)')];
  const boxes = fields.map((field) => field.getBoundingClientRect());
  return fields.filter((_, at) => boxes.some((box) => uneven(boxes[at], box))).map((field) => field.name);
}

/** List the charts that are wider than their place, so that one has to scroll to the ends of their bars. */
export function scrolledCharts() {
  return [...document.querySelectorAll(".wide:has(> .chart)")]
    .filter((place) => place.scrollWidth > place.clientWidth + 1)
    .map((place) => place.textContent.trim().slice(0, 40));
}
