"""Small drawings of what happened to two cards, on the offers that are likely now; what is wrong is gold."""

from typing import NamedTuple

CARD, WRONG = "sign-card", "sign-wrong"
WIDTH, HEIGHT = 18, 26
"""Size of an upright card; a drawing is 72 wide and 40 high."""


class Shape(NamedTuple):
    """Shape of a drawing with its classes: a card, else a ``line``, else a circle.

    A card is x, y, width and height, with how it is turned; a line the ``d`` of a path; a circle x, y and its radius.
    """

    look: str
    card: tuple[int, int, int, int] | None = None
    turned: str = ""
    line: str = ""
    circle: tuple[int, int, int] | None = None


Drawing = tuple[Shape, ...]


def upright(x: int, y: int) -> Shape:
    """Return an upright card whose upper left corner is at ``x``, ``y``."""
    return Shape(CARD, card=(x, y, WIDTH, HEIGHT))


def wrong(x: int, y: int, turned: str = "") -> Shape:
    """Return a card with which something is wrong, its upper left corner at ``x``, ``y``.

    ``turned`` is how it is turned, as SVG writes a transformation; "" for not at all.
    """
    return Shape(f"{CARD} {WRONG}", card=(x, y, WIDTH, HEIGHT), turned=turned)


def third(*, absent: bool = False) -> Shape:
    """Return a third card that lies across, at a place of its own; something is wrong with it, or it is ``absent``."""
    return Shape(f"{CARD} {WRONG} sign-absent" if absent else f"{CARD} {WRONG}", card=(45, 12, 24, 17))


def chip(x: int, y: int) -> Shape:
    """Return a chip with which something is wrong, its centre at ``x``, ``y``."""
    return Shape(f"{CARD} {WRONG}", circle=(x, y, 9))


def line(path: str, look: str = WRONG) -> Shape:
    """Return a line along ``path``, the ``d`` of an SVG path; it is that of what is wrong but for another ``look``."""
    return Shape(look, line=path)


USUAL: Drawing = (upright(8, 7), upright(29, 7), wrong(50, 7))
"""Drawing of an offer that has none of its own: a third card is wrong."""
