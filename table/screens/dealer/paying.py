"""Payment of a coup by hand: position by position, first what is taken, then what is paid."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from table.rules.payout import MoneyKind
from table.rules.profile import Box, Profile
from table.screens.read.snapshot import Seat, Snapshot


class ChipMove(NamedTuple):
    """Movement of chips, in cents: ``take`` a lost stake, ``tax`` laid ready, ``pay``, ``back`` for chips handed back.

    ``tax_back`` is tax that was laid ready and is not due; ``stays`` is what is not moved.
    """

    does: str
    cents: int


class PaidStake(NamedTuple):
    """One stake and the movements by which it is settled."""

    box: Box
    bettor: str
    moves: tuple[ChipMove, ...]


class AtPosition(NamedTuple):
    """Position and its stakes, lost ones first."""

    label: str
    stakes: tuple[PaidStake, ...]


def positions(snapshot: Snapshot) -> list[AtPosition]:
    """List the positions with payments, posted or due, in the order of the table.

    They are those of the coup that is being played, between two coups of the last one of the taglia.
    """
    return [_at(snapshot.state.profile, seat) for seat in snapshot.seats if seat.payments]


def _at(profile: Profile, seat: Seat) -> AtPosition:
    """Return the payments at a position: first stakes from which chips are taken as lost, then all others.

    Others are won ones and those that stay or go back. Both are sorted by the order of the boxes, then by bettor.
    """
    paid = [PaidStake(Box(it.box), it.bettor, tuple(_moves(it.amounts))) for it in seat.payments]
    order = profile.boxes.index
    taken_first = sorted(paid, key=lambda it: (it.moves[0].does != "take", order(it.box), it.bettor))
    return AtPosition(seat.label, tuple(taken_first))


def _moves(amounts: Mapping[str, int]) -> Iterator[ChipMove]:
    """Yield the movements of chips that settle a payment, given as cents by kind of money (losses and tax negative).

    In this order: lost stake, tax, win, tax laid ready that is not due, excess and refund as one, correction. If tax
    lay ready beside the stake, what is due of it is taken and the whole win paid; else the win is paid less the tax. A
    stake that neither wins nor loses stays, also where rounding leaves nothing of its win, and so does, as 0, a payment
    in which every amount is 0.
    """
    ready = amounts.get(MoneyKind.TAX_READY, 0)
    won = sum(amounts.get(kind, 0) for kind in (MoneyKind.WIN, MoneyKind.ROUNDING))
    tax = -amounts.get(MoneyKind.COMMISSION, 0)
    if won == tax:
        won = tax = 0
    if lost := -amounts.get(MoneyKind.LOSS, 0):
        yield ChipMove("take", lost)
    if tax and ready:
        yield ChipMove("tax", tax)
        yield ChipMove("pay", won)
    elif won:
        yield ChipMove("pay", won - tax)
    elif stays := amounts.get(MoneyKind.STAKE_RETURNED, 0):
        yield ChipMove("stays", stays)
    if untaken := max(0, ready - tax):
        yield ChipMove("tax_back", untaken)
    if back := amounts.get(MoneyKind.EXCESS_RETURNED, 0) + amounts.get(MoneyKind.REFUND, 0):
        yield ChipMove("back", back)
    if ordered := amounts.get(MoneyKind.CORRECTION, 0):
        yield ChipMove("pay" if ordered > 0 else "take", abs(ordered))
    if not any(amounts.values()):
        yield ChipMove("stays", 0)
