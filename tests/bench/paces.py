"""What an act costs the processor when it follows another one at once, and at a floor's pace: ``make paces``.

The very same work (:mod:`tests.bench.budget` counts it), by one thread without sockets or heartbeats, on SQLite: each
coup at one of the paces in turn. A pause is slept through, as a server does, or spent on the processor without
touching memory: what costs more only after sleep is what the machine has put away meanwhile.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean, median

import django

from tests.rig.choosing import at_least
from tests.settings import ENVIRONMENT

PAUSE_SECONDS = 1 / 30
"""From act to act where 100 tables play 0.3 acts a second each."""


def main() -> None:
    given = read_options()
    os.environ |= ENVIRONMENT | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    django.setup()
    from table.memory.threads import loop
    from tests.bench.door import no_log
    from tests.rig.engines import Sqlite, at_home_in

    loop.set(asyncio.new_event_loop())  # pings wait for it, as in a house that is served
    with no_log(), tempfile.TemporaryDirectory(prefix="paces-") as folder:
        engine = Sqlite(Path(folder))
        with engine.fresh() as url, at_home_in(url):
            for line in lines(measured(given.tables, given.coups)):
                sys.stdout.write(f"{line}\n")


def read_options(line: Sequence[str] | None = None) -> argparse.Namespace:
    """Read how many tables and coups; of a pace without any coup nothing could be said."""
    parser = argparse.ArgumentParser(prog="make paces", description="What an act costs at two paces.")
    parser.add_argument("--tables", type=at_least(1), default=1, help="tables that are played in turn (%(default)s)")
    parser.add_argument("--coups", type=at_least(1), default=24, help="coups at each table that count (%(default)s)")
    given = parser.parse_args(line)
    if given.coups < len(PACES):
        parser.error(f"--coups: {len(PACES)} at least, one at each pace")
    return given


def sleep() -> None:
    """Leave the processor to others."""
    time.sleep(PAUSE_SECONDS)


def spin() -> None:
    """Stay on the processor."""
    until = time.perf_counter() + PAUSE_SECONDS
    while time.perf_counter() < until:
        pass


PACES: Mapping[str, Callable[[], object]] = {"at once": lambda: None, "after a sleep": sleep, "after a spin": spin}


def measured(tables: int, coups: int) -> Mapping[str, list[float]]:
    """Play coups at these tables, and list the processor seconds of each act by its pace."""
    from tests.bench.budget import LEARNT, Twelve
    from tests.bench.floor.house import acts_of
    from tests.rig.tables import number, with_own_dealer

    codes = [f"T{place}" for place in range(3, 3 + tables)]
    screens = [Twelve(code, with_own_dealer(code).person.badge, number(code)) for code in codes]
    took: dict[str, list[float]] = {pace: [] for pace in PACES}
    coup = 0
    for acts in zip(*map(acts_of, codes), strict=False):
        coup += acts[0][0] == "open_bets"
        if coup > LEARNT + coups:
            break
        pace = [*PACES][coup % len(PACES)]
        for twelve, act in zip(screens, acts, strict=True):
            PACES[pace]()
            before = time.thread_time()
            twelve.play(act)
            if coup > LEARNT:
                took[pace].append(time.thread_time() - before)
    return took


def lines(took: Mapping[str, list[float]]) -> Iterator[str]:
    yield f"{'':<16}{'acts':>6}{'mean, ms':>10}{'median, ms':>12}"
    for pace, seconds in took.items():
        yield f"{pace:<16}{len(seconds):>6}{1000 * fmean(seconds):>10.2f}{1000 * median(seconds):>12.2f}"


if __name__ == "__main__":
    main()
