"""``make tamper``: an export of an evening changed at every byte, and one of 5,000 entries at 2,000 places by chance.

With ``--seed N`` the same places and bytes come again, with ``--bytes N`` and ``--entries N`` fewer or more.
"""

import argparse
import logging
import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from random import Random, SystemRandom
from time import perf_counter

import django

MOST_SEED = 10**6


def main() -> int:
    """Whatever is not found is named by its place; the exit status is how many there are, as far as that goes."""
    parser = argparse.ArgumentParser(prog="make tamper")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(MOST_SEED))
    parser.add_argument("--bytes", type=int, default=2000)
    parser.add_argument("--entries", type=int, default=5000)
    asked = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    logging.disable(logging.CRITICAL)
    print(f"seed {asked.seed}")
    short, long = exports(Random(asked.seed), entries=asked.entries)
    places = sorted(Random(asked.seed).sample(range(len(long)), asked.bytes))
    missed = [*tamper("every byte", short, range(len(short)), seed=asked.seed)]
    missed += tamper(f"{asked.bytes} bytes by chance", long, places, seed=asked.seed)
    return min(len(missed), 100)


def exports(rng: Random, *, entries: int) -> tuple[bytes, bytes]:
    """A short evening, and a table that was played on by chance until its register had so many entries."""
    from tests.rig.engines import Sqlite, at_home_in

    with (
        tempfile.TemporaryDirectory(prefix="sabot-tamper-") as folder,
        Sqlite(Path(folder)).fresh() as url,
        at_home_in(url),
    ):
        from table.script.player import Player
        from table.script.shift import Shift
        from tests.proof.exports import an_evening, exported

        table = an_evening()
        short = exported(table.code)
        acts = Shift(Player(table.code, who=lambda role: table.cast.with_role(role).person), rng, taglie=99).acts()
        while table.number < entries:
            next(acts)
        return short, exported(table.code)


def tamper(name: str, data: bytes, places: Iterable[int], *, seed: int) -> list[int]:
    """The places at which a change was not found."""
    from tests.proof.exports import check, found
    from tests.proof.tampering import every_byte

    began = perf_counter()
    told = check(data)
    print(f"{told.entries} entries, {len(data)} bytes, read in {perf_counter() - began:.2f} s: {name} …", flush=True)
    began, missed = (
        perf_counter(),
        [place for place, changed in every_byte(data, places, seed=seed) if not found(changed)],
    )
    print(f"  found but for {missed or 'none'}, in {perf_counter() - began:.0f} s", flush=True)
    return missed


if __name__ == "__main__":
    sys.exit(main())
