"""What each box pays stands on the felt, however many positions and side bets a house has, in no other text's way."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import cos, radians, sin

import pytest
from django.conf import settings
from django.utils.translation import override

from table.rules.houses import MALTA, ONLINE, VENEZIA
from table.rules.profile import SIDE_BETS, Box, Profile, derive
from table.screens.felt.cards import TITLES, TITLES_AT
from table.screens.felt.ground import Ground, ground_of
from table.screens.rules.plan import Point, Print
from table.screens.rules.sentences.bets import legends
from table.words.numbers import Numbers
from tests.rig.sampling import sampled

Corners = tuple[tuple[float, float], ...]
SETS = [frozenset(some) for size in range(len(SIDE_BETS) + 1) for some in combinations(SIDE_BETS, size)]
HOUSES = {"net": VENEZIA, "on six": MALTA, "for one": ONLINE}
MOST = 14
"""Positions of a felt that is tried here."""
HEADLINE, POINTS = (640, 42), (420, 62)
SIGN = "P/B "
INK = 0.92
"""Height of the ink of a line of letters, from the highest to the lowest, as a share of their size."""


def houses(positions: int, sets: Sequence[frozenset[Box]]) -> Iterator[Profile]:
    """Each house with so many positions and each of these sets of side bets."""
    labels = tuple(map(str, range(1, positions + 1)))
    for base in HOUSES.values():
        for side in sets:
            yield derive(base, key="tried", positions=labels, side_bets=side, smallest_payment=1)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("positions", sampled(range(MOST, 0, -1), one_in=4))
def test_each_price_stands_on_the_felt_where_no_other_text_lies(positions: int) -> None:
    few = [side for side in SETS if side == frozenset(SIDE_BETS[: len(side)])]
    for profile in houses(positions, SETS[::3] if positions == len(VENEZIA.positions) else few):
        for turned in (False, True):
            ground = ground_of(profile, turned=turned)
            assert {it.kind for it in ground.prints} == {*profile.boxes}
            felt = f"{profile.source}, {positions}, {sorted(profile.side_bets)}, {turned}"
            for language, _name in settings.LANGUAGES:
                with override(language):
                    written(profile, ground, Numbers(language), felt)


def written(profile: Profile, ground: Ground, numbers: Numbers, felt: str) -> None:
    """In these words every price fits, and those below the rings lie apart from each other and from what is said."""
    pays, plan = {str(box): text for box, text in legends(profile, numbers)}, ground.plan
    assert [it for it in ground.prints if not it.signed and plan.wide(pays[it.kind]) > it.room] == [], felt
    high = INK * plan.read
    lines = [rectangle(plan.wide(SIGN + pays[it.kind]), high, it.at) for it in ground.prints if it.signed]
    boxes = [outline(ground, it) for it in ground.prints if not it.signed]
    for place, line in enumerate(lines):
        assert all(0 < x < plan.width and 0 < y < plan.height for x, y in line), felt
        for other in (*lines[:place], *boxes, *said(ground)):
            assert apart(line, other), felt


def said(ground: Ground) -> Iterator[Corners]:
    """Where it is said how the coup stands, in two lines, and where the hands have their names and points."""
    x, y, _turn = ground.places["headline"]
    yield rectangle(*HEADLINE, Point(x, y, 0))
    yield rectangle(HEADLINE[0], ground.plan.read, Point(x, y + ground.second, 0))
    for title in TITLES.values():
        yield rectangle(*POINTS, ground.plan.point(title + ground.plan.margin, TITLES_AT + ground.drop))


def outline(ground: Ground, printed: Print) -> Corners:
    """Where the price in a box lies."""
    x, y, turn = printed.at
    down = radians(turn)
    return rectangle(
        printed.room, ground.plan.read, Point(x - printed.below * sin(down), y + printed.below * cos(down), turn)
    )


def rectangle(wide: float, high: float, at: Point) -> Corners:
    """The corners of a text of this size with its middle here."""
    across, down = cos(radians(at.turn)), sin(radians(at.turn))
    corners = ((-wide, -high), (wide, -high), (wide, high), (-wide, high))
    return tuple((at.x + (x * across - y * down) / 2, at.y + (x * down + y * across) / 2) for x, y in corners)


def apart(one: Corners, other: Corners) -> bool:
    """Whether a line along a side of one of them lies between them."""
    for corners in (one, other):
        for (x, y), (further_x, further_y) in pairwise(corners):
            across, down = further_y - y, x - further_x
            here, there = ([a * across + b * down for a, b in it] for it in (one, other))
            if max(here) < min(there) or max(there) < min(here):
                return True
    return False


def test_texts_that_lie_over_each_other_would_be_found() -> None:
    at = Point(100, 100, 20)
    assert not apart(rectangle(50, 20, at), rectangle(50, 20, Point(130, 110, 20)))
    assert apart(rectangle(50, 20, at), rectangle(50, 20, Point(155, 120, 20)))


def test_a_ring_with_room_for_its_prices_has_them_in_its_boxes_and_another_below_all_of_them() -> None:
    all_side_bets = derive(VENEZIA, key="tried", side_bets=frozenset(SIDE_BETS), smallest_payment=5)
    below = {it.kind for it in ground_of(all_side_bets, turned=False).prints if it.signed}
    assert below == {*SIDE_BETS}
    assert not [it for it in ground_of(VENEZIA, turned=False).prints if it.signed]
