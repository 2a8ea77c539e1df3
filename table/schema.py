"""Whether the database is the one that this version of the house needs: its migrations, and its real columns.

That a migration is applied is written down in the database; it does not prove that the database looks like it. So the
columns are asked for as well, every time anew: a database may be altered or put in place of another at any moment.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from django.apps import apps
from django.core import checks
from django.db import connections, models, router
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
"""Where something is as soon as there is a house."""


def holds_a_house(connection: BaseDatabaseWrapper) -> bool:
    """Whether somebody works here, there is a table, or anything was done; also before the database is migrated."""
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))
        for table in OF_A_HOUSE:
            if table in there:
                cursor.execute(f"SELECT 1 FROM {table} LIMIT 1")  # noqa: S608 - a name of our own
                if cursor.fetchone():
                    return True
    return False


def is_migrated(connection: BaseDatabaseWrapper) -> bool:
    """Whether every migration is said to be applied, not only the last ones."""
    loader = MigrationLoader(connection)
    return set(loader.graph.nodes).issubset(loader.applied_migrations)


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """The tables and columns that models have and the database does not: `table_alert`, `table_table.awaits`."""
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))
        return [
            name
            for model in apps.get_models(include_auto_created=True)
            if _is_kept_in(connection, model)
            for name in _missing_of(model, cursor, there)
        ]


def _is_kept_in(connection: BaseDatabaseWrapper, model: type[models.Model]) -> bool:
    options = model._meta
    return options.managed and not options.proxy and router.allow_migrate_model(connection.alias, model)


def _missing_of(model: type[models.Model], cursor: Any, there: set[str]) -> Iterator[str]:
    """Asked by a query without rows: what every database answers at once with the names of its columns."""
    table = model._meta.db_table
    if table not in there:
        yield table
        return
    cursor.execute(f"SELECT * FROM {cursor.db.ops.quote_name(table)} WHERE 1 = 0")  # noqa: S608 - a name of our own
    columns = {column[0] for column in cursor.description}
    yield from (f"{table}.{it.column}" for it in model._meta.local_concrete_fields if it.column not in columns)


def check(*, databases: Sequence[str] | None, **_kwargs: Any) -> list[checks.CheckMessage]:
    """The system check of `manage.py check --database default`, which `manage.py migrate` makes before it begins.

    What a migration that waits may make is no fault: with an error, nobody could apply it.
    """
    found: list[checks.CheckMessage] = []
    for connection in (connections[alias] for alias in databases or ()):
        if is_migrated(connection) and (lacking := missing(connection)):
            said = gettext(LACKS) % {"missing": ", ".join(lacking)}
            found.append(checks.Error(said, hint=gettext(REMEDY), id="table.E001"))
    return found
