"""What the processes of one run of the suite need alike: the first that asks for it makes it, for all of them.

Each process of pytest-xdist has a folder of its own; beside it lies the one of the process that has started them.
"""

import fcntl
from collections.abc import Callable
from pathlib import Path

from tests.settings import HOUSE

_folders = [HOUSE]


def meet_in(folder: Path) -> None:
    """From now on what is made for all lies here."""
    _folders.append(folder)


def shared(name: str) -> Path:
    """The folder of this name, into which every process puts what others find there."""
    folder = _folders[-1] / "together" / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def made_once(name: str, make: Callable[[Path], None]) -> Path:
    """The file or folder of this name, which ``make`` has put at its path; who comes meanwhile waits for it."""
    made = _folders[-1] / "together" / name
    made.parent.mkdir(exist_ok=True)
    half = made.with_name(f"half-{name}")
    with made.with_name(f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            make(half)
            half.rename(made)
    return made
