"""``make disaster``: backups changed in a thousand ways, half on each engine, and what restoring makes of them.

With ``--seed N`` the same is done again; ``--engine`` and ``--count`` ask for less, ``--first`` begins later.
"""

import argparse
import logging
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
    from tests.disaster.trials import Trial
    from tests.rig.engines import Engine

MOST_SEED = 10**6
ENGINES = ("sqlite", "postgresql")


def main() -> int:
    """A table of what came of it, and each that is wrong; the exit status is how many, as far as that goes."""
    parser = argparse.ArgumentParser(prog="make disaster")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(MOST_SEED))
    parser.add_argument("--engine", choices=ENGINES, action="append")
    parser.add_argument("--count", type=at_least(1), default=500, help="on each engine")
    parser.add_argument("--first", type=at_least(0), default=0)
    options = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    logging.disable(logging.CRITICAL)
    from tests.disaster.trials import summed, wrong

    print(f"seed {options.seed}", flush=True)
    found = [it for name in options.engine or ENGINES for it in on(name, options)]
    print(*summed(found), sep="\n")
    for it in wrong(found):
        print(f"{it.number} {it.mutation.name}: {it.outcome}: {it.answer} {', '.join(it.outside)}")
    return min(len(wrong(found)), 100)


def on(name: str, options: argparse.Namespace) -> "list[Trial]":
    """All of it on one engine."""
    from tests.disaster.houses import houses
    from tests.disaster.trials import trials

    began = perf_counter()
    # /tmp itself: PostgreSQL runs as nobody, to whom TMPDIR may be closed.
    with (
        tempfile.TemporaryDirectory(prefix="sabot-disaster-", dir="/tmp") as folder,
        engine(name, Path(folder)) as it,
        houses(it, Path(folder)) as made,
    ):
        found = list(trials(made, seed=options.seed, count=options.count, first=options.first))
    print(f"{name}: {len(found)} in {perf_counter() - began:.0f} s", flush=True)
    return found


@contextmanager
def engine(name: str, folder: Path) -> "Iterator[Engine]":
    """An engine of its own, whose databases lie beside the trials or in a PostgreSQL."""
    from tests.rig.engines import Postgres, Sqlite
    from tests.rig.postgres import binaries, postgres

    if name == "sqlite":
        (folder / "databases").mkdir()
        yield Sqlite(folder / "databases")
    else:
        os.environ["PATH"] = f"{binaries()}{os.pathsep}{os.environ['PATH']}"
        with postgres() as url:
            yield Postgres(url)


if __name__ == "__main__":
    sys.exit(main())
