"""A demo house is made anew only where nothing else prevents it, and nobody is served from the one before."""

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from config import serve
from table.record.machine import database_lock
from tests.rig.daphne import ROOT, environment
from tests.rig.patience import PATIENCE_SECONDS
from tests.rig.process import running

SABOT = "import sys; from config.service.command import main; main(sys.argv[1:])"
SECRET = b"the demo house of an hour ago"
ASIDE = "demo.sqlite3.before-20261123T211400000000Z"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The folder of a house that has a demo house beside it, and a real one."""
    (tmp_path / "var").mkdir()
    for name in ("demo.sqlite3", "demo.sqlite3-wal", "db.sqlite3", ASIDE):
        (tmp_path / "var" / name).write_bytes(SECRET)
    return tmp_path


@pytest.fixture
def lock_of_served_demo(home: Path) -> Iterator[Path]:
    """The lock of a process that serves the demo house."""
    database = home / "var" / "demo.sqlite3"
    lock = database_lock.lock_served(database)
    assert lock is not None
    with lock:
        yield database


def says(home: Path, *command: str, **settings: str) -> "subprocess.CompletedProcess[str]":
    """A program in a house with the settings that ship, and what it says."""
    env = environment({"SABOT_HOME": str(home), "PYTHONPATH": str(ROOT), **settings})
    call = [sys.executable, *command]
    return subprocess.run(
        call, cwd=home, env=env, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False
    )


@pytest.mark.one_in(2)
@pytest.mark.parametrize("program", [["-c", SABOT, "demo"], ["-m", "config.service.demo"]])
def test_no_demo_house_that_is_served_is_deleted(home: Path, lock_of_served_demo: Path, program: list[str]) -> None:
    refuses(home, "Another process serves this house already", *program, "127.0.0.1", "0")
    assert lock_of_served_demo.read_bytes() == SECRET


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("where", "sentence"),
    [
        (("127.0.0.1", "eight"), "“eight” is not a port"),
        (("no.such.host.invalid", "0"), "is no IPv4 address or name of this machine"),
        (("127.0.0.1", "0", "more"), "A host and a port are needed"),
    ],
)
def test_the_demo_house_before_is_there_still_where_the_new_one_cannot_be_opened(
    home: Path, where: tuple[str, ...], sentence: str
) -> None:
    refuses(home, sentence, "-c", SABOT, "demo", *where)


def test_the_demo_house_before_is_there_still_where_its_port_is_busy(home: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        refuses(home, "is busy", "-c", SABOT, "demo", "127.0.0.1", str(taken.getsockname()[1]))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("danger", [{"TRUSTED_PROXIES": "everybody", "HTTPS": "on"}, {"ALLOWED_HOSTS": "a b"}])
def test_the_demo_house_before_is_there_still_where_the_settings_refuse_the_new_one(
    home: Path, danger: dict[str, str]
) -> None:
    refuses(home, next(iter(danger)), "-c", SABOT, "demo", "127.0.0.1", "0", **danger)


@pytest.mark.faults
def test_the_demo_house_before_is_there_still_after_half_of_a_restore(home: Path) -> None:
    seal_key = home / "var" / "seal_key"
    (mark := seal_key.with_name("restore_broken_off")).touch()
    refuses(home, str(mark), "-c", SABOT, "demo", "127.0.0.1", "0", SEAL_KEY_FILE=str(seal_key))


def refuses(home: Path, sentence: str, *command: str, **settings: str) -> None:
    """A program ends with this sentence, and the demo house before is as it was."""
    refused = says(home, *command, **settings)
    assert (refused.returncode, "Traceback" in refused.stderr) == (1, False)
    assert sentence in refused.stderr
    for name in ("demo.sqlite3", "demo.sqlite3-wal"):
        assert (home / "var" / name).read_bytes() == SECRET


def test_a_demo_house_that_cannot_be_deleted_is_one_sentence(home: Path) -> None:
    (home / "var" / "demo.sqlite3-journal").mkdir()
    refused = says(home, "-m", "config.service.demo", "127.0.0.1", "0")
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
    assert "demo.sqlite3, cannot be deleted by this user: " in refused.stderr


def test_a_worn_demo_house_on_sqlite_is_emptied_alone_and_one_on_postgresql_stays(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    migrated = list[set[str]]()
    monkeypatch.setattr(serve, "migrate", lambda: migrated.append({it.name for it in (home / "var").iterdir()}))
    monkeypatch.setattr(serve, "connections", SimpleNamespace(close_all=lambda: None))
    for vendor in ("postgresql", "sqlite"):
        database = {"NAME": str(home / "var" / "demo.sqlite3")}
        monkeypatch.setattr(
            serve, "connection", SimpleNamespace(alias="default", vendor=vendor, settings_dict=database)
        )
        assert (home / "var" / "demo.sqlite3").exists()
        serve.begin_anew()
    assert migrated == [{"db.sqlite3", ASIDE}]


def test_make_serves_it_by_the_same_program_and_deletes_nothing_by_itself() -> None:
    recipe = re.search(r"^demo:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert recipe
    assert recipe[1] == "\t@exec $(PY) -m config.service.demo $(HOST) $(PORT)\n"


@pytest.mark.faults
def test_a_demo_house_that_is_served_for_real_is_not_made_anew_and_goes_on(tmp_path: Path) -> None:
    env = environment({"SABOT_HOME": str(tmp_path), "DEMO": "off", "DATABASE_URL": "sqlite:///var/demo.sqlite3"})
    (tmp_path / "var").mkdir()
    command = [sys.executable, "-m", "config.serve", "127.0.0.1", "0"]
    with running(command, ready="Listening on", stop=signal.SIGINT, cwd=ROOT, env=env):
        database = tmp_path / "var" / "demo.sqlite3"
        before = database.read_bytes()
        assert says(tmp_path, "-c", SABOT, "demo", "127.0.0.1", "0").returncode == 1
        assert database.read_bytes() == before
