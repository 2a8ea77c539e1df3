"""`python -m config.doors.anew FILE`: deletes the database of a demo house, unless a process serves it.

The lock file stays: a process that starts meanwhile has to find the same one.
"""

import sys
from pathlib import Path

from table.record.machine import database_lock

SERVED = (
    "A demo house is served from {name} still: stop it first (Ctrl+C where it was started), or go on with that one. "
    "Nothing was deleted."
)
NOT_DELETED = "The demo house before, {name}, cannot be deleted by this user: {why}."
PARTS = ("", "-wal", "-shm", "-journal")
"""What SQLite appends to the name of a database for its own files."""


def away(database: Path) -> None:
    """Delete a SQLite database with its journals, if there is one; exits with a sentence if a process serves it.

    It does so, too, where this process cannot write there. Makes its folder where that is missing, and leaves the lock
    file there.
    """
    try:
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if (lock := database_lock.lock_served(database)) is None:
            sys.exit(SERVED.format(name=database))
        with lock:
            delete(database)
    except OSError as error:
        sys.exit(NOT_DELETED.format(name=database, why=error.strerror))


def delete(database: Path) -> None:
    """Delete a SQLite database with its journals; houses that a restore has put aside stay, and so does the lock.

    Whether a process serves it is not looked at. Raises OSError where one cannot be deleted; missing ones are passed
    over.
    """
    for part in PARTS:
        Path(f"{database}{part}").unlink(missing_ok=True)


if __name__ == "__main__":
    away(Path(sys.argv[1]))
