"""What a table adds to the disk on an evening: ``make bench-disk``.

One is played by chance through the door, before it a shorter one; then come a night's hand-out and a backup. What a
year of a house makes of it is computed: every night hands out what is new, or, as before 0.13, every register whole.
"""

import gzip
import logging
import os
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import django
import msgspec

from tests.rig.choosing import at_least

if TYPE_CHECKING:
    from tests.backup.houses import Home
    from tests.rig.engines import Engine
    from tests.rig.tables import AtTable

WARM_UP_COUPS, COUPS_AN_HOUR, HOURS, TABLES, NIGHTS, BACKUPS = 50, 50, 8, 20, 365, 14


class Disk(NamedTuple):
    """Entries, and bytes: of their text, of the database, of the file of a night, that packed, of the backup."""

    entries: int
    register: int
    database: int
    handed_out: int
    packed: int
    backup: int

    def since(self, before: "Disk") -> "Disk":
        """What came meanwhile; the file of a night holds nothing else."""
        grown = (mine - its for mine, its in zip(self, before, strict=True))
        return Disk(*grown)._replace(handed_out=self.handed_out, packed=self.packed)


def main() -> None:
    """An evening on each engine, and the year."""
    parser = ArgumentParser(prog="make bench-disk")
    parser.add_argument(
        "--coups", type=at_least(1), default=COUPS_AN_HOUR * HOURS, help="of the evening (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--engine", choices=("sqlite", "postgresql"), action="append")
    options = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    logging.disable(logging.CRITICAL)
    from tests.disaster.__main__ import engine

    for name in options.engine or ("sqlite", "postgresql"):
        with tempfile.TemporaryDirectory(prefix="sabot-disk-", dir="/tmp") as folder, engine(name, Path(folder)) as it:
            evening = measured(it, Path(folder), coups=options.coups, seed=options.seed)
        sys.stdout.write("\n".join(lines(name, evening, coups=options.coups)) + "\n")
        sys.stdout.flush()


def measured(engine: "Engine", folder: Path, *, coups: int, seed: int) -> Disk:
    """What the second of two evenings added."""
    from table.script.player import Player
    from table.script.shift import Shift
    from tests.backup.houses import home
    from tests.proof.nights import night
    from tests.rig.cast import everybody_is_taken_on
    from tests.rig.engines import at_home_in
    from tests.rig.tables import ready_table

    with engine.fresh() as url, at_home_in(url), home(folder / "house") as at:
        everybody_is_taken_on()
        table = ready_table()
        player = Player(table.code, who=lambda role: table.cast.with_role(role).person)
        acts, found = Shift(player, Random(seed), taglie=10**6).acts(), []
        for day, up_to in ((1, WARM_UP_COUPS), (2, WARM_UP_COUPS + coups)):
            while len(player.coups) < up_to:
                next(acts)
            night(at.folder / "exports", day)
            found.append(_now(at, table))
    return found[1].since(found[0])


def _now(at: "Home", table: "AtTable") -> Disk:
    from table.models import Entry
    from table.record import chain
    from tests.backup.houses import back_up
    from tests.proof.nights import files

    back_up(at)
    backup = at.backup.stat().st_size
    for path in (at.backup, at.backup.with_name(f"{at.backup.name}.keys")):
        path.unlink()
    last = files(at.folder / "exports", table.code)[-1].read_bytes()
    text = sum(len(str(it)) for row in chain.rows(table.code) for it in msgspec.structs.astuple(row))
    entries = Entry.objects.filter(register=table.code).count()
    return Disk(entries, text, _database(), len(last), len(gzip.compress(last)), backup)


def _database() -> int:
    """The bytes of this database."""
    from django.db import connection

    how = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    with connection.cursor() as cursor:
        cursor.execute(how if connection.vendor == "sqlite" else "SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def lines(name: str, of: Disk, *, coups: int) -> Iterator[str]:
    """An evening in a line of Markdown, and what a year of the house makes of it."""
    megabytes = " | ".join(f"{it / 1e6:,.2f}" for it in of[1:])
    yield f"| a table, {coups} coups, {name} | {of.entries:,} | {megabytes} |"
    a_night = of.handed_out * TABLES
    whole = a_night * NIGHTS * (NIGHTS + 1) / 2
    yield (
        f"a year of {TABLES} tables: database {of.database * TABLES * NIGHTS / 1e9:,.1f} GB; handed out night by night "
        f"{a_night * NIGHTS / 1e9:,.1f} GB, packed {of.packed * TABLES * NIGHTS / 1e9:,.1f} GB (each night whole: "
        f"{whole / 1e12:,.2f} TB); a backup at its end {of.backup * TABLES * NIGHTS / 1e9:,.1f} GB, "
        f"{BACKUPS} of them {of.backup * TABLES * NIGHTS * BACKUPS / 1e9:,.0f} GB"
    )


if __name__ == "__main__":
    main()
