"""When another program holds the database: whoever acts is told so soon, and that nothing was recorded.

Acts of the house hold it for some milliseconds. Whoever waits for seconds waits for a program that began a transaction
and left it open: a shell, a copy that is being made. An act waits for it so long as the database's settings say; from
then on, until one comes through again, the next ones hardly wait at all, so that what stands in line behind the first
is not answered ever later, and screens are drawn meanwhile.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from django.conf import settings
from django.db import OperationalError, connection, transaction

from table.rules.refusal import Code, Refused

HARDLY_SECONDS = 0.1
LOOK_SECONDS = 0.5
"""So long a look whether somebody holds it waits: whoever writes for the house is through by then."""
BUSY, LOCK_NOT_AVAILABLE = 5, "55P03"
FULL, DISK_FULL = 13, "53100"
"""What SQLite and PostgreSQL call it."""


class Held:
    """Whether an act of this process found the database held, and since when, in seconds of the monotonic clock."""

    def __init__(self) -> None:
        self.since: float | None = None

    def told(self, *, held: bool) -> None:
        """An act came through, or did not."""
        if held and self.since is None:
            self.since = time.monotonic()
        elif not held:
            self.since = None


database = Held()


@contextmanager
def found_out() -> Iterator[None]:
    """Refuse what is done in here with E_HELD where another program holds the database, or the disk is full.

    Then nothing was done.
    """
    try:
        with nullcontext() if database.since is None else waiting(HARDLY_SECONDS):
            yield
    except OperationalError as error:
        if is_full(error):
            raise Refused(
                Code.HELD, "The disk of this house is full, so nothing was recorded. Tell whoever looks after it."
            ) from None
        if not is_held(error):
            raise
        database.told(held=True)
        raise Refused(
            Code.HELD, "Another program holds the database, so nothing was recorded. Wait a moment and press again."
        ) from None
    if database.since is not None:
        database.told(held=False)


def is_held(error: OperationalError) -> bool:
    """Whether somebody waited in vain for a lock that another one has."""
    return _is(error, BUSY, LOCK_NOT_AVAILABLE)


def is_full(error: OperationalError) -> bool:
    """Whether there was no room on disk for what was to be written."""
    return _is(error, FULL, DISK_FULL)


def _is(error: OperationalError, sqlite: int, sqlstate: str) -> bool:
    cause: Any = error.__cause__
    return getattr(cause, "sqlite_errorcode", 0) & 0xFF == sqlite or getattr(cause, "sqlstate", "") == sqlstate


def now() -> bool:
    """Whether the database is held: SQLite is asked for its one lock, PostgreSQL has one for each table."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return database.since is not None
    try:
        with waiting(LOOK_SECONDS), transaction.atomic():
            return False
    except OperationalError as error:
        if not is_held(error):
            raise
        return True


@contextmanager
def waiting(seconds: float) -> Iterator[None]:
    """On SQLite, wait no longer than this for the lock meanwhile; on PostgreSQL as long as ever."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    connection.ensure_connection()
    _patience(seconds)
    try:
        yield
    finally:
        _patience(settings.LONGEST_WAIT_SECONDS)


def _patience(seconds: float) -> None:
    # Past Django, which counts and records statements: it asks the database nothing.
    if connection.connection is not None:
        connection.connection.execute(f"PRAGMA busy_timeout={round(1000 * seconds)}")
