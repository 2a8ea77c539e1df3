"""What the dealer's hands do when a coup is paid: position by position, first what is taken and then what is paid."""

from collections.abc import Iterator
from typing import NamedTuple

from table.rules.payout import MoneyKind
from table.rules.profile import Box, Profile
from table.screens.read.snapshot import Payment, Seat, Snapshot


class Move(NamedTuple):
    """One movement of the hand: ``take`` a lost stake or a tax, ``pay``, ``back`` for chips given back, ``stays``."""

    does: str
    cents: int


class Paid(NamedTuple):
    """One stake and what is done about it."""

    box: Box
    bettor: str
    moves: tuple[Move, ...]


class AtPosition(NamedTuple):
    """A position and its stakes, those that lost first."""

    label: str
    stakes: tuple[Paid, ...]


def positions(snapshot: Snapshot) -> list[AtPosition]:
    """Round the table in the order of its positions; those at which nothing lay are passed."""
    return [_at(snapshot.state.profile, seat) for seat in snapshot.seats if seat.payments]


def _at(profile: Profile, seat: Seat) -> AtPosition:
    paid = [Paid(Box(it.box), it.bettor, tuple(_moves(profile, it))) for it in seat.payments]
    order = profile.boxes.index
    taken_first = sorted(paid, key=lambda it: (it.moves[0].does != "take", order(it.box), it.bettor))
    return AtPosition(seat.label, tuple(taken_first))


def _moves(profile: Profile, payment: Payment) -> Iterator[Move]:
    amounts = payment.amounts
    won = sum(amounts.get(kind, 0) for kind in (MoneyKind.WIN, MoneyKind.ROUNDING))
    tax = -amounts.get(MoneyKind.COMMISSION, 0)
    if lost := -amounts.get(MoneyKind.LOSS, 0):
        yield Move("take", lost)
    if tax and profile.tax == "laid_ready":
        yield Move("tax", tax)
        yield Move("pay", won)
    elif won:
        yield Move("pay", won - tax)
    elif stays := amounts.get(MoneyKind.STAKE_RETURNED, 0):
        yield Move("stays", stays)
    if back := amounts.get(MoneyKind.EXCESS_RETURNED, 0) + amounts.get(MoneyKind.REFUND, 0):
        yield Move("back", back)
    if ordered := amounts.get(MoneyKind.CORRECTION, 0):
        yield Move("pay" if ordered > 0 else "take", abs(ordered))
    if not any(amounts.values()):
        yield Move("stays", 0)
