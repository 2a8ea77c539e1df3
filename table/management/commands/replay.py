"""`manage.py replay CODE`: deals a table's register again on a scratch table, and says whether the same came of it."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from table.management.quiet import quiet_door
from table.management.registers import add_registers, check, tables
from table.record.replay import replay


class Command(BaseCommand):
    """One table or all of them; ends with an error if anything came out otherwise."""

    help = "Performs a table's register again and compares every row and outcome with what is there."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_registers(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        with quiet_door():
            check(
                self,
                tables(options["code"], every=options["every"]),
                faults=replay,
                sound=_("%(register)s: %(count)s entries, the same rows came of them again."),
            )
