"""`manage.py replay CODE`: deals a table's register again, beside the house, and says whether the same came of it."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from table.management.registers import LAW_CHANGED, UNSOUND, Found, add_registers, check, sound, tables, without_table
from table.models import HOUSE, Table
from table.record.past.reach import NoPast
from table.record.proof.laws import LawChanged, prove
from table.rules.topics.sources import LAW


class Command(BaseCommand):
    """One table, or all of them and the house.

    The exit status is 0 where the same came of every entry; 1 where a chain, an outcome or a row does not fit; 3 where
    today's law makes something else of a taglia that was dealt under an earlier one.
    """

    help = "Performs a register again and compares every row and outcome with what is there."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_registers(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        codes = [HOUSE] if options["code"] == HOUSE else tables(options["code"], every=options["every"])
        codes += without_table() if options["every"] else []
        try:
            check(self, codes, _look, as_json=options["as_json"])
        except NoPast as error:
            raise CommandError(_("The register could not be dealt again: %(why)s.") % {"why": error}) from error


def _look(code: str) -> Found:
    proof = prove(code)
    if proof.faults:
        return Found(proof.faults, UNSOUND)
    if proof.changed:
        return Found(_told(code, proof.changed), LAW_CHANGED)
    if code == HOUSE:
        return sound(
            code, _("%(register)s: %(count)s entries; people, displays, tables and hand-outs came of them again.")
        )
    if not Table.every.filter(code=code).exists():
        return sound(code, _("%(register)s: %(count)s entries, the chain is unbroken."))
    return sound(code, _("%(register)s: %(count)s entries, the same rows came of them again."))


def _told(code: str, changed: LawChanged) -> list[str]:
    """Which entry it is, what was recorded of it and what it would be today, and what that means."""
    law, (entry, present, _impossible) = changed
    outcomes = _("%(entry)s: recorded %(recorded)s, today %(present)s")
    means = _(
        "%(register)s: the law has changed since (law %(law)s → %(today)s); the record stands; only chain and seals "
        "prove this taglia"
    )
    return [
        outcomes % {"entry": entry, "recorded": entry.outcome, "present": present},
        means % {"register": code, "law": law, "today": LAW},
    ]
