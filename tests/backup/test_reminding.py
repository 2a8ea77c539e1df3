"""The house says when nobody backs it up, and backs itself up before its database is changed."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from math import inf
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.test import Client
from django.utils import timezone

from config.serve import migrate
from table.backup import last, pack, underway
from table.backup.take import take_before_migrating
from table.models import schema
from table.rules.profile import Role
from tests.backup.houses import Home, home, names_in
from tests.house.test_health import figure
from tests.rig.engines import Engine, at_home_in
from tests.rig.staff import signed_in
from tests.rig.tables import ready_table


@pytest.fixture
def at(tmp_path: Path, settings: Any) -> Iterator[Home]:
    """A house of which somebody expects a backup every two days."""
    settings.BACKUP_ALERT_DAYS = 2
    with home(tmp_path / "house") as found:
        yield found


def age() -> float:
    """As a collector reads it."""
    assert Client().get("/metrics").status_code == 200
    return figure("sabot_backup_age_seconds")


def reminders(role: Role) -> list[str]:
    """What the front of the house office says of backups."""
    page = signed_in(role, language="en").get("/office/").content.decode()
    return [it for it in ("No backup of this house is noted.", "The last backup of this house is of") if it in page]


@pytest.mark.django_db
def test_a_house_that_nobody_backs_up_says_so_to_those_who_look_after_it(at: Home) -> None:
    assert age() == inf
    assert [reminders(it) for it in (Role.DIREZIONE, Role.OPERATOR, Role.ISPETTORE_GIOCO)] == [
        ["No backup of this house is noted."],
        ["No backup of this house is noted."],
        [],
    ]
    last.note(at.backup, timezone.now() - timedelta(hours=47))
    assert reminders(Role.DIREZIONE) == []
    assert 47 * 3600 <= age() < 47 * 3600 + 60
    last.note(at.backup, timezone.now() - timedelta(hours=49))
    assert reminders(Role.DIREZIONE) == ["The last backup of this house is of"]


@pytest.mark.django_db
def test_a_backup_that_a_clock_ahead_has_noted_keeps_nobody_from_being_reminded(at: Home) -> None:
    last.note(at.backup, timezone.now() + timedelta(days=400))
    assert reminders(Role.DIREZIONE) == ["The last backup of this house is of"]
    assert age() > 399 * 24 * 3600
    last.note(at.backup, timezone.now() + timedelta(seconds=30))
    assert reminders(Role.DIREZIONE) == [], "a clock that was set by a moment"


@pytest.mark.django_db
def test_a_backup_begun_after_midnight_is_of_the_day_that_the_house_has(at: Home) -> None:
    begun = (timezone.now() - timedelta(days=4)).replace(hour=23, minute=30)
    last.note(at.backup, begun)
    page = signed_in(Role.OPERATOR, language="en").get("/office/").content.decode()
    assert f"The last backup of this house is of {begun.date() + timedelta(days=1)}." in page


@pytest.mark.django_db
def test_where_the_note_of_the_last_backup_is_damaged_nobody_is_told_that_there_never_was_one(at: Home) -> None:
    last.note(at.backup, timezone.now())
    (last.folder() / last.NAME).write_text("{", encoding="utf-8")
    assert reminders(Role.DIREZIONE) == ["No backup of this house is noted."]


@pytest.mark.django_db
def test_nobody_is_told_where_no_backup_is_expected(at: Home, settings: Any) -> None:
    settings.BACKUP_ALERT_DAYS = 0
    assert reminders(Role.DIREZIONE) == []
    settings.BACKUP_ALERT_DAYS, settings.DEMO = 2, True
    assert reminders(Role.DIREZIONE) == []


OF_BEFORE = ("0050_sittings", "0051_betting_clock")
OF_LONG_BEFORE = ("0023_who_reads_figures_of_errors", "0024_refusals_counted")
VERSIONS = [OF_BEFORE, pytest.param(OF_LONG_BEFORE, marks=pytest.mark.faults)]
"""Of two earlier versions the last migration, and the one that came next."""


@pytest.fixture(params=VERSIONS, ids=["before", "long before"])
def version(request: pytest.FixtureRequest) -> tuple[str, str]:
    """The last migration of an earlier version, and the one that came next."""
    found: tuple[str, str] = request.param
    return found


@pytest.fixture
def earlier(sqlite: Engine, at: Home, version: tuple[str, str], django_db_blocker: Any) -> Iterator[Home]:
    """A house that an earlier version has left, with the backups of seven upgrades."""
    with django_db_blocker.unblock(), sqlite.fresh() as url, at_home_in(url):
        ready_table(seats=1)
        call_command("migrate", "table", version[0], verbosity=0)
        for day in range(1, 8):
            (last.folder() / f"before-2026010{day}T120000Z.sabot").touch()
        yield at


def test_it_is_backed_up_before_its_database_is_changed_and_the_last_five_are_kept(
    earlier: Home, version: tuple[str, str]
) -> None:
    migrate()
    assert schema.is_migrated(connection)
    backups = sorted(names_in(earlier.folder / "backups"))
    assert [it[:15] for it in backups[:4]] == [f"before-2026010{day}" for day in (4, 5, 6, 7)]
    assert len(backups) == 5
    manifest = pack.read(earlier.folder / "backups" / backups[-1])
    assert [f"table.{name}" in manifest.migrations for name in version] == [True, False]
    assert age() == inf, "its keys are not among them"


def test_a_migration_that_fails_at_every_start_leaves_one_backup_of_the_state_it_found(
    earlier: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_args: object, **_options: object) -> None:
        raise CommandError("no room")

    def at_start(minute: int) -> set[str]:
        now = timezone.now() + timedelta(minutes=minute)
        with monkeypatch.context() as patched:
            patched.setattr("config.serve.call_command", fails)
            patched.setattr(timezone, "now", lambda: now)
            with pytest.raises(SystemExit, match="no room"):
                migrate()
        return names_in(earlier.folder / "backups")

    first = at_start(0)
    others = first & at_start(1)
    assert (len(first), len(others), len(at_start(2)), at_start(3) & first) == (5, 4, 5, others)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE table_table SET inbox = inbox + 1")
    changed = at_start(4)
    assert len(changed & others) == 3, "what is changed is another state"
    assert len(changed & at_start(5)) == 4


@pytest.mark.faults
def test_a_database_at_a_postgresql_that_has_not_changed_has_one_backup_though_each_dump_has_its_time(
    postgresql: Engine, at: Home, monkeypatch: pytest.MonkeyPatch, django_db_blocker: Any
) -> None:
    def taken(minute: int) -> tuple[str, str]:
        now = timezone.now() + timedelta(minutes=minute)
        with monkeypatch.context() as patched:
            patched.setattr(timezone, "now", lambda: now)
            path = take_before_migrating()
        assert path is not None
        return path.name, pack.read(path).parts[pack.DATABASE]

    with django_db_blocker.unblock(), postgresql.fresh() as url, at_home_in(url):
        table = ready_table(seats=1)
        taking = map(taken, count())
        first = next(taking)
        second = next(it for it in taking if it[1] != first[1])  # a dump has the second in which it was made
        assert names_in(at.folder / "backups") == {second[0]}
        table.does("tip", amount=500)
        third = next(taking)
        assert names_in(at.folder / "backups") == {second[0], third[0]}


def test_what_a_broken_off_restore_has_left_is_neither_backed_up_nor_migrated(earlier: Home) -> None:
    before = names_in(earlier.folder / "backups")
    underway.mark().touch()
    with pytest.raises(SystemExit, match="A restore was broken off"):
        migrate()
    with pytest.raises(SystemCheckError, match="A restore was broken off"):
        call_command("migrate", skip_checks=False)  # as at the command line
    assert not schema.is_migrated(connection)
    assert names_in(earlier.folder / "backups") == before


def test_an_earlier_backup_that_cannot_be_read_keeps_no_house_from_being_backed_up(earlier: Home) -> None:
    (last.folder() / "before-20270101T120000Z.sabot").mkdir()
    migrate()
    assert schema.is_migrated(connection)


def test_where_it_cannot_be_backed_up_its_database_is_left_alone(
    earlier: Home, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BACKUPS = earlier.passphrase
    with pytest.raises(
        SystemExit, match="The house could not be backed up, so its database was not migrated: Not a directory"
    ):
        migrate()
    assert not schema.is_migrated(connection)


def test_an_empty_database_is_migrated_without_a_backup(sqlite: Engine, at: Home, django_db_blocker: Any) -> None:
    with django_db_blocker.unblock(), sqlite.bare() as url, at_home_in(url):
        assert take_before_migrating() is None
    assert not (at.folder / "backups").exists()
