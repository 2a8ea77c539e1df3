"""Estimates between counts: what a rack should hold by the money lines, and the result so far."""

from datetime import datetime
from typing import NamedTuple

from bank.play.tables import Bank
from bank.rules.counts import CountKind
from bank.rules.ledger import RACK
from bank.rules.table_bank import BankStage
from bank.screens.flow import AT_TABLE

LEAST_SECONDS = 600
"""Seconds of play before a result is given by the hour."""
UNCOUNTED = frozenset({BankStage.BRINGING, BankStage.TO_COUNT, BankStage.SEALED})
"""Stages in which a count is due, so that nobody is told what it should come to."""


class Estimate(NamedTuple):
    """Estimate of a rack in cents, and the table's result so far; ``an_hour`` is None where too little was played.

    ``low`` says that the rack holds less than the percentage of the opener from which on the house wants a fill.
    """

    rack: int
    result: int
    an_hour: int | None
    low: bool


def estimate(bank: Bank, low_percent: int, began: datetime | None, now: datetime | None) -> Estimate | None:
    """Return the estimate of a bank in play; None at other stages, and while a count is under way.

    ``low_percent`` is the percentage of the opener below which the rack is low. ``began`` and ``now`` give the time of
    play for the result per hour; that is None if they are, or play is shorter than ``LEAST_SECONDS``.
    """
    pure = bank.pure
    if pure.stage is not BankStage.IN_PLAY or is_counting(bank):
        return None
    rack, session = pure.ledger.balance(RACK), pure.session
    seconds = (now - began).total_seconds() if began is not None and now is not None else 0
    an_hour = round(session.computed * 3600 / seconds) if seconds >= LEAST_SECONDS else None
    return Estimate(rack, session.computed, an_hour, rack * 100 < session.opener * low_percent)


def is_counting(bank: Bank) -> bool:
    """Whether a count at the table is due, ordered, or not attested by everybody: then nothing expected is shown.

    Not so for a midway count left unfinished as the table was closed, for a count of custody of which no try was made,
    and for a float locked since the last closing before its count was begun.
    """
    pure, playing = bank.pure, bank.pure.stage is BankStage.IN_PLAY
    if pure.stage in UNCOUNTED or (playing and "midway_count" in bank.session.waiting):
        return True
    if pure.stage is BankStage.TO_CLOSE and not bank.shows(CountKind.CLOSER):
        return True
    kinds = [it for it in AT_TABLE if playing or it is not CountKind.MIDWAY]
    return any(it in pure.counts and not pure.counts[it].accepted and not bank.shows(it) for it in kinds)
