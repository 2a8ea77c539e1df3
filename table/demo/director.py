"""Who lets the stories happen on the stage: one at a time, beat by beat, for the visitor who asked for it.

Between two stories the table plays by itself, as long as somebody looks. All of it goes on in this process.
"""

import asyncio
import time
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from random import SystemRandom
from typing import Any, NamedTuple

import structlog
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from table.demo import onlooker
from table.demo.plays import Speed, State, plays
from table.demo.stage import seat_of, stage_table
from table.demo.stories import CUT, STORIES, Screen
from table.demo.troupe import Troupe
from table.record.refusals import say
from table.rules.refusal import Code, Refused
from table.threads import Urgency, tables

log = structlog.stdlib.get_logger("sabot.demo")
BEFORE_SECONDS, ACT_SECONDS, QUICK_SECONDS = 0.8, 0.9, 0.05
"""Before the first act of a beat, so that its sentence is read; between two acts; and between those of no story."""
CUT_SECONDS = 10.0
GONE_SECONDS = 8.0
"""A visitor whose page asks no more for so long has gone, and his story holds nobody up."""
FOLLOWED_SECONDS = 20.0
"""The table plays by itself for so long after somebody last looked."""
BROKEN = Refused(Code.STALE, "The story could not be shown to its end. Begin it again.")
PREPARING: Promise = _("The coup on the table is played to its end first.")


class Told(NamedTuple):
    """What a visitor is told now. ``step`` is that of ``of``, 0 before the first; ``yours`` whether it is his story."""

    story: str
    step: int
    of: int
    at: Screen | None
    sentence: Promise | str
    paused: bool
    yours: bool


class Showing:
    """A story that is being shown to a visit."""

    def __init__(self, name: str, visit: str) -> None:
        self.name, self.visit, self.story = name, visit, STORIES[name]
        self.step = 0
        self.paused = self.over = False
        self.heard = time.monotonic()
        self._turn = asyncio.Event()

    @property
    def gone(self) -> bool:
        """Whether the visitor looks no more."""
        return time.monotonic() - self.heard > GONE_SECONDS

    def go_on(self) -> None:
        """Whoever waits for the next beat waits no longer."""
        self.paused = False
        self._turn.set()

    async def wait(self, seconds: float) -> None:
        """So long, unless the visitor wants to go on; for as long as he pauses."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._turn.wait(), QUICK_SECONDS if self.over else seconds)
        while self.paused and not self.over and not self.gone:
            self._turn.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._turn.wait(), 1)

    def next_beat(self) -> None:
        """The next sentence."""
        self.step += 1
        self._turn.clear()


class Director:
    """The stage of this process."""

    def __init__(self) -> None:
        self._showing: Showing | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._looked = 0.0
        self._stopped: tuple[str, Refused | None] = "", None

    # --- what a visitor is told, and what he presses

    def told(self, visit: str) -> Told:
        """How far the story is, for this visit; it is known by that that somebody looks."""
        self._looked = time.monotonic()
        showing = self._showing
        if showing is None:
            stopped = self._stopped[1] if self._stopped[0] == visit else None
            return Told("", 0, 0, None, "" if stopped is None else say(stopped), paused=False, yours=False)
        yours = showing.visit == visit
        if yours:
            showing.heard = self._looked
        beat = showing.story.beats[showing.step - 1] if showing.step else None
        plain = beat is not None and (yours or not showing.story.own)
        return Told(
            showing.name,
            showing.step,
            len(showing.story.beats),
            beat.at if beat is not None and plain else None,
            beat.sentence if beat is not None and plain else PREPARING if beat is None else "",
            paused=showing.paused,
            yours=yours,
        )

    @property
    def asleep(self) -> bool:
        """Whether nothing happens on the stage, and nobody has asked for it."""
        return not self._tasks

    async def look(self) -> None:
        """Somebody has opened the stage: its table plays by itself."""
        self._looked = time.monotonic()
        if self._showing is None and not self._tasks:
            self._do(self._idle())

    async def begin(self, name: str, visit: str) -> None:
        """Show this story, from its beginning; refused while another visitor is shown one."""
        before = self._showing
        if before is not None and before.visit != visit and not before.gone:
            title = before.story.title
            raise Refused(
                Code.RATE, "Another visitor is being shown “%(title)s”; it takes less than a minute.", title=title
            )
        self._showing = showing = Showing(name, visit)
        self._stopped = "", None
        if before is not None:
            before.over = True
            before.go_on()
        ending = list(self._tasks)
        self._do(self._show(showing, ending))

    async def go_on(self, visit: str) -> None:
        """The next beat of this visitor's story."""
        if showing := self._of(visit):
            showing.go_on()

    async def pause(self, visit: str) -> None:
        """It stays at this beat, or goes on."""
        showing = self._of(visit)
        if showing is not None and showing.paused:
            showing.go_on()
        elif showing is not None:
            showing.paused = True

    async def end(self, visit: str) -> None:
        """He has seen enough; the coup is played to its end."""
        if showing := self._of(visit):
            showing.over = True
            showing.go_on()

    def _of(self, visit: str) -> Showing | None:
        return self._showing if self._showing is not None and self._showing.visit == visit else None

    # --- what happens

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _idle(self) -> None:
        """The table plays by itself while somebody looks and no story is shown."""
        table = await tables.do(Urgency.STAFF, stage_table)
        while table is not None and self._showing is None and time.monotonic() - self._looked < FOLLOWED_SECONDS:
            if plays.state(table.code) in (State.PAUSED, State.OVER):
                await plays.begin(table.code, Speed.NORMAL)
            await asyncio.sleep(1)
        if table is not None:
            await plays.rest(table.code)

    async def _show(self, showing: Showing, before: list[asyncio.Task[None]]) -> None:
        await asyncio.gather(*before, return_exceptions=True)
        try:
            await self._tell(showing)
        except Refused as refused:
            self._stopped = showing.visit, refused
            log.info("story refused", story=showing.name, code=refused.code.value)
        except Exception:
            self._stopped = showing.visit, BROKEN
            log.exception("story failed", story=showing.name)
        finally:
            if self._showing is showing:
                self._showing = None
                self._do(self._idle())

    async def _tell(self, showing: Showing) -> None:
        table = await tables.do(Urgency.STAFF, stage_table)
        assert table is not None, "the stage has a table"
        await plays.rest(table.code)
        troupe = Troupe(table.code, seat=seat_of(table), rng=SystemRandom())
        await _all(troupe.prepare(showing.story))
        try:
            for beat in showing.story.beats:
                if showing.over:
                    break
                showing.next_beat()
                await self._happens(troupe, showing, beat.acts, beat.seconds)
        finally:
            await _all(troupe.finish())

    async def _happens(self, troupe: Troupe, showing: Showing, acts: tuple[str, ...], seconds: float) -> None:
        until = time.monotonic() + seconds
        await showing.wait(BEFORE_SECONDS)
        for act in acts:
            if act == CUT:
                await onlooker.cut(showing.visit, seconds=CUT_SECONDS)
            else:
                await tables.do(Urgency.PRESS, troupe.do, act)
            await showing.wait(ACT_SECONDS)
        await showing.wait(max(ACT_SECONDS, until - time.monotonic()))


async def _all(acts: Iterator[None]) -> None:
    """One after the other, and whoever else presses or looks comes between."""
    while True:
        if await tables.do(Urgency.PRESS, next, acts, END) is END:
            return
        await asyncio.sleep(QUICK_SECONDS)


END = object()
director = Director()
"""The stage of this process."""
