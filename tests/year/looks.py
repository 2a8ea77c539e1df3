"""Somebody who looks at the house all the time: how long a new page takes, and when it is said what is missing."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import Self

from tests.year.doors import Door

EVERY_SECONDS, MOST_SECONDS = 0.2, 10.0
SHOWN = 200
PAGE = "/pit/"
"""A page that reads much of the database."""


@dataclass
class Looks:
    """What was seen from the beginning on: the seconds of each page with its status, and what `/readyz` said when.

    A page is asked for again and again, at one door after the other, until it comes: that is one look. `/readyz` is
    asked at the first of the processes.
    """

    doors: Sequence[Door]
    processes: Sequence[Door]
    session: str
    pages: list[tuple[float, int]] = field(default_factory=list)
    said: list[tuple[float, str]] = field(default_factory=list)
    began: float = 0.0
    _over: Event = field(default_factory=Event)

    def __enter__(self) -> Self:
        self.began = time.perf_counter()
        self._threads = [Thread(target=it, daemon=True) for it in (self._looks, self._asks)]
        for it in self._threads:
            it.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for it in self._threads:
            it.join()

    def begin(self) -> None:
        """What was seen before is forgotten: now something happens."""
        self.pages.clear()
        self.said.clear()
        self.began = time.perf_counter()

    @property
    def slowest(self) -> float:
        """Seconds of the page that took longest."""
        return max((seconds for seconds, _status in self.pages), default=0.0)

    @property
    def failed(self) -> int:
        """How many looks were given up: no page came in ten seconds."""
        return sum(status != SHOWN for _seconds, status in self.pages)

    def named(self, word: str) -> float | None:
        """Seconds until `/readyz` said this; nothing if it never did."""
        return next((at for at, said in self.said if word in said), None)

    def _looks(self) -> None:
        while not self._over.wait(EVERY_SECONDS):
            since, status = time.perf_counter(), 0
            while status != SHOWN and time.perf_counter() - since < MOST_SECONDS:
                status = next((found for door in self.doors if (found := door.asks(PAGE, session=self.session)[0])), 0)
            self.pages.append((time.perf_counter() - since, status))

    def _asks(self) -> None:
        while not self._over.wait(EVERY_SECONDS):
            _status, said = self.processes[0].asks("/readyz")
            self.said.append((time.perf_counter() - self.began, said))
