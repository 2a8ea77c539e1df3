"""`manage.py verify`: reads registers from their first entry, and says whether anything was taken out or altered.

Of the register itself, and of the rows that stand for it: notes, money lines, rules, people, displays, tables. Against
seals it also finds a register that was written anew as a whole.
"""

from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from table.access import pins
from table.management.registers import UNSOUND, Found, add_registers, check, registers, sound
from table.models import HOUSE
from table.record.proof import audit, seals


class Command(BaseCommand):
    """One register or all of them, that of the house included; ends with an error if one is not sound."""

    help = "Verifies the digest chain of a register, or of all, and what stands beside it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_registers(parser)
        parser.add_argument("--against", type=Path, metavar="SEALS", help="a file of seals that were kept elsewhere")
        parser.add_argument("--key", help="the public key of the house that sealed; without it this house's own")

    def handle(self, *_args: Any, **options: Any) -> None:
        sealed = _sealed(options["against"], options["key"]) if options["against"] else None
        codes = registers(options["code"], every=options["every"], sealed=sealed.registers if sealed else ())
        look = partial(_look, sealed=sealed.broken if sealed else None)
        check(self, codes, look, as_json=options["as_json"])


class Sealed(NamedTuple):
    """The registers of which there are seals, also those that are gone; and what of each is not as it was sealed."""

    registers: Iterable[str]
    broken: Callable[[str], list[str]]


def _sealed(path: Path, key: str | None) -> Sealed:
    try:
        kept, public = seals.read(path), seals.public(key or seals.public_key())
    except seals.Unreadable as error:
        raise CommandError(_("These seals cannot be read: %(why)s") % {"why": error}) from None
    return Sealed({seal.register for seal in kept}, lambda code: [*seals.broken(code, kept, public)])


def _look(code: str, *, sealed: Callable[[str], list[str]] | None) -> Found:
    faults = [*audit.faults(code), *(sealed(code) if sealed else ())]
    proven = pins.proven() if code == HOUSE else None
    if proven is not None:
        faults += proven.faults
    if faults:
        return Found(faults, UNSOUND)
    found = sound(code, _("%(register)s: %(count)s entries, the chain is unbroken."))
    return found if proven is None else found._replace(lines=[" ".join([*found.lines, *_of_pins(proven)])])


def _of_pins(proven: pins.Proven) -> Iterator[str]:
    """How many stored PINs were compared with the entries that set them, and which could not be."""
    yield _("PINs: %(count)s compared with the entries that set them.") % {"count": proven.compared}
    if proven.before:
        yield _("PINs: %(count)s set before entries kept a proof of them.") % {"count": proven.before}
    if proven.elsewhere:
        yield _("PINs: %(count)s not compared, as the pepper by which they were set is not here.") % {
            "count": proven.elsewhere
        }
