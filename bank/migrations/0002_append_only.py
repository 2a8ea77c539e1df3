"""The triggers that keep slips, tries of counts and postings of the bank append-only, alike on SQLite and PostgreSQL.

A landed migration imports nothing of the house: these are the statements as they were when it landed.
"""

from collections.abc import Iterator
from typing import ClassVar

from django.db import migrations
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

SAME = {
    "bank_slip": "EXISTS (SELECT 1 FROM bank_slip WHERE id = NEW.id OR (table_id = NEW.table_id"
    " AND letter = NEW.letter AND year = NEW.year AND serial = NEW.serial))",
    "bank_counttry": "EXISTS (SELECT 1 FROM bank_counttry WHERE id = NEW.id"
    " OR (table_id = NEW.table_id AND number = NEW.number))",
    "bank_posting": "EXISTS (SELECT 1 FROM bank_posting WHERE id = NEW.id"
    " OR (table_id = NEW.table_id AND number = NEW.number AND place = NEW.place))",
}


def lay(_apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    connection = schema_editor.connection
    _run(connection, _sqlite() if connection.vendor == "sqlite" else _postgresql())


def lift(_apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    _run(schema_editor.connection, _drops(schema_editor.connection.vendor))


def _run(connection: BaseDatabaseWrapper, statements: Iterator[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _sqlite() -> Iterator[str]:
    for table, same in SAME.items():
        for act in ("UPDATE", "DELETE"):
            yield (
                f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
        yield (
            f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} "
            f"WHEN {same} BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        )


def _postgresql() -> Iterator[str]:
    for table in SAME:
        yield (
            f"CREATE TRIGGER {table}_kept BEFORE UPDATE OR DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION sabot_append_only()"
        )
        yield (
            f"CREATE TRIGGER {table}_whole BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION sabot_append_only()"
        )


def _drops(vendor: str) -> Iterator[str]:
    for table in SAME:
        if vendor == "sqlite":
            yield from (f"DROP TRIGGER IF EXISTS {table}_no_{act}" for act in ("update", "delete", "replace"))
        else:
            yield from (f"DROP TRIGGER IF EXISTS {table}_{name} ON {table}" for name in ("kept", "whole"))


class Migration(migrations.Migration):
    dependencies: ClassVar = [("bank", "0001_initial"), ("table", "0048_deliveries")]
    operations: ClassVar = [migrations.RunPython(lay, lift)]
