"""Stakes in the boxes of each position, and what the coup brings them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from table.models import Stake
from table.rules.payout import MoneyKind, hands, rate
from table.rules.profile import Box, Profile
from table.screens.felt.ground import Ground
from table.screens.read.snapshot import Payment, Snapshot
from table.screens.rules.plan import FeltBox

MOST_CHIPS = 5  # colours of chips in the style sheet
HIGHEST = 5  # chips that are drawn upon each other


class StakePile(NamedTuple):
    """Stakes in one box of a position, and what the coup brings them; amounts in cents.

    ``chip`` is the rank, from 1, of the largest chip of the house that ``laid`` reaches (at most MOST_CHIPS; 1 also for
    less than the smallest), ``high`` how many chips lie upon each other in the drawing, ``stakes`` the number of
    stakes, ``notes`` what of them are banknotes still to be changed, ``left_over`` that one was left by a tie, ``back``
    what is not in action and goes back (0 until the betting is closed). ``ended`` says how it ended (won, lost, back;
    "" before), ``net`` with what result, ``returned`` what is handed back, ``commission`` what is kept of the win.
    """

    laid: int = 0
    chip: int = 1
    high: int = 1
    stakes: int = 0
    notes: int = 0
    left_over: bool = False
    back: int = 0
    ended: str = ""
    net: int = 0
    returned: int = 0
    commission: int = 0


class Spot(NamedTuple):
    """Box of a position with its stakes.

    ``highest`` says that it has the highest stake on Punto, in a house that keeps no amounts.
    """

    cell: FeltBox
    pile: StakePile
    highest: bool


NOTHING = StakePile()


Piles = Mapping[tuple[str, str], StakePile]
"""Piles by position and box."""


def spots_of(ground: Ground, piles: Piles, highest: str) -> Iterator[Spot]:
    """Yield each box of each position with its pile, an empty one where nothing is staked.

    ``highest`` is the position named as having the highest stake on Punto, "" if none: only its box Punto is marked so.
    """
    for cell in ground.spots:
        named = cell.kind == Box.PUNTO and cell.position == highest != ""
        yield Spot(cell, piles.get((cell.position, cell.kind), NOTHING), highest=named)


def laid_piles(table: Snapshot) -> Piles:
    """Return the pile of stakes by (position, box), without what the coup brings them; empty between two coups.

    Boxes without stakes are left out.
    """
    filled: dict[tuple[str, str], list[Stake]] = {}
    for stake in (it for seat in table.seats for it in seat.stakes):
        filled.setdefault((stake.position, stake.box), []).append(stake)
    return {at: _pile(table.state.profile, stakes) for at, stakes in filled.items()}


def paid_piles(table: Snapshot) -> Piles:
    """Return the pile of stakes by (position, box), with what the coup brings them; empty between two coups.

    That is what was posted, or what settling would post next; before that only corrections that the Direzione has
    ordered, and without them the stakes are as laid.
    """
    paid: dict[tuple[str, str], list[Payment]] = {}
    for payment in table.payments:
        paid.setdefault((payment.position, payment.box), []).append(payment)
    return {at: _paid(pile, paid.get(at, [])) for at, pile in table.part(laid_piles).items()}


def winning_boxes(table: Snapshot) -> set[str]:
    """Return the names of the boxes that win by the cards of this coup.

    Empty before its announcement, between coups, and for annulled or null ones.
    """
    if table.result is None:
        return set()
    shown = hands(table.state.layout)
    return {box.value for box in table.state.profile.boxes if rate(table.state.profile, box, shown).net > 0}


def _pile(profile: Profile, stakes: Sequence[Stake]) -> StakePile:
    """Return the stakes in one box of a position as one pile, without what the coup brings them."""
    laid = sum(stake.laid for stake in stakes)
    return StakePile(
        laid=laid,
        chip=min(MOST_CHIPS, max(1, sum(chip <= laid for chip in profile.chips))),
        high=_high(profile, laid),
        stakes=len(stakes),
        notes=sum(stake.unchanged for stake in stakes),
        left_over=any(stake.left_over for stake in stakes),
        back=sum(stake.excess or 0 for stake in stakes),
    )


def _high(profile: Profile, cents: int) -> int:
    """Return how many chips an amount in cents takes, from the largest down: at least 1, at most 5."""
    count = 0
    for chip in reversed(profile.chips):
        count += cents // chip
        cents %= chip
    return min(HIGHEST, max(1, count))


def _paid(pile: StakePile, payments: Sequence[Payment]) -> StakePile:
    """Return the pile with the result that the payments of its box give its stakes; unchanged without payments.

    It is won with a net above 0, lost below, and back at 0; ``net``, ``returned`` (what is handed back) and
    ``commission`` are sums in cents.
    """
    if not payments:
        return pile
    net, returned = sum(it.net for it in payments), sum(it.handed_back for it in payments)
    commission = -sum(it.amounts.get(MoneyKind.COMMISSION, 0) for it in payments)
    ended = "won" if net > 0 else "lost" if net < 0 else "back"
    return pile._replace(ended=ended, net=net, returned=returned, commission=commission)
