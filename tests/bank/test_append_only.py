"""The database itself keeps slips, tries of counts and postings of a bank append-only (B5)."""

import pytest
from django.db import DatabaseError, connection, transaction

from bank.models import CountTry, Posting, Slip
from tests.bank.test_cost import WITH_BANK
from tests.house.shift import a_float_comes
from tests.rig import triggers
from tests.rig.tables import new_table

pytestmark = pytest.mark.django_db
OVER = {
    "sqlite": "INSERT OR REPLACE INTO {table} SELECT * FROM {table}",
    "postgresql": "INSERT INTO {table} SELECT * FROM {table} ON CONFLICT (id) DO UPDATE SET number = 1",
}


def test_what_the_bank_has_written_is_neither_altered_nor_deleted_nor_replaced() -> None:
    table = new_table(WITH_BANK)
    for who, verb, given in a_float_comes():
        getattr(table.cast, who).does(verb, **given)
    of_bank = [name for name in triggers.APPEND_ONLY if name.startswith("bank_")]
    assert [it._meta.db_table for it in (Slip, CountTry, Posting)] == of_bank
    for name in of_bank:
        for statement in (f"UPDATE {name} SET number = 1", f"DELETE FROM {name}", OVER[connection.vendor]):
            with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(statement.format(table=name))
    table.check()
