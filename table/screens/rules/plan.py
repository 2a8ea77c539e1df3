"""Plan of the felt as the dealer sees it: an arc of positions opposite, Punto's cards right and Banco's left.

Only geometry, in the units of the drawing: the template draws it and the style sheet colours it.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from itertools import cycle, pairwise
from math import ceil, cos, degrees, radians, sin
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from table.rules.cards import parse_all
from table.rules.payout import EVEN_LESS_COMMISSION
from table.rules.profile import Box, Profile
from table.rules.regola import Layout, complete
from table.words.numbers import Numbers
from table.words.terms import BOX_NAMES

READ_OF_HEIGHT = 1 / 31
WIDE, SIGNS = 0.61, {" ": 0.2, **dict.fromkeys(".,·:", 0.28), **dict.fromkeys("0123456789=", 0.54)}
"""Width of a letter printed in the boxes, as a share of its height, and of the signs that are narrower."""
BUTTON_ASIDE = 2.6  # degrees from the number of its position
TITLE_BELOW = 38
LEAN, LEAST_OF_TWO = 18, 1.25  # how far signs lean, and the width of two leaning ones, of that of a box
LINE_ALONE = 0.2  # share of the drawing's width from which on a price below the rings stands alone in its line
INNER = 0.72  # radius of the innermost rings, as a share of that of the outer edge
LINE_APART, GAP_APART, LINES_REACH, ABOVE_LINES, BELOW_LINES = 1.3, 30, 0.5, 8, 50
"""Height of a line of prices below the rings, of that of its letters; the space between two of them; their share of the
drawing's width; and the space above the first line and below the last one, as lines bend down at their ends."""
TAX = "tax"


class Point(NamedTuple):
    """Place on the drawing, and the degrees by which what lies there is turned to face the middle of the arc."""

    x: float
    y: float
    turn: float


class FeltBox(NamedTuple):
    """Box on the felt: what it takes (a box of the game, or the tax), its outline, its middle, and its position.

    A sector for everybody has no ``position`` ("").
    """

    kind: str
    path: str
    middle: Point
    position: str = ""


class Print(NamedTuple):
    """Place on the cloth of what a box pays: ``below`` the middle of the box, and the ``room`` that it has there.

    One that is ``signed`` stands apart from its box, beside the sign of it.
    """

    kind: str
    at: Point
    below: float
    room: float
    signed: bool = False


class Plan(NamedTuple):
    """Geometry of a drawing of ``width`` by ``height``: rings of boxes around a centre far below the drawing.

    ``edge`` is the radius of the outer edge of the boxes, ``discs`` that of the numbers of the positions, which
    reach ``spread`` degrees to either side of the middle. ``depths`` are those of the rings. Side bets lie in several
    rings where in one their boxes would be narrower than ``narrowest``. A plan that is ``turned`` is a felt seen from
    the players' side. ``margin`` is how much wider it is to either side of the hands than one without side bets.
    """

    width: int
    height: int
    centre_y: float
    edge: float
    discs: float
    spread: float
    gap: float
    depths: Mapping[str, float]
    narrowest: float = 0
    turned: bool = False
    margin: int = 0

    @property
    def read(self) -> float:
        """Height of the smallest letters that are to be read, in units of the drawing: READ_OF_HEIGHT of its height.

        That is sixteen pixels on a console of 1280 by 800.
        """
        return round(self.height * READ_OF_HEIGHT, 1)

    def wide(self, printed: str) -> float:
        """Estimate the width of a text in the smallest letters (``read``), in units of the drawing, to a tenth.

        It adds a share of their height for each sign, by SIGNS, or WIDE for others.
        """
        return round(self.read * sum(SIGNS.get(it, WIDE) for it in printed), 1)

    def at(self, radius: float, angle: float) -> Point:
        """Return the point at this distance from the centre of the arc, and this many degrees right of straight up.

        That is as the dealer sees it; a plan that is ``turned`` has it on the opposite side, see :meth:`point`.
        """
        x = self.width / 2 + radius * sin(radians(angle))
        return self.point(x, self.centre_y - radius * cos(radians(angle)), angle)

    def point(self, x: float, y: float, turn: float = 0) -> Point:
        """Return the point of this plan for coordinates as the dealer sees them.

        A plan that is ``turned`` has it on the opposite side. `turn`, in degrees, is stored rounded, and never turned.
        """
        if self.turned:
            x, y = self.width - x, self.height - y
        return Point(round(x, 1), round(y, 1), round(turn, 2))

    def angles(self, positions: int) -> list[tuple[float, float]]:
        """Return the left and right edge of each position in degrees from the middle, negative to the dealer's left.

        All positions are equally wide; they go from the dealer's left (``-spread``) to the right (``spread``).
        """
        step = 2 * self.spread / positions
        return list(pairwise(step * place - self.spread for place in range(positions + 1)))

    def sector(self, ring: tuple[float, float], reach: tuple[float, float]) -> str:
        """Return the SVG path of the part of a ring (inner and outer radius) between two angles (left, right; degrees).

        Half of the gap between boxes is left out at either side.
        """
        (inner, outer), (left, right) = ring, reach
        outside, inside = (degrees(self.gap / 2 / radius) for radius in (outer, inner))
        a, b = self.at(outer, left + outside), self.at(outer, right - outside)
        c, d = self.at(inner, right - inside), self.at(inner, left + inside)
        return f"M{a.x} {a.y}A{outer} {outer} 0 0 1 {b.x} {b.y}L{c.x} {c.y}A{inner} {inner} 0 0 0 {d.x} {d.y}Z"


PRINTED = Plan(
    width=1200,
    height=690,
    centre_y=1096,
    edge=972,
    discs=1012,
    spread=31.5,
    gap=7,
    depths={"main": 64, "egalite": 42, "row": 46, "side": 84, "tax": 24},
    narrowest=70,
)
"""Plan of the felt on the page of a house."""
PRINTED_REACH = 330
"""Lowest line that its boxes may reach in the middle; more boxes push down all that lies below them."""


class FeltPlan(NamedTuple):
    """Felt on the page of a house.

    ``drop`` is by how much what lies below the boxes is moved down. ``discs`` are the numbers of the positions,
    ``button`` is where the Button lies at the start, None without one. The boxes of a ``single`` player have room for
    their names; ``shared`` says that one sector takes everybody's stakes on a tie. The ``title`` is the arc below the
    boxes along which the name is written.
    """

    cells: list[FeltBox]
    drop: int
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


def drawing(profile: Profile, numbers: Numbers) -> FeltPlan:
    """Return the printed felt of a house for its page; it shows a complete coup, the same for every house."""
    middles = [(left + right) / 2 for left, right in PRINTED.angles(len(profile.positions))]
    discs = zip(profile.positions, middles, strict=True)
    return FeltPlan(
        cells=list(cells(profile, PRINTED)),
        drop=max(0, round(PRINTED.centre_y - PRINTED.edge + depth_of(profile, PRINTED)) - PRINTED_REACH),
        title=_title(profile),
        names=BOX_NAMES,
        tax=tax(numbers),
        discs=[(label, PRINTED.at(PRINTED.discs, angle)) for label, angle in discs],
        button=PRINTED.at(PRINTED.discs, middles[0] + BUTTON_ASIDE) if profile.button else None,
        single=single(profile),
        shared=shares_egalite(profile),
        shown=SHOWN,
    )


def described(profile: Profile) -> str:
    """Return the text alternative of the drawing on the page of a house: where the cards of each side lie.

    Where there are any, also a sector shared for Egalité, places for tax, and the position of the Button.
    """
    sentences = [_("The felt as the dealer sees it: Punto’s cards to the right, Banco’s to the left.")]
    if shares_egalite(profile):
        sentences.append(_("One sector takes everybody’s stakes on Egalité."))
    if profile.tax == "laid_ready":
        sentences.append(_("Each position has a place where the tax may be laid ready."))
    if profile.button:
        sentences.append(
            _("The Button, a golden disc, lies at position %(position)s.") % {"position": profile.positions[0]}
        )
    return " ".join(sentences)


def single(profile: Profile) -> bool:
    """Whether the house has a single position, whose boxes have room for their names."""
    return len(profile.positions) == 1


def shares_egalite(profile: Profile) -> bool:
    """Whether one sector takes everybody's stakes on a tie; never with a single position, whose box takes them all."""
    return profile.egalite == "shared" and not single(profile)


def tax_verb(*, ready: bool) -> str:
    """Return the verb of a press on the place for the tax: ``withdraw_tax`` if it lies ready, else ``lay_tax``."""
    return "withdraw_tax" if ready else "lay_tax"


def tax(numbers: Numbers) -> str:
    """Return the commission on Banco of the bet that pays even money less commission, formatted in per cent.

    It is the same for every house.
    """
    return numbers.percent(Fraction(EVEN_LESS_COMMISSION.commission, 100), 0)


def cells(profile: Profile, plan: Plan, *, apart: bool = False) -> Iterator[FeltBox]:
    """Yield the boxes of the felt, ring by ring from the players' edge inwards, by position from the left.

    A sector that all share is one box, or with ``apart`` one for each position.
    """
    outer, angles = plan.edge, plan.angles(len(profile.positions))
    for depth, boxes, shared in rings(profile, plan):
        inner, whole = outer - plan.depths[depth], shared and not apart
        sectors = [("", (angles[0][0], angles[-1][1]))] if whole else zip(profile.positions, angles, strict=True)
        for position, reach in sectors:
            for kind, part in zip(boxes, _parts(reach, len(boxes)), strict=True):
                middle = plan.at((inner + outer) / 2, sum(part) / 2)
                yield FeltBox(str(kind), plan.sector((inner, outer), part), middle, position)
        outer = inner - plan.gap


def prints(profile: Profile, plan: Plan) -> Iterator[Print]:
    """Yield for each box of each position where its price is printed, below its letter, and how much room it has there.

    The price itself is not in it. Places for tax are left out; a sector that all share has two, left and right of its
    middle, at half its depth.
    """
    outer, angles = plan.edge, plan.angles(len(profile.positions))
    for depth, boxes, shared in rings(profile, plan):
        deep = plan.depths[depth]
        middle = outer - deep / 2
        if shared:
            aside = _aside(plan, angles)
            yield from (Print(boxes[0], plan.at(middle, angle), 0, deep) for angle in (-aside, aside))
        elif TAX not in boxes:
            parts = [part for reach in angles for part in _parts(reach, len(boxes))]
            for kind, (left, right) in zip(cycle(boxes), parts, strict=False):
                room = radians(right - left) * middle - plan.gap
                yield Print(kind, plan.at(middle, (left + right) / 2), deep / 4, room)
        outer -= deep + plan.gap


def prints_apart(profile: Profile, plan: Plan, widths: Mapping[str, float]) -> Iterator[Print]:
    """Yield for every box in `widths` the place of its price in the lines below the boxes, see :func:`lines_apart`.

    They come line by line from the top, each line from the left and centred below all boxes, with no regard to where
    the box lies; all are ``signed``. `widths` are those of the printed prices with their signs, in units of the
    drawing; whether they fit into their boxes is for the caller to check.
    """
    first, high = plan.edge - depth_of(profile, plan) - ABOVE_LINES, plan.read * LINE_APART
    for line, boxes in enumerate(lines_apart(plan, widths)):
        radius = first - high * (line + 0.5)
        along = -(sum(widths[kind] for kind in boxes) + GAP_APART * (len(boxes) - 1)) / 2
        for kind in boxes:
            at = plan.at(radius, degrees((along + widths[kind] / 2) / radius))
            yield Print(kind, at, 0, widths[kind], signed=True)
            along += widths[kind] + GAP_APART


def leaning(profile: Profile, plan: Plan, apart: AbstractSet[str]) -> Iterator[tuple[str, int]]:
    """Yield by box how far its sign is moved from the middle of the box, in units of the drawing; negative is up.

    `apart` are boxes whose price is printed elsewhere. Only rings of several boxes with one of these are yielded, their
    boxes up and down in turn.
    """
    for _depth, boxes, _shared in rings(profile, plan):
        if len(boxes) > 1 and not apart.isdisjoint(boxes):
            yield from zip(boxes, cycle((-LEAN, LEAN)), strict=False)


def height_with(lines: int, height: int) -> int:
    """Return the height of a drawing with `lines` lines of prices, from its `height` without them; same if 0 lines.

    Fixed room is left above and below them. The letters of the prices grow with the height of the drawing, which is
    allowed for. The result is rounded to whole units.
    """
    return round((height + ABOVE_LINES + BELOW_LINES) / (1 - lines * LINE_APART * READ_OF_HEIGHT)) if lines else height


def lines_apart(plan: Plan, widths: Mapping[str, float]) -> list[list[str]]:
    """Divide the boxes whose prices have these widths into lines, from the top; the order within a line is theirs.

    A price wider than the share LINE_ALONE of the drawing has a line of its own, above the others; these fill a line up
    to the share LINES_REACH before the next begins.
    """
    alone = [[kind] for kind, wide in widths.items() if wide > plan.width * LINE_ALONE]
    lines: list[list[str]] = []
    room = 0.0
    for kind, wide in widths.items():
        if [kind] in alone:
            continue
        if wide > room:
            lines.append([])
            room = plan.width * LINES_REACH
        lines[-1].append(kind)
        room -= wide + GAP_APART
    return alone + lines


def _aside(plan: Plan, angles: Sequence[tuple[float, float]]) -> float:
    """Return the angle in degrees, left and right of the middle, of the two prices in a sector that all share.

    It is the border of two positions right of the middle that is nearest to ``plan.spread / 2``; that itself if there
    is none.
    """
    half = plan.spread / 2
    return min((right for _left, right in angles[:-1] if right > 0), key=lambda it: abs(it - half), default=half)


def _parts(reach: tuple[float, float], count: int) -> list[tuple[float, float]]:
    """Divide a reach into this many equal parts, from left to right."""
    left, right = reach
    step = (right - left) / count
    return [(left + place * step, left + (place + 1) * step) for place in range(count)]


def rings(profile: Profile, plan: Plan) -> Iterator[tuple[str, Sequence[str], bool]]:
    """Yield the rings of boxes from the players' edge inwards.

    Each is the key of its depth in ``Plan.depths``, the boxes side by side before each position, and whether one
    sector is shared by all positions. In order: Punto, Banco, the places for tax where it is laid ready, Egalité,
    and the side bets in as few rings as have room; with a single position Banco, Egalité and Punto are the first ring.
    """
    alone = single(profile)
    if alone:
        yield "side", (Box.BANCO, Box.EGALITE, Box.PUNTO), False
    else:
        yield "main", (Box.PUNTO,), False
        yield "main", (Box.BANCO,), False
    if profile.tax == "laid_ready":
        yield "tax", (TAX,), False
    if not alone:
        yield "egalite", (Box.EGALITE,), shares_egalite(profile)
    side = [str(box) for box in profile.boxes if box in profile.side_bets]
    depth = "side" if alone else "row"
    yield from ((depth, boxes, False) for boxes in _in_rows(side, _most_in_a_row(profile, plan)))


def _most_in_a_row(profile: Profile, plan: Plan) -> int:
    """Return how many side bets have room side by side before a position, at least 1.

    Two also where their boxes are somewhat narrower than ``narrowest`` (LEAST_OF_TWO). In a plan without that width
    it is the length of :class:`Box`, so that one row has room for all.
    """
    if not plan.narrowest:
        return len(Box)
    reach = 2 * radians(plan.spread) / len(profile.positions) * plan.edge * INNER
    least = 2 if reach >= LEAST_OF_TWO * plan.narrowest else 1
    return max(least, int(reach / plan.narrowest))


def _in_rows(names: Sequence[str], most: int) -> Iterator[Sequence[str]]:
    """Yield the names in rows of at most `most`, equally long but for a shorter last one; none without names.

    There are no more rows than are needed, and they are no longer than these need.
    """
    rows = ceil(len(names) / most)
    each = ceil(len(names) / max(1, rows))
    yield from (names[start : start + each] for start in range(0, len(names), max(1, each)))


def _title(profile: Profile) -> str:
    """Return the SVG path of the arc for the name of the house: below the innermost ring, from edge to edge of it."""
    radius = PRINTED.edge - depth_of(profile, PRINTED) - TITLE_BELOW
    start, end = PRINTED.at(radius, -PRINTED.spread), PRINTED.at(radius, PRINTED.spread)
    return f"M{start.x} {start.y}A{radius} {radius} 0 0 1 {end.x} {end.y}"


def depth_of(profile: Profile, plan: Plan) -> float:
    """Return the depth of all rings of a plan with their gaps, in units of the drawing."""
    return sum(plan.depths[depth] + plan.gap for depth, _boxes, _shared in rings(profile, plan))
