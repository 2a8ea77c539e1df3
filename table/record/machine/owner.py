"""Owner of what a house writes: a command that root runs leaves no file that the service of the house cannot read."""

import os
import stat
from contextlib import suppress
from pathlib import Path

GROUP = stat.S_IRGRP


def give(descriptor: int, like: Path) -> None:
    """Give an open file or folder to owner and group of `like`: the file that it replaces, or the folder it is in.

    A file `like` passes on its group's right to read, too. Nothing where `like` does not exist, or this process may
    not: only root gives to others.
    """
    with suppress(FileNotFoundError, PermissionError):
        found = like.stat()
        os.fchown(descriptor, found.st_uid, found.st_gid)
        if stat.S_ISREG(found.st_mode):
            os.fchmod(descriptor, stat.S_IMODE(os.fstat(descriptor).st_mode) | found.st_mode & GROUP)


def folder(path: Path) -> None:
    """Make a folder, and those above it that are missing, each with mode 0700.

    Does nothing where the path exists, even as a file. Each is given to the owner of the folder above it, as
    :func:`give` does. Raises OSError where one cannot be made.
    """
    if path.exists():
        return
    folder(path.parent)
    # Each by a call of its own: mkdir(parents=True) gives those above the mode that the umask leaves.
    path.mkdir(mode=0o700, exist_ok=True)
    give_path(path, path.parent)


def give_path(path: Path, like: Path) -> None:
    """Give a file or folder that this process has made as :func:`give` does; raises OSError for a symbolic link."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        give(descriptor, like)
    finally:
        os.close(descriptor)
