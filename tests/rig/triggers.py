"""Database triggers that keep the register and all money append-only, alike on SQLite and PostgreSQL.

An entry's number must be the last one's plus one and its previous digest the last one's; nothing is altered, deleted or
truncated. Migrations create them; tests drop them before they alter a row, and create them again.
"""

from collections.abc import Iterator

from django.db.backends.base.base import BaseDatabaseWrapper

APPEND_ONLY = ("table_entry", "table_money", "table_adjustment", "bank_slip", "bank_counttry", "bank_posting")
NEXT = (
    "NEW.number <> 1 + COALESCE((SELECT MAX(number) FROM table_entry WHERE register = NEW.register), 0)"
    " OR NEW.previous <> COALESCE("
    "(SELECT digest FROM table_entry WHERE register = NEW.register ORDER BY number DESC LIMIT 1), '')"
)
SAME = {
    "table_entry": "EXISTS (SELECT 1 FROM table_entry WHERE id = NEW.id"
    " OR (register = NEW.register AND nonce = NEW.nonce))",
    "table_money": "EXISTS (SELECT 1 FROM table_money WHERE id = NEW.id"
    " OR (coup_id = NEW.coup_id AND number = NEW.number AND place = NEW.place))",
    "table_adjustment": "EXISTS (SELECT 1 FROM table_adjustment WHERE id = NEW.id"
    " OR (coup_id = NEW.coup_id AND number = NEW.number AND place = NEW.place))",
    "bank_slip": "EXISTS (SELECT 1 FROM bank_slip WHERE id = NEW.id OR (table_id = NEW.table_id"
    " AND letter = NEW.letter AND year = NEW.year AND serial = NEW.serial))",
    "bank_counttry": "EXISTS (SELECT 1 FROM bank_counttry WHERE id = NEW.id"
    " OR (table_id = NEW.table_id AND number = NEW.number))",
    "bank_posting": "EXISTS (SELECT 1 FROM bank_posting WHERE id = NEW.id"
    " OR (table_id = NEW.table_id AND number = NEW.number AND place = NEW.place))",
}
"""Conditions for the row that a new one would replace, by table.

SQLite's INSERT OR REPLACE deletes that row without firing the trigger on DELETE.
"""


def create_triggers(connection: BaseDatabaseWrapper) -> None:
    """Create the triggers, and on PostgreSQL their functions.

    Fails where they exist already: call :func:`drop_triggers` first.
    """
    _run(connection, _sqlite() if connection.vendor == "sqlite" else _postgresql())


def drop_triggers(connection: BaseDatabaseWrapper) -> None:
    """Drop the triggers, and on PostgreSQL their functions, where they exist."""
    _run(connection, _drops(connection.vendor))


def _run(connection: BaseDatabaseWrapper, statements: Iterator[str]) -> None:
    """Run these statements one after the other."""
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _sqlite() -> Iterator[str]:
    """Yield the SQL for SQLite: triggers against UPDATE, DELETE and replacing INSERTs for each of ``APPEND_ONLY``.

    One more trigger refuses to insert an entry that does not follow the last one of its register. Each statement fails
    where its trigger exists already.
    """
    for table in APPEND_ONLY:
        for act in ("UPDATE", "DELETE"):
            yield (
                f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
        yield (
            f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} "
            f"WHEN {SAME[table]} BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        )
    yield (
        f"CREATE TRIGGER table_entry_next BEFORE INSERT ON table_entry WHEN {NEXT} "
        "BEGIN SELECT RAISE(ABORT, 'this entry does not follow the last one'); END"
    )


def _postgresql() -> Iterator[str]:
    """Yield the SQL for PostgreSQL: two functions, and for each table triggers against UPDATE, DELETE and TRUNCATE.

    The tables are those of ``APPEND_ONLY``. One more trigger refuses to insert an entry that does not follow the last
    one of its register.
    """
    yield (
        "CREATE FUNCTION sabot_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ "
        "BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$"
    )
    yield (
        "CREATE FUNCTION sabot_entry_next() RETURNS trigger LANGUAGE plpgsql AS $$ "
        f"BEGIN IF {NEXT} THEN RAISE EXCEPTION 'this entry does not follow the last one'; END IF; RETURN NEW; END $$"
    )
    for table in APPEND_ONLY:
        yield (
            f"CREATE TRIGGER {table}_kept BEFORE UPDATE OR DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION sabot_append_only()"
        )
        yield (
            f"CREATE TRIGGER {table}_whole BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION sabot_append_only()"
        )
    yield (
        "CREATE TRIGGER table_entry_next BEFORE INSERT ON table_entry FOR EACH ROW EXECUTE FUNCTION sabot_entry_next()"
    )


def _drops(vendor: str) -> Iterator[str]:
    """Yield the statements that drop all triggers, and on PostgreSQL their functions too, each only if it exists.

    ``vendor`` is that of the connection. The triggers are those of each of ``APPEND_ONLY``, and that on the next entry.
    """
    if vendor == "sqlite":
        for table in APPEND_ONLY:
            for act in ("update", "delete", "replace"):
                yield f"DROP TRIGGER IF EXISTS {table}_no_{act}"
        yield "DROP TRIGGER IF EXISTS table_entry_next"
        return
    for table in APPEND_ONLY:
        yield f"DROP TRIGGER IF EXISTS {table}_kept ON {table}"
        yield f"DROP TRIGGER IF EXISTS {table}_whole ON {table}"
    yield "DROP TRIGGER IF EXISTS table_entry_next ON table_entry"
    yield "DROP FUNCTION IF EXISTS sabot_append_only"
    yield "DROP FUNCTION IF EXISTS sabot_entry_next"
