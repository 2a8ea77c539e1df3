"""The database itself keeps the register and the money lines append-only, freshly migrated, on both engines."""

from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from table.models import Adjustment, Entry, Money
from tests.croupier.dealer import Croupier
from tests.rig import triggers
from tests.rig.schema import triggers as existing_triggers
from tests.rig.tables import AtTable, check, ready_table

FORGED = {
    "a word of an entry is altered": "UPDATE table_entry SET actor = 'mallory' WHERE number = 3",
    "an entry is deleted": "DELETE FROM table_entry WHERE number = 3",
    "the last entry is deleted": "DELETE FROM table_entry WHERE number = (SELECT MAX(number) FROM table_entry)",
    "the register is emptied": "DELETE FROM table_entry",
    "an entry is replaced": "UPDATE table_entry SET digest = previous",
    "a payment is altered": "UPDATE table_money SET amount = amount + 1",
    "a payment is deleted": "DELETE FROM table_money",
    "what a dispute moved is altered": "UPDATE table_adjustment SET amount = amount + 1",
    "what a dispute moved is deleted": "DELETE FROM table_adjustment",
}
BY_HAND = {
    "actor": "mallory",
    "role": "dealer",
    "nonce": "forged",
    "verb": "tip",
    "arguments": "{}",
    "outcome": "{}",
    "digest": "f" * 64,
}
TRUNCATED = [
    "TRUNCATE table_entry",
    "TRUNCATE table_money",
    "TRUNCATE table_adjustment",
    "TRUNCATE table_stake CASCADE",
    "TRUNCATE table_coup CASCADE",
]


@pytest.fixture
def paid(real_database: str) -> AtTable:
    """A table with a coup that was paid and disputed, so that there is something to forge."""
    table = ready_table(seats=2)
    table.does("open_bets")
    table.does("place", coup="1.1", position="1", box="punto", amount=10_000)
    Croupier(table, "9S 2H KS 3H").advance("burn")
    claim = {"coup": "1.1", "position": "1", "about": "payment"}
    table.press(("burn", {}), ("report_incident", {"kind": "dispute", "facts": claim}))
    given: dict[str, Any] = {"incident": table.number, "text": "paid too little"}
    table.cast.ispettore.does("decide_dispute", **given, corrections=[{"bettor": "anna", "amount": 5000}])
    assert Money.objects.exists()
    assert Adjustment.objects.exists()
    return table


def test_what_is_written_is_neither_altered_nor_deleted(paid: AtTable) -> None:
    for statement in FORGED.values():
        refused(statement, because="append-only")
    paid.check()


def test_nothing_is_replaced_by_writing_over_it(paid: AtTable) -> None:
    over = {
        "sqlite": "INSERT OR REPLACE INTO {table} SELECT * FROM {table}",
        "postgresql": "INSERT INTO {table} SELECT * FROM {table} ON CONFLICT (id) DO UPDATE SET number = 1",
    }
    for table in triggers.APPEND_ONLY:
        if table.startswith("bank_"):
            continue  # at a table with a bank, in tests/bank
        refused(over[connection.vendor].format(table=table))
    entries = Entry.objects.filter(register=paid.code)
    first, last = entries.earliest("number"), entries.latest("number")
    if connection.vendor == "sqlite":
        # It follows the last entry as it should, and would push out another one by its row number.
        columns = "id, register, number, at, actor, role, nonce, verb, arguments, outcome, previous, digest"
        values = (
            f"{first.pk}, register, number + 1, at, actor, role, 'new', verb, arguments, outcome, digest, '{'f' * 64}'"
        )
        refused(f"INSERT OR REPLACE INTO table_entry ({columns}) SELECT {values} FROM table_entry WHERE id = {last.pk}")
    paid.check()


@pytest.mark.on("postgresql")
def test_nothing_is_truncated(paid: AtTable) -> None:
    # SQLite has no TRUNCATE: it knows only the DELETE of the test above.
    for statement in TRUNCATED if connection.vendor == "postgresql" else []:
        refused(statement, because="append-only")
    paid.check()


def test_an_entry_follows_the_last_one_in_number_and_digest(paid: AtTable) -> None:
    last = Entry.objects.filter(register=paid.code).latest("number")
    honest = {"register": paid.code, "number": last.number + 1, "previous": last.digest}
    forged: list[dict[str, Any]] = [
        {"number": last.number},
        {"number": last.number + 2},
        {"number": 1},
        {"previous": "0" * 64},
        {"previous": last.previous},
        {"previous": ""},
        {"register": "another table"},
    ]
    for false in forged:
        with pytest.raises(DatabaseError, match="does not follow"), transaction.atomic():
            Entry.objects.create(**(BY_HAND | {"at": last.at} | honest | false))
    paid.check()


def test_rows_the_register_speaks_of_are_not_deleted_with_what_hangs_on_them(paid: AtTable) -> None:
    for statement in ("DELETE FROM table_stake", "DELETE FROM table_coup", "DELETE FROM table_table"):
        refused(statement)
    paid.check()


OF_TRAINING_TABLES = {"table_table_training", "sabot_training"}
"""What keeps a training table one: it keeps nothing from being emptied."""


def test_what_the_migration_laid_is_what_the_module_lifts_and_lays(real_database: str) -> None:
    laid = existing_triggers()
    assert len(laid) >= 5

    triggers.drop_triggers(connection)
    assert {name for name, _text in existing_triggers()} <= OF_TRAINING_TABLES
    triggers.create_triggers(connection)

    assert existing_triggers() == laid


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("again", ["once", "and after the flush"])
def test_the_suites_own_database_is_emptied_and_append_only_again(again: str) -> None:
    assert not Entry.objects.exists()
    table = ready_table(seats=0)

    refused("DELETE FROM table_entry", because="append-only")
    check(table.code)


def refused(statement: str, *, because: str | None = None) -> None:
    """The database refuses the statement, whoever sends it."""
    with pytest.raises(DatabaseError, match=because), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
