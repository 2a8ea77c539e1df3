"""``make soak``: whole evenings at the tables of every house, for as long as one likes, and what they came to.

    make soak                                     # twenty minutes
    make soak ARGS="--seconds 28800"              # a night
    make soak ARGS="--steps 100000 --seed 7"      # so many presses, and the same ones again

Asked to stop (Ctrl-C, SIGTERM), it ends the evening and says what it came to.
First come evenings on which every verb of a table is done; one that never is, is named, and the exit status is 1.
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
from signal import SIGINT, SIGTERM, signal
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING

import django

from tests.rig.choosing import at_least

if TYPE_CHECKING:
    from tests.machine.evening import Tally

STEPS_OF_A_WALK = 60
HOUSES_BY_CHANCE = 6
TWENTY_MINUTES = 1200
ENOUGH = Event()
REMEDIES = {
    *("announcement_void", "blank_due", "blank_started", "card_early", "card_held", "card_not_out", "card_replaced"),
    *("cards_burned", "cards_laid_anew", "coup_annulled", "coup_held", "coup_null", "declaration_void"),
    *("decks_replaced", "early_card_placed", "held_card_enters", "premature_turn", "remaining_extracted"),
    *("ruling_issued", "wrong_announcement"),
}
"""What entries name of the remedies of the articles, and of what the law does by itself."""


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
    parser.add_argument("--steps", type=at_least(1), default=sys.maxsize, help="how many presses at least")
    parser.add_argument("--seconds", type=at_least(1), help="after so long no other round of evenings begins")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6), help="to play the same ones again")
    wanted = parser.parse_args()
    if wanted.seconds is None:
        wanted.seconds = TWENTY_MINUTES if wanted.steps == sys.maxsize else sys.maxsize
    return wanted


def _soak(wanted: argparse.Namespace) -> int:
    from table.record.past.reach import PAST
    from tests.machine.machine import WholeTable
    from tests.machine.walks import Stumbled, tours
    from tests.rig.past import InThread

    PAST.performs = InThread()  # where the shoes are as short as here
    began, tally = perf_counter(), WholeTable.tally
    for number in (SIGINT, SIGTERM):
        signal(number, lambda *_: ENOUGH.set())
    try:
        if never := tours(tally):
            print(f"Never done: {', '.join(sorted(never))}")
            return 1
        print(f"{tally.presses:8} presses, and every verb of a table was done", flush=True)
        for seed in count(wanted.seed):
            _one_round(seed)
            spent = perf_counter() - began
            print(f"{tally.presses:8} presses, {sum(tally.evenings.values()):6} evenings, {spent:6.0f} s", flush=True)
            if ENOUGH.is_set() or tally.presses >= wanted.steps or spent >= wanted.seconds:
                break
    except Stumbled as stumbled:
        print(stumbled, flush=True)
        print(f"\nThe shortest that was found:\n{stumbled.shortened()}")
        return 1
    print(_summary(tally))
    return 0


def _one_round(seed: int) -> None:
    """A walk in every house, in some whose switches chance has set, and some evenings that Hypothesis thinks of."""
    import hypothesis
    from hypothesis.stateful import run_state_machine_as_test

    from tests.machine.houses import BY_CHANCE, HOUSES
    from tests.machine.machine import WholeTable
    from tests.machine.walks import Walk, walk

    for house in (*HOUSES, *(f"{BY_CHANCE}{HOUSES_BY_CHANCE * seed + one}" for one in range(HOUSES_BY_CHANCE))):
        if not ENOUGH.is_set():
            walk(Walk(house, seed), steps=STEPS_OF_A_WALK)
    if ENOUGH.is_set():
        return
    checks = [*hypothesis.HealthCheck]
    long = hypothesis.settings(
        max_examples=10, stateful_step_count=40, deadline=None, database=None, suppress_health_check=checks
    )
    run_state_machine_as_test(hypothesis.seed(seed)(type("Tonight", (WholeTable,), {})), settings=long)


def _summary(tally: "Tally") -> str:
    blank = sum(times for name, times in tally.coups.items() if name.startswith("blank"))
    head = [
        f"{tally.presses} steps, {sum(tally.refusals.values())} of them refused",
        f"{sum(tally.evenings.values())} evenings",
        f"{sum(tally.shoes.values())} shoes",
        f"{sum(tally.coups.values())} coups, {blank} of them in bianco",
        f"{sum(tally.incidents.values())} incidents",
        f"{sum(tally.mishaps.values())} true mistakes",
    ]
    return "\n".join(["", *head, *(f"\n{title} ({sum(it.values())})\n{_lines(it)}" for title, it in _counted(tally))])


def _counted(tally: "Tally") -> list[tuple[str, Counter[str]]]:
    remedies = Counter({name: times for name, times in tally.effects.items() if name in REMEDIES})
    return [
        ("Incidents by kind and how they were decided", tally.incidents),
        ("Remedies, as the entries name them", remedies),
        ("True mistakes, and how much of them was told", tally.mishaps),
        ("Coups by kind, outcome and result", tally.coups),
        ("Shoes by how they ended", tally.shoes),
        ("Evenings by house", _houses(tally)),
        ("Acts by verb", tally.acts),
        ("Refusals by code", tally.refusals),
    ]


def _houses(tally: "Tally") -> Counter[str]:
    """The houses by chance are many, and one line."""
    houses = Counter[str]()
    for name, times in tally.evenings.items():
        houses["by chance" if name.startswith("by-chance-") else name] += times
    return houses


def _lines(counted: Counter[str]) -> str:
    return "\n".join(f"{times:8}  {name}" for name, times in counted.most_common())


if __name__ == "__main__":
    sys.exit(main())
