"""Threads in which the live house uses its database: one acts and draws, another makes heartbeats.

All of it is work for one processor, so that several threads would only take turns with one another: an act that lets go
of the interpreter while it holds the lock of its table waits until a drawing gives it back. In one thread what is due
first comes next, and an act before any drawing.
"""

import asyncio
import contextvars
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar
from enum import IntEnum
from functools import partial
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from threading import Event
from typing import Any, ParamSpec, TypeVar

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

loop: ContextVar[asyncio.AbstractEventLoop | None] = ContextVar("loop", default=None)
"""Event loop for which a thread works; pings are sent on it, and no act waits until they are."""
RESTED_SECONDS = 30.0
"""Seconds of rest after which connections are checked before use, as they may have been lost meanwhile."""
TAKES_TURNS_SECONDS = 0.001
"""Longest time for which a working thread keeps the interpreter from the event loop, in seconds.

A frame to each of twelve screens asks for it twelve times an act, and the answers to whoever pressed wait behind them.
"""
P = ParamSpec("P")
R = TypeVar("R")

stopping = Event()
"""Set when the house stops: from then on no press is taken. Those taken before are done and answered."""
RESTARTS = 4503
"""Close code of a socket when the house stops (static/felt/link.js): whoever hears it asks again."""


class Urgency(IntEnum):
    """Urgency of work, by who waits for it: whoever pressed, staff that look on, somebody who comes in, the public."""

    PRESS = 0
    STAFF = 1
    DOOR = 2
    PUBLIC = 3


LATER_SECONDS = {Urgency.STAFF: 0.0, Urgency.DOOR: 0.01, Urgency.PUBLIC: 0.02}
"""Seconds after which drawings and the like become due, by urgency; acts are always due first.

If the public were always last, it would wait for whatever anybody asks for meanwhile.
"""


class Thread:
    """One thread that does the work that is due next, with a connection of its own that stays open."""

    def __init__(self, name: str) -> None:
        """Make the thread, which starts with its first job."""
        self._executor = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._waiting: list[tuple[float, int, Future[Any], Callable[[], Any]]] = []
        self._order = count()
        self.pressed = time.monotonic()
        """Time when the last press was queued (or else this began), in seconds of the monotonic clock."""
        self._worked = self.pressed
        self._files: dict[str, object] = {}

    def do(self, urgency: Urgency, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> "asyncio.Future[R]":
        """Queue work on this thread and return a future for its result or error: presses first, else by when it is due.

        Work of each other urgency is due LATER_SECONDS after it was queued, so that older work of the public may come
        before newer of the staff. To be called on the event loop, which it sets as ``loop``. The work runs in a copy of
        the caller's context. A press (``Urgency.PRESS``) sets ``pressed`` to the time now.
        """
        if urgency is Urgency.PRESS:
            self.pressed = time.monotonic()
        loop.set(asyncio.get_running_loop())
        here, result = contextvars.copy_context(), Future[R]()
        due = time.monotonic() + LATER_SECONDS[urgency] if urgency in LATER_SECONDS else 0.0
        heappush(self._waiting, (due, next(self._order), result, lambda: here.run(work, *args, **kwargs)))
        self._executor.submit(self._next)
        return asyncio.wrap_future(result)

    def _next(self) -> None:
        """Run the most urgent work in the thread, and hand on its result or error; drop it if its future was cancelled.

        Database connections that have become unusable are closed before it, if the thread has rested, and after
        it.
        """
        _due, _place, result, work = heappop(self._waiting)
        if not result.set_running_or_notify_cancel():
            return
        try:
            if time.monotonic() - self._worked > RESTED_SECONDS:
                self._look_after_connections()
            tell = partial(result.set_result, work())
        except BaseException as error:  # noqa: BLE001 - whoever waits for it gets it
            tell = partial(result.set_exception, error)
        try:
            _give_up_failed_connections()
        finally:
            self._worked = time.monotonic()
            tell()

    def _look_after_connections(self) -> None:
        """Close connections that were lost, and SQLite ones whose file is not the one of the last look.

        At the first look every SQLite connection is closed. The next use opens them again. Called after a rest.
        """
        for it in connections.all(initialized_only=True):
            if self._files.get(it.alias) != (file := _file_of(it)):
                self._files[it.alias] = file
                it.close()
            it.errors_occurred = True  # so that it is checked below
        _give_up_failed_connections()


def _file_of(it: BaseDatabaseWrapper) -> object:
    """Return device and inode of a SQLite connection's file, "" where there is no file; None for a database server."""
    if it.vendor != "sqlite":
        return None
    try:
        there = Path(it.settings_dict["NAME"]).stat()
    except OSError:
        return ""
    return there.st_dev, there.st_ino


def _give_up_failed_connections() -> None:
    """Close connections with errors that are unusable, also where the work itself handled the error.

    A usable one stays open, whatever its age: opening another takes a file descriptor, and time.
    """
    for it in connections.all(initialized_only=True):
        if it.errors_occurred:
            it.close_at = None
            it.close_if_unusable_or_obsolete()


def begin() -> None:
    """Set Python's thread switch interval to TAKES_TURNS_SECONDS, for the whole process, as the house starts."""
    sys.setswitchinterval(TAKES_TURNS_SECONDS)


tables = Thread("tables")
heartbeat = Thread("heartbeat")
