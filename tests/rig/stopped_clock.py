"""The house in which no time passes for those who press: however slow the machine is, a burst is one."""

from types import SimpleNamespace
from typing import Any

from config.asgi import application
from table.access import pace
from tests.rig import compiled

__all__ = ["application"]
buckets: Any = pace
buckets.clocks = SimpleNamespace(steady=lambda: 0.0)
compiled.cache_where_named()
