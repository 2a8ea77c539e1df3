"""PostgreSQL stands still: it keeps every connection open and says nothing. Nobody waits for it for ever."""

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from http.client import HTTPConnection
from typing import Any, NamedTuple

import pytest
from django.db import InterfaceError, OperationalError, close_old_connections
from django.test import Client

from config import health
from table.record import door
from table.record.door import PressResult
from table.record.machine import silent
from table.rules.refusal import Code, Refused
from tests.faults.coups import played_to
from tests.faults.points import BEFORE_COMMIT, Place, Point, watched
from tests.faults.served.programs import Program
from tests.rig.daphne import served
from tests.rig.engines import MIGRATED, at_home_in, migrated_cluster, other_database
from tests.rig.patience import PATIENCE_SECONDS
from tests.rig.postgres import HASTY, copied, url_of
from tests.rig.sockets import session_of, watching
from tests.rig.tables import ready_table

SOON = 0.05
"""Seconds that are too many for this test, which knows that nobody answers."""
TIP: tuple[str, dict[str, Any]] = ("tip", {"amount": 500})
MISSING = b"not ready: database\n"


class Server(NamedTuple):
    """A PostgreSQL of the test's own, and the URL of a migrated database there."""

    program: Program
    url: str


@pytest.fixture
def server(django_db_blocker: Any) -> Iterator[Server]:
    """One that serves."""
    with (
        copied(migrated_cluster()) as cluster,
        Program(lambda: cluster.serves(*HASTY)) as program,
        django_db_blocker.unblock(),
    ):
        yield Server(program, other_database(url_of(cluster.folder), MIGRATED))


@contextmanager
def given_up_soon(server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """It stands still from when it is told to until this is left, and is hardly waited for meanwhile."""

    def stops() -> None:
        patch.setattr(silent, "LONGEST_SECONDS", SOON)
        server.program.freeze()

    with monkeypatch.context() as patch:
        try:
            yield stops
        finally:
            server.program.go_on()


@pytest.mark.faults
def test_who_watches_over_the_house_is_told_in_time_and_again_when_it_goes_on(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert health.MOST_SECONDS < 3
    with at_home_in(server.url, pool=2):
        assert until_ready() == b"ready\n"
        server.program.freeze()
        with monkeypatch.context() as patch:
            patch.setattr(health, "MOST_SECONDS", SOON)
            assert [ready() for _ in range(3)] == [MISSING] * 3
        server.program.go_on()
        assert until_ready() == b"ready\n"


def ready() -> bytes:
    """What `/readyz` says."""
    return Client().get("/readyz").content


def until_ready() -> bytes:
    """The same, once it says that it is, or as long as anybody waits."""
    until = time.monotonic() + PATIENCE_SECONDS
    while (said := ready()) == MISSING and time.monotonic() < until:
        pass
    return said


@pytest.mark.parametrize("places", [[BEFORE_COMMIT], pytest.param(range(100), marks=pytest.mark.faults)], ids=len)
def test_an_act_that_is_not_answered_fails_in_time_and_what_became_of_it_is_known_when_it_goes_on(
    server: Server, monkeypatch: pytest.MonkeyPatch, places: Iterable[Place]
) -> None:
    """At every point of the act: a COMMIT that was on its way when PostgreSQL stopped is done, and then it is found."""
    with at_home_in(server.url, pool=2):
        silent.begin()
        table = ready_table(seats=1)
        act, tried = played_to(table, "burn"), list[tuple[Point, partial[PressResult]]]()
        for at in places:
            seen, press = table.number, partial(table.press, act, nonce=f"burn {at}", seen=table.number)
            with given_up_soon(server, monkeypatch) as stops:
                point = unanswered(press, Point(at, stops))
            tried.append((point, press))
            number = door.became("T3", f"burn {at}", by="dario").number
            assert table.number == seen + bool(number)
            if number:
                break
            with pytest.raises(Refused) as refused:
                press()
            assert refused.value.code == Code.LATE, "not recorded, and it stays so"
        point, press = tried[-1]
        assert point.passed[-1] == BEFORE_COMMIT
        assert len(point.passed) > 10
        assert press().number == table.number
        table.check()


def unanswered(press: Callable[[], PressResult], point: Point) -> Point:
    """The press comes to nothing that anybody knows of."""
    with watched(point), pytest.raises((OperationalError, InterfaceError)):
        press()
    close_old_connections()
    return point


@pytest.mark.faults
def test_at_a_served_house_whoever_presses_and_whoever_watches_has_an_answer_while_it_stands_still(
    server: Server,
) -> None:
    with at_home_in(server.url):
        ready_table()
        session = session_of("dario")
    with served({"DATABASE_URL": server.url, "DATABASE_POOL": "8"}) as house:
        asyncio.run(story(house.address, session, server.program))


async def story(address: str, session: str, postgresql: Program) -> None:
    """What a dealer is told, and who watches over the house."""
    async with watching(address, "/live/dealer/T3/", session=session, language="en") as console:
        await console.shown()
        assert (await console.press("T3", TIP))["kind"] == "done"
        postgresql.freeze()
        pressing = asyncio.create_task(console.press("T3", TIP))
        assert await asyncio.to_thread(readiness, address) == MISSING
        answer = await pressing
        assert answer["kind"] == "failed"
        assert answer["sentence"].startswith("The house could not answer.")
        postgresql.go_on()
        async with asyncio.timeout(PATIENCE_SECONDS):
            while (await console.press("T3", TIP))["kind"] != "done":
                pass  # connections that were given up are made anew
            while await asyncio.to_thread(readiness, address) != b"ready\n":
                pass


def readiness(address: str) -> bytes:
    """What the served house says of itself."""
    with closing(HTTPConnection(address.removeprefix("http://"), timeout=PATIENCE_SECONDS)) as line:
        line.request("GET", "/readyz")
        return line.getresponse().read()
