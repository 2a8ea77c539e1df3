"""`manage.py starts`: makes the starts of taglie that are missing, so that pages of old taglie come at once."""

from argparse import ArgumentParser
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from table.management.registers import add_codes, tables
from table.management.terminal import DAY_MINUTES, number
from table.models import Table
from table.record.past import starts
from table.record.past.reach import PAST, NoPast, OutOfTime

MINUTES = 60
"""Longest time that a night spends on it; what is left over then is made in the following nights."""


class Command(BaseCommand):
    """Perform the registers of one table or of all of them as far as starts are missing, and store these.

    Before that it deletes starts that are not wanted any more. The exit status is 1 where a register could not be
    performed or a start not be stored or deleted; the other tables are looked at all the same.
    """

    help = "Stores how tables were at the beginnings of their taglie, signed; what is there and fits is left alone."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the codes of tables, ``--all``, and ``--minutes``: from 0 to a day's, MINUTES by default.

        These may have a fraction; others are an error of the command line.
        """
        add_codes(parser)
        words = f"stop after MINUTES (default: {MINUTES})"
        parser.add_argument("--minutes", type=number(0, DAY_MINUTES), default=MINUTES, help=words)

    def handle(self, *_args: Any, minutes: float, **options: Any) -> None:
        """Delete the starts that are not needed, of all tables, then make missing ones until `minutes` are over.

        Starts are stored states of a table at the beginning of a taglia, from which replays begin; made are those of
        the named tables, or of all. A table whose register cannot be replayed, or whose starts cannot be written, does
        not stop the others; a start that cannot be deleted ends the deleting alone. CommandError names them at the end.
        After the deleting it is raised, too, for an unknown code, and unless codes or ``--all``, not both, are given.
        """
        until, failed = monotonic() + minutes * 60, list[str]()
        try:
            self._say(_("starts that are not needed any more, deleted: %(count)s"), count=starts.drop_needless())
        except OSError as error:
            failed.append(_("Starts that are not needed could not be deleted: %(why)s") % {"why": error})
        for code in tables(options["codes"], every=options["every"]):
            try:
                made = PAST.make_starts(Table.objects.get(code=code), within=until - monotonic())
                self._say(_("%(table)s: starts of taglie made: %(count)s"), table=code, count=made)
            except OutOfTime:
                self._say(_("%(table)s: the time is over; the next night goes on from here."), table=code)
                break
            except NoPast as error:
                failed.append(_("%(table)s could not be performed again: %(why)s") % {"table": code, "why": error})
            except (OSError, ValueError) as error:
                failed.append(_("%(table)s: a start could not be stored: %(why)s") % {"table": code, "why": error})
        if failed:
            raise CommandError("\n".join(failed))

    def _say(self, sentence: str, **given: object) -> None:
        """Print a sentence, filled in with these facts."""
        self.stdout.write(sentence % given)
