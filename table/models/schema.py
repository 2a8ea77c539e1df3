"""Whether the database fits this version of the house: its migrations, and its real columns.

An applied migration is recorded in the database, which does not prove that the database looks like it. So the columns
are looked up as well, each time anew: a database may be altered or replaced at any moment.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from django.apps import apps
from django.core import checks
from django.core.management.base import CommandError
from django.db import DEFAULT_DB_ALIAS, connections, models, router
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

LACKS = _("The database lacks %(missing)s, which this version of the house needs.")
REMEDY = _(
    "All migrations are said to be applied, so none will make it: something else altered this database. "
    "Put a copy from before that in its place, or bring back by hand what is missing."
)

OF_A_HOUSE = ("table_person", "table_table", "table_entry")
"""Database tables that are not all empty once there is a house."""


def holds_a_house(connection: BaseDatabaseWrapper) -> bool:
    """Whether the database has any person, table or entry; works on one that is not migrated, too."""
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))
        for table in OF_A_HOUSE:
            if table in there:
                cursor.execute(f"SELECT 1 FROM {table} LIMIT 1")  # noqa: S608 - a name of our own
                if cursor.fetchone():
                    return True
    return False


def house_row() -> dict[str, Any]:
    """Return the columns of the house's row in the default database by name, whatever its version; {} without a row.

    Values are as the driver gives them. Raises DatabaseError where there is no such table.
    """
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute("SELECT * FROM table_house ORDER BY id LIMIT 1")
        row = cursor.fetchone() or ()
        return {column[0]: value for column, value in zip(cursor.description, row, strict=False)}


def is_migrated(connection: BaseDatabaseWrapper) -> bool:
    """Whether every migration of this version is recorded as applied, not only the last ones; more than those may be.

    Raises OperationalError where the database cannot be reached.
    """
    loader = MigrationLoader(connection)
    return set(loader.graph.nodes).issubset(loader.applied_migrations)


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """List what models have and the database lacks: tables (`table_alert`) and columns (`table_table.awaits`)."""
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))
        return [
            name
            for model in apps.get_models(include_auto_created=True)
            if model._meta.managed and not model._meta.proxy and router.allow_migrate_model(connection.alias, model)
            for name in _missing_of(model, cursor, there)
        ]


def _missing_of(model: type[models.Model], cursor: Any, there: set[str]) -> Iterator[str]:
    """Yield the name of a model's table (`table_alert`) if the database lacks it, else of each column that it lacks.

    Columns as `table_table.awaits`, found by a query without rows.
    """
    table = model._meta.db_table
    if table not in there:
        yield table
        return
    cursor.execute(f"SELECT * FROM {cursor.db.ops.quote_name(table)} WHERE 1 = 0")  # noqa: S608 - a name of our own
    columns = {column[0] for column in cursor.description}
    yield from (f"{table}.{it.column}" for it in model._meta.local_concrete_fields if it.column not in columns)


def check(*, databases: Sequence[str] | None, **_kwargs: Any) -> list[checks.CheckMessage]:
    """Return an error for each of these databases that lacks tables or columns of the models; none for None.

    Reports nothing while a migration waits, which may make what is missing: with an error, nobody could apply it.
    """
    found: list[checks.CheckMessage] = []
    for connection in (connections[alias] for alias in databases or ()):
        if is_migrated(connection) and (lacking := missing(connection)):
            said = gettext(LACKS) % {"missing": ", ".join(lacking)}
            found.append(checks.Error(said, hint=gettext(REMEDY), id="table.E001"))
    return found


def check_made() -> None:
    """Raise CommandError unless every migration is applied."""
    if not is_migrated(connections[DEFAULT_DB_ALIAS]):
        raise CommandError(
            gettext("This house is not made yet: its database has no tables. Run “manage.py migrate” first.")
        )
