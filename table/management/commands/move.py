"""`manage.py move FILE`: moves a house from a SQLite file into the PostgreSQL of the settings."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from table.backup.move import move
from table.management.terminal import path
from table.models.schema import check_made


class Command(BaseCommand):
    """Move all of it or nothing; the file is not changed."""

    help = "Moves a house from SQLite into the empty PostgreSQL that DATABASE_URL names, and verifies every register."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the SQLite file, a positional argument."""
        parser.add_argument("file", type=path, metavar="FILE", help="the database of SQLite, such as var/sabot.sqlite3")

    def handle(self, *_args: Any, file: Path, **_options: Any) -> None:
        """Move the house from the file into the database of the settings.

        Prints the number of rows of each table that has any, then the last number of each register. Raises CommandError
        where the database is not migrated, and as :func:`move` does, for a register that cannot be verified, too; then
        nothing is moved.
        """
        check_made()
        ends = move(file, each=self._say)
        registers = ", ".join(f"{code} {end.number}" for code, end in ends.items())
        self.stdout.write(_("Moved, and every register verified: %(up_to)s.") % {"up_to": registers})

    def _say(self, table: str, rows: int) -> None:
        """Print the name of a table of the database and its number of rows, which were moved; nothing for 0 rows."""
        if rows:
            self.stdout.write(f"{table}: {rows}")
