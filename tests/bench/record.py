"""What it costs to look something up in a register of a million entries: ``make bench-record``.

A taglia is played through the door and written over and over behind itself, chained as the door chains it, with all
the coups, cards, stakes and payments that belong to it, on SQLite and on PostgreSQL as they are installed. Pages are
asked for in this process, as an auditor opens them, and come as whole HTML; milliseconds, and statements in them.
"""

import os
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from platform import python_version
from typing import TYPE_CHECKING

import django

from tests.bench.door import no_log
from tests.rig.choosing import at_least
from tests.rig.postgres import postgres
from tests.settings import ENVIRONMENT

if TYPE_CHECKING:
    from tests.bench.lookups import Looked, Measured

FIRST, DEEP = 0, 1
"""Where the two pages of the register stand among what was looked up."""


def main() -> None:
    parser = ArgumentParser(description="A long register, and what it costs to look something up in it.")
    parser.add_argument("--entries", type=at_least(1), default=1_000_000, help="how long it is made (%(default)s)")
    entries = parser.parse_args().entries
    # Names and versions of pages and people are those of the suite.
    os.environ |= ENVIRONMENT | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    django.setup()
    from tests.bench.lookups import measure
    from tests.rig.engines import Postgres, Sqlite

    Path("var").mkdir(exist_ok=True)  # where the house's own database lies: on the same disk
    with tempfile.TemporaryDirectory(prefix="bench-", dir="var") as folder, postgres(durable=True) as url, no_log():
        print(f"The record on Python {python_version()} ({sys.platform}, {os.cpu_count()} cores)")
        for engine in (Sqlite(Path(folder).resolve()), Postgres(url)):
            show(measure(engine, entries=entries))


def show(measured: "Measured") -> None:
    """What it is, then a line for each thing that was looked up."""
    size = f"{measured.entries:,} entries, {measured.megabytes:,.0f} MB, made in {measured.seconds_to_make:,.0f} s"
    print(f"\n{measured.server}: {size}\n{'':<32}{'ms':>10}{'statements':>12}")
    for looked in measured.looked:
        print(line(looked), flush=True)
    first, deep = (measured.looked[place].milliseconds for place in (FIRST, DEEP))
    if first is not None and deep is not None:
        print(f"{'that page to the first one':<32}{deep / first:>10.2f}")


def line(looked: "Looked") -> str:
    """Milliseconds and statements, or that the house has no such page."""
    if looked.milliseconds is None:
        return f"{looked.what:<32}  this house has no such page"
    return f"{looked.what:<32}{looked.milliseconds:>10,.1f}{looked.statements or '':>12}"


if __name__ == "__main__":
    main()
