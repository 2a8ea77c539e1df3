"""Interludes of a shift by chance: what an extension has people do around the game."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

Interlude = Callable[[Any, Random], Iterator[None]]
"""Acts at the table of a player (:class:`table.script.player.Player`); none where they are not for that table."""


class Interludes(NamedTuple):
    """Acts of a shift once the shoe is ready and before the table opens, between two coups, and after it was closed."""

    before_opening: Interlude
    between_coups: Interlude
    after_closing: Interlude


INTERLUDES: list[Interludes] = []
"""Interludes that extensions have added."""
