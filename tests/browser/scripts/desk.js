// The desk of an inspector: what sounds there, and how its panels stand.

/** Count in `window.tones` every tone that the page begins. */
export function countTones() {
  const silent = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  window.tones = 0;
  window.AudioContext = class {
    state = "running";
    currentTime = 0;
    destination = {};
    createOscillator() {
      return { frequency: {}, connect: (to) => to, start: () => window.tones++, stop() {} };
    }
    createGain() {
      return { gain: silent, connect: (to) => to };
    }
    async resume() {}
  };
}

/** Copy the first alert until there are so many. */
export function addAlerts(count) {
  const panel = document.querySelector(".panel-alerts");
  const one = panel.querySelector(".alert");
  while (panel.querySelectorAll(".alert").length < count) panel.append(one.cloneNode(true));
}

/** Whether an element ends below this height of the window. */
function endsBelow(one, height) {
  return one.getBoundingClientRect().bottom > height + 1;
}

/** List panels that end below where the alerts begin, and those of the first two alerts that end below their column. */
export function covered() {
  const { top } = document.querySelector(".panel-alerts").getBoundingClientRect();
  const { bottom } = document.querySelector(".desk-side").getBoundingClientRect();
  const panels = [...document.querySelectorAll(".desk-side > .panel:not(.panel-alerts)")];
  const alerts = [...document.querySelectorAll(".alert")].slice(0, 2);
  const wrong = [...panels.filter((one) => endsBelow(one, top)), ...alerts.filter((one) => endsBelow(one, bottom))];
  return wrong.map((one) => one.className);
}

/** Give what lies below the words that nothing counts here: the link, what calls, the tiles, the panels of a desk. */
export function belowTheMark() {
  const mark = document.querySelector(".training-mark").getBoundingClientRect();
  const lie = [...document.querySelectorAll(".link, .pit-rest, .tile, .panel, .desk-record, .act")];
  const meets = ({ left, right, top, bottom }) => left < mark.right && mark.left < right && top < mark.bottom && mark.top < bottom;
  return lie.filter((one) => meets(one.getBoundingClientRect())).map((one) => one.className);
}

/** Whether an element cannot be pressed in its middle, where the page is scrolled to now. */
export function isOutOfReach(one) {
  const { left, top, width, height } = one.getBoundingClientRect();
  return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

/** List those of these selectors whose first element is out of reach. */
export function outOfReach(selectors) {
  return selectors.filter((what) => isOutOfReach(document.querySelector(what)));
}

/** Leave this page what a browser has that knows no popovers. */
export function withoutPopovers() {
  for (const name of ["popover", "showPopover", "hidePopover"]) delete HTMLElement.prototype[name];
}

/** Press this on its sheet; before it is answered another sheet is refused and this one is gone. Give whether that is silent. */
export function decidedAsAnotherIsRefused(button) {
  const sheet = button.closest("dialog");
  button.click();
  const detail = { frame: { kind: "refused", sentence: "Too late." }, steps: [], dialog: document.getElementById("attest-here") };
  document.body.dispatchEvent(new CustomEvent("answered", { detail, bubbles: true, cancelable: true }));
  sheet.remove();
  document.body.dispatchEvent(new CustomEvent("shown", { detail: { table: document.body.dataset.table, whole: [] } }));
  return document.getElementById("said").hidden;
}
