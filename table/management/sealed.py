"""What keys and seals say of registers beside their rows: shared by the commands that check registers."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from table.access import pins
from table.models import HOUSE
from table.record import key, seals


class Sealed(NamedTuple):
    """Registers with seals, also those that are gone; and a function that lists how a register differs from them."""

    registers: Iterable[str]
    broken: Callable[[str], list[str]]


def sealed(path: Path | None = None, given: Sequence[str] = ()) -> Sealed:
    """Return the registers that have seals, and a function that compares one with its seals.

    The seals are those of the named file, if any, and those of this house. Only seals by the public keys ``given``
    count, or without any by the keys on record. Raises CommandError if seals or keys cannot be read.
    """
    try:
        brought, keys = seals.read(path) if path else [], key.trusted(given)
        for it in given:
            seals.public(it)
    except seals.Unreadable as error:
        raise CommandError(_("These seals cannot be read: %(why)s") % {"why": error}) from None
    own = [it for it in seals.own().seals if it not in set(brought)]

    def broken(code: str) -> list[str]:
        return [*seals.broken(code, brought, keys), *seals.broken(code, own, keys, but_lost=True)]

    return Sealed({seal.register for seal in (*brought, *own)}, broken)


def by_seals(code: str, found: Sealed, proven: pins.Proven | None) -> list[str]:
    """List what is wrong with a register by its seals; of the house also with its key, its file of seals and its PINs.

    ``proven`` are the PINs of the house as they were compared, None for any other register.
    """
    faults = found.broken(code)
    if code == HOUSE:
        faults += [f"house: {why}"] if (why := key.alarm()) else []
        faults += [_("%(line)s of the seals of this house is none.") % {"line": it} for it in seals.own().unreadable]
    return [*faults, *proven.faults] if proven else faults
