"""Rules of a table on its bank."""

from table.rules.profile import Profile, Role
from table.rules.refusal import Cents, Code, require
from table.rules.stakes import banknotes

SUMMED = tuple(leading * 10**zeros for zeros in range(2, 7) for leading in (1, 2, 5))[:-2]
"""Amounts, in cents, of which banknotes come together of a currency whose own are unknown: from 1.00 to 10,000.00."""
BY_ISPETTORE = frozenset({Role.ISPETTORE_GIOCO})
BY_BOTH = frozenset({Role.ISPETTORE_GIOCO, Role.ISPETTORE_COMUNALE})


def has_bank(profile: Profile) -> bool:
    """Whether a table keeps a bank."""
    return profile.bank == "on"


def notes_of(profile: Profile) -> tuple[int, ...]:
    """Return the banknotes of a table’s currency, in cents; where they are unknown, amounts that make up any sum."""
    return banknotes(profile.currency) or SUMMED


def who_attests(profile: Profile) -> frozenset[Role]:
    """Return the offices that have to attest what is counted in the rack."""
    return BY_BOTH if profile.bank_presence == "with_comunale" else BY_ISPETTORE


def check_in_pieces(profile: Profile, amount: int) -> None:
    """Refuse (E_MONEY) cents that are no multiple of the smallest piece of a table."""
    smallest = min(profile.pieces)
    require(
        amount % smallest == 0,
        Code.MONEY,
        "%(amount)s cannot be given in pieces of %(smallest)s.",
        amount=Cents(amount),
        smallest=Cents(smallest),
    )
