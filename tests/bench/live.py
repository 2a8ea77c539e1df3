"""From a press to the last screen that shows what follows from it: ``make bench-live``.

Tables with twelve different screens each (dealer, inspector, nine seats, sign), one act a second at every table, on
SQLite with ``synchronous=FULL``, in one Daphne; then one table whose sign two thousand people look at. In the same run
a bare Channels group sends as many bytes to as many sockets: no database, no drawing, nothing to be right about.
All sockets belong to one other process on the same machine, which costs as much as the house itself.
"""

import asyncio
import os
import resource
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from platform import python_version
from statistics import median, quantiles
from typing import NamedTuple

import django

from tests.settings import ENVIRONMENT

TABLES = (1, 10, 50)
SECONDS = 20
VIEWERS = 2000
SEATS = "123456789"
AT_ONCE = 25


class Measured(NamedTuple):
    """What was seen: seconds from each press to its answer and to the last screen, and the bytes of a push."""

    sockets: int
    answered: list[float]
    shown: list[float]
    size: float


def main() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 3 * VIEWERS)), hard))
    os.environ |= ENVIRONMENT | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    django.setup()
    from tests.bench.door import no_log
    from tests.rig.engines import Sqlite, at_home_in

    print(f"From a press to the last screen, on Python {python_version()} ({sys.platform}, {os.cpu_count()} cores)\n")
    print(f"{'':<34}{'sockets':>8}{'acts':>6}{'answer':>9}{'last screen, ms':>19}{'bytes':>8}")
    print(f"{'':<34}{'':>8}{'':>6}{'median':>9}{'median':>10}{'p99':>9}")
    Path("var").mkdir(exist_ok=True)  # where the house's own database lies: on the same disk
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-", dir="var"))
        stack.enter_context(no_log())
        url = stack.enter_context(Sqlite(Path(folder).resolve()).fresh())
        stack.enter_context(at_home_in(url))
        compare(url)


def compare(url: str) -> None:
    """Every load at the house and in a bare group."""
    from tests.bench import rounds
    from tests.rig.daphne import served

    settings = {"DATABASE_URL": url}
    codes = rounds.open_tables(sum(TABLES) + 1)
    sessions, displays = rounds.let_in(codes)
    for tables in TABLES:
        chosen, codes = codes[:tables], codes[tables:]
        with served(settings) as house:
            told = asyncio.run(rounds.house(house.address, chosen, sessions, displays, seconds=SECONDS))
        show(f"{tables} tables of 12 screens" if tables > 1 else "1 table of 12 screens", told)
        with served(settings, application="tests.bench.broadcast.application") as bare:
            show("  a bare group", asyncio.run(rounds.bare(bare.address, tables, 12, told.size, seconds=SECONDS)))
    with served(settings) as house:
        told = asyncio.run(rounds.viewers(house.address, codes[0], sessions, displays, VIEWERS, seconds=SECONDS))
    show(f"1 sign before {VIEWERS} viewers", told)
    with served(settings, application="tests.bench.broadcast.application") as bare:
        show("  a bare group", asyncio.run(rounds.bare(bare.address, 1, VIEWERS, told.size, seconds=SECONDS)))


def show(name: str, told: Measured) -> None:
    """A line of the table."""
    answered, shown = median(told.answered) if told.answered else 0, sorted(told.shown)
    late = quantiles(shown, n=100)[98]
    first = f"{1000 * answered:>9.1f}" if answered else f"{'':>9}"
    print(
        f"{name:<34}{told.sockets:>8}{len(shown):>6}{first}{1000 * median(shown):>10.1f}{1000 * late:>9.1f}"
        f"{told.size:>8.0f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
