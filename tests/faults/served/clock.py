"""Programs of a house whose wall clock can be put wrong while they run: ``python clock.py MODULE ARGUMENTS``.

The file that FAULTS_CLOCK names holds by how many seconds it is wrong, as a double. The monotonic clock goes on as it
does, as when a keeper or a time server sets the clock of a machine. Nothing of the house knows of this module.
"""

import mmap
import os
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from runpy import run_module
from unittest.mock import patch

from django.utils import timezone

NAME, WRONG = "FAULTS_CLOCK", struct.Struct("d")


def put_wrong(file: Path, seconds: float) -> None:
    """From now on the clock that reads this file is wrong by so much."""
    with file.open("r+b" if file.exists() else "wb") as clock:
        clock.write(WRONG.pack(seconds))


@contextmanager
def gone_by(file: Path) -> Iterator[None]:
    """Whoever asks in this process what time it is gets it from the wrong clock."""
    with file.open("rb") as clock:
        wrong = mmap.mmap(clock.fileno(), WRONG.size, access=mmap.ACCESS_READ)
    right_time = time.time

    def wrong_time() -> float:
        return right_time() + float(WRONG.unpack_from(wrong)[0])

    def wrong_now() -> datetime:
        return datetime.fromtimestamp(wrong_time(), UTC)

    with wrong, patch.object(time, "time", wrong_time), patch.object(timezone, "now", wrong_now):
        yield


if __name__ == "__main__":
    del sys.argv[0]
    with gone_by(Path(os.environ[NAME])):
        run_module(sys.argv[0], run_name="__main__", alter_sys=True)
