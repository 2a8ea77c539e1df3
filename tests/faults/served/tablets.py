"""The screens of a table as their pages are, and the hands at them: what is pressed and answered is kept in a history.

A page takes silence for a lost link and opens it anew, asks what became of a press over which it was lost before it
takes another one, and goes to the sign-in when the house lets it in no more.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import inf
from random import Random
from time import perf_counter
from typing import Any
from uuid import uuid4

from table.rules.refusal import Code
from tests.bench.acts import Act
from tests.bench.floor.crowd import Tally
from tests.bench.floor.house import HEAD_BYTES, HouseScreen
from tests.bench.floor.wire import greeting
from tests.faults.served.history import Fate, Press

STAFF_LOST, PUBLIC_LOST = 5.0, 10.0
"""Seconds of silence after which the page of a screen says that it is lost, and opens its socket anew."""
SIGN_IN_FIRST = 4401
LOOK_SECONDS, LOCKED_SECONDS = 0.25, 0.05
"""How often a page looks at its link, and a hand at a page that is locked."""
SETTLE_SECONDS = 0.3
"""Between two looks whether all screens have come to the end."""
REFUSED_SECONDS, MOST_REFUSED = 0.3, 40
"""Before what was refused is pressed again; and how often, as nobody would for longer."""
AGAIN_SECONDS = 1.0
"""Before what could not be answered is asked again."""
WORDLESS = ("annotate",)
"""Acts of which the register holds no more than a digest."""
EPOCH = re.compile(rb'"epoch":"([^"]+)"')
Cookie = Callable[[], str]
"""Signs in, or pairs, and gives the cookie of it. It asks the database."""
Recorded = Callable[[], int]
"""How many acts of somebody at their table are on record. It asks the database."""


class Tablet(HouseScreen):
    """A screen of the floor, whose page lives for the whole run."""

    def __init__(self, path: str, cookie: str, *, port: int, tally: Tally, lost: float) -> None:
        super().__init__(path, cookie, port=port, tally=tally)
        self.path, self.lost = path, lost
        self.live = self.signed_out = False
        self.went_back: list[str] = []
        self.epoch, self.anew = "", False
        self._heard = perf_counter()

    def heard(self, data: bytes, start: int, end: int) -> None:
        """Whatever it is: the house lives. Of another database than the one that is shown nothing is drawn."""
        self._heard = perf_counter()
        if self._is_of_another(data[start : min(end, start + HEAD_BYTES)]):
            self._begin_anew()
        else:
            super().heard(data, start, end)

    def _is_of_another(self, head: bytes) -> bool:
        known, found = self.epoch, EPOCH.search(head)
        if found:
            self.epoch = found[1].decode()
        return known not in ("", self.epoch)

    def _begin_anew(self) -> None:
        """The page is loaded again: nothing of what it showed stays."""
        self.number, self.live, self.anew = -1, False, True
        self.cut()

    def shown(self, number: int) -> None:
        """The page is drawn, and may be pressed. What it shows now counts, also where it was further before."""
        self.live = True
        if number < self.number:
            self.went_back.append(f"{self.path} showed {self.number}, and then {number}")
            self.number = number
        super().shown(number)

    def opened(self) -> None:
        """The silence begins when the socket opens."""
        self._heard = perf_counter()
        super().opened()

    def ended(self) -> None:
        """The page is locked; what was pressed and not answered is not known to it."""
        self.live = False
        self.signed_out = self.signed_out or self.code == SIGN_IN_FIRST
        for waiting in self.answers.values():
            if not waiting.done():
                waiting.set_result({"kind": "unknown"})
        self.answers.clear()
        super().ended()

    def watch(self) -> None:
        """Silence is a lost link: a house that is frozen keeps its sockets open."""
        if self.open and perf_counter() - self._heard > self.lost:
            self.cut()

    def sign_out(self) -> None:
        """The house knows nobody at this device any more: the page is locked until somebody has signed in."""
        self.live, self.signed_out = False, True

    def come_in(self, cookie: str) -> None:
        """Somebody has signed in again at this device."""
        self.hello = greeting(f"{self.path}?language=it", port=self.port, headers={"Cookie": cookie})
        self.signed_out = False
        self.cut()

    async def until_live(self) -> None:
        """Wait until the page may be pressed."""
        while not self.live:  # noqa: ASYNC110 - as a hand looks at a locked page
            await asyncio.sleep(LOCKED_SECONDS)


@dataclass
class Hand:
    """Somebody who presses at a screen. ``presses`` are all of them, in the order in which their fates were known."""

    badge: str
    table: str
    tablet: Tablet
    presses: list[Press]
    sign_in: Cookie
    recorded: Recorded
    refusal: str = ""

    async def press(self, *acts: Act) -> Press:
        """Press, and where the answer is lost ask for it until the fate of the press is known; what became of it."""
        known = tuple((verb, {} if verb in WORDLESS else given) for verb, given in acts)
        press = Press(self.table, uuid4().hex, self.badge, known, perf_counter())
        try:
            while True:
                await self.tablet.until_live()
                answer = await (self._asks(press) if press.queried else self._presses(press, acts))
                press, self.refusal = _answered(press, answer), answer.get("sentence", "")
                if answer.get("code") == Code.SIGNED_OUT.value:
                    self.tablet.sign_out()
                if press.fate is not Fate.UNKNOWN:
                    return press
                if press.queried:
                    await asyncio.sleep(AGAIN_SECONDS)
                press = replace(press, queried=True)
        finally:
            self.presses.append(press)  # also one that the end of the run found unanswered

    def _presses(self, press: Press, acts: Sequence[Act]) -> asyncio.Future[dict[str, Any]]:
        return self.tablet.press(self.table, *acts, nonce=press.nonce)

    def _asks(self, press: Press) -> asyncio.Future[dict[str, Any]]:
        return self.tablet.ask(kind="ask", table=self.table, nonce=uuid4().hex, press=press.nonce)

    async def deals(self, acts: Sequence[Act], *, pause: float, chance: Random) -> None:
        """Play on, an act every so many seconds; what was refused is pressed anew, what is gone is played again."""
        dealt = refused = 0
        while dealt < len(acts):
            await asyncio.sleep(REFUSED_SECONDS if refused else pause * chance.uniform(0.5, 1.5))
            if self.tablet.anew:
                self.tablet.anew, refused = False, 0
                dealt = await asyncio.to_thread(self.recorded)
            done = (await self.press(acts[dealt])).fate is Fate.DONE
            dealt, refused = (dealt + 1, 0) if done else (dealt, refused + 1)
            assert refused < MOST_REFUSED, (
                f"{self.table}: {acts[dealt]} was refused {refused} times, at last: {self.refusal}"
            )

    async def notes(self, *, pause: float, chance: Random) -> None:
        """Make a remark, of two entries at one press, every so many seconds."""
        while True:
            await asyncio.sleep(pause * chance.uniform(0.5, 1.5))
            first, second = ("annotate", {"text": uuid4().hex}), ("annotate", {"text": uuid4().hex})
            await self.press(first, second)


def _answered(press: Press, answer: Mapping[str, Any]) -> Press:
    """The press, with what was said of it; that asking for it was refused says nothing, nor does a failure."""
    match answer["kind"], press.queried:
        case ("done", False) | ("fate", True) if answer["number"]:
            return replace(press, answered=perf_counter(), fate=Fate.DONE, number=answer["number"])
        case ("refused", False) | ("fate", True):
            return replace(press, answered=perf_counter(), fate=Fate.REFUSED)
        case _:
            return press


@dataclass
class TableOfFloor:
    """A table: its screens, and the hands at some of them."""

    code: str
    tablets: Sequence[Tablet]
    dealer: Hand
    inspectors: Sequence[Hand]
    acts: Sequence[Act]

    @property
    def hands(self) -> list[Hand]:
        """Everybody who presses."""
        return [self.dealer, *self.inspectors]

    def recorded_since(self, at: float) -> int:
        """The number of the first act that was pressed after this moment and is recorded; 0 while there is none."""
        done = [it for hand in self.hands for it in hand.presses if it.fate is Fate.DONE and it.pressed > at]
        return min((it.number for it in done), default=0)

    def shows(self, number: int) -> bool:
        """Whether all its screens are live and show this act."""
        return all(tablet.live and tablet.number >= number for tablet in self.tablets)


@dataclass
class Floor:
    """The tables that are played, with all that is pressed at them."""

    tables: Sequence[TableOfFloor]
    pause: float
    chance: Random
    signed_in_again: int = 0
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    @property
    def tablets(self) -> list[Tablet]:
        """Every screen."""
        return [tablet for table in self.tables for tablet in table.tablets]

    @property
    def presses(self) -> list[Press]:
        """The history."""
        return [press for table in self.tables for hand in table.hands for press in hand.presses]

    def begin(self) -> None:
        """Everybody plays, and every page looks after its link."""
        work = [self._look_after_links(), self._come_in_again()]
        for table in self.tables:
            work.append(table.dealer.deals(table.acts, pause=self.pause, chance=self.chance))
            work += [hand.notes(pause=4 * self.pause, chance=self.chance) for hand in table.inspectors]
        self._tasks = [asyncio.create_task(it) for it in work]

    async def rest(self) -> None:
        """Nobody presses any more; what was not answered by now never will be. The pages stay."""
        _links, _sign_ins, *playing = self._tasks
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

    async def put_away(self) -> None:
        """The pages are closed."""
        for tablet in self.tablets:
            tablet.put_away()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def failures(self) -> list[BaseException]:
        """What went wrong with those who play, and is no fault of the house."""
        over = [task for task in self._tasks if task.done() and not task.cancelled()]
        return [error for task in over if (error := task.exception())]

    async def right_since(self, at: float, *, patience: float) -> float:
        """Seconds from then until all screens of every table show an act that was pressed later, and is recorded."""
        waiting, until = list(self.tables), at + patience
        while waiting and perf_counter() < until:
            await asyncio.sleep(0.01)
            waiting = [it for it in waiting if not ((number := it.recorded_since(at)) and it.shows(number))]
        return inf if waiting else perf_counter() - at

    async def all_know(self, epoch: str, *, patience: float) -> list[str]:
        """Wait until all screens have heard of which database the house is; those that never did.

        A process that was just started knows it with its first heartbeat.
        """
        until = perf_counter() + patience
        while (strange := [it for it in self.tablets if it.epoch != epoch]) and perf_counter() < until:  # noqa: ASYNC110
            await asyncio.sleep(SETTLE_SECONDS)
        return [f"{it.path} shows another database" for it in strange]

    async def all_show(self, last: Callable[[], Awaitable[Mapping[str, int]]], *, patience: float) -> list[str]:
        """Wait until all screens show the last numbers of their tables; those that never did.

        What was on its way when everybody rested may still be recorded, so that the numbers are read again.
        """
        blind, until = ["nobody looked"], perf_counter() + patience
        while blind and perf_counter() < until:
            await asyncio.sleep(SETTLE_SECONDS)
            blind = self._blind(await last())
        return blind

    def _blind(self, numbers: Mapping[str, int]) -> list[str]:
        return [
            f"{tablet.path} of {table.code} shows {tablet.number}, and {numbers[table.code]} was last"
            for table in self.tables
            for tablet in table.tablets
            if not tablet.live or tablet.number != numbers[table.code]
        ]

    async def _look_after_links(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            for tablet in self.tablets:
                tablet.watch()

    async def _come_in_again(self) -> None:
        """Whoever is signed out signs in again; if the database has no answer now, a little later."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            for hand in (it for table in self.tables for it in table.hands if it.tablet.signed_out):
                with suppress(Exception):
                    hand.tablet.come_in(await asyncio.to_thread(hand.sign_in))
                    self.signed_in_again += 1
