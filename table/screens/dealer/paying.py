"""What the dealer's hands do when a coup is paid: position by position, first what is taken and then what is paid."""

from collections.abc import Iterator
from typing import NamedTuple

from table.rules.payout import MoneyKind
from table.rules.profile import Box, Profile
from table.screens.read.snapshot import Payment, Seat, Snapshot


class Move(NamedTuple):
    """One movement of the hand: ``take`` a lost stake, ``tax`` that lies ready, ``pay``, ``back`` for chips given back.

    ``tax_back`` is a tax that was laid ready in vain; ``stays`` what is not moved.
    """

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
    ready = {(it.box, it.bettor): it.tax for it in seat.stakes}
    paid = [
        Paid(Box(it.box), it.bettor, tuple(_moves(it, ready=bool(ready.get((it.box, it.bettor))))))
        for it in seat.payments
    ]
    order = profile.boxes.index
    taken_first = sorted(paid, key=lambda it: (it.moves[0].does != "take", order(it.box), it.bettor))
    return AtPosition(seat.label, tuple(taken_first))


def _moves(payment: Payment, *, ready: bool) -> Iterator[Move]:
    """``ready`` says that the tax lies beside the stake, so that the whole win is paid."""
    amounts = payment.amounts
    won = sum(amounts.get(kind, 0) for kind in (MoneyKind.WIN, MoneyKind.ROUNDING))
    tax = -amounts.get(MoneyKind.COMMISSION, 0)
    if lost := -amounts.get(MoneyKind.LOSS, 0):
        yield Move("take", lost)
    if tax and ready:
        yield Move("tax", tax)
        yield Move("pay", won)
    elif won:
        yield Move("pay", won - tax)
    elif stays := amounts.get(MoneyKind.STAKE_RETURNED, 0):
        yield Move("stays", stays)
    if untaken := max(0, amounts.get(MoneyKind.TAX_READY, 0) - tax):
        yield Move("tax_back", untaken)
    if back := amounts.get(MoneyKind.EXCESS_RETURNED, 0) + amounts.get(MoneyKind.REFUND, 0):
        yield Move("back", back)
    if ordered := amounts.get(MoneyKind.CORRECTION, 0):
        yield Move("pay" if ordered > 0 else "take", abs(ordered))
    if not any(amounts.values()):
        yield Move("stays", 0)
