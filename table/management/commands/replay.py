"""`manage.py replay CODE`: performs registers again in a copy, and says whether the results are the same.

With ``--within MINUTES`` it begins with those that it replayed longest ago, and begins none once the time is over: so
in some nights every register is replayed as a whole.
"""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from table.access import pins
from table.management.registers import (
    LAW_CHANGED,
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
from table.management.terminal import DAY_MINUTES, number
from table.models import HOUSE, Table
from table.play.texts import decode
from table.record import chain
from table.record.machine import owner
from table.record.past.process import come_last
from table.record.past.reach import NoPast
from table.record.past.replay import one_moment
from table.record.proof import gaps
from table.record.proof.laws import LawChanged, prove
from table.rules.topics.sources import LAW
from table.verifier.shown import in_one_line

COVERS = gettext_noop(
    "Compared were all that `manage.py verify` compares, and every row of a table with what its entries make of it. No "
    "register knows what a refusal said, the names of guests, and what their displays proposed."
)


class Command(BaseCommand):
    """Replay tables or the house, or all of them; of tables that are gone only the chain is read.

    The exit status is 0 if every entry gave the same; 1 if a chain, an outcome or a row does not fit, or a register
    could not be performed; 3 if today's law gives another outcome in a taglia that was dealt under an earlier law.
    """

    help = "Performs registers again and compares every row and outcome with what is there."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare codes or ``--all``, ``--json``, ``--within MINUTES`` (no limit by default) and ``--alert``."""
        add_registers(parser)
        words = "begin with those that were replayed longest ago, and with none after this many minutes"
        parser.add_argument("--within", type=number(0, DAY_MINUTES), metavar="MINUTES", help=words)
        words = "what is not sound is an alert for the pit, the office, auditors, mailboxes and logs"
        parser.add_argument("--alert", action="store_true", help=words)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Replay the registers and print what was found of each.

        With ``within`` (minutes) this process has low priority, begins with those replayed longest ago, and starts none
        after that time. If all that were replayed are sound, and not as JSON, also prints on stderr what was compared;
        else raises CommandError with the exit status of the worst finding.
        """
        seals = sealed()
        codes: Iterable[str] = registers(options["codes"], every=options["every"], sealed=seals.registers)
        if options["within"] is not None:
            come_last()
            codes = self._in_turn(list(codes), monotonic() + options["within"] * 60)
        check(self, codes, partial(_look, seals=seals, alert=options["alert"]), as_json=options["as_json"])
        if not options["as_json"]:
            self.stderr.write(_(COVERS))

    def _in_turn(self, codes: list[str], until: float) -> Iterator[str]:
        """Yield the registers, those whose replay began longest ago first, until this monotonic time.

        Stores before each that its replay begins now, or prints why that cannot be stored: one at which this process
        fails comes last the next time. Prints those that are left. Sorts ``codes`` in place.
        """
        turns = _turns()
        codes.sort(key=lambda code: turns.get(code, ""))
        for place, code in enumerate(codes):
            if monotonic() >= until:
                rest = ", ".join(map(in_one_line, codes[place:]))
                words = _("The time is over; next time it begins with these: %(registers)s.")
                self.stderr.write(words % {"registers": rest})
                return
            try:
                _keep_turn(code)
            except OSError as error:
                words = _("It cannot be stored when %(register)s was replayed: %(why)s")
                self.stderr.write(words % {"register": in_one_line(code), "why": error})
            yield code


def _path() -> Path:
    """Path of the file that says when the last replay of each register began; in the folder of the file of seals."""
    return Path(settings.SEALS_FILE).with_name("replayed")


def _keep_turn(code: str) -> None:
    """Store that the replay of a register begins now; file and folder are made where missing. Raises OSError."""
    owner.folder(_path().parent)
    _path().write_bytes(msgspec.json.encode({**_turns(), code: chain.stamp(timezone.now())}))
    owner.give_path(_path(), _path().parent)


def _turns() -> dict[str, str]:
    """Return when the last replay of each register began, from the file; {} if that is missing or unreadable.

    Registers that are not in it were never replayed.
    """
    with suppress(OSError, ValueError):
        return decode(_path().read_bytes(), dict[str, str])
    return {}


def _look(code: str, *, seals: RegisterSeals, alert: bool) -> RegisterResult:
    """Replay a register, compare it with its seals, and return what was found as text.

    Its faults, or that a later version of the rules gives another outcome, or that it is sound. Of the house its key
    and PINs are compared too. With ``alert`` faults are also stored as an alert. That a register cannot be replayed is
    a fault, besides what its seals tell.
    """
    with one_moment():
        unlike = by_seals(code, seals, pins.proven() if code == HOUSE else None)
    try:
        proof = prove(code)
    except NoPast as error:
        why = _("%(register)s: the register could not be dealt again: %(why)s") % {"register": code, "why": error}
        return _unsound(code, [why, *unlike], alert=alert)
    if faults := [*proof.faults, *unlike]:
        return _unsound(code, faults, alert=alert)
    if proof.changed:
        return RegisterResult(_sentences(code, proof.changed), LAW_CHANGED)
    if code == HOUSE:
        return sound(
            code,
            _("%(register)s: %(count)s entries; people, displays, tables and hand-outs came of them again."),
            seals,
        )
    if not Table.objects.filter(code=code).exists():
        return sound(code, _("%(register)s: %(count)s entries, the chain is unbroken."), seals)
    return sound(code, _("%(register)s: %(count)s entries, the same rows came of them again."), seals)


def _unsound(code: str, faults: list[str], *, alert: bool) -> RegisterResult:
    """Return the faults with status UNSOUND; with `alert` store them as an alert of the house, by :func:`gaps.altered`.

    An alert for the same rows of the register that was raised a short time ago is counted once more instead.
    """
    if alert:
        gaps.altered(code, faults)
    return RegisterResult(faults, UNSOUND)


def _sentences(code: str, changed: LawChanged) -> list[str]:
    """Return two translated lines on one difference: the entry with both outcomes, then what this means.

    The outcomes are the recorded one and that of today's rules. The second line always says that the law has changed,
    from which version to which, that the record stands, and that only chain and seals prove this taglia.
    """
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
