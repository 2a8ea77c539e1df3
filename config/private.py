"""What the house keeps on disk is for its own user alone: registers, keys, PINs of the demo, the log."""

import os
import stat
from contextlib import suppress
from pathlib import Path

from config.environment import HOME

KEPT = HOME / "var"
FOLDER, FILE = 0o700, 0o600
MASK = 0o077
"""What nobody but the owner may do with whatever the house makes from now on."""


def folder(path: Path) -> None:
    """This folder is there; one that is made now, and the house's own in any case, is for its owner alone."""
    path.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    if path.resolve() == KEPT.resolve():
        _close(path, FOLDER)


def file(path: Path) -> None:
    """This file is there, empty where it was not, and its owner alone reads it."""
    folder(path.parent)
    path.touch(mode=FILE)
    _close(path, FILE)


def database(path: Path) -> None:
    """The file of a database is there and for its owner alone, and so is what SQLite writes beside it.

    SQLite gives these the mode of the file itself, but leaves those that are there already as they are.
    """
    file(path)
    for beside in (Path(f"{path}-wal"), Path(f"{path}-shm")):
        with suppress(FileNotFoundError):
            _close(beside, FILE)


def _close(path: Path, mode: int) -> None:
    # Whom it belongs to may be somebody else than we are; then he has to do it.
    if stat.S_IMODE(path.stat().st_mode) & MASK:
        with suppress(PermissionError):
            path.chmod(mode)


def from_now_on() -> None:
    """Whatever this process makes is for its own user alone, and so is the house's own folder."""
    os.umask(MASK)
    if KEPT.exists():
        _close(KEPT, FOLDER)
