"""What would make a house dangerous to open: each is refused in a sentence that names the remedy."""

import logging
import os
import stat
from contextlib import closing, suppress
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model
from django.test import Client

from bank.models import Slip
from config import health, logs, private, serve
from config.doors import alone
from config.settings import database
from procedures.models import Incident
from table.management import dangers
from table.migrations import __path__ as migrations
from table.models import HOUSE, Entry, Person
from table.record.past import replay
from tests.rig import triggers
from tests.rig.demo import begins_as_demo
from tests.rig.engines import Engine, at_home_in
from tests.rig.tables import ready_table


def faults() -> dict[str, str]:
    """What the checks say of the database of this test, by their ids."""
    return {str(it.id): f"{it.msg} {it.hint}" for it in dangers.database(databases=["default"])}


# --- the database


@pytest.mark.django_db
def test_a_house_as_it_should_be_is_not_dangerous() -> None:
    ready_table()
    assert faults() == {}


@pytest.mark.django_db
def test_tracebacks_are_not_shown_over_a_real_house(settings: Any) -> None:
    settings.DEBUG, settings.ALLOWED_HOSTS = True, ["127.0.0.1"]
    assert faults() == {}, "nobody works there yet"
    ready_table()
    assert [*faults()] == ["table.E008"]
    assert "DEBUG=off" in faults()["table.E008"]


OTHERS: list[dict[str, Any]] = [{"ALLOWED_HOSTS": ["sabot.example", "127.0.0.1"]}, {"HTTPS": True}]


@pytest.mark.one_in(2)
@pytest.mark.django_db
@pytest.mark.parametrize("nonce", ["demo 7", "c0ffee"], ids=["of today", "of an earlier version"])
@pytest.mark.parametrize("others", OTHERS, ids=lambda it: next(iter(it)))
def test_a_demo_house_is_opened_for_others_only_where_somebody_has_said_so(
    settings: Any, nonce: str, others: dict[str, Any]
) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
    begins_as_demo(nonce)
    assert faults() == {}, "on this machine alone"
    for name, value in others.items():
        setattr(settings, name, value)
    assert [*faults()] == ["table.E009"]
    assert "DEMO=on" in faults()["table.E009"]
    with pytest.raises(SystemExit, match="DEMO=on"):
        serve.refuse_danger("proxies", "database")
    with pytest.raises(SystemCheckError, match=r"table\.E009"):
        call_command("check", deploy=True, databases=["default"])
    settings.DEMO = True
    assert faults() == {}


@pytest.mark.django_db
def test_a_house_whose_first_entry_cannot_be_read_is_opened_as_a_real_one(settings: Any) -> None:
    """Whoever started it read a traceback; `verify` says what is wrong with it."""
    settings.DEBUG, settings.ALLOWED_HOSTS = True, ["127.0.0.1"]
    begins_as_demo("c0ffee")
    triggers.drop_triggers(connection)
    Entry.objects.filter(register=HOUSE).update(arguments="{")
    assert [*faults()] == ["table.E008"]


def test_a_demo_house_at_postgresql_is_one_for_others(
    postgresql: Engine, settings: Any, django_db_blocker: Any
) -> None:
    settings.ALLOWED_HOSTS = ["127.0.0.1"]
    with postgresql.fresh() as url, django_db_blocker.unblock(), at_home_in(url):
        assert faults() == {}
        begins_as_demo("demo 7")
        assert [*faults()] == ["table.E009"]


@pytest.mark.django_db
@pytest.mark.parametrize("others", OTHERS, ids=lambda it: next(iter(it)))
def test_tracebacks_are_shown_to_no_others_not_even_in_a_demo(settings: Any, others: dict[str, Any]) -> None:
    settings.ALLOWED_HOSTS, settings.DEBUG, settings.DEMO = ["127.0.0.1"], True, True
    begins_as_demo("demo 7")
    assert faults() == {}
    for name, value in others.items():
        setattr(settings, name, value)
    assert [*faults()] == ["table.E010"]
    assert "DEBUG=off" in faults()["table.E010"]


@pytest.mark.django_db
def test_a_migration_that_waits_and_one_that_nobody_knows_are_named() -> None:
    last = max(path.stem for path in Path(migrations[0]).glob("0*.py"))
    with connection.cursor() as cursor:
        cursor.execute("UPDATE django_migrations SET name = '9999_of_a_later_version' WHERE name = %s", [last])
    said = faults()
    assert [*said] == ["table.E005", "table.E006"]
    assert f"table.{last}" in said["table.E005"]
    assert "manage.py migrate" in said["table.E005"]
    assert "table.9999_of_a_later_version" in said["table.E006"]
    with pytest.raises(SystemExit, match="9999_of_a_later_version"):
        serve.refuse_danger("proxies", "database")
    with pytest.raises(SystemCheckError, match=r"table\.E006"):
        call_command("check", deploy=True, databases=["default"])


@pytest.mark.django_db
@pytest.mark.parametrize("application", replay.ROOMS)
def test_a_migration_that_nobody_knows_is_named_of_whichever_application(application: str) -> None:
    MigrationRecorder(connection).record_applied(application, "9999_of_a_later_version")
    assert f"{application}.9999_of_a_later_version" in faults()["table.E006"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("model", "field", "altered"),
    [
        (Person, "badge", "table: Alter field badge on person"),
        (Incident, "kind", "procedures: Alter field kind on incident"),
        (Slip, "letter", "bank: Alter field letter on slip"),
    ],
)
def test_models_that_no_migration_makes_are_named(
    model: type[Model], field: str, altered: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model._meta.get_field(field), "max_length", 21)
    assert altered in faults()["table.E007"]


# --- whose word is taken


@pytest.mark.parametrize(
    ("named", "fault"),
    [
        (["10.20.0.5/32"], []),
        (["the proxy"], ["table.E002"]),
        ([], ["table.E003"]),
        (["0.0.0.0/0"], ["table.E004"]),
        (["10.0.0.1", "::/0"], ["table.E004"]),
    ],
)
def test_behind_https_proxies_are_named_and_nobody_else(settings: Any, named: list[str], fault: list[str]) -> None:
    settings.HTTPS, settings.TRUSTED_PROXIES = True, named
    assert [it.id for it in dangers.proxies()] == fault
    settings.HTTPS = False
    assert dangers.proxies() == []


# --- one process or several


def test_a_second_process_on_a_file_of_sqlite_is_refused(sqlite: Engine) -> None:
    with sqlite.fresh() as url, at_home_in(url):
        with alone.claim(), pytest.raises(SystemExit, match="SQLite is for one process"):
            alone.claim()
        with alone.claim():
            pass  # it ended with the first


def test_several_processes_that_would_not_hear_of_one_another_are_refused(
    postgresql: Engine, settings: Any, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alone, "WAIT_SECONDS", 0.7)
    with postgresql.fresh() as url, django_db_blocker.unblock(), at_home_in(url):
        settings.REDIS_URL = "redis://host"
        with alone.claim(), alone.claim():
            settings.REDIS_URL = ""
            with pytest.raises(SystemExit, match="set REDIS_URL"):
                alone.claim()
        with alone.claim(), pytest.raises(SystemExit, match="serve the house by one process"):
            alone.claim()
        with alone.claim():
            settings.REDIS_URL = "redis://host"
            with pytest.raises(SystemExit, match=r"one that serves it without REDIS_URL.* or moves it"):
                alone.claim()


@pytest.mark.faults
def test_of_several_processes_that_begin_on_an_old_database_one_migrates_it_and_the_others_wait(
    postgresql: Engine, django_db_blocker: Any
) -> None:
    def begun() -> int:
        if process := os.fork():
            return process
        with suppress(BaseException):
            serve.migrate()
            os._exit(0)
        os._exit(1)

    with postgresql.bare() as url, django_db_blocker.unblock(), at_home_in(url):
        processes = [begun() for _ in range(3)]
        assert [os.waitpid(it, 0)[1] for it in processes] == [0, 0, 0]
        made = list(MigrationRecorder.Migration.objects.values_list("app", "name"))
        assert len(made) == len(set(made)) > 0


# --- what lies on disk


def mode(path: Path) -> int:
    """Who may do what with it."""
    return stat.S_IMODE(path.stat().st_mode)


def test_a_database_is_for_its_owner_alone_and_so_is_one_that_was_made_before(tmp_path: Path) -> None:
    old = [tmp_path / name for name in ("old.sqlite3", "old.sqlite3-wal", "old.sqlite3-shm")]
    for path in old:
        path.touch(mode=0o644)
    for name in ("old", "new"):
        database(f"sqlite:///{tmp_path}/{name}.sqlite3", pool=0)
    assert {mode(path) for path in tmp_path.iterdir()} == {0o600}
    assert len([*tmp_path.iterdir()]) == 4


def test_the_folder_of_the_house_is_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own, elsewhere = tmp_path / "var", tmp_path / "srv"
    for path in (own, elsewhere):
        path.mkdir(mode=0o755)
    monkeypatch.setattr(private, "STATE", own)
    for path in (own, elsewhere):
        private.folder(path)
    assert (mode(own), mode(elsewhere)) == (0o700, 0o755), "a folder that others use too is left as it is"


def test_the_folders_above_that_are_missing_are_for_their_owner_alone_too(tmp_path: Path) -> None:
    private.file(tmp_path / "house" / "logs" / "today" / "house.log")
    assert {mode(path) for path in tmp_path.rglob("*") if path.is_dir()} == {0o700}


def test_a_setting_that_names_a_folder_for_a_file_is_refused_and_closes_it_to_nobody(tmp_path: Path) -> None:
    others, pipe = tmp_path / "log", tmp_path / "pipe"
    others.mkdir(mode=0o755)
    for made in (private.file, private.database):
        with pytest.raises(ImproperlyConfigured, match=r"log cannot be written by this user: Is a directory"):
            made(others)
    os.mkfifo(pipe)
    pipe.chmod(0o666)
    private.file(pipe)
    assert (mode(others), mode(pipe)) == (0o755, 0o666), "what is no file of the house's own is left as it is"


# --- the log


@pytest.fixture
def written(tmp_path: Path) -> Any:
    """A log in a file, and what stands in it."""
    file = tmp_path / "house.log"
    made = logs.logging(json=True, level="INFO", file=file)["handlers"]["lines"]
    handler = made["()"](made["filename"])
    handler.addFilter(logs.without_their_faults)
    handler.addFilter(logs.of_this_house)
    with closing(handler):
        logging.getLogger("django").addHandler(handler)
        yield file
        logging.getLogger("django").removeHandler(handler)


@pytest.mark.django_db
def test_a_name_that_is_not_this_houses_is_one_line_of_the_log(written: Path) -> None:
    assert Client().get("/", headers={"host": "evil.example"}).status_code == 400
    [line] = written.read_text(encoding="utf-8").splitlines()
    assert "evil.example" in line
    assert mode(written) == 0o600


@pytest.mark.parametrize("json", [True, False])
def test_what_somebody_sends_does_nothing_to_the_terminal_on_which_the_log_is_read(json: bool) -> None:
    made = logs.logging(json=json, level="INFO")["formatters"]["line"]
    formatter = made["()"](processors=made["processors"], foreign_pre_chain=made["foreign_pre_chain"])
    record = logging.LogRecord("sabot.access", logging.INFO, __file__, 1, "Not Found: %s", ("/\x9b2J\u202e/",), None)
    record.path = "/\x1b[2J\r\nrequest"
    line = formatter.format(record)
    assert not {"\x9b", "\u202e", "\r", "\n"} & set(line)
    assert "\x1b[2J" not in line
    assert ("x9b2J" in line, "x1b[2J" in line) == (True, True), "it is seen that it was tried"


def test_a_file_of_the_log_does_not_grow_without_end(written: Path) -> None:
    [handler] = [it for it in logging.getLogger("django").handlers if isinstance(it, logs.Rotated)]
    assert (handler.maxBytes, handler.backupCount) == (logs.FILE_BYTES, logs.FILES)
    handler.maxBytes, handler.backupCount = 1, 2
    for _ in range(5):
        logging.getLogger("django.request").warning("a line")
    assert {mode(path) for path in written.parent.iterdir()} == {0o600}
    assert len([*written.parent.iterdir()]) == 3


def test_two_processes_that_write_into_one_log_fill_each_file_and_lose_no_line(tmp_path: Path) -> None:
    file = tmp_path / "house.log"
    server, nightly = logs.Rotated(str(file)), logs.Rotated(str(file))
    lines = [f"line {number:02}" for number in range(20)]
    with closing(server), closing(nightly):
        for handler, line in zip(cycle((server, server, nightly)), lines, strict=False):
            handler.maxBytes = 40
            handler.emit(logging.makeLogRecord({"msg": line}))
    files = [*reversed([file.with_name(f"house.log.{number}") for number in range(1, 5)]), file]
    assert "".join(it.read_text(encoding="utf-8") for it in files).splitlines() == lines
    assert {len(it.read_text(encoding="utf-8").splitlines()) for it in files} == {4}


def test_no_line_is_lost_where_another_process_rotates_the_log_as_it_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "house.log"
    with closing(logs.Rotated(str(file))) as handler:
        file.rename(tmp_path / "house.log.1")
        monkeypatch.setattr(Path, "exists", lambda _path: True)  # a moment before
        handler.emit(logging.makeLogRecord({"msg": "a line"}))
    assert file.read_text(encoding="utf-8") == "a line\n"


def test_a_log_that_cannot_be_opened_when_another_process_has_rotated_it_goes_on_once_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "house.log"
    monkeypatch.setattr(logging, "raiseExceptions", False)
    with closing(logs.Rotated(str(file))) as handler:
        file.rename(tmp_path / "house.log.1")
        file.touch()
        with monkeypatch.context() as full:
            full.setattr(private, "file", lambda _path: (tmp_path / "none").stat())
            handler.emit(logging.makeLogRecord({"msg": "lost"}))
        handler.emit(logging.makeLogRecord({"msg": "again"}))
    assert file.read_text(encoding="utf-8") == "again\n"


@pytest.mark.django_db
def test_an_answer_that_the_house_is_not_ready_is_no_error_in_its_log_and_a_page_that_broke_is(
    written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(health.LOOKED_AT, "migrations", lambda: "migrations")
    client = Client(raise_request_exception=False)
    assert client.get("/readyz").status_code == 503
    assert written.read_text(encoding="utf-8") == ""
    monkeypatch.setattr(health, "_found", lambda: 1 / 0)
    assert client.get("/readyz").status_code == 500
    assert "ZeroDivisionError" in written.read_text(encoding="utf-8")
