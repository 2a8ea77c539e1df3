// How a wall of tiles is laid out: as many columns and rows as make the tiles large and leave little over.

const LEAST_WIDTH = 236;
const SHAPE = 1.2;

/** From so high on a tile has all its keys and hands that are read from afar; a lower one has one key. */
const WHOLE = 240;

/** The least height in which what stands on a tile with one key is whole. */
const TERSE = 160;

/**
 * The columns and rows of so many tiles on a wall of this size, the least height of one, and whether they have one key;
 * `rest` are the cells left over at the end of the last row, in which what calls is listed. Where there are none a strip of
 * this height below the tiles is for the list. Where the tiles would be too small to be read the wall has more rows than it
 * shows, and `scrolls`. Rows are so far from each other as `gap` says.
 */
export function shape(count, width, height, { strip = 0, gap = 0 } = {}) {
  const most = Math.max(1, Math.floor(width / LEAST_WIDTH));
  const columns = Array.from({ length: Math.min(most, Math.max(1, count)) }, (_none, place) => place + 1);
  const all = columns.map((one) => laid(count, one, (rows, isFull) => (height - (isFull ? strip : 0) - (rows - 1) * gap) / rows));
  return all.reduce((best, one) => (fit(one, count, width) > fit(best, count, width) ? one : best));
}

/** Calls in the order in which somebody is needed: what holds a coup, somebody, a notice, what somebody knows; then by age. */
export function byNeed(calls) {
  const NEEDS = ["holds", "person", "notice"];
  const rank = ({ known, severity }) => (known ? NEEDS.length : NEEDS.indexOf(severity));
  return calls.toSorted((one, other) => rank(one) - rank(other) || one.since - other.since);
}

/** Lay so many tiles in columns; how high they are follows from their rows, and from whether these are full. */
function laid(count, columns, heightOf) {
  const rows = Math.ceil(Math.max(1, count) / columns);
  const rest = columns * rows - Math.max(1, count);
  const high = heightOf(rows, !rest);
  const isTerse = high < WHOLE;
  return { columns, rows, rest, high, isTerse, least: isTerse ? TERSE : WHOLE, scrolls: high < TERSE };
}

/** How large the tiles are; what is left over counts against it, and so does that they have one key, or scroll. */
function fit({ columns, rows, high, least }, count, width) {
  return Math.min(width / columns / SHAPE, Math.max(least, high)) * Math.sqrt(count / (columns * rows)) * Math.min(1, high / WHOLE);
}

/** The tile that lies in this direction from one of `count`, by its place; the same where there is none. */
export function neighbour(place, key, columns, count) {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key] ?? 0;
  const there = { Home: 0, End: count - 1 }[key] ?? place + step;
  return there >= 0 && there < count ? there : place;
}

/** Seconds as they are counted on a tile: 0:42, 12:05, from an hour on 1h02. */
export function counted(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  return hours ? `${hours}h${two(minutes)}` : `${minutes}:${two(rest)}`;
}

function two(part) {
  return String(part).padStart(2, "0");
}
