"""Limits what the online game takes of a process while tables play: one page or press at a time, with rests.

The play-money game must not slow a table down. As long as somebody has pressed at a table of this process within the
last ten seconds, it rests three times as long after each answer as it worked for it; further requests wait, and beyond
``MOST_WAITING`` are refused. Otherwise it takes what it needs.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from table.memory import threads
from table.rules.refusal import Code, require

PLAYS_SECONDS = 10.0
RESTS = 3.0
"""Length of a rest, in times of the work before it."""
MOST_WAITING = 60


class Share:
    """Turns that are taken one after the other while tables play; ``clock`` and ``sleep`` are in seconds."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        """Begin with no turn taken; `clock` returns the time and `sleep` waits, both in seconds."""
        self._clock, self._sleep = clock, sleep
        self._turn = Lock()
        self._waiting, self._rested = 0, clock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Hold a turn while the block runs: at once while no table plays, else after the turns before and their rests.

        A table plays where somebody has pressed at one of this process within PLAYS_SECONDS. Blocks; refuses (E_RATE)
        if MOST_WAITING wait or work already.
        """
        if self._clock() - threads.tables.pressed > PLAYS_SECONDS:
            yield
            return
        require(
            self._waiting < MOST_WAITING,
            Code.RATE,
            "Very many play here at the moment. Wait a moment, and press again.",
        )
        self._waiting += 1
        try:
            with self._turn:
                self._sleep(max(0.0, self._rested - self._clock()))
                yield from self._working()
        finally:
            self._waiting -= 1

    def _working(self) -> Iterator[None]:
        """Yield once, for the block to run, then set when the next turn may begin.

        That is after RESTS times as long as the block took.
        """
        began = self._clock()
        try:
            yield
        finally:
            worked = self._clock() - began
            self._rested = self._clock() + RESTS * worked


share = Share()
"""Turns of this process."""
