"""`deploy/install.sh` beside what is there: nothing that runs is touched, and what comes to nothing leaves no trace.

Of the Python it is given every call is written down, with the mode that `.env` had then; what a root would do to the
machine is done by programs that only say so. With a real Python it is run by :mod:`tests.service.unpacked`.
"""

import os
import shutil
import stat
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.paper.sources import PACKAGES
from tests.rig.daphne import ROOT

FOLDERS = (*PACKAGES, "deploy", "docs", "locale", "requirements", "static", "templates")
PYTHON = """#!/bin/sh
echo "$* $(stat -Lc %a .env 2>/dev/null)" >> "$LOG"
case "$*" in
  *realpath*) echo "$REAL" ;;
  "-m venv --clear "*) mkdir -p "$4/bin" && cp "$0" "$4/bin/python" ;;
  *collectstatic*) mkdir "$STATIC_ROOT" ;;
  "manage.py check") exit "$CHECK" ;;
esac
"""


class Machine(NamedTuple):
    """Where sources are unpacked and a house is installed."""

    folder: Path

    @property
    def house(self) -> Path:
        """Where the house is installed."""
        return self.folder / "house"

    @property
    def calls(self) -> list[str]:
        """How Python was called, and the mode of `.env` where it was called in a release."""
        return (self.folder / "log").read_text().splitlines()

    def version(self, number: str) -> None:
        """Sources of this version lie here."""
        sources = self.folder / "sources"
        shutil.rmtree(sources, ignore_errors=True)
        for name in FOLDERS:
            (sources / name).mkdir(parents=True)
            (sources / name / "file").touch()
        for name in ("LICENSE", "manage.py", "README.md", ".env.example", "requirements/postgres.txt"):
            (sources / name).write_text(f"# {name}\n")
        (sources / "pyproject.toml").write_text(f'[project]\nversion = "{number}"\n')
        shutil.copy(ROOT / "deploy" / "install.sh", sources / "deploy")

    def stands_in(self, name: str, does: str) -> None:
        """This program does this."""
        path = self.folder / "bin" / name
        path.write_text(does)
        path.chmod(0o755)

    def installs(self, *, user: int = 1000, **settings: str) -> tuple[int, str]:
        """How the installation ends, and what it says."""
        self.stands_in("id", f"#!/bin/sh\necho {user}\n")
        env = {"PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}", "LOG": str(self.folder / "log")}
        env |= {"REAL": "/usr/bin/python3", "CHECK": "0", "UNITS": str(self.folder / "units")} | settings
        answer = subprocess.run(
            ["sh", str(self.folder / "sources" / "deploy" / "install.sh"), str(self.house)],
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        return answer.returncode, answer.stdout + answer.stderr

    def releases(self) -> set[str]:
        """The versions that lie there."""
        return {it.name for it in (self.house / "releases").iterdir()}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """One with the sources of a first version."""
    found = Machine(tmp_path)
    (tmp_path / "bin").mkdir()
    (tmp_path / "units").mkdir()
    found.stands_in("python3", PYTHON)
    for name in ("getent", "chown", "useradd"):
        found.stands_in(name, "#!/bin/sh\nexit 0\n")
    found.stands_in("runuser", '#!/bin/sh\n[ "$RUNS" = no ] && exit 126\nshift 3\nexec "$@"\n')
    found.version("1.0.0")
    return found


def test_secrets_have_their_file_before_anything_is_done_and_it_is_nobody_elses(machine: Machine) -> None:
    assert machine.installs()[0] == 0
    first = machine.house / "current"
    assert stat.S_IMODE((machine.house / ".env").stat().st_mode) == 0o640
    keys = next(it for it in machine.calls if it.startswith("-m config.keys"))
    assert keys == "-m config.keys 640"
    assert first.readlink() == Path("releases/1.0.0")
    assert all((first / it).exists() for it in ("LICENSE", "README.md", "static-made", ".env", "var", *FOLDERS))
    (machine.house / ".env").chmod(0o644)
    (machine.house / ".env").write_text("DEBUG=off\n")
    assert machine.installs()[0] == 0
    assert stat.S_IMODE((machine.house / ".env").stat().st_mode) == 0o640
    assert (machine.house / ".env").read_text() == "DEBUG=off\n"


def test_the_version_before_stays_and_is_named_as_the_way_back(machine: Machine) -> None:
    for number in ("1.0.0", "1.1.0", "1.1.0"):
        machine.version(number)
        assert machine.installs()[0] == 0
    machine.version("1.2.0")
    said = machine.installs()[1]
    assert machine.releases() == {"1.1.0-2", "1.2.0"}
    assert [(machine.house / it).readlink().name for it in ("previous", "current")] == ["1.1.0-2", "1.2.0"]
    assert f"ln -sfn releases/1.1.0-2 {machine.house}/current" in said


def test_what_a_killed_installation_has_left_keeps_no_later_one_from_it(machine: Machine) -> None:
    machine.installs()
    for name in (".previous", ".current"):
        (machine.house / name).symlink_to("releases/1.0.0")
    machine.version("1.1.0")
    assert machine.installs()[0] == 0
    assert [(machine.house / it).readlink().name for it in ("previous", "current")] == ["1.0.0", "1.1.0"]
    assert {it.name for it in machine.house.iterdir()} == {".env", "current", "previous", "releases", "var"}


def test_a_version_from_which_something_runs_is_not_taken_away(machine: Machine) -> None:
    machine.installs()
    with subprocess.Popen(["cat"], cwd=machine.house / "releases" / "1.0.0", stdin=subprocess.PIPE) as running:
        for number in ("1.1.0", "1.2.0"):
            machine.version(number)
            machine.installs()
        assert machine.releases() == {"1.0.0", "1.1.0", "1.2.0"}
        running.kill()
    machine.version("1.3.0")
    machine.installs()
    assert machine.releases() == {"1.2.0", "1.3.0"}


def test_a_version_that_finds_the_settings_wrong_is_not_the_next_one(machine: Machine) -> None:
    machine.installs()
    machine.version("1.1.0")
    ended, _said = machine.installs(CHECK="1")
    assert ended == 1
    assert machine.releases() == {"1.0.0"}
    assert (machine.house / "current").readlink().name == "1.0.0"


@pytest.mark.parametrize("real", ["/root/.pyenv/versions/3.13/bin/python3.13", "/home/ada/bin/python", "/opt/python"])
def test_a_python_that_the_user_of_the_service_cannot_run_is_said_before_anything_is_made(
    machine: Machine, real: str
) -> None:
    ended, said = machine.installs(user=0, REAL=real, RUNS="no" if real.startswith("/opt") else "yes")
    assert (ended, said.count("\n")) == (1, 1)
    assert f"The user sabot cannot run {real}." in said
    assert not machine.house.exists()


def test_where_backups_go_is_kept_and_their_unit_may_write_there(machine: Machine) -> None:
    machine.stands_in("python-real", "#!/bin/sh\n")
    real = str(machine.folder / "bin" / "python-real")
    ended, said = machine.installs(user=0, REAL=real, BACKUPS="/mnt/safe")
    assert ended == 0, said
    assert "BACKUPS=/mnt/safe" in (machine.house / ".env").read_text().splitlines()
    dropped_in = machine.folder / "units" / "sabot-backup.service.d" / "backups.conf"
    assert dropped_in.read_text() == "[Service]\nReadWritePaths=/mnt/safe\n"
    assert "on this disk" not in said
    machine.version("1.1.0")
    machine.installs(user=0, REAL=real, BACKUPS="/mnt/other")
    assert (machine.house / ".env").read_text().count("BACKUPS=") == 1


def test_a_house_whose_backups_lie_beside_it_is_told_so(machine: Machine) -> None:
    assert "Backups lie in" in machine.installs()[1]
