// Figures that the screens of a table show, as a guest reads them.

/** List the words of elements. */
function texts(one, what) {
  return [...one.querySelectorAll(what)].map((it) => it.textContent.trim());
}

/** List what this finds in the classes of elements. */
function letters(one, what, pattern) {
  return [...one.querySelectorAll(what)].map((it) => pattern.exec(it.classList.value)[1]);
}

const READINGS = {
  // Points of both hands, at the console.
  called: () => texts(document, ".called-banco b, .called-punto b"),

  // What the dealer's hand moves, at the console, by position.
  payments: () =>
    [...document.querySelectorAll(".paying:not(.paying-last) .pay-at")].map((at) => [
      at.querySelector(".pay-position").textContent.trim(),
      [...at.querySelectorAll(".pay-moves > span")].map((it) => [
        it.className.slice(4),
        it.querySelector("b").textContent,
      ]),
    ]),

  // Stakes of a player with what comes of them, and of all of them, at the seat.
  seat: () => {
    const stakes = [...document.querySelectorAll(".stake")].map((it) => [
      it.dataset.key.slice(6),
      it.querySelector(":scope > b").textContent,
      it.querySelector(".stake-told")?.textContent ?? "",
    ]);
    return [stakes, (document.querySelector(".seat-net")?.textContent.match(/\d[\d.,]*/) ?? [""])[0]];
  },

  // Points of both hands, and who won, on the sign.
  result: () => [
    ...texts(document, ".sign-told .told-banco b"),
    ...texts(document, ".sign-told .told-punto b"),
    ...letters(document, ".sign-told .told-won", /told-(punto|banco|tie)/),
  ],

  // Points of both hands, on the tile of a table in the pit.
  tile: (code) => {
    const tiles = [...document.querySelectorAll(".tile")];
    const tile = tiles.find((it) => it.querySelector(".tile-way").textContent === code);
    return ["banco", "punto"].flatMap((it) => texts(tile, `[data-key="hand-${it}-called"] .tile-points`));
  },

  // How often each box won, the beads, and the columns of the big road, on the sign.
  roads: () => [
    ["punto", "banco", "tie"].map((it) => document.querySelector(`[data-key="count-${it}"]`).textContent),
    letters(document, '[data-key="bead-plate"] .bead', /bead-(\w)/).join(""),
    [...document.querySelectorAll('[data-key="big-road"] [data-key^="big-road-"]')].map((column) =>
      [...column.querySelectorAll(".mark")].map((it) => ring(it)).join(""),
    ),
  ],

  // What is printed of each box, and the limits, on the sign.
  prices: () => [
    [...document.querySelectorAll(".sign-pays li")].map((it) => [
      it.querySelector("b").textContent,
      it.querySelector("small")?.textContent ?? "",
    ]),
    texts(document, ".sign-limit p b"),
  ],

  // What is printed of each box, at the seat.
  seatPrices: () => texts(document, ".prices .price-pays"),

  // What came of the coup before, at the seat.
  before: () => texts(document, ".seat-before b"),
};

/** Give a ring of the big road by its letter, with a stroke for each tie on it. */
function ring(mark) {
  const ties = mark.querySelector(".tie") ? Number(mark.querySelector("text")?.textContent ?? 1) : 0;
  return /mark-(\w)/.exec(mark.classList.value)[1] + "/".repeat(ties);
}

/** Read what a screen shows of this kind, of the table with this code. */
export function read([kind, code]) {
  return READINGS[kind](code);
}

/** Whether a screen shows this, in JSON, of this kind. */
export function shows([kind, code, typed]) {
  return JSON.stringify(READINGS[kind](code)) === typed;
}
