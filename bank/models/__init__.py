"""Rows of the bank: sessions, movements with their slips, counts with their tries, and postings."""

from bank.models.counts import BankCount, CountTry
from bank.models.house import CashTermsOf, DayTerms, GamingDay, GuestCash, JoinedGuest
from bank.models.movements import Movement, Posting, Slip
from bank.models.session import BankSession

__all__ = [
    "BankCount",
    "BankSession",
    "CashTermsOf",
    "CountTry",
    "DayTerms",
    "GamingDay",
    "GuestCash",
    "JoinedGuest",
    "Movement",
    "Posting",
    "Slip",
]
