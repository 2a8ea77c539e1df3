"""Shared by commands that check registers or enter acts: which registers, their seals, exit status, who decides."""

from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from table.access import pins
from table.models import HOUSE, Entry, Person, Table
from table.record import chain, key, seals
from table.record.losses import loss_of, losses
from table.rules.profile import Role
from table.verifier.shown import in_one_line


def add_registers(parser: ArgumentParser) -> None:
    """Add the arguments of :func:`add_codes`, for the house as well, and ``--json``, stored as ``as_json``."""
    add_codes(parser, of="a table's code or “house”, one or several", every="every register there is")
    parser.add_argument("--json", action="store_true", dest="as_json", help="one JSON object a line for each register")


def add_codes(
    parser: ArgumentParser, *, of: str = "a table's code, one or several", every: str = "every table there is"
) -> None:
    """Add the arguments that name tables (``codes``) or all (``--all``, stored as ``every``), with these helps."""
    parser.add_argument("codes", nargs="*", metavar="code", help=of)
    parser.add_argument("--all", action="store_true", dest="every", help=every)


def registers(codes: Sequence[str], *, every: bool, sealed: Iterable[str] = ()) -> list[str]:
    """Return the codes of the named registers, each once, or of every one in alphabetical order.

    These are the house, tables, registers of tables that are gone, and those in `sealed`, of which there may be only a
    seal. Raises CommandError for an unknown code, and unless exactly one of `codes` and `every` is given.
    """
    written = Entry.objects.order_by("register").values_list("register", flat=True).distinct()
    known = sorted({HOUSE, *Table.objects.values_list("code", flat=True), *written, *sealed})
    return _named(codes, known, every=every)


def tables(codes: Sequence[str], *, every: bool) -> list[str]:
    """Return the codes of the named tables, each once, or of every one in the order of the house.

    Training tables are among them. Raises CommandError for an unknown code, and unless exactly one of `codes` and
    `every` is given.
    """
    return _named(codes, list(Table.objects.order_by(*Table.IN_ORDER).values_list("code", flat=True)), every=every)


def _named(codes: Sequence[str], known: list[str], *, every: bool) -> list[str]:
    """Return these codes, each once, or all known ones if `every`.

    Raises CommandError for an unknown code, and unless exactly one of the two is given.
    """
    if every == bool(codes):
        raise CommandError(_("Name one register or several, or all of them with --all."))
    for code in codes:
        if code not in known:
            raise CommandError(
                _("There is no register “%(register)s”; there are: %(known)s.")
                % {"register": code, "known": ", ".join(known) or "–"}
            )
    return list(dict.fromkeys(codes)) or known


SOUND, UNSOUND, LAW_CHANGED = 0, 1, 3
"""Exit status of a command that checks registers."""


class RegisterResult(NamedTuple):
    """Result for a register: the lines to print, and the exit status."""

    lines: list[str]
    status: int = SOUND


def sound(code: str, sentence: str, found: "RegisterSeals") -> RegisterResult:
    """Return status SOUND with a sentence, filled in with the register's code and its number of entries.

    How far the seals reach with which it was compared stands behind it.
    """
    return RegisterResult([f"{sentence % {'register': code, 'count': entries(code)}} {found.named(code)}"])


def entries(code: str) -> int:
    """Count the stored rows of a register's entries, whatever their numbers; 0 for a code without any."""
    return Entry.objects.filter(register=code).count()


def check(command: BaseCommand, codes: Iterable[str], look: Callable[[str], RegisterResult], *, as_json: bool) -> None:
    """Call `look` for each register, and print what it finds as text, or as a JSON object a line.

    The text has all lines of a result. The object has register, status, number of entries, and the lines as ``found``,
    none where it is sound. Raises CommandError at the end, naming the registers, with exit status UNSOUND if one is
    unsound, else LAW_CHANGED if one was dealt under earlier rules.
    """
    found: dict[int, list[str]] = {}
    for code in codes:
        lines, status = look(code)
        faults = list(map(str, lines)) if status else []  # a RowFault is more than its sentence
        report = {"register": code, "status": status, "entries": entries(code), "found": faults}
        command.stdout.write(chain.canonical(report) if as_json else "\n".join(map(in_one_line, lines)))
        found.setdefault(status, []).append(code)
    for status, sentence in (
        (UNSOUND, _("Not sound: %(registers)s.")),
        (LAW_CHANGED, _("Dealt under an earlier law, and no longer the same: %(registers)s.")),
    ):
        if status in found:
            raise CommandError(sentence % {"registers": ", ".join(map(in_one_line, found[status]))}, returncode=status)


def of_the_direzione(badge: str) -> Person:
    """Return an active person of the Direzione. Raises CommandError for any other badge."""
    person = Person.objects.filter(badge=badge, role=Role.DIREZIONE, is_active=True).first()
    if person is None:
        raise CommandError(_("“%(badge)s” is nobody of the Direzione who works here.") % {"badge": badge})
    return person


# --- seals


class RegisterSeals(NamedTuple):
    """Registers with seals, also those that are gone, and what is known of one by its code.

    How it differs from its seals; and how many of these there are, and on which entry the last is.
    """

    registers: Iterable[str]
    broken: Callable[[str], list[str]]
    named: Callable[[str], str]


def sealed(path: Path | None = None, given: Sequence[str] = ()) -> RegisterSeals:
    """Return the registers that have seals, and functions that compare one with its seals and say how far these reach.

    The seals are those of the named file, if any, and those of this house but for what a restore has lost. One that is
    by none of the public keys ``given``, or without any of the keys on record, is a fault of its register. Makes the
    seal key where the house never had one. Raises CommandError where the named file has no seal, or where it, a given
    key, or the own key of a house that has named none cannot be read; OSError where the house's file of seals cannot.
    """
    try:
        brought, keys = seals.read(path) if path else [], key.trusted(given)
        for it in given:
            seals.public(it)
    except (seals.Unreadable, OSError) as error:
        raise CommandError(_("These seals cannot be read: %(why)s") % {"why": error}) from None
    if path and not brought:
        raise CommandError(_("There is no seal in %(file)s, so nothing would be compared with any.") % {"file": path})
    known = losses()
    here = [it for it in seals.own().seals if loss_of(it.register, it.number, it.at, known=known) is None]
    own = [it for it in here if it not in set(brought)]

    def broken(code: str) -> list[str]:
        """List how a register differs from its seals: from those that were brought, then from those of this house."""
        return [*seals.broken(code, brought, keys), *seals.broken(code, own, keys)]

    def named(code: str) -> str:
        """Say how many seals of a register were brought, if a file was named, and how many lie here that were not lost.

        With the entry of the last of each.
        """
        sentences = [_reach(_("Seals that were brought: %(seals)s."), code, brought)] if path else []
        return " ".join([*sentences, _reach(_("Seals that lie here: %(seals)s."), code, here)])

    return RegisterSeals({seal.register for seal in (*brought, *own)}, broken, named)


def _reach(sentence: str, code: str, among: Iterable[seals.Seal]) -> str:
    """Fill in a sentence with how many of these seals are of a register and on which entry the last is, or “none”."""
    numbers = [it.number for it in among if it.register == code]
    facts = {"count": len(numbers), "number": max(numbers, default=0)}
    reach = _("%(count)s, the last on entry %(number)s") % facts if numbers else _("none")
    return sentence % {"seals": reach}


def by_seals(code: str, found: RegisterSeals, proven: pins.ProvenPins | None) -> list[str]:
    """List what is wrong with a register by its seals; of the house also with its key and its file of seals.

    Then follow the faults of ``proven``, the PINs of the house as they were compared; None for any other register.
    """
    faults = found.broken(code)
    if code == HOUSE:
        faults += [f"house: {why}"] if (why := key.alarm()) else []
        faults += [_("%(line)s of the seals of this house is none.") % {"line": it} for it in seals.own().unreadable]
    return [*faults, *proven.faults] if proven else faults
