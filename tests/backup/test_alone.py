"""What puts another database in the place of a house's asks first whether anybody serves it, however idle that is."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psycopg
import pytest
from django.db import connection

from config.doors import alone
from table.backup import postgresql as postgresql_copy
from table.backup import restore
from table.management import dangers
from tests.backup.houses import Home, back_up, ends, home, not_restored, refusal, restored, said
from tests.disaster.houses import name_here
from tests.rig.cast import everybody_is_taken_on
from tests.rig.daphne import ROOT, environment
from tests.rig.engines import Engine, at_home_in
from tests.rig.tables import ready_table


@pytest.fixture
def house(engine: Engine, tmp_path: Path, django_db_blocker: Any) -> Iterator[Home]:
    """A house on each engine that has been backed up, and that nobody serves."""
    with django_db_blocker.unblock(), engine.fresh() as url, at_home_in(url), home(tmp_path / "house") as at:
        everybody_is_taken_on()
        back_up(at)
        yield at


def test_a_served_house_is_not_replaced_though_it_has_no_connection_open(house: Home) -> None:
    before = ends()
    with alone.claim():
        connection.close()
        assert "stop" in not_restored(house, "--replace", name_here())
        assert ends() == before
    restored(house, "--replace", name_here())
    with alone.claim():
        assert ends()["house"] == before["house"] + 1, "and it may be served again"


@pytest.mark.faults
def test_until_a_restore_is_verified_the_house_that_is_there_stands_in_its_place(
    postgresql: Engine, tmp_path: Path, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever kills it before has changed nothing."""
    found: list[Any] = []

    def looks(*given: Any, **more: Any) -> str:
        with session(connection.settings_dict["OPTIONS"]["application_name"]) as another:
            found.append(another.execute("SELECT MAX(number) FROM table_entry").fetchone())
        return verified(*given, **more)

    verified = restore._verified
    monkeypatch.setattr(restore, "_verified", looks)
    with django_db_blocker.unblock(), postgresql.fresh() as url, at_home_in(url), home(tmp_path / "house") as at:
        everybody_is_taken_on()
        back_up(at)
        ready_table(seats=1)
        before = ends()["house"]
        restored(at, "--replace", name_here())
        assert found == [(before,)]
        assert set(ends()) == {"house"}
        connection.close()
        assert set(ends()) == {"house"}


@pytest.mark.faults
@pytest.mark.parametrize(
    ("at", "marked"),
    [
        ("postgresql.SchemaPlace.put", True),
        pytest.param("restore._verified", False, marks=pytest.mark.faults),
        pytest.param("restore._seal", True, marks=pytest.mark.faults),
    ],
)
def test_a_restore_that_is_killed_is_run_once_more_also_on_a_postgresql(
    postgresql: Engine, tmp_path: Path, django_db_blocker: Any, at: str, marked: bool
) -> None:
    with django_db_blocker.unblock(), postgresql.fresh() as url, at_home_in(url), home(tmp_path / "house") as found:
        everybody_is_taken_on()
        back_up(found)
        ready_table(seats=1)
        connection.close()
        if not (process := os.fork()):
            with patch(f"table.backup.{at}", lambda *_args, **_options: os._exit(9)):
                restored(found, "--replace", name_here())
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 9
        assert bool(dangers.restoring(databases=["default"])) == marked
        assert ("T3" in ends()) == (at != "restore._seal"), "the house, or the one in its place"
        restored(found, "--replace", name_here())
        assert not dangers.restoring(databases=["default"])
        assert set(ends()) == {"house"}
        assert said("verify", "--all").count("the chain is unbroken") == 1


@pytest.mark.faults
def test_a_backup_during_which_the_house_is_replaced_by_a_restore_is_none(
    postgresql: Engine, tmp_path: Path, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be of both houses, and its keys of the one that is gone."""

    def dumps(*given: Any) -> None:
        if not (process := os.fork()):
            with at_home_in(url):
                restored(at, "--replace", name_here())
            os._exit(0)
        assert os.waitpid(process, 0)[1] == 0
        run(*given)

    run = postgresql_copy.run
    with django_db_blocker.unblock(), postgresql.fresh() as url, at_home_in(url), home(tmp_path / "house") as at:
        everybody_is_taken_on()
        back_up(at)
        ready_table(seats=1)
        monkeypatch.setattr(postgresql_copy, "run", dumps)
        amid = at.folder / "amid.sabot"
        words = refusal("backup", amid, "--passphrase-file", at.passphrase)
        assert words == "No backup was made: meanwhile a restore put another house in the place of this one."
        assert not list(at.folder.glob("*amid*"))


def session(name: str) -> psycopg.Connection[Any]:
    """Somebody at this database, under this name."""
    to = connection.settings_dict
    there = {"host": to["HOST"], "port": to["PORT"], "dbname": to["NAME"], "user": to["USER"]}
    given: dict[str, Any] = {key: str(it) for key, it in there.items() if it}
    return psycopg.connect(**given, application_name=name)


@pytest.mark.faults
def test_sessions_of_other_programs_are_told_from_those_of_this_one(
    postgresql: Engine, tmp_path: Path, django_db_blocker: Any
) -> None:
    with django_db_blocker.unblock(), postgresql.fresh() as url, at_home_in(url), home(tmp_path / "house") as at:
        everybody_is_taken_on()
        back_up(at)
        own = connection.settings_dict["OPTIONS"]["application_name"]
        with session("sabot-another-7"):
            assert "(sabot-another-7)" in not_restored(at, "--replace", name_here())
        with session(own):
            restored(at, "--replace", name_here())


@pytest.mark.on("postgresql")
def test_a_served_house_does_not_move_and_nothing_moves_into_one(
    sqlite: Engine, postgresql: Engine, tmp_path: Path, django_db_blocker: Any
) -> None:
    with django_db_blocker.unblock(), sqlite.fresh() as old, postgresql.fresh() as new, home(tmp_path / "house"):
        file = old.removeprefix("sqlite:///")
        with at_home_in(old):
            everybody_is_taken_on()
            with alone.claim(), at_home_in(new):
                assert "This house is served; stop it first" in refusal("move", file)
        with at_home_in(new):
            with alone.claim():
                assert "stop the house first" in refusal("move", file)
            assert "every register verified" in said("move", file)


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("module", "pooled"), [("manage", "False"), ("config.settings", "True")])
def test_a_command_has_one_connection_and_a_served_house_as_many_as_ship(module: str, pooled: str) -> None:
    env = environment({"DATABASE_URL": "postgres://house@127.0.0.1:1/house"})
    del env["DATABASE_POOL"]
    asks = "from django.conf import settings; print('pool' in settings.DATABASES['default']['OPTIONS'])"
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-v", "0", "-c", asks]
    if module != "manage":
        command = [sys.executable, "-c", asks]
    run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert run.stdout.strip().endswith(pooled), run.stdout + run.stderr
