"""A house whose database is not the one that its models need says so, also where every migration is applied."""

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.test import Client
from django.utils import translation

from table.models import schema

LACKS = "The database lacks table_table.awaits, table_tip, which this version of the house needs."


@pytest.fixture
def altered(real_database: str) -> None:
    """A house of today from which somebody took a column and a table."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE table_table DROP COLUMN awaits")
        cursor.execute("DROP TABLE table_tip")


def check() -> None:
    """`manage.py check --database default`."""
    call_command("check", databases=["default"])


def migrate() -> None:
    """`manage.py migrate` as `make run` calls it."""
    call_command("migrate", verbosity=0, skip_checks=False)


def test_a_house_of_today_lacks_nothing(real_database: str) -> None:
    assert schema.missing(connection) == []
    assert Client().get("/readyz").content == b"ready\n"
    check()


def test_it_is_not_ready_and_says_in_english_which_table_and_column_is_missing(altered: None) -> None:
    assert schema.is_migrated(connection)
    answer = Client().get("/readyz", headers={"accept-language": "de"})
    assert (answer.status_code, answer.content.decode()) == (503, f"not ready: {LACKS}\n")


def test_it_is_not_ready_as_soon_as_something_is_missing_and_ready_again_afterwards(real_database: str) -> None:
    """The database is asked every time: a process that found it whole once knows nothing of it now."""
    client, said = Client(), []
    away, back = "ALTER TABLE table_tip RENAME TO elsewhere", "ALTER TABLE elsewhere RENAME TO table_tip"
    for statement in ("SELECT 1", away, back):
        with connection.cursor() as cursor:
            cursor.execute(statement)
        said.append(client.get("/readyz").status_code)
    assert said == [200, 503, 200]


def test_the_check_of_the_database_names_it_in_the_language_of_the_house(altered: None) -> None:
    with translation.override("en"), pytest.raises(SystemCheckError, match=LACKS):
        check()
    with translation.override("it"), pytest.raises(SystemCheckError, match=r"mancano table_table\.awaits, table_tip"):
        check()


def test_make_run_which_begins_with_the_migrations_goes_no_further(altered: None) -> None:
    call_command("check")  # it is not about a database, and asks none
    with translation.override("en"), pytest.raises(SystemCheckError, match=LACKS):
        migrate()


@pytest.mark.faults
def test_what_a_migration_will_make_is_no_fault(real_database: str) -> None:
    """Else nobody could apply it: `manage.py migrate` makes the check first."""
    call_command("migrate", "procedures", "zero", verbosity=0)
    assert schema.missing(connection) == ["procedures_incident", "procedures_attestation"]
    assert Client().get("/readyz").content == b"not ready: migrations\n"
    check()
    migrate()
    assert schema.missing(connection) == []
