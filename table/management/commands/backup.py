"""`manage.py backup FILE`: the house as it stands now in one file and its keys in another one, while it plays."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from table.backup.take import keys_of, take
from table.management.passphrases import add_passphrase, passphrase


class Command(BaseCommand):
    """Nothing of the house changes by it, and nobody at a table waits."""

    help = "Backs the house up into FILE, and its keys, locked by a passphrase, into FILE.keys."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="a new file")
        add_passphrase(parser)

    def handle(self, *_args: Any, file: Path, passphrase_file: Path | None, **_options: Any) -> None:
        manifest = take(file, passphrase=passphrase(passphrase_file, twice=True))
        told = {"file": file, "keys": keys_of(file), "up_to": manifest.up_to}
        self.stdout.write(_("Backed up into %(file)s, the keys into %(keys)s; up to %(up_to)s.") % told)
