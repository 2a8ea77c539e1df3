"""A house with the settings that ship, its commands as programs: restored and moved while nobody serves it only."""

import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.backup.houses import PASSPHRASE
from tests.rig.daphne import ROOT, environment
from tests.rig.engines import Engine
from tests.rig.process import running

pytestmark = pytest.mark.faults
SHIPPED = ("DATABASE_POOL", "DISK_FLOOR_MB", "BACKUP_ALERT_DAYS", "SEAL_EVERY")
"""What the suite sets otherwise than it ships."""


class Program(NamedTuple):
    """A house on a machine of its own, by the environment of its programs."""

    env: Mapping[str, str]
    folder: Path
    name: str

    def does(self, *command: object, typed: str = "") -> "subprocess.CompletedProcess[str]":
        """`manage.py` with this command."""
        call = [sys.executable, "manage.py", *map(str, command)]
        return subprocess.run(call, cwd=ROOT, env=self.env, input=typed, capture_output=True, text=True, check=False)

    def says(self, *command: object, typed: str = "") -> str:
        """What it prints, where it does not fail."""
        done = self.does(*command, typed=typed)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def refuses(self, *command: object) -> str:
        """Why it does not, in a sentence."""
        done = self.does(*command)
        assert done.returncode == 1, done.stdout + done.stderr
        assert "Traceback" not in done.stderr, done.stderr
        return done.stderr

    def restore(self) -> tuple[object, ...]:
        """The command that puts this house back to where it was."""
        given = ("--by", "ada", "--replace", self.name, "--passphrase-file", self.folder / "passphrase")
        return ("restore", self.folder / "house.sabot", *given)

    @contextmanager
    def served(self) -> Iterator[None]:
        """It is open, and nobody has come yet."""
        command = [sys.executable, "-m", "config.serve", "127.0.0.1", "0"]
        with running(command, ready="Listening on", stop=signal.SIGINT, cwd=ROOT, env=dict(self.env)):
            yield


def programs(url: str, folder: Path) -> Program:
    """A house in this database, with keys and seals in this folder."""
    files = {"SEAL_KEY_FILE": "seal_key", "SEALS_FILE": "seals", "BACKUPS": "backups", "PIN_PEPPER_FILE": "pin_pepper"}
    settings = {name: str(folder / it) for name, it in files.items()}
    env = environment({"DATABASE_URL": url, **settings})
    for name in SHIPPED:
        del env[name]
    (folder / "pin_pepper").write_text("mixed-into-the-pins-of-a-house-of-programs", encoding="utf-8")
    (folder / "passphrase").write_text(PASSPHRASE, encoding="utf-8")
    (folder / "passphrase").chmod(0o600)
    return Program(env, folder, Path(url).name)


@pytest.fixture
def house(engine: Engine, tmp_path: Path) -> Iterator[Program]:
    """A house on each engine that has been backed up."""
    with engine.fresh() as url:
        found = programs(url, tmp_path)
        found.says("direzione", typed="ada\n271828\n")
        found.says("backup", tmp_path / "house.sabot", "--passphrase-file", tmp_path / "passphrase")
        yield found


def test_a_house_is_restored_with_the_settings_that_ship(house: Program) -> None:
    """Its own sessions are no other program's, however many its processes keep."""
    said = house.says(*house.restore())
    assert said.startswith("Restored from the backup of ")
    assert house.says("verify", "--all")


def test_a_backup_of_before_the_key_was_changed_is_restored_and_the_house_seals_on_by_the_new_one(
    house: Program,
) -> None:
    house.says("seal", "--new-key", "--by", "ada")
    today = house.says("seal", "--public")
    house.says(*house.restore())
    house.says("verify", "--all")
    assert house.says("seal", "--public") == today


def test_a_house_that_is_served_and_idle_is_not_replaced(house: Program) -> None:
    with house.served():
        why = house.refuses(*house.restore())
        assert house.name in why
    house.says(*house.restore())


def test_a_house_that_is_served_and_idle_does_not_move(sqlite: Engine, postgresql: Engine, tmp_path: Path) -> None:
    with sqlite.fresh() as old, postgresql.fresh() as new:
        (tmp_path / "new").mkdir()
        here, there = programs(old, tmp_path), programs(new, tmp_path / "new")
        here.says("direzione", typed="ada\n271828\n")
        file = old.removeprefix("sqlite:///")
        with here.served():
            assert file in there.refuses("move", file)
        with there.served():
            assert there.name in there.refuses("move", file)
        there.says("move", file)
