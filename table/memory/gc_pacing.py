"""Pacing of Python's garbage collector: a full collection stalls every screen, so it waits for a pause, or an hour.

With twelve screens at each of a hundred tables a full collection takes a tenth of a second and more. What exists when
the house starts is frozen and never examined again. Acts and drawings leave no reference cycles, so young objects are
examined only when far more were made than freed. A page leaves some 150 objects in cycles, which Django makes; so the
young are collected after every 50 pages.
"""

import gc
import time
from itertools import count

from django.core.signals import request_finished

from table.memory.threads import tables

YOUNG, MIDDLE, NEVER = 400_000, 10, 1_000_000
"""Thresholds of the collector for its three generations.

New objects more than freed ones (some forty megabytes), and collections of each generation before the next is
collected.
"""
EVERYTHING = 2
QUIET_SECONDS = 5.0
LONGEST_SECONDS = 3600.0
OFTEN_SECONDS = 60.0


class Collector:
    """Time of the last full collection, in seconds of the monotonic clock."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def look(self, *, pressed: float) -> bool:
        """Run a full garbage collection if nobody pressed for QUIET_SECONDS, or none ran for LONGEST_SECONDS.

        Never within OFTEN_SECONDS after the last one or after this object was made. ``pressed`` is when somebody last
        pressed, by the monotonic clock. Returns whether it ran; blocks meanwhile.
        """
        now = time.monotonic()
        since, quiet = now - self._last, now - pressed
        if since < OFTEN_SECONDS or (quiet < QUIET_SECONDS and since < LONGEST_SECONDS):
            return False
        gc.collect(EVERYTHING)
        self._last = time.monotonic()
        return True


class Pages:
    """Number of pages answered. Collecting what so few have left takes some five milliseconds."""

    SOME, MANY = 50, 500
    """Pages after which the young generation is collected, and those after which the middle one is as well."""

    def __init__(self) -> None:
        self._answered, self._looks = count(1), Collector()

    def answered(self, **_kwargs: object) -> None:
        """Count a page; with every 50th, run a full collection if :meth:`Collector.look` finds it due.

        If not, collect the young generation, and with every 500th page the middle one as well.
        """
        number = next(self._answered)
        if number % self.SOME == 0 and not self._looks.look(pressed=tables.pressed):
            gc.collect(1 if number % self.MANY == 0 else 0)


pages = Pages()


def begin() -> None:
    """Collect garbage, freeze what exists as the house starts, set the collector's thresholds, and connect ``pages``.

    Full collections no longer run by themselves: ``pages``, counting the requests answered, and the heartbeat of the
    hub run them, each by its own :class:`Collector`.
    """
    request_finished.connect(pages.answered)
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
