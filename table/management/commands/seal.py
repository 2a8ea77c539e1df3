"""`manage.py seal`: signs how far registers have come, so that a later change of what is in them is found."""

from argparse import ArgumentParser
from typing import Any

import msgspec
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from table.management.registers import add_registers, registers
from table.record import chain
from table.record.proof import seals


class Command(BaseCommand):
    """A seal for one register or for each; the seals go to the end of the file of seals, and to the terminal."""

    help = "Seals a register, or all: number, digest and time of its last entry, signed with the house's key."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_registers(parser)
        parser.add_argument("--public", action="store_true", help="print the public key alone")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["public"]:
            self.stdout.write(seals.public_key())
            return
        for code in registers(options["code"], every=options["every"]):
            seal = seals.keep(code)
            if options["as_json"]:
                self.stdout.write(chain.canonical({"register": code, "seal": seal and msgspec.to_builtins(seal)}))
            elif seal is None:
                self.stdout.write(_("%(register)s: no entry yet, nothing to seal.") % {"register": code})
            else:
                told = {"register": code, "number": seal.number, "digest": seal.digest, "at": seal.at}
                self.stdout.write(_("%(register)s %(number)s sealed at %(at)s: %(digest)s") % told)
