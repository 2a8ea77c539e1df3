"""Rows of the bank: sessions, movements with their slips, counts with their tries, and postings."""

from bank.models.counts import BankCount, CountTry
from bank.models.movements import Movement, Posting, Slip
from bank.models.session import BankSession

__all__ = ["BankCount", "BankSession", "CountTry", "Movement", "Posting", "Slip"]
