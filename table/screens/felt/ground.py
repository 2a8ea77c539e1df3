"""Places of everything on a felt during play, as the staff see it and, turned round, the players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from table.rules.profile import Profile
from table.screens.felt.plan import TAX, Cell, Plan, Point, Print, cells, prints, rings

DEALERS = Plan(
    width=1200,
    height=822,
    centre_y=1444,
    edge=1330,
    discs=1364,
    spread=23.4,
    gap=6,
    depths={"main": 80, "egalite": 70, "side": 80, "tax": 30},
)
"""Plan of the staff's felt, whose boxes are large enough for fingers."""
RINGS_REACH = 362
"""Lowest line that the boxes may reach in the middle; more boxes push down all that lies below them."""
BUTTON_ASIDE = 1.95  # degrees from the number of its position; the reader's star lies on its other side
HEADLINE_AT, ASIDE_AT, BAND_AT = 402, 730, 798
LINES = 30  # height of the headline's second line, which lies below the first seen from either side
SABOT_X, DISCARD_X = 130, 1078


@dataclass(frozen=True, eq=False)
class Ground:
    """Fixed part of a felt: the outlines of the boxes, those of each position (``spots``), and the places of the rest.

    ``written`` are boxes with writing that is no stake: the tax, and a sector for everybody. ``drop`` is by how
    much what lies below the boxes is moved down. ``discs`` are for each position the places of its disc, of the
    Button and of the reader's star. ``prints`` are the places of what the boxes pay.
    """

    plan: Plan
    drop: int
    cells: Sequence[Cell]
    spots: Sequence[Cell]
    written: Sequence[Cell]
    prints: Sequence[Print]
    discs: Mapping[str, tuple[Point, Point, Point]]
    places: Mapping[str, Point]


@lru_cache(maxsize=64)
def ground_of(profile: Profile, *, turned: bool) -> Ground:
    """Return the ground for these rules, cached; ``turned`` as the players see it, else as the dealer does."""
    deep = sum(DEALERS.depths[ring] + DEALERS.gap for ring, _boxes, _shared in rings(profile))
    drop = max(0, int(DEALERS.centre_y - DEALERS.edge + deep) - RINGS_REACH)
    plan = DEALERS._replace(height=DEALERS.height + drop, turned=turned)
    angles = [(left + right) / 2 for left, right in plan.angles(len(profile.positions))]
    aside = min(BUTTON_ASIDE, plan.spread / len(profile.positions) * 0.74)
    discs = {
        label: (plan.at(plan.discs, angle), plan.at(plan.discs, angle + aside), plan.at(plan.discs, angle - aside))
        for label, angle in zip(profile.positions, angles, strict=True)
    }
    places = {
        "headline": plan.point(plan.width / 2, HEADLINE_AT + drop + (LINES if turned else 0)),
        "band": plan.point(plan.width / 2, BAND_AT + drop),
        "name": plan.point(plan.width / 2, ASIDE_AT + drop),
        "sabot": plan.point(SABOT_X, ASIDE_AT + drop),
        "discard": plan.point(DISCARD_X, ASIDE_AT + drop),
    }
    spots = [cell for cell in cells(profile, plan, apart=True) if cell.kind != TAX]
    all_cells = list(cells(profile, plan))
    written = [cell for cell in all_cells if cell.kind == TAX or not cell.position]
    return Ground(plan, drop, all_cells, spots, written, list(prints(profile, plan)), discs, places)
