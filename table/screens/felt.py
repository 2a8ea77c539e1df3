"""The felt as the dealer sees it: an arc of positions opposite, Punto's cards to the right and Banco's to the left.

Only geometry, in units of a drawing of WIDTH by HEIGHT: the template draws it and the style sheet gives it its colours.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import cos, degrees, radians, sin
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from table.rules.cards import parse_all
from table.rules.payout import EVEN_LESS_COMMISSION
from table.rules.profiles import CLASSICO, MALTA, Box, Profile
from table.rules.regola import Layout, complete
from table.screens.numbers import Numbers
from table.screens.policies.payment import TAX_LAID_READY
from table.terms import BOXES

WIDTH, HEIGHT = 1200, 690
CENTRE_X, CENTRE_Y = 600, 1096
EDGE = 972  # the outer edge of the boxes
DISCS = 1012  # where the numbers of the positions lie
SPREAD = 31.5  # degrees to either side of the middle
BUTTON_ASIDE = 2.6  # degrees from the number of its position
GAP = 7
TITLE_BELOW = 38
DEPTHS = {"main": 64, "egalite": 42, "side": 84, "tax": 24}
TAX = "tax"
# Layouts with one sector for all who stake on a tie; elsewhere each position has its own.
SHARED_EGALITE = {CLASSICO.source, MALTA.source}


class Point(NamedTuple):
    """A place on the drawing, and by how many degrees what lies there is turned to face the middle of the arc."""

    x: float
    y: float
    turn: float


class Cell(NamedTuple):
    """A box on the felt: what it takes (a box, or the place of the tax), its outline and its middle."""

    kind: str
    path: str
    middle: Point


class Felt(NamedTuple):
    """The felt of a house.

    ``discs`` are the numbers of the positions, ``button`` is where the Button lies at the start. A ``single`` player's
    boxes have room for their names; ``shared`` says that one sector takes everybody's stakes on a tie. The ``title`` is
    written along an arc below the boxes.
    """

    cells: list[Cell]
    title: str
    names: Mapping[Box, Promise]
    tax: str
    discs: list[tuple[str, Point]]
    button: Point | None
    single: bool
    shared: bool
    shown: Layout


# Drawn where cards are dealt openly: a coup in which both sides take a third card.
SHOWN = complete(parse_all("2H QC 3S 4D 6D 5C"))


def drawing(house: Profile, numbers: Numbers) -> Felt:
    """The felt of this house."""
    angles = _angles(len(house.positions))
    middles = [(left + right) / 2 for left, right in angles]
    return Felt(
        cells=list(_cells(house, angles)),
        title=_title(house),
        names=BOXES,
        tax=numbers.percent(Fraction(EVEN_LESS_COMMISSION.commission, 100), 0),
        discs=[(label, _at(DISCS, angle)) for label, angle in zip(house.positions, middles, strict=True)],
        button=_at(DISCS, middles[0] + BUTTON_ASIDE) if house.button else None,
        single=_single(house),
        shared=_shares_egalite(house),
        shown=SHOWN,
    )


def described(house: Profile) -> str:
    """What stands under the drawing."""
    told = [_("The felt as the dealer sees it: Punto’s cards to the right, Banco’s to the left.")]
    if _shares_egalite(house):
        told.append(_("One sector takes everybody’s stakes on Egalité."))
    if house.source == TAX_LAID_READY:
        told.append(_("Each position has a place where the tax may be laid ready."))
    if house.button:
        told.append(_("The Button, a golden disc, lies at position %(position)s.") % {"position": house.positions[0]})
    return " ".join(told)


def _single(house: Profile) -> bool:
    return len(house.positions) == 1


def _shares_egalite(house: Profile) -> bool:
    return house.source in SHARED_EGALITE


def _cells(house: Profile, angles: Sequence[tuple[float, float]]) -> Iterator[Cell]:
    outer: float = EDGE
    for depth, boxes, shared in _rings(house):
        inner = outer - DEPTHS[depth]
        for left, right in [(angles[0][0], angles[-1][1])] if shared else angles:
            step = (right - left) / len(boxes)
            for place, kind in enumerate(boxes):
                yield _cell(kind, inner, outer, left + place * step, left + (place + 1) * step)
        outer = inner - GAP


def _rings(house: Profile) -> Iterator[tuple[str, Sequence[str], bool]]:
    """The rings of boxes from the players' edge inwards: how deep, what lies side by side, and if all share it."""
    side = [box for box in house.boxes if box in house.side_bets]
    if _single(house):
        yield "side", (Box.BANCO, Box.EGALITE, Box.PUNTO), False
    else:
        yield "main", (Box.PUNTO,), False
        yield "main", (Box.BANCO,), False
        if house.source == TAX_LAID_READY:
            yield "tax", (TAX,), False
        yield "egalite", (Box.EGALITE,), _shares_egalite(house)
    if side:
        yield "side", side, False


def _title(house: Profile) -> str:
    """The arc on which the name of the house stands."""
    radius = EDGE - sum(DEPTHS[depth] + GAP for depth, _, _ in _rings(house)) - TITLE_BELOW
    start, end = _at(radius, -SPREAD), _at(radius, SPREAD)
    return f"M{start.x} {start.y}A{radius} {radius} 0 0 1 {end.x} {end.y}"


def _angles(positions: int) -> list[tuple[float, float]]:
    """From where to where each position reaches, in degrees from the middle, the first at the dealer's left."""
    step = 2 * SPREAD / positions
    return list(pairwise(step * place - SPREAD for place in range(positions + 1)))


def _cell(kind: str, inner: float, outer: float, left: float, right: float) -> Cell:
    """A sector of a ring; the gap to its neighbours is as wide at the inner edge as at the outer one."""
    outside, inside = (degrees(GAP / 2 / radius) for radius in (outer, inner))
    a, b = _at(outer, left + outside), _at(outer, right - outside)
    c, d = _at(inner, right - inside), _at(inner, left + inside)
    path = f"M{a.x} {a.y}A{outer} {outer} 0 0 1 {b.x} {b.y}L{c.x} {c.y}A{inner} {inner} 0 0 0 {d.x} {d.y}Z"
    return Cell(str(kind), path, _at((inner + outer) / 2, (left + right) / 2))


def _at(radius: float, angle: float) -> Point:
    return Point(
        round(CENTRE_X + radius * sin(radians(angle)), 1),
        round(CENTRE_Y - radius * cos(radians(angle)), 1),
        round(angle, 2),
    )
