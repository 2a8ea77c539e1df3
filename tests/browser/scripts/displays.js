// Displays at a table: words and parts that lie over others or are cut, on televisions too; what moves there.

/** Whether something is seen; what is only heard is not. */
function isSeen(one) {
  if (getComputedStyle(one).clipPath === "inset(50%)") return false;
  return one.checkVisibility ? one.checkVisibility() : true;
}

/** List the texts of the page that are seen, but for those of drawings and dialogs. */
function texts() {
  const found = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: one, data } = walker.currentNode;
    if (data.trim() && !one.closest("svg, dialog, .unseen") && isSeen(one)) found.push(walker.currentNode);
  }
  return found;
}

/** Give the parts around something, up to the page. */
function* around(one) {
  for (let part = one.parentElement; part.tagName !== "MAIN"; part = part.parentElement) yield part;
}

/** List what is looked at: words by their lines, roads and felts, each with its box, its lead and its element. */
function looked() {
  const seen = [];
  for (const text of texts()) {
    const lines = document.createRange();
    lines.selectNodeContents(text);
    for (const box of lines.getClientRects()) seen.push([text.data.trim(), box, box.height * 0.24, text.parentElement]);
  }
  for (const one of document.querySelectorAll("main .board")) {
    if (isSeen(one) && one.clientWidth) seen.push([one.dataset.key, one.getBoundingClientRect(), 1, one]);
  }
  for (const felt of document.querySelectorAll("main .region-felt svg.felt")) {
    const one = showsHandsAlone(felt) ? felt.closest(".region-felt") : felt;
    if (one.clientWidth) seen.push([felt.dataset.key, one.getBoundingClientRect(), 1, one]);
  }
  return seen;
}

/** Whether a felt shows the hands alone: the rest of its cloth is cut then, and they are not. */
function showsHandsAlone(felt) {
  return getComputedStyle(felt.querySelector(".cell")).visibility === "hidden";
}

/** List hands of felts that show them alone, and cut them. */
function cutHands() {
  const felts = [...document.querySelectorAll("main .region-felt svg.felt")].filter(showsHandsAlone);
  return felts.flatMap((felt) => {
    const { bottom } = felt.closest(".region-felt").getBoundingClientRect();
    const cut = [...felt.querySelectorAll(".hand")].filter((hand) => hand.getBoundingClientRect().bottom > bottom + 1);
    return cut.map((hand) => `${hand.dataset.key} is cut`);
  });
}

/** List words that lie over others or over a road, that are cut by what they lie in, or that are not on the screen. */
export function wrongWords() {
  const wrong = cutHands();
  const seen = looked();
  for (const [at, [name, box, lead, one]] of seen.entries()) {
    const [top, bottom] = [box.top + lead, box.bottom - lead];
    if (box.left < -1 || box.right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1) {
      wrong.push(`${name} is not on the screen`);
    }
    for (const part of around(one)) {
      if (getComputedStyle(part).overflowY === "visible") continue;
      const frame = part.getBoundingClientRect();
      if (bottom > frame.bottom + 1 || box.right > frame.right + 1) wrong.push(`${name} is cut`);
    }
    for (const [other, there, more] of seen.slice(at + 1)) {
      const across = box.left < there.right - 1 && there.left < box.right - 1;
      if (across && top < there.bottom - more && there.top + more < bottom) wrong.push(`${name} and ${other}`);
    }
  }
  return wrong;
}

/** List whatever scrolls, and every part whose content is cut off or sticks out of it. */
export function cutOff() {
  const seat = ".seat-who, .seat-panel, .seat-acts, .seat-prices, .seat-boards, .rules[open]";
  const sign = ".sign-head, .sign-limits, .sign-results, .sign-notices";
  const wrong = [...document.querySelectorAll(`${seat}, ${sign}`)].filter((one) => {
    const scrolls = one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1;
    return scrolls || one.getBoundingClientRect().bottom > innerHeight + 1;
  });
  return wrong.map((one) => one.className);
}

/** Whether two boxes lie over each other. */
function meet(a, b) {
  return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
}

/** List parts of a seat display that lie over another. */
export function overlaps() {
  const parts = ".seat-who, .seat-panel, .seat-acts, .seat-prices, .seat-boards, .region-felt";
  const boxes = [...document.querySelectorAll(parts)].map((one) => [one.className, one.getBoundingClientRect()]);
  return boxes.flatMap(([name, box], at) => {
    const others = boxes.slice(at + 1).filter(([, other]) => meet(box, other));
    return others.map(([other]) => `${name} over ${other}`);
  });
}

/** Give the lines of a text, each with its words and where its ink stands. */
function inked(text, pen) {
  const one = text.parentElement;
  const style = getComputedStyle(one);
  const range = document.createRange();
  const lines = new Map();
  pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  for (let at = 0; at < text.length; at++) {
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const [box] = range.getClientRects();
    if (!box || !box.width) continue;
    const line = lines.get(box.bottom) || { one, words: "", left: box.left, box };
    lines.set(box.bottom, { ...line, words: line.words + text.data[at], right: box.right });
  }
  return [...lines.values()].map(({ box, ...line }) => {
    const ink = pen.measureText(style.textTransform === "uppercase" ? line.words.toUpperCase() : line.words);
    const top = box.top + ink.fontBoundingBoxAscent - ink.actualBoundingBoxAscent;
    const bottom = box.bottom - ink.fontBoundingBoxDescent + ink.actualBoundingBoxDescent;
    return Object.assign(line, { top, bottom });
  });
}

/** List the notices of a sign whose lines fill their band: less than an eighth of a line is left over or under them. */
export function fullNotices() {
  return [...document.querySelectorAll(".sign-notice")].filter((one) => {
    const box = one.getBoundingClientRect(), { borderTopWidth, fontSize } = getComputedStyle(one);
    const [edge, line] = [borderTopWidth, fontSize].map((it) => Number.parseFloat(it));
    const lines = [...one.children].map((part) => part.getBoundingClientRect());
    const over = Math.min(...lines.map(({ top }) => top)) - box.top - edge;
    const under = box.bottom - edge - Math.max(...lines.map(({ bottom }) => bottom));
    return Math.min(over, under) < line / 8 - 0.5;
  }).map((one) => one.textContent);
}

/** List lines of words whose ink lies over that of others, or over the edge of what they stand in. */
export function touchingLines() {
  const pen = document.createElement("canvas").getContext("2d");
  const lines = texts().flatMap((text) => inked(text, pen));
  return lines.flatMap((line, at) => {
    const wrong = [];
    for (const part of around(line.one)) {
      const { borderTopWidth, borderBottomWidth } = getComputedStyle(part);
      const box = part.getBoundingClientRect();
      const [over, under] = [borderTopWidth, borderBottomWidth].map((it) => Number.parseFloat(it));
      if ((over && line.top < box.top + over - 0.5) || (under && line.bottom > box.bottom - under + 0.5)) {
        wrong.push(`${line.words} touches the edge around it`);
      }
    }
    for (const other of lines.slice(at + 1)) {
      const [high, low] = line.top < other.top ? [line, other] : [other, line];
      const across = line.left < other.right && other.left < line.right;
      const down = low.top - high.top > 1 && high.bottom > low.top + 0.5;
      if (across && down) wrong.push(`${high.words} touches ${low.words}`);
    }
    return wrong;
  });
}

/** Fill the page with lines that touch one another, one that touches an edge, and some that are loose. */
export function crowdLines() {
  document.querySelector("main").innerHTML = "<i></i><b></b><u></u>";
  const [tight, edged, loose] = document.querySelector("main").children;
  for (const [one, height] of [
    [tight, 22],
    [edged, 30],
    [loose, 60],
  ]) {
    one.innerHTML = one === edged ? "<p>gap</p>" : "<p>gap</p><p>Ärger</p>";
    Object.assign(one.style, { display: "block", margin: "40px 0", font: `40px/${height}px serif` });
    for (const p of one.children) Object.assign(p.style, { display: "block", margin: 0, font: "inherit" });
  }
  edged.style.borderBottom = "2px solid";
  edged.style.height = "30px";
}

/** Give the height of an element, in CSS pixels. */
export function heightOf(one) {
  return one.getBoundingClientRect().height;
}

/** Resolve once nothing moves on an element. */
export function motionEnds(one) {
  return Promise.all(one.getAnimations().map((moving) => moving.finished));
}

/** Mark the first card and the Button, and note in `window.travelled` which properties of the Button move. */
export function watchButton() {
  document.querySelector('[data-key="card-1"]').here = true;
  document.querySelector(".the-button").here = true;
  window.travelled = [];
  document.addEventListener("transitionend", (event) => {
    if (event.target.matches(".the-button")) window.travelled.push(event.propertyName);
  });
}
