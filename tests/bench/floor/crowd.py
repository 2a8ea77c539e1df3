"""Screens as cheap programs, and the table that they look at: who has been shown which act, and when.

A screen knows the newest number that it was shown, and since when. Nothing else of what it is sent is read.
"""

import asyncio
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import NamedTuple

from tests.bench.floor.wire import Wire

AT_ONCE = 25
OPEN_SECONDS = 60.0
FIRST_WAIT, LONGEST_WAIT = 0.25, 2.0
"""Seconds before a socket is opened again, as a page of the house waits; each time twice as long, up to the longest."""
SEED = 7


class Tally:
    """What came over all sockets of a run: bytes, bytes of them that only say that the server lives, and how many
    sockets were lost, by the code that the server gave; 0 for none."""

    def __init__(self) -> None:
        self.bytes = self.idle_bytes = 0
        self.lost: Counter[int] = Counter()
        self.chance = Random(SEED)


class Screen(Wire):
    """A screen: a socket that is opened again whenever it is lost, until it is put away."""

    def __init__(self, hello: bytes, *, port: int, tally: Tally) -> None:
        super().__init__(hello)
        self.port, self.tally = port, tally
        self.table: Table | None = None
        self.number, self.at = -1, 0.0
        self.looks = asyncio.get_running_loop().create_future()
        self._away, self._wait = False, FIRST_WAIT
        self._tasks: set[asyncio.Task[None]] = set()

    def shown(self, number: int) -> None:
        """The screen shows its table at this number now."""
        if not self.looks.done():
            self.looks.set_result(None)
        if number > self.number:
            before, self.number, self.at = self.number, number, perf_counter()
            if self.table is not None:
                self.table.seen(before, number)

    async def look(self) -> None:
        """Open the socket, and wait for what it shows first."""
        self._knock()
        async with asyncio.timeout(OPEN_SECONDS):
            await self.looks

    def drop(self) -> None:
        """The network fails: the socket is gone, and is opened again like every lost one."""
        self.looks = asyncio.get_running_loop().create_future()
        self.cut()

    def put_away(self) -> None:
        """Nobody looks any more."""
        self._away = True
        self.cut()

    def opened(self) -> None:
        """The server let us in."""
        self._wait = FIRST_WAIT

    def ended(self) -> None:
        """The socket is lost; try again after a while."""
        if not self._away:
            self.tally.lost[self.code] += 1
            self.code = 0
            pause = self._wait * self.tally.chance.uniform(0.75, 1.25)
            self._wait = min(LONGEST_WAIT, 2 * self._wait)
            asyncio.get_running_loop().call_later(pause, self._knock)

    def _knock(self) -> None:
        if not self._away:
            task = asyncio.create_task(self._connect())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _connect(self) -> None:
        try:
            await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self.port)
        except OSError:
            self.ended()


async def look_all(screens: Sequence[Screen]) -> None:
    """Open these screens, some at a time, until each shows its table."""
    for start in range(0, len(screens), AT_ONCE):
        await asyncio.gather(*(screen.look() for screen in screens[start : start + AT_ONCE]))


class Answer(NamedTuple):
    """What became of a press: the number that screens are to be shown, when it was answered, or why it was refused."""

    number: int
    at: float
    refused: str = ""


class Table(ABC):
    """The screens of one table; the first of them is the dealer's, who presses."""

    def __init__(self, screens: Sequence[Screen]) -> None:
        self.screens = screens
        for screen in screens:
            screen.table = self
        self._awaited = self._missing = 0
        self._all: asyncio.Future[None] | None = None

    @abstractmethod
    async def press(self) -> Answer | None:
        """The dealer's next act, until it is answered; None where none is left to play."""

    def seen(self, before: int, number: int) -> None:
        """One of the screens that was shown the number ``before`` now shows ``number``."""
        if self._all is not None and before < self._awaited <= number:
            self._missing -= 1
            if not self._missing and not self._all.done():
                self._all.set_result(None)

    async def all_see(self, number: int) -> float:
        """Wait until all screens show this number or a later one; when the last of them was shown it."""
        self._awaited, self._missing = number, sum(screen.number < number for screen in self.screens)
        if self._missing:
            self._all = asyncio.get_running_loop().create_future()
            await self._all
            self._all = None
        return max(screen.at for screen in self.screens)
