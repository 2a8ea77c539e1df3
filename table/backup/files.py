"""Files written atomically and readable by their owner only (mode 0600)."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from glob import escape
from pathlib import Path
from typing import BinaryIO


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
