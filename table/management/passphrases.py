"""Passphrase that locks the keys of a backup: from the terminal or a file, never an argument."""

import getpass
import sys
from argparse import ArgumentParser
from pathlib import Path

from django.utils.translation import gettext as _

from table.backup.pack import Failed, failing_with


def add_passphrase(parser: ArgumentParser) -> None:
    """Add `--passphrase-file`, for runs by a timer, to the options of a command."""
    words = "a file whose first line is the passphrase; without it, it is asked for"
    parser.add_argument("--passphrase-file", type=Path, metavar="PATH", help=words)


def passphrase(file: Path | None, *, twice: bool = False) -> str:
    """Return the first line of `file`, or without one (None) a passphrase asked for at the terminal.

    It is asked for twice if `twice`, and may be empty. Raises Failed if the file cannot be read, is no text in
    UTF-8 or is open to everybody, if there is neither file nor terminal, or if the two differ.
    """
    if file is not None:
        with failing_with(_("The passphrase cannot be read: %(why)s")):
            if file.stat().st_mode & 0o007:
                raise Failed(_("Everybody on this machine can read the passphrase in %(file)s.") % {"file": file})
            return file.read_text(encoding="utf-8").partition("\n")[0]
    if not sys.stdin.isatty():
        raise Failed(
            _("A passphrase is needed: it is asked for on a terminal, else “--passphrase-file” names its file.")
        )
    given = getpass.getpass(_("Passphrase of the keys: "))
    if twice and getpass.getpass(_("Once more: ")) != given:
        raise Failed(_("The two passphrases differ; nothing was done."))
    return given
