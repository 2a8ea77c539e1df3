"""A backup is taken while the house plays, is for its owner alone, and is there as a whole or not at all."""

import json
import os
import resource
import stat
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any
from zipfile import ZipFile

import pytest
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from django.db import connection, connections

from table.backup import keys, postgresql
from table.backup.pack import Failed
from table.demo.house import who_at
from table.management.terminal import quiet_door
from table.models import Guest, OnlineSession, StaffSession
from table.online import accounts
from table.record import seals
from table.rules.profile import Role
from table.script.player import Player
from table.script.shift import Shift
from tests.backup.houses import Home, back_up, ends, home, last_of_the_house, names_in, refusal, restored, said
from tests.rig.demo import demo_house
from tests.rig.engines import Engine, at_home_in
from tests.rig.patience import PATIENCE_SECONDS
from tests.rig.staff import signed_in
from tests.rig.tables import ready_table


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Home]:
    """Where the house keeps its keys and seals."""
    with home(tmp_path / "house") as found:
        yield found


def plays(over: Event, began: Event) -> None:
    """The table of the demo plays until it is told to stop."""
    try:
        for count, _act in enumerate(Shift(Player("T1", who=who_at("T1")), Random(5)).acts()):
            if count == 20:
                began.set()
            if over.is_set():
                return
    finally:
        began.set()
        connections.close_all()


def test_a_backup_amid_acts_holds_everything_that_was_acknowledged_before_it_began(
    engine: Engine, at: Home, tmp_path: Path, django_db_blocker: Any
) -> None:
    with django_db_blocker.unblock(), quiet_door():
        with demo_house(engine, tmp_path):
            over, began = Event(), Event()
            player = Thread(target=plays, args=(over, began))
            player.start()
            began.wait(PATIENCE_SECONDS)
            before = ends()
            back_up(at)
            over.set()
            player.join()
            after = ends()
        with engine.fresh() as url, at_home_in(url):
            restored(at, "--keys-here", by="direzione")
            restored_ends = ends()
            assert before["T1"] <= restored_ends["T1"] <= after["T1"]
            assert restored_ends["T1"] > 20
            assert restored_ends["house"] == before["house"] + 1
            assert (last_of_the_house().verb, last_of_the_house().actor) == ("restore", "direzione")
            assert said("verify", "--all", "--against", at.seals).count("the chain is unbroken") == 3
            assert "the same rows came of them again" in said("replay", "--all")


def test_it_tells_of_no_session_and_only_its_owner_reads_it(
    sqlite: Engine, at: Home, tmp_path: Path, django_db_blocker: Any
) -> None:
    with django_db_blocker.unblock(), sqlite.fresh() as url, at_home_in(url):
        ready_table(seats=1)
        client = signed_in(Role.DIREZIONE)
        [session] = StaffSession.objects.values_list("session_key", flat=True)
        accounts.begin(accounts.open_account("Giacomo", "le carte parlano", address="192.0.2.7"))
        [of_a_player] = OnlineSession.objects.values_list("digest", flat=True)
        assert client.get("/office/").status_code == 200
        assert back_up(at).startswith(f"Backed up into {at.backup}, the keys into {at.backup}.keys; up to T3 ")
        assert (StaffSession.objects.count(), OnlineSession.objects.count()) == (1, 1), "nobody is signed out by it"
        public = seals.public_key()
    with ZipFile(at.backup) as packed:
        assert set(packed.namelist()) == {"manifest.json", "database"}
        database, manifest = packed.read("database"), json.loads(packed.read("manifest.json"))
    assert session.encode() not in database
    assert of_a_player.encode() not in database
    assert b"T3" in database
    assert b"Giacomo" in database
    assert manifest["public"] == public
    locked = Path(f"{at.backup}.keys")
    assert (at.folder / "seal_key").read_bytes() not in locked.read_bytes()
    assert {stat.S_IMODE(it.stat().st_mode) for it in (at.backup, locked, at.folder / "backups/last.json")} == {0o600}


def test_a_backup_that_root_takes_is_for_whoever_owns_its_folder(house: Home) -> None:
    """The service of the house has to be able to restore it."""
    service = 65534 if os.geteuid() == 0 else os.geteuid()
    os.chown(house.folder, service, -1)
    back_up(house)
    assert {it.stat().st_uid for it in (house.backup, Path(f"{house.backup}.keys"))} == {service}


def test_what_was_erased_lies_between_no_pages_of_a_backup(sqlite: Engine, at: Home, django_db_blocker: Any) -> None:
    with django_db_blocker.unblock(), sqlite.fresh() as url, at_home_in(url):
        ready_table(seats=1)
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA secure_delete = OFF")
        for name in ("who was erased", "who plays on"):
            Guest.objects.create(key=name[:7], name=name)
        Guest.objects.filter(name="who was erased").delete()
        assert b"who was erased" in connection.connection.serialize()
        back_up(at)
    with ZipFile(at.backup) as packed:
        database = packed.read("database")
    assert [name in database for name in (b"who was erased", b"who plays on")] == [False, True]


# --- the passphrase


@pytest.fixture
def guesses(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, int]]:
    """What is asked of scrypt for each guess, which takes no time here."""
    parameters: list[dict[str, int]] = []

    def cheap(**given: Any) -> Scrypt:
        parameters.append(given)
        return Scrypt(**{**given, "n": 2})

    monkeypatch.setattr(keys, "Scrypt", cheap)
    return parameters


def memory(guess: dict[str, int]) -> float:
    """Mebibytes that scrypt takes for it (RFC 7914)."""
    return 128 * guess["r"] * guess["n"] / 2**20


def test_a_guess_takes_the_memory_that_the_page_says_and_a_passphrase_has_twelve_signs(
    guesses: list[dict[str, int]],
) -> None:
    keys.lock({}, "x" * 12)
    with pytest.raises(Failed):
        keys.lock({}, "x" * 11)
    assert [memory(it) for it in guesses] == [128]


def test_a_file_of_keys_cannot_make_this_machine_take_more_than_a_gibibyte(
    guesses: list[dict[str, int]], tmp_path: Path
) -> None:
    file = tmp_path / "house.sabot.keys"
    locked = json.loads(keys.lock({"secret_key": b"it"}, "le carte parlano"))
    file.write_text(json.dumps(locked | {"cost": 2**40}), encoding="utf-8")
    assert keys.unlock(file, "le carte parlano") == {"secret_key": b"it"}, "here scrypt takes what it takes"
    assert memory(guesses[-1]) == 1024


@pytest.mark.one_in(3)
@pytest.mark.parametrize("cost", [-1, 0, 3])
def test_a_file_of_keys_whose_cost_cannot_be_is_damaged(cost: int, tmp_path: Path) -> None:
    file = tmp_path / "house.sabot.keys"
    locked = json.loads(keys.lock({"secret_key": b"it"}, "le carte parlano"))
    file.write_text(json.dumps(locked | {"cost": cost}), encoding="utf-8")
    with pytest.raises(Failed, match="danneggiato"):
        keys.unlock(file, "le carte parlano")


def test_the_password_of_postgresql_is_on_no_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"NAME": "house", "USER": "sabot", "PASSWORD": "of nobody else", "HOST": "db"}.items():
        monkeypatch.setitem(connection.settings_dict, name, value)
    monkeypatch.setattr(postgresql, "program", lambda name: f"/usr/bin/{name}")
    command, env = postgresql.called("pg_dump", "--format=custom")
    assert command[0] == "/usr/bin/pg_dump"
    assert {"sabot", "db", "house", "--format=custom"} <= {*command}
    assert not [it for it in command if "of nobody else" in it]
    assert env["PGPASSWORD"] == "of nobody else"


# --- every failure is a sentence, and leaves nothing


@pytest.fixture
def house(sqlite: Engine, at: Home, django_db_blocker: Any) -> Iterator[Home]:
    """A house that can be backed up."""
    with django_db_blocker.unblock(), sqlite.fresh() as url, at_home_in(url):
        ready_table(seats=1)
        yield at


def test_what_lies_there_already_is_not_written_over(house: Home) -> None:
    there = Path(f"{house.backup}.keys")
    there.write_text("mine", encoding="utf-8")
    assert refusal("backup", house.backup, "--passphrase-file", house.passphrase) == f"There is a file already: {there}"
    assert there.read_text(encoding="utf-8") == "mine"
    assert not house.backup.exists()


def test_a_key_that_is_gone_is_said_and_nothing_is_written(house: Home) -> None:
    (house.folder / "seal_key").unlink()
    before = names_in(house.folder)
    why = refusal("backup", house.backup, "--passphrase-file", house.passphrase)
    assert why.startswith("No backup was made: The key of the seals is gone: ")
    assert names_in(house.folder) == before


def test_a_disk_that_is_full_leaves_nothing_behind(house: Home) -> None:
    seals.public_key()
    before = names_in(house.folder)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limits[1]))
    try:
        said_no = refusal("backup", house.backup, "--passphrase-file", house.passphrase)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert said_no.startswith("No backup was made: ")
    assert names_in(house.folder) == before


def test_a_backup_that_cannot_be_noted_leaves_neither_of_its_files(house: Home, settings: Any) -> None:
    settings.BACKUPS = house.passphrase
    seals.public_key()
    before = names_in(house.folder)
    assert (
        refusal("backup", house.backup, "--passphrase-file", house.passphrase) == "No backup was made: Not a directory"
    )
    assert names_in(house.folder) == before


def test_a_folder_that_is_not_there_is_a_sentence(house: Home) -> None:
    lost = house._replace(folder=house.folder / "nowhere")
    sentence = refusal("backup", lost.backup, "--passphrase-file", house.passphrase)
    assert sentence == f"No backup was made: there is no folder {lost.folder}."


def test_a_folder_of_backups_that_cannot_be_made_is_a_sentence(house: Home, settings: Any) -> None:
    settings.BACKUPS = house.passphrase / "backups"
    assert refusal("backup", "--passphrase-file", house.passphrase) == "No backup was made: Not a directory"


def test_an_older_backup_that_cannot_be_deleted_is_a_sentence_and_the_new_one_is_there(house: Home) -> None:
    older, newest = (house.folder / f"sabot-2026-01-0{day}T120000Z.sabot" for day in (1, 2))
    for it in (older, newest):
        it.mkdir()
    sentence = refusal("backup", house.backup, "--passphrase-file", house.passphrase, "--keep", 1)
    assert sentence == f"It could not be dropped: [Errno 21] Is a directory: '{older}'"
    assert house.backup.exists()


@pytest.mark.parametrize(
    ("words", "mode", "sentence"),
    [
        ("short", 0o600, "A passphrase has 12 signs at least."),
        ("long enough for anybody", 0o604, "Everybody on this machine can read the passphrase in "),
    ],
)
def test_a_passphrase_that_keeps_nothing_is_refused(house: Home, words: str, mode: int, sentence: str) -> None:
    house.passphrase.write_text(words, encoding="utf-8")
    house.passphrase.chmod(mode)
    assert refusal("backup", house.backup, "--passphrase-file", house.passphrase).startswith(sentence)
    assert not house.backup.exists()


def test_a_passphrase_that_is_no_text_is_refused(house: Home) -> None:
    house.passphrase.write_bytes(b"twelve signs \xff\xfe")
    assert refusal("backup", house.backup, "--passphrase-file", house.passphrase).startswith(
        "The passphrase cannot be read: "
    )
    assert not house.backup.exists()


def test_a_passphrase_is_asked_for_twice_on_a_terminal_and_nowhere_else(
    house: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refusal("backup", house.backup).startswith("A passphrase is needed")
    typed = iter(["one passphrase", "another one"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("getpass.getpass", lambda _prompt: next(typed))
    assert refusal("backup", house.backup) == "The two passphrases differ; nothing was done."
    assert not house.backup.exists()


def test_where_there_is_no_house_there_is_nothing_to_back_up(sqlite: Engine, at: Home, django_db_blocker: Any) -> None:
    with django_db_blocker.unblock(), sqlite.fresh() as url, at_home_in(url):
        assert refusal("backup", at.backup, "--passphrase-file", at.passphrase).startswith("There is no house")
    assert not at.backup.exists()


def test_postgresql_without_its_programs_says_which_is_missing(
    postgresql: Engine, at: Home, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with django_db_blocker.unblock(), postgresql.fresh() as url, at_home_in(url):
        ready_table(seats=1)
        monkeypatch.setenv("PATH", str(at.folder))
        sentence = refusal("backup", at.backup, "--passphrase-file", at.passphrase)
    assert sentence.startswith("“pg_dump” is not on PATH")
    assert not at.backup.exists()


WARNINGS = "pg_dump: warning: there are circular foreign-key constraints on this table\n" * 100
ERROR = "pg_dump: error: query failed: ERROR:  permission denied for table table_entry\n"
QUERY = f"pg_dump: detail: Query was: LOCK TABLE {', '.join(['public.table_entry'] * 100)}\n"


@pytest.mark.one_in(3)
@pytest.mark.parametrize("said", [WARNINGS + ERROR, ERROR + QUERY, WARNINGS + ERROR + QUERY])
def test_where_a_program_of_postgresql_fails_its_error_is_read_whatever_it_wrote_besides(said: str) -> None:
    with pytest.raises(Failed, match="ERROR: permission denied for table table_entry"):
        postgresql.run([sys.executable, "-c", f"import sys; sys.exit({said!r})"], {})
    assert ERROR in postgresql._words(BytesIO((said * 2).encode()))
