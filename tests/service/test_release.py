"""What leaves the project in a version: made of what everybody can read, or not at all. The command of its wheel."""

import os
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from config.environment import VERSION
from config.service import bundle, command, release
from tests.rig.daphne import ROOT

NOT_OF_THE_PROGRAM = {"requirements", "deploy", "docs", "tests"}
MADE = {"static-made"}
Says = Callable[[str, str], None]


@pytest.fixture
def repository(monkeypatch: pytest.MonkeyPatch) -> Says:
    """What git says of the tree, and which tags are at what is committed."""

    def says(status: str, tags: str) -> None:
        monkeypatch.setattr(release, "_git", lambda command, *_: {"status": status, "tag": tags}[command])

    return says


def test_a_release_is_made_of_what_is_committed_and_tagged_and_told_of(
    repository: Says, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository(" M README.md\n", f"v{VERSION}\n")
    assert release.refused().startswith("There are changes that are not committed")
    repository("", "v0.1.0\n")
    assert release.refused() == f"What is committed is not tagged v{VERSION}: `make tag` tags it."
    repository("", f"v0.1.0\nv{VERSION}\n")
    assert release.refused() == ""
    monkeypatch.setattr(release, "VERSION", "99.0.0")
    repository("", "v99.0.0\n")
    assert release.refused() == "CHANGELOG.md has no section of 99.0.0."


def test_where_git_says_nothing_of_the_tree_no_release_is_made_and_its_reason_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GIT_DIR", raising=False)
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setattr(release, "BASE_DIR", tmp_path)
    with pytest.raises(SystemExit, match=r"^“git status --porcelain” failed: fatal: not a git repository"):
        release.main(str(tmp_path / "release"))
    assert not (tmp_path / "release").exists()


def test_its_notes_are_the_section_of_its_version_alone() -> None:
    notes = release.notes()
    assert notes.startswith(f"# Sabot {VERSION} – ")
    assert notes.count("\n## ") == 0
    assert len(notes) > 500


def test_its_sums_can_be_checked(tmp_path: Path) -> None:
    (tmp_path / "seven").write_bytes(b"seven cards")
    (tmp_path / release.SUMS).write_text(bundle.listed([tmp_path / "seven"]), encoding="utf-8")
    subprocess.run(["sha256sum", "--check", "--quiet", release.SUMS], cwd=tmp_path, check=True)


def test_its_image_is_built_of_the_sources_with_the_file_that_builds_it(tmp_path: Path) -> None:
    once, again = release.context(tmp_path / "once"), release.context(tmp_path / "again")
    assert once.read_bytes() == again.read_bytes()
    with tarfile.open(once) as archive:
        assert {"deploy/Containerfile", "manage.py", "requirements/postgres.txt"} <= set(archive.getnames())


def test_its_wheel_has_every_folder_of_the_program() -> None:
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
    brought = set(tool["targets"]["wheel"]["force-include"])
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    folders = {line.partition("/")[0] for line in tracked.splitlines() if "/" in line and not line.startswith(".")}
    assert folders - brought == NOT_OF_THE_PROGRAM
    assert {it for it in brought if not (ROOT / it).exists()} <= MADE


def _command(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command of the wheel, with a house in this folder and nothing that the environment of the tests decides."""
    known = {name: it for name, it in os.environ.items() if name in ("PATH", "LANG", "HOME")}
    call = [sys.executable, "-c", "from config.service.command import main; import sys; main(sys.argv[1:])", *words]
    env = known | {"SABOT_HOME": str(home)}
    return subprocess.run(call, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


@pytest.mark.faults
def test_the_house_of_a_wheel_lies_in_a_folder_of_its_own_with_keys_for_its_owner_alone(tmp_path: Path) -> None:
    home = tmp_path / "house"
    done = _command(home, "check", "--fail-level", "ERROR")
    assert done.returncode == 0, done.stderr
    keys = {
        it.name: it.stat().st_mode & 0o777 for it in (home / "var").iterdir() if it.name in ("secret_key", "pin_pepper")
    }
    assert keys == {"secret_key": 0o600, "pin_pepper": 0o600}
    assert home.stat().st_mode & 0o777 == 0o700
    (home / "var" / "pin_pepper").unlink()
    missed = _command(home, "check")
    assert missed.returncode == 1
    assert f"There is no pepper in {home / 'var' / 'pin_pepper'}" in missed.stderr, "it is not made anew in silence"


def test_a_house_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    homes = {tmp_path / "file": "/var/secret_key cannot be written by this user", tmp_path / ("x" * 300): "cannot read"}
    for home, why in homes.items():
        done = _command(home, "serve")
        assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
        assert done.stderr.startswith(str(home))
        assert why in done.stderr


def test_an_empty_name_of_a_house_counts_as_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SABOT_HOME", "")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    command.main([])
    assert f"The house lies in {tmp_path / 'sabot'};" in capsys.readouterr().out


def test_a_call_that_cannot_be_names_the_one_that_can(tmp_path: Path) -> None:
    done = _command(tmp_path / "house", "serve", "127.0.0.1", "none")
    assert done.stderr.strip() == "“none” is not a port. Choose a number: sabot serve 127.0.0.1 8000"
    assert "sabot demo" in _command(tmp_path / "house").stdout
