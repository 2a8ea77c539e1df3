"""Where others come in no house opens on a demo, or shows tracebacks: as a process, with the settings that ship."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from config.keys import create
from tests.rig.daphne import ROOT
from tests.rig.demo import begins_as_demo
from tests.rig.engines import Engine, at_home_in, migrated_file
from tests.rig.patience import PATIENCE_SECONDS
from tests.rig.process import running
from tests.settings import ENVIRONMENT

NAMED = {*ENVIRONMENT, "DJANGO_SETTINGS_MODULE"}
OPENING = [sys.executable, "-m", "config.serve", "127.0.0.1", "0"]


@pytest.fixture
def shipped(tmp_path: Path) -> dict[str, str]:
    """The environment of a new house, where nobody has decided anything."""
    for key in ("secret_key", "pin_pepper"):
        create(tmp_path / "var" / key)
    database = tmp_path / "var" / "sabot.sqlite3"
    shutil.copyfile(migrated_file(), database)
    outside = {name: value for name, value in os.environ.items() if name not in NAMED}
    return outside | {"SABOT_HOME": str(tmp_path)}


@pytest.fixture
def demo(shipped: dict[str, str], django_db_blocker: Any) -> dict[str, str]:
    """The same of one that holds a demo."""
    is_a_demo(f"sqlite:///{shipped['SABOT_HOME']}/var/sabot.sqlite3", django_db_blocker)
    return shipped


def is_a_demo(url: str, blocker: Any) -> None:
    """From now on."""
    with blocker.unblock(), at_home_in(url):
        begins_as_demo("demo 7")


@pytest.mark.parametrize(
    ("decided", "said"),
    [
        ({"ALLOWED_HOSTS": "sabot.example"}, ("ALLOWED_HOSTS=sabot.example", "DEMO=on")),
        pytest.param({"HTTPS": "on", "DEBUG": "on", "DEMO": "on"}, ("HTTPS=on", "DEBUG=off"), marks=pytest.mark.faults),
        pytest.param({"HTTPS": "on"}, ("HTTPS=on", "DEMO=on"), marks=pytest.mark.faults),
        pytest.param(
            {"ALLOWED_HOSTS": "sabot.example", "DEBUG": "on", "DEMO": "on"},
            ("ALLOWED_HOSTS=sabot.example", "DEBUG=off"),
            marks=pytest.mark.faults,
        ),
    ],
    ids=lambda it: "-".join(it) if isinstance(it, dict) else None,
)
def test_a_house_for_others_does_not_open_and_says_why_and_what_to_do(
    demo: dict[str, str], decided: dict[str, str], said: tuple[str, str]
) -> None:
    refused(demo | decided, *said)


@pytest.mark.faults
def test_nor_does_one_at_postgresql(shipped: dict[str, str], postgresql: Engine, django_db_blocker: Any) -> None:
    with postgresql.fresh() as url:
        is_a_demo(url, django_db_blocker)
        there = shipped | {"DATABASE_URL": url}
        refused(there, "DATABASE_URL=postgres://", "DEMO=on")
        refused(there | {"DEBUG": "on", "DEMO": "on"}, "DATABASE_URL=postgres://", "DEBUG=off")


@pytest.mark.faults
def test_one_that_holds_no_demo_opens(shipped: dict[str, str]) -> None:
    env = shipped | {"ALLOWED_HOSTS": "sabot.example"}
    with running(OPENING, ready="Press Ctrl+C", stop=signal.SIGINT, cwd=ROOT, env=env) as said:
        assert any(line.startswith("Sabot is open at") for line in said.lines)


def refused(env: dict[str, str], *said: str) -> None:
    """The house does not open, and says this in one line."""
    ended = subprocess.run(
        OPENING, cwd=ROOT, env=env, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False
    )
    assert (ended.returncode, ended.stdout) == (1, ""), ended
    assert [it for it in said if it not in ended.stderr] == [], ended.stderr
    assert ended.stderr.count("\n") == 1, ended.stderr
