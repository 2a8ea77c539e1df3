"""Tables of the demo house that play by themselves in this process: a task for each, one act at a time.

The order of the cards to come is known to that task alone. A play ends when it is paused, when a person deals, turns
cards or pays at its table, or when it fails repeatedly; after an evening the next one begins.
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
from table.memory.threads import Urgency, tables
from table.models import Entry, Table
from table.rules.refusal import Refused
from table.script.player import Player
from table.script.shift import Shift
from table.script.staff import OWN, deals

log = structlog.stdlib.get_logger("sabot.demo")
MOST_FAULTS = 5
MOMENTS_BETWEEN = 20
"""Pauses between two acts for which a table stays closed between two evenings."""


class Speed(StrEnum):
    """Speed of a play."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"

    @property
    def seconds(self) -> float:
        """Pause between two acts in seconds."""
        return {Speed.SLOW: 2.0, Speed.NORMAL: 0.8, Speed.FAST: 0.2}[self]


class State(StrEnum):
    """State of a play: running, or why it has ended."""

    PLAYING = "playing"
    PAUSED = "paused"
    TAKEN_OVER = "taken_over"
    STUCK = "stuck"


class Play:
    """Table that plays by itself, from its present state on, one evening after the other."""

    def __init__(self, code: str, speed: Speed, rng: Random | None = None) -> None:
        """Prepare a play in the state PLAYING; before `go_on` the table is neither looked up nor read.

        It goes on from the state in which its first act finds the table. ``rng`` defaults to one that cannot be
        foreseen.
        """
        self.code = code
        self.speed = speed
        self.state = State.PLAYING
        self.player = Player(code, who=who_at(code))
        self._rng = rng or SystemRandom()
        self._begin_again()
        self._faults = self._closed = 0
        self._looked = 0
        self._paused = asyncio.Event()

    async def go_on(self) -> None:
        """Do acts in the thread of the tables, with pauses of the speed between them, while the state is PLAYING.

        `pause` cuts a pause short. The end is logged with its state.
        """
        while self.state is State.PLAYING:
            await tables.do(Urgency.PRESS, self.act)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._paused.wait(), self.speed.seconds)
        log.info("play ended", table=self.code, state=self.state.value)

    def pause(self) -> None:
        """End the play after the act in progress; a state other than PLAYING is kept."""
        if self.state is State.PLAYING:
            self.state = State.PAUSED
        self._paused.set()

    def act(self) -> None:
        """Do the next act of the shift; once that is over, plan another, and do nothing for MOMENTS_BETWEEN calls.

        If somebody else has dealt there, nothing is done and the state becomes TAKEN_OVER, which ends the play. Errors
        are logged, not raised: the shift is planned anew from the table's state, and after MOST_FAULTS without an entry
        between them the state becomes STUCK.
        """
        before = self.player.number
        try:
            if self._taken_over():
                self.state = State.TAKEN_OVER
            elif self._closed:
                self._closed -= 1
            elif next(self._acts, self) is self:
                self._begin_again()
                self._closed = MOMENTS_BETWEEN
            elif self.player.number > before:
                self._faults = 0
        except Refused as refused:
            log.info("play refused", table=self.code, code=refused.code.value)
            self._failed()
        except Exception:
            log.exception("play failed", table=self.code)
            self._failed()

    def _taken_over(self) -> bool:
        """Whether somebody else has made an entry that deals (:func:`deals`) since the last call; not at the first.

        Entries of the play are those of the demo's staff with a nonce that begins with OWN.
        """
        number = Table.real.values_list("number", flat=True).get(code=self.code)
        since = Entry.objects.filter(register=self.code, number__gt=self._looked or number, number__lte=number)
        self._looked = number
        ours = staff()
        return any(deals(it) for it in since if not (it.nonce.startswith(OWN) and it.actor in ours))

    def _begin_again(self) -> None:
        """Put a new shift in place of the present one; it reads the table at its first act, not now."""
        self._acts = Shift(self.player, self._rng).acts()

    def _failed(self) -> None:
        """Count a failure and plan the shift anew; STUCK after MOST_FAULTS since the last act that made an entry."""
        self._faults += 1
        self._begin_again()
        if self._faults >= MOST_FAULTS:
            self.state = State.STUCK


class Plays:
    """Plays of this process by table."""

    def __init__(self) -> None:
        """Begin without any play; no task is started."""
        self._plays: dict[str, Play] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def begin(self, code: str, speed: Speed) -> None:
        """Let a table play by itself at this speed; if it does already, only change the speed.

        A play that has ended is followed by a new one in a task of its own, once its last act is over: by one alone,
        however many wait for that. With the first play the server is made to end all plays before it stops.
        """
        while (play := self._plays.get(code)) is not None and not self._tasks[code].done():
            if play.state is State.PLAYING:
                play.speed = speed
                return
            play.pause()
            await self._tasks[code]
        if not self._tasks:
            _before_the_server_stops(self.end)
        self._plays[code] = play = Play(code, speed)
        self._tasks[code] = asyncio.create_task(play.go_on())

    async def pause(self, code: str) -> None:
        """Pause a table's play after the act in progress, without waiting for it; nothing without a play."""
        if code in self._plays:
            self._plays[code].pause()

    async def rest(self, code: str) -> None:
        """End a table's play as :meth:`pause` does, and wait for the act in progress; nothing without a play."""
        await self.pause(code)
        if code in self._tasks:
            await self._tasks[code]

    async def end(self) -> None:
        """Pause all plays, and wait for the acts in progress, which are not cancelled; an error in one is dropped."""
        for play in self._plays.values():
            play.pause()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def speed(self, code: str) -> Speed | None:
        """Speed at which a table plays by itself; None unless its play is PLAYING."""
        play = self._plays.get(code)
        return play.speed if play is not None and play.state is State.PLAYING else None

    def state(self, code: str) -> State:
        """State of a table's play; PAUSED if none was begun."""
        play = self._plays.get(code)
        return play.state if play else State.PAUSED


def _before_the_server_stops(end: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Have the server wait for `end` before it shuts down: an act that needs the event loop would block for ever.

    Does nothing where no reactor of Twisted is loaded.
    """
    reactor: Any = sys.modules.get("twisted.internet.reactor")
    if isinstance(reactor, ReactorBase):
        reactor.addSystemEventTrigger("before", "shutdown", lambda: Deferred.fromFuture(asyncio.ensure_future(end())))


plays = Plays()
"""Plays of this process."""
