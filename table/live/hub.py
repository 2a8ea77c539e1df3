"""Hub of each process: hears that a table has moved, draws it once, and sends the same text to all its screens.

A ping carries a register's name, its number and the process, and may get lost. The heartbeat reads from the database
how far each shown table is, and so finds out about a lost ping, a dead Redis, or an act of another process.
"""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from zlib import crc32

import msgspec
import structlog
from channels.layers import get_channel_layer

from table.live.callers import presence, rights_now, write_seen
from table.live.electronic_shoes.line import let_lapse
from table.live.feed import TableFeed, Viewer, handed
from table.memory import table_cache
from table.memory.gc_pacing import Collector
from table.memory.threads import Urgency, heartbeat, tables
from table.models import HOUSE
from table.record.door import MOST_PING_SECONDS, PROCESS_ID
from table.record.machine import clocks
from table.screens.read.pieces import compiled, templates
from table.screens.read.snapshot import HowFar, editions
from table.screens.regions import Region

log = structlog.stdlib.get_logger("sabot.hub")
BEAT_SECONDS = 2.0
"""Seconds between two heartbeats to a screen of the staff; those of the public get every other one."""
SLICE = 40
"""Number of heartbeats in a row before the event loop may turn to others."""
PAUSE_SECONDS = 1.0
"""Seconds before listening again after the channel layer failed."""
CHECKED_AT_ONCE = 50
"""Number of screens whose rights are checked in one go; a press comes before the next ones."""
CHECKED_SECONDS = 60.0
"""Seconds after which rights are checked again although the house has no new entry: a session may expire."""
PREFIX = "table."


class Hub:
    """Feeds of this process: for each table that is shown, one for its staff and one for the public."""

    def __init__(self) -> None:
        """Begin without feeds and tasks; screens that register start them."""
        self._feeds: dict[tuple[str, Urgency], TableFeed] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._noting: asyncio.Task[None] | None = None
        self._ear = ""
        self._house: int | None = None
        self._rules: int | None = None
        self._epoch = ""
        self._new: set[Viewer] = set()
        self._without_tables: set[Viewer] = set()
        self._wanted = asyncio.Event()
        self._all, self._known, self._looked = False, -1, 0.0
        self._other_rules = False

    async def enter(self, viewer: Viewer) -> None:
        """Add a screen to the feeds of its tables, making those that are missing, and send it everything.

        Its rights are checked once more at the next heartbeat. The first screen starts the hub's tasks; one without
        tables, such as the pit of a new house, is sent heartbeats alone.
        """
        self._new.add(viewer)
        if not viewer.regions:
            self._without_tables.add(viewer)
        unheard = viewer.regions.keys() - self._codes
        for code in viewer.regions:
            # On all of them before the first wait: a feed without a screen ends, and a heartbeat is of all its tables.
            self._feeds.setdefault((code, viewer.urgency), TableFeed(code, viewer.urgency)).viewers.add(viewer)
        for code in viewer.regions:
            if code in unheard:
                await self._listen_to(code)
            await self.resync(viewer, code)
        if self._viewers and not self._tasks:
            self._wanted, self._looked = asyncio.Event(), clocks.steady()
            going_on = (self._hear(), self._beat(), self._prepare(), self._guard())
            self._tasks = [asyncio.create_task(it) for it in going_on]

    async def resync(self, viewer: Viewer, code: str) -> None:
        """Send a screen all its regions of a table.

        At once if they are all drawn and it can take them now, else after the next drawing, which is asked for. A
        console whose dealer was replaced is closed instead. Does nothing for a screen that has left.
        """
        feed = self._feeds.get((code, viewer.urgency))
        if feed is None or viewer not in feed.viewers:
            return
        regions = viewer.regions[code]
        if feed.drawn is not None and not await handed(viewer.stays(feed.drawn.dealer, feed.drawn.number)):
            return
        drawn = feed.drawn if feed.drawn is not None and regions <= feed.drawn.texts.keys() else None
        if drawn is not None and await handed(viewer.show(feed.whole(drawn, regions))):
            feed.behind.discard(viewer)
            feed.lacking.pop(viewer, None)
        elif viewer in feed.viewers:
            feed.behind.add(viewer)
            feed.renew()

    def shows(self, viewer: Viewer, code: str, *, anew: frozenset[Region]) -> None:
        """Note the regions of a table that a screen is to be sent whole, ``anew``, and have the table drawn for it.

        They take the place of those noted before and not sent yet; an empty ``anew`` only forgets these. The caller has
        changed the ``regions`` of the screen already. Does nothing for a screen that has left.
        """
        feed = self._feeds.get((code, viewer.urgency))
        if feed is None or viewer not in feed.viewers:
            return
        feed.lacking.pop(viewer, None)
        if anew:
            feed.lacking[viewer] = anew
            feed.renew()

    async def leave(self, viewer: Viewer) -> None:
        """Take a screen off its feeds; nothing for one that has left.

        A feed ends with its last screen; with the last of all the hub's tasks are cancelled, without waiting for their
        end, its channel and epoch are forgotten, and no display counts as connected.
        """
        self._new.discard(viewer)
        self._without_tables.discard(viewer)
        shown = {code: feed for code in viewer.regions if (feed := self._feeds.get((code, viewer.urgency))) is not None}
        for code, feed in shown.items():
            feed.viewers.discard(viewer)
            feed.behind.discard(viewer)
            feed.lacking.pop(viewer, None)
            if not feed.viewers:
                del self._feeds[code, viewer.urgency]
                feed.cancel()
        for code in shown:
            if code not in self._codes:
                await self._stop_listening_to(code)
        if not self._viewers:
            for task in self._tasks:
                task.cancel()
            presence.look(())
            # The next screen finds the epoch out anew: the database may have been replaced meanwhile.
            self._tasks, self._noting, self._ear, self._epoch = [], None, "", ""

    def moved(self, code: str, *, own: int | None = None) -> None:
        """Have the table drawn again for its screens, those of the staff first.

        ``own`` is the number to which an act of this process has brought it, which need not be read then; None if the
        news came from elsewhere. It is drawn whatever was drawn before. Does nothing for a table that is not shown.
        """
        for urgency in (Urgency.STAFF, Urgency.PUBLIC):
            if feed := self._feeds.get((code, urgency)):
                feed.renew(own=own)

    @property
    def _codes(self) -> set[str]:
        """Codes of the tables that are shown."""
        return {code for code, _urgency in self._feeds}

    # --- pings

    async def _hear(self) -> None:
        """Receive pings for as long as there are screens.

        The channel for them is opened here, and joins the groups of the house and of all tables shown. A ping of the
        house has the rights of all screens checked, if its number is new or the last check is long ago; one of a table
        has it drawn. A failure of the channel layer is logged, and PAUSE_SECONDS later a new channel is opened.
        """
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
                    self.moved(ping["owner"], own=ping["number"] if ping.get("by") == PROCESS_ID else None)
            except Exception:
                self._ear = ""
                log.exception("pings are not heard; the heartbeat finds out what is new")
                await asyncio.sleep(PAUSE_SECONDS)

    async def _listen_to(self, code: str) -> None:
        """Join the group of a table's pings on the channel layer, within MOST_PING_SECONDS.

        Does nothing while no channel is open. A failure is only logged.
        """
        layer = get_channel_layer()
        if self._ear and layer is not None:
            try:
                async with asyncio.timeout(MOST_PING_SECONDS):
                    await layer.group_add(PREFIX + code, self._ear)
            except Exception:
                log.exception("pings are not heard; the heartbeat finds out what is new", table=code)

    async def _stop_listening_to(self, code: str) -> None:
        """Leave the group of a table's pings on the channel layer, within MOST_PING_SECONDS.

        Does nothing while no channel is open. A failure is only logged.
        """
        layer = get_channel_layer()
        if self._ear and layer is not None:
            try:
                async with asyncio.timeout(MOST_PING_SECONDS):
                    await layer.group_discard(PREFIX + code, self._ear)
            except Exception:
                log.exception("a ping nobody waits for may still come", table=code)

    # --- rights

    def _look_again(self, number: int) -> None:
        """Have the rights of all screens checked if the house's register has moved, or now and then.

        That is, if it is not at the number of the last check, or the check is longer ago than CHECKED_SECONDS.
        """
        if number != self._known or clocks.steady() - self._looked > CHECKED_SECONDS:
            self._all, self._known, self._looked = True, number, clocks.steady()
            self._wanted.set()

    async def _guard(self) -> None:
        """Close, whenever woken, screens whose rights have changed, and then those that would show other regions now.

        Rights are checked of all screens after a new entry of the house or CHECKED_SECONDS (:meth:`_look_again`),
        regions of all where the rules of a table have changed; of screens that came since the last time both are, in
        any case. If rights cannot be read that is logged, and all is checked at the next heartbeat; a failure at a
        single screen is only logged.
        """
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            viewers, self._all = list(self._viewers if self._all else self._new), False
            shown_before, self._other_rules = list(self._viewers if self._other_rules else self._new), False
            self._new.clear()
            try:
                for start in range(0, len(viewers), CHECKED_AT_ONCE):
                    await _check(viewers[start : start + CHECKED_AT_ONCE])
            except Exception:
                log.exception("nobody knows who may look; the next heartbeat asks again")
                self._known, self._rules = -1, None
                continue
            for viewer in shown_before:
                if await handed(viewer.follow_rules()) is False:
                    self._rules = None

    @property
    def _viewers(self) -> set[Viewer]:
        """Return a new set of all screens of this process, those without tables too."""
        return self._without_tables.union(*(feed.viewers for feed in self._feeds.values()))

    # --- templates

    async def _prepare(self) -> None:
        """Compile every template in the thread of the tables.

        At the lowest urgency, so that no act has to wait for it. The first failure is logged and ends it.
        """
        try:
            for name in templates():
                await tables.do(Urgency.PUBLIC, compiled, name)
        except Exception:
            log.exception("a template was not compiled; whoever needs it finds out why")

    # --- the heartbeat

    async def _beat(self) -> None:
        """Send heartbeats every BEAT_SECONDS: to staff each time, to public screens every other time.

        Before that it runs the garbage collector if that is due, notes a jump of the wall clock, reads how far each
        shown table is, has those drawn again that fell behind, checks rights as far as that is due, and starts to note
        which displays are here. None is sent while the database does not answer, nor to a screen with a table that is
        late.
        """
        looks = Collector()
        for turn in count():
            await asyncio.sleep(BEAT_SECONDS)
            looks.look(pressed=tables.pressed)
            clocks.jumps.look()
            try:
                read = await heartbeat.do(Urgency.PRESS, editions, sorted(self._codes))
            except Exception:
                log.exception("no heartbeat: the database does not answer")
                continue
            self._find_out(read)
            if self._noting is None or self._noting.done():
                # Not in the heartbeat itself, which waits for nobody: writing queues behind acts and drawings.
                self._noting = asyncio.create_task(self._note_devices())
            for place, (viewer, text) in enumerate(list(self._beats(turn)), start=1):
                await handed(viewer.beat(text))
                if place % SLICE == 0:
                    await asyncio.sleep(0)

    async def _note_devices(self) -> None:
        """Note which displays are connected, for the office, and release lines of shoes whose process was killed.

        Stores the time of those displays for which it was not stored for a minute. Failures are logged, each by itself,
        and it is tried again at the next heartbeat.
        """
        here = (it.caller.display_row for it in self._viewers)
        due = presence.look(it for it in here if it is not None)
        try:
            if due:
                await tables.do(Urgency.PUBLIC, write_seen, due)
                presence.stored(due)
        except Exception:
            log.exception("it is not written down which displays were seen")
        try:
            await heartbeat.do(Urgency.STAFF, let_lapse)
        except Exception:
            log.exception("lines of electronic shoes that nobody holds are not freed; it is tried again")

    def _find_out(self, read: HowFar) -> None:
        """Compare the numbers read with those that were drawn, and have each table drawn again that differs.

        Also each that has a screen to catch up or has changed with time; but none of which a drawing is due or under
        way. A new epoch or entry of the house clears the cache of tables; a new epoch also has all drawn under another
        one drawn from nothing, in any case. New rules have all screens checked for other regions. Rights are checked of
        new screens, as their regions are, and of all after a new entry of the house or CHECKED_SECONDS.
        """
        if read.house != self._house or read.epoch != self._epoch:
            self._house = read.house
            table_cache.clear()
        self._epoch = read.epoch
        if read.rules != self._rules:
            self._rules, self._other_rules = read.rules, True
            self._wanted.set()
        for feed in self._feeds.values():
            feed.follow(read.epoch)
        self._look_again(read.house)
        if self._new:
            self._wanted.set()
        for (code, _urgency), feed in list(self._feeds.items()):
            fell_behind = read.tables.get(code, -1) != feed.edition or feed.behind or feed.lacking
            if not feed.waits and (fell_behind or feed.has_turned):
                feed.renew()

    def _beats(self, turn: int) -> Iterator[tuple[Viewer, bytes]]:
        """Yield the screens that get a heartbeat in this ``turn`` (the count of heartbeats), each with its text.

        The text has the epoch, and the last edition drawn of each table that the screen shows, -1 for none. Public
        screens get one every other turn; a checksum of the code of their first table, in the order of codes, decides
        which. A screen with a table that is late gets none; one without tables gets one in each turn.
        """
        yield from ((viewer, self._beat_of(())) for viewer in self._without_tables)
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
                    texts[shown, urgency] = self._beat_of(self._feeds[it, urgency] for it in sorted(shown))
                yield viewer, texts[shown, urgency]

    def _beat_of(self, feeds: Iterable[TableFeed]) -> bytes:
        """Encode the heartbeat of screens with these feeds: the epoch, and by table the last edition drawn, or -1."""
        tables = {it.code: it.edition for it in feeds}
        return msgspec.json.encode({"kind": "beat", "epoch": self._epoch, "tables": tables})


async def _check(viewers: Sequence[Viewer]) -> None:
    """Close the screens among these whose rights are no longer those that they were opened with."""
    now = await tables.do(Urgency.STAFF, rights_now, [viewer.caller for viewer in viewers])
    for viewer, rights in zip(viewers, now, strict=True):
        await handed(viewer.is_now(rights))


hub = Hub()
"""Hub of this process."""
