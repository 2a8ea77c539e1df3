"""A night of the casino that `make year` plays for a year: two tables, one with a bank, and the settings that ship."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from config import keys
from tests.faults.served.runs import free_port
from tests.rig.daphne import ROOT
from tests.rig.engines import migrated_file
from tests.settings import ENVIRONMENT
from tests.year.before import laid_into, version_before
from tests.year.calamities import CALAMITIES, POSTGRES, SQLITE, UPGRADE
from tests.year.casino import Casino
from tests.year.evenings import Evenings
from tests.year.month import Month
from tests.year.year import MONTHS, order


@pytest.mark.faults
def test_a_night_of_two_tables_is_played_kept_handed_out_backed_up_and_pruned(tmp_path: Path) -> None:
    house, month = Casino(tmp_path), Month(1, "sqlite", "none")
    for name in ("secret_key", "pin_pepper"):
        keys.create(house.var / name)
    shutil.copy(migrated_file(), house.var / "sabot.sqlite3")
    house.opens_at(free_port())
    house.begin()
    try:
        Evenings(house, ["T1", "T2"], coups=1, seed=7, bank="T2").plays(1, month)
        house.night()
    finally:
        house.stop()

    with closing(sqlite3.connect(house.var / "sabot.sqlite3")) as file:
        sessions = file.execute("SELECT stage, notes FROM bank_banksession").fetchall()
    assert sessions == [("closed", 10_000)]
    assert month.wrong == []
    assert month.coups >= 2
    assert month.acknowledged > 40
    assert sorted(it.name for it in (house.var / "exports").rglob("*.jsonl")) == ["T1.jsonl", "T2.jsonl", "house.jsonl"]
    assert len(house.backups) == 1


def test_each_month_of_a_year_has_another_calamity_and_the_first_one_the_upgrade() -> None:
    first, *others = order(Random(7), months=MONTHS)
    assert (first.name, SQLITE in first.engines) == (UPGRADE, True)
    assert sorted(it.name for it in others) == sorted({it.name for it in CALAMITIES} - {UPGRADE})
    assert all(POSTGRES in it.engines for it in others)
    assert [it.name for it in others] != [it.name for it in order(Random(8), months=MONTHS)[1:]]


def test_where_there_is_no_version_before_the_first_month_has_what_else_there_is_on_sqlite() -> None:
    first, *others = order(Random(7), months=MONTHS, without=[UPGRADE])
    assert SQLITE in first.engines
    assert len({first.name, *(it.name for it in others[:10])}) == MONTHS - 1


@pytest.mark.faults
def test_what_plays_the_tables_knows_the_version_before(tmp_path: Path) -> None:
    """The first calamity of a year plays them there, before its house is upgraded."""
    env = {**os.environ, **ENVIRONMENT, "DJANGO_SETTINGS_MODULE": "config.settings"}
    with version_before(tmp_path) as at:
        assert all((at / it.relative_to(ROOT)).is_file() for it in laid_into())
        known = [sys.executable, "-m", "tests.year.known"]
        outcome = subprocess.run(known, cwd=at, env=env, capture_output=True, text=True, check=False)
    assert (outcome.returncode, outcome.stderr) == (0, "")
