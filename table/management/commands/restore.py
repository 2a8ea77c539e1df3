"""`manage.py restore FILE --by BADGE`: puts the house of a backup and its keys in place."""

from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from table.backup.keys import Keys, is_overruled, read_passphrase
from table.backup.pack import Manifest
from table.backup.restore import RestoreOptions, keys_for, restore
from table.backup.take import keys_of
from table.management.terminal import add_passphrase, path, quiet_door
from table.models import Shoe
from table.verifier.shown import in_one_line


class Command(BaseCommand):
    """Restore all of it or nothing; an existing house is put aside, and only if `--replace` names it."""

    help = "Restores a backup with its keys, verifies every register, and enters that it did."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare FILE, ``--by``, ``--keys``, ``--keys-here``, ``--replace``, ``--unsound``, ``--key``, a passphrase.

        ``--keys-here`` takes the keys of this machine, ``--replace`` names the database whose house is put aside,
        ``--unsound`` restores also a register that is not sound, and ``--key``, once or more, is a known public key.
        """
        parser.add_argument("file", type=path, metavar="FILE", help="the backup")
        parser.add_argument("--by", required=True, metavar="BADGE", help="who of Direzione or operators restores it")
        parser.add_argument("--keys", type=path, metavar="FILE", help="the file of its keys; FILE.keys unless told")
        parser.add_argument("--keys-here", action="store_true", help="the keys of this machine are those of the house")
        parser.add_argument("--replace", default="", metavar="NAME", help="the database whose house is put aside")
        parser.add_argument("--unsound", action="store_true", help="restore it although a register is not sound")
        words = "a public key that you know from elsewhere to have been this house's; each, if several"
        parser.add_argument("--key", action="append", default=[], metavar="HEX", help=words)
        add_passphrase(parser)

    def handle(self, *_args: Any, file: Path, **options: Any) -> None:
        """Restore the house, and print up to which entries.

        Also prints what was sealed later and is lost, where the house before lies, at which tables a virtual shoe is to
        be taken off, and whether SECRET_KEY in the environment is another than the backup's. Raises CommandError; then
        nothing is replaced, unless it comes last, as the seals could not be written.
        """
        ask_passphrase = partial(read_passphrase, options["passphrase_file"])
        keys_file = None if options["keys_here"] else options["keys"] or keys_of(file)
        overruled = False

        def at_hand(manifest: Manifest) -> Keys:
            """Return the keys for a backup, and note whether the environment has another secret key."""
            nonlocal overruled
            found = keys_for(manifest, file=keys_file, passphrase=ask_passphrase)
            overruled = is_overruled(found)
            return found

        wanted = RestoreOptions(options["by"], options["replace"], options["unsound"], tuple(options["key"]))
        with quiet_door():
            done = restore(file, at_hand, wanted)
        facts = {"taken": done.manifest.taken, "up_to": done.manifest.up_to, "lost": done.lost, "aside": done.aside}
        self.stdout.write(_("Restored from the backup of %(taken)s, up to %(up_to)s.") % facts)
        if done.lost:
            self.stdout.write(_("Sealed after that, and not in this backup: %(lost)s.") % facts)
        if done.aside:
            self.stdout.write(_("The house that was there lies in %(aside)s.") % facts)
        if codes := ", ".join(map(in_one_line, _with_virtual_shoes())):
            self.stdout.write(
                _(
                    "At %(tables)s a virtual shoe is in mid-taglia, and its next cards may have been seen already: "
                    "take it off the table before anybody plays on."
                )
                % {"tables": codes}
            )
        if overruled:
            self.stdout.write(_("SECRET_KEY in the environment is another one; put the one of var/secret_key there."))
        if done.fault:
            raise CommandError(done.fault)


def _with_virtual_shoes() -> list[str]:
    """List, in alphabetical order, the codes of the tables on which a virtual shoe is neither ended nor void.

    Training tables are among them. Cards that such a shoe deals next may have been dealt after the backup, and seen.
    """
    found = Shoe.objects.exclude(commitment="").exclude(status__in=Shoe.OVER)
    return sorted(found.values_list("table__code", flat=True))
