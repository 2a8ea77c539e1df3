"""Lock of a serving process: it keeps a second one out, unless the two can learn of one another's acts.

SQLite is for one process, and so is a house without Redis. On SQLite the lock is on a file beside the database, on
PostgreSQL an advisory lock, which processes with Redis share. Either ends with its process, however that ends: nothing
is left behind that somebody would have to remove.
"""

import sys
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import OperationalError, connection
from django.db.utils import ConnectionHandler
from django.utils.module_loading import import_string

from table.record.machine import database_lock

WAIT_SECONDS = 5.0
"""Time that PostgreSQL may take to notice that an earlier process is gone."""
ON_SQLITE = (
    "Another process serves this house already, or restores it, from {name}. SQLite is for one process: stop the other "
    "one, or give this one a database of its own by DATABASE_URL; several processes need PostgreSQL and Redis."
)
NO_LOCK = "{name} cannot be written by this user: {why}. Give it to the user of the service, or delete it."
WITHOUT_REDIS = (
    "Another process serves this house already, and they would not hear of one another's acts: set REDIS_URL for every "
    "one of them, or serve the house by one process."
)

WITH_REDIS = (
    "Another program has this house for itself: one that serves it without REDIS_URL, which each of them needs, or "
    "that restores or moves it. Stop the one or wait for the other, and start this process again."
)


def claim() -> AbstractContextManager[object]:
    """Take the lock that this process needs, and return it as a context manager that releases it.

    On PostgreSQL processes with REDIS_URL share it. Exits with a sentence if another process has it, on PostgreSQL
    after WAIT_SECONDS, and on SQLite if the lock's file cannot be written. Raises OperationalError for any other fault
    of PostgreSQL, such as that it cannot be reached.
    """
    if connection.vendor == "sqlite":
        return _on_sqlite(Path(connection.settings_dict["NAME"]))
    return closing(_on_postgresql(shared=bool(settings.REDIS_URL)))


def one_by_one() -> AbstractContextManager[object]:
    """Wait until no other process migrates the database, and return a context manager within which none does.

    The call itself waits, as long as that takes. On SQLite, whose one process has claimed it, it returns at once.
    Raises OperationalError where PostgreSQL cannot be reached.
    """
    if connection.vendor == "sqlite":
        return nullcontext()
    keeper = _keeper()
    with keeper.cursor() as cursor:
        # As long as it takes: the other one may have a backup to make.
        cursor.execute("SET lock_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [database_lock.MIGRATING_NUMBER])
    return closing(keeper)


def _on_sqlite(database: Path) -> IO[str]:
    """Lock the file beside the database and return it, open.

    Exits with a sentence if another process has it, or this one cannot write to it.
    """
    try:
        file = database_lock.lock_served(database)
    except OSError as error:
        sys.exit(NO_LOCK.format(name=f"{database}{database_lock.SERVING}", why=error.strerror))
    if file is None:
        sys.exit(ON_SQLITE.format(name=database))
    return file


def _on_postgresql(*, shared: bool) -> Any:
    """Take the lock on a connection of its own, and return that.

    Waits WAIT_SECONDS at most, then exits with a sentence. ``shared``: other processes of this house may hold it, too.
    Raises OperationalError for any other fault of the database.
    """
    keeper = _keeper()
    how = "pg_advisory_lock_shared" if shared else "pg_advisory_lock"
    try:
        with keeper.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = {round(1000 * WAIT_SECONDS)}")
            cursor.execute(f"SELECT {how}(%s)", [database_lock.SERVING_NUMBER])
    except OperationalError as error:
        keeper.close()
        if not import_string("table.record.machine.database_lock.is_locked")(error):  # it imports models
            raise
        sys.exit(WITH_REDIS if shared else WITHOUT_REDIS)
    return keeper


def _keeper() -> Any:
    """Return a connection to the default database, outside the pool, for a lock that ends with it; not opened yet."""
    own = {**connection.settings_dict, "CONN_MAX_AGE": None}
    own["OPTIONS"] = {name: value for name, value in own["OPTIONS"].items() if name != "pool"}
    return ConnectionHandler({"default": own})["default"]
