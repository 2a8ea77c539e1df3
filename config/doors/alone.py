"""Whether this process serves the house alone, and whether it has to.

SQLite is for one process, and so is a house without Redis: its processes would not hear of one another's acts. So a
process holds a lock from its start to its end. Beside a file of SQLite that is a lock on a file of its own; at
PostgreSQL it is one that its server keeps, which processes share that hear of one another. A lock ends with its
process, however that ends: nothing is left behind that somebody would have to clear away.
"""

import sys
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import OperationalError, connection
from django.db.utils import ConnectionHandler
from django.utils.module_loading import import_string

from table.record.machine import served

WAIT_SECONDS = 5.0
"""So long PostgreSQL may take to notice that the process before is gone."""
ON_SQLITE = (
    "Another process serves this house already, from {name}. SQLite is for one process: stop the other one, or give "
    "this one a database of its own by DATABASE_URL; several processes need PostgreSQL and Redis."
)
WITHOUT_REDIS = (
    "Another process serves this house already, and they would not hear of one another's acts: set REDIS_URL for every "
    "one of them, or serve the house by one process."
)


def claim() -> AbstractContextManager[object]:
    """The lock that this process needs, until it is left; the process ends with a sentence where another one has it."""
    if connection.vendor == "sqlite":
        return _on_sqlite(Path(connection.settings_dict["NAME"]))
    return closing(_on_postgresql(shared=bool(settings.REDIS_URL)))


def _on_sqlite(database: Path) -> IO[str]:
    if (file := served.lock(database)) is None:
        sys.exit(ON_SQLITE.format(name=database))
    return file


def _on_postgresql(*, shared: bool) -> Any:
    """A connection beside all others, which no pool takes back."""
    own = {**connection.settings_dict, "CONN_MAX_AGE": None}
    own["OPTIONS"] = {name: value for name, value in own["OPTIONS"].items() if name != "pool"}
    keeper: Any = ConnectionHandler({"default": own})["default"]
    how = "pg_advisory_lock_shared" if shared else "pg_advisory_lock"
    try:
        with keeper.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = {round(1000 * WAIT_SECONDS)}")
            cursor.execute(f"SELECT {how}(%s)", [served.NUMBER])
    except OperationalError as error:
        keeper.close()
        if not import_string("table.record.machine.held.is_held")(error):  # it asks for models
            raise
        sys.exit(WITHOUT_REDIS)
    return keeper
