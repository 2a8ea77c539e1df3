"""`manage.py prune`: deletes exports, databases put aside, unfinished backups and guests that are past their time."""

from argparse import ArgumentParser
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

        Prints nothing where there is none. Dry, only prints. Raises CommandError at the first that cannot be deleted;
        what was deleted before stays so.
        """
        sentence = _("It would be dropped: %(file)s") if dry_run else _("No longer kept: %(file)s")
        try:
            for path in list(retention.outlived()):
                if not dry_run:
                    retention.drop(path)
                self.stdout.write(sentence % {"file": path})
            if count := guests.outlived().count() if dry_run else guests.forget_outlived():
                self.stdout.write(sentence % {"file": _guests(count)})
        except (OSError, DatabaseError) as error:
            raise CommandError(_("It could not be dropped: %(why)s") % {"why": error}) from None


def _guests(count: int) -> str:
    """Return the translated phrase for `count` guests of the online game with all games, the count in digits."""
    return ngettext(
        "%(count)s guest of the online game, with all games",
        "%(count)s guests of the online game, with all games",
        count,
    ) % {"count": count}
