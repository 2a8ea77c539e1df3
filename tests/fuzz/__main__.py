"""``make fuzz``: 20,000 frames, 5,000 requests and 2,000 sockets that are opened and left, on each engine.

A dealer presses meanwhile, and what they wait is told beside what they wait alone; then the memory that sign-ins leave.
With ``--seed N`` the same is sent again; ``--engine``, ``--frames``, ``--requests`` and ``--sockets`` ask for less.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import SystemRandom
from time import perf_counter
from typing import TYPE_CHECKING

import django

from tests.rig.choosing import at_least

if TYPE_CHECKING:
    from tests.fuzz.attack import Found
    from tests.rig.engines import Engine

MOST_SEED = 10**6
ENGINES = ("sqlite", "postgresql")
PRESSES = 100
"""So many answers a dealer has had before anything is sent."""


def main() -> int:
    """One line for each engine, and what is wrong; the exit status is how much that is, as far as that goes."""
    parser = argparse.ArgumentParser(prog="make fuzz")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(MOST_SEED))
    parser.add_argument("--engine", choices=ENGINES, action="append")
    for name, usual in (("--frames", 20_000), ("--requests", 5_000), ("--sockets", 2_000)):
        parser.add_argument(name, type=at_least(1), default=usual)
    options = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from tests.fuzz.attack import attack

    print(f"seed {options.seed}", flush=True)
    wrong = list[str]()
    for name in options.engine or ENGINES:
        began = perf_counter()
        with engine(name) as it:
            counts = {"frames": options.frames, "requests": options.requests, "sockets": options.sockets}
            found = attack(it, seed=options.seed, presses=PRESSES, **counts)
        print(summary(name, found, seconds=perf_counter() - began), *found.wrong, sep="\n  ", flush=True)
        wrong += found.wrong
    return min(len(wrong), 100)


@contextmanager
def engine(name: str) -> "Iterator[Engine]":
    """An engine of the attack's own."""
    from tests.rig.engines import Postgres, Sqlite
    from tests.rig.postgres import postgres

    if name == "sqlite":
        with tempfile.TemporaryDirectory(prefix="sabot-fuzz-") as folder:
            yield Sqlite(Path(folder))
    else:
        with postgres() as url:
            yield Postgres(url)


def summary(name: str, found: "Found", *, seconds: float) -> str:
    """What came of it, in two lines: of the house, and of a dealer and the memory of its process."""
    from tests.bench.visitors import AT_ONCE, SIGN_INS, Waits

    before, after = found.memory
    answers = ", ".join(f"{count} {kind}" for kind, count in found.frames.most_common(8))
    statuses = ", ".join(f"{count} × {status or 'hung up'}" for status, count in sorted(found.requests.items()))
    return (
        f"{name}: {found.taken} frames taken, {sum(found.frames.values())} answered ({answers}); requests {statuses}; "
        f"{found.sockets} sockets left; {found.recorded} entries; "
        f"{before:.0f} MB before, {after:.0f} MB after; {seconds:.0f} s\n"
        f"  a dealer alone: {Waits.of(found.alone)}; meanwhile: {Waits.of(found.meanwhile)}; "
        f"{SIGN_INS} wrong sign-ins, {AT_ONCE} at once: {found.sign_ins}"
    )


if __name__ == "__main__":
    sys.exit(main())
