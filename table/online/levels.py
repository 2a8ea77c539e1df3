"""The levels of the players: how much may be laid on each box follows from how much somebody has staked so far."""

from collections.abc import Mapping
from typing import NamedTuple

from table.rules.houses import ONLINE
from table.rules.profile import MAIN_BOXES, Box
from table.rules.stakes import Limits, Range, check_limits, kind


class Level(NamedTuple):
    """A level: its number, from which sum of stakes on (cents) a player has it, and its limits."""

    number: int
    staked: int
    limits: Limits


def _limits(*, main: int, beside: int) -> Mapping[str, Range]:
    """From the smallest chip up to these maxima, in cents."""
    most = {kind(box): main if box in MAIN_BOXES else beside for box in ONLINE.boxes}
    limits = {name: Range(ONLINE.smallest_chip, maximum) for name, maximum in most.items()}
    check_limits(ONLINE, limits)
    return limits


LEVELS = (
    Level(1, 0, _limits(main=100_00, beside=25_00)),
    Level(2, 5_000_00, _limits(main=500_00, beside=100_00)),
    Level(3, 50_000_00, _limits(main=2_000_00, beside=250_00)),
)
"""From the lowest to the highest. Baccarat online leaves the figures to the house."""


def level_of(staked: int) -> Level:
    """The level of somebody who has staked so many cents in all."""
    return next(level for level in reversed(LEVELS) if staked >= level.staked)


def limit(level: Level, box: Box) -> Range:
    """Minimum and maximum on a box."""
    return level.limits[kind(box)]
