"""Locks of a database: by the process that serves the house, and by another program, at which acts are refused.

The first ends with its process. While another program has the lock, acts are refused soon and nothing is recorded: acts
of the house hold it for some milliseconds, and whoever waits for seconds waits for a program that left a transaction
open: a shell, a copy that is being made. The first act waits as long as the database's settings say; from then on,
until one comes through again, the next ones hardly wait at all, so that what queues behind the first is not answered
ever later, and screens can be drawn meanwhile.
"""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import DatabaseError, OperationalError, connection, transaction

from table.record.machine import owner
from table.rules.refusal import Code, Refused

HARDLY_SECONDS = 0.1
LOOK_SECONDS = 0.5
"""Seconds for which :func:`now` waits: whoever writes for the house is through by then."""
NOTED_SECONDS = 30.0
"""Seconds for which PostgreSQL counts as locked after an act found it so: a house in which nobody presses is ready."""
BUSY, LOCK_NOT_AVAILABLE = 5, "55P03"
FULL, DISK_FULL = 13, "53100"
"""Codes of these errors in SQLite and in PostgreSQL."""
SERVING = "-serving"
SERVING_NUMBER = 0x5AB07
"""Key of the advisory lock in PostgreSQL: "sabot", as far as hexadecimal digits can spell it."""
MIGRATING_NUMBER = SERVING_NUMBER + 1
"""Key of the one that a process holds while it migrates the database."""
TRAINING_NUMBER = SERVING_NUMBER + 2
"""Key of the one that a process holds while an instructor brings a training table to an exercise."""
TAKING_ON_NUMBER = SERVING_NUMBER + 3
"""Key of the one that a process holds while it takes on the first person of a house."""


@dataclass
class DatabaseLock:
    """Time (monotonic seconds) ``at`` which the last act of this process found the database locked; else None.

    It is None again once a press was done; one that is refused for another reason changes nothing.
    """

    at: float | None = None


database = DatabaseLock()


@contextmanager
def one_process_at_a_time(number: int) -> Iterator[None]:
    """Hold this advisory lock while the block runs; on SQLite, whose house one process serves, there is none to hold.

    Blocks as long as an act waits for a lock; then refuses as :func:`refuse_if_locked`.
    """
    if connection.vendor == "sqlite":
        yield
        return
    with refuse_if_locked(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [number])
    try:
        yield
    finally:
        # A lost connection has released it already.
        with suppress(DatabaseError), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [number])


def nobody_writes(table: str) -> bool:
    """Lock a table of the database against writers (SHARE mode) to the end of this transaction, if nobody writes.

    Returns whether it did, without waiting: False, with nothing locked, while somebody else writes to it. On SQLite,
    where no number is drawn before its writer has the lock, always True, and nothing is locked.
    """
    if connection.vendor == "sqlite":
        return True
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {connection.ops.quote_name(table)} IN SHARE MODE NOWAIT")
    except OperationalError as error:
        if not is_locked(error):
            raise
        return False
    return True


@contextmanager
def refuse_if_locked() -> Iterator[None]:
    """Refuse (E_HELD) a press whose block fails because another program locks the database, or the disk is full.

    A lock is noted in ``database``, a full disk is not; a block that ends without an error clears the note. While it is
    set, the block waits for SQLite's lock at most ``HARDLY_SECONDS``. Other errors, of the database too, are passed on.
    """
    try:
        with nullcontext() if database.at is None else waiting(HARDLY_SECONDS):
            yield
    except OperationalError as error:
        if is_full(error):
            raise Refused(
                Code.HELD, "The disk of this house is full, so nothing was recorded. Tell whoever looks after it."
            ) from None
        if not is_locked(error):
            raise
        database.at = time.monotonic()
        raise Refused(
            Code.HELD, "Another program holds the database, so nothing was recorded. Wait a moment and press again."
        ) from None
    database.at = None


def is_locked(error: OperationalError) -> bool:
    """Whether the error is that of a lock which somebody else has: SQLITE_BUSY, or lock_not_available in PostgreSQL."""
    return _is(error, BUSY, LOCK_NOT_AVAILABLE)


def is_full(error: OperationalError) -> bool:
    """Whether the error is that of a full disk: SQLITE_FULL, or disk_full in PostgreSQL."""
    return _is(error, FULL, DISK_FULL)


def _is(error: OperationalError, sqlite: int, sqlstate: str) -> bool:
    """Whether the driver's error behind this one has SQLite's result code ``sqlite``, or this SQLSTATE.

    An extended result code counts as its primary one. False for an error without a cause.
    """
    cause: Any = error.__cause__
    return getattr(cause, "sqlite_errorcode", 0) & 0xFF == sqlite or getattr(cause, "sqlstate", "") == sqlstate


def now() -> bool:
    """Whether the database is locked now: on SQLite found out by beginning a transaction, for at most ``LOOK_SECONDS``.

    On PostgreSQL and inside an atomic block: whether the last act of this process found it so, within NOTED_SECONDS.
    Notes nothing; an error that is not that of a lock is raised.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        at = database.at
        return at is not None and time.monotonic() - at < NOTED_SECONDS
    try:
        with waiting(LOOK_SECONDS), transaction.atomic():
            return False
    except OperationalError as error:
        if not is_locked(error):
            raise
        return True


@contextmanager
def waiting(seconds: float) -> Iterator[None]:
    """Wait at most this many seconds for SQLite's lock while the block runs, then ``LONGEST_WAIT_SECONDS`` again.

    No effect on PostgreSQL or inside an atomic block.
    """
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
    """Have SQLite wait at most this many seconds for a lock, from now on, on the default connection.

    Rounded to milliseconds. Nothing where it is not open; raises the driver's own errors.
    """
    # Past Django, which counts and records statements: it asks the database nothing.
    if connection.connection is not None:
        connection.connection.execute(f"PRAGMA busy_timeout={round(1000 * seconds)}")


# --- the process that serves the house


def lock_served(database: Path) -> IO[str] | None:
    """Lock a house in a SQLite file until the returned file is closed; None at once if it is locked, also by this one.

    The lock is on a file beside it, its name with ``-serving``, which is made and given to the owner of the database
    (:func:`.owner.give`). Raises OSError where that file cannot be opened.
    """
    # Never the file of the database itself: to close it again would lift SQLite's own locks.
    file = os.fdopen(os.open(f"{database}{SERVING}", os.O_WRONLY | os.O_CREAT, mode=0o600), "w", encoding="utf-8")
    owner.give(file.fileno(), database)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return file
