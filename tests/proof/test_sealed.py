"""Which seal covers an entry: the first one that speaks of it or of what came after, wherever it stands in the file."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from table.models import HOUSE, Entry, Table
from table.record import chain, seals
from table.record.proof import sealed
from table.record.seals import Seal
from tests.proof.exports import another_key, sealed_in
from tests.rig import triggers
from tests.rig.cast import Cast
from tests.rig.tables import AtTable, ready_table
from tests.rig.tampering import by_somebody, write_anew

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> AtTable:
    return ready_table()


@pytest.fixture
def seal_file(settings: Any, tmp_path: Path) -> Path:
    return sealed_in(settings, tmp_path)


def noted(table: AtTable, entries: int = 1) -> Entry:
    """So many remarks; the last of them."""
    for number in range(entries):
        table.cast.comunale.does("annotate", text=f"{number}")
    return Entry.objects.filter(register=table.code).latest("number")


def covering(entry: Entry, **given: Any) -> sealed.CoveringSeal | None:
    return sealed.sealed(entry.register, entry.number, entry.number, made=entry.at, **given)


def test_the_first_seal_that_covers_an_entry_is_found_wherever_it_stands(
    table: AtTable, seal_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealed, "NEAR", 200)
    entries = list(Entry.objects.filter(register=table.code).order_by("number"))
    begun, lines = entries[0].at, []
    for hour in range(2000):
        code, number = ("T9", hour + 1) if hour % 20 else (table.code, hour // 20 + 1)
        at = chain.stamp(begun + timedelta(hours=2 * hour))
        lines.append(seals.written(Seal(code, number, "0" * 64, at, "")))
    seal_file.write_text("\n".join([*lines[:700], "torn off {", *lines[700:], ""]), encoding="utf-8")
    for number in (1, 2, 37, 99, 100):
        made = begun + timedelta(hours=40 * (number - 1))
        found = sealed.first_since(table.code, number, made)
        assert found is not None
        assert (found.number, found.at) == (number, chain.stamp(made))
    assert sealed.first_since(table.code, 101, begun + timedelta(hours=4000)) is None
    assert sealed.first_since("T8", 1, begun) is None


def test_an_old_entry_is_found_as_fast_as_a_new_one(seal_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealed, "NEAR", 500)
    begun, read = timezone.now(), list[int]()
    times = [chain.stamp(begun + timedelta(hours=hour)) for hour in range(4000)]
    lines = [seals.written(Seal("T3", hour, "0" * 64, at, "")) for hour, at in enumerate(times)]
    seal_file.write_text("\n".join([*lines, ""]), encoding="utf-8")
    monkeypatch.setattr(sealed, "_next", _counting(sealed._next, read))
    for hour in (10, 3990):
        read.clear()
        assert sealed.first_since("T3", hour, begun + timedelta(hours=hour)) is not None
        assert len(read) < 25


def _counting(called: Any, read: list[int]) -> Any:
    def counted(file: Any, place: int) -> Any:
        read.append(place)
        return called(file, place)

    return counted


def test_a_seal_holds_if_every_entry_up_to_it_is_as_it_was(table: AtTable, seal_file: Path) -> None:
    entry, last = noted(table), noted(table, 3)
    assert covering(entry) is None
    seal = seals.keep(table.code)
    found = covering(entry)
    assert found is not None
    assert (found.seal, found.holds, found.walked) == (seal, True, True)
    assert found.seal.number == last.number
    assert seals.public(found.public_key) is not None


@pytest.mark.parametrize("anew", [False, True], ids=["an entry in between", "the whole chain"])
def test_what_was_changed_between_an_entry_and_its_seal_is_found(table: AtTable, seal_file: Path, anew: bool) -> None:
    entry = noted(table)
    noted(table, 3)
    seals.keep(table.code)
    triggers.drop_triggers(connection)
    if anew:
        last = write_anew(table.code, by_somebody)
        Table.real.filter(code=table.code).update(digest=last)
    else:
        Entry.objects.filter(register=table.code, number=entry.number + 1).update(actor="somebody")
    found = covering(entry)
    triggers.create_triggers(connection)
    assert found is not None
    assert not found.holds


def test_a_seal_that_is_far_is_looked_at_by_itself_and_says_so(
    table: AtTable, seal_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = noted(table)
    noted(table, 3)
    seals.keep(table.code)
    monkeypatch.setattr(sealed, "MOST_WALKED", 2)
    found = covering(entry)
    assert found is not None
    assert (found.holds, found.walked) == (True, False)


def test_a_seal_of_another_key_does_not_hold(table: AtTable, seal_file: Path, settings: Any, tmp_path: Path) -> None:
    entry = noted(table)
    seals.keep(table.code)
    another_key(settings, tmp_path)
    found = covering(entry)
    assert found is not None
    assert not found.holds


def test_what_was_sealed_later_covered_nothing_before(table: AtTable, seal_file: Path) -> None:
    entry = noted(table)
    seals.keep(table.code)
    assert covering(entry, by=entry.at) is None
    assert covering(entry, by=timezone.now()) is not None


def test_a_seal_of_what_was_lost_in_a_restoration_covers_nothing(table: AtTable, seal_file: Path) -> None:
    entry = noted(table)
    gone = Seal(table.code, entry.number + 7, "0" * 64, chain.stamp(timezone.now()), "")
    seal_file.write_text(f"{seals.written(gone)}\n", encoding="utf-8")
    first = covering(entry)
    assert first is not None
    assert not first.holds
    lost = f"{table.code} {entry.number + 1}-{entry.number + 9}"
    Cast.at(HOUSE).direzione.does("restore", taken="2026-11-20", up_to=f"{table.code} {entry.number}", lost=lost)
    assert covering(entry) is None
    noted(table)
    seal = seals.keep(table.code)
    found = covering(entry)
    assert found is not None
    assert (found.seal, found.holds) == (seal, True)


def test_a_seal_whose_time_is_none_is_named_by_its_line() -> None:
    fields = {"register": "T3", "number": 1, "digest": "0" * 64, "at": "2026-11-27T04:55:52.N50023Z", "signature": ""}
    assert seals.in_lines(json.dumps(fields).encode() + b"\n") == seals.OwnSeals([], ["line 1"])


def test_a_line_that_is_no_seal_is_named_by_its_place_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "seals.jsonl"
    path.write_text("\n\nno seal\n", encoding="utf-8")
    with pytest.raises(seals.Unreadable, match="line 3"):
        seals.read(path)
