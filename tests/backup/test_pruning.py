"""What lies beside the house goes when its time is over, and nothing else does."""

import errno
import os
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from table.backup import retention
from table.models import HOUSE
from table.online import guests
from table.verifier.files import check
from tests.backup.houses import Home, back_up, ends, home, names_in, refusal, restored, said
from tests.house.test_health import figure
from tests.proof.nights import files, night, played
from tests.rig.cast import everybody_is_taken_on
from tests.rig.daphne import ROOT
from tests.rig.engines import Engine, at_home_in
from tests.rig.tables import ready_table

NAME = re.compile(r"sabot-\d{4}-\d\d-\d\dT\d{6}Z\.sabot")


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Home]:
    """Where the house keeps its keys and seals."""
    with home(tmp_path / "house") as found:
        yield found


def of_before(path: Path, *, days: float) -> Path:
    """This file was written so many days ago."""
    path.touch()
    then = (timezone.now() - timedelta(days=days)).timestamp()
    os.utime(path, (then, then))
    return path


@pytest.mark.django_db(transaction=True)
def test_of_the_backups_of_the_nights_so_many_are_kept_each_with_its_keys(at: Home) -> None:
    ready_table()
    folder = at.folder / "backups"
    folder.mkdir()
    for day in range(1, 5):
        for end in ("", ".keys"):
            (folder / f"sabot-2026-01-0{day}-0800.sabot{end}").touch()
    of_others = {"before-20260101T080000Z.sabot", "sabot-by-hand.sabot", "letter.txt"}
    for name in of_others:
        (folder / name).touch()
    output = said("backup", "--keep", "2", "--passphrase-file", at.passphrase)
    mine = names_in(folder) - of_others - {"last.json"}
    assert of_others <= names_in(folder)
    [new] = [it for it in mine if NAME.fullmatch(it)]
    assert mine == {new, f"{new}.keys", "sabot-2026-01-04-0800.sabot", "sabot-2026-01-04-0800.sabot.keys"}
    assert output.count("No longer kept") == 3


@pytest.mark.django_db(transaction=True)
def test_backups_of_a_clock_that_was_ahead_go_before_that_which_was_just_made(at: Home) -> None:
    """By their names they would be the newest for years, and every night's own would be dropped as it is made."""
    ready_table()
    folder = at.folder / "backups"
    folder.mkdir()
    ahead = [f"sabot-2099-01-0{day}T080000Z.sabot" for day in (1, 2)]
    for name in (*ahead, "sabot-2026-01-01T080000Z.sabot"):
        (folder / name).touch()
    output = said("backup", "--keep", "2", "--passphrase-file", at.passphrase)
    assert [Path(line.partition(": ")[2]).name for line in output.splitlines()[1:]] == ahead
    assert len([it for it in names_in(folder) if NAME.fullmatch(it)]) == 2


@pytest.mark.django_db(transaction=True)
def test_a_backup_does_not_go_as_it_is_made_where_the_clock_was_set_back_meanwhile(
    at: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready_table()
    folder = at.folder / "backups"
    folder.mkdir()
    ahead, before = folder / "sabot-2099-01-01T080000Z.sabot", folder / "sabot-2026-01-01T080000Z.sabot"
    before.touch()
    monkeypatch.setattr(retention, "named", lambda _now: ahead)
    assert said("backup", "--keep", "1", "--passphrase-file", at.passphrase).endswith(f"No longer kept: {before}\n")
    assert [it for it in names_in(folder) if NAME.fullmatch(it)] == [ahead.name]


@pytest.mark.django_db(transaction=True)
def test_a_backup_that_fails_drops_none_of_those_before(at: Home) -> None:
    folder = at.folder / "backups"
    folder.mkdir()
    (folder / "sabot-2026-01-01-0800.sabot").touch()
    refusal("backup", "--keep", "1", "--passphrase-file", at.passphrase)
    assert "sabot-2026-01-01-0800.sabot" in names_in(folder)
    with pytest.raises(CommandError, match="At least one"):
        said("backup", "--keep", "0", "--passphrase-file", at.passphrase)


@pytest.mark.django_db
def test_what_cannot_be_dropped_is_said_and_keeps_nothing_else_from_it(
    at: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(connection.settings_dict, "NAME", str(tmp_path / "sabot.sqlite3"))
    monkeypatch.setattr(connection, "vendor", "sqlite")
    aside = [tmp_path / f"sabot.sqlite3.before-2026010{day}T000000Z" for day in (1, 2, 3)]
    for it in aside:
        of_before(it, days=91)
    drop = retention.drop

    def but_the_first(path: Path) -> None:
        if path == aside[0]:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        drop(path)

    monkeypatch.setattr(retention, "drop", but_the_first)
    assert refusal("prune") == f"It could not be dropped: [Errno 13] Permission denied: '{aside[0]}'"
    assert [it.exists() for it in aside] == [True, False, False]


@pytest.mark.django_db
def test_on_a_disk_so_full_that_no_database_answers_what_needs_none_goes_all_the_same(
    at: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> Any:
        raise OperationalError("disk I/O error")

    monkeypatch.setitem(connection.settings_dict, "NAME", str(tmp_path / "sabot.sqlite3"))
    monkeypatch.setattr(connection, "vendor", "sqlite")
    aside = of_before(tmp_path / "sabot.sqlite3.before-20260101T000000Z", days=91)
    monkeypatch.setattr(retention, "exports_in", full)
    monkeypatch.setattr(guests, "forget_outlived", full)
    assert refusal("prune") == "It could not be dropped: disk I/O error"
    assert not aside.exists()


@pytest.mark.django_db
def test_what_outlived_its_time_goes_by_one_command_and_the_last_hand_out_never(
    at: Home, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EXPORTS = tmp_path / "exports"
    settings.EXPORTS.mkdir()
    (at.folder / "backups").mkdir()
    house = tmp_path / "sabot.sqlite3"
    monkeypatch.setitem(connection.settings_dict, "NAME", str(house))
    monkeypatch.setattr(connection, "vendor", "sqlite")
    table = ready_table()
    old = [settings.EXPORTS / "2026-01-01", settings.EXPORTS / "2026-01-02"]
    for path in (*old, settings.EXPORTS / "mine"):
        path.mkdir()
        said("export", table.code, path, "--by", "aldo")
        os.utime(path, (0, 0))
    gone = {old[0], of_before(tmp_path / "sabot.sqlite3.before-20260101T000000Z", days=91)}
    half = [".sabot-2026-01-01T080000Z.sabot.xyz", ".before-20260101T080000Z.sabot.xyz", ".restored.abcd_012"]
    gone |= {of_before(at.folder / "backups" / it, days=2) for it in half}
    laid = [".restored.abcd_012", ".sabot.sqlite3.restored", ".sabot.sqlite3.restored-wal"]
    laid += [".sabot.sqlite3.before-20260101T000000000000Z.a1b2_c3d.4711"]
    gone |= {of_before(tmp_path / it, days=2) for it in laid}
    gone |= {of_before(old[1] / ".T1.jsonl.4711", days=2)}
    stay = {old[1], settings.EXPORTS / "mine", of_before(house, days=400)}
    stay |= {of_before(old[1] / it, days=days) for it, days in ((".T2.jsonl.4711", 0.5), (".T2.jsonl.of-mine", 400))}
    stay |= {of_before(tmp_path / "sabot.sqlite3.before-20260301T000000Z", days=89)}
    stay |= {of_before(at.folder / "backups" / ".sabot-2026-02-01T080000Z.sabot.xyz", days=0.5)}
    stay |= {of_before(tmp_path / ".restored.abcd_013", days=0.5), of_before(tmp_path / ".restored.of-mine", days=400)}
    stay |= {of_before(tmp_path / it, days=400) for it in (".sabot-of-mine", ".sabot.sqlite3.before-of-mine")}
    mine = tmp_path / "mine"
    link = tmp_path / "sabot.sqlite3.before-20260102T000000Z"
    link.symlink_to(mine)
    os.utime(link, (0, 0), follow_symlinks=False)
    mine.mkdir()
    gone, stay = gone | {link}, stay | {mine}
    output = said("prune", "--dry-run")
    assert {Path(line.partition(": ")[2]) for line in output.splitlines()} == gone
    assert all(it.exists() for it in gone)
    said("prune")
    assert not any(it.exists() for it in gone)
    assert all(it.exists() for it in stay)
    assert said("prune") == ""


@pytest.mark.faults
def test_on_postgresql_what_a_restore_put_aside_goes_by_its_time_and_no_other_schema(
    postgresql: Engine, tmp_path: Path, django_db_blocker: Any
) -> None:
    with django_db_blocker.unblock(), postgresql.fresh() as url, at_home_in(url), home(tmp_path / "house") as at:
        everybody_is_taken_on()
        ready_table(seats=1)
        back_up(at)
        restored(at, "--keys-here", "--replace", url.rpartition("/")[2])
        [old] = schemas()
        then, young = (f"before_{timezone.now() - timedelta(days=it):%Y%m%dt%H%M%S}000000z" for it in (91, 89))
        rest, laid = (f"restored_{timezone.now() - timedelta(hours=it):%Y%m%dt%H%M%S}000000z" for it in (25, 23))
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER SCHEMA {old} RENAME TO {then}; CREATE SCHEMA {young}")
            cursor.execute(f"CREATE SCHEMA {rest}; CREATE SCHEMA {laid}")
            cursor.execute("CREATE SCHEMA before_long; CREATE SCHEMA before_20200101t000000z_of_mine")
        assert said("prune", "--dry-run") == f"It would be dropped: {then}\nIt would be dropped: {rest}\n"
        assert {then, rest} < {*schemas()}
        assert said("prune") == f"No longer kept: {then}\nNo longer kept: {rest}\n"
        assert schemas() == ["before_20200101t000000z_of_mine", young, "before_long", laid]
        assert said("prune") == ""
        assert ends()["T3"]


def schemas() -> list[str]:
    """The schemas that begin as one does that a restore has put aside or laid."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT nspname FROM pg_namespace WHERE nspname ~ '^(before|restored)' ORDER BY nspname")
        return [name for (name,) in cursor.fetchall()]


@pytest.mark.django_db
def test_a_register_that_is_handed_out_bit_by_bit_stays_until_a_later_day_holds_it_whole(
    at: Home, settings: Any
) -> None:
    everybody_is_taken_on()
    settings.EXPORTS, table = at.folder / "exports", ready_table()
    for day in (1, 2, 3):
        night(settings.EXPORTS, day)
        played(table)
    aged(settings.EXPORTS)
    assert said("prune") == "", "each is needed, however old it is"
    days = [settings.EXPORTS / f"2026-01-0{it}" for it in ("1.10", 2, 3, 4)]
    (settings.EXPORTS / "2026-01-01").rename(days[0])  # as the tenth of a day in which each hour has one
    days[3].mkdir()
    said("export", table.code, days[3], "--by", "aldo")
    aged(settings.EXPORTS)
    assert said("prune") == "", "of the house no later day holds what these do"
    said("export", HOUSE, days[3], "--by", "aldo")
    aged(settings.EXPORTS)
    (days[1] / "letter.txt").touch()
    os.utime(days[1], (0, 0))
    os.utime(days[2])
    assert said("prune").splitlines() == [f"No longer kept: {days[0]}"], "the letter stays, and what is not old"
    assert check([*files(days[3], table.code)]).since == 0


@pytest.mark.django_db
def test_the_folder_that_the_page_names_takes_a_whole_hand_out_after_the_night_of_that_day(
    at: Home, settings: Any
) -> None:
    everybody_is_taken_on()
    settings.EXPORTS, settings.RETAIN_EXPORTS_DAYS, table = at.folder / "exports", 0, ready_table()
    for day in (1, 2):
        night(settings.EXPORTS, day)
        played(table)
    night(settings.EXPORTS, 3)
    page = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    [ending] = re.findall(r"^day=var/exports/\$\(date \+%F\)(\S*);", page, re.MULTILINE)
    whole = settings.EXPORTS / f"2026-01-03{ending}"
    whole.mkdir()
    said("export", "--all", whole, "--by", "aldo")
    said("prune")
    assert names_in(settings.EXPORTS) == {whole.name}
    played(table)
    night(settings.EXPORTS, 4)
    assert check([*files(settings.EXPORTS, table.code)]).since == 0


def aged(folder: Path) -> None:
    """All that lies there has lain there for long."""
    for path in folder.iterdir():
        os.utime(path, (0, 0))


@pytest.mark.django_db
def test_a_figure_tells_how_many_bytes_each_part_of_the_house_takes(at: Home, settings: Any, tmp_path: Path) -> None:
    settings.EXPORTS = tmp_path / "exports"
    (settings.EXPORTS / "2026-01-01").mkdir(parents=True)
    (settings.EXPORTS / "2026-01-01" / "T1.jsonl").write_bytes(b"x" * 1234)
    at.seals.write_bytes(b"y" * 17)
    assert retention.parts()["exports"] == 1234
    assert Client().get("/metrics").status_code == 200
    assert [figure("sabot_bytes", part=it) for it in ("exports", "seals")] == [1234, 17]
