"""A demo house is made anew only where nobody is served from the one before."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from config import serve
from table.record.machine import database_lock
from tests.rig.daphne import ROOT, environment
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


def says(home: Path, *command: str) -> "subprocess.CompletedProcess[str]":
    """A program in a house with the settings that ship, and what it says."""
    env = {name: value for name, value in os.environ.items() if name not in ("DEMO", "DATABASE_URL")}
    call = [sys.executable, *command]
    env |= {"SABOT_HOME": str(home), "PYTHONPATH": str(ROOT)}
    return subprocess.run(call, cwd=home, env=env, capture_output=True, text=True, check=False)


def test_the_command_of_the_wheel_deletes_no_demo_house_that_is_served(home: Path, lock_of_served_demo: Path) -> None:
    done = says(home, "-c", SABOT, "demo", "127.0.0.1", "0")
    assert done.returncode == 1
    assert "A demo house is served from" in done.stderr
    assert "Traceback" not in done.stderr
    assert lock_of_served_demo.read_bytes() == SECRET
    assert (home / "var" / "demo.sqlite3-wal").read_bytes() == SECRET


def test_what_make_calls_before_a_demo_house_is_made_anew_refuses_the_same_and_else_deletes_it_alone(
    home: Path,
) -> None:
    database = home / "var" / "demo.sqlite3"
    lock = database_lock.lock_served(database)
    assert lock is not None
    with lock:
        assert not Path(f"{database}-serving").stat().st_mode & 0o007, "the lock is for whoever the database is for"
        refused = says(home, "-m", "config.doors.anew", "var/demo.sqlite3")
        assert (refused.returncode, database.exists()) == (1, True)
        assert "Nothing was deleted." in refused.stderr
    assert says(home, "-m", "config.doors.anew", "var/demo.sqlite3").returncode == 0
    left = {it.name for it in (home / "var").iterdir()}
    assert left == {"db.sqlite3", ASIDE, f"demo.sqlite3{database_lock.SERVING}"}, (
        "the lock stays, for whoever comes next"
    )


def test_a_demo_house_that_cannot_be_written_is_one_sentence(home: Path) -> None:
    refused = says(home, "-m", "config.doors.anew", "var/db.sqlite3/demo.sqlite3")
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
        monkeypatch.setattr(serve, "connection", SimpleNamespace(vendor=vendor, settings_dict=database))
        assert (home / "var" / "demo.sqlite3").exists()
        serve.begin_anew()
    assert migrated == [{"db.sqlite3", ASIDE}]


def test_make_asks_it_and_deletes_nothing_by_itself() -> None:
    recipe = re.search(r"^demo:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert recipe
    first, second = recipe[1].splitlines()
    assert first == "\t@$(PY) -m config.doors.anew var/demo.sqlite3"
    assert "DATABASE_URL=sqlite:///var/demo.sqlite3" in second


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
