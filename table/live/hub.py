"""The hub: per process, hears that a table has moved, draws it once, and hands the same text to every screen.

A ping carries a register's name and number and nothing else, and may get lost. The heartbeat reads from the database
how far each shown table is, so that a lost ping, a dead Redis or an act of another process is found out.
"""

import asyncio
import time
from collections.abc import Awaitable, Iterator, Mapping
from itertools import count
from typing import Any, Protocol

import msgspec
import structlog
from channels.layers import get_channel_layer

from table.live.waste import Looks
from table.models import HOUSE
from table.record import kept
from table.record.door import HERE
from table.screens.read.snapshot import editions
from table.screens.regions import Drawn, Region, draw
from table.threads import Urgency, heartbeat, tables

log = structlog.stdlib.get_logger("sabot.hub")
BEAT_SECONDS = 2.0
"""Screens of the staff are told so often that the house lives; those of the public every other time."""
LATE_SECONDS = 4.0
"""A table that waits longer to be drawn has no heartbeat: what its screens show is not what is."""
SLICE = 40
"""So many heartbeats in a row; then whoever waits for the loop has it."""
PAUSE_SECONDS = 1.0
"""Before listening again when the channel layer failed."""
PREFIX = "table."


class Viewer(Protocol):
    """What the hub wants of a screen: which regions of which tables it shows, and a way to be shown them.

    ``urgency`` is that of the staff or of the public.
    """

    regions: Mapping[str, frozenset[Region]]
    urgency: Urgency

    async def show(self, text: bytes) -> bool:
        """Send a frame; False if the screen cannot take it now, and has to be shown everything later."""
        ...

    async def beat(self, text: bytes) -> None:
        """Send a heartbeat, unless something was sent since the one before."""
        ...


class TableFeed:
    """Screens of this process that show one table, all of them of the staff or of the public, and what they show."""

    def __init__(self, code: str, urgency: Urgency) -> None:
        self.code, self.urgency = code, urgency
        self.viewers: set[Viewer] = set()
        self.behind: set[Viewer] = set()
        self.drawn: Drawn | None = None
        self._wanted = self._sure = False
        self._since = 0.0
        self._task: asyncio.Task[None] | None = None

    @property
    def edition(self) -> int:
        """The edition that the screens were shown last."""
        return self.drawn.edition if self.drawn else -1

    @property
    def waits(self) -> bool:
        """Whether it is to be drawn, and will be; the number of what is drawn is read when the drawing begins."""
        return self._task is not None and not self._task.done()

    @property
    def late(self) -> bool:
        """Whether it has waited for too long to say that what is shown is true now."""
        return self.waits and time.monotonic() - self._since > LATE_SECONDS

    def renew(self, *, own: bool = False) -> None:
        """Draw the table again, once, however many pings ask for it meanwhile.

        What is its ``own`` act the process knows, and need not read.
        """
        self._sure = own and (self._sure or not self._wanted)
        self._wanted = True
        if not self.waits:
            self._since = time.monotonic()
            self._task = asyncio.create_task(self._draw())

    def cancel(self) -> None:
        """Nobody looks any more."""
        if self._task is not None:
            self._task.cancel()

    async def _draw(self) -> None:
        while self._wanted:
            try:
                drawn = await tables.do(self.urgency, self._drawn_now)
            except Exception:
                # The heartbeat asks again; meanwhile its silence tells the screens that something is wrong.
                log.exception("not drawn", table=self.code)
                return
            self._since = time.monotonic()
            if drawn is not None:
                await self._show(drawn)

    def _drawn_now(self) -> Drawn | None:
        """In the thread: whatever was wanted until this moment is in it."""
        sure, self._wanted = self._sure, False
        return draw(self.code, self._regions(), self.drawn, sure=sure)

    def _regions(self) -> set[Region]:
        return {region for viewer in list(self.viewers) for region in viewer.regions[self.code]}

    async def _show(self, drawn: Drawn) -> None:
        """To each screen what changed for it; to one that fell behind, or is new, everything."""
        before, self.drawn = self.drawn, drawn
        frames: dict[tuple[frozenset[Region], bool], bytes | None] = {}
        for viewer in list(self.viewers):
            regions, whole = viewer.regions[self.code], viewer in self.behind or before is None
            if not regions <= drawn.texts.keys():
                self._wanted = True  # it came while this was being drawn
                continue
            if (regions, whole) not in frames:
                frames[regions, whole] = _frame(self.code, drawn, regions, since=None if whole else before)
            await self._hand(viewer, frames[regions, whole])

    async def _hand(self, viewer: Viewer, frame: bytes | None) -> None:
        if frame is None:
            return
        if await handed(viewer.show(frame)):
            self.behind.discard(viewer)
        elif viewer in self.viewers:
            self.behind.add(viewer)


async def handed(sending: Awaitable[object]) -> object:
    """What became of sending something to a screen: one that fails is logged, and costs no other screen anything."""
    try:
        return await sending
    except Exception as error:  # noqa: BLE001 - whatever fails at one screen stays there
        log.warning("a screen could not be sent to", why=repr(error)[:200])
        return False


def _frame(code: str, drawn: Drawn, regions: frozenset[Region], *, since: Drawn | None) -> bytes | None:
    """A frame for the screens with these regions; None if nothing of theirs has changed.

    The number goes to every screen all the same: an act that is pressed has to know what its screen has seen.
    """
    sheets = {region.name: drawn.texts[region] for region in regions}
    texts: dict[str, str] = {}
    pieces: dict[str, Mapping[str, str]] = {}
    before = {region.name: since.texts[region] for region in regions if region in since.texts} if since else {}
    for name, sheet in sheets.items():
        new = sheet.changes(before[name]) if name in before else sheet.text
        if isinstance(new, str):
            texts[name] = new
        elif new:
            pieces[name] = new
    if since is not None and since.edition >= drawn.edition and not texts and not pieces:
        return None
    frame: dict[str, Any] = {"kind": "push" if since else "all", "table": code}
    frame |= {"from": since.edition if since else 0, "edition": drawn.edition, "number": drawn.number}
    shown = {"regions": texts, "pieces": pieces} if since else {"regions": texts}
    return msgspec.json.encode(frame | shown)


class Hub:
    """The feeds of this process: of each table that somebody looks at one for its staff and one for the public."""

    def __init__(self) -> None:
        self._feeds: dict[tuple[str, Urgency], TableFeed] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._ear = ""
        self._house: int | None = None

    async def enter(self, viewer: Viewer) -> None:
        """A screen is shown its tables from now on."""
        for code in viewer.regions:
            feed = self._feeds.get((code, viewer.urgency))
            if feed is None:
                heard = code in self._codes
                feed = self._feeds[code, viewer.urgency] = TableFeed(code, viewer.urgency)
                if not heard:
                    await self._listen_to(code)
            feed.viewers.add(viewer)
            await self.resync(viewer, code)
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._hear()), asyncio.create_task(self._beat())]

    async def resync(self, viewer: Viewer, code: str) -> None:
        """Show a screen all its regions of a table: those that hang here, or, where some are missing, new ones."""
        feed = self._feeds[code, viewer.urgency]
        regions = viewer.regions[code]
        if feed.drawn is not None and regions <= feed.drawn.texts.keys():
            frame = _frame(code, feed.drawn, regions, since=None)
            assert frame is not None
            if await handed(viewer.show(frame)):
                feed.behind.discard(viewer)
                return
        feed.behind.add(viewer)
        feed.renew()

    async def leave(self, viewer: Viewer) -> None:
        """A screen is gone; with the last one of a table its feed is taken down, with the last of all the hub."""
        for code in viewer.regions:
            feed = self._feeds.get((code, viewer.urgency))
            if feed is None:
                continue
            feed.viewers.discard(viewer)
            feed.behind.discard(viewer)
            if not feed.viewers:
                del self._feeds[code, viewer.urgency]
                feed.cancel()
                if code not in self._codes:
                    await self._stop_listening_to(code)
        if not self._feeds:
            for task in self._tasks:
                task.cancel()
            self._tasks, self._ear = [], ""

    def moved(self, code: str, *, own: bool = False) -> None:
        """Something at this table is new, so its screens are drawn again, those of its staff first."""
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
                    for code in self._codes:
                        await layer.group_add(PREFIX + code, self._ear)
                ping = await layer.receive(self._ear)
                self.moved(ping["owner"], own=ping.get("by") == HERE)
            except Exception:
                self._ear = ""
                log.exception("pings are not heard; the heartbeat finds out what is new")
                await asyncio.sleep(PAUSE_SECONDS)

    async def _listen_to(self, code: str) -> None:
        layer = get_channel_layer()
        if self._ear and layer is not None:
            try:
                await layer.group_add(PREFIX + code, self._ear)
            except Exception:
                log.exception("pings are not heard; the heartbeat finds out what is new", table=code)

    async def _stop_listening_to(self, code: str) -> None:
        layer = get_channel_layer()
        if self._ear and layer is not None:
            try:
                await layer.group_discard(PREFIX + code, self._ear)
            except Exception:
                log.exception("a ping nobody waits for may still come", table=code)

    # --- the heartbeat

    async def _beat(self) -> None:
        """Tell every screen that the house lives and how far its tables are, and draw again those that fell behind."""
        looks = Looks()
        for turn in count():
            await asyncio.sleep(BEAT_SECONDS)
            looks.look(pressed=tables.pressed)
            try:
                read = await heartbeat.do(Urgency.PRESS, editions, sorted(self._codes))
            except Exception:
                log.exception("no heartbeat: the database does not answer")
                continue
            self._find_out(read)
            for place, (viewer, text) in enumerate(list(self._beats(turn)), start=1):
                await handed(viewer.beat(text))
                if place % SLICE == 0:
                    await asyncio.sleep(0)

    def _find_out(self, read: Mapping[str, int]) -> None:
        """Draw what was not heard of, and whatever somebody could not take; what waits to be drawn is not behind.

        What the house itself has entered may be about people whom every table shows.
        """
        if read.get(HOUSE) != self._house:
            self._house = read.get(HOUSE)
            kept.clear()
        for (code, _urgency), feed in list(self._feeds.items()):
            if not feed.waits and (read.get(code, -1) != feed.edition or feed.behind):
                feed.renew()

    def _beats(self, turn: int) -> Iterator[tuple[Viewer, bytes]]:
        """Who is told now, and what: the editions that he was shown last, so that he finds out what was lost.

        The public is told in two halves, table by table.
        """
        texts: dict[tuple[frozenset[str], Urgency], bytes] = {}
        late = {key for key, feed in self._feeds.items() if feed.late}
        for place, ((code, urgency), feed) in enumerate(self._feeds.items()):
            if urgency is Urgency.PUBLIC and (place // 2 + turn) % 2:
                continue
            for viewer in feed.viewers:
                shown = frozenset(viewer.regions)
                if code != min(shown) or any((it, urgency) in late for it in shown):
                    continue
                if (shown, urgency) not in texts:
                    editions_shown = {it: self._feeds[it, urgency].edition for it in sorted(shown)}
                    texts[shown, urgency] = msgspec.json.encode({"kind": "beat", "tables": editions_shown})
                yield viewer, texts[shown, urgency]


hub = Hub()
"""The hub of this process."""
