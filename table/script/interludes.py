"""Interludes of a shift by chance: what an extension has people do around the game."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from table.script.guests import Acts
from table.script.player import Player

Interlude = Callable[[Player, Random], Acts]
"""Acts at the table of this player; none where they are not for that table."""


class Interludes(NamedTuple):
    """What is done once the shoe is ready and before the table opens, between two coups, and after it was closed."""

    before_opening: Interlude
    between_coups: Interlude
    after_closing: Interlude


INTERLUDES: list[Interludes] = []
"""Interludes that extensions have added."""
