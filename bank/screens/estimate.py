"""Estimates between counts: what a rack should hold by the money lines, and the result so far."""

from datetime import datetime
from typing import NamedTuple

from bank.play.sessions import is_counting
from bank.play.tables import Bank
from bank.rules.ledger import RACK
from bank.rules.table_bank import BankStage

LEAST_SECONDS = 600
"""Seconds of play before a result is given by the hour."""


class Estimate(NamedTuple):
    """Estimate of a rack in cents, and the table's result so far; ``an_hour`` is None where too little was played.

    ``low`` says that the rack holds less than the percentage of the opener from which on the house wants a fill.
    """

    rack: int
    result: int
    an_hour: int | None
    low: bool


def estimate(bank: Bank, low_percent: int, opened: datetime | None, now: datetime | None) -> Estimate | None:
    """Return what the rack of a bank in play should hold, its result so far and by the hour, and whether it is low.

    The rack is what it holds by the ledger, in cents of chips: those that notes were changed into have left it. The
    result is that of the money lines (``computed``). None at other stages, and while a count is under way. Low is below
    ``low_percent`` of the opener. ``opened`` and ``now`` give the time of play; the result by the hour is None without
    them, and before ``LEAST_SECONDS`` of play.
    """
    pure = bank.pure
    if pure.stage is not BankStage.IN_PLAY or is_counting(bank):
        return None
    rack, session = pure.ledger.balance(RACK), pure.session
    seconds = (now - opened).total_seconds() if opened is not None and now is not None else 0
    an_hour = round(session.computed * 3600 / seconds) if seconds >= LEAST_SECONDS else None
    return Estimate(rack, session.computed, an_hour, rack * 100 < session.opener * low_percent)
