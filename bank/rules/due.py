"""Work that is due at a table's bank: the count that comes now, or what it waits for, and what time makes overdue."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Literal, NamedTuple

from bank.rules.counts import CountKind
from bank.rules.ledger import LOCKED
from bank.rules.table_bank import BankStage, TableBank
from table.rules.profile import Role

Doing = Literal["count", "attest", "decide"]
AT_TABLE = (CountKind.OPENER, CountKind.CLOSER, CountKind.CUSTODY, CountKind.MIDWAY)
"""Counts that a dealer makes at the table, in the order in which they are asked for."""


class CountDue(NamedTuple):
    """Count that is due at the table: what is to be done of it, and the offices that have not attested yet."""

    kind: CountKind
    doing: Doing
    missing: tuple[Role, ...] = ()


def count_due(bank: TableBank, *, ordered: bool = False) -> CountDue | None:
    """Return the first of ``AT_TABLE`` that the dealer has to make now, or that waits to be attested or accepted.

    Of several the first of opener, closer, custody and midway. ``ordered``: a count for control was ordered and is
    not begun.
    """
    return next((_of_count(bank, kind) for kind in AT_TABLE if _is_due(bank, kind, ordered=ordered)), None)


def _of_count(bank: TableBank, kind: CountKind) -> CountDue:
    """Return a count with what is to be done: to count it, to attest it, or to decide on it.

    One that was accepted, or is to be made again, is to be counted. ``missing`` has offices where it is to be
    attested.
    """
    count = bank.counts.get(kind)
    if count is None or not count.waits:
        return CountDue(kind, "count")
    missing = tuple(count.missing(bank.needed))
    return CountDue(kind, "attest" if missing else "decide", missing)


def _is_due(bank: TableBank, kind: CountKind, *, ordered: bool) -> bool:
    """Whether a count of this kind is due at the table now; never one of box or tips, which are counted at the cage.

    One for control is due once it was ordered or begun, one of custody at closing if chips are in custody that no
    accepted one has found, an opener also for a float locked since the last closing. An accepted count of the rack at
    closing is not due, nor is one for control unless another was ordered.
    """
    match kind:
        case CountKind.OPENER:
            return bank.stage in (BankStage.BRINGING, BankStage.TO_COUNT) or is_locked(bank)
        case CountKind.CLOSER:
            return bank.stage is BankStage.TO_CLOSE and not bank.is_accepted(kind)
        case CountKind.CUSTODY:
            return bank.stage is BankStage.TO_CLOSE and not bank.custody_counted
        case CountKind.MIDWAY:
            return bank.stage is BankStage.IN_PLAY and (ordered or bank.goes_on(kind))
    return False


def is_locked(bank: TableBank) -> bool:
    """Whether a bank is at CLOSED with a float locked at the table, for the next opening; False for one at SEALED."""
    return bank.stage is BankStage.CLOSED and bank.ledger.balance(LOCKED) > 0


# --- what time alone makes overdue: a movement that is not received, a closing that is not done


class OverdueKind(StrEnum):
    """Kind of what time alone brings about."""

    MOVEMENT_OLD = "movement_old"
    CLOSING_OVERDUE = "closing_overdue"
    DAY_OVERDUE = "day_overdue"


class Pending(NamedTuple):
    """Something that is to be done by ``due``: since when, by which entry, and its movement or 0."""

    kind: OverdueKind
    since: datetime
    due: datetime
    entry: int
    number: int = 0


def movements_due(waiting: Iterable[tuple[int, int, datetime]], minutes: int) -> Iterator[Pending]:
    """Yield a Pending for each open movement, which becomes overdue ``minutes`` after it began to wait.

    ``waiting`` has the number of each movement, and the entry and time with which it began to wait.
    """
    for number, entry, at in waiting:
        yield Pending(OverdueKind.MOVEMENT_OLD, at, at + timedelta(minutes=minutes), entry, number)


def closing_due(entry: int, closed: datetime, minutes: int) -> Pending:
    """Return a Pending for the closing of a bank: overdue ``minutes`` after its table was closed.

    ``entry`` and ``closed`` are the number and the time of the entry that closed it.
    """
    return Pending(OverdueKind.CLOSING_OVERDUE, closed, closed + timedelta(minutes=minutes), entry)


def overdue(pending: Iterable[Pending], now: datetime) -> list[Pending]:
    """List what was due before or is due at ``now``, by the time at which it was due, then by movement."""
    return sorted((it for it in pending if it.due <= now), key=lambda it: (it.due, it.number))
