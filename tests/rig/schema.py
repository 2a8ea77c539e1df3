"""What a database really consists of, asked of the database itself: to compare one with another."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import connection

from tests.paper.sources import PACKAGES

TRIGGERS = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name",
    "postgresql": """
        SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
        UNION ALL SELECT proname, prosrc FROM pg_proc WHERE proname LIKE 'sabot%'
        ORDER BY 1
    """,
}


def triggers() -> list[Any]:
    """The triggers that stand in the database, as they were made, and the functions that they call."""
    with connection.cursor() as cursor:
        cursor.execute(TRIGGERS[connection.vendor])
        return list(cursor.fetchall())


def tables() -> dict[str, list[Any]]:
    """Every table of the house with its columns, indexes and constraints, in no order."""
    models = [model for room in PACKAGES for model in apps.get_app_config(room).get_models()]
    return {model._meta.db_table: sorted(_parts(model._meta.db_table)) for model in models}


def _parts(table: str) -> Iterator[str]:
    with connection.cursor() as cursor:
        for column in connection.introspection.get_table_description(cursor, table):
            yield f"column {column.name} {column.type_code} {column.null_ok} {column.default}"
        for name, facts in connection.introspection.get_constraints(cursor, table).items():
            # What was given no name gets a running number from whoever asks.
            known = "" if name.startswith("__unnamed_constraint") else name
            yield f"{known} {sorted((key, value) for key, value in facts.items() if value)}"
