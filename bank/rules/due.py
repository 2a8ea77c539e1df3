"""Counts due at the table: which one the dealer has to make now, or what it waits for."""

from typing import Literal, NamedTuple

from bank.rules.counts import Count, CountKind
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
    if count is None or not count.tries or count.again or count.accepted:
        return CountDue(kind, "count")
    missing = tuple(count.missing(bank.needed))
    return CountDue(kind, "attest" if missing else "decide", missing)


def _is_due(bank: TableBank, kind: CountKind, *, ordered: bool) -> bool:
    """Whether a count of this kind is due at the table now; never one of box or tips, which are counted at the cage.

    One for control is due once it was ordered or begun, one of custody at closing if chips are in custody that no
    accepted one has found, an opener also for a float locked since the last closing. An accepted count of the rack at
    closing is not due, nor is one for control unless another was ordered.
    """
    accepted = is_accepted(bank.counts.get(kind))
    match kind:
        case CountKind.OPENER:
            return bank.stage in (BankStage.BRINGING, BankStage.TO_COUNT) or is_locked(bank)
        case CountKind.CLOSER:
            return bank.stage is BankStage.TO_CLOSE and not accepted
        case CountKind.CUSTODY:
            return bank.stage is BankStage.TO_CLOSE and not bank.custody_counted
        case CountKind.MIDWAY:
            return bank.stage is BankStage.IN_PLAY and (ordered or (kind in bank.counts and not accepted))
    return False


def is_locked(bank: TableBank) -> bool:
    """Whether a bank is at CLOSED with a float locked at the table, for the next opening; False for one at SEALED."""
    return bank.stage is BankStage.CLOSED and bank.ledger.balance(LOCKED) > 0


def is_accepted(count: Count | None) -> bool:
    """Whether a count was made and accepted; False for None."""
    return count is not None and count.accepted
