"""Rows of the bank: what effects leave at a table and acts in the house, and which of them stay at a pruned table."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Exists, Model, OuterRef

from bank.models import BankCount, BankSession, CashTermsOf, DayTerms, GamingDay, JoinedGuest, Movement, Posting, Slip
from bank.play.sessions import uncounted_boxes
from table.models import Table
from table.record.chain import Row
from table.record.compared import Compared
from table.record.past.pruning import OpenMatters
from table.record.proof.house import HouseMade
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


# --- acts of the house

HOUSE_COMPARED = {
    "cash_terms": Compared("sums of cash in", CashTermsOf, "currency", ("cash_threshold", "cash_limit", "tips_split")),
    "day_terms": Compared("end of gaming days of the", DayTerms, "house", ("rolls_at", "count_at_roll")),
    "gaming_day": Compared("gaming day", GamingDay, "day", ("number", "counted")),
    "joined_guest": Compared("joined key", JoinedGuest, "guest", ("root",)),
}


def _cash_terms(house: HouseMade, _row: Row, given: Given) -> None:
    """Put a currency's terms among the rows made of the house's register; a sum of cash that is not named is None."""
    sums = {name: given.get(name) for name in ("cash_threshold", "cash_limit")}
    house.put("cash_terms", given["currency"], **sums, tips_split=given["tips_split"])


def _day_terms(house: HouseMade, _row: Row, given: Given) -> None:
    """Put the one row of how gaming days end among those made of the house's register, in place of an earlier one."""
    house.put("day_terms", "house", rolls_at=given["rolls_at"], count_at_roll=given["count_at_roll"])


def _gaming_day(house: HouseMade, row: Row, given: Given) -> None:
    """Put a gaming day among the rows made of the house's register, with ``counted`` empty if the entry has none."""
    house.put("gaming_day", given["day"], number=row.number, counted=given.get("counted", {}))


def _joined(house: HouseMade, _row: Row, given: Given) -> None:
    """Put the root of ``other``, and all keys joined to it, under that of ``one``, among rows made of the register.

    The root of a key is the one that it is joined to, else the key itself.
    """
    joined = house.rows["joined_guest"]
    root, gone = (joined[key]["root"] if key in joined else key for key in (given["one"], given["other"]))
    for key in [gone, *(key for key, it in joined.items() if it["root"] == gone)]:
        house.put("joined_guest", key, root=root)


HOUSE_LEAVES = {
    "set_cash_terms": _cash_terms,
    "set_day_terms": _day_terms,
    "roll_day": _gaming_day,
    "join_guests": _joined,
    # Acts at tables change the rows of a guest, too, so that the audit does not compare them.
    "identify": lambda _house, _row, _given: None,
}
"""By act of the house: what it leaves, for the audit of its register."""


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
        series = {name: OuterRef(name) for name in ("table", "letter", "year")}
        later = Slip.objects.filter(**series, serial__gt=OuterRef("serial"))
        Slip.objects.filter(Exists(later), table=table, number__lt=began[0]).delete()
    return OpenMatters(entries=tuple((it, it) for it in began))
