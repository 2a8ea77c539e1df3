"""`.env` as an operator types it: what is wrong in it is named, by `check` and at the start, and no value repeated."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import registry as checks
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from config import environment
from config.environment import Environment
from config.service import installation
from config.settings import database
from tests.paper.sources import PACKAGES
from tests.rig.daphne import ROOT
from tests.rig.patience import PATIENCE_SECONDS
from tests.settings import ENVIRONMENT


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The sources as somebody has unpacked them, with no key yet and a `.env` of their own."""
    return unpacked(tmp_path)


def unpacked(folder: Path) -> Path:
    """The sources, unpacked there."""
    shutil.copytree(ROOT / "config", folder / "config", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("manage.py", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    for name in {*PACKAGES, "locale", "templates", "static"} - {"config"}:
        (folder / name).symlink_to(ROOT / name)
    return folder


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `python -m config.keys` makes in `var`, once for all houses that have it."""
    folder = unpacked(tmp_path_factory.mktemp("keys"))
    runs(folder, "-m", "config.keys")
    return folder / "var"


@pytest.fixture
def keyed(folder: Path, keys: Path) -> Path:
    """The sources with keys."""
    shutil.copytree(keys, folder / "var")
    return folder


def runs(folder: Path, *command: str) -> tuple[int, str]:
    """How a command ends in an environment that sets nothing, and all that it says."""
    bare = {name: value for name, value in os.environ.items() if name not in ENVIRONMENT} | {"LANGUAGE": "en"}
    bare |= {"DJANGO_SETTINGS_MODULE": "config.settings"}
    answer = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env=bare,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
    )
    return answer.returncode, answer.stdout + answer.stderr


def test_what_is_no_setting_and_who_may_read_it_is_named_and_its_value_is_not(folder: Path) -> None:
    file = folder / ".env"
    file.write_text(
        "SECRET_KEY=" + "x" * 50 + "\nDATABSE_URL=postgres://u:hidden@h/s\nREDIS URL=hidden\n#A=1\nODD=hidden\n"
    )
    file.chmod(0o644)
    runs(folder, "-m", "config.keys")
    ended, said = runs(folder, "manage.py", "check")
    assert ended == 0, said
    assert "hidden" not in said
    assert all(f"(config.W01{it})" in said for it in (1, 2, 3)), said
    assert all(it in said for it in ("0644", "0640", "DATABSE_URL", "DATABASE_URL", "ODD")), said


def test_a_house_does_nothing_by_settings_that_it_cannot_read(folder: Path) -> None:
    (folder / ".env").write_bytes(b"SECRET_KEY=\xff\xfe\n")
    for command in (["manage.py", "check"], ["-m", "config.serve", "127.0.0.1", "0"], ["-m", "config.keys"]):
        ended, said = runs(folder, *command)
        assert (ended, said.count("\n")) == (1, 1), said
        assert ".env is there, and this user cannot read it" in said
    assert not (folder / "var").exists()


@pytest.mark.parametrize("command", ["check", "migrate"])
def test_a_key_that_is_missing_is_said_in_one_sentence(folder: Path, command: str) -> None:
    ended, said = runs(folder, "manage.py", command)
    assert (ended, said.count("\n")) == (1, 1), said
    assert "SECRET_KEY is not set" in said
    assert "-m config.keys" in said


@pytest.mark.one_in(2)
@pytest.mark.parametrize("command", [["-m", "config.serve", "127.0.0.1", "0"], ["manage.py", "check"]])
def test_a_value_that_cannot_be_is_one_sentence_by_check_and_at_the_start(keyed: Path, command: list[str]) -> None:
    (keyed / ".env").write_text("DATABASE_POOL=eight\nDEMO=off\n")
    ended, said = runs(keyed, *command)
    assert (ended, said.count("\n")) == (1, 1), said
    assert "DATABASE_POOL has a value that cannot be: it is a whole number from 0 upwards" in said


UNUSABLE = {
    "PIN_PEPPER_FILE=var": "The pepper in {folder}/var cannot be read by this user: Is a directory.",
    "PIN_PEPPER_FILE=bytes": "The pepper in {folder}/bytes cannot be read by this user: it is no text.",
    "DATABASE_URL=sqlite:///bytes/it": "{folder}/bytes/it cannot be written by this user: Not a directory.",
    "LOG_FILE=bytes/it": "{folder}/bytes/it cannot be written by this user: Not a directory.",
    "DATABASE_URL=sqlite:///var": "{folder}/var cannot be written by this user: Is a directory.",
    "DATABASE_URL=postgres://nobody@127.0.0.1:1/none": "The database of this house cannot be used: connection failed: ",
    "LOG_FILE=var": "{folder}/var cannot be written by this user: Is a directory.",
}


STARTS = [["manage.py", "migrate"], ["-m", "config.serve", "127.0.0.1", "0"]]
IN_TURN = [
    pytest.param(written, command, marks=pytest.mark.faults if (first + 2 * second) % 6 else ())
    for first, written in enumerate(UNUSABLE)
    for second, command in enumerate(STARTS)
]
"""One setting by each of the two programs; the others, and by the other one, in `make faults`."""


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("written", "command"), IN_TURN)
def test_a_file_or_a_database_that_cannot_be_used_is_one_sentence(
    keyed: Path, written: str, command: list[str]
) -> None:
    (keyed / "bytes").write_bytes(b"\xff" * 40)
    (keyed / ".env").write_text(f"{written}\nDEMO=off\nLOG_JSON=off\n")
    ended, said = runs(keyed, *command)
    assert (ended, said.count("\n")) == (1, 1), said
    assert said.startswith(UNUSABLE[written].format(folder=keyed))


def test_keys_that_cannot_be_made_are_one_sentence(folder: Path) -> None:
    (folder / "var").write_text("no folder")
    ended, said = runs(folder, "-m", "config.keys")
    assert (ended, said.count("\n")) == (1, 1), said
    assert said.startswith(f"{folder}/var/secret_key cannot be written by this user: ")


def test_a_folder_that_does_not_tell_whether_a_key_is_there_is_one_sentence(folder: Path) -> None:
    """As one that this user may not enter; a name that is too long is so for the administrator, too."""
    (folder / ".env").write_text(f"PIN_PEPPER_FILE=var/{'p' * 300}\n")
    ended, said = runs(folder, "-m", "config.keys")
    assert (ended, said.count("\n")) == (1, 1), said
    assert said.startswith(f"{folder}/var/ppp")
    assert " cannot be written by this user: " in said


IMPOSSIBLE: list[tuple[str, Callable[[Environment], Any]]] = [
    ("yess", lambda env: env.bool("IT", default=False)),
    ("on # for the proxy", lambda env: env.bool("IT", default=False)),
    ("eight", lambda env: env.int("IT", 8)),
    ("-1", lambda env: env.int("IT", 8)),
    ("0", lambda env: env.int("IT", 8, least=1)),
    ("65536", lambda env: env.int("IT", 25, least=1, most=65535)),
    ("99999999", lambda env: env.days("IT", 90)),
    ("0", lambda env: env.float("IT", 10.0)),
    ("nan", lambda env: env.float("IT", 10.0)),
    ("LOUD", lambda env: env.choice("IT", "INFO", among=("INFO", "DEBUG"))),
    ("Europe/Venice", lambda env: env.zone("IT", "Europe/Rome")),
    ("../../etc/passwd", lambda env: env.zone("IT", "Europe/Rome")),
    ("mysql://h/sabot", lambda env: env.address("IT", "", of=environment.DATABASES)),
    ("postgres://u:a#b@h/sabot", lambda env: env.address("IT", "", of=environment.DATABASES)),
    ("postgres://u:a/b@h/sabot", lambda env: env.address("IT", "", of=environment.DATABASES)),
    ("https://sabot.example", lambda env: env.each("IT", environment.HOST.fullmatch, "it is names")),
    ("sabot.example:443", lambda env: env.each("IT", environment.HOST.fullmatch, "it is names")),
]


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("given", "read"), IMPOSSIBLE, ids=[it for it, _ in IMPOSSIBLE])
def test_what_cannot_be_is_refused_by_name_and_never_taken_for_no(
    given: str, read: Callable[[Environment], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IT", given)
    with pytest.raises(ImproperlyConfigured, match="IT has a value that cannot be: it ") as refused:
        read(Environment())
    assert given not in str(refused.value) or given.isdigit()
    monkeypatch.setenv("IT", "")
    read(Environment())


def test_the_longest_time_for_which_something_may_be_kept_can_be_reckoned_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IT", str(environment.MOST_DAYS))
    assert (datetime.now(UTC) - timedelta(days=Environment().days("IT", 90))).timestamp() < 0
    shipped = (ROOT / "config" / "settings.py").read_text(encoding="utf-8")
    assert set(re.findall(r'env\.(\w+)\("\w+_DAYS"', shipped)) == {"days"}


def test_a_password_of_its_own_may_hold_every_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    for password in ("a/b#c@d%e", "$HOME", "%41", "' \"x"):
        monkeypatch.setenv("DATABASE_PASSWORD", password)
        read = Environment().str("DATABASE_PASSWORD")
        made = database("postgres://sabot@database:5432/sabot", pool=0, password=read)
        as_written = (made["USER"], made["PASSWORD"], made["HOST"], made["NAME"])
        assert as_written == ("sabot", password, "database", "sabot")


def test_the_file_of_the_settings_is_nobody_elses(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.touch()
    for mode, named in ((0o600, 0), (0o640, 0), (0o660, 1), (0o644, 1), (0o641, 1)):
        file.chmod(mode)
        assert len(list(installation.faults(file, [], set()))) == named, f"{mode:o}"
    assert list(installation.faults(tmp_path / "none", [], set())) == []


def test_backups_on_the_disk_of_the_database_are_a_warning_of_a_deployment(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BACKUPS = tmp_path / "not" / "made" / "yet"
    monkeypatch.setitem(connection.settings_dict, "NAME", str(tmp_path / "sabot.sqlite3"))
    assert "backups" in {
        getattr(it, "__name__", "") for it in checks.registry.get_checks(include_deployment_checks=True)
    }
    assert [it.id for it in installation.backups(databases=["default"])] == ["config.W014"]
    settings.BACKUPS = Path("/proc/backups")
    assert installation.backups(databases=["default"]) == [], "another file system"
