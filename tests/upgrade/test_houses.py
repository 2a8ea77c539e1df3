"""A house of every state that has landed opens, migrates, is dealt again, and plays on; on both engines."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from procedures.models import Incident
from table.management.registers import LAW_CHANGED, SOUND
from table.models import HOUSE, Coup, Display, Entry, Person, Pin, Policy, Refusal, Table, schema
from table.record.proof.laws import FIRST_LAW, Laws, prove
from table.rules.houses import HOUSES, MALTA, OF_ANY_HOUSE, VENEZIA, of_values
from table.rules.profile import Profile, Role, as_values, derive
from tests.rig.cast import Somebody
from tests.rig.engines import Engine, at_home_in
from tests.rig.schema import tables, triggers
from tests.rig.staff import signed_in
from tests.upgrade import stored_houses

FIRST, WITH_INCIDENTS, COMPLETE = "2026-11-20-1344", "2026-11-20-1736", "2026-11-20-2335"
OF_BOTH_ENGINES = [(FIRST, "sqlite"), (WITH_INCIDENTS, "sqlite"), (COMPLETE, "sqlite")]
OF_BOTH_ENGINES += [(FIRST, "postgresql"), (COMPLETE, "postgresql")]
CASES = [pytest.param(it, marks=pytest.mark.faults) for it in OF_BOTH_ENGINES]
"""All migrations take some ten seconds: in `make test` a house of the second law speaks (test_differences.py)."""
ADDED_LATER = {"table_display", "table_alert", "table_table.awaits", "table_table.inbox", "table_refusal.arguments"}
"""What the first migration was given after the first house had been made by it."""


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest) -> Engine:
    """Each engine in turn, for all tests of this module."""
    found: Engine = request.getfixturevalue(request.param)
    return found


@contextmanager
def moved_in(name: str, engine: Engine) -> Iterator[None]:
    """This process is at home in a kept house, as it was left."""
    with engine.bare() as url, at_home_in(url):
        stored_houses.move_in(name)
        yield
    # Django remembers the row numbers of that database.
    ContentType.objects.clear_cache()


@pytest.fixture(scope="module", params=CASES, ids="-".join)
def house(request: pytest.FixtureRequest, django_db_blocker: Any) -> Iterator[str]:
    """A kept house after `manage.py migrate`, which looks for faults of the database before it begins."""
    name, engine = request.param
    with django_db_blocker.unblock(), moved_in(name, request.getfixturevalue(engine)):
        call_command("migrate", verbosity=0, skip_checks=False)
        yield name


@pytest.fixture(scope="module")
def of_today(request: pytest.FixtureRequest) -> Callable[[], tuple[Any, Any]]:
    """The tables and triggers of a house that was made today, on the engine of the moment."""

    @cache
    def made(engine: str) -> tuple[Any, Any]:
        with request.getfixturevalue(engine).fresh() as url, at_home_in(url):
            return tables(), triggers()

    return lambda: made(connection.vendor)


@pytest.fixture
def as_left(request: pytest.FixtureRequest, engine: Engine, django_db_blocker: Any) -> Iterator[None]:
    """A kept house that nobody has migrated."""
    with django_db_blocker.unblock(), moved_in(request.param, engine):
        yield


# --- what is kept


def test_houses_of_three_states_are_kept_for_both_engines() -> None:
    names = stored_houses.NAMES
    assert {FIRST, WITH_INCIDENTS, COMPLETE} <= set(names)
    assert all(stored_houses.file(name, engine).exists() for name in names for engine in ("sqlite", "postgresql"))


@pytest.mark.parametrize("as_left", [FIRST], indirect=True)
def test_the_first_house_lacks_what_was_added_after_it_was_made(as_left: None) -> None:
    assert set(schema.missing(connection)) >= ADDED_LATER
    assert Client().get("/readyz").content == b"not ready: migrations\n"


@pytest.mark.parametrize("as_left", [WITH_INCIDENTS], indirect=True)
def test_the_house_that_knew_incidents_lacks_one_column_of_that(as_left: None) -> None:
    assert ADDED_LATER & set(schema.missing(connection)) == {"table_table.awaits"}


# --- what becomes of it


def test_it_is_the_database_of_a_house_made_today(house: str, of_today: Callable[[], tuple[Any, Any]]) -> None:
    assert schema.missing(connection) == []
    assert (tables(), triggers()) == of_today()


def test_what_was_added_is_empty_in_the_rows_of_before(house: str) -> None:
    assert set(Table.real.values_list("awaits", "inbox")) == {("", 0)}
    [arguments] = Refusal.objects.values_list("arguments", flat=True)
    assert bool(arguments) == (house != FIRST)
    assert not Display.objects.exists()


def test_its_pages_open(house: str) -> None:
    assert Client().get("/readyz").content == b"ready\n"
    inspector = signed_in(Role.ISPETTORE_GIOCO, badge="demo-ispettore")
    for page in ("", "coups/", "coups/1.2/"):
        assert inspector.get(f"/tables/T1/{page}").status_code == 200
    Pin.objects.filter(person__badge="demo-ispettore").delete()  # given past the door, which is told below


def test_its_table_plays_on_and_its_registers_are_whole_and_prove_what_they_can(house: str) -> None:
    """They deal the same again, or today's law says where it makes something else of a taglia of the first law."""
    assert Entry.objects.filter(register="T1").count() >= 50
    assert Entry.objects.filter(register="T2").exists() == (house != FIRST)

    coup, dealer = Coup.objects.get(ended=False), Somebody(Person.objects.get(badge="demo-dealer"), "T1")
    dealer.does("place", coup=coup.key, position="5", box="banco", amount=4_000)
    dealer.presses(("close_bets", {"said": True}), ("deal", {}))
    Somebody(Person.objects.get(badge="demo-direzione"), HOUSE).does("add_table", code="T9")

    call_command("verify", "--all")
    assert replay_status() in (SOUND, LAW_CHANGED)


def test_its_taglie_are_of_the_first_law_also_while_they_are_played_on(house: str) -> None:
    last = Table.real.get(code="T1").number
    assert {Laws.of("T1").at(number) for number in (1, last)} == {FIRST_LAW}


def test_an_act_that_the_database_itself_refuses_today_is_one_of_an_earlier_law(
    house: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT * FROM nowhere")

    monkeypatch.setattr("table.record.door.again", refuse)
    proof = prove("T1")
    assert (proof.faults, proof.changed and proof.changed.law) == ([], FIRST_LAW)


def replay_status() -> int:
    """With what `manage.py replay --all` ends."""
    try:
        call_command("replay", "--all")
    except CommandError as ended:
        return ended.returncode
    return SOUND


def test_the_rules_of_its_tables_have_every_key_of_today(house: str) -> None:
    assert {policy.values["key"]: policy.values for policy in Policy.objects.all()} == {
        profile.key: as_values(replace(profile, smallest_payment=None, correction_second_from=None))
        for profile in (VENEZIA,)
    }


# --- what the migrations leave as it is, and what they write


@pytest.mark.parametrize("as_left", [COMPLETE], indirect=True)
def test_in_a_house_that_lacks_nothing_nothing_is_made(as_left: None) -> None:
    with CaptureQueriesContext(connection) as done:
        call_command("migrate", "table", "0003", verbosity=0)
    said = [query["sql"] for query in done]
    assert any("table_table" in it for it in said), "nobody looked"
    assert [it for it in said if it.startswith(("CREATE", "ALTER", "DROP"))] == []


LOST = (
    "ALTER TABLE table_entry DROP COLUMN role",
    "ALTER TABLE table_money DROP COLUMN kind",
    "DROP TABLE table_tip",
    "DROP INDEX refusals_of_an_actor",
    "DROP INDEX one_open_coup_a_table",
)


@pytest.fixture
def incomplete(engine: Engine, django_db_blocker: Any) -> Iterator[None]:
    """An empty house that has lost all this, and that nobody has completed yet; nothing later is in it."""
    with django_db_blocker.unblock(), engine.bare() as url, at_home_in(url):
        call_command("migrate", "table", "0002", verbosity=0)
        with connection.cursor() as cursor:
            for statement in LOST:
                cursor.execute(statement)
        yield
    ContentType.objects.clear_cache()


@pytest.mark.faults
def test_whatever_is_missing_is_made_and_the_register_stays_append_only(
    incomplete: None, of_today: Callable[[], tuple[Any, Any]]
) -> None:
    """SQLite adds a column by making the table anew; of the register's tables that would lose the triggers."""
    assert set(schema.missing(connection)) >= {"table_entry.role", "table_money.kind", "table_tip"}
    call_command("migrate", verbosity=0)
    assert (tables(), triggers()) == of_today()


LATER = OF_ANY_HOUSE.keys() - {"smallest_payment"}
"""What a profile was given after the last of the kept houses had been made."""


REAL = [profile for profile in HOUSES.values() if profile.dealing != "automatic"]
"""The houses by which a table can play."""


def before(profile: Profile) -> dict[str, Any]:
    """The rules as such a house keeps them."""
    return {key: value for key, value in as_values(profile).items() if key not in LATER}


OWN = derive(MALTA, key="own", source="My own")


@pytest.fixture(scope="module")
def distinguished(engine: Engine, django_db_blocker: Any) -> Iterator[None]:
    """The house that knew incidents, migrated with what each test below looks for: its rules, its cases, its PINs."""
    with django_db_blocker.unblock(), moved_in(WITH_INCIDENTS, engine):
        played_by(MALTA, OWN)
        stand(OPEN, DECIDED)
        with connection.cursor() as cursor:
            cursor.execute("UPDATE table_person SET password = '!' || badge")
            cursor.execute("UPDATE table_person SET password = 'pbkdf2' WHERE badge = 'demo-dealer'")
        call_command("migrate", verbosity=0)
        yield


def played_by(*profiles: Profile) -> None:
    """The first versions of the rules of T1."""
    table = Table.objects.values_list("pk", flat=True).get(code="T1")
    Policy.objects.all().update(version=F("version") + 100)
    for version, profile in enumerate(profiles, start=1):
        Policy.objects.create(table_id=table, version=version, values=before(profile))


@pytest.mark.faults
def test_rules_without_a_key_read_as_they_are_completed(distinguished: None) -> None:
    """Houses of every document, and a later version with a name of its own, which keeps the felt of the first."""
    landed = import_module("table.migrations.0004_keys_of_the_layout")
    for policy in [Policy(table=Table.real.get(code="T2"), version=1, values=before(profile)) for profile in REAL]:
        expected = replace(HOUSES[policy.values["key"]], correction_second_from=None)
        assert policy.profile == of_values(landed.first(policy.values) | policy.values) == expected
    completed = [Policy.objects.get(table__code="T1", version=version).profile for version in (1, 2)]
    assert completed == [replace(it, correction_second_from=None) for it in (MALTA, OWN)]


OPEN, REFERRED, DECIDED = {"status": "open"}, {"status": "referred"}, {"status": "withdrawn", "decided": 99}
AWAITED: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    (DECIDED, REFERRED, "direzione"),
    (OPEN, REFERRED, "direzione"),
    (OPEN, OPEN | {"blocking": False}, "ispettore_gioco"),
    (DECIDED, OPEN | {"blocking": False}, ""),
    (DECIDED, DECIDED, ""),
]
"""Two cases of a table, which hold its coup if nothing else is said, and who has to decide."""


@pytest.mark.faults
def test_a_table_whose_coup_a_case_holds_knows_afterwards_who_decides(distinguished: None) -> None:
    assert awaited() == {"T1": "", "T2": "ispettore_gioco"}

    landed = import_module("procedures.migrations.0002_decision_awaited")
    for one, other, decides in AWAITED:
        stand(one, other)
        Table.real.update(awaits="")
        landed.await_decisions(apps, SimpleNamespace(connection=connection))
        assert awaited() == {"T1": "", "T2": decides}


def stand(*states: dict[str, Any]) -> None:
    """The first cases of the table where something went wrong are in these states."""
    for case, state in zip(Incident.objects.filter(table__code="T2"), states, strict=False):
        Incident.objects.filter(pk=case.pk).update(**{"blocking": True, "decided": None} | state)


def awaited() -> dict[str, str]:
    """Who has to decide, at each table."""
    return dict(Table.real.values_list("code", "awaits"))


@pytest.mark.faults
def test_every_pin_of_before_is_kept_as_it_was_apart_from_people(distinguished: None) -> None:
    assert [(it.person.badge, it.hashed) for it in Pin.objects.select_related("person")] == [("demo-dealer", "pbkdf2")]
    assert Person.objects.exclude(pin_mark="").get().badge == "demo-dealer"
