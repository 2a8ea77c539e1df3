"""The runs on one engine, a line of the table for each: ``python -m tests.faults.served ENGINE FOLDER --seed 7``.

``make faults`` calls it for each engine, apart where the machine offers that, with a folder of the run's own.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import django

from tests.rig.choosing import at_least, some_of
from tests.settings import ENVIRONMENT

if TYPE_CHECKING:
    from tests.faults.served.kinds import Kind

SMALL_MEGABYTES = {"sqlite": 24, "postgresql": 128}
"""The disk that is filled: little more than the tables need, as the rest has to be filled."""


def main() -> int:
    os.environ |= ENVIRONMENT | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    django.setup()
    from tests.bench.door import no_log
    from tests.faults.served import apart, kinds, rows

    options = read_options()
    if apart.is_apart():
        apart.link(up=True)
    wanted = [it for name, it in kinds.KINDS.items() if options.engine in it.engines and name in options.only]
    if not wanted:
        print(f"On {options.engine} there is no {' or '.join(options.only)}.", flush=True)
        return apart.NOTHING
    here = [it for it in wanted if apart.is_apart() or not it.apart]
    with no_log():
        wrong = [_runs(options, [it for it in here if it.small == small], small=small) for small in (False, True)]
    for kind in wanted:
        if kind not in here:
            print(rows.not_here(kind.name, options.engine, apart.why_not()), flush=True)
    return max(wrong)


def read_options() -> argparse.Namespace:
    """On which engine, where, which faults, how often."""
    from tests.faults.served.kinds import BOTH, KINDS

    parser = argparse.ArgumentParser(prog="python -m tests.faults.served")
    parser.add_argument("engine", choices=BOTH)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--only", type=some_of(KINDS), default=list(KINDS))
    parser.add_argument("--times", type=at_least(0), default=0)
    return parser.parse_args()


def _runs(options: argparse.Namespace, kinds: "Sequence[Kind]", *, small: bool) -> bool:
    """These faults on one disk, a run for each; whether anything was wrong."""
    from tests.faults.served import apart, places, rows
    from tests.faults.served.runs import TABLES, Pace, play

    wrong = False
    with ExitStack() as stack:
        folder: Path = options.folder
        if small and kinds:
            folder = stack.enter_context(apart.small_disk(folder / "small", megabytes=SMALL_MEGABYTES[options.engine]))
        place = stack.enter_context(places.ready(options.engine, folder, tables=TABLES, small=small)) if kinds else None
        for kind in kinds:
            assert place is not None
            often = [kind] * (options.times or kind.times)
            played = play(place, often, pace=Pace(Random(f"{options.seed} {kind.name}")))
            print(rows.row(kind.name, options.engine, played), flush=True)
            wrong |= bool(played.wrong)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
