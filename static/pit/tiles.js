// How a wall of tiles is laid out: as many columns and rows as make the tiles large and leave little over.

const LEAST_WIDTH = 236;
const SHAPE = 1.2;

/** From so many tables on a tile has one key. */
export const MANY = 13;

/** The least height in which what stands on a tile is whole, with all its keys and with one. */
const LEAST_HEIGHT = { whole: 176, terse: 164 };

/**
 * The columns and rows of so many tiles on a wall of this size, and the least height of one; `rest` are the cells left over
 * at the end of the last row, in which what calls is listed. Where there are none a strip of this height below the tiles is
 * for the list. Where the tiles would be too small to be read the wall has more rows than it shows, and scrolls.
 */
export function shape(count, width, height, strip = 0) {
  const most = Math.max(1, Math.floor(width / LEAST_WIDTH));
  const all = Array.from({ length: Math.min(most, Math.max(1, count)) }, (_none, place) => laid(count, place + 1));
  const size = (one) => fit(one, count, width, one.rest ? height : height - strip);
  return all.reduce((best, one) => (size(one) > size(best) ? one : best));
}

/** Calls in the order in which somebody is needed: what holds a coup, somebody, a notice, what somebody knows; then by age. */
export function byNeed(calls) {
  const NEEDS = ["holds", "person", "notice"];
  const rank = ({ known, severity }) => (known ? NEEDS.length : NEEDS.indexOf(severity));
  return calls.toSorted((one, other) => rank(one) - rank(other) || one.since - other.since);
}

function laid(count, columns) {
  const rows = Math.ceil(Math.max(1, count) / columns);
  const least = count < MANY ? LEAST_HEIGHT.whole : LEAST_HEIGHT.terse;
  return { columns, rows, rest: columns * rows - Math.max(1, count), least };
}

/** How large the tiles are; what is left over counts against it. */
function fit({ columns, rows, least }, count, width, height) {
  const high = Math.max(least, height / rows);
  return Math.min(width / columns / SHAPE, high) * Math.sqrt(count / (columns * rows)) * Math.min(1, height / rows / least);
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
