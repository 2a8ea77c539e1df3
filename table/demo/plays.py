"""Tables of the demo house that play by themselves, inside this process: a task for each, an act at a time.

What comes out of a sabot next is known to that task alone. It goes on until somebody pauses it, until a person deals,
turns or pays at that table, or until the shift is over.
"""

import asyncio
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from enum import StrEnum
from random import Random, SystemRandom
from typing import Any

import structlog
from twisted.internet.base import ReactorBase
from twisted.internet.defer import Deferred

from table.demo.house import staff, who_at
from table.models import Entry, Table
from table.rules.profile import Role
from table.rules.refusal import Refused
from table.script.player import Player
from table.script.shift import Shift
from table.script.staff import OWN
from table.threads import Urgency, tables
from table.verbs import declaration

log = structlog.stdlib.get_logger("sabot.demo")
DEALERS_GROUND = {"coup", "shoe", "staff"}
"""Who moves one of these has taken over; inspectors may look after seats, limits and alerts meanwhile."""
MOST_FAULTS = 5


class Speed(StrEnum):
    """How fast the acts follow each other."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"

    @property
    def seconds(self) -> float:
        """Between two acts."""
        return {Speed.SLOW: 2.0, Speed.NORMAL: 0.8, Speed.FAST: 0.2}[self]


class State(StrEnum):
    """How a play stands: it goes on, or why it does not."""

    PLAYING = "playing"
    PAUSED = "paused"
    TAKEN_OVER = "taken_over"
    OVER = "over"
    STUCK = "stuck"


class Play:
    """A table that plays by itself."""

    def __init__(self, code: str, speed: Speed, rng: Random | None = None) -> None:
        self.code = code
        self.speed = speed
        self.state = State.PLAYING
        self.player = Player(code, who=who_at(code))
        self._shift = Shift(self.player, rng or SystemRandom())
        self._acts = self._shift.acts()
        self._faults = 0
        self._looked = 0
        self._paused = asyncio.Event()

    async def go_on(self) -> None:
        """Act after act, for as long as nothing speaks against it."""
        while self.state is State.PLAYING:
            await tables.do(Urgency.PRESS, self.act)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._paused.wait(), self.speed.seconds)
        log.info("play ended", table=self.code, state=self.state.value)

    def pause(self) -> None:
        """It ends with the act that is being done."""
        if self.state is State.PLAYING:
            self.state = State.PAUSED
        self._paused.set()

    def act(self) -> None:
        """One act, unless the table is in other hands by now."""
        before = self.player.number
        try:
            if self._taken_over():
                self.state = State.TAKEN_OVER
            elif next(self._acts, self) is self:
                self.state = State.OVER
            elif self.player.number > before:
                self._faults = 0
        except Refused as refused:
            log.info("play refused", table=self.code, code=refused.code.value)
            self._begin_again()
        except Exception:
            log.exception("play failed", table=self.code)
            self._begin_again()

    def _taken_over(self) -> bool:
        """Whether somebody else has dealt, or moved what a dealer works with, since this play looked last."""
        number = Table.objects.values_list("number", flat=True).get(code=self.code)
        since = Entry.objects.filter(register=self.code, number__gt=self._looked or number, number__lte=number)
        self._looked = number
        return any(_deals(entry) for entry in since if not self._is_own(entry))

    @staticmethod
    def _is_own(entry: Entry) -> bool:
        return entry.nonce.startswith(OWN) and entry.actor in staff()

    def _begin_again(self) -> None:
        """What was planned does not fit any more: look at the table anew, unless that was in vain several times."""
        self._faults += 1
        self._acts = self._shift.acts()
        if self._faults >= MOST_FAULTS:
            self.state = State.STUCK


def _deals(entry: Entry) -> bool:
    """Whether this was an act of a dealer, or of somebody who stops or hinders him."""
    return entry.role == Role.DEALER or bool(declaration.of(entry.verb).moves & DEALERS_GROUND)


class Plays:
    """The plays of this process, by table."""

    def __init__(self) -> None:
        self._plays: dict[str, Play] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def begin(self, code: str, speed: Speed) -> None:
        """The table plays by itself from now on, or goes on at another speed."""
        play = self._plays.get(code)
        if play is not None and play.state is State.PLAYING:
            play.speed = speed
            return
        if not self._tasks:
            _before_the_server_stops(self.end)
        if play is not None:
            play.pause()
            await self._tasks[code]
        self._plays[code] = play = Play(code, speed)
        self._tasks[code] = asyncio.create_task(play.go_on())

    async def pause(self, code: str) -> None:
        """It plays no more; an act that is being done is done to its end."""
        if code in self._plays:
            self._plays[code].pause()

    async def rest(self, code: str) -> None:
        """It plays no more, and the act that was being done is done."""
        await self.pause(code)
        if code in self._tasks:
            await self._tasks[code]

    async def end(self) -> None:
        """Nothing plays any more, and every act is done to its end."""
        for play in self._plays.values():
            play.pause()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def state(self, code: str) -> State:
        """How the play of a table stands; paused where none was begun."""
        play = self._plays.get(code)
        return play.state if play else State.PAUSED


def _before_the_server_stops(end: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Daphne stops only then: an act that waits for the event loop to send its ping would wait forever."""
    reactor: Any = sys.modules.get("twisted.internet.reactor")
    if isinstance(reactor, ReactorBase):
        reactor.addSystemEventTrigger("before", "shutdown", lambda: Deferred.fromFuture(asyncio.ensure_future(end())))


plays = Plays()
"""The plays of this process."""
