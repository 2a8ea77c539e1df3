"""`manage.py backup [FILE]`: writes the house into one file and its keys into another, while it is in use."""

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from table.backup import retention
from table.backup.keys import read_passphrase
from table.backup.pack import failing_with
from table.backup.take import keys_of, take
from table.management.terminal import add_passphrase, path


class Command(BaseCommand):
    """Take a backup; it changes nothing in the database, and no act waits for it."""

    help = "Backs the house up into FILE, and its keys, locked by a passphrase, into FILE.keys."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare FILE, by default named by the time, ``--keep N``, by default all are kept, and the passphrase."""
        words = "a new file; without it one of this moment in the folder BACKUPS"
        parser.add_argument("file", type=path, nargs="?", metavar="FILE", help=words)
        words = "afterwards keep the newest N, at most, that are named by their moment there, and drop the others"
        parser.add_argument("--keep", type=_at_least_one, metavar="N", help=words)
        add_passphrase(parser)

    def handle(
        self, *_args: Any, file: Path | None, keep: int | None, passphrase_file: Path | None, **_options: Any
    ) -> None:
        """Write a backup, and its file of keys locked by a passphrase; print both paths and up to which entries.

        The passphrase is asked for twice unless a file has it. Then, with `keep`, delete all but the newest of
        those in its folder that are named by their time, and print these. Raises CommandError if the backup
        cannot be written, and then deletes none, or if one of those cannot be deleted.
        """
        given = read_passphrase(passphrase_file, twice=True)
        with failing_with(_("No backup was made: %(why)s")):
            path = file or retention.named(timezone.now())
        manifest = take(path, passphrase=given)
        facts = {"file": path, "keys": keys_of(path), "up_to": manifest.up_to}
        self.stdout.write(_("Backed up into %(file)s, the keys into %(keys)s; up to %(up_to)s.") % facts)
        if keep:
            try:
                gone = retention.drop_backups(path, keep=keep)
            except OSError as error:
                raise CommandError(_("It could not be dropped: %(why)s") % {"why": error}) from None
            for it in gone:
                self.stdout.write(_("No longer kept: %(file)s") % {"file": it})


def _at_least_one(given: str) -> int:
    """Parse a number from 1 on. Raises ArgumentTypeError for anything else."""
    if not given.isdecimal() or not int(given):
        raise ArgumentTypeError(_("At least one backup is kept."))
    return int(given)
