"""What the figures of a day cost at a hundred tables: ``make bench-days``.

A house is laid whose tables each played so many coups with so many stakes on the day, on the one before it and a week
before, and on other days behind these. Its rows are those that the door leaves of such coups (entries unchained, cards
left out: no figure reads them), on SQLite, whose work is that of this process. Seconds of processor, the best of five.
"""

import os
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from pathlib import Path
from platform import python_version
from typing import TYPE_CHECKING

import django

from tests.bench.door import no_log
from tests.rig.choosing import at_least
from tests.settings import ENVIRONMENT

if TYPE_CHECKING:
    from tests.bench.day_laid import Cost

MOST_SECONDS = 1.0


def main() -> None:
    parser = ArgumentParser(prog="make bench-days")
    parser.add_argument("--tables", type=at_least(1), default=100, help="%(default)s")
    parser.add_argument("--coups", type=at_least(1), default=200, help="of each table on each day; %(default)s")
    parser.add_argument("--stakes", type=at_least(1), default=5, help="of each coup; %(default)s")
    parser.add_argument("--days", type=at_least(0), default=0, help="so many days more behind them; %(default)s")
    given = parser.parse_args()
    os.environ |= ENVIRONMENT | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    django.setup()
    from tests.bench.day_laid import measured
    from tests.rig.engines import Sqlite

    Path("var").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir="var") as folder, no_log():
        print(f"A day in figures on Python {python_version()} ({sys.platform}, {os.cpu_count()} cores)")
        if show(given, measured(Sqlite(Path(folder).resolve()), given)) > MOST_SECONDS:
            sys.exit(f"More than {MOST_SECONDS} s of processor.")


def show(given: Namespace, cost: "Cost") -> float:
    """Print what it came to; gives the seconds of processor of the figures."""
    print(
        f"{given.tables} tables, {cost.coups:,} coups and {cost.stakes:,} stakes on the day; "
        f"{cost.entries:,} entries in all, laid in {cost.seconds_to_lay:,.0f} s\n"
        f"figures {cost.figures:.2f} s, page {cost.page:.2f} s, PDF {cost.pdf:.2f} s of processor; "
        f"{cost.statements} statements"
    )
    return cost.page


if __name__ == "__main__":
    main()
