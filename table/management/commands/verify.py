"""`manage.py verify`: checks registers from their first entry for removed or altered content.

It compares rows that derive from the register too: notes, rules, money, results, custody, cases, attestations, people,
displays, tables. A register that was rewritten as a whole is detected by seals, those of this house and those that were
kept elsewhere.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from table.access import pins
from table.management.registers import (
    UNSOUND,
    RegisterResult,
    RegisterSeals,
    add_registers,
    by_seals,
    check,
    registers,
    sealed,
    sound,
)
from table.management.terminal import path
from table.models import HOUSE
from table.record import seals
from table.record.past.replay import one_moment
from table.record.proof import audit

NONE_YET = gettext_noop(
    "This house has no seals yet, and nothing was compared with any: `manage.py seal --all` makes the first ones."
)
COVERS = gettext_noop(
    "Compared with the entries were the end of a register, its notes, how many were refused, and the seals as far as "
    "they reach; of a table its rules, money, the results of coups, custody, cases and attestations; of the house "
    "people, PINs, displays, readers, tables, own rules, hand-outs and the waiting list. `manage.py replay` compares "
    "every other row of a table. No seal tells of what came after the last one. No register knows what a refusal said, "
    "and the names of guests."
)


class Command(BaseCommand):
    """Verify registers or all, the house's among them; ends with an error if one is not sound."""

    help = "Verifies the digest chain of registers, or of all, and what stands beside them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare codes or ``--all``, ``--json``, ``--against FILE`` of seals, and ``--key``, once or more.

        One of the first two is needed; that is checked later.
        """
        add_registers(parser)
        parser.add_argument("--against", type=path, metavar="SEALS", help="a file of seals that were kept elsewhere")
        words = "a public key of the house that sealed, each where it had several; without it those on record"
        parser.add_argument("--key", action="append", default=[], help=words)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Verify the registers with all seals, as of one moment, and print what was found of each.

        If all are sound, and not as JSON, prints on stderr what was compared. Raises CommandError if one is not, and if
        the file of seals that was named has none. But if that is missing or empty, this house has no seals either, and
        none is overdue, it only says so and goes on without.
        """
        against = options["against"]
        if against and _none_yet(against):
            self.stderr.write(_(NONE_YET))
            against = None
        register_seals = sealed(against, options["key"])
        codes = registers(options["codes"], every=options["every"], sealed=register_seals.registers)
        with one_moment():
            check(self, codes, partial(_look, register_seals=register_seals), as_json=options["as_json"])
        if not options["as_json"]:
            self.stderr.write(_(COVERS))


def _none_yet(against: Path) -> bool:
    """Whether there are no seals yet: the file is missing or empty, this house's own has none, and none is overdue."""
    empty = not against.exists() or (against.is_file() and not against.stat().st_size)
    return empty and seals.own() == seals.OwnSeals([], []) and not seals.missing()


def _look(code: str, *, register_seals: RegisterSeals) -> RegisterResult:
    """Verify a register with its seals, that of the house also with its signing key and the PINs.

    Return its faults with status UNSOUND; or SOUND and one line that says so, of the house with what was found of the
    PINs.
    """
    proven = pins.proven() if code == HOUSE else None
    faults = [*audit.faults(code), *by_seals(code, register_seals, proven)]
    if faults:
        return RegisterResult(faults, UNSOUND)
    found = sound(code, _("%(register)s: %(count)s entries, the chain is unbroken."), register_seals)
    return found if proven is None else found._replace(lines=[" ".join([*found.lines, *_of_pins(proven)])])


def _of_pins(proven: pins.ProvenPins) -> Iterator[str]:
    """Yield sentences on the stored PINs: how many were compared with the entries that set them.

    Then, if any, how many were set before entries held a proof of the PIN, and how many with a pepper that is not here.
    """
    yield _("PINs: %(count)s compared with the entries that set them.") % {"count": proven.compared}
    if proven.before:
        yield _("PINs: %(count)s set before entries kept a proof of them.") % {"count": proven.before}
    if proven.elsewhere:
        yield _("PINs: %(count)s not compared, as the pepper by which they were set is not here.") % {
            "count": proven.elsewhere
        }
