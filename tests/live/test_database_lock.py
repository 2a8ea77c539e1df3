"""Another program holds the database: who presses is told soon that nothing was recorded, and goes on afterwards."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import pairwise
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.test import Client

from table.live.callers import write_seen
from table.live.electronic_shoes import line
from table.live.electronic_shoes.taking import cannot_be_read
from table.models import ElectronicShoe, Entry, Refusal
from table.record.machine import database_lock
from table.rules.profile import Role
from table.rules.refusal import Code, Refused
from tests.live.conftest import Live
from tests.rig.sockets import Frame, watching
from tests.rig.staff import PIN, with_pin
from tests.rig.tables import AtTable, ready_table
from tests.rig.waiting import waits
from tests.shoes.reading import pair

SOON = 5.0
"""Seconds after which whoever pressed knows at the latest, on a machine that has nothing else to do."""


@contextmanager
def locked_by_another() -> Iterator[None]:
    """Another program has begun to write and does not go on: to SQLite’s one file, or to a table at PostgreSQL."""
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=5)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
        return
    connection.ensure_connection()
    with psycopg.connect(connection.connection.info.dsn) as other:
        other.execute("SELECT 1 FROM table_table FOR UPDATE")
        yield


@pytest.fixture
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nobody waits as long as at a table."""
    monkeypatch.setattr(database_lock, "LOOK_SECONDS", 0.05)
    with database_lock.waiting(0.1):
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '100ms'")
        yield
    database_lock.database.at = None


def test_an_act_is_refused_and_done_when_it_is_pressed_again(
    real_database: str, in_a_hurry: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ready_table(seats=1)
    before = table.number
    with locked_by_another():
        table.refuses(Code.HELD, "open_bets")
        assert Client().get("/readyz").content == b"not ready: another program holds the database\n"
    assert not Refusal.objects.exists(), "to write it down it would have to wait as long once more"
    assert table.number == before
    with monkeypatch.context() as later:
        later.setattr(database_lock, "NOTED_SECONDS", 0)
        assert Client().get("/readyz").content == b"ready\n", "also while nobody presses"

    table.does("open_bets")

    assert Client().get("/readyz").content == b"ready\n"
    assert table.number == before + 1
    table.check()


@pytest.mark.django_db(transaction=True)
def test_what_waits_in_line_behind_the_first_hardly_waits(in_a_hurry: None, monkeypatch: pytest.MonkeyPatch) -> None:
    table = ready_table(seats=1)
    with locked_by_another():
        table.refuses(Code.HELD, "open_bets")
        waited = waits(monkeypatch)
        for _ in range(5):
            table.refuses(Code.HELD, "open_bets")
    assert set(waited[::2]) == {database_lock.HARDLY_SECONDS}
    assert len(waited[::2]) * database_lock.HARDLY_SECONDS < settings.LONGEST_WAIT_SECONDS, (
        "all less than one not in line"
    )


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "write",
    [
        lambda: line.hold_on(["a line"]),
        line.let_lapse,
        lambda: write_seen([1]),
        lambda: line.hold(ElectronicShoe(pk=0), "another line"),
        lambda: line.let_go("a line"),
        lambda: cannot_be_read("a line"),
    ],
)
@pytest.mark.django_db(transaction=True)
def test_what_the_house_notes_by_itself_hardly_keeps_a_press_waiting(
    in_a_hurry: None, monkeypatch: pytest.MonkeyPatch, write: Callable[[], None]
) -> None:
    """Shoes on their lines and displays that are here are noted by the threads of acts and heartbeats, ever again.

    A shoe that finds no line asks for one every second.
    """
    monkeypatch.setattr(settings, "LONGEST_WAIT_SECONDS", 2 * database_lock.HARDLY_SECONDS)
    table = ready_table(seats=1)
    pair(table)
    assert line.hold(ElectronicShoe.objects.get(), "a line")
    monkeypatch.setattr(line.beats, "missing", lambda *_: True)
    with locked_by_another():
        table.refuses(Code.HELD, "open_bets")
        waited, patience = [float(settings.LONGEST_WAIT_SECONDS)], list[float]()

        def heard(ask: Callable[..., Any], *its: Any) -> Any:
            patience.append(waited[-1])
            return ask(*its)

        monkeypatch.setattr(database_lock, "_patience", waited.append)
        with connection.execute_wrapper(heard), pytest.raises((OperationalError, Refused)):
            write()
    assert patience[-1] == database_lock.HARDLY_SECONDS


@pytest.mark.django_db(transaction=True)
def test_a_page_says_that_the_house_has_to_wait(in_a_hurry: None) -> None:
    with_pin(Role.DEALER)
    device = Client(raise_request_exception=False)
    with locked_by_another():
        page = device.post("/sign-in/", {"badge": "dario", "pin": PIN}, headers={"accept-language": "en"})
        assert page.status_code == 503
        assert "Another program holds the database" in page.content.decode()
    assert device.post("/sign-in/", {"badge": "dario", "pin": PIN}).status_code == 302


async def test_a_console_stays_open_is_told_within_five_seconds_and_goes_on(house: Live, aside: Any) -> None:
    async with watching(house.address, "/live/dealer/T3/", session=house.sessions["dario"], language="en") as console:
        await console.shown()
        blocking = locked_by_another()
        await aside(blocking.__enter__)
        answers, times = list[Frame](), [time.monotonic()]
        for _ in range(3):
            answers.append(await console.press("T3", ("open_bets", {})))
            times.append(time.monotonic())
        await aside(blocking.__exit__, None, None, None)
        assert {answer["code"] for answer in answers} == {"E_HELD"}
        assert answers[0]["sentence"].startswith("Another program holds the database, so nothing was recorded.")
        first, *others = (after - before for before, after in pairwise(times))
        assert sum(others) < first / 2, "who pressed meanwhile hardly waits"
        assert settings.LONGEST_WAIT_SECONDS + len(others) * database_lock.HARDLY_SECONDS < SOON
        assert first < 2 * SOON
        assert (await console.press("T3", ("open_bets", {})))["kind"] == "done"
    assert console.closed in (None, 1000)


@contextmanager
def full_disk() -> Iterator[None]:
    """SQLite finds no room for another page, nor one that earlier tests have left empty."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA page_count")
        cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0]}")
        try:
            yield
        finally:
            cursor.execute("PRAGMA max_page_count = 1073741823")


@pytest.mark.parametrize("why", [sqlite3.OperationalError(), psycopg.errors.DiskFull()])
def test_what_either_engine_calls_a_full_disk_is_one(why: Exception) -> None:
    if isinstance(why, sqlite3.OperationalError):
        why.sqlite_errorcode = sqlite3.SQLITE_FULL
    error = OperationalError()
    error.__cause__ = why
    assert (database_lock.is_full(error), database_lock.is_locked(error)) == (True, False)


def tips(table: AtTable, count: int) -> None:
    """So many acts, one after the other."""
    for _ in range(count):
        table.does("tip", amount=500)


@pytest.mark.django_db(transaction=True)
def test_on_a_full_disk_whoever_signs_in_or_presses_is_told_that_nothing_was_recorded() -> None:
    table, person = ready_table(seats=1), with_pin(Role.DIREZIONE)
    sent = {"badge": person.badge, "pin": PIN}
    with full_disk():
        answers = [Client().post("/sign-in/", sent, headers={"accept-language": "en"}) for _ in range(30)]
        assert {it.status_code for it in answers} == {302, 503}, "a little more than nothing finds room at first"
        assert "The disk of this house is full, so nothing was recorded." in answers[-1].content.decode()
        with pytest.raises(Refused) as refused:
            tips(table, 60)
        assert refused.value.code == Code.HELD
        before = table.number
        assert Entry.objects.filter(register=table.code).count() == before
    tips(table, 1)
    assert table.number == before + 1


@pytest.mark.django_db(transaction=True)
def test_on_a_full_disk_nobody_is_signed_out_and_the_page_says_why() -> None:
    table, person = ready_table(seats=1), with_pin(Role.DIREZIONE)
    device = Client(raise_request_exception=False, headers={"accept-language": "en"})
    device.post("/sign-in/", {"badge": person.badge, "pin": PIN})
    del device.cookies[settings.LANGUAGE_COOKIE_NAME]  # it is read in English below
    with full_disk():
        with pytest.raises(Refused):
            tips(table, 60)
        page = device.post("/sign-out/")
        assert page.status_code == 503
        assert "The disk of this house is full, so nothing was recorded." in page.content.decode()
    assert device.get("/office/").status_code == 200
    device.post("/sign-out/")
    assert device.get("/office/").status_code == 302
