"""What commands that look after registers have in common: which ones, a line for each, and an error at the end."""

from argparse import ArgumentParser
from collections.abc import Callable, Iterable

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from table.models import HOUSE, Entry, Table


def add_registers(parser: ArgumentParser) -> None:
    """Either one register or all."""
    parser.add_argument("code", nargs="?", help="the table's code")
    parser.add_argument("--all", action="store_true", dest="every", help="every register there is")


def tables(code: str | None, *, every: bool) -> list[str]:
    """The tables that are meant."""
    known = list(Table.objects.order_by(*Table.IN_ORDER).values_list("code", flat=True))
    return _meant(code, known, every=every)


def registers(code: str | None, *, every: bool) -> list[str]:
    """The registers that are meant: the house's own and those of the tables, also one whose table is gone."""
    written = Entry.objects.order_by("register").values_list("register", flat=True).distinct()
    return _meant(code, sorted({HOUSE, *Table.objects.values_list("code", flat=True), *written}), every=every)


def _meant(code: str | None, known: list[str], *, every: bool) -> list[str]:
    if every == (code is not None):
        raise CommandError(_("Name one register, or all of them with --all."))
    if code is not None and code not in known:
        raise CommandError(
            _("There is no register “%(register)s”; there are: %(known)s.")
            % {"register": code, "known": ", ".join(known) or "–"}
        )
    return known if code is None else [code]


def check(command: BaseCommand, codes: Iterable[str], *, faults: Callable[[str], list[str]], sound: str) -> None:
    """A line for each register that is sound, or its faults; then an error if there was one."""
    unsound = []
    for code in codes:
        found = faults(code)
        facts = {"register": code, "count": Entry.objects.filter(register=code).count()}
        command.stdout.write("\n".join(found) if found else sound % facts)
        unsound += [code] if found else []
    if unsound:
        raise CommandError(_("Not sound: %(registers)s.") % {"registers": ", ".join(unsound)})
