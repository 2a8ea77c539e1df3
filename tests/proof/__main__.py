"""``make tamper``: what docs/security.md promises of whatever is altered is tried, and sound houses have to be sound.

A house is altered in ``--count`` ways by chance on each engine, and the tool that the page names has to find each; an
export is changed at every byte, and one of ``--entries`` entries at ``--bytes`` places, and the paper of a case at
``--pages`` places; ``--houses`` houses in which nothing was altered have to be sound. 0 leaves one of these out. With
``--seed N`` the same comes again; ``--engine`` asks for one engine alone.
"""

import argparse
import logging
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random, SystemRandom
from time import perf_counter
from typing import TYPE_CHECKING

import django

from tests.rig.choosing import at_least

if TYPE_CHECKING:
    from tests.proof.trials import Trial
    from tests.rig.engines import Engine

MOST_SEED = 10**6
ENGINES = ("sqlite", "postgresql")
SOME = 25
"""Sound houses after which a line says how far it has come."""


def main() -> int:
    """Whatever is not found, and every false alarm, is named; the exit status is how many, as far as that goes."""
    parser = argparse.ArgumentParser(prog="make tamper")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(MOST_SEED))
    parser.add_argument("--engine", choices=ENGINES, action="append")
    parser.add_argument("--count", type=at_least(0), default=100, help="alterations on each engine")
    parser.add_argument("--houses", type=at_least(0), default=100, help="sound houses, on SQLite")
    parser.add_argument("--bytes", type=at_least(0), default=2000)
    parser.add_argument("--pages", type=at_least(0), default=200)
    parser.add_argument("--entries", type=at_least(1), default=5000)
    options = parser.parse_args()
    if not any((options.count, options.houses, options.bytes, options.pages)):
        parser.error("one of --count, --houses, --bytes and --pages has to be more than 0")
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    logging.disable(logging.CRITICAL)
    print(f"seed {options.seed}", flush=True)
    wrong = altered(options.engine or ENGINES, seed=options.seed, count=options.count) if options.count else []
    wrong += false_alarms(range(options.seed, options.seed + options.houses)) if options.houses else []
    wrong += files(options) if options.bytes else []
    wrong += papers(options) if options.pages else []
    print(*wrong, sep="\n")
    return min(len(wrong), 100)


@contextmanager
def engines(names: Iterable[str]) -> "Iterator[list[tuple[Engine, Path]]]":
    """These engines, each with a folder."""
    from contextlib import ExitStack

    from tests.disaster.__main__ import engine

    with ExitStack() as until_the_end:
        # /tmp itself: PostgreSQL runs as nobody, to whom TMPDIR may be closed.
        enter = until_the_end.enter_context
        folders = [Path(enter(tempfile.TemporaryDirectory(prefix="sabot-tamper-", dir="/tmp"))) for _ in names]
        yield [(enter(engine(name, folder)), folder) for name, folder in zip(names, folders, strict=True)]


def altered(names: Iterable[str], *, seed: int, count: int) -> list[str]:
    """A house altered by chance, on each of these engines."""
    from tests.backup.houses import home
    from tests.proof import altered
    from tests.proof.trials import summed, trials
    from tests.rig.engines import at_home_in

    done: list[Trial] = []
    with engines(names) as made:
        for engine, folder in made:
            began = perf_counter()
            with engine.fresh() as url, at_home_in(url), home(folder / "house"):
                altered.make_house()
                here = list(trials(seed=seed, count=count))
            print(f"{engine.name}: {len(here)} alterations in {perf_counter() - began:.0f} s", flush=True)
            done += here
    print(*summed(done), sep="\n", flush=True)
    return [f"{it.way}: {it.altered}: not found by {it.tool} {it.broke}" for it in done if not it.noticed]


def false_alarms(seeds: Sequence[int]) -> list[str]:
    """What the tools say of houses in which nothing was altered."""
    from tests.backup.houses import home
    from tests.proof import sound_houses
    from tests.rig.engines import at_home_in

    began, found = perf_counter(), list[str]()
    with engines(["sqlite"]) as [(engine, folder)]:
        for number, seed in enumerate(seeds, start=1):
            with engine.fresh() as url, at_home_in(url), home(folder / f"house-{seed}"):
                found += [f"house {seed}: {line}" for line in sound_houses.false_alarms(seed)]
            if number % SOME == 0 or number == len(seeds):
                took = perf_counter() - began
                print(
                    f"houses {seeds[0]} to {seed}: {number} of them, {len(found)} false alarms, {took:.0f} s",
                    flush=True,
                )
    return found


def files(options: argparse.Namespace) -> list[str]:
    """Exports with another byte in them that were taken for sound."""
    short, long = exports(Random(options.seed), entries=options.entries)
    places = sorted(Random(options.seed).sample(range(len(long)), options.bytes))
    missed = [*tamper("every byte", short, range(len(short)), seed=options.seed)]
    missed += tamper(f"{options.bytes} bytes by chance", long, places, seed=options.seed)
    return [f"an export, byte {place}: not found" for place in missed]


def papers(options: argparse.Namespace) -> list[str]:
    """The paper of a case, with another byte in it, that was taken for sound."""
    from tests.backup.houses import home
    from tests.proof.papers import every_paper, said
    from tests.proof.tampering import every_byte
    from tests.rig.engines import at_home_in

    with engines(["sqlite"]) as [(engine, folder)], engine.fresh() as url, at_home_in(url), home(folder / "house"):
        from tests.procedures.aftermath import befalls, played_to_its_end
        from tests.procedures.mishaps import MISHAPS
        from tests.rig.tables import ready_table

        table = ready_table()
        played_to_its_end(befalls(table, next(it for it in MISHAPS if it.name == "three cards at Punto")))
        [paper] = [it.pdf for it in every_paper(table.code)]
    assert said(paper) == [], "the paper as it is"
    began, places = perf_counter(), sorted(Random(options.seed).sample(range(len(paper)), options.pages))
    missed = [place for place, changed in every_byte(paper, places, seed=options.seed) if not said(changed)]
    took = perf_counter() - began
    tried = f"{len(paper)} bytes, {options.pages} by chance"
    print(f"a paper of {tried}: found but for {missed or 'none'}, in {took:.0f} s")
    return [f"a paper, byte {place}: not found" for place in missed]


def exports(rng: Random, *, entries: int) -> tuple[bytes, bytes]:
    """A short evening, and a table that was played on by chance until its register had so many entries."""
    from tests.rig.engines import at_home_in

    with engines(["sqlite"]) as [(engine, _folder)], engine.fresh() as url, at_home_in(url):
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
    checked = check(data)
    print(f"{checked.entries} entries, {len(data)} bytes, read in {perf_counter() - began:.2f} s: {name} …", flush=True)
    began, missed = (
        perf_counter(),
        [place for place, changed in every_byte(data, places, seed=seed) if not found(changed)],
    )
    print(f"  found but for {missed or 'none'}, in {perf_counter() - began:.0f} s", flush=True)
    return missed


if __name__ == "__main__":
    sys.exit(main())
