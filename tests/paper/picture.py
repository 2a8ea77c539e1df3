"""The rooms of the house as a picture: a box for each, an arrow from who imports to what is imported."""

from collections.abc import Iterator
from html import escape
from itertools import cycle, pairwise
from pathlib import Path

from tests.paper.layers import Arrow, Band, bands, forward, needed, rows
from tests.paper.places import Places, Point
from tests.paper.sources import PACKAGES, ROOT, arrows, modules, rooms

ROW, BOX, LEFT, MARGIN = 62.0, 30.0, 150.0, 20.0
INK, PAPER, SHADE = "#2b2622", "#faf7f0", "#f1ebdd"
INKS = ("#3f6b3a", "#6b5b95", "#2f5d62", "#a8482c", "#8a6d1f", "#3d5a80")
COLOURS = dict(zip(PACKAGES, cycle(INKS), strict=False))
STYLE = (
    "text{font:13px system-ui,sans-serif;fill:" + INK + "}.band{font-size:11px;fill:#7a6f63}"
    ".count{font-size:9px;fill:#7a6f63}path{fill:none;stroke-opacity:.55;stroke-width:1.3}"
    "rect.room{stroke-width:1.3;fill:#fff}.against{stroke-dasharray:4 3;stroke-opacity:.9}"
)


def picture(root: Path = ROOT) -> str:
    """The picture as SVG; the same code gives the same text."""
    known = modules(root)
    all_arrows = arrows(known)
    # What stands alone says nothing of how the house is built.
    inside = {room: many for room, many in rooms(known).items() if any(room in arrow for arrow in all_arrows)}
    laid = bands(inside)
    onward = forward(all_arrows)
    row = rows(laid, onward)
    down = {arrow for arrow in onward if row[arrow[0]] < row[arrow[1]]}
    places = Places(row, needed(down), {room: _width(room) for room in inside})
    against = sorted(set(all_arrows) - down)
    return "\n".join(_drawn(laid, places, row, inside, against)) + "\n"


def label(room: str) -> str:
    """How a room is called in the picture: the whole name is told by its band and its colour."""
    return room.partition(".")[2].replace(".", "/") or room


def _width(room: str) -> float:
    return 26.0 + 7.4 * len(label(room))


def _drawn(
    laid: list[Band], places: Places, row: dict[str, int], inside: dict[str, int], against: list[Arrow]
) -> Iterator[str]:
    points = [point for line in places.lines for point in line]
    width = LEFT + max(places.x[point] + _width(point[0]) / 2 for point in points if point[0] in row) + MARGIN
    width = max(width, LEFT + max(places.x.values()) + MARGIN)
    height = MARGIN * 2 + ROW * len(places.lines)
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img">'
    yield "<title>The rooms of the house: each imports from those that its arrows lead down to</title>"
    yield f"<style>{STYLE}</style><defs>{''.join(map(_head, sorted(COLOURS)))}</defs>"
    yield f'<rect width="{width:.0f}" height="{height:.0f}" rx="10" fill="{PAPER}"/>'
    yield from _bands(laid, row, width)
    yield from (_arrow([(places.x[point], point) for point in way], way[0][0]) for way in places.ways.values())
    yield from (_against(one, other, places, row) for one, other in against)
    yield from (_box(room, places.x[room, number], number, inside[room]) for room, number in sorted(row.items()))
    yield "</svg>"


def _bands(laid: list[Band], row: dict[str, int], width: float) -> Iterator[str]:
    """A stripe behind each layer, every other one shaded, with the name of the layer at its left."""
    for count, band in enumerate(laid):
        first, last = min(row[room] for room in band.rooms), max(row[room] for room in band.rooms)
        top, high = MARGIN + ROW * first, ROW * (last - first + 1)
        if count % 2 == 0:
            yield f'<rect x="0" y="{top:.1f}" width="{width:.0f}" height="{high:.1f}" fill="{SHADE}"/>'
        for number, words in enumerate(_wrapped(band.title)):
            yield f'<text class="band" x="12" y="{top + 20 + 14 * number:.1f}">{escape(words)}</text>'


def _wrapped(title: str) -> list[str]:
    """A long line of rooms is broken where it names another one."""
    names = title.split(" | ")
    return [" · ".join(names[at : at + 2]) for at in range(0, len(names), 2)]


def _head(package: str) -> str:
    shape = f'<path d="M0 0L8 4L0 8z" style="fill:{COLOURS[package]};stroke:none"/>'
    return (
        f'<marker id="{package}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" '
        f'orient="auto">{shape}</marker>'
    )


def _middle(number: int) -> float:
    return MARGIN + ROW * number + ROW / 2


def _arrow(way: list[tuple[float, Point]], room: str) -> str:
    """From the lower edge of one room, straight past the rows between, to the upper edge of the other."""
    package = room.split(".", maxsplit=1)[0]
    start = f"M{LEFT + way[0][0]:.1f} {_middle(way[0][1][1]) + BOX / 2:.1f}"
    bends = []
    for (from_x, (_, upper)), (to_x, (_, lower)) in pairwise(way):
        top, end = _middle(upper) + BOX / 2, _middle(lower) - BOX / 2
        half, one, other = (top + end) / 2, LEFT + from_x, LEFT + to_x
        bends.append(f"C{one:.1f} {half:.1f} {other:.1f} {half:.1f} {other:.1f} {end:.1f}V{end + BOX:.1f}")
    line = start + "".join(bends).rpartition("V")[0]
    return f'<path d="{line}" stroke="{COLOURS[package]}" marker-end="url(#{package})"/>'


def _against(one: str, other: str, places: Places, row: dict[str, int]) -> str:
    """An import upwards or within a row: two rooms that need each other."""
    package = one.split(".", maxsplit=1)[0]
    from_x, to_x = LEFT + places.x[one, row[one]], LEFT + places.x[other, row[other]]
    start, end = _middle(row[one]) - BOX / 2, _middle(row[other]) + BOX / 2
    line = f"M{from_x:.1f} {start:.1f}C{from_x:.1f} {start - 16:.1f} {to_x:.1f} {end + 16:.1f} {to_x:.1f} {end:.1f}"
    return f'<path class="against" d="{line}" stroke="{COLOURS[package]}" marker-end="url(#{package})"/>'


def _box(room: str, x: float, number: int, inside: int) -> str:
    width, middle = _width(room), _middle(number)
    colour = COLOURS[room.split(".", maxsplit=1)[0]]
    many = f'<text class="count" x="{LEFT + x:.1f}" y="{middle + 11:.1f}" text-anchor="middle">{inside} modules</text>'
    return (
        f'<rect class="room" x="{LEFT + x - width / 2:.1f}" y="{middle - BOX / 2:.1f}" width="{width:.1f}" '
        f'height="{BOX:.0f}" rx="5" stroke="{colour}"/>'
        f'<text x="{LEFT + x:.1f}" y="{middle + (0 if inside > 1 else 4):.1f}" text-anchor="middle">'
        f"{escape(label(room))}</text>{many if inside > 1 else ''}"
    )
