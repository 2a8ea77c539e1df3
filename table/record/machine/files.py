"""Files written atomically and readable by their owner only (mode 0600)."""

import errno
import fcntl
import os
import shutil
import tempfile
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


@contextmanager
def write_once(path: Path, *, like: Path) -> Iterator[BinaryIO]:
    """Yield a new file (mode 0600, of the owner of `like`) that gets the name `path` on leaving, synced; not on errors.

    Raises FileExistsError where that name is taken by then, another OSError where it cannot be written. Nothing else is
    left beside the file, unless the process is killed (:func:`drop_rests`).
    """
    # A random name: threads, and containers in which processes have the same number, may make one file at a time.
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=f".{os.getpid()}", dir=path.parent)
    part = Path(name)
    try:
        with os.fdopen(descriptor, "w+b") as file:
            owner.give(file.fileno(), like)
            yield file
            file.flush()
            os.fsync(file.fileno())
        _name(part, path)
        sync(path.parent)
    finally:
        part.unlink(missing_ok=True)


def _name(part: Path, path: Path) -> None:
    """Give a file the name `path`, by a hard link or, where its file system has none, by renaming it under a lock.

    The lock is on the folder, between processes of this machine. Raises FileExistsError where that name is taken.
    """
    try:
        path.hardlink_to(part)
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            if os.path.lexists(path):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
            part.rename(path)
        finally:
            os.close(folder)


def name_twice(path: Path, aside: Path) -> None:
    """Give a file a second name by a hard link, or where its file system has none, copy it to that name atomically.

    Either way the owner is the same. Raises OSError, as where that name is taken.
    """
    try:
        aside.hardlink_to(path)
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        with path.open("rb") as source, write_once(aside, like=path) as file:
            shutil.copyfileobj(source, file)


def drop_rests(path: Path) -> None:
    """Delete what writers of this file, or of a second name that begins with its own, have left as they were killed.

    Nobody may be writing it meanwhile.
    """
    for rest in path.parent.glob(f".{escape(path.name)}.*"):
        if rest.suffix[1:].isdecimal():
            rest.unlink()


def listed(folder: Path) -> list[Path]:
    """List what lies in a folder, in no order; empty where there is no such folder."""
    return list(folder.iterdir()) if folder.is_dir() else []


def sync(path: Path) -> None:
    """Flush a file to disk, or the names in a folder (fsync), unless its file system can sync no folder.

    Raises OSError.
    """
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno != errno.EINVAL or not path.is_dir():
            raise
    finally:
        os.close(descriptor)
