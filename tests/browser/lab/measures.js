// What a reader could not read, and what a finger could not press, on the page as it stands. Gives sentences.
window.lab = (() => {
  const TOLERATED = 1.5;
  const place = (one) => {
    const named = one.closest("[class]") ?? one;
    return `${named.tagName.toLowerCase()}.${(named.getAttribute("class") ?? "").trim().split(/\s+/).join(".")}`;
  };
  // Of a wall the tile of a table, and what stands on none; of a page with an open sheet that sheet; else all of it.
  let only = "";
  const near = (one) => (only instanceof Element ? only.contains(one) : !only || (one.closest(".region-tile")?.dataset.table ?? only) === only);
  const drawn = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !one.closest(".unseen, .cards, dialog:not([open]), title, desc, script, select, option");
  const seen = (one) => drawn(one) && !one.closest(".letter");

  // Nothing moves while it is measured: what is asked of an element more than once is asked of the browser once.
  const answers = [];
  const once = (ask) => {
    let known = new Map();
    answers.push(() => (known = new Map()));
    return (one) => {
      if (!known.has(one)) known.set(one, ask(one));
      return known.get(one);
    };
  };
  const styled = once((one) => {
    const { overflowX, overflowY, position, zIndex, backgroundColor, backgroundImage } = getComputedStyle(one);
    return { overflowX, overflowY, position, zIndex, backgroundColor, backgroundImage };
  });
  const rectOf = once((one) => one.getBoundingClientRect());

  // What is for those who hear the page alone is cut down to a dot.
  const heard = once((one) => {
    const { width, height } = rectOf(one);
    if (Math.min(width, height) <= 1 && styled(one).overflowX !== "visible") return true;
    return one.parentElement ? heard(one.parentElement) : false;
  });

  /** The texts that are seen: each with its words, where its letters stand, and how large they are. */
  function texts() {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const one = text.parentElement;
      if (!text.data.trim() || !near(one) || !seen(one) || heard(one) || one.matches(".skip")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 0.5 && box.height > 0.5).map((box) => ink(box));
      if (boxes.length) found.push({ one, words: text.data.trim().replace(/\s+/g, " ").slice(0, 40), boxes });
    }
    return found;
  }

  // Of a line of text the upper and the lower fifth hold no ink of what must be read.
  function ink(box) {
    const spare = box.height * 0.18;
    return { left: box.left, right: box.right, top: box.top + spare, bottom: box.bottom - spare };
  }

  const outside = (box, room) =>
    box.left < room.left - TOLERATED || box.right > room.right + TOLERATED || box.top < room.top - TOLERATED || box.bottom > room.bottom + TOLERATED;

  /** The nearest part that cuts a text off, and whether it can be scrolled to it; null where all of it is seen. */
  const cutBy = once(({ one, boxes }) => {
    const drawing = one.closest("svg");
    let apart = false;
    for (let room = drawing ? drawing.parentElement : one; room && room !== document.documentElement; room = room.parentElement) {
      const { overflowX, overflowY, position } = styled(room);
      const clips = !(apart && position === "static");
      if (clips) apart = position === "absolute";
      if (!clips || room === document.body) continue;
      const rect = rectOf(room);
      const across = boxes.some((box) => outside({ ...box, top: rect.top, bottom: rect.bottom }, rect));
      const down = boxes.some((box) => outside({ ...box, left: rect.left, right: rect.right }, rect));
      const where = [across && overflowX, down && overflowY].filter(Boolean).join();
      if (/hidden|clip/.test(where)) return { room, scrolls: false };
      if (/auto|scroll/.test(where)) return { room, scrolls: true };
      if (/auto|scroll/.test(overflowX + overflowY)) return null;
      if (position === "fixed") break;
    }
    const { clientWidth, scrollHeight, clientHeight } = document.documentElement;
    const page = { left: 0, top: 0, right: clientWidth, bottom: Math.max(scrollHeight, clientHeight) };
    return boxes.some((box) => outside({ ...box, top: box.top + scrollY, bottom: box.bottom + scrollY }, page)) ? { room: document.body, scrolls: false } : null;
  });

  // What has to be read or pressed now is never to be scrolled to, unless it was folded out.
  const NOW = ".counter-total, .counter-digits, .bank-next:not(.bank-else), .incident-sheet form > .pick-next:not(.pick-else), .words, .now .act, .say, .now-heading, .why, .dealer .incident p, .dealer .incident-acts, .bar-limits:not([tabindex]), .seat-said, .sign-said, .next";

  function cut(all) {
    const found = [];
    for (const text of all) {
      const by = cutBy(text);
      if (by && (!by.scrolls || (text.one.closest(NOW) && !text.one.closest("dialog details")))) found.push(`${place(text.one)} “${text.words}” is cut by ${place(by.room)}`);
    }
    return found;
  }

  const over = (box, other) =>
    Math.min(box.right, other.right) - Math.max(box.left, other.left) > 2 && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 2;
  const lines = ({ boxes }) => boxes.reduce((all, box) => ({ left: Math.min(all.left, box.left), right: Math.max(all.right, box.right), top: Math.min(all.top, box.top), bottom: Math.max(all.bottom, box.bottom) }));

  /** What lies over the rest of the page, on a ground of its own, with this part; the page where nothing does. */
  const layer = once((one) => {
    if (!one || one === document.body) return document.body;
    const { zIndex, position, backgroundColor, backgroundImage } = styled(one);
    const ground = backgroundImage !== "none" || !/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor);
    if (one.matches("dialog[open], .said, .piles, .training-mark, .link, [data-large] .told-row")) return one;
    if (ground && (zIndex !== "auto" || position === "sticky")) return one;
    return layer(one.parentElement);
  });

  // Chips lie on what is printed on the cloth, and a display that sleeps says so over its felt.
  const printed = (one) => Boolean(one.closest(".cells-pay, .cell-sign"));
  const onCloth = (one) => Boolean(one.closest(".pile"));

  // What is printed lies askew, so that its upright box is larger than it is: these are its corners.
  const corners = once((one) => {
    const { x, y, width, height } = one.getBBox();
    const { left, right, top, bottom } = ink({ left: x, right: x + width, top: y, bottom: y + height, height });
    const to = one.getScreenCTM();
    return [[left, top], [right, top], [right, bottom], [left, bottom]].map(([across, down]) => new DOMPoint(across, down).matrixTransform(to));
  });
  const sides = ([first, second, third]) => [[first, second], [second, third]].map(([from, to]) => [to.x - from.x, to.y - from.y].map((by) => by / Math.hypot(to.x - from.x, to.y - from.y)));
  const reach = (all, [x, y]) => all.map((one) => one.x * x + one.y * y);

  /** Whether two drawn texts lie over each other, however they are turned. */
  function overDrawn(one, other) {
    const [here, there] = [corners(one), corners(other)];
    return [...sides(here), ...sides(there)].every((along) => {
      const [mine, its] = [reach(here, along), reach(there, along)];
      return Math.min(Math.max(...mine), Math.max(...its)) - Math.max(Math.min(...mine), Math.min(...its)) > 2;
    });
  }

  function overCloth(text, other) {
    if (text.one.closest(".asleep-mark") || other.one.closest(".asleep-mark") || onCloth(text.one) || onCloth(other.one)) return false;
    const [one, it] = [text.one.closest("text"), other.one.closest("text")];
    return one !== it && (!one || !it || overDrawn(one, it));
  }

  function overlapping(all) {
    const found = [];
    const open = document.querySelector("dialog[open]");
    const looked = all
      .filter((text) => (!open || open.contains(text.one)) && !cutBy(text))
      .map((text) => ({ ...text, all: lines(text), layer: layer(text.one), printed: printed(text.one) }))
      .sort((text, other) => text.all.top - other.all.top);
    looked.forEach((text, at) => {
      for (const other of looked.slice(at + 1)) {
        if (other.all.top > text.all.bottom) break;
        if (!over(text.all, other.all) || text.layer !== other.layer) continue;
        if ((text.printed || other.printed) && !overCloth(text, other)) continue;
        if (text.boxes.some((box) => other.boxes.some((it) => over(box, it)))) found.push(`${place(text.one)} “${text.words}” lies over ${place(other.one)} “${other.words}”`);
      }
    });
    return found;
  }

  /** Texts over a board of roads, but for the result that is shown twice as large for a moment. */
  function onBoards(all) {
    const boards = [...document.querySelectorAll(".board")].filter(seen).map((one) => one.getBoundingClientRect());
    return all
      .filter(({ one, boxes }) => !one.closest("svg, [data-large] .told-row, dialog, .said, .link") && boxes.some((box) => boards.some((board) => over(box, board))))
      .map(({ one, words }) => `${place(one)} “${words}” lies over a road`);
  }

  const size = (one) => Number.parseFloat(getComputedStyle(one).fontSize) * (one.getScreenCTM ? Math.hypot(one.getScreenCTM().a, one.getScreenCTM().b) : 1);

  function small(all, type) {
    return all
      .filter(({ one }) => !one.closest(".letter, .cards"))
      .filter(({ one }) => size(one) < least(one, type) - 0.05)
      .map(({ one, words }) => `${place(one)} “${words}” is ${size(one).toFixed(1)} px high`);
  }

  // What a bead, a ring or a disc of a road measures across, with its stroke.
  const LEAST_BEAD = 12;

  function beads() {
    const found = [...document.querySelectorAll(".bead circle, .mark circle")].filter(near).filter(seen).map((one) => [one, one.getBoundingClientRect()]);
    return found.filter(([, box]) => box.width && box.width < LEAST_BEAD - 0.5).map(([one, box]) => `${place(one)} is a bead of ${box.width.toFixed(1)} px`);
  }

  // The letter of a box, on its own shape: in a bead, in a list of prices, on a plate.
  const LEAST_LETTER = 9;

  function letters() {
    const found = [...document.querySelectorAll(".letter text")].filter((one) => near(one) && drawn(one) && !heard(one.parentElement));
    return found.filter((one) => size(one) < LEAST_LETTER - 0.05).map((one) => `${place(one.parentElement.parentElement)} “${one.textContent}” is a letter of ${size(one).toFixed(1)} px`);
  }

  // Letters in beads and on chips are free from nine, charts from fourteen.
  function least(one, type) {
    if (one.closest(".chip, .pile, .bead, .road, .roads, .disc, .disc-number, .place, .hand-mark, .cell-letter, .cell-sign, .button-letter, .order-button")) return LEAST_LETTER;
    return one.closest("svg") ? type - 2 : type;
  }

  const TARGETS = "button, a[href], summary, select, input:not([type=hidden]), .spot[role=button]";

  // What stands among many of its kind in a list of the office is small.
  const IN_LISTS = 24;
  const LISTS = ".rows, table, fieldset, .records";
  const SPOT = ".spot[role=button]";

  function wanted(one, least, screen) {
    if (screen === "pit") return one.closest(".region-tile") ? least : 48;
    return screen === "page" && one.closest(LISTS) ? IN_LISTS : least;
  }

  // What stands within a sentence is as high as its line.
  const inline = (one) => one.matches("p a, li a, dd a, td a") && getComputedStyle(one).display === "inline";

  // A box of the felt that is smaller than a finger and has a key chooses its position: what a finger hits are all of them.
  const FINGER = 48;
  const isChooser = (one) => {
    const key = document.querySelector(`.box-key[data-box="${CSS.escape(one.dataset.box)}"]`);
    const { width, height } = one.getBoundingClientRect();
    return key && seen(key) && Math.min(width, height) < FINGER;
  };

  function hit(one) {
    if (!one.matches(SPOT) || !isChooser(one)) return one.getBoundingClientRect();
    const chooses = [...document.querySelectorAll(`${SPOT}[data-position="${CSS.escape(one.dataset.position)}"]`)].filter(isChooser);
    const { left, top, right, bottom } = lines({ boxes: chooses.map((other) => other.getBoundingClientRect()) });
    return new DOMRect(left, top, right - left, bottom - top);
  }

  function targets(least, screen) {
    const open = document.querySelector("dialog[open]");
    return [...(open ?? document).querySelectorAll(TARGETS)]
      .filter((one) => near(one) && seen(one) && !one.closest("label, .said") && !inline(one) && !one.matches(".skip, input[type=checkbox], input[type=radio]"))
      .filter((one) => !(screen === "pit" && one.matches(".tile-way")))
      .map((one) => [one, hit(one)])
      .filter(([one, box]) => box.width > 1 && Math.min(box.width, box.height) < wanted(one, least, screen) - 0.5)
      .map(([one, box]) => `${place(one)} “${(one.textContent || one.getAttribute("aria-label") || "").trim().replace(/\s+/g, " ").slice(0, 30)}” is a target of ${Math.round(box.width)} by ${Math.round(box.height)} px`);
  }

  // Cards on a tile of the pit are as high as a finger is wide, or nobody reads them.
  const LEAST_HANDS = 48;

  function hands() {
    const found = [...document.querySelectorAll(".pit-tables:not([data-terse]) .tile-hands")].filter(near).filter(seen).map((one) => one.getBoundingClientRect().height);
    return found.filter((height) => height < LEAST_HANDS - 0.5).map((height) => `the hands on a tile are ${Math.round(height)} px high`);
  }

  function act() {
    const next = document.querySelector(".now .next");
    if (!next || !near(next) || !seen(next)) return [];
    const box = next.getBoundingClientRect();
    return outside(box, { left: 0, top: 0, right: innerWidth, bottom: innerHeight }) ? [`the next act “${next.textContent.trim()}” is out of view`] : [];
  }

  /** Texts of the bar under the words of a lost link. */
  function linked(all) {
    if (document.body.dataset.link !== "lost") return [];
    const link = document.querySelector(".link").getBoundingClientRect();
    return all.filter(({ one, boxes }) => one.closest(".bar") && boxes.some((box) => over(box, link))).map(({ one, words }) => `${place(one)} “${words}” lies under the words of the link`);
  }

  // What stands where it stood in every state, on the screens of which it is a law.
  const FIXED = {
    pit: ".pit-head > *, .link, .region-tile, .tile-since, .tile-standing, .tile-figures > div, .tile-felt, .tile-acts .act, .tile-answers, .pit-rest, .pit-clock",
  };
  const stood = new Map();

  function moved(screen) {
    const found = [];
    for (const one of FIXED[screen] ? document.querySelectorAll(FIXED[screen]) : []) {
      const tile = one.closest(".region-tile");
      const key = `${tile?.dataset.table ?? ""} ${place(one).replace(/ (?:act-\w+|tile-unknown)|\.(?:act-\w+|tile-unknown|some)/g, "")} ${one.dataset.letter ?? ""}`;
      const { left, top, width, height } = one.getBoundingClientRect();
      if (!width || !seen(one)) continue;
      const now = one.matches(".tile-since") ? [top, left + width, height] : [left, top, width, height];
      const then = stood.get(key);
      stood.set(key, now);
      if (then && now.some((side, at) => Math.abs(side - then[at]) > TOLERATED)) found.push(`${place(one)} stands at ${now.map(Math.round)}, and stood at ${then.map(Math.round)}`);
    }
    return found;
  }

  // How far the page has shifted since it was measured last, as browsers have it. Of console and desk it is a law from act
  // to act (test_shift.py); here states are shown that do not follow one another.
  const MOST_SHIFT = 0.02;
  const STILL = new Set(["pit", "seat", "sign", "page"]);
  let shift = 0;
  let from = "";
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      shift += entry.value;
      from = entry.sources.map(({ node }) => node && place(node.nodeType === 1 ? node : node.parentElement)).join(", ");
    }
  }).observe({ type: "layout-shift", buffered: true });

  function shifted() {
    const [by, what] = [shift, from];
    shift = 0;
    return by > MOST_SHIFT ? [`the page shifts by ${by.toFixed(2)}: ${what}`] : [];
  }

  const lab = { still: STILL, shifted };

  /** Measure from here on as on a page that was just opened. */
  lab.begin = () => stood.clear();

  /** What is wrong on the page as it stands, all of it or only with what is near `of`: a table's tile, or a sheet. */
  lab.measure = (target, type, screen = "", of = "") => {
    only = of;
    for (const forget of answers) forget();
    const all = texts();
    const laws = [cut(all), overlapping(all), act(), beads(), letters(), hands(), onBoards(all), linked(all), moved(screen), STILL.has(screen) ? shifted() : []];
    return [...new Set([...laws.flat(), ...(type ? small(all, type) : []), ...(target ? targets(target, screen) : [])])];
  };
  return lab;
})();
