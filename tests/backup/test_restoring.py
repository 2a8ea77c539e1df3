"""A backup is restored whole, with its keys, and says what it does not hold; else nothing changes, and it says why."""

import errno
import hashlib
import io
import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, BinaryIO
from unittest.mock import patch
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
import pytest
from django.conf import settings
from django.core import checks
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.test import override_settings

from config import serve
from table.backup import pack
from table.backup.pack import Manifest
from table.backup.postgresql import SchemaPlace, put_aside
from table.backup.restore import Place
from table.backup.sqlite import FilePlace
from table.backup.take import take_before_migrating
from table.management import dangers
from table.models import HOUSE, Entry, OnlinePlayer, OnlineSession, Person, StaffSession, Table
from table.online import accounts
from table.record import chain, door, key, seals
from table.record.epoch import epoch
from table.record.machine.database_lock import SERVING
from table.record.machine.files import drop_rests, replace_atomically
from table.rules.profile import Role
from table.rules.refusal import Code
from table.screens.read.lines import LineWriter
from table.words.numbers import Numbers
from tests.backup.houses import (
    Home,
    another_machine,
    back_up,
    ends,
    home,
    last_of_the_house,
    names_in,
    not_restored,
    refusal,
    restored,
    said,
)
from tests.rig import triggers
from tests.rig.cast import Cast, everybody_is_taken_on
from tests.rig.engines import Engine, at_home_in
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable, ready_table
from tests.shoes.dealing import coup, effects, shoe_of, virtual_table

PLAIN = shoe_of("KS 7H 6D KC")


def founded() -> None:
    """A sound house with a table ready to play."""
    everybody_is_taken_on()
    ready_table(seats=1)


@pytest.fixture(scope="module")
def backed_up(sqlite: Engine, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Home:
    """A house that was lost with its machine: what is left are its backup and its passphrase."""
    folder = tmp_path_factory.mktemp("lost") / "house"
    with django_db_blocker.unblock(), sqlite.fresh() as url, at_home_in(url), home(folder) as at:
        founded()
        back_up(at)
        return at


@pytest.fixture
def here(sqlite: Engine, tmp_path: Path, django_db_blocker: Any) -> Iterator[Home]:
    """A new machine."""
    with django_db_blocker.unblock(), another_machine(sqlite, tmp_path / "here") as found:
        yield found


def file() -> Path:
    """Where the database of this machine lies."""
    return Path(connection.settings_dict["NAME"])


# --- all of it


def test_a_lost_house_is_there_again_with_its_keys_and_goes_on(backed_up: Home, here: Home) -> None:
    words = restored(backed_up)
    assert words.startswith("Restored from the backup of 20")
    assert "SECRET_KEY in the environment is another one" in words
    assert (here.folder / "secret_key").read_text(encoding="utf-8") != "another"
    assert (here.folder / "seal_key").read_bytes() == (backed_up.folder / "seal_key").read_bytes()
    assert {seal.register: seal.number for seal in seals.read(here.seals)} == ends()
    AtTable("T3", Cast.at("T3")).does("open_bets")
    assert said("verify", "--all", "--against", here.seals).count("the chain is unbroken") == 2
    laid = [it for it in names_in(file().parent) if it.startswith(file().name)]
    assert not [it for it in laid if "restored" in it or "before" in it]


def test_the_register_of_the_house_says_from_which_backup_and_how_far_it_came(backed_up: Home, here: Home) -> None:
    restored(backed_up)
    entry, manifest = last_of_the_house(), pack.read(backed_up.backup)
    given = chain.read(entry.arguments)
    assert (entry.verb, entry.actor) == ("restore", "delia")
    assert given == {"taken": manifest.taken, "up_to": manifest.up_to, "lost": ""}
    line = LineWriter(Numbers("en"), {}).act("restore", given)
    assert line == f"the house is restored from a backup of {manifest.taken}, up to {manifest.up_to}"


def test_a_house_that_is_there_is_replaced_only_by_its_name_and_kept(backed_up: Home, here: Home) -> None:
    ready_table(code="T8", seats=1)
    before = ends()
    name, of_backup = file().name, pack.read(backed_up.backup).public
    assert not_restored(backed_up).startswith(f"There is a house in the database “{name}” already.")
    assert not_restored(backed_up, "--replace", "another").startswith("There is a house")
    assert ends() == before
    aside = (
        restored(backed_up, "--replace", name, "--key", of_backup)
        .splitlines()[1]
        .removeprefix("The house that was there lies in ")[:-1]
    )
    assert set(ends()) == {"house", "T3"}
    with at_home_in(f"sqlite:///{aside}"):
        assert ends() == before


@contextmanager
def broken_off_behind(place: type[Place], step: str = "put") -> Iterator[None]:
    """Somebody presses Ctrl-C in the moment in which the restored house has come to its place, or is let go there."""
    done = getattr(place, step)

    def interrupted(*given: Any, **more: Any) -> None:
        done(*given, **more)
        raise KeyboardInterrupt

    with patch.object(place, step, interrupted), pytest.raises(KeyboardInterrupt):
        yield


def test_who_breaks_a_restore_off_at_its_very_end_has_the_house_that_was_there_with_its_keys(
    backed_up: Home, here: Home
) -> None:
    def state() -> tuple[object, ...]:
        own = {it.name: it.read_bytes() for it in here.folder.iterdir() if it.is_file()}
        return ends(), own, {it for it in names_in(file().parent) if "before" in it or "restored" in it}

    given, empty = ("--key", pack.read(backed_up.backup).public), state()
    with broken_off_behind(FilePlace):
        restored(backed_up, *given)
    assert state() == empty
    ready_table(code="T8", seats=1)
    before = state()
    with broken_off_behind(FilePlace):
        restored(backed_up, *given, "--replace", file().name)
    assert state() == before


@pytest.mark.one_in(3)
@pytest.mark.parametrize("undoing", ["keys.put_back", "sqlite.FilePlace.leave", "keys.Path.rename"])
def test_half_of_what_was_undone_is_not_served_where_undoing_is_broken_off_as_well(
    backed_up: Home, here: Home, undoing: str
) -> None:
    """Somebody presses Ctrl-C twice; the process ends between the keys and the database."""
    restored(backed_up)
    (here.folder / "secret_key").write_bytes(b"another")
    connection.close()
    if not (process := os.fork()):
        with patch(f"table.backup.{undoing}", side_effect=KeyboardInterrupt), broken_off_behind(FilePlace):
            restored(backed_up, "--replace", file().name)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0
    assert {it.id for it in dangers.restoring(databases=["default"])} == {"table.E011"}
    assert restored(backed_up, "--replace", file().name).startswith("Restored from the backup")
    assert not dangers.restoring(databases=["default"])
    assert said("verify", "--all").count("the chain is unbroken") == 2


def test_a_restore_that_is_broken_off_after_the_exchange_has_left_a_whole_house_with_its_seals(
    backed_up: Home, here: Home
) -> None:
    with broken_off_behind(FilePlace, "finish"):
        restored(backed_up)
    assert last_of_the_house().verb == "restore"
    assert not dangers.restoring(databases=["default"])
    assert {seal.register: seal.number for seal in seals.read(here.seals)} == ends()


def test_nothing_was_restored_is_said_of_no_house_that_is_restored(backed_up: Home, here: Home) -> None:
    """The disk fails as what was unpacked is to be deleted."""

    rmdir = os.rmdir

    def failing(path: Path, **of: Any) -> None:
        if ".restored." in str(path):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        rmdir(path, **of)

    with patch("shutil.os.rmdir", failing):
        assert restored(backed_up).startswith("Restored from the backup")
    assert not dangers.restoring(databases=["default"])


@pytest.mark.usefixtures("without_links")
def test_a_house_is_put_aside_as_a_whole_also_on_a_file_system_without_links(backed_up: Home, here: Home) -> None:
    restored(backed_up)
    ready_table(code="T8", seats=1)
    (here.folder / "secret_key").write_bytes(b"another")
    before = ends()
    with broken_off_behind(FilePlace):
        restored(backed_up, "--replace", file().name)
    assert (ends(), (here.folder / "secret_key").read_bytes()) == (before, b"another")
    assert not [it for it in names_in(here.folder) if it.startswith("secret_key.")]
    words = restored(backed_up, "--replace", file().name)
    assert "T8" not in ends()
    aside = Path(words.partition("The house that was there lies in ")[2].splitlines()[0].rstrip("."))
    with closing(sqlite3.connect(aside)) as old:
        codes = old.execute("SELECT code FROM table_table ORDER BY code").fetchall()
    assert codes == [("T3",), ("T8",)]
    (secret,) = here.folder.glob("secret_key.before-*")
    assert secret.read_bytes() == b"another"


@pytest.mark.faults
def test_what_a_restore_without_links_has_left_of_the_house_as_it_was_killed_goes_by_the_next_one(
    backed_up: Home, here: Home, without_links: None
) -> None:
    def killed_amid_the_house(source: BinaryIO, into: BinaryIO) -> None:
        into.write(source.read())
        if source.name == str(file()):
            os._exit(9)

    restored(backed_up)
    connection.close()
    if not (process := os.fork()):
        with patch("shutil.copyfileobj", killed_amid_the_house):
            restored(backed_up, "--replace", file().name)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 9
    left = file().parent.glob(f".{file().name}.before-*")
    assert len([*left]) == 1
    restored(backed_up, "--replace", file().name)
    assert not [*file().parent.glob(f".{file().name}.*")]


def test_on_postgresql_too_it_is_replaced_as_a_whole_or_not_at_all(
    postgresql: Engine, tmp_path: Path, django_db_blocker: Any
) -> None:
    with django_db_blocker.unblock(), postgresql.fresh() as url, at_home_in(url), home(tmp_path / "house") as at:
        founded()
        signed_in(Role.DIREZIONE)
        accounts.begin(accounts.open_account("Giacomo", "le carte parlano", address="192.0.2.7"))
        back_up(at)
        number = ends()["T3"]
        AtTable("T3", Cast.at("T3")).does("open_bets")
        later = ends()
        name = url.rpartition("/")[2]
        sentence = not_restored(at, "--keys-here", "--replace", name, by="dario")
        assert sentence.startswith("“restore the house from a backup” is not for the role")
        assert ends() == later
        with broken_off_behind(SchemaPlace):
            restored(at, "--keys-here", "--replace", name)
        assert (ends(), put_aside()) == (later, [])
        words = restored(at, "--keys-here", "--replace", name)
        assert ends()["T3"] == number
        assert OnlinePlayer.objects.exists()
        assert [it.objects.count() for it in (StaffSession, OnlineSession)] == [0, 0], "everybody signs in anew"
        schema = words.splitlines()[-1].removeprefix("The house that was there lies in ")[:-1]
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT MAX(number) FROM {schema}.table_entry WHERE register = 'T3'")
            assert cursor.fetchone() == (later["T3"],)
        at.backup.rename(tmp_path / "first.sabot")
        Path(f"{at.backup}.keys").unlink()
        back_up(at)
        assert pack.read(at.backup).registers["T3"].number == number, "what was put aside is no part of the house"


def test_what_was_done_or_pressed_on_the_state_that_a_backup_replaced_is_neither_recorded_nor_taken(
    backed_up: Home, here: Home
) -> None:
    restored(backed_up)
    dealer, shown_of = Cast.at("T3").dealer, epoch()
    seen = dealer.does("tip", nonce="done-later", amount=500).number
    restored(backed_up, "--replace", file().name)
    assert epoch() not in (shown_of, pack.read(backed_up.backup).epoch), "every screen begins anew"
    refused = dealer.is_refused(Code.STALE, "tip", seen=seen, amount=500)
    assert "restored from an older backup" in refused.sentence
    assert door.became("T3", "done-later", by="dario").number == 0
    dealer.is_refused(Code.LATE, "tip", nonce="done-later", amount=500)


def test_a_copy_that_was_taken_before_migrating_holds_no_keys_and_is_restored_with_those_of_this_machine(
    sqlite: Engine, tmp_path: Path, django_db_blocker: Any
) -> None:
    with django_db_blocker.unblock(), sqlite.fresh() as url, at_home_in(url), home(tmp_path / "house"):
        founded()
        copy, before = take_before_migrating(), ends()
        AtTable("T3", Cast.at("T3")).does("open_bets")
        given = ("restore", copy, "--by", "delia", "--replace", file().name)
        assert refusal(*given).startswith("The keys of the house are missing")
        said(*given, "--keys-here")
        assert ends() == {**before, HOUSE: before[HOUSE] + 1}


def test_who_restores_in_mid_taglia_is_told_whose_next_cards_may_have_been_seen(
    sqlite: Engine, tmp_path: Path, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with django_db_blocker.unblock(), sqlite.fresh() as url, at_home_in(url), home(tmp_path / "house") as at:
        everybody_is_taken_on()
        table = virtual_table(monkeypatch, PLAIN)
        back_up(at)
        coup(table, PLAIN)
        name = file().name
        words = restored(at, "--keys-here", "--replace", name)
        assert "At T3 a virtual shoe is in mid-taglia, and its next cards may have been seen already" in words
        assert coup(table, PLAIN) == 7, "the very same cards, as they were sealed"
        turned = {it["card"]: it["face"] for it in effects(table, "card_turned")}
        assert turned == {1: "KS", 2: "7H", 3: "6D", 4: "KC"}
        table.cast.direzione.does("void_shoe")
        Path(f"{at.backup}.keys").unlink()
        at.backup.unlink()
        back_up(at)
        assert "virtual" not in restored(at, "--keys-here", "--replace", name)


def test_a_code_in_a_backup_cannot_print_a_line_that_is_taken_for_another_one(
    sqlite: Engine, tmp_path: Path, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with django_db_blocker.unblock(), sqlite.fresh() as url, at_home_in(url), home(tmp_path / "house") as at:
        everybody_is_taken_on()
        virtual_table(monkeypatch, PLAIN)
        Table.objects.filter(code="T3").update(code="T3\nall")
        back_up(at)
        words = restored(at, "--keys-here", "--unsound", "--replace", file().name)
        assert r"At T3\u000aall a virtual shoe is in mid-taglia" in words
        resigned(at.backup, registers={"T3\nall": pack.RegisterEnd(1, "")})
        sentence = not_restored(at, "--keys-here", "--unsound", "--replace", file().name)
        assert sentence == "“up_to” holds a control character; write it again without it."


def test_a_restored_house_that_is_behind_its_seals_says_which_entries_are_lost(backed_up: Home, here: Home) -> None:
    with ZipFile(backed_up.backup) as packed:
        manifest = msgspec.json.decode(packed.read("manifest.json"), type=Manifest)
    restored(backed_up)
    number = manifest.registers["T3"].number
    table = AtTable("T3", Cast.at("T3"))
    for _ in range(3):
        table.does("tip", amount=500)
    seals.keep("T3")
    words = restored(backed_up, "--replace", file().name)
    of_house = manifest.registers[HOUSE].number + 1
    lost = f"T3 {number + 1}-{number + 3}, house {of_house}-{of_house}"
    assert f"Sealed after that, and not in this backup: {lost}." in words
    assert chain.read(last_of_the_house().arguments)["lost"] == lost
    for _ in range(5):
        table.does("tip", amount=700)
    said_no = refusal_of_verify(here)
    assert f"T3 {number + 3}: sealed on" in said_no
    assert f"lost when the house was restored (house {last_of_the_house().number})" in said_no
    back_up(here)
    again = restored(here, "--replace", file().name)
    assert "not in this backup" not in again, "what was lost once is not lost again"


def refusal_of_verify(here: Home) -> str:
    """What `verify` finds against the seals of this machine."""
    paper = io.StringIO()
    with pytest.raises(CommandError, match=r"Not sound: T3, house\."):
        call_command("verify", "--all", "--against", str(here.seals), stdout=paper)
    return paper.getvalue()


# --- or nothing


@contextmanager
def nothing_changes(here: Home) -> Iterator[None]:
    """Neither the database of this machine nor what lies beside it, its keys and seals to the byte."""

    def state() -> tuple[object, ...]:
        connection.close()
        around = {it for it in names_in(file().parent) if not it.endswith(SERVING)}
        own = {it.name: it.read_bytes() for it in here.folder.iterdir() if it.is_file()}
        return names_in(here.folder), own, around, ends(), hashlib.sha256(file().read_bytes()).hexdigest()

    before = state()
    yield
    assert state() == before


def test_what_a_killed_restore_has_left_is_no_part_of_the_next_one(backed_up: Home, here: Home) -> None:
    restored_file = file().with_name(f".{file().name}.restored")
    journal = restored_file.with_name(f"{restored_file.name}-wal")
    with closing(sqlite3.connect(restored_file)) as left:
        left.execute("PRAGMA journal_mode=WAL")
        left.execute("CREATE TABLE of_another_house (it)")
        left.commit()
        written = journal.read_bytes()
    journal.write_bytes(written)
    assert restored(backed_up).startswith("Restored from the backup")
    assert said("verify", "--all").count("the chain is unbroken") == 2


def killed_restoring(of: Home, at: str) -> None:
    """The process that restores is killed as it comes to this function."""
    connection.close()
    if not (process := os.fork()):
        with patch(at, lambda *_args, **_options: os._exit(9)):
            restored(of, "--replace", file().name)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 9


@pytest.mark.one_in(2)
@pytest.mark.parametrize("at", ["sqlite.FilePlace.put", "restore._seal"])
def test_half_of_a_killed_restore_is_not_served_until_it_is_run_once_more(backed_up: Home, here: Home, at: str) -> None:
    """The keys are those of the backup already, and the house is not; or the house is, and its seals are not."""
    assert not dangers.restoring(databases=["default"])
    killed_restoring(backed_up, f"table.backup.{at}")
    mark = here.folder / "restore_broken_off"
    with pytest.raises(SystemExit) as refused:
        serve.migrate()
    assert str(refused.value).startswith(
        "A restore was broken off while keys and database were exchanged: this may be half of either house. Run "
        f"`manage.py restore` of that backup once more; `--replace` names the database if one lies there. "
        f"It removes {mark}"
    )
    assert "table.E011" not in {it.id for it in checks.run_checks()}, "with these the command begins"
    assert "Nobody works here" in not_restored(backed_up, "--replace", file().name, by="nobody")
    assert mark.exists(), "a run that fails leaves it as it was"
    assert restored(backed_up, "--replace", file().name).startswith("Restored from the backup")
    assert not dangers.restoring(databases=["default"])
    assert said("verify", "--all", "--against", str(here.seals)).count("the chain is unbroken") == 2


@pytest.mark.faults
def test_a_restore_that_is_killed_amid_the_keys_leaves_each_in_its_place_and_its_halves_go_by_the_next(
    backed_up: Home, here: Home
) -> None:
    """Without it no command of the house would start, also not the restore that is to be run once more."""
    name = "secret_key"
    (here.folder / name).write_bytes(b"another")

    def killed(path: Path) -> object:
        file = replace_atomically(path)
        if path.name == name:
            file.__enter__()
            os._exit(9)
        return file

    connection.close()
    if not (process := os.fork()):
        with patch("table.backup.keys.replace_atomically", killed):
            restored(backed_up)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 9
    assert (here.folder / name).read_bytes() == b"another"
    assert len([*here.folder.glob(f".{name}.*")]) == 1
    assert restored(backed_up).startswith("Restored from the backup")
    assert (here.folder / name).read_bytes() != b"another"
    assert not [*here.folder.glob(f".{name}.*")]


def test_a_file_may_be_called_as_a_pattern_is(tmp_path: Path) -> None:
    private = b"01" * 32
    for name in (".seal[1].99", "seal[1].before-20270101T120000Z"):
        (tmp_path / name).write_bytes(private)
    drop_rests(tmp_path / "seal[1]")
    with override_settings(SEAL_KEY_FILE=str(tmp_path / "seal[1]")):
        assert (key.earlier(), len([*tmp_path.iterdir()])) == ([private], 1)


@pytest.mark.faults
def test_half_of_a_killed_restore_is_not_backed_up(backed_up: Home, here: Home) -> None:
    """Its keys would be those of the one house, and its database that of the other."""
    restored(backed_up)
    killed_restoring(backed_up, "table.backup.sqlite.FilePlace.put")
    words = refusal("backup", here.backup, "--passphrase-file", here.passphrase)
    assert words.startswith("A restore was broken off while keys and database were exchanged: this may be half")
    restored(backed_up, "--replace", file().name)
    back_up(here)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", ["seal_key", "seal_key.before-20270101T120000Z"])
def test_a_house_whose_seal_key_is_damaged_here_is_restored_with_that_of_its_backup(
    backed_up: Home, here: Home, name: str
) -> None:
    restored(backed_up)
    (here.folder / name).write_bytes(b"")
    assert restored(backed_up, "--replace", file().name).startswith("Restored from the backup")
    assert (here.folder / "seal_key").read_bytes() == (backed_up.folder / "seal_key").read_bytes()
    assert said("verify", "--all").count("the chain is unbroken") == 2


def test_a_house_that_is_whole_after_a_killed_restore_is_served_though_its_seals_could_not_be_written(
    backed_up: Home, here: Home
) -> None:
    killed_restoring(backed_up, "table.backup.sqlite.FilePlace.put")
    with patch("table.backup.restore._seal", side_effect=OSError(28, "No space left on device")):
        assert "The house is restored, but its seals" in not_restored(backed_up, "--replace", file().name)
    assert not dangers.restoring(databases=["default"])


@pytest.mark.faults
def test_what_an_operator_has_to_know_of_a_restore_is_said_also_where_the_seals_could_not_be_written(
    backed_up: Home, here: Home
) -> None:
    restored(backed_up)
    back_up(here)
    AtTable("T3", Cast.at("T3")).does("tip", amount=500)
    seals.keep("T3")
    here.seals.write_bytes(before := here.seals.read_bytes().splitlines(keepends=True)[-1])
    paper = io.StringIO()
    given = ("--passphrase-file", str(here.passphrase), "--by", "delia", "--replace", file().name)
    with (
        patch("table.backup.restore.replace_atomically", side_effect=OSError(errno.ENOSPC, "No space left on device")),
        pytest.raises(CommandError, match="The house is restored, but its seals could not be written"),
    ):
        call_command("restore", str(here.backup), *given, stdout=paper)
    words = paper.getvalue()
    assert "Sealed after that, and not in this backup: T3 " in words
    assert "The house that was there lies in " in words
    assert here.seals.read_bytes() == before


@pytest.mark.faults
def test_a_restore_that_is_killed_before_it_exchanges_anything_keeps_nobody_from_serving(
    backed_up: Home, here: Home
) -> None:
    before = {it.name: it.read_bytes() for it in here.folder.iterdir() if it.is_file()}
    killed_restoring(backed_up, "table.backup.restore._verified")
    assert {it.name: it.read_bytes() for it in here.folder.iterdir() if it.is_file()} == before
    assert not dangers.restoring(databases=["default"])


def test_a_table_that_was_lost_as_a_whole_in_a_restore_is_no_fault_of_the_restored_house(
    backed_up: Home, here: Home
) -> None:
    restored(backed_up)
    ready_table(code="T8", seats=1)
    assert seals.keep("T8") is not None
    assert "T8 1-" in restored(backed_up, "--replace", file().name)
    for command in ("verify", "replay"):
        assert "T8" not in said(command, "--all")


def test_verify_says_so_where_somebody_has_altered_what_a_restore_has_lost(backed_up: Home, here: Home) -> None:
    restored(backed_up)
    triggers.drop_triggers(connection)
    for arguments in ("{}", "[]", "no JSON", '{"lost":7}'):
        Entry.objects.filter(register=HOUSE, verb="restore").update(arguments=arguments)
        assert refusal("verify", "house") == "Not sound: house."


@pytest.mark.one_in(2)
@pytest.mark.parametrize("mode", [0o600, 0o640])
def test_what_a_restore_puts_in_place_is_for_whom_it_was_before(backed_up: Home, here: Home, mode: int) -> None:
    service = 65534 if os.geteuid() == 0 else os.geteuid()
    for name in ("secret_key", "pin_pepper", "seal_key"):
        (here.folder / name).write_text("another", encoding="utf-8")
        (here.folder / name).chmod(mode)
    for path in (here.folder, *here.folder.iterdir(), file().parent, file()):
        os.chown(path, service, -1)
    restored(backed_up)
    made = [here.folder / it for it in ("secret_key", "pin_pepper", "seal_key")]
    assert [stat.S_IMODE(it.stat().st_mode) for it in made] == [mode] * 3
    laid = [it for it in file().parent.iterdir() if it.name.startswith(file().name)]
    assert {it.stat().st_uid for it in (*made, here.seals, *laid)} == {service}


def test_nobody_is_signed_in_after_a_restore_by_a_sign_in_that_an_older_backup_held(
    sqlite: Engine, here: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.backup.sqlite.SIGNED_IN", ())
    with sqlite.fresh() as url, at_home_in(url), home(tmp_path / "older") as at:
        founded()
        signed_in(Role.DIREZIONE)
        accounts.begin(accounts.open_account("Giacomo", "le carte parlano", address="192.0.2.7"))
        back_up(at)
    restored(at)
    assert OnlinePlayer.objects.exists()
    assert [it.objects.count() for it in (StaffSession, OnlineSession)] == [0, 0]


def test_it_says_which_of_the_two_files_is_missing(backed_up: Home, here: Home, tmp_path: Path) -> None:
    with nothing_changes(here):
        lost = backed_up._replace(folder=tmp_path)
        assert refusal("restore", lost.backup, "--by", "delia") == f"There is no backup at {lost.backup}."
        lost.backup.write_bytes(backed_up.backup.read_bytes())
        assert refusal("restore", lost.backup, "--by", "delia").startswith(
            f"The keys of the house are missing: there is no file {lost.backup}.keys."
        )
        assert refusal("restore", lost.backup, "--by", "delia", "--keys-here") == NOT_ITS_KEYS


NOT_ITS_KEYS = "These are not the keys of the house in this backup."


def test_a_wrong_passphrase_opens_nothing(backed_up: Home, here: Home) -> None:
    here.passphrase.write_text("another passphrase", encoding="utf-8")
    with nothing_changes(here):
        sentence = refusal("restore", backed_up.backup, "--by", "delia", "--passphrase-file", here.passphrase)
        assert sentence == f"The passphrase is wrong, or this file of keys is damaged: {backed_up.backup}.keys"


def test_the_keys_of_another_house_are_not_taken(backed_up: Home, here: Home, tmp_path: Path) -> None:
    with home(tmp_path / "other") as other:
        ready_table(seats=1)
        back_up(other)
    connection.close()
    with nothing_changes(here):
        assert not_restored(backed_up, "--keys", f"{other.backup}.keys", "--replace", file().name) == NOT_ITS_KEYS


def _flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-500])


def _a_bit(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(_flipped(data, len(data) // 2))


def _another_part(path: Path) -> None:
    """Somebody puts another database into it: the zip is whole, and the digest is not the one that was signed."""
    _packed_again(path, database=lambda data: _flipped(data, len(data) // 2))


def _another_manifest(path: Path) -> None:
    _packed_again(path, manifest=lambda data: data.replace(b'"T3"', b'"T4"'))


def _nothing_of_it(path: Path) -> None:
    path.write_bytes(b"no zip at all")


def _packed_again(path: Path, **changed: Callable[[bytes], bytes]) -> None:
    with ZipFile(path) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    with ZipFile(path, "w", ZIP_DEFLATED) as packed:
        for name, data in parts.items():
            packed.writestr(name, changed.get(name.partition(".")[0], bytes)(data))


@pytest.mark.parametrize("damage", [_cut, _a_bit, _another_part, _another_manifest, _nothing_of_it])
def test_a_damaged_backup_is_not_restored(
    backed_up: Home, here: Home, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    damaged = tmp_path / "damaged.sabot"
    damaged.write_bytes(backed_up.backup.read_bytes())
    damage(damaged)
    with nothing_changes(here):
        given = ("--by", "delia", "--keys", f"{backed_up.backup}.keys", "--passphrase-file", backed_up.passphrase)
        sentence = refusal("restore", damaged, *given)
        assert sentence == f"This is no backup, or it is damaged: {damaged}"


@pytest.mark.parametrize(
    ("by", "sentence"),
    [
        ("nobody", "Nobody works here with the badge “nobody”."),
        ("dario", "“restore the house from a backup” is not for the role"),
    ],
)
def test_somebody_who_may_restores_it_and_nobody_else(backed_up: Home, here: Home, by: str, sentence: str) -> None:
    with nothing_changes(here):
        assert not_restored(backed_up, by=by).startswith(sentence)


def test_a_house_that_is_served_is_not_replaced(backed_up: Home, here: Home) -> None:
    with closing(sqlite3.connect(file())) as served:
        served.execute("SELECT COUNT(*) FROM table_entry").fetchone()
        assert "stop the house first" in not_restored(backed_up)


def test_a_disk_without_room_or_rights_is_told(backed_up: Home, here: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("table.backup.sqlite.sync", full)
    for name in ("secret_key", "pin_pepper"):
        (here.folder / name).write_text(f"the {name} of another house", encoding="utf-8")
    with nothing_changes(here):
        assert not_restored(backed_up) == "Nothing was restored: No space left on device"


def resigned(path: Path, **changed: object) -> None:
    """A backup of the same house that says something else, signed by its key."""
    with ZipFile(path) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    manifest = msgspec.structs.replace(msgspec.json.decode(parts["manifest.json"], type=Manifest), **changed)
    signed = msgspec.structs.replace(manifest, signature=seals.sign(manifest.signed()))
    with ZipFile(path, "w", ZIP_DEFLATED) as packed:
        for name, data in (parts | {"manifest.json": msgspec.json.encode(signed)}).items():
            packed.writestr(name, data)


def test_the_backup_of_a_newer_version_or_of_another_engine_waits_for_it(
    backed_up: Home, here: Home, tmp_path: Path, settings: Any
) -> None:
    newer = tmp_path / "newer.sabot"
    settings.SEAL_KEY_FILE = backed_up.folder / "seal_key"
    for changed, sentence in (
        ({"migrations": ["table.0999_from_tomorrow"], "version": "9.0"}, "This backup was made by version 9.0"),
        ({"engine": "postgresql"}, "This is the backup of a house on postgresql"),
        ({"form": "sabot-backup-3"}, "This backup is of a form that this version does not know: sabot-backup-3"),
    ):
        newer.write_bytes(backed_up.backup.read_bytes())
        resigned(newer, **changed)
        with nothing_changes(here):
            assert refusal("restore", newer, "--by", "delia").startswith(sentence)


def test_a_house_that_is_not_sound_is_restored_only_by_decision(sqlite: Engine, here: Home, tmp_path: Path) -> None:
    with sqlite.fresh() as url, at_home_in(url), home(tmp_path / "unsound") as at:
        ready_table(seats=1)
        triggers.drop_triggers(connection)
        Entry.objects.filter(register="T3", number=7).update(actor="somebody")
        triggers.create_triggers(connection)
        back_up(at)
    with nothing_changes(here):
        assert "T3 7: its digest does not fit what it says" in not_restored(at)
    restored(at, "--unsound")
    assert Table.real.get().code == "T3"


@pytest.mark.parametrize("version", ["0050", pytest.param("0023", marks=pytest.mark.faults)])
def test_the_backup_of_an_earlier_version_is_brought_up_to_date(
    sqlite: Engine, here: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    monkeypatch.setattr("table.record.key.name_first", lambda _house, _act: None)  # no earlier door did
    with sqlite.fresh() as url, at_home_in(url), home(tmp_path / "earlier") as at:
        founded()
        call_command("migrate", "table", version, verbosity=0)
        back_up(at)
    monkeypatch.undo()
    restored(at)
    assert {f"{app}.{name}" for app, name in MigrationLoader(connection).applied_migrations} > set(
        pack.read(at.backup).migrations
    )
    assert Person.objects.filter(badge="delia").exists()
    assert settings.SECRET_KEY == "another"
