"""Places of everything on a felt during play, as the staff see it and, turned round, the players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from django.conf import settings
from django.utils.translation import override

from table.rules.profile import Box, Profile
from table.screens.rules.plan import (
    TAX,
    FeltBox,
    Plan,
    Point,
    Print,
    cells,
    depth_of,
    height_with,
    lines_apart,
    prints,
    prints_apart,
    rings,
)
from table.screens.rules.sentences.bets import legend
from table.words.numbers import Numbers

DEALERS = Plan(
    width=1200,
    height=822,
    centre_y=1444,
    edge=1330,
    discs=1364,
    spread=23.4,
    gap=6,
    depths={"main": 93, "egalite": 93, "row": 68, "side": 80, "tax": 30},
    narrowest=43,
)
"""Plan of the staff's felt, whose boxes are large enough for fingers."""
SHAPE = 1.33
"""Width by height of the staff's felt in a house with side bets, whose rings make it deeper.

Its arc is larger then: a console has that room beside it."""
RINGS_REACH = 362
"""Lowest line that the boxes may reach in the middle; more boxes push down all that lies below them."""
BUTTON_ASIDE = 1.95  # degrees from the number of its position; the reader's star lies on its other side
HEADLINE_AT, ASIDE_AT, BAND_AT = 402, 730, 798
SECOND_LINE, LEAST_SECOND, HIGHER = 1.32, 36, 1.75
"""How far below the headline its second line lies, of the height of the smallest letters, and at least; and how far the
headline is moved up, of what it lies further below."""
LINES = 30  # height of the headline's second line, which lies below the first seen from either side
SABOT_X, DISCARD_X = 130, 1078
CLOTH_TOP, CLOTH_AROUND, CLOTH_CORNER = 16, 94, 76
"""Where the cloth begins, how far it reaches around the boxes, and how wide its corners are."""
LEAST_AIR = 4
"""Space to either side of a price in its box, both together; without it the price stands in a line below the rings."""
SIGN_APART = "PPP "
"""As wide as the widest sign of a box, and the space between it and its price."""


@dataclass(frozen=True, eq=False)
class Ground:
    """Fixed part of a felt: the outlines of the boxes, those of each position (``spots``), and the places of the rest.

    ``written`` are boxes with writing that is no stake: the tax, and a sector for everybody. ``drop`` is by how
    much what lies below the boxes is moved down. ``discs`` are for each position the places of its disc, of the
    Button and of the reader's star. ``prints`` are the places of what the boxes pay: in the boxes; of a ring in
    which one of them has no room for it, in lines below the rings. ``second`` is how far below the headline its second
    line lies: in larger letters further, and the headline is moved up.
    """

    plan: Plan
    drop: int
    cells: Sequence[FeltBox]
    spots: Sequence[FeltBox]
    written: Sequence[FeltBox]
    prints: Sequence[Print]
    discs: Mapping[str, tuple[Point, Point, Point]]
    places: Mapping[str, Point]
    second: float

    @property
    def arc(self) -> int:
        """Radius of the upper edge of the cloth, which lies around the boxes."""
        return round(self.plan.edge) + CLOTH_AROUND

    @property
    def shoulder(self) -> int:
        """Depth at which the upper edge of the cloth ends at its left and right corner, in units of the drawing."""
        return round(CLOTH_TOP + self.arc - sqrt(self.arc**2 - (self.plan.width / 2 - CLOTH_CORNER) ** 2))


@lru_cache(maxsize=64)
def ground_of(profile: Profile, *, turned: bool) -> Ground:
    """Return the fixed part of the felt for these rules, seen by the players if ``turned``, else by the dealer.

    The outlines of the boxes, and the places of prices, positions, headline, sabot and discard. Cached.
    """
    plan, apart = _with_lines(profile, turned=turned)
    drop = plan.height - DEALERS.height
    angles = [(left + right) / 2 for left, right in plan.angles(len(profile.positions))]
    aside = min(BUTTON_ASIDE * DEALERS.discs / plan.discs, plan.spread / len(profile.positions) * 0.74)
    discs = {
        label: (plan.at(plan.discs, angle), plan.at(plan.discs, angle + aside), plan.at(plan.discs, angle - aside))
        for label, angle in zip(profile.positions, angles, strict=True)
    }
    second = LEAST_SECOND if turned else max(LEAST_SECOND, round(plan.read * SECOND_LINE, 1))
    moved = LINES if turned else HIGHER * (LEAST_SECOND - second)
    places = {
        "headline": plan.point(plan.width / 2, HEADLINE_AT + drop + moved),
        "band": plan.point(plan.width / 2, BAND_AT + drop),
        "name": plan.point(plan.width / 2, ASIDE_AT + drop),
        "sabot": plan.point(SABOT_X + plan.margin, ASIDE_AT + drop),
        "discard": plan.point(DISCARD_X + plan.margin, ASIDE_AT + drop),
    }
    spots = [cell for cell in cells(profile, plan, apart=True) if cell.kind != TAX]
    all_cells = list(cells(profile, plan))
    written = [cell for cell in all_cells if cell.kind == TAX or not cell.position]
    printed = [it for it in prints(profile, plan) if it.kind not in apart]
    printed += prints_apart(profile, plan, apart)
    return Ground(plan, drop, all_cells, spots, written, printed, discs, places, second)


def _with_lines(profile: Profile, *, turned: bool) -> tuple[Plan, dict[str, float]]:
    """Return the plan, high enough for its boxes and the lines of prices below them, for the players if ``turned``.

    That of the staff is also widened in a house with side bets. With it, by box, the width of each price in these
    lines.
    """
    deep = int(DEALERS.centre_y - DEALERS.edge + depth_of(profile, DEALERS))
    lines = 0
    while True:  # a deeper felt has larger letters, for which still another box may be too narrow
        height = height_with(lines, DEALERS.height + max(0, deep - RINGS_REACH))
        plan = DEALERS._replace(height=height, turned=turned)
        if profile.side_bets and not turned:
            plan = _widened(plan)
        apart = _apart(profile, plan)
        due = len(lines_apart(plan, apart))
        if due <= lines:
            return plan, apart
        lines = due


def _widened(plan: Plan) -> Plan:
    """Return a plan at least as wide as SHAPE times its height; unchanged if it is so wide already.

    Else its arc is larger by the same share, ``narrowest`` by that of the arc, and ``margin`` is half of what its width
    gained. Height and depths of the boxes stay.
    """
    share = max(1, plan.height * SHAPE / plan.width)
    further = round(plan.edge * (share - 1))
    return plan._replace(
        width=round(plan.width * share),
        centre_y=plan.centre_y + further,
        edge=plan.edge + further,
        discs=plan.discs + further,
        narrowest=plan.narrowest * (plan.edge + further) / plan.edge,
        margin=round(plan.width * (share - 1) / 2),
    )


def _apart(profile: Profile, plan: Plan) -> dict[str, float]:
    """Return, by box, the width of price and sign for the boxes whose prices are printed in lines below all boxes.

    They are all boxes of each ring in which at least one is too narrow for its price. The sign, by which the box is
    known there, is allowed for with SIGN_APART; widths are in units of the drawing. Empty if every price has room.
    """
    wide = {str(box): _widest(profile, box, plan) for box in profile.boxes}
    narrow = {it.kind for it in prints(profile, plan) if wide[it.kind] + (LEAST_AIR if it.below else 0) > it.room}
    kinds = [
        str(kind) for _depth, boxes, _shared in rings(profile, plan) if narrow.intersection(boxes) for kind in boxes
    ]
    return {kind: wide[kind] + plan.wide(SIGN_APART) for kind in kinds}


def _widest(profile: Profile, box: Box, plan: Plan) -> float:
    """Return the width of the printed price of a box, in the language in which it is longest."""
    widest = 0.0
    for language, _name in settings.LANGUAGES:
        with override(language):
            widest = max(widest, plan.wide(legend(profile, box, Numbers(language))))
    return widest
