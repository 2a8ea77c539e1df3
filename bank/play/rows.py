"""Rows of the bank at a table: what effects leave in them as a register makes them, and which stay at a pruned one."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Max, Model

from bank.models import BankCount, BankSession, Movement, Posting, Slip
from bank.play.sessions import uncounted_boxes
from table.models import Table
from table.record.chain import Row
from table.record.compared import Compared
from table.record.past.pruning import OpenMatters
from table.record.proof.table_rows import Leaves, TableMade

NATURAL_KEYS: Mapping[type[Model], Callable[[Any], object]] = {
    BankSession: lambda session: session.number,
    BankCount: lambda count: f"{count.number} {count.kind}",
    Slip: lambda slip: f"{slip.letter} {slip.year} {slip.serial}",
}
COMPARED = {
    "bank_slip": Compared("bank slip", Slip, "letter year serial", ("number",)),
    "bank_posting": Compared(
        "posting of the bank", Posting, "number place", ("commodity", "source", "to", "amount", "session__number")
    ),
}
Given = Mapping[str, Any]


def _slip(made: TableMade, row: Row, facts: Given) -> None:
    """Put the row of a slip among those made of a register: for "F 2026/T1/0012" its key is "F 2026 12".

    Its one column is the ``number`` of the entry by which it was taken.
    """
    letter, numbered = facts["slip"].split(" ", 1)
    year, _table, serial = numbered.split("/")
    made.put("bank_slip", f"{letter} {int(year)} {int(serial)}", number=row.number)


def _posted(made: TableMade, row: Row, facts: Given) -> None:
    """Put a row for each move of a "bank_posted"; its key is the entry and the move's place, from 0, as in "17 0".

    Its columns are ``commodity``, ``source``, ``to`` and ``amount`` (cents) of the move, and the session's number.
    """
    for place, (commodity, source, to, amount) in enumerate(facts["lines"]):
        moved = {"commodity": commodity, "source": source, "to": to, "amount": amount}
        made.put("bank_posting", f"{row.number} {place}", **moved, session__number=facts["session"])


LEAVES: dict[str, Leaves] = {"slip_taken": _slip, "bank_posted": _posted}
"""By effect: what it leaves in the rows of its table."""


# --- which of them stay: the latest sessions, with the last slip of each series


def prune_sessions(table: Table, since: int) -> OpenMatters:
    """Delete, where a table is replayed on a copy, its sessions that ended before the entry ``since``, and their rows.

    Return the entries with which the remaining ones began, which pruning must not remove. Three kinds of sessions
    stay: the latest, that of the latest movement, and those whose box is still to be counted. Slips from before the
    oldest remaining session are deleted, except the latest of each letter and year, from which the next are
    numbered.
    """
    sessions = BankSession.objects.filter(table=table)
    last = sessions.order_by("-number").values_list("pk", flat=True)[:1]
    numbered = Movement.objects.filter(table=table).order_by("-number").values_list("session", flat=True)[:1]
    uncounted = [it.pk for it in uncounted_boxes(table)]
    sessions.filter(ended__lt=since).exclude(pk__in={*last, *numbered, *uncounted}).delete()
    began = sorted(sessions.values_list("began", flat=True))
    if began:
        _prune_slips(table, began[0])
    return OpenMatters(entries=tuple((it, it) for it in began))


def _prune_slips(table: Table, since: int) -> None:
    """Delete the slips before the entry `since`, except the latest one of each letter and year."""
    slips = Slip.objects.filter(table=table)
    series = slips.order_by().values("letter", "year").annotate(last=Max("serial"))
    latest = {(it["letter"], it["year"], it["last"]) for it in series}
    closed = [it.pk for it in slips.filter(number__lt=since) if (it.letter, it.year, it.serial) not in latest]
    slips.filter(pk__in=closed).delete()
