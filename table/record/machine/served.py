"""By which locks a process that serves a house is known, wherever somebody has to ask; they end with their process."""

import fcntl
from pathlib import Path
from typing import IO

SERVED = "-serving"
NUMBER = 0x5AB07
"""The name of the lock at PostgreSQL: "sabot", as far as it goes in hexadecimal digits."""


def lock(database: Path) -> IO[str] | None:
    """The lock of a house in a file of SQLite, until it is closed; None where another process has it."""
    # Never the file of the database itself: to close it again would lift SQLite's own locks.
    file = Path(f"{database}{SERVED}").open("w", encoding="utf-8")  # noqa: SIM115 - the caller closes it
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return file
