"""A seal that could not be written is no secret: the act is done, and who looks after the house is told until it is."""

import errno
import io
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from math import isnan
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.test import Client
from django.utils.translation import override

from table.management.commands.verify import COVERS
from table.models import HOUSE, House
from table.record import seals
from table.rules.profile import Role
from tests.house.test_health import figure
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable, new_table, ready_table


@pytest.fixture
def seal_file(settings: Any, tmp_path: Path) -> Path:
    """Where this house keeps its seals."""
    settings.SEALS_FILE = tmp_path / "seals"
    return tmp_path / "seals"


def unsealed() -> float:
    """How many registers lack a seal, as a collector reads it."""
    assert Client().get("/metrics").status_code == 200
    return figure("sabot_seals_missing")


def warned(role: Role, register: str = "T3") -> bool:
    """Whether the front of the house office says that a seal of this register is missing, and of no other."""
    page = signed_in(role, language="en").get("/office/").content.decode()
    return f"No seal was written where one was due: {register}." in page


@pytest.mark.django_db(transaction=True)
def test_a_closing_whose_seal_cannot_be_written_is_done_and_said_to_lack_it(seal_file: Path) -> None:
    table = ready_table()
    failed = figure("sabot_seals_failed_total")
    seal_file.mkdir()
    table.cast.ispettore.does("close_table")
    assert table.row.status == table.row.Status.CLOSED
    assert figure("sabot_seals_failed_total") == failed + 1
    assert (unsealed(), seals.missing()) == (1, ["T3"])
    assert [warned(role) for role in (Role.DIREZIONE, Role.OPERATOR, Role.ISPETTORE_GIOCO)] == [True, True, False]
    seal_file.rmdir()
    call_command("seal", "--all", stdout=io.StringIO())
    assert (unsealed(), warned(Role.DIREZIONE)) == (0, False)


@contextmanager
def room_for(file: Path, more: int) -> Iterator[None]:
    """Files of this process may hold so many bytes more than this one, as on a disk that is full then."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (file.stat().st_size + more, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.django_db
def test_a_seal_for_which_there_was_room_for_half_is_none_and_takes_nothing_from_the_next_one(seal_file: Path) -> None:
    ready_table()
    seals.keep("T3")
    written = seal_file.read_bytes()
    with room_for(seal_file, 100), pytest.raises(OSError, match="No space left on device"):
        seals.keep("T3")
    assert seal_file.read_bytes() == written
    seal_file.write_bytes(written + written[:100])  # as a power cut leaves it
    seals.keep("T3")
    assert [it.register for it in seals.read(seal_file)] == ["T3", "T3"]
    call_command("verify", "T3", "--against", str(seal_file), stdout=io.StringIO(), stderr=io.StringIO())


@pytest.mark.django_db
def test_a_seal_that_the_disk_does_not_confirm_is_none_and_is_taken_away_again(
    seal_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready_table()
    seals.keep("T3")
    written = seal_file.read_bytes()
    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", Mock(side_effect=OSError(errno.EIO, os.strerror(errno.EIO))))
        with pytest.raises(OSError, match="Input/output error"):
            seals.keep("T3")
    assert seal_file.read_bytes() == written
    seals.keep("T3")
    assert [it.register for it in seals.read(seal_file)] == ["T3", "T3"]


@pytest.mark.django_db
def test_a_seal_is_missed_after_so_many_entries_and_not_before(seal_file: Path, settings: Any) -> None:
    table = ready_table()
    assert seals.missing() == []
    settings.SEAL_EVERY = table.number - 1
    House.objects.update(number=table.number - 2)
    assert seals.missing() == ["T3"]
    seals.keep("T3")
    assert seals.missing() == []
    House.objects.update(number=table.number - 1)
    assert seals.missing() == [HOUSE]


@pytest.mark.django_db
def test_where_the_register_of_the_house_lacks_a_seal_it_is_not_told_by_its_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(seals, "missing", lambda: [HOUSE])
    assert warned(Role.DIREZIONE, "Register of the house")


@pytest.mark.django_db
def test_the_file_of_seals_is_looked_through_from_its_end_and_no_further_than_is_bearable(
    seal_file: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SEAL_EVERY = 10
    first, second = ready_table(), ready_table(code="T4")
    _sealed(first, second)
    monkeypatch.setattr(seals, "MOST_SEALS", 1)
    assert seals.missing() == [], "of the table whose seal lies further back nothing is known"
    monkeypatch.setattr(seals, "MOST_SEALS", 100)
    seal_file.write_text("no seal\n" * 50, encoding="utf-8")
    assert seals.missing() == ["T3", "T4"]


def _sealed(*tables: AtTable) -> None:
    for table in tables:
        seals.keep(table.code)
    seals.keep(HOUSE)


def test_the_figures_are_shown_also_where_nobody_can_tell_of_seals(monkeypatch: pytest.MonkeyPatch, db: None) -> None:
    def gone() -> list[str]:
        raise OperationalError

    monkeypatch.setattr(seals, "missing", gone)
    assert isnan(unsealed())


@pytest.mark.django_db
def test_a_house_without_seals_yet_is_verified_and_says_so_and_one_that_lost_them_is_not(
    seal_file: Path, settings: Any, tmp_path: Path
) -> None:
    ready_table()

    def verified(against: Path) -> str:
        said = io.StringIO()
        call_command("verify", "T3", "--against", str(against), stdout=io.StringIO(), stderr=said)
        return said.getvalue()

    with override("en"):
        assert "has no seals yet" in verified(seal_file)
        settings.SEAL_EVERY = 2
        with pytest.raises(CommandError, match="cannot be read"):
            verified(seal_file)
        call_command("seal", "--all", stdout=io.StringIO())
        assert verified(seal_file) == f"{COVERS}\n", "nothing of seals"
        with pytest.raises(CommandError, match="cannot be read"):
            verified(tmp_path / "mistyped")


@pytest.mark.django_db(transaction=True)
def test_a_register_is_sealed_every_so_many_entries_and_when_its_table_closes(settings: Any, tmp_path: Path) -> None:
    settings.SEALS_FILE, settings.SEAL_EVERY = tmp_path / "seals", 10
    table = new_table()
    table.does("sign_on")
    while table.number % 10 != 9:
        table.does("annotate", text="nothing")
    table.does("annotate", text="the tenth")
    assert [it.number % 10 for it in seals.read(tmp_path / "seals")][-1] == 0
    count = len(seals.read(tmp_path / "seals"))
    ready = ready_table(code="T4")
    ready.cast.ispettore.does("close_table")
    latest = seals.read(tmp_path / "seals")[-1]
    assert (latest.register, latest.number) == ("T4", ready.number)
    assert len(seals.read(tmp_path / "seals")) > count
