"""Files written atomically and readable by their owner only (mode 0600)."""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from glob import escape
from pathlib import Path
from typing import BinaryIO

from table.record.machine import owner

NO_LINKS = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS)
"""Errors of a hard link where the file system has none, or does not let this user make one."""


@contextmanager
def replace_atomically(path: Path) -> Iterator[BinaryIO]:
    """Yield a new file (mode 0600) that replaces `path` atomically on leaving, once synced; not after an error.

    Raises OSError. Nothing else is left beside the file, unless the process is killed (:func:`drop_rests`).
    """
    part = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        sync(path.parent)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def name_twice(path: Path, aside: Path) -> None:
    """Give a file a second name by a hard link, or where its file system has none, copy it to that name atomically.

    Either way the owner is the same. Raises OSError, as where that name is taken.
    """
    try:
        aside.hardlink_to(path)
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        with path.open("rb") as source, replace_atomically(aside) as file:
            owner.give(file.fileno(), path)
            shutil.copyfileobj(source, file)


def drop_rests(path: Path) -> None:
    """Delete what writers of this file have left beside it that were killed amid :func:`replace_atomically`.

    Nobody may be writing it meanwhile.
    """
    for rest in path.parent.glob(f".{escape(path.name)}.*"):
        if rest.suffix[1:].isdecimal():
            rest.unlink()


def sync(path: Path) -> None:
    """Flush a file to disk, or the names in a folder (fsync). Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
