"""The house as it is served, but that presses and faults are counted by screen: tests that share it share its staff."""

from collections.abc import Hashable
from typing import Any

from config.asgi import application
from table.live import rate_limits
from tests.rig import compiled

__all__ = ["application"]
limits: Any = rate_limits.ScreenLimits
begin = limits.begin


def begin_anew(screen: rate_limits.ScreenLimits, who: Hashable) -> None:
    """Nobody has pressed anything or made a fault at a screen that they open."""
    begin(screen, (who, object()))


limits.begin = begin_anew
compiled.cache_where_named()
