"""`manage.py export CODE… INTO --by BADGE`: hands registers out for proof, one file each, and enters that it did.

The files are checked by anybody with `sabot-verify.pyz` (`make verifier`), without this house.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from table.backup.files import whole
from table.management.quiet import quiet_door
from table.management.registers import entries, registers
from table.models import HOUSE, Person
from table.record import chain, door
from table.record.proof import export
from table.record.refusals import say
from table.rules.refusal import Refused
from table.verbs.house.exports import Form, Report, copy_of


class Command(BaseCommand):
    """One register into a file, several or all of them into a folder; who takes them is of an office that may."""

    help = "Writes registers out so that anybody can check them: JSON Lines, signed; every copy is an entry."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("codes", nargs="*", metavar="CODE", help="the table's code, or house")
        parser.add_argument("into", type=Path, metavar="INTO", help="a new file; a folder where there are several")
        parser.add_argument("--all", action="store_true", dest="every", help="every register there is")
        parser.add_argument("--by", required=True, metavar="BADGE", help="who takes them out of the house")
        parser.add_argument("--json", action="store_true", dest="as_json", help="one JSON object a line for each file")

    def handle(self, *_args: Any, **options: Any) -> None:
        by = Person.objects.filter(badge=options["by"], is_active=True).first()
        if by is None:
            raise CommandError(_("Nobody works here with the badge “%(badge)s”.") % {"badge": options["by"]})
        for code, path in _files(options["codes"], options["into"], every=options["every"]):
            copy = _hand_out(code, path, by=by)
            told = {"register": code, "file": str(path), "copy": copy, "entries": entries(code)}
            words = _("%(register)s: written to %(file)s, copy %(copy)s.")
            self.stdout.write(chain.canonical(told) if options["as_json"] else words % told)


def _files(codes: list[str], into: Path, *, every: bool) -> list[tuple[str, Path]]:
    """Which register goes into which file; none of the files may be there already."""
    if every == bool(codes):
        raise CommandError(_("Name registers, or all of them with --all."))
    meant = registers(None, every=True) if every else [code for it in codes for code in registers(it, every=False)]
    single = len(meant) == 1 and not into.is_dir()
    found = [(code, into if single else into / f"{code}.jsonl") for code in dict.fromkeys(meant)]
    for _code, path in found:
        if path.exists():
            raise CommandError(_("There is a file already: %(file)s") % {"file": path})
    return found


def _hand_out(code: str, path: Path, *, by: Person) -> int:
    """Enter that this register leaves the house, and write it out; gives the number of the copy."""
    told: dict[str, Any] = {"report": Report.PROOF, "of": code, "form": Form.JSONL, "language": settings.LANGUAGE_CODE}
    try:
        with quiet_door():
            answer = door.perform(HOUSE, "export", by=by, nonce=uuid4().hex, **told)
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole(path) as file:
            file.writelines(export.lines(code))
    except Refused as refused:
        raise CommandError(say(refused)) from None
    except OSError as error:
        raise CommandError(_("It cannot be written: %(why)s") % {"why": error}) from None
    return copy_of(answer.outcomes[0])
