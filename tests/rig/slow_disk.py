"""The house on a slow disk: a commit of a transaction that has written to SQLite takes COMMIT_SECONDS longer."""

import time
from typing import Any

from django.db.backends.sqlite3.base import DatabaseWrapper

from config.asgi import application

__all__ = ["application"]
COMMIT_SECONDS = 0.05
Database: Any = DatabaseWrapper
commit = Database._commit


def _commit_slowly(database: Any) -> None:
    changes = database.connection.total_changes
    if changes != getattr(database, "changes_on_disk", 0):
        database.changes_on_disk = changes
        time.sleep(COMMIT_SECONDS)
    commit(database)


Database._commit = _commit_slowly
