"""File modes: whatever the house makes (registers, keys, demo PINs, log) is for its own user alone.

A key that takes the place of another may be read by whoever could read that (:mod:`table.record.machine.owner`).
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from config.environment import HOME
from table.record.machine import owner

STATE = HOME / "var"
FOLDER, FILE = 0o700, 0o600
NOT_WRITABLE = (
    "{path} cannot be written by this user: {why}. The user of the service owns what the house writes, and runs its "
    "commands."
)
UMASK = 0o077
"""Permissions of group and others; the umask of a server."""


@contextmanager
def writable(path: Path) -> Iterator[None]:
    """Re-raise an OSError of the block as ImproperlyConfigured, with why this process cannot write to `path`."""
    try:
        yield
    except OSError as error:
        raise ImproperlyConfigured(NOT_WRITABLE.format(path=path, why=error.strerror)) from None


def folder(path: Path) -> None:
    """Make a folder, and those above it that are missing, with mode 0700; as root each has the owner of that above it.

    A path that exists is left as it is, and so are those above it; but if `path` is `var` itself, it is closed to group
    and others, as far as this process may do so. Raises OSError.
    """
    owner.folder(path)
    if path.resolve() == STATE.resolve():
        _close(path, FOLDER)


def file(path: Path) -> None:
    """Make an empty file that only its owner can read, with its folder; as root it is given to the folder's owner.

    One that exists keeps its content, and is closed to others as far as this process may do so; a device or a pipe is
    left as it is. Of a link it is the file that it leads to, whose folder has to be there. Raises ImproperlyConfigured
    where this process cannot write to it, and for a folder.
    """
    with writable(path):
        folder(path.parent)
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        is_new = not path.exists()
        # One that is there is not opened: to close it again would lift SQLite's locks on it.
        path.touch(mode=FILE)
        if is_new:
            made = path.resolve()
            owner.give_path(made, made.parent)
        if path.is_file():
            _close(path, FILE)


def database(path: Path) -> None:
    """Make the file of a SQLite database as `file` does, and close its `-wal` and `-shm` files to others.

    SQLite makes these with the mode of the database, beside the file to which a link leads, but leaves existing ones as
    they are; missing ones are not made. Raises ImproperlyConfigured as `file` does; a mode that this process may not
    change stays.
    """
    file(path)
    for companion in (Path(f"{path.resolve()}{ending}") for ending in ("-wal", "-shm")):
        with suppress(FileNotFoundError):
            _close(companion, FILE)


def _close(path: Path, mode: int) -> None:
    """Set the mode of a path if group or others have any right to it, as far as this process may do so.

    Raises FileNotFoundError for a missing one.
    """
    # It may belong to another user, who then has to do it.
    if stat.S_IMODE(path.stat().st_mode) & UMASK:
        with suppress(PermissionError):
            path.chmod(mode)


def from_now_on() -> None:
    """Set the umask of this process so that new files are for its own user alone, and close `var` to others."""
    os.umask(UMASK)
    if STATE.exists():
        _close(STATE, FOLDER)
