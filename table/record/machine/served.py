"""Locks by which a process that serves a house is recognised; they end with their process."""

import fcntl
from pathlib import Path
from typing import IO

SERVED = "-serving"
NUMBER = 0x5AB07
"""Key of the advisory lock in PostgreSQL: "sabot", as far as hexadecimal digits can spell it."""


def lock(database: Path) -> IO[str] | None:
    """Lock a house in a SQLite file until the returned file is closed; None where another process has the lock."""
    # Never the file of the database itself: to close it again would lift SQLite's own locks.
    file = Path(f"{database}{SERVED}").open("w", encoding="utf-8")  # noqa: SIM115 - the caller closes it
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return file
