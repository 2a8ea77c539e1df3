"""The hub: per process, hears that a table has moved, draws it once, and hands the same text to every screen.

A ping carries a register's name, its number and the process, and may get lost. The heartbeat reads from the database
how far each shown table is, so that a lost ping, a dead Redis or an act of another process is found out.
"""

import asyncio
from collections.abc import Iterator
from itertools import count
from zlib import crc32

import msgspec
import structlog
from channels.layers import get_channel_layer

from table.feed.line import let_lapse
from table.live.callers import rights_now
from table.live.feed import TableFeed, Viewer, handed
from table.live.presence import presence, write_seen
from table.live.waste import Looks
from table.models import HOUSE
from table.record import kept
from table.record.door import HERE, MOST_PING_SECONDS
from table.record.machine import clocks
from table.screens.pieces import compiled, templates
from table.screens.read.snapshot import HowFar, editions
from table.screens.regions import Region
from table.threads import Urgency, heartbeat, tables

log = structlog.stdlib.get_logger("sabot.hub")
BEAT_SECONDS = 2.0
"""Screens of the staff are told so often that the house lives; those of the public every other time."""
SLICE = 40
"""So many heartbeats in a row; then whoever waits for the loop has it."""
PAUSE_SECONDS = 1.0
"""Before listening again when the channel layer failed."""
CHECKED_SECONDS = 60.0
"""How often it is looked up who may look, if the house has entered nothing meanwhile: a session may lie idle."""
PREFIX = "table."


class Hub:
    """The feeds of this process: of each table that somebody looks at one for its staff and one for the public."""

    def __init__(self) -> None:
        self._feeds: dict[tuple[str, Urgency], TableFeed] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._noting: asyncio.Task[None] | None = None
        self._ear = ""
        self._house: int | None = None
        self._epoch = ""
        self._new: set[Viewer] = set()
        self._asked = asyncio.Event()
        self._all, self._known, self._looked = False, -1, 0.0

    async def enter(self, viewer: Viewer) -> None:
        """A screen is shown its tables from now on."""
        self._new.add(viewer)
        for code in viewer.regions:
            feed = self._feeds.get((code, viewer.urgency))
            if feed is None:
                heard = code in self._codes
                feed = self._feeds[code, viewer.urgency] = TableFeed(code, viewer.urgency)
                if not heard:
                    await self._listen_to(code)
            feed.viewers.add(viewer)
            await self.resync(viewer, code)
        if self._feeds and not self._tasks:
            self._asked, self._looked = asyncio.Event(), clocks.steady()
            going_on = (self._hear(), self._beat(), self._prepare(), self._guard())
            self._tasks = [asyncio.create_task(it) for it in going_on]

    async def resync(self, viewer: Viewer, code: str) -> None:
        """Show a screen all its regions of a table: those that hang here, or, where some are missing, new ones."""
        feed = self._feeds[code, viewer.urgency]
        regions = viewer.regions[code]
        if feed.drawn is not None and not await handed(viewer.stays(feed.drawn.dealer, feed.drawn.number)):
            return
        drawn = feed.drawn if feed.drawn is not None and regions <= feed.drawn.texts.keys() else None
        if drawn is not None and await handed(viewer.show(feed.whole(drawn, regions))):
            feed.behind.discard(viewer)
            feed.lacking.pop(viewer, None)
            return
        feed.behind.add(viewer)
        feed.renew()

    def shows(self, viewer: Viewer, code: str, *, anew: frozenset[Region]) -> None:
        """A screen shows other regions of a table than before: it is sent those that it shows ``anew``, all of them."""
        feed = self._feeds.get((code, viewer.urgency))
        if feed is None or viewer not in feed.viewers:
            return
        feed.lacking.pop(viewer, None)
        if anew:
            feed.lacking[viewer] = anew
            feed.renew()

    async def leave(self, viewer: Viewer) -> None:
        """A screen is gone; with the last one of a table its feed is taken down, with the last of all the hub."""
        self._new.discard(viewer)
        for code in viewer.regions:
            feed = self._feeds.get((code, viewer.urgency))
            if feed is None:
                continue
            feed.viewers.discard(viewer)
            feed.behind.discard(viewer)
            feed.lacking.pop(viewer, None)
            if not feed.viewers:
                del self._feeds[code, viewer.urgency]
                feed.cancel()
                if code not in self._codes:
                    await self._stop_listening_to(code)
        if not self._feeds:
            for task in self._tasks:
                task.cancel()
            presence.look(())
            # Whose database it is then is found out anew by who comes next: it may have been replaced meanwhile.
            self._tasks, self._noting, self._ear, self._epoch = [], None, "", ""

    def moved(self, code: str, *, own: int | None = None) -> None:
        """Something at this table is new, so its screens are drawn again, those of its staff first.

        ``own`` is the number to which this process itself brought it.
        """
        for urgency in (Urgency.STAFF, Urgency.PUBLIC):
            if feed := self._feeds.get((code, urgency)):
                feed.renew(own=own)

    @property
    def _codes(self) -> set[str]:
        """The tables that somebody looks at."""
        return {code for code, _urgency in self._feeds}

    # --- pings

    async def _hear(self) -> None:
        """Listen for pings for as long as there are screens, also over a failure of the channel layer."""
        layer = get_channel_layer()
        assert layer is not None
        while True:
            try:
                if not self._ear:
                    self._ear = await layer.new_channel()
                    for code in (*self._codes, HOUSE):
                        await layer.group_add(PREFIX + code, self._ear)
                ping = await layer.receive(self._ear)
                if ping["owner"] == HOUSE:
                    self._look_again(ping["number"])
                else:
                    self.moved(ping["owner"], own=ping["number"] if ping.get("by") == HERE else None)
            except Exception:
                self._ear = ""
                log.exception("pings are not heard; the heartbeat finds out what is new")
                await asyncio.sleep(PAUSE_SECONDS)

    async def _listen_to(self, code: str) -> None:
        layer = get_channel_layer()
        if self._ear and layer is not None:
            try:
                async with asyncio.timeout(MOST_PING_SECONDS):
                    await layer.group_add(PREFIX + code, self._ear)
            except Exception:
                log.exception("pings are not heard; the heartbeat finds out what is new", table=code)

    async def _stop_listening_to(self, code: str) -> None:
        layer = get_channel_layer()
        if self._ear and layer is not None:
            try:
                async with asyncio.timeout(MOST_PING_SECONDS):
                    await layer.group_discard(PREFIX + code, self._ear)
            except Exception:
                log.exception("a ping nobody waits for may still come", table=code)

    # --- who looks

    def _look_again(self, number: int) -> None:
        """The house has come so far: somebody may be another by it, or nobody any more."""
        if number != self._known or clocks.steady() - self._looked > CHECKED_SECONDS:
            self._all, self._known, self._looked = True, number, clocks.steady()
            self._asked.set()

    async def _guard(self) -> None:
        """Let those screens go whose people and displays may not look any more, as soon as the house has entered it.

        Whoever came since it was looked last is looked at once more: it may have been entered as he came in.
        """
        while True:
            await self._asked.wait()
            self._asked.clear()
            viewers, self._all = list(self._viewers if self._all else self._new), False
            self._new.clear()
            try:
                now = await tables.do(Urgency.STAFF, rights_now, [viewer.caller for viewer in viewers])
            except Exception:
                log.exception("nobody knows who may look; the next heartbeat asks again")
                self._known = -1
                continue
            for viewer, rights in zip(viewers, now, strict=True):
                await handed(viewer.is_now(rights))

    @property
    def _viewers(self) -> set[Viewer]:
        """Every screen of this process."""
        return set().union(*(feed.viewers for feed in self._feeds.values()))

    # --- beforehand

    async def _prepare(self) -> None:
        """Compile every template while nothing is more urgent: the first act that needs it would wait for it."""
        try:
            for name in templates():
                await tables.do(Urgency.PUBLIC, compiled, name)
        except Exception:
            log.exception("a template was not compiled; whoever needs it finds out why")

    # --- the heartbeat

    async def _beat(self) -> None:
        """Tell every screen that the house lives and how far its tables are, and draw again those that fell behind."""
        looks = Looks()
        for turn in count():
            await asyncio.sleep(BEAT_SECONDS)
            looks.look(pressed=tables.pressed)
            clocks.wall.look()
            try:
                read = await heartbeat.do(Urgency.PRESS, editions, sorted(self._codes))
            except Exception:
                log.exception("no heartbeat: the database does not answer")
                continue
            self._find_out(read)
            if self._noting is None or self._noting.done():
                # Beside the heartbeat, which waits for nobody: what is written stands in line behind acts and drawings.
                self._noting = asyncio.create_task(self._note_devices())
            for place, (viewer, text) in enumerate(list(self._beats(turn)), start=1):
                await handed(viewer.beat(text))
                if place % SLICE == 0:
                    await asyncio.sleep(0)

    async def _note_devices(self) -> None:
        """Which displays are here; and that no electronic shoe is, where a process that was killed held its line."""
        await self._note_displays()
        try:
            await heartbeat.do(Urgency.STAFF, let_lapse)
        except Exception:
            log.exception("lines of electronic shoes that nobody holds are not freed; it is tried again")

    async def _note_displays(self) -> None:
        """Which displays are here, and once a minute that they were: the office shows it."""
        here = (it.caller.display_row for it in self._viewers)
        due = presence.look(it for it in here if it is not None)
        try:
            if due:
                await tables.do(Urgency.PUBLIC, write_seen, due)
        except Exception:
            log.exception("it is not written down which displays were seen")

    def _find_out(self, read: HowFar) -> None:
        """Draw what was not heard of, and whatever somebody could not take; what waits to be drawn is not behind.

        What the house itself has entered may be about people whom every table shows.
        """
        if read.house != self._house or read.epoch != self._epoch:
            self._house = read.house
            kept.clear()
        self._epoch = read.epoch
        for feed in self._feeds.values():
            feed.follow(read.epoch)
        self._look_again(read.house)
        if self._new:
            self._asked.set()
        for (code, _urgency), feed in list(self._feeds.items()):
            if not feed.waits and (read.tables.get(code, -1) != feed.edition or feed.behind or feed.lacking):
                feed.renew()

    def _beats(self, turn: int) -> Iterator[tuple[Viewer, bytes]]:
        """Who is told now, and what: the editions that he was shown last, so that he finds out what was lost.

        The public is told in two halves, table by table.
        """
        texts: dict[tuple[frozenset[str], Urgency], bytes] = {}
        late = {key for key, feed in self._feeds.items() if feed.late}
        for (code, urgency), feed in self._feeds.items():
            if urgency is Urgency.PUBLIC and (crc32(code.encode()) + turn) % 2:
                continue
            for viewer in feed.viewers:
                shown = frozenset(viewer.regions)
                if code != min(shown) or any((it, urgency) in late for it in shown):
                    continue
                if (shown, urgency) not in texts:
                    editions_shown = {it: self._feeds[it, urgency].edition for it in sorted(shown)}
                    beat = {"kind": "beat", "epoch": self._epoch, "tables": editions_shown}
                    texts[shown, urgency] = msgspec.json.encode(beat)
                yield viewer, texts[shown, urgency]


hub = Hub()
"""The hub of this process."""
