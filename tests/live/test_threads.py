"""One thread does what is due first, acts before all else, and a failure costs nobody else anything."""

import asyncio
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import psycopg
import pytest
from django.db import InterfaceError, OperationalError, connection, connections

from table.memory import threads
from table.memory.threads import LATER_SECONDS, RESTED_SECONDS, TAKES_TURNS_SECONDS, Thread, Urgency
from tests.rig.engines import Engine, at_home_in
from tests.rig.patience import PATIENCE_SECONDS


async def test_of_what_is_asked_for_at_once_the_most_urgent_is_done_first() -> None:
    thread, release, done = Thread("test"), threading.Event(), list[Urgency]()
    first = thread.do(Urgency.PUBLIC, release.wait, 5)
    waiting = [thread.do(it, done.append, it) for it in (Urgency.PUBLIC, Urgency.DOOR, Urgency.STAFF, Urgency.PRESS)]
    release.set()
    await asyncio.gather(first, *waiting)
    assert done == sorted(Urgency)


async def test_the_public_waits_for_no_more_of_the_staff_than_came_soon_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thread, release, done = Thread("test"), threading.Event(), list[str]()
    now, later = time.monotonic(), LATER_SECONDS[Urgency.PUBLIC]
    clock = SimpleNamespace(monotonic=lambda: now)
    monkeypatch.setattr(threads, "time", clock)
    waiting: list[asyncio.Future[Any]] = [thread.do(Urgency.PRESS, release.wait, 5)]
    waiting += [thread.do(Urgency.PUBLIC, done.append, "public")]
    for urgency, seconds, name in (
        (Urgency.STAFF, later / 2, "staff soon after"),
        (Urgency.STAFF, later * 2, "staff later"),
        (Urgency.PRESS, later * 3, "act"),
    ):
        clock.monotonic = partial(float, now + seconds)
        waiting.append(thread.do(urgency, done.append, name))
    release.set()
    await asyncio.gather(*waiting)
    assert done == ["act", "staff soon after", "public", "staff later"]


async def test_of_the_same_urgency_who_came_first_is_first() -> None:
    thread, done = Thread("test"), list[int]()
    await asyncio.gather(*(thread.do(Urgency.STAFF, done.append, place) for place in range(20)))
    assert done == list(range(20))


async def test_whoever_waits_is_told_of_a_failure_and_the_next_one_has_its_turn() -> None:
    def fails() -> None:
        raise OSError("no database")

    thread = Thread("test")
    with pytest.raises(OSError, match="no database"):
        await thread.do(Urgency.PRESS, fails)
    assert await thread.do(Urgency.PRESS, lambda: 7) == 7


async def test_what_nobody_waits_for_any_more_is_not_done() -> None:
    thread, release, done = Thread("test"), threading.Event(), list[str]()
    first = thread.do(Urgency.PRESS, release.wait, 5)
    given_up = thread.do(Urgency.PRESS, done.append, "given up")
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)  # the thread knows of it
    release.set()
    await first
    await thread.do(Urgency.PUBLIC, done.append, "after it")
    assert done == ["after it"]


@pytest.fixture
def at_work(postgresql: Engine, django_db_blocker: Any) -> Iterator[Thread]:
    """A thread that asks a database of its own; its connection is closed before that is gone."""
    with postgresql.fresh() as url, django_db_blocker.unblock(), at_home_in(url):
        thread = Thread("test")
        yield thread
        thread._executor.submit(connections.close_all).result()


def backend() -> int:
    """The process of the database server that answers on this thread's connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def cut() -> None:
    """The connection of this thread is cut at the other end."""
    dsn, mine = connection.connection.info.dsn, backend()
    with psycopg.connect(dsn, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 10000)", [mine])


async def test_a_connection_stays_open_from_one_work_to_the_next(at_work: Thread) -> None:
    assert await at_work.do(Urgency.PRESS, backend) == await at_work.do(Urgency.STAFF, backend)


async def test_whoever_finds_the_connection_lost_is_told_and_the_next_one_has_a_new_one(at_work: Thread) -> None:
    before = await at_work.do(Urgency.PRESS, backend)
    await at_work.do(Urgency.PRESS, cut)
    with pytest.raises(OperationalError):
        await at_work.do(Urgency.PRESS, backend)
    assert await at_work.do(Urgency.PRESS, backend) != before


async def test_a_work_that_puts_up_with_a_lost_connection_leaves_none_behind(at_work: Thread) -> None:
    def puts_up() -> None:
        for _ in range(2):  # lost, and then closed
            with suppress(OperationalError, InterfaceError):
                backend()

    await at_work.do(Urgency.PRESS, backend)
    await at_work.do(Urgency.PRESS, cut)
    await at_work.do(Urgency.STAFF, puts_up)
    assert await at_work.do(Urgency.PRESS, backend)


async def test_after_a_long_rest_a_press_begins_with_a_new_connection(
    at_work: Thread, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await at_work.do(Urgency.PRESS, backend)
    await at_work.do(Urgency.PRESS, cut)
    later = time.monotonic() + RESTED_SECONDS + 1
    monkeypatch.setattr(threads, "time", SimpleNamespace(monotonic=lambda: later))
    assert await at_work.do(Urgency.PRESS, backend) != before


async def test_who_comes_after_a_long_rest_is_told_where_nothing_can_be_looked_after(
    at_work: Thread, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_work, "_look_after_connections", Mock(side_effect=OSError("the disk is gone")))
    later = time.monotonic() + RESTED_SECONDS + 1
    monkeypatch.setattr(threads, "time", SimpleNamespace(monotonic=lambda: later))
    with pytest.raises(OSError, match="the disk is gone"):
        await asyncio.wait_for(at_work.do(Urgency.PRESS, backend), PATIENCE_SECONDS)


def test_a_house_that_has_started_lets_its_loop_have_its_turn_soon() -> None:
    before = sys.getswitchinterval()
    sys.setswitchinterval(5 * TAKES_TURNS_SECONDS)
    try:
        threads.begin()
        assert sys.getswitchinterval() == pytest.approx(TAKES_TURNS_SECONDS)
    finally:
        sys.setswitchinterval(before)
