"""A house whose wall clock can be put wrong while it is served: ``python -m tests.faults.served.clock HOST PORT``.

The file that FAULTS_CLOCK names holds by how many seconds it is wrong, as a double. The monotonic clock goes on as it
does, as when a keeper or a time server sets the clock of a machine. Nothing of the house knows of this module.
"""

import mmap
import os
import struct
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.utils import timezone

WRONG = struct.Struct("d")


def put_wrong(file: Path, seconds: float) -> None:
    """From now on the clock that reads this file is wrong by so much."""
    with file.open("r+b" if file.exists() else "wb") as clock:
        clock.write(WRONG.pack(seconds))


def go_by(file: Path) -> None:
    """Whoever asks in this process what time it is gets it from the wrong clock."""
    with file.open("rb") as clock:
        wrong = mmap.mmap(clock.fileno(), WRONG.size, access=mmap.ACCESS_READ)
    right_time = time.time

    def now() -> datetime:
        return datetime.now(UTC) + timedelta(seconds=WRONG.unpack_from(wrong)[0])

    time.time = lambda: right_time() + WRONG.unpack_from(wrong)[0]
    timezone.now = now


if __name__ == "__main__":
    go_by(Path(os.environ["FAULTS_CLOCK"]))
    from config.serve import main

    main(*sys.argv[1:])
