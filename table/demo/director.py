"""Runs the stories on the demo stage: one at a time, beat by beat, for the visitor who has begun it.

Between stories the stage's table plays by itself while somebody looks. All state is in this process.
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
from table.demo.stories import CUT, STORIES
from table.demo.troupe import Troupe
from table.memory.threads import Urgency, tables
from table.record.refusals import say
from table.rules.refusal import Code, Refused
from table.script.added import StageScreen

log = structlog.stdlib.get_logger("sabot.demo")
BEFORE_SECONDS, ACT_SECONDS, QUICK_SECONDS = 0.8, 0.9, 0.05
"""Pauses before the first act of a beat, so that its sentence is read; between acts; between acts outside stories."""
CUT_SECONDS = 10.0
GONE_SECONDS = 8.0
"""Time after which a visitor whose page no longer polls counts as gone, and their story no longer blocks others."""
FOLLOWED_SECONDS = 20.0
"""Time for which the table goes on playing by itself after anybody last looked."""
BROKEN = Refused(Code.STALE, "The story could not be shown to its end. Begin it again.")
PREPARING: Promise = _("The coup on the table is played to its end first.")


class StageState(NamedTuple):
    """State of the stage for a visitor: story, number of the beat, number of beats, the beat's screen and sentence.

    Without a story the name is empty and the numbers are 0; ``step`` is also 0 while the story is being prepared.
    ``paused`` says that its visitor has paused it, ``yours`` that they are this visitor.
    """

    story: str
    step: int
    of: int
    at: StageScreen | None
    sentence: Promise | str
    paused: bool
    yours: bool


class Showing:
    """Story that is being shown to a visit; ``step`` is the number of its beat, 0 before the first.

    ``paused`` and ``over`` say that the visitor has paused or ended it, ``heard`` is when their page polled last.
    """

    def __init__(self, name: str, visit: str) -> None:
        """Prepare to show the story of this name to a visit, from before its first beat."""
        self.name, self.visit, self.story = name, visit, STORIES[name]
        self.step = 0
        self.paused = self.over = False
        self.heard = time.monotonic()
        self._turn = asyncio.Event()

    @property
    def gone(self) -> bool:
        """Whether the visitor's page has not polled for GONE_SECONDS."""
        return time.monotonic() - self.heard > GONE_SECONDS

    def go_on(self) -> None:
        """End the pause, if there is one, and cut short the present wait and all others until the next beat."""
        self.paused = False
        self._turn.set()

    async def wait(self, seconds: float) -> None:
        """Wait until the time is over, then for as long as the story is paused, unless its visitor is gone.

        The time is cut short once `go_on` is called, also earlier in this beat; once the story has been ended there is
        hardly any, and no pause.
        """
        with suppress(TimeoutError):
            await asyncio.wait_for(self._turn.wait(), QUICK_SECONDS if self.over else seconds)
        while self.paused and not self.over and not self.gone:
            self._turn.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._turn.wait(), 1)

    def next_beat(self) -> None:
        """Go on to the next beat, and drop a `go_on` not yet waited for; plays nothing."""
        self.step += 1
        self._turn.clear()


class Director:
    """Stage of this process, with at most one story."""

    def __init__(self) -> None:
        """Make a director without a story or a play."""
        self._showing: Showing | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._looked = 0.0
        self._has = False
        self._taken: Speed | None = None
        self._stopped: tuple[str, Refused | None] = "", None

    # --- for visitors

    def show(self, visit: str) -> StageState:
        """Return the stage for a visit: story, its beat of how many, screen, sentence, if paused, if it is theirs.

        Without a story texts are empty and numbers 0. Notes that somebody looks, and that the visit is there. Before
        its first beat (0) a story has the sentence PREPARING for everybody; later, if it happens to its visitor alone
        (``own``), neither screen nor sentence for others. Once a story has failed, the sentence tells the visitor who
        began it why, until another one begins.
        """
        self._looked = time.monotonic()
        showing = self._showing
        if showing is None:
            stopped = self._stopped[1] if self._stopped[0] == visit else None
            return StageState("", 0, 0, None, "" if stopped is None else say(stopped), paused=False, yours=False)
        yours = showing.visit == visit
        if yours:
            showing.heard = self._looked
        beat = showing.story.beats[showing.step - 1] if showing.step else None
        plain = beat is not None and (yours or not showing.story.own)
        return StageState(
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
        """Whether the stage does nothing: no story runs, and its table does not play for those who look."""
        return not self._tasks

    async def look(self) -> None:
        """Note that somebody looks, and let the stage's table play by itself as :meth:`_idle` does.

        Nothing is begun while that or a story is going on.
        """
        self._looked = time.monotonic()
        if self._showing is None and not self._tasks:
            self._do(self._idle())

    async def begin(self, name: str, visit: str) -> None:
        """Begin to show this story; an earlier one of the same visit, or of a visitor who is gone, is ended first.

        Not waited for: it starts once the earlier one and its coup are over. Refuses (E_RATE) while a story of another
        visitor runs who is not gone; KeyError for an unknown name.
        """
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
        self._do(self._show(showing, list(self._tasks)))

    async def go_on(self, visit: str) -> None:
        """End the pause of this visit's story, and do the rest of its beat without waiting; nothing if it has none."""
        if showing := self._of(visit):
            showing.go_on()

    async def pause(self, visit: str) -> None:
        """Pause this visit's story, or go on with a paused one as :meth:`go_on` does; nothing if it has none."""
        showing = self._of(visit)
        if showing is not None and showing.paused:
            showing.go_on()
        elif showing is not None:
            showing.paused = True

    async def end(self, visit: str) -> None:
        """End this visit's story, if it has one; its coup is played to its end, which is not waited for."""
        if showing := self._of(visit):
            showing.over = True
            showing.go_on()

    def _of(self, visit: str) -> Showing | None:
        """Return the story on the stage if it is this visit's; else None."""
        return self._showing if self._showing is not None and self._showing.visit == visit else None

    # --- tasks

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a coroutine as a task; until it ends there is a reference to it, and the stage is not `asleep`."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _idle(self) -> None:
        """Let the stage's table, if there is one, play by itself, until nobody has looked for FOLLOWED_SECONDS.

        One that somebody has taken over by hand, or that is stuck, is not set going. When nobody looks any more the
        table goes on as before the stage took it. Ends, too, once a story is shown, or where this task is cancelled:
        the table is then left as it is.
        """
        table = await tables.do(Urgency.STAFF, stage_table)
        if table is not None:
            self._take(table.code)
        while table is not None and self._showing is None and time.monotonic() - self._looked < FOLLOWED_SECONDS:
            if plays.state(table.code) is State.PAUSED:
                await plays.begin(table.code, self._taken or Speed.NORMAL)
            await asyncio.sleep(1)
        if table is not None and self._showing is None:
            await self._give_back(table.code)

    def _take(self, code: str) -> None:
        """Note, in memory, the speed at which the table `code` plays by itself now (None: it does not); stop nothing.

        There is one note, of whatever table: until :meth:`_give_back` forgets it, another call changes nothing.
        """
        if not self._has:
            self._has, self._taken = True, plays.speed(code)

    async def _give_back(self, code: str) -> None:
        """Let the stage's table go on as it did before the stage took it: at its speed, or not at all.

        One that somebody has taken over by hand, or that is stuck, is not set going.
        """
        taken, self._has, self._taken = self._taken, False, None
        if taken is None:
            await plays.rest(code)
        elif plays.state(code) is State.PAUSED:
            await plays.begin(code, taken)

    async def _show(self, showing: Showing, before: list[asyncio.Task[None]]) -> None:
        """Play the story once the tasks before are over, then let the table play by itself unless another has begun.

        Stores why the story failed, if it did, in the director, where :meth:`show` finds it.
        """
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
        """Pause the table's own play at the stage, wait for its act, and play a story beat by beat, unless it is ended.

        Then its coup is finished; also after an error in a beat, but not after one in preparing the table. Errors are
        passed on, and nothing is logged.
        """
        table = await tables.do(Urgency.STAFF, stage_table)
        assert table is not None, "the stage has a table"
        self._take(table.code)
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
        """Do the acts of a beat with pauses of ACT_SECONDS between them, so that it lasts at least `seconds`.

        Before the first one there is a pause of BEFORE_SECONDS. It is shorter where the visitor goes on or ends the
        story. The act CUT cuts the visit's sockets.
        """
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
    """Exhaust a generator of acts, each done in the thread of the tables, with QUICK_SECONDS between two of them.

    Where this is cancelled an act under way is not waited for, but goes on in the thread.
    """
    while True:
        if await tables.do(Urgency.PRESS, next, acts, END) is END:
            return
        await asyncio.sleep(QUICK_SECONDS)


END = object()
director = Director()
"""Stage of this process."""
