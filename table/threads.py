"""Where the live house touches its database: in a few threads beside the event loop, each with its own connection.

Acts, drawings and the heartbeat have threads of their own, so that no act stands in line behind a drawing; all of them
share one processor. Drawing is work for it and not for the disk: a second thread would only take turns with the first.
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from typing import ParamSpec, TypeVar

from channels.db import database_sync_to_async

loop: ContextVar[asyncio.AbstractEventLoop | None] = ContextVar("loop", default=None)
"""The event loop for which a thread works; a ping goes out on it, and no act waits until it is sent."""
P = ParamSpec("P")
R = TypeVar("R")


class Threads:
    """So many threads for one kind of work."""

    def __init__(self, name: str, most: int) -> None:
        self.pool = ThreadPoolExecutor(most, thread_name_prefix=name)

    def do(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> Awaitable[R]:
        """Ordinary work that asks the database, without holding up any screen meanwhile."""
        loop.set(asyncio.get_running_loop())
        return database_sync_to_async(work, thread_sensitive=False, executor=self.pool)(*args, **kwargs)


acts = Threads("acts", 2)
drawings = Threads("drawings", 1)
heartbeat = Threads("heartbeat", 1)
