"""A house moves from SQLite to PostgreSQL with its registers as they are, all of it or nothing."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from procedures.models import Incident
from table.models import HOUSE, Entry, OnlinePlayer, OnlineSession, Person, StaffSession, Table
from table.online import accounts
from table.rules.profile import Role
from tests.backup.houses import ends, refusal, said
from tests.house.shift import HOUSE_OF_THE_SHIFT, shift
from tests.rig import triggers
from tests.rig.cast import Somebody, everybody_is_taken_on
from tests.rig.engines import Engine, at_home_in
from tests.rig.schema import triggers as existing_triggers
from tests.rig.staff import signed_in
from tests.rig.tables import new_table

pytestmark = pytest.mark.usefixtures("in_english")


@pytest.fixture(scope="module")
def old(sqlite: Engine, django_db_blocker: Any) -> Iterator[Path]:
    """A house on SQLite in which every act of a table was done, with its incidents."""
    with django_db_blocker.unblock(), sqlite.fresh() as url:
        with at_home_in(url):
            everybody_is_taken_on()
            table = new_table(HOUSE_OF_THE_SHIFT)
            for who, verb, given in shift(table):
                getattr(table.cast, who).does(verb, **given)
            signed_in(Role.DIREZIONE)
            accounts.begin(accounts.open_account("Giacomo", "le carte parlano", address="192.0.2.7"))
        yield Path(url.removeprefix("sqlite:///"))


@pytest.fixture
def new(postgresql: Engine, django_db_blocker: Any) -> Iterator[str]:
    """The PostgreSQL that it is to move into."""
    with django_db_blocker.unblock(), postgresql.fresh() as url, at_home_in(url):
        yield url


def registers(path: Path) -> dict[str, int]:
    """How far the registers of the old house have come."""
    with at_home_in(f"sqlite:///{path}"):
        return ends()


def test_a_house_moves_with_its_registers_and_plays_on(old: Path, new: str) -> None:
    before = registers(old)
    assert sum(before.values()) > 150
    laid = existing_triggers()
    assert said("move", old).splitlines()[-1] == (
        f"Moved, and every register verified: T3 {before['T3']}, house {before[HOUSE]}."
    )
    assert ends() == before == registers(old)
    assert Incident.objects.count() > 5
    assert existing_triggers() == laid
    assert OnlinePlayer.objects.exists()
    assert [it.objects.count() for it in (StaffSession, OnlineSession)] == [0, 0], "everybody signs in anew"
    assert said("verify", "--all").count("the chain is unbroken") == 2
    assert said("replay", "--all").count(" came of them again") == 2
    Somebody(Person.objects.get(badge="delia"), HOUSE).does("add_table", code="T9")
    assert ends()[HOUSE] == before[HOUSE] + 1


def test_it_moves_into_no_database_that_holds_anything(old: Path, new: str) -> None:
    Table.real.create(code="T1")
    assert refusal("move", old) == (
        "The database that it is to move into holds something already: there are rows in “table_table”."
    )
    assert not Entry.objects.exists()


def test_a_house_that_is_served_or_of_another_version_does_not_move(old: Path, new: str, tmp_path: Path) -> None:
    with closing(sqlite3.connect(old)) as served:
        served.execute("SELECT COUNT(*) FROM table_entry").fetchone()
        assert "stop the house first" in refusal("move", old)
    earlier = tmp_path / "earlier.sqlite3"
    earlier.write_bytes(old.read_bytes())
    with closing(sqlite3.connect(earlier)) as database:
        database.execute("DELETE FROM django_migrations WHERE name = '0024_refusals_counted'")
        database.commit()
    assert refusal("move", earlier).startswith("The two databases are not of the same version")
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE name = '0024_refusals_counted'")
    assert "This house is not made yet" in refusal("move", old)


def test_a_register_that_is_not_sound_does_not_move(old: Path, new: str, tmp_path: Path) -> None:
    altered = tmp_path / "altered.sqlite3"
    altered.write_bytes(old.read_bytes())
    with at_home_in(f"sqlite:///{altered}"):
        triggers.drop_triggers(connection)
        Entry.objects.filter(register="T3", number=7).update(actor="somebody")
    assert refusal("move", altered) == "Nothing was moved: T3 7: its digest does not fit what it says"
    assert not Entry.objects.exists()


def test_only_a_file_of_sqlite_moves_into_a_postgresql(old: Path, new: str, sqlite: Engine) -> None:
    assert refusal("move", old.with_name("nothing")).startswith("There is no database of SQLite at ")
    with sqlite.fresh() as url, at_home_in(url):
        assert refusal("move", old).startswith("This house is not set to a PostgreSQL")
