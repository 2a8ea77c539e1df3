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

    asked = asked_for()
    if apart.is_apart():
        apart.link(up=True)
    wanted = [it for name, it in kinds.KINDS.items() if asked.engine in it.engines and name in asked.only]
    here = [it for it in wanted if apart.is_apart() or not it.apart]
    with no_log():
        wrong = [_runs(asked, [it for it in here if it.small == small], small=small) for small in (False, True)]
    for kind in wanted:
        if kind not in here:
            print(rows.not_here(kind.name, asked.engine, apart.why_not()), flush=True)
    return max(wrong)


def asked_for() -> argparse.Namespace:
    """On which engine, where, which faults, how often."""
    from tests.faults.served.kinds import BOTH, KINDS

    asked = argparse.ArgumentParser(prog="python -m tests.faults.served")
    asked.add_argument("engine", choices=BOTH)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--seed", type=int, required=True)
    asked.add_argument("--only", type=lambda text: text.split(","), default=list(KINDS))
    asked.add_argument("--times", type=int, default=0)
    given = asked.parse_args()
    if unknown := set(given.only) - set(KINDS):
        asked.error(f"{', '.join(unknown)}: not among {', '.join(KINDS)}")
    return given


def _runs(asked: argparse.Namespace, kinds: "Sequence[Kind]", *, small: bool) -> bool:
    """These faults on one disk, a run for each; whether anything was wrong."""
    from tests.faults.served import apart, places, rows
    from tests.faults.served.runs import TABLES, Pace, play

    wrong = False
    with ExitStack() as stack:
        folder: Path = asked.folder
        if small and kinds:
            folder = stack.enter_context(apart.small_disk(folder / "small", megabytes=SMALL_MEGABYTES[asked.engine]))
        place = stack.enter_context(places.ready(asked.engine, folder, tables=TABLES, small=small)) if kinds else None
        for kind in kinds:
            assert place is not None
            often = [kind] * (asked.times or kind.times)
            played = play(place, often, pace=Pace(Random(f"{asked.seed} {kind.name}")))
            print(rows.row(kind.name, asked.engine, played), flush=True)
            wrong |= bool(played.wrong)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
