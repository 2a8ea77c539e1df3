"""`manage.py replay CODE`: performs a register again in a copy, and says whether the results are the same."""

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
    """Replay one table or the house, or all of them; of tables that are gone only the chain is read.

    The exit status is 0 if every entry gave the same; 1 if a chain, an outcome or a row does not fit; 3 if today's law
    gives another outcome in a taglia that was dealt under an earlier law.
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
        return Found(_sentences(code, proof.changed), LAW_CHANGED)
    if code == HOUSE:
        return sound(
            code, _("%(register)s: %(count)s entries; people, displays, tables and hand-outs came of them again.")
        )
    if not Table.every.filter(code=code).exists():
        return sound(code, _("%(register)s: %(count)s entries, the chain is unbroken."))
    return sound(code, _("%(register)s: %(count)s entries, the same rows came of them again."))


def _sentences(code: str, changed: LawChanged) -> list[str]:
    """Return the entry with both outcomes, recorded and of today, and a sentence on what that means."""
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
