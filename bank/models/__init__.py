"""Rows of the bank: sessions, movements with their slips, counts with their tries, and postings."""

from bank.models.house import CashTermsOf, DayTerms, GamingDay, GuestCash, JoinedGuest
from bank.models.session import BankCount, BankSession, CountTry, Movement, Posting, Slip

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
