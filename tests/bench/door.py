"""What an act costs, from the press to the commit: ``make bench-door``.

A taglia with seven stakes a coup is played through the door, by one process on one connection, on SQLite with
``synchronous=FULL`` and on PostgreSQL as it is installed: what was answered is on disk. In turn with it, coup by coup,
another one is played behind a register of 100,000 entries (``--entries``), with all the coups, cards, stakes and
payments that belong to them. What the door logs is written, and thrown away.
"""

import logging
import os
import sys
import tempfile
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from platform import python_version
from statistics import mean, median, quantiles
from typing import TYPE_CHECKING, Protocol, TypeVar

import django

from tests.rig.choosing import at_least
from tests.rig.postgres import postgres
from tests.settings import ENVIRONMENT

if TYPE_CHECKING:
    from tests.bench.acts import Cost, Measured

SHOWN = ["place", "repeat", "open_bets", "close_bets", "deal", "declare", "turn_banco"]
SHOWN += ["card_out", "turn_punto", "announce", "settle", "burn"]


def main() -> None:
    parser = ArgumentParser(prog="make bench-door")
    parser.add_argument("--entries", type=at_least(1), default=100_000, help="of the long register; %(default)s")
    entries = parser.parse_args().entries
    os.environ |= ENVIRONMENT | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    django.setup()
    from tests.bench.acts import measure
    from tests.rig.engines import Postgres, Sqlite

    Path("var").mkdir(exist_ok=True)  # where the house's own database lies: on the same disk
    with tempfile.TemporaryDirectory(prefix="bench-", dir="var") as folder, postgres(durable=True) as url, no_log():
        print(f"The door on Python {python_version()} ({sys.platform}, {os.cpu_count()} cores); milliseconds\n")
        for engine in (Sqlite(Path(folder).resolve()), Postgres(url)):
            show(measure(engine, entries=entries))


@contextmanager
def no_log() -> Iterator[None]:
    """What is logged is written as ever, and thrown away."""
    with Path(os.devnull).open("w") as nowhere:
        for handler in logging.getLogger().handlers:
            assert isinstance(handler, logging.StreamHandler)
            handler.setStream(nowhere)
        yield


def show(measured: "Measured") -> None:
    """A line for each act, then how many of them a second, and how fast a register is read."""
    print(f"{measured.server:<17}{'empty register':>23}{f'{measured.entries:,} entries':>24}")
    print(f"{'':<14}{'queries':>8}{'median':>9}{'p99':>9}{'queries':>9}{'median':>9}{'p99':>9}{'ratio':>8}")
    empty, long = by_verb(measured.empty), by_verb(measured.long)
    for verb in SHOWN:
        print(line(verb, empty[verb], long[verb]), flush=True)
    print(line("any act", measured.empty, measured.long))
    rates = [1 / mean(cost.seconds for cost in costs) for costs in (measured.empty, measured.long)]
    print(f"{'acts a second':<14}{'':>8}{rates[0]:>9.0f}{'':>18}{rates[1]:>9.0f}{'':>9}{rates[0] / rates[1]:>8.2f}")
    read = measured.reading
    rates = [read.replayed / read.replay_seconds, read.checked / read.check_seconds]
    print(f"replay of a taglia: {read.replayed} entries in {read.replay_seconds:.1f} s, {rates[0]:.0f} a second")
    print(f"check of the chain: {read.checked} entries in {read.check_seconds:.1f} s, {rates[1]:,.0f} a second\n")


class OfAct(Protocol):
    """What some act cost."""

    @property
    def verb(self) -> str:
        """Which act."""
        ...


ActCost = TypeVar("ActCost", bound=OfAct)


def by_verb(costs: Iterable[ActCost]) -> dict[str, list[ActCost]]:
    """The costs of each verb."""
    found: dict[str, list[ActCost]] = defaultdict(list)
    for cost in costs:
        found[cost.verb].append(cost)
    return found


def line(name: str, empty: Sequence["Cost"], long: Sequence["Cost"]) -> str:
    """Queries, median and 99th percentile of both, and the ratio of the medians."""
    middles = [median(cost.seconds for cost in costs) for costs in (empty, long)]
    texts = [
        f"{median(cost.statements for cost in costs):>8.0f}{1000 * middle:>9.2f}{1000 * p99(costs):>9.2f}"
        for costs, middle in zip((empty, long), middles, strict=True)
    ]
    return f"{name:<14}{texts[0]} {texts[1]}{middles[1] / middles[0]:>8.2f}"


def p99(costs: Sequence["Cost"]) -> float:
    """Seconds that one act in a hundred takes longer than."""
    return quantiles((cost.seconds for cost in costs), n=100, method="inclusive")[-1]


if __name__ == "__main__":
    main()
