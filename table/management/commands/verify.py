"""`manage.py verify`: reads registers from their first entry, and says whether anything was taken out or altered.

Of the register itself, and of the rows that stand for it: notes, money lines, rules, people, displays, tables.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from table.management.registers import UNSOUND, Found, add_registers, check, registers, sound
from table.record import audit


class Command(BaseCommand):
    """One register or all of them, that of the house included; ends with an error if one is not sound."""

    help = "Verifies the numbers and the digest chain of a register, or of all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_registers(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        check(self, registers(options["code"], every=options["every"]), _look)


def _look(code: str) -> Found:
    faults = audit.faults(code)
    return (
        Found(faults, UNSOUND) if faults else sound(code, _("%(register)s: %(count)s entries, the chain is unbroken."))
    )
