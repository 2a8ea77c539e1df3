"""The hub: what is new is drawn once and handed to every screen, and nobody waits for somebody else."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.db import OperationalError

from table.demo import onlooker
from table.live import feed
from table.live import hub as room
from table.live.callers import Caller, DisplayPresence, Rights
from table.live.hub import Hub
from table.memory.threads import Urgency, tables
from table.record.door.publishing import PROCESS_ID
from table.screens.read.pieces import Piece, RegionDrawing, compiled, piece, templates
from table.screens.read.snapshot import HowFar
from table.screens.regions import Drawn, Region
from tests.rig.patience import PATIENCE_SECONDS

FELT, BOARD, TILE = Region("felt", "it"), Region("sign", "de"), Region("tile", "it")
DIALOGS = Region("console_sheets", "it")


def _piece(text: str) -> Piece:
    """A piece that says this."""
    return piece("told", "regions/felt.html:description", text)


class Viewer:
    """A screen that keeps what it is shown; ``full`` is one that cannot take any more, ``broken`` one that fails."""

    def __init__(self, *regions: Region, table: str = "T3", urgency: Urgency = Urgency.STAFF) -> None:
        self.regions: Mapping[str, frozenset[Region]] = {table: frozenset(regions)}
        self.urgency = urgency
        self.frames: list[dict[str, Any]] = []
        self.full = self.broken = False
        self.caller = Caller({}, session_cookie="sessionid")
        self.sent = asyncio.Event()

    async def show(self, text: bytes) -> bool:
        """Take a frame, unless it is full."""
        if self.broken:
            raise ConnectionError("its socket is gone")
        if self.full:
            return False
        self.frames.append(json.loads(text))
        self.sent.set()
        return True

    async def beat(self, text: bytes) -> None:
        """Take a heartbeat."""
        if self.broken:
            raise ConnectionError("its socket is gone")
        self.frames.append(json.loads(text))
        self.sent.set()

    async def stays(self, _dealer: int | None, _number: int) -> bool:
        """Whoever deals, it is for it to see."""
        return True

    async def is_now(self, _rights: Rights | None) -> None:
        """It is open to everybody."""

    async def follow_rules(self) -> None:
        """Whatever is played here, it shows the same."""

    def opens(self, hub: Hub, *dialogs: Region) -> None:
        """A sheet of its table is opened, or without sheets the last one closed."""
        others = frozenset(self.regions["T3"]) - {DIALOGS}
        self.regions = {"T3": others | frozenset(dialogs)}
        hub.shows(self, "T3", anew=frozenset(dialogs))

    def pushes(self, edition: int) -> list[dict[str, Any]]:
        """What it was sent when this edition was drawn."""
        return [it for it in self.frames if it["kind"] == "push" and it["edition"] == edition]

    def whole(self, name: str) -> list[dict[str, Any]]:
        """What it was sent with the whole of this region; heartbeats may come behind it at once."""
        return [it for it in self.frames if name in it.get("regions", {})]

    async def until(self, holds: Callable[[], Any]) -> None:
        """Wait for a frame after which this is so."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not holds():
                self.sent.clear()
                await self.sent.wait()

    async def at(self, edition: int) -> None:
        """Wait until it was shown this edition."""
        await self.until(lambda: edition in self.editions)

    @property
    def editions(self) -> list[int]:
        """The editions of the table that it was shown."""
        return [frame["edition"] for frame in self.frames if frame["kind"] in ("all", "push")]


class Table:
    """What is to be drawn, and how often it was."""

    def __init__(self) -> None:
        self.edition = 1
        self.epoch = "first"
        self.board = "board"
        self.drawings: list[tuple[int, tuple[Region, ...]]] = []
        self.own: list[int | None] = []
        self.broken = False
        self.request = threading.Event()

    async def is_requested(self) -> None:
        """Wait until somebody asks how far the table is."""
        self.request.clear()
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not self.request.is_set():
                await asyncio.to_thread(self.request.wait, 1)

    def draw(
        self, _code: str, regions: Iterable[Region], _before: Drawn | None = None, *, own: int | None = None
    ) -> Drawn | None:
        """Every region says at which edition it was drawn, but for the board."""
        if self.broken:
            raise OSError("no database")
        self.own.append(own)
        wanted = tuple(sorted(regions))
        self.drawings.append((self.edition, wanted))
        shown = {it: self.board if it == BOARD else f"{it.name} {self.edition}" for it in wanted}
        return Drawn(
            self.edition, self.edition, {it: RegionDrawing([_piece(text)], it.language) for it, text in shown.items()}
        )

    def editions(self, codes: Sequence[str]) -> HowFar:
        """How far it is."""
        self.request.set()
        return HowFar(dict.fromkeys(codes, self.edition), 0, self.word())

    def word(self) -> str:
        """Whose database it is."""
        if self.broken:
            raise OSError("no database")
        return self.epoch


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table that is drawn in no time, and a heart that beats fast."""
    it = Table()
    monkeypatch.setattr(feed, "draw", it.draw)
    monkeypatch.setattr(feed, "epoch_now", it.word)
    monkeypatch.setattr(room, "editions", it.editions)
    monkeypatch.setattr(room, "BEAT_SECONDS", 0.02)
    monkeypatch.setattr(room, "PAUSE_SECONDS", 0.01)
    return it


@pytest.fixture
async def hub(table: Table) -> AsyncIterator[Hub]:
    """A hub in which nothing goes on when the test is over."""
    it = Hub()
    yield it
    for viewer in it._viewers:
        await it.leave(viewer)
    await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()}, return_exceptions=True)


async def test_one_drawing_serves_all_screens(hub: Hub, table: Table) -> None:
    viewers = [Viewer(FELT), Viewer(FELT), Viewer(FELT, BOARD), Viewer(BOARD)]
    for viewer in viewers:
        await hub.enter(viewer)
    table.edition = 2
    hub.moved("T3")
    for viewer in viewers:
        await viewer.at(2)
    assert [wanted for edition, wanted in table.drawings if edition == 2] == [(FELT, BOARD)]


async def test_a_push_holds_what_changed_and_the_number_all_the_same(hub: Hub, table: Table) -> None:
    viewer, reader = Viewer(FELT, BOARD), Viewer(BOARD)
    for it in (viewer, reader):
        await hub.enter(it)
        await it.at(1)
    table.edition = 2
    hub.moved("T3")
    for it in (viewer, reader):
        await it.at(2)
    push = viewer.frames[-1] if viewer.frames[-1]["kind"] == "push" else viewer.frames[-2]
    head = {"kind": "push", "table": "T3", "from": 1, "edition": 2, "number": 2}
    words = '<desc id="felt-told" data-key="told">felt 2</desc>'
    assert push == head | {"regions": {}, "pieces": {"felt": {"told": words}}}
    assert [it for it in reader.frames if it["kind"] == "push"] == [head | {"regions": {}, "pieces": {}}]


async def test_a_wall_without_tables_hears_that_the_house_is_there_and_of_new_rules_until_it_has_looked(
    hub: Hub, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Wall(Viewer):
        """A pit of a new house."""

        followed = 0

        async def follow_rules(self) -> None:
            """Count how often it looks whether it would show other tables now; at the second time nobody knows."""
            self.followed += 1
            if self.followed == 2:
                raise OperationalError("the database starts anew")

    wall = Wall()
    wall.regions = {}
    rules = 1
    monkeypatch.setattr(room, "editions", lambda codes: HowFar(dict.fromkeys(codes, 1), 0, "first", rules))
    await hub.enter(wall)
    await wall.until(lambda: wall.frames and wall.followed == 1)
    assert wall.frames[-1] == {"kind": "beat", "epoch": "first", "tables": {}}
    rules = 2
    await wall.until(lambda: wall.followed == 3)
    await hub.leave(wall)
    assert not hub._tasks


async def test_who_looks_on_from_the_stage_is_no_display_although_a_row_has_their_number(
    hub: Hub, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Sequence[int]] = []
    monkeypatch.setattr(onlooker, "crc32", lambda _visit: 7)
    monkeypatch.setattr(room, "write_seen", written.append)
    displays = DisplayPresence()
    monkeypatch.setattr(room, "presence", displays)
    visitor, display = Viewer(FELT), Viewer(FELT)
    visitor.caller, display.caller.opened = onlooker.Passer("a-visitor"), Rights(8, place="T3 sign")
    assert visitor.caller.name == ("visit", 7), "and their hands are nobody else's"
    for viewer in (visitor, display):
        await hub.enter(viewer)
    await display.until(lambda: written)
    assert written == [[8]]
    assert displays.connected == frozenset({8})


async def test_a_burst_is_drawn_at_its_end(hub: Hub, table: Table) -> None:
    viewer = Viewer(FELT)
    await hub.enter(viewer)
    await viewer.at(1)
    before = len(table.drawings)
    for edition in range(2, 52):
        table.edition = edition
        hub.moved("T3")
    await viewer.at(51)
    assert len(table.drawings) - before <= 2


async def test_a_lost_ping_is_found_out_by_the_heartbeat(hub: Hub, table: Table) -> None:
    viewer = Viewer(FELT)
    await hub.enter(viewer)
    await viewer.at(1)
    table.edition = 7
    await viewer.at(7)


async def test_a_ping_names_the_table_and_nothing_else(hub: Hub, table: Table) -> None:
    viewer = Viewer(FELT)
    await hub.enter(viewer)
    await viewer.until(lambda: any(frame["kind"] == "beat" for frame in viewer.frames))
    table.edition = 3
    layer = get_channel_layer()
    assert layer is not None
    await layer.group_send("table.T3", {"type": "table.moved", "owner": "T3", "number": 3})
    await viewer.at(3)


async def test_a_ping_of_this_very_process_says_how_far_it_has_come_itself(hub: Hub, table: Table) -> None:
    viewer = Viewer(FELT)
    await hub.enter(viewer)
    await viewer.at(1)  # while its first drawing waits, a number is no help
    await viewer.until(lambda: any(frame["kind"] == "beat" for frame in viewer.frames))
    layer = get_channel_layer()
    assert layer is not None
    await layer.group_send("table.T3", {"type": "table.moved", "owner": "T3", "number": 3, "by": PROCESS_ID})
    await viewer.until(lambda: 3 in table.own)


async def test_who_cannot_take_it_is_shown_everything_later_and_keeps_nobody_waiting(hub: Hub, table: Table) -> None:
    slow, quick = Viewer(FELT, BOARD), Viewer(FELT, BOARD)
    for viewer in (slow, quick):
        await hub.enter(viewer)
        await viewer.at(1)
    slow.full = True
    table.edition = 2
    hub.moved("T3")
    await quick.at(2)
    assert 2 not in slow.editions
    slow.full = False
    await slow.at(2)
    late = next(frame for frame in slow.frames if frame.get("edition") == 2)
    assert (late["kind"], set(late["regions"])) == ("all", {"felt", "sign"})


async def test_a_screen_that_breaks_costs_no_other_screen_anything(hub: Hub, table: Table) -> None:
    broken, whole = Viewer(FELT), Viewer(FELT)
    for viewer in (broken, whole):
        await hub.enter(viewer)
        await viewer.at(1)
    broken.broken = True
    for edition in (2, 3):
        table.edition = edition
        hub.moved("T3")
        await whole.at(edition)
    beats = len(whole.frames)
    await whole.until(lambda: len(whole.frames) > beats)


async def test_without_a_database_there_is_no_heartbeat_and_afterwards_all_is_well(hub: Hub, table: Table) -> None:
    viewer = Viewer(FELT)
    await hub.enter(viewer)
    await viewer.until(lambda: any(frame["kind"] == "beat" for frame in viewer.frames))
    table.broken = True
    hub.moved("T3")
    await table.is_requested()
    heard = len(viewer.frames)
    for _ in range(3):
        await table.is_requested()
    assert len(viewer.frames) == heard, "a heartbeat without a database would be a lie"
    table.broken, table.edition = False, 4
    await viewer.at(4)


async def test_a_heartbeat_waits_for_nobody_who_writes_down_which_displays_are_here(
    hub: Hub, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = threading.Event()
    monkeypatch.setattr(room, "write_seen", lambda _due: written.wait())
    display = Viewer(BOARD, urgency=Urgency.PUBLIC)
    display.caller.opened = Rights(7, place="T3")
    try:
        await hub.enter(display)
        await display.until(lambda: [frame["kind"] for frame in display.frames].count("beat") > 1)
    finally:
        written.set()


async def test_which_displays_are_here_is_written_down_at_the_next_beat_if_it_could_not_be(
    hub: Hub, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[Sequence[int]] = []

    def write(due: Sequence[int]) -> None:
        tries.append(due)
        if len(tries) == 1:
            raise OSError("no database")

    monkeypatch.setattr(room, "write_seen", write)
    monkeypatch.setattr(room, "presence", DisplayPresence())
    display = Viewer(BOARD, urgency=Urgency.PUBLIC)
    display.caller.opened = Rights(7, place="T3")
    await hub.enter(display)
    await display.until(lambda: [frame["kind"] for frame in display.frames].count("beat") > 4)
    assert tries == [[7], [7]]


async def test_another_database_is_shown_whole_and_named_though_its_number_is_lower(hub: Hub, table: Table) -> None:
    viewer = Viewer(FELT)
    await hub.enter(viewer)
    table.edition = 9
    await viewer.at(9)
    await viewer.until(lambda: viewer.frames[-1].get("epoch") == "first")
    table.edition, table.epoch = 4, "second"
    await viewer.until(lambda: viewer.frames[-1]["kind"] == "beat" and viewer.frames[-1]["epoch"] == "second")
    await viewer.at(4)
    whole = next(frame for frame in reversed(viewer.frames) if frame["kind"] == "all")
    assert (whole["epoch"], whole["edition"]) == ("second", 4)


async def test_the_first_that_a_screen_is_shown_names_its_database_and_waits_for_no_heartbeat(
    hub: Hub, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "BEAT_SECONDS", 3600)
    first, second = Viewer(FELT), Viewer(BOARD, urgency=Urgency.PUBLIC)
    for viewer in (first, second):
        await hub.enter(viewer)
        await viewer.at(1)
    assert [(it["kind"], it["epoch"]) for it in first.frames + second.frames] == [("all", "first")] * 2
    table.broken = True
    third = Viewer(FELT)
    await hub.enter(third)
    assert [(it["kind"], it["epoch"]) for it in third.frames] == [("all", "first")], "and nobody is asked again"


async def test_a_dead_channel_layer_costs_no_screen_its_table(
    hub: Hub, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Dead:
        async def new_channel(self) -> str:
            raise ConnectionError("no Redis")

    monkeypatch.setattr(room, "get_channel_layer", Dead)
    viewer = Viewer(FELT)
    await hub.enter(viewer)
    await viewer.at(1)
    table.edition = 5
    await viewer.at(5)


async def test_a_channel_layer_that_stands_still_keeps_no_screen_from_its_table(
    hub: Hub, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Frozen:
        async def new_channel(self) -> str:
            return "ear"

        async def group_add(self, group: str, _channel: str) -> None:
            if "T4" in group:
                await asyncio.Event().wait()

        async def group_discard(self, _group: str, _channel: str) -> None:
            await asyncio.Event().wait()

        async def receive(self, _channel: str) -> dict[str, Any]:
            await asyncio.Event().wait()
            return {}

    monkeypatch.setattr(room, "get_channel_layer", Frozen)
    monkeypatch.setattr(room, "MOST_PING_SECONDS", 0.05)
    first, second = Viewer(FELT), Viewer(FELT, table="T4")
    await hub.enter(first)
    await first.at(1)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await hub.enter(second)
        await second.at(1)
        await hub.leave(second)


class Delayed:
    """A channel layer that takes its time with whatever concerns the table T4; it hears nothing."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.go_on = asyncio.Event(), asyncio.Event()
        monkeypatch.setattr(room, "get_channel_layer", lambda: self)

    async def new_channel(self) -> str:
        """Give the only channel."""
        return "ear"

    async def group_add(self, group: str, _channel: str) -> None:
        """Wait until it may go on."""
        if "T4" in group:
            self.begun.set()
            await self.go_on.wait()

    group_discard = group_add

    async def receive(self, _channel: str) -> dict[str, Any]:
        """Wait for ever."""
        await asyncio.Event().wait()
        return {}


async def test_who_comes_and_goes_while_another_screen_comes_costs_that_one_nothing(
    hub: Hub, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    layer = Delayed(monkeypatch)
    first, passing, stays = Viewer(FELT), Viewer(FELT, table="T4"), Viewer(FELT, table="T4")
    await hub.enter(first)
    await first.at(1)
    coming = asyncio.create_task(hub.enter(stays))
    await layer.begun.wait()
    await hub.enter(passing)
    layer.go_on.set()
    await hub.leave(passing)
    await coming
    await stays.at(1)


@pytest.mark.parametrize("leaves", [False, True])
async def test_while_a_wall_comes_or_goes_the_others_have_their_heartbeat(
    hub: Hub, table: Table, monkeypatch: pytest.MonkeyPatch, *, leaves: bool
) -> None:
    layer = Delayed(monkeypatch)
    other, wall = Viewer(BOARD, table="T9"), Viewer(TILE)
    wall.regions = dict.fromkeys(["T5", "T4", "T3"] if leaves else ["T3", "T4", "T5"], frozenset({TILE}))
    await hub.enter(other)
    await other.at(1)
    if leaves:
        layer.go_on.set()
        await hub.enter(wall)
        layer.go_on.clear()
        layer.begun.clear()
    moving = asyncio.create_task(hub.leave(wall) if leaves else hub.enter(wall))
    await layer.begun.wait()
    heard = len(other.frames)
    await other.until(lambda: len(other.frames) > heard + 1)
    layer.go_on.set()
    await moving


async def test_who_comes_first_is_not_told_of_the_database_that_was_shown_before(hub: Hub, table: Table) -> None:
    before, after = Viewer(FELT), Viewer(FELT)
    await hub.enter(before)
    await before.at(1)
    await before.until(lambda: before.frames[-1].get("epoch") == "first")
    await hub.leave(before)
    table.epoch = "second"
    await hub.enter(after)
    await after.at(1)
    await after.until(lambda: after.frames[-1].get("epoch") == "second")
    assert "first" not in {frame.get("epoch") for frame in after.frames}


async def test_a_screen_that_comes_late_sees_what_hangs_there(hub: Hub, table: Table) -> None:
    first, second = Viewer(FELT), Viewer(FELT)
    await hub.enter(first)
    await first.at(1)
    drawn = len(table.drawings)
    await hub.enter(second)
    assert second.editions == [1]
    assert len(table.drawings) == drawn


async def test_who_comes_later_still_sees_what_hangs_there_then(hub: Hub, table: Table) -> None:
    first, second, third = Viewer(FELT), Viewer(FELT), Viewer(FELT)
    await hub.enter(first)
    await first.at(1)
    await hub.enter(second)
    table.edition = 2
    hub.moved("T3")
    await first.at(2)
    await hub.enter(third)
    assert third.editions == [2]


async def test_a_sheet_is_drawn_while_it_is_open_and_comes_at_once(hub: Hub, table: Table) -> None:
    viewer, other = Viewer(FELT), Viewer(FELT)
    for it in (viewer, other):
        await hub.enter(it)
        await it.at(1)
    viewer.opens(hub, DIALOGS)
    await viewer.until(lambda: viewer.whole("console_sheets"))
    [came] = viewer.whole("console_sheets")
    assert (came["from"], came["edition"]) == (1, 1)
    assert came["regions"].keys() == {"console_sheets"}, "what it shows already comes no second time"
    table.edition = 2
    hub.moved("T3")
    for it in (viewer, other):
        await it.at(2)
    assert [it["pieces"].keys() for it in viewer.pushes(2)] == [{"felt", "console_sheets"}]
    assert [it["pieces"].keys() for it in other.pushes(2)] == [{"felt"}]
    viewer.opens(hub)
    table.edition = 3
    hub.moved("T3")
    await viewer.at(3)
    assert [it["pieces"].keys() for it in viewer.pushes(3)] == [{"felt"}]
    assert [wanted for _edition, wanted in table.drawings] == [(FELT,), *[(DIALOGS, FELT)] * 2, (FELT,)]


class Slow:
    """A drawing that waits, once it has begun, until it may go on."""

    def __init__(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        self.table, self.drawing, self.go_on = table, threading.Event(), threading.Event()
        monkeypatch.setattr(feed, "draw", self.draw)

    def draw(self, code: str, regions: Iterable[Region], _before: Drawn | None = None, **_how: int | None) -> Any:
        """Draw the table, and wait."""
        drawn = self.table.draw(code, regions)
        self.drawing.set()
        assert self.go_on.wait(PATIENCE_SECONDS)
        return drawn

    async def has_begun(self) -> None:
        """Wait until it is known which regions are drawn."""
        assert await asyncio.to_thread(self.drawing.wait, PATIENCE_SECONDS)


async def test_a_sheet_that_is_opened_while_the_table_is_drawn_costs_its_screen_nothing(
    hub: Hub, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewer = Viewer(FELT)
    await hub.enter(viewer)
    await viewer.at(1)
    slow = Slow(table, monkeypatch)
    table.edition = 2
    hub.moved("T3")
    await slow.has_begun()
    viewer.opens(hub, DIALOGS)
    slow.go_on.set()
    await viewer.until(lambda: viewer.whole("console_sheets"))
    assert [(it["from"], it["edition"], *it["pieces"]) for it in viewer.pushes(2)] == [(1, 2, "felt"), (2, 2)]


async def test_a_sheet_that_is_sent_anew_while_the_table_is_drawn_without_it_costs_no_screen_anything(
    hub: Hub, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewer, other = Viewer(FELT, DIALOGS), Viewer(FELT)
    for it in (viewer, other):
        await hub.enter(it)
        await it.at(1)
    viewer.opens(hub)
    slow = Slow(table, monkeypatch)
    table.edition = 2
    hub.moved("T3")
    await slow.has_begun()
    viewer.opens(hub, DIALOGS)
    await hub.resync(viewer, "T3")
    assert [it["edition"] for it in viewer.whole("console_sheets")] == [1, 1], "it hangs there from before"
    slow.go_on.set()
    for it in (viewer, other):
        await it.at(2)
    await viewer.until(lambda: len(viewer.whole("console_sheets")) == 3)
    assert [(it["from"], *it["pieces"]) for it in viewer.pushes(2)] == [(1, "felt"), (2,)]


async def test_a_screen_that_a_drawing_did_not_reach_finds_out_by_the_heartbeat(
    hub: Hub, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewer = Viewer(FELT)
    await hub.enter(viewer)
    await viewer.at(1)
    with monkeypatch.context() as broken:
        broken.setattr(feed, "frame_of", lambda *_given, **_how: 1 / 0)
        table.edition = 2
        hub.moved("T3")
        await viewer.until(lambda: [it for it in viewer.frames if it.get("tables") == {"T3": 2}])
    assert viewer.editions == [1], "it was sent nothing, and is told of a later edition"
    await hub.resync(viewer, "T3")
    await viewer.at(2)


async def test_another_screen_with_its_sheets_open_is_no_reason_to_send_less(hub: Hub, table: Table) -> None:
    first, second = Viewer(FELT, DIALOGS), Viewer(FELT)
    for it in (first, second):
        await hub.enter(it)
        await it.at(1)
    table.edition = 2
    second.opens(hub, DIALOGS)
    await second.at(2)
    words = second.pushes(2)[0]
    assert (words["regions"].keys(), words["pieces"].keys()) == ({"console_sheets"}, {"felt"})
    await first.at(2)
    assert first.pushes(2)[0]["pieces"].keys() == {"felt", "console_sheets"}


async def test_a_sheet_that_could_not_be_drawn_comes_when_it_can(hub: Hub, table: Table) -> None:
    viewer = Viewer(FELT)
    await hub.enter(viewer)
    await viewer.at(1)
    table.broken = True
    viewer.opens(hub, DIALOGS)
    await table.is_requested()
    table.broken = False
    await viewer.until(lambda: viewer.whole("console_sheets"))


async def test_a_screen_that_is_gone_opens_nothing(hub: Hub, table: Table) -> None:
    viewer, other = Viewer(FELT), Viewer(FELT)
    for it in (viewer, other):
        await hub.enter(it)
        await it.at(1)
    await hub.leave(viewer)
    viewer.opens(hub, DIALOGS)
    await hub.leave(other)
    viewer.opens(hub, DIALOGS)
    assert len(table.drawings) == 1


async def test_a_screen_that_is_gone_is_sent_nothing_anew(hub: Hub, table: Table) -> None:
    viewer, other = Viewer(FELT), Viewer(FELT)
    for it in (viewer, other):
        await hub.enter(it)
        await it.at(1)
    [shared] = hub._feeds.values()
    viewer.full = True
    for it in (viewer, other):
        await hub.leave(it)
        await hub.resync(viewer, "T3")
        assert viewer not in shared.behind
    assert len(table.drawings) == 1


class Leaving(Viewer):
    """A screen during whose frames another one leaves, or itself."""

    leaves: Viewer | None = None

    def __init__(self, hub: Hub, *regions: Region) -> None:
        super().__init__(*regions)
        self.hub = hub

    async def show(self, text: bytes) -> bool:
        """Take a frame, unless it is full, while the other one leaves."""
        if self.leaves is not None:
            await self.hub.leave(self.leaves)
        return await super().show(text)


async def test_a_screen_that_goes_while_it_is_sent_everything_is_not_to_be_sent_it_again(
    hub: Hub, table: Table
) -> None:
    leaving, other = Leaving(hub, FELT), Viewer(FELT)
    for it in (leaving, other):
        await hub.enter(it)
        await it.at(1)
    leaving.leaves, leaving.full = leaving, True
    await hub.resync(leaving, "T3")
    [shared] = hub._feeds.values()
    assert (shared.behind, shared.viewers, len(table.drawings)) == (set(), {other}, 1)


async def test_a_screen_that_goes_while_another_is_sent_to_is_not_to_be_sent_its_sheets(
    hub: Hub, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = pair = Leaving(hub, FELT), Leaving(hub, FELT)
    for it in (*pair, Viewer(FELT)):
        await hub.enter(it)
        await it.at(1)
    slow = Slow(table, monkeypatch)
    table.edition = 2
    hub.moved("T3")
    await slow.has_begun()
    for it in pair:
        it.opens(hub, DIALOGS)
    first.leaves, second.leaves = second, first
    [shared] = hub._feeds.values()
    slow.go_on.set()
    assert shared._task is not None
    await shared._task
    assert (len(shared.viewers), shared.lacking) == (2, {})


async def test_with_its_last_screen_a_hub_ends(hub: Hub, table: Table) -> None:
    viewers = [Viewer(FELT), Viewer(TILE, table="T4")]
    for viewer in viewers:
        await hub.enter(viewer)
        await viewer.at(1)
    assert {code for code, _urgency in hub._feeds} == {"T3", "T4"}
    for viewer in viewers:
        await hub.leave(viewer)
    assert not hub._feeds
    going_on = asyncio.all_tasks() - {asyncio.current_task()}
    await asyncio.gather(*going_on, return_exceptions=True)
    assert all(task.cancelled() or task.done() for task in going_on)


async def test_the_staff_are_shown_an_act_before_the_public(hub: Hub, table: Table) -> None:
    dealer, seat = Viewer(FELT), Viewer(BOARD, urgency=Urgency.PUBLIC)
    for it in (seat, dealer):
        await hub.enter(it)
        await it.at(1)
    table.edition = 2
    hub.moved("T3")
    for it in (seat, dealer):
        await it.at(2)
    assert [wanted for edition, wanted in table.drawings if edition == 2] == [(FELT,), (BOARD,)]


async def test_what_waits_to_be_drawn_is_not_behind(hub: Hub, table: Table) -> None:
    """A table that waits for the thread is drawn once, however often the heart beats meanwhile."""
    viewer, release = Viewer(FELT), threading.Event()
    await hub.enter(viewer)
    await viewer.at(1)
    busy = tables.do(Urgency.PRESS, release.wait, 5)
    before = len(table.drawings)
    table.edition = 2
    hub.moved("T3")
    for _ in range(5):
        await table.is_requested()
    release.set()
    await busy
    await viewer.at(2)
    assert len(table.drawings) - before == 1


async def test_a_table_that_waits_for_too_long_has_no_heartbeat(
    hub: Hub, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewer, release = Viewer(FELT), threading.Event()
    await hub.enter(viewer)
    await viewer.at(1)
    monkeypatch.setattr(feed, "LATE_SECONDS", 0.0)
    busy = tables.do(Urgency.PRESS, release.wait, 5)
    table.edition = 2
    hub.moved("T3")
    await table.is_requested()
    heard = len(viewer.frames)
    for _ in range(3):
        await table.is_requested()
    assert len(viewer.frames) == heard, "what it shows is not what is"
    release.set()
    await busy
    await viewer.at(2)


async def test_only_what_this_process_did_itself_is_not_read_again(hub: Hub, table: Table) -> None:
    viewer = Viewer(FELT)
    await hub.enter(viewer)
    await viewer.at(1)
    for edition, pings, known in ((2, (2,), 2), (4, (3, 4), 4), (6, (5, None), None), (8, (None, 8), None)):
        release = threading.Event()
        busy = tables.do(Urgency.PRESS, release.wait, 5)
        table.edition = edition
        for own in pings:
            hub.moved("T3", own=own)
        release.set()
        await busy
        await viewer.at(edition)
        assert table.own[-1] == known, pings


async def test_every_template_of_a_piece_is_compiled_beforehand(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    done = list[str]()
    monkeypatch.setattr(room, "compiled", lambda name: done.append(compiled(name).name or ""))
    await hub._prepare()
    assert done == templates()
    assert "regions/felt.html" in done
