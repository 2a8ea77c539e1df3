"""`manage.py prune`: deletes exports, databases put aside, unfinished backups and guests that are past their time."""

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from table.backup import retention
from table.online import guests


class Command(BaseCommand):
    """Delete only what the house itself has named, guests of the online game, and nothing of the record."""

    help = "Drops handed out registers, houses put aside, half made backups and guests that lie here beyond their time."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare ``--dry-run``."""
        parser.add_argument("--dry-run", action="store_true", help="say what would be dropped, and drop nothing")

    def handle(self, *_args: Any, dry_run: bool, **_options: Any) -> None:
        """Delete what :func:`retention.outlived` yields, and guests past their time; print each, of guests how many.

        Prints nothing where there is none. Dry, only prints. What cannot be deleted keeps nothing else from it: at the
        end it raises CommandError with a line for each reason.
        """
        sentence = _("It would be dropped: %(file)s") if dry_run else _("No longer kept: %(file)s")
        faults: list[str] = []
        with _noting(faults):
            for path in retention.outlived():
                with _noting(faults):
                    if not dry_run:
                        retention.drop(path)
                    self.stdout.write(sentence % {"file": path})
        with _noting(faults):
            if count := guests.outlived().count() if dry_run else guests.forget_outlived():
                self.stdout.write(sentence % {"file": _guests(count)})
        if faults:
            raise CommandError("\n".join(dict.fromkeys(faults)))


@contextmanager
def _noting(faults: list[str]) -> Iterator[None]:
    """Add a sentence to `faults` where the block could not delete something, and go on behind it."""
    try:
        yield
    except (OSError, DatabaseError) as error:
        faults.append(_("It could not be dropped: %(why)s") % {"why": error})


def _guests(count: int) -> str:
    """Return the translated phrase for `count` guests of the online game with all games, the count in digits."""
    return ngettext(
        "%(count)s guest of the online game, with all games",
        "%(count)s guests of the online game, with all games",
        count,
    ) % {"count": count}
