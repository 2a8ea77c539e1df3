// What no page may do on any screen: stick out, scroll, wrap or cut its figures, be too small to press or to read.

const FIGURE = /[+−-]?\d(?:[\d.,:’\u00a0\u202f]*\d)?(?:\u00a0(?:CHF|€))?/g;

/** Give the words of those elements that are shown and smaller than this, in CSS pixels. */
function smaller(ones, width, height) {
  return ones
    .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.height < height || box.width < width))
    .map(([text]) => text);
}

/** Name the place of an element by the classes of the nearest one that has any. */
function place(one) {
  const named = one.closest("[class]");
  return `${named.tagName.toLowerCase()}.${named.getAttribute("class").trim().split(/\s+/).join(".")}`;
}

/** Whether what is written in an element is measured: it is seen, and is no drawing of a card or a letter. */
function isRead(one) {
  return (
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !one.closest(".unseen, .letter, .cards, dialog:not([open]), title, desc, script, select")
  );
}

/** List the texts of the page that are measured. */
function texts() {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    if (text.data.trim() && isRead(text.parentElement)) found.push(text);
  }
  return found;
}

/** Whether a box reaches beyond a room; of its height more than a third has to. */
function isOver(box, room) {
  const above = box.top < room.top - 1 && box.top + box.height / 3 < room.top;
  const below = box.bottom - box.height / 3 > room.bottom + 1;
  return box.left < room.left - 1 || box.right > room.right + 1 || above || below;
}

/** Whether a figure in this element is cut by a part around it, by its drawing, or by its plate. */
function isCut(one, box) {
  const drawing = one.closest("svg");
  if (drawing && isOver(box, drawing.getBoundingClientRect())) return true;
  const plate = one.classList.contains("pile-amount") && one.previousElementSibling;
  if (plate && one.getComputedTextLength() > plate.width.baseVal.value) return true;
  let apart = false;
  for (let room = one.parentElement && (drawing ?? one); room; room = room.parentElement) {
    const { overflowX, overflowY, position } = getComputedStyle(room);
    // What is placed by itself is cut by nothing but what it is placed in.
    if (apart && position === "static") continue;
    apart = position === "absolute";
    if (/auto|scroll/.test(overflowX + overflowY)) return false;
    if (/hidden|clip/.test(overflowX + overflowY) && isOver(box, room.getBoundingClientRect())) return true;
  }
  return false;
}

/** Give the size in which something is written, in CSS pixels of the screen. */
function typeSize(one) {
  const scale = one.getScreenCTM ? Math.hypot(one.getScreenCTM().a, one.getScreenCTM().b) : 1;
  return Number.parseFloat(getComputedStyle(one).fontSize) * scale;
}

// A phone makes its window as wide as what sticks out; how wide the page is to be, its root knows.
/** List elements that stick out of the page to the right, but for those in a box that scrolls by itself. */
export function stickingOut() {
  return [...document.querySelectorAll("body *")]
    .filter((one) => !one.closest(".wide, .unseen"))
    .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .map((one) => one.outerHTML.slice(0, 90));
}

/** Whether the page has to be scrolled, down or across. */
export function scrolls() {
  const { scrollHeight, scrollWidth, clientWidth } = document.documentElement;
  return scrollHeight > innerHeight || scrollWidth > clientWidth;
}

/** Whether an open dialog has to be scrolled. */
export function dialogScrolls() {
  return [...document.querySelectorAll("dialog[open]")].some((one) => one.scrollHeight > one.clientHeight + 1);
}

/** List open dialogs that stick out of the page or of themselves. */
export function dialogsStickingOut() {
  return [...document.querySelectorAll("dialog[open]")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth)
    .map((one) => one.id);
}

/** List cases, and keys of positions, that have to be scrolled to within their own place. */
export function scrolledAway() {
  return [...document.querySelectorAll(".region-incidents, .position-keys")]
    .filter((one) => getComputedStyle(one).display !== "none" && one.scrollHeight > one.clientHeight + 1)
    .map((one) => one.className);
}

/** List what a finger could miss; the card of a house is a link as a whole, by a layer of its own over it. */
export function smallTargets() {
  const ones = [...document.querySelectorAll("a:not(.house-head a), button, summary")];
  const below = ones.filter((one) => one.getBoundingClientRect().top >= 0);
  return smaller(below, 0, 43.5);
}

/** List what a finger could miss on open dialogs. */
export function smallOnDialogs() {
  const ones = document.querySelectorAll("dialog[open] :is(button, .pick, .lie-card label, summary, select)");
  const seen = [...ones].filter((one) => one.checkVisibility());
  return smaller(seen, 47.5, 47.5);
}

/** List what a finger could miss on a desk; the name of a table on its tile is a link as large as the tile. */
export function smallOnDesk() {
  const ones = [...document.querySelectorAll("a, button, summary, input, select")];
  const measured = ones.filter((one) => !one.closest(".tile-head, .tick") && one.checkVisibility());
  return smaller(measured, 43.5, 43.5);
}

/** List keys of a console that a quick hand could miss. */
export function smallKeys() {
  return smaller([...document.querySelectorAll(".now .next, .card-key, .claim-key, .chip-key")], 63.5, 63.5);
}

/** List buttons that a finger could miss. */
export function smallButtons() {
  return smaller([...document.querySelectorAll("button")], 43.5, 43.5);
}

/** Whether the key of an open sheet that need not be scrolled lies over what is asked before it. */
export function keyCovers() {
  return [...document.querySelectorAll("dialog[open] form > .pick-next")].some((key) => {
    const before = [...key.parentElement.children].findLast((one) => one.checkVisibility() && one !== key);
    const { scrollHeight, clientHeight } = key.closest("dialog");
    return before && scrollHeight <= clientHeight + 1 && before.getBoundingClientRect().bottom + 8 > key.getBoundingClientRect().top;
  });
}

/** List figures that go over two lines, or stick out of a part that cuts them off, their drawing, or their plate. */
export function brokenFigures() {
  const found = new Set();
  for (const text of texts()) {
    for (const figure of text.data.matchAll(FIGURE)) {
      const range = document.createRange();
      range.setStart(text, figure.index);
      range.setEnd(text, figure.index + figure[0].length);
      const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top / 4)));
      const one = text.parentElement;
      if (!one.closest("svg") && lines.size > 1) found.add(`${place(one)} wraps ${figure[0]}`);
      if (isCut(one, range.getBoundingClientRect())) found.add(`${place(one)} cuts ${figure[0]}`);
    }
  }
  return [...found];
}

/** List places with type under sixteen pixels, and its size. */
export function smallType() {
  const small = texts()
    .map((text) => text.parentElement)
    .filter((one) => typeSize(one) < 15.95);
  return [...new Set(small.map((one) => `${place(one)} ${typeSize(one).toFixed(1)}`))];
}

/** Say of all that acts, but for links within a sentence, whether it is small; a label is hit as a whole. */
export function targets() {
  const acts = 'a[href], button, summary, input, select, textarea, [role="button"], [role="radio"], [role="switch"]';
  const open = document.querySelector("dialog[open]") ?? document;
  return [...open.querySelectorAll(acts)]
    .filter((one) => one.checkVisibility() && one.type !== "hidden" && !one.matches("p a"))
    .map((one) => {
      const { width, height } = (one.closest("label") ?? one).getBoundingClientRect();
      const isSmall = width && (width < 47.5 || height < 47.5);
      return [isSmall, `${open.id ?? ""} ${one.outerHTML.slice(0, 120)}`];
    });
}

/** Open each dialog with all that is folded in it, and say of what acts there, and is read, whether it is small. */
export function targetsOnDialogs() {
  return [...document.querySelectorAll("dialog")].flatMap((dialog) => {
    for (const other of document.querySelectorAll("dialog[open]")) other.close();
    dialog.showModal();
    for (const more of dialog.querySelectorAll("details")) more.open = true;
    return targets().concat(smallType().map((one) => [true, `${dialog.id}: ${one}`]));
  });
}

/** Put the widest figures and names that a house writes in the place of those that stand here. */
export function widen() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const wide = [
    [/\b(dario|ivo|capo)\b/g, "massimiliano-giovanni".slice(0, 20)],
    [/\b(Coup) \d+/g, "$1 9.999"],
    [/^\d{1,2}$/, "9.999"],
  ];
  while (walker.nextNode()) {
    const { parentElement: inside, data } = walker.currentNode;
    const counts = inside.closest(".bar, .tile, .seat-table, .record, .counts, .desk-head");
    if (inside.closest(".tile .place")) continue;
    for (const [narrow, widest] of wide.slice(0, counts ? 3 : 2)) {
      if (narrow.test(data)) walker.currentNode.data = walker.currentNode.data.replace(narrow, widest);
    }
  }
}

/** Fill the page with figures that are broken in each of the ways, and one that is not. */
export function breakFigures() {
  const written = { whole: "9.999", cut: "1.250.000,00\u00a0CHF", wraps: "1.250 9.999" };
  document.body.innerHTML = Object.entries(written)
    .map(([name, text]) => `<p class="${name}">${text}</p>`)
    .join("");
  const [whole, cut, wraps] = document.body.children;
  Object.assign(cut.style, { width: "60px", overflow: "hidden", whiteSpace: "nowrap" });
  Object.assign(wraps.style, { width: "24px", overflowWrap: "anywhere" });
  whole.style.fontSize = "12px";
}

/** Resolve once what is laid out by its size stands where it is to stand: two frames later. */
export function settled() {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

/** Give how high the lines of each part of an element's text begin, in CSS pixels. */
export function lineTops(element) {
  return [...element.childNodes].map((part) => {
    const text = document.createRange();
    text.selectNode(part);
    return [...text.getClientRects()].map((box) => box.top);
  });
}
