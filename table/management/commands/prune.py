"""`manage.py prune`: deletes exports, databases put aside and unfinished backups that are past their time."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils.translation import gettext as _

from table.backup import retention


class Command(BaseCommand):
    """Delete only what the house itself has named, and nothing of the record."""

    help = "Drops handed out registers, houses put aside and half made backups that lie here beyond their time."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="say what would be dropped, and drop nothing")

    def handle(self, *_args: Any, dry_run: bool, **_options: Any) -> None:
        sentence = _("It would be dropped: %(file)s") if dry_run else _("No longer kept: %(file)s")
        try:
            for path in list(retention.outlived()):
                if not dry_run:
                    retention.drop(path)
                self.stdout.write(sentence % {"file": path})
        except (OSError, DatabaseError) as error:
            raise CommandError(_("It could not be dropped: %(why)s") % {"why": error}) from None
