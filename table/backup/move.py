"""Moves a house from an SQLite file into PostgreSQL: all of it or nothing, with its registers unchanged.

Row by row, so that memory does not grow with the record. The triggers of the new database stay active: they refuse an
entry that does not follow the one before it.
"""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, connection, connections, models, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _

from table.backup import postgresql
from table.backup.facts import asking, facts
from table.backup.pack import Failed, RegisterEnd, failing_with
from table.backup.sqlite import alone, unserved
from table.models import Entry, OnlineSession, StaffSession
from table.record.proof import audit

OLD = "moving"
"""Django's alias of the source database."""
AT_A_TIME = 2000
MADE_BY_MIGRATING: tuple[type[models.Model], ...] = (ContentType, Permission)
"""Models that migrating fills: their rows are replaced by the house's, since other rows refer to them by id."""
STAYS: tuple[type[models.Model], ...] = (StaffSession, OnlineSession)
"""Models that are not moved: everybody signs in anew."""


def move(source: Path, *, each: Callable[[str, int], None]) -> dict[str, RegisterEnd]:
    """Move the house in the SQLite file `source` into the default database, a PostgreSQL without rows of a house.

    Returns the last entry of every register by its code. Sessions are left behind: everybody signs in anew. Calls
    `each` with the name and the row count of every table moved. Nobody may serve either database; both are locked until
    the end, when it commits. Raises :class:`Failed`, and then nothing is moved.
    """
    if connection.vendor != "postgresql":
        raise Failed(_("This house is not set to a PostgreSQL: let DATABASE_URL name the one that it is to move into."))
    if not source.is_file():
        raise Failed(_("There is no database of SQLite at %(file)s.") % {"file": source})
    source = source.resolve()
    with (
        failing_with(_("Nothing was moved: %(why)s")),
        closing(unserved(source)),
        _old(source),
        postgresql.unserved(),
        transaction.atomic(),
    ):
        _check_same_version()
        _check_empty()
        _move(each)
        return _verified()


@contextmanager
def _old(source: Path) -> Iterator[None]:
    """Open the old database under the alias OLD while the block runs, locked against any other program.

    The block is one transaction there: committed at its end, rolled back by an error. Raises Failed where
    another program has the file open.
    """
    alone(source).close()
    options = {"transaction_mode": "IMMEDIATE", "timeout": 2, "init_command": "PRAGMA locking_mode=EXCLUSIVE"}
    settings = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(source), "OPTIONS": options}
    connections.settings[OLD] = connections.configure_settings({DEFAULT_DB_ALIAS: settings})[DEFAULT_DB_ALIAS]
    try:
        with transaction.atomic(using=OLD):
            yield
    finally:
        connections[OLD].close()
        del connections[OLD]
        del connections.settings[OLD]


# --- checks before moving


def _check_same_version() -> None:
    """Raise Failed unless the old database (OLD) and the default one have the same migrations applied; names none."""
    old, new = (set(MigrationRecorder(connections[it]).applied_migrations()) for it in (OLD, DEFAULT_DB_ALIAS))
    if old != new:
        raise Failed(
            _(
                "The two databases are not of the same version: run “manage.py migrate” on each of them first, with "
                "this version."
            )
        )


def _check_empty() -> None:
    """Raise Failed if the default database, the target, has rows in any table that migrating does not fill."""
    for model in _models():
        if model not in MADE_BY_MIGRATING and model._base_manager.exists():
            raise Failed(
                _("The database that it is to move into holds something already: there are rows in “%(table)s”.")
                % {"table": model._meta.db_table}
            )


def _models() -> list[type[models.Model]]:
    """Return all models with a table of their own that Django manages."""
    return [it for it in apps.get_models(include_auto_created=True) if it._meta.managed and not it._meta.proxy]


def _moving() -> list[type[models.Model]]:
    """Return the models of which rows are moved, all but sessions; one may refer to another that comes later."""
    return [it for it in _models() if it not in STAYS]


# --- moving


def _move(each: Callable[[str, int], None]) -> None:
    """Copy the rows of all models but sessions, in place of those that migrating makes, and set the sequences of keys.

    Calls `each` with the name of each table and the number of its rows.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        # Rows may come before those that they refer to; foreign keys are checked at the commit.
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        for model in MADE_BY_MIGRATING[::-1]:
            model._base_manager.all().delete()
        for model in _moving():
            each(model._meta.db_table, _rows(model, cursor))
        for statement in connection.ops.sequence_reset_sql(no_style(), _moving()):
            cursor.execute(statement)


def _rows(model: type[models.Model], cursor: Any) -> int:
    """Copy all rows of a model to the target by COPY, converted by its fields; return their number.

    In the order of their keys, but entries by register and number, as a trigger admits them.
    """
    fields = model._meta.local_concrete_fields
    columns = ", ".join(connection.ops.quote_name(it.column or "") for it in fields)
    order = ("register", "number") if model is Entry else ("pk",)
    rows = model._base_manager.using(OLD).order_by(*order).values_list(*(it.attname for it in fields))
    count = 0
    statement = f"COPY {connection.ops.quote_name(model._meta.db_table)} ({columns}) FROM STDIN"
    with connection.wrap_database_errors, cursor.copy(statement) as into:
        for row in rows.iterator(chunk_size=AT_A_TIME):
            into.write_row([it.get_db_prep_save(value, connection) for it, value in zip(fields, row, strict=True)])
            count += 1
    return count


# --- comparing afterwards


def _verified() -> dict[str, RegisterEnd]:
    """Return the last entry of every register by its code, after comparing the copy with the source.

    Raises Failed unless its chains are sound, its registers end as they did, and every table moved has as many
    rows.
    """
    ends = facts(asking()).registers
    faults = [fault for code in ends for fault in audit.faults(code)]
    if ends != facts(asking(OLD)).registers:
        faults.append(_("The registers do not end as they did."))
    counted = ((it, it._base_manager.count(), it._base_manager.using(OLD).count()) for it in _moving())
    faults += [
        _("“%(table)s” has other rows than before.") % {"table": model._meta.db_table}
        for model, here, there in counted
        if here != there
    ]
    if faults:
        raise Failed(_("Nothing was moved: %(why)s") % {"why": "\n".join(faults)})
    return ends
