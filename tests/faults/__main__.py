"""``make faults``: an evening with every verb, and the process killed at every point of it, on both engines at once."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

import django

from tests.rig.postgres import postgres


def main() -> int:
    """Both engines side by side, or the one that is named with its place: `sqlite FOLDER`, `postgresql URL`."""
    if len(sys.argv) > 2:
        return crash_one(sys.argv[1], sys.argv[2], few="--few" in sys.argv)
    with tempfile.TemporaryDirectory(prefix="sabot-faults-") as folder, postgres() as url:
        both = [
            subprocess.Popen([sys.executable, "-m", "tests.faults", *where])
            for where in (("sqlite", folder), ("postgresql", url))
        ]
        return max(it.wait() for it in both)


def crash_one(name: str, place: str, *, few: bool) -> int:
    """The evening on one engine; a line for each press, and the sum."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from tests.faults.crashes import crash
    from tests.rig.engines import Postgres, Sqlite

    engine = Sqlite(Path(place)) if name == "sqlite" else Postgres(place)
    start, killed = perf_counter(), 0
    for toll in crash(engine, few=few):
        killed += toll.killed
        print(f"{name:11}{toll.press!s:60} killed{toll.killed:4} times, done once", flush=True)
    print(f"{name}: killed {killed} times in {perf_counter() - start:.0f} s, and never half done")
    return 0


if __name__ == "__main__":
    sys.exit(main())
