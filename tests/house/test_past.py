"""The past is performed in a process of its own, that holds a database in memory and knows nothing of the house's."""

import io
import os
import pickle
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.urls import reverse
from django.utils import translation

from table.models import Coup, Entry, Person, Table
from table.record.past import process, reach, replay
from table.record.past.child import Child, NoPast
from table.record.past.reach import PAST, job
from table.record.past.replay import Sums, sums
from table.rules.profile import Role
from table.screens.read.pictures import pictures_of
from table.screens.read.snapshot import Snapshot
from table.screens.regions import watched_felt
from tests.croupier.coups import play
from tests.live.test_gate import many_files
from tests.rig.cast import Somebody
from tests.rig.diary import ends
from tests.rig.past import Noted
from tests.rig.patience import PATIENCE_SECONDS
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable, prepare_shoe, ready_table

pytestmark = pytest.mark.django_db
FD_SETSIZE = 1024
"""Descriptors of which select() of the C library knows."""


@pytest.fixture(scope="module")
def child() -> Iterator[Child]:
    """A process of the past, the same for several tests."""
    child = Child()
    yield child
    child.stop()


@pytest.fixture
def table() -> AtTable:
    """Two coups were played at T1."""
    table = ready_table(seats=1, code="T1")
    play(table, "P100@1")
    play(table, "P100@1")
    return table


def where(table: Table) -> tuple[str, str, int, int, tuple[int, str]]:
    """Where a table stands: its digest, its database, its process, how urgent that is and how soon it goes."""
    name, last = str(connection.settings_dict["NAME"]), (os.nice(0), process.OOM.read_text().strip())
    return table.digest, name, Entry.objects.count(), os.getpid(), last


def begun(_table: Table) -> tuple[str, int, int]:
    """How the process began, which one it is and how urgent."""
    return sys.argv[2], os.getpid(), os.nice(0)


def performed(child: Child, table: AtTable, *, end: Callable[[Table], Any] = where) -> Any:
    return child.perform(job(table.row, None)._replace(end=end), within=PATIENCE_SECONDS).end


# --- the process


def test_it_is_another_process_that_comes_last_and_its_digests_come_out_again_in_memory(
    child: Child, table: AtTable
) -> None:
    digest, database, entries, pid, (niceness, goes) = performed(child, table)
    assert (digest, entries) == (table.row.digest, table.number)
    assert database == ":memory:"
    assert pid != os.getpid()
    assert goes == process.GOES_FIRST
    assert niceness >= min(19, os.nice(0) + process.NICENESS)


@pytest.mark.faults
def test_it_begins_while_its_job_is_still_put_together(child: Child, table: AtTable) -> None:
    child.stop()
    child.begin()
    begun = child._process
    assert begun is not None
    assert performed(child, table)[3] == begun.pid


def test_where_a_process_may_not_say_that_it_comes_last_it_works_all_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(_niceness: int) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "nice", refuse)
    monkeypatch.setattr(process, "OOM", oom := tmp_path / "oom_score_adj")
    process.come_last()
    assert oom.read_text() == process.GOES_FIRST
    monkeypatch.setattr(process, "OOM", tmp_path)
    process.come_last()


def test_the_pages_of_a_coup_are_the_same_by_the_process_and_by_a_thread(
    child: Child, table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    auditor = signed_in(Role.AUDITOR)
    pages = []
    for performs in (PAST.performs, child):
        monkeypatch.setattr(PAST, "performs", performs)
        PAST.copies.clear()
        answers = [auditor.get(reverse("coup", args=["T1", 1, 2]), {"step": str(step)}) for step in (0, 3, 99)]
        pages.append([answer.content.decode().partition('id="replay"')[2] for answer in answers])
    assert pages[0] == pages[1]
    assert all('<svg data-key="felt"' in page for page in pages[0])


def test_one_that_has_died_is_started_anew(child: Child, table: AtTable) -> None:
    first = performed(child, table)
    assert child._process is not None
    child._process.kill()
    second = performed(child, table)
    assert (second[:3], second[3] != first[3]) == (first[:3], True)


def test_one_that_was_not_heard_to_its_end_is_started_anew_also_behind_a_thousand_connections(
    child: Child, table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pickle, "load", Mock(side_effect=MemoryError))
    with pytest.raises(MemoryError):
        performed(child, table, end=begun)
    monkeypatch.undo()
    with many_files(), ExitStack() as connections:
        while connections.enter_context(Path(os.devnull).open("rb")).fileno() < FD_SETSIZE:
            pass
        assert performed(child, table)[0] == table.row.digest, "not what the job before was answered"
        child.stop()


def test_it_is_started_anew_once_and_then_the_page_says_that_there_is_no_picture(
    table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In its place a program runs that ends at once."""
    monkeypatch.setattr(PAST, "performs", child := Child())
    monkeypatch.setattr(sys, "executable", "/bin/false")
    page = signed_in(Role.AUDITOR, language="en").get(reverse("coup", args=["T1", 1, 1])).content.decode()
    assert "No picture can be made of this now." in page
    assert '<svg data-key="felt"' not in page
    assert "Step 1 of" in page
    with pytest.raises(NoPast):
        performed(child, table)


@pytest.mark.parametrize("stops", ["", "printf '\\200\\004'"], ids=["amid the job", "amid its report"])
def test_nobody_waits_for_one_that_stops_in_the_middle_of_a_job_or_of_its_report(
    table: AtTable, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, stops: str
) -> None:
    """In its place a program runs that reads nothing, and says at most how a report begins."""
    program = tmp_path / "python"
    program.write_text(f"#!/bin/sh\n{stops}\nexec sleep infinity\n", encoding="ascii")
    program.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(program))
    child = Child()
    longer_than_a_pipe = job(table.row, None)._replace(people=[(f"{it:09}", "dealer") for it in range(100_000)])
    with pytest.raises(NoPast, match="not enough"):
        child.perform(longer_than_a_pipe if not stops else job(table.row, None), within=0.1)
    assert child._process is None, "the next one has its turn"


@pytest.mark.faults
def test_a_job_that_fails_ends_no_process(child: Child, table: AtTable) -> None:
    before = performed(child, table)
    with pytest.raises(NoPast, match="TooLarge"):
        child.perform(job(table.row, None)._replace(most=1), within=PATIENCE_SECONDS)
    assert performed(child, table) == before


@pytest.mark.faults
def test_it_ends_by_itself_when_nobody_asks(table: AtTable) -> None:
    child = Child(idle_seconds=0.01)
    performed(child, table)
    assert child._process is not None
    assert child._process.wait(PATIENCE_SECONDS) == 0
    child.stop()


@pytest.mark.faults
def test_one_that_stays_begins_anew_when_nobody_asks_and_is_ready_for_the_next(table: AtTable) -> None:
    child = Child(idle_seconds=0, stays=True)
    jobs = (performed(child, table, end=begun) for _ in range(20))
    first = next(jobs)
    assert first[0] == process.STAYS
    # It may take a job before it finds that it has none.
    assert next(it for it in jobs if it[0] != first[0]) == (process.ANEW, *first[1:]), "as little urgent as before"
    child.stop()


@pytest.mark.faults
def test_it_ends_with_whoever_started_it(table: AtTable) -> None:
    child = Child()
    performed(child, table)
    of = child._process
    assert of is not None
    assert of.stdin is not None
    of.stdin.close()
    assert of.wait(PATIENCE_SECONDS) == 0
    child.stop()


# --- copies


def digest_of(table: Snapshot) -> str:
    return table.table.digest


def looked_at(coup: Coup) -> list[str]:
    return list(pictures_of(coup, *ends(coup), look=digest_of).looks.values())


def test_who_looks_again_hands_over_what_lies_beyond_the_nearest_copy_alone(table: AtTable, noted: Noted) -> None:
    first, second = Coup.objects.select_related("shoe", "table").order_by("pk")
    acts = [last - first + 1 for first, last in (ends(first), ends(second))]
    since = ends(first)[0] - 1
    looked_at(first)
    assert (sum(noted.entries[:-1]), noted.entries[-1]) == (since, acts[0])
    noted.entries.clear()
    looked_at(first)
    assert noted.entries == [acts[0]]
    noted.entries.clear()
    looked_at(second)
    assert noted.entries == [ends(second)[0] - 1 - since, acts[1]]


def test_a_copy_is_kept_of_the_beginning_of_each_taglia_on_the_way(table: AtTable, noted: Noted) -> None:
    table.cast.direzione.does("void_shoe")
    prepare_shoe(table, table.state.profile, serial="S-2")
    play(table, "P100@1")
    loaded = list(table.row.shoes.values_list("loaded_at", flat=True))
    looked_at(Coup.objects.select_related("shoe", "table").latest("pk"))
    numbers = [number for _code, number, _digest in PAST.copies]
    assert numbers == [*(it - 1 for it in loaded if it), ends(Coup.objects.latest("pk"))[0] - 1]


def test_within_a_taglia_whoever_looks_at_the_coup_before_finds_a_copy_not_far_from_it(
    table: AtTable, noted: Noted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "EACH", 4)
    first, second = Coup.objects.select_related("shoe", "table").order_by("pk")
    looked_at(second)
    noted.entries.clear()
    looked_at(first)
    assert sum(noted.entries[:-1]) < 4


def test_of_copies_no_more_is_kept_than_there_is_room_for(table: AtTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "MOST_CACHED", 1)
    first, second = Coup.objects.select_related("shoe", "table").order_by("pk")
    looked_at(first)
    looked_at(second)
    assert [number for _code, number, _digest in PAST.copies] == [ends(second)[0] - 1]


def test_a_copy_of_a_register_that_was_another_one_is_not_used(table: AtTable, noted: Noted) -> None:
    """A house was restored: the number is the same, and the digest is not."""
    coup = Coup.objects.select_related("shoe", "table").latest("pk")
    looked_at(coup)
    first, key = [*noted.entries], next(reversed(PAST.copies))
    PAST.copies[key[0], key[1], "another"] = PAST.copies.pop(key)
    looked_at(coup)
    assert noted.entries[len(first) :] == first[1:], "from the beginning of the taglia on"


def test_whoever_would_wait_too_long_is_told_so_and_what_was_reached_is_kept(
    table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first leg of the way takes all the time that there is."""
    coup, clock = Coup.objects.select_related("shoe", "table").latest("pk"), iter([0.0, 0.0, 1000.0])
    with monkeypatch.context() as patch:
        patch.setattr(reach, "monotonic", lambda: next(clock))
        with pytest.raises(NoPast, match="not reached in time"):
            pictures_of(coup, *ends(coup), look=watched_felt)
    assert len(PAST.copies) == 1
    assert pictures_of(coup, *ends(coup), look=watched_felt).looks


# --- a register is proven beside whoever acts


def act(code: str) -> None:
    """Somebody gives a tip."""
    try:
        Somebody(Person.objects.get(badge="dario"), code).does("tip", amount=500)
    finally:
        connection.close()


def sums_amid_an_act(table: Table) -> Sums:
    """The sums of a table of the house; before the first of them is read somebody acts, and is answered."""
    if connection.settings_dict["NAME"] != ":memory:":
        with ThreadPoolExecutor(1) as another:
            another.submit(act, table.code).result(PATIENCE_SECONDS)
    return sums(table)


def test_whoever_acts_while_a_register_is_dealt_again_is_not_held_up_and_changes_nothing_of_what_is_compared(
    real_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ready_table(seats=1, code="T1")
    before = table.number
    monkeypatch.setattr(replay, "sums", sums_amid_an_act)
    assert replay.replay("T1") == []
    assert table.number == before + 1


def test_a_register_is_handed_over_some_entries_at_a_time(
    table: AtTable, noted: Noted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "AT_ONCE", 7)
    assert replay.replay("T1") == []
    assert (max(noted.entries), sum(noted.entries)) == (7, table.number)
    Coup.objects.filter(number=1).update(button="9")
    assert [it.partition(", and on record ")[0] for it in replay.replay("T1")] == ["T1: Coup 1 1 is button 9"]


def test_a_long_register_is_dealt_again_on_disk_and_comes_out_the_same(
    table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "LONG", table.number)
    assert replay.replay("T1") == []
    on_disk, in_memory = (job(table.row, None)._replace(on_disk=it, end=database_of) for it in (True, False))
    assert PAST.performs.perform(on_disk, within=0).end.startswith("/")
    Coup.objects.filter(number=1).update(button="9")
    assert [it.partition(", and on record ")[0] for it in replay.replay("T1")] == ["T1: Coup 1 1 is button 9"]
    assert not PAST.performs.perform(in_memory, within=0).end.startswith("/")


def database_of(_table: Table) -> str:
    """The file of the database in which a job is performed."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA database_list")
        [(_number, _name, file)] = cursor.fetchall()
    return str(file)


def test_by_the_command_a_register_is_dealt_again_in_a_process_of_its_own(
    child: Child, table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PAST, "performs", child)
    paper = io.StringIO()
    with translation.override("en"):
        call_command("replay", "T1", stdout=paper)
        assert paper.getvalue().startswith(f"T1: {table.number} entries, the same rows came of them again.")
        monkeypatch.setattr(sys, "executable", "/bin/false")
        child.stop()
        with pytest.raises(CommandError, match="Not sound: T1"):
            call_command("replay", "T1", stdout=paper)
        assert "could not be dealt again" in paper.getvalue()
