"""Levels of players: the limits on each box depend on how much a player has staked so far."""

from collections.abc import Mapping
from typing import NamedTuple

from table.rules.houses import ONLINE
from table.rules.profile import MAIN_BOXES
from table.rules.stakes import Limits, Range, check_limits, kind


class Level(NamedTuple):
    """Number of a level, sum of stakes from which it applies (cents), and limits."""

    number: int
    staked: int
    limits: Limits


def _limits(*, main: int, others: int) -> Mapping[str, Range]:
    """Return limits in cents by kind of stake, from the smallest chip: to `main` on Punto and Banco, else to `others`.

    Refuses (E_LIMITS) a maximum that chips of the house cannot make up.
    """
    most = {kind(box): main if box in MAIN_BOXES else others for box in ONLINE.boxes}
    limits = {name: Range(ONLINE.smallest_chip, maximum) for name, maximum in most.items()}
    check_limits(ONLINE, limits)
    return limits


LEVELS = (
    Level(1, 0, _limits(main=100_00, others=25_00)),
    Level(2, 5_000_00, _limits(main=500_00, others=100_00)),
    Level(3, 50_000_00, _limits(main=2_000_00, others=250_00)),
)
"""Levels in ascending order. Baccarat online leaves the figures to the house."""


def level_of(staked: int) -> Level:
    """Level of a player who has staked this sum in all, in cents."""
    return next(level for level in reversed(LEVELS) if staked >= level.staked)
