"""`python -m config.doors.anew FILE`: deletes the database of a demo house, unless a process serves it.

The lock file stays: a process that starts meanwhile has to find the same one.
"""

import sys
from pathlib import Path

from table.record.machine import served

SERVED = (
    "A demo house is served from {name} still: stop it first (Ctrl+C where it was started), or go on with that one. "
    "Nothing was deleted."
)


def away(database: Path) -> None:
    """Delete a SQLite database and every file whose name begins with its name, except the lock.

    Exits with a sentence if a process serves it.
    """
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if (held := served.lock(database)) is None:
        sys.exit(SERVED.format(name=database))
    with held:
        delete(database)


def delete(database: Path) -> None:
    """Delete a SQLite database and every file whose name begins with its name, except the lock."""
    for file in database.parent.glob(f"{database.name}*"):
        if not file.name.endswith(served.SERVED):
            file.unlink()


if __name__ == "__main__":
    away(Path(sys.argv[1]))
