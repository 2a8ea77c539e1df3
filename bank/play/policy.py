"""Rules of a table on its bank: banknotes, pieces, who attests a count or a movement, and at which device."""

from django.db.models import QuerySet

from table.models import Table
from table.play.act import Act
from table.play.presence import at_work_since, begin_work, may_attest_from, pressed_at
from table.rules.profile import Profile, Role
from table.rules.refusal import Cents, Code, require
from table.rules.stakes import banknotes

SUMMED = tuple(leading * 10**zeros for zeros in range(2, 7) for leading in (1, 2, 5))[:-2]
"""Amounts, in cents, of which banknotes come together of a currency whose own are unknown: from 1.00 to 10,000.00."""
BY_ISPETTORE = frozenset({Role.ISPETTORE_GIOCO})
BY_BOTH = frozenset({Role.ISPETTORE_GIOCO, Role.ISPETTORE_COMUNALE})


def has_bank(profile: Profile) -> bool:
    """Whether a table with these rules keeps a bank."""
    return profile.bank == "on"


def tables_with_bank() -> "QuerySet[Table]":
    """Return a query of the tables whose rules keep a bank, closed ones among them, training tables not."""
    return Table.real.filter(policy__values__bank="on")


def notes_of(profile: Profile) -> tuple[int, ...]:
    """Return the banknotes of a table's currency, in cents, ascending.

    Where they are unknown: 1, 2 and 5 with zeros, from 1.00 to 10,000.00, which make up any sum of whole units.
    """
    return banknotes(profile.currency) or SUMMED


def who_attests(profile: Profile) -> frozenset[Role]:
    """Return the offices that have to attest what is counted in the rack.

    They are the Ispettore di Gioco, and where the rules say so the Ispettore Comunale.
    """
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


# --- presence


def take_part(act: Act, device: str | None, *, before: int) -> None:
    """Check that the actor may attest from this device, and sign them on ("signed_on") if they are not at work here.

    ``device`` is the badge signed in on the device where they press, None or "" for the actor's own; ``before`` is the
    entry with which the count or movement began that they attest. At the table's console, that of the dealer on duty,
    everybody may; at any other device, also the actor's own, and where no dealer is on duty, only who has been at work
    here since before that entry, unless the house admits any device (E_PRESENCE).
    """
    require(
        may_attest_from(act, pressed_at(act, device or act.actor), before=before),
        Code.PRESENCE,
        "Who was not at work at this table before attests at the table’s own console.",
        source=act.cite("attest_from"),
    )
    if at_work_since(act.state, act.actor) is None:
        begin_work(act)
        act.state.reread("staff")
        act.effect("signed_on", badge=act.actor)
