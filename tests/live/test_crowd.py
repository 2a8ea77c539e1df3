"""While a crowd of screens comes back, or is lost, whoever presses waits for a few of them, and not for the crowd."""

import asyncio
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any
from unittest.mock import Mock

import pytest
from twisted.internet.error import ConnectionDone
from twisted.internet.protocol import Factory, Protocol
from twisted.internet.tcp import Port
from twisted.internet.testing import MemoryReactor
from twisted.python.failure import Failure

from config.doors.gate import Gate
from config.doors.server import AT_ONCE, HouseServer, Leaving
from table.live import hub as hub_now
from table.live.callers import Rights
from table.live.hub import CHECKED_AT_ONCE, Hub
from table.memory.threads import Thread, Urgency
from tests.rig.patience import PATIENCE_SECONDS

CROWD = 5 * AT_ONCE
PRESS = -1


class Coming(Factory):
    """Counts who comes, and lets nobody stay."""

    came = 0

    def buildProtocol(self, _addr: object) -> Protocol | None:  # noqa: N802 - Twisted's name
        """Count one more."""
        self.came += 1
        return None


@pytest.fixture
def waiting() -> Iterator[tuple[Any, Coming]]:
    """A port of the house at which a crowd waits."""
    coming, reactor = Coming(), MemoryReactor()  # type: ignore[no-untyped-call]
    house = HouseServer(
        None, descriptor=0, gate=Gate(per_address=CROWD, per_person=CROWD, unfinished=CROWD, let_in=CROWD)
    )
    port: Any = Port(0, coming, CROWD, "127.0.0.1", reactor)  # type: ignore[arg-type]
    port.startListening()
    house.listen_success(port)
    with ExitStack() as crowd:
        for _ in range(CROWD):
            crowd.enter_context(socket.create_connection(("127.0.0.1", port.getHost().port)))
        yield port, coming
    port.connectionLost(Failure(ConnectionDone()))  # type: ignore[no-untyped-call]


def test_of_a_crowd_at_the_door_a_few_are_let_in_before_the_loop_turns_to_others(waiting: tuple[Any, Coming]) -> None:
    port, coming = waiting
    came = []
    while coming.came < CROWD:
        port.doRead()
        came.append(coming.came)
    assert came == [*range(AT_ONCE, CROWD + 1, AT_ONCE)]


async def test_of_a_crowd_that_is_lost_a_few_are_put_away_before_what_came_after_them() -> None:
    leaving, done = Leaving(), list[int]()
    over = asyncio.get_running_loop().create_future()
    for place in range(CROWD):
        leaving.put(partial(done.append, place))
    leaving.put(lambda: over.set_result(None))
    asyncio.get_running_loop().call_soon(done.append, PRESS)
    await asyncio.wait_for(over, PATIENCE_SECONDS)
    assert done == [*range(AT_ONCE), PRESS, *range(AT_ONCE, CROWD)]


async def test_what_cannot_be_put_away_keeps_nothing_that_was_lost_with_it_or_later_from_it() -> None:
    leaving, done, over = Leaving(), list[int](), asyncio.get_running_loop().create_future()
    for place in range(CROWD):
        leaving.put(partial(done.append, place) if place % 3 else Mock(side_effect=AttributeError("no server")))
    leaving.put(lambda: over.set_result(None))
    await asyncio.wait_for(over, PATIENCE_SECONDS)
    assert done == [place for place in range(CROWD) if place % 3]


async def test_what_is_lost_later_is_put_away_too() -> None:
    leaving, loop = Leaving(), asyncio.get_running_loop()
    for _ in range(2):
        over = loop.create_future()
        leaving.put(partial(over.set_result, None))
        await asyncio.wait_for(over, PATIENCE_SECONDS)


async def test_a_press_comes_before_whoever_still_waits_to_be_let_in() -> None:
    thread, done, press = Thread("test"), list[int](), list["asyncio.Future[None]"]()
    loop, pressed = asyncio.get_running_loop(), asyncio.Event()

    def admitted(place: int) -> None:
        done.append(place)
        if place == 0:  # the press comes now, while this one is let in
            asyncio.run_coroutine_threadsafe(pressing(), loop).result()

    async def pressing() -> None:
        press.append(thread.do(Urgency.PRESS, done.append, PRESS))
        pressed.set()

    crowd = [thread.do(Urgency.DOOR, admitted, place) for place in range(CROWD)]
    await pressed.wait()
    await asyncio.gather(*crowd, *press)
    assert done == [0, PRESS, *range(1, CROWD)]


class Looking:
    """A screen whose rights are as they were."""

    caller: Any = None

    async def is_now(self, _rights: Rights | None) -> None:
        """Stay."""

    async def follow_rules(self) -> None:
        """Stay."""


async def test_the_rights_of_a_crowd_are_checked_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    checked, over = list[int](), asyncio.Event()
    monkeypatch.setattr(hub_now, "rights_now", _counting(checked, over, 3 * CHECKED_AT_ONCE + 1))
    hub = Hub()
    screens: Any = {Looking() for _ in range(3 * CHECKED_AT_ONCE + 1)}
    hub._new = screens
    guard = asyncio.create_task(hub._guard())
    hub._wanted.set()
    await asyncio.wait_for(over.wait(), PATIENCE_SECONDS)
    guard.cancel()
    assert checked == [CHECKED_AT_ONCE] * 3 + [1]


def _counting(checked: list[int], over: asyncio.Event, crowd: int) -> Callable[[Sequence[Any]], list[None]]:
    loop = asyncio.get_running_loop()

    def rights_now(callers: Sequence[Any]) -> list[None]:
        checked.append(len(callers))
        if sum(checked) == crowd:
            loop.call_soon_threadsafe(over.set)
        return [None] * len(callers)

    return rights_now
