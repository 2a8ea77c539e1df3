"""``make faults``: first the tests that `make test` leaves out, which are marked with its name; then an evening with
every verb, and the process killed at every point of it, on both engines at once; then a week of the casino of which
`make year` plays a year; then houses that are really served, to which everything is done that happens to houses
(`tests/faults/served`).
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import SystemRandom
from time import perf_counter

import django

from tests.faults.served import apart
from tests.faults.served.rows import COLUMNS
from tests.rig.choosing import at_least, some_of
from tests.rig.postgres import postgres

ENGINES = ("sqlite", "postgresql")


def main() -> int:
    """All of it; or the evening on one engine that is named with its place: `sqlite FOLDER`, `postgresql URL`.

    What follows is a migrated database to begin with, and then only a few of the presses are killed, at a few points.
    """
    if sys.argv[1:2] and sys.argv[1] in ENGINES:
        return crash_one(sys.argv[1], sys.argv[2], template="".join(sys.argv[3:]))
    options = read_options()
    before = [] if options.only or options.served else [left_out(), *at_every_statement(), a_week(options.seed)]
    after = [it for engine in options.engines if (it := served(engine, options)) != apart.NOTHING]
    # What a signal has ended has a status below zero.
    return max(map(abs, [*before, *after]), default=apart.NOTHING)


def read_options() -> argparse.Namespace:
    """Which of it, and by which chance."""
    parser = argparse.ArgumentParser(prog="make faults", description="What happens to houses, done to one.")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10_000), help="when what is done")
    parser.add_argument("--served", action="store_true", help="only the houses that are served")
    parser.add_argument("--only", default="", help="only these of their faults, with commas between them")
    parser.add_argument("--engines", type=some_of(ENGINES), default=ENGINES, help="some of " + ",".join(ENGINES))
    parser.add_argument("--times", type=at_least(0), default=0, help="how often each is done; 0: as often as it says")
    return parser.parse_args()


def left_out() -> int:
    """What `make test` leaves out: how pytest ended."""
    alike = ["--numprocesses", "auto", "--dist", "loadfile", "--no-loadscope-reorder"]
    return subprocess.run([sys.executable, "-m", "pytest", "-m", "faults", *alike], check=False).returncode


def at_every_statement() -> list[int]:
    """The evening of the crashes, both engines side by side: how each of them ended."""
    with tempfile.TemporaryDirectory(prefix="sabot-faults-") as folder, postgres() as url:
        both = [
            subprocess.Popen([sys.executable, "-m", "tests.faults", *where])
            for where in (("sqlite", folder), ("postgresql", url))
        ]
        return [it.wait() for it in both]


def a_week(seed: int) -> int:
    """Seven nights of a small casino, another calamity in each: how many things were wrong."""
    week = ["--nights", "7", "--tables", "5", "--seed", str(seed)]
    return subprocess.run([sys.executable, "-m", "tests.year", *week], check=False).returncode


def served(engine: str, options: argparse.Namespace) -> int:
    """The runs on one engine. Apart, the kernel ends whatever they have started, also if this process is killed."""
    print(f"\nServed houses on {engine}, by seed {options.seed}\n{COLUMNS}", flush=True)
    names = ["--only", options.only] if options.only else []
    # /tmp itself: PostgreSQL runs as nobody, to whom TMPDIR may be closed.
    with tempfile.TemporaryDirectory(prefix="sabot-served-", dir="/tmp") as folder:
        Path(folder).chmod(0o711)
        command = [sys.executable, "-m", "tests.faults.served", engine, folder, *names]
        command += ["--seed", str(options.seed), "--times", str(options.times)]
        return apart.run(command, folder=folder)


def crash_one(name: str, place: str, *, template: str) -> int:
    """The evening on one engine; a line for each press, and the sum."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from tests.faults.crashes import crash
    from tests.rig.engines import Postgres, Sqlite

    engine = Sqlite(Path(place), template=template) if name == "sqlite" else Postgres(place, template=template)
    start, killed = perf_counter(), 0
    for toll in crash(engine, few=bool(template)):
        killed += toll.killed
        print(f"{name:11}{toll.press!s:60} killed{toll.killed:4} times, done once", flush=True)
    print(f"{name}: killed {killed} times in {perf_counter() - start:.0f} s, and never half done")
    return 0


if __name__ == "__main__":
    sys.exit(main())
