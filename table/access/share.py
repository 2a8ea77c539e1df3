"""How much of a process the online game takes while tables play: one page or press at a time, and a rest after each.

Whoever plays for play money is not to slow a table down. As long as somebody has pressed at a table of this process
within the last ten seconds, the game rests three times as long after each answer as it worked for it; whoever asks
meanwhile waits, and where too many wait is refused. Else it takes what it needs.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from table import threads
from table.rules.refusal import Code, require

PLAYS_SECONDS = 10.0
RESTS = 3.0
"""So many times as long as it worked."""
MOST_WAITING = 60


class Share:
    """Turns that are taken one after the other while tables play; ``clock`` and ``sleep`` are in seconds."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._clock, self._sleep = clock, sleep
        self._turn = Lock()
        self._waiting, self._rested = 0, clock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn, which lasts as long as what is done in it; refused with E_RATE where too many wait."""
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
        began = self._clock()
        try:
            yield
        finally:
            worked = self._clock() - began
            self._rested = self._clock() + RESTS * worked


share = Share()
"""The one of this process."""
