"""``make soak``: whole evenings at the tables of every house, for as long as one likes, and what they came to.

    make soak                                     # twenty minutes
    make soak ARGS="--seconds 28800"              # a night
    make soak ARGS="--steps 100000 --seed 7"      # so many presses, and the same ones again

A law that breaks is told with the house, the seed and the shortest run of presses that was found to break it.
"""

import argparse
import logging
import os
import sys
import tempfile
from collections import Counter
from itertools import count
from pathlib import Path
from random import SystemRandom
from time import perf_counter
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from tests.machine.evening import Tally

STEPS_OF_A_WALK = 60
TWENTY_MINUTES = 1200


def main() -> int:
    """Prepare an empty house on SQLite, and play in it until the time is over, the steps are done, or a law breaks."""
    wanted = _arguments()
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    logging.disable(logging.CRITICAL)
    from django.db import transaction

    from tests.rig.engines import Sqlite, at_home_in

    print(f"seed {wanted.seed}", flush=True)
    with (
        tempfile.TemporaryDirectory(prefix="sabot-soak-") as folder,
        Sqlite(Path(folder)).fresh() as url,
        at_home_in(url),
        transaction.atomic(),
    ):
        return _soak(wanted)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.machine", description=__doc__)
    parser.add_argument("--steps", type=int, default=sys.maxsize, help="how many presses at least")
    parser.add_argument("--seconds", type=int, help="how long at most")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6), help="to play the same ones again")
    wanted = parser.parse_args()
    if wanted.seconds is None:
        wanted.seconds = TWENTY_MINUTES if wanted.steps == sys.maxsize else sys.maxsize
    return wanted


def _soak(wanted: argparse.Namespace) -> int:
    from tests.machine.machine import WholeTable
    from tests.machine.walks import Stumbled

    began, tally = perf_counter(), WholeTable.tally
    try:
        for seed in count(wanted.seed):
            _one_round(seed)
            spent = perf_counter() - began
            print(f"{tally.presses:8} presses, {sum(tally.evenings.values()):6} evenings, {spent:6.0f} s", flush=True)
            if tally.presses >= wanted.steps or spent >= wanted.seconds:
                break
    except Stumbled as stumbled:
        print(stumbled)
        return 1
    print(_told(tally))
    return 0


def _one_round(seed: int) -> None:
    """A walk in every house, and some evenings that Hypothesis thinks of."""
    import hypothesis
    from hypothesis.stateful import run_state_machine_as_test

    from tests.machine.houses import HOUSES
    from tests.machine.machine import WholeTable
    from tests.machine.walks import Walk, walk

    for house in HOUSES:
        walk(Walk(house, seed), steps=STEPS_OF_A_WALK)
    checks = [*hypothesis.HealthCheck]
    long = hypothesis.settings(
        max_examples=10, stateful_step_count=40, deadline=None, database=None, suppress_health_check=checks
    )
    run_state_machine_as_test(hypothesis.seed(seed)(type("Tonight", (WholeTable,), {})), settings=long)


def _told(tally: "Tally") -> str:
    return "\n".join(
        f"\n{title} ({sum(counted.values())})\n{_lines(counted)}"
        for title, counted in (
            ("Evenings by house", tally.evenings),
            ("Acts by verb", tally.acts),
            ("Refusals by code", tally.refusals),
            ("Coups by kind, outcome and result", tally.coups),
        )
    )


def _lines(counted: Counter[str]) -> str:
    return "\n".join(f"{times:8}  {name}" for name, times in counted.most_common())


if __name__ == "__main__":
    sys.exit(main())
