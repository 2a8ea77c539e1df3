"""What each stake is paid: cards and stakes in, money lines out, in integer cents.

Half on six: Punto y Banco, Malta. Five per cent: Regole del baccarat; Punto Banco, Casino Admiral. Side bets: Baccarat
online.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import cache
from math import ceil, floor, gcd, lcm
from typing import NamedTuple

from table.rules.cards import points
from table.rules.profile import USUAL_PAYMENT, Box, Profile, Rounding
from table.rules.refusal import Cents, Code, Listed, Refused, require
from table.rules.regola import WINNER, Layout, Outcome, Result
from table.rules.stakes import InAction
from table.rules.topics.authority import cite


class MoneyKind(StrEnum):
    """The kinds of money line. The first four hand back what was laid; the others are the bettor's result.

    Tax that lay ready is his, and the commission of a stake that wins is taken from it. A correction is ordered by the
    Direzione, for or against the bettor; no rule computes one.
    """

    STAKE_RETURNED = "stake_returned"
    EXCESS_RETURNED = "excess_returned"
    REFUND = "refund"
    TAX_READY = "tax_ready"
    WIN = "win"
    COMMISSION = "commission"
    ROUNDING = "rounding"
    LOSS = "loss"
    CORRECTION = "correction"


STAKE_RETURNED, EXCESS_RETURNED, REFUND, TAX_READY, WIN, COMMISSION, ROUNDING, LOSS, CORRECTION = MoneyKind
HANDED_BACK = frozenset({STAKE_RETURNED, EXCESS_RETURNED, REFUND, TAX_READY})


class MoneyLine(NamedTuple):
    """One movement of a stake, in cents, seen by the bettor: losses and commission are negative."""

    stake: InAction
    kind: MoneyKind
    amount: int


class Hands(NamedTuple):
    """What the payment of a coup depends on: its winner, Banco's points, the number of cards served, and the pairs."""

    result: Result
    banco: int = 0
    cards: int = 4
    player_pair: bool = False
    banker_pair: bool = False
    perfect_pair: bool = False


def hands(layout: Layout) -> Hands:
    """What the cards of a finished coup say to those who pay; thirds make no pair, excess cards count for nothing."""
    punto, banco = layout.punto, layout.banco
    first, third, second, fourth = punto[0], punto[1], banco[0], banco[1]
    points_of_banco = points(banco)
    return tuple.__new__(
        Hands,
        (
            WINNER[points(punto)][points_of_banco],
            points_of_banco,
            len(punto) + len(banco),
            first.rank == third.rank,
            second.rank == fourth.rank,
            first is third or second is fourth,
        ),
    )


# --- what a box pays


class Rate(NamedTuple):
    """What 100 cents in action come to: ``win`` is added to them (-100 lost, 0 given back), less ``commission``."""

    win: int
    commission: int = 0

    @property
    def net(self) -> int:
        """The bettor's result for 100 cents in action."""
        return self.win - self.commission


# What 100 is paid, printed "for one": the stake is part of it (Baccarat online; its column of returns proves it).
FOR_ONE = {
    Box.PLAYER_PAIR: 1200,
    Box.BANKER_PAIR: 1200,
    Box.EITHER_PAIR: 600,
    Box.PERFECT_PAIR: 2600,
    Box.GRANDE: 154,
    Box.PICCOLO: 250,
}
WON_BY = {Box.PUNTO: Result.PUNTO, Box.BANCO: Result.BANCO}
LOST, GIVEN_BACK, EVEN, HALF = Rate(-100), Rate(0), Rate(100), Rate(50)
EVEN_LESS_COMMISSION = Rate(100, commission=5)


def rate(profile: Profile, box: Box, shown: Hands) -> Rate:
    """What this house pays on ``box`` when the cards show this."""
    if box is Box.EGALITE:
        return Rate(100 * profile.tie_to_one) if shown.result is Result.TIE else LOST
    if box in FOR_ONE:
        return Rate(FOR_ONE[box] - 100) if _side_bet_wins(box, shown) else LOST
    if shown.result is Result.TIE:
        return GIVEN_BACK
    if shown.result is not WON_BY[box]:
        return LOST
    return _banco_rate(profile, shown) if box is Box.BANCO else EVEN


def _banco_rate(profile: Profile, shown: Hands) -> Rate:
    if profile.banco_payout == "commission_5":
        return EVEN_LESS_COMMISSION
    return HALF if shown.banco == 6 else EVEN


def _side_bet_wins(box: Box, shown: Hands) -> bool:
    match box:
        case Box.PLAYER_PAIR:
            return shown.player_pair
        case Box.BANKER_PAIR:
            return shown.banker_pair
        case Box.EITHER_PAIR:
            return shown.player_pair or shown.banker_pair
        case Box.PERFECT_PAIR:
            return shown.perfect_pair
        case Box.GRANDE:
            return shown.cards > 4
        case _:
            return shown.cards == 4


@cache
def _rates(profile: Profile, shown: Hands) -> Mapping[Box, Rate]:
    """The rates of every box of the house; there are few different coups to those who pay."""
    return {box: rate(profile, box, shown) for box in profile.boxes}


# --- what the table has to pay with

SHOWN = tuple(
    Hands(result, banco, cards, pair, pair, pair)
    for result in Result
    for banco in (6, 7)
    for cards in (4, 5)
    for pair in (False, True)
)
"""Coups in which every box wins in every way in which it can."""


def payouts(profile: Profile) -> set[int]:
    """What the smallest chip wins at each box of the house, commission taken, in cents; any stake wins a multiple."""
    return {profile.smallest_chip * net // 100 for net in _wins(profile)}


def _wins(profile: Profile) -> set[int]:
    """What 100 cents can win in this house, commission taken."""
    rates = {rate(profile, box, shown) for box in profile.boxes for shown in SHOWN}
    return {it.net for it in rates if it.net > 0}


def smallest_chip_for(profile: Profile, piece: int) -> int:
    """The smallest chip of which every payment of this house is whole in a piece of so many cents."""
    # Any stake wins net/100 of itself: it is whole in pieces where the stake is a multiple of each of these.
    return lcm(*(100 * piece // gcd(100 * piece, net) for net in _wins(profile)))


def pays_in(profile: Profile) -> int:
    """The smallest piece that the table pays with, in cents.

    Rules that are older than this key are paid in what they round to, else in the largest common divisor of their
    payouts.
    """
    if profile.smallest_payment is not None:
        return profile.smallest_payment
    return profile.rounding.unit if profile.rounding is not None else gcd(*payouts(profile))


def check_payable(profile: Profile) -> None:
    """Refused with E_PROFILE where new rules owe what no piece of the table pays, and nothing is rounded.

    Rules that name no smallest payment are held to the usual one.
    """
    if profile.rounding is not None:
        return
    smallest = profile.smallest_payment or USUAL_PAYMENT
    owed = sorted(it for it in payouts(profile) if it % smallest)
    require(
        not owed,
        Code.PROFILE,
        "Key “smallest_payment”: the smallest chip %(chip)s wins %(owed)s, which cannot be paid in whole %(smallest)s.",
        key="smallest_payment",
        chip=Cents(profile.smallest_chip),
        owed=Listed(map(Cents, owed)),
        smallest=Cents(smallest),
    )


# --- paying

# A line is made of its three facts at once: to call its class takes twice as long, and a coup has a dozen of them.
_line = tuple.__new__


def settle(profile: Profile, layout: Layout, stakes: Iterable[InAction]) -> list[MoneyLine]:
    """The money lines of a coup that stands on its cards, stake by stake in the order given."""
    rates, rounds = _rates(profile, hands(layout)), profile.rounding is not None
    lines: list[MoneyLine] = []
    for stake in stakes:
        if stake.excess:
            lines.append(_line(MoneyLine, (stake, EXCESS_RETURNED, stake.excess)))
        if in_action := stake.in_action:
            rate = rates[stake.stake.box]
            if rate is LOST:
                lines.append(_line(MoneyLine, (stake, LOSS, -in_action)))
            else:
                lines.append(_line(MoneyLine, (stake, STAKE_RETURNED, in_action)))
                if rate is EVEN and not rounds:
                    lines.append(_line(MoneyLine, (stake, WIN, in_action)))
                elif rate is not GIVEN_BACK:
                    _pay(profile, stake, rate, lines)
        if stake.stake.tax:
            lines.append(_line(MoneyLine, (stake, TAX_READY, stake.stake.tax)))
    return lines


def tax_on(laid: int) -> int:
    """The commission of a stake that wins, in cents: what its bettor lays ready beside it, where the house lets him."""
    return laid * EVEN_LESS_COMMISSION.commission // 100


def _pay(profile: Profile, stake: InAction, rate: Rate, lines: list[MoneyLine]) -> None:
    """What is won, less the commission; and what the house rounds off or up."""
    won, kept = stake.in_action * rate.win, stake.in_action * rate.commission  # in hundredths of a cent
    win, commission = won // 100, kept // 100
    lines.append(_line(MoneyLine, (stake, WIN, win)))
    if commission:
        lines.append(_line(MoneyLine, (stake, COMMISSION, -commission)))
    if difference := _paid(profile, won - kept) - (win - commission):
        lines.append(_line(MoneyLine, (stake, ROUNDING, difference)))


def _paid(profile: Profile, hundredths: int) -> int:
    """The win that is paid, in cents, of one in hundredths of a cent: exact, or rounded as the house rounds."""
    if profile.rounding is not None:
        return round_to(profile.rounding, Fraction(hundredths, 100))
    if hundredths % 100:
        raise Refused(
            Code.MONEY,
            "A win of %(win)s cents cannot be paid, and this house has no rule for rounding.",
            win=f"{hundredths / 100:.2f}",
        )
    return hundredths // 100


def round_to(rounding: Rounding, win: Fraction) -> int:
    """A win, in cents and fractions of them, rounded to whole units of the house; the stake is never rounded."""
    units = win / rounding.unit
    if rounding.mode == "half_up":
        units += Fraction(1, 2)
    return (ceil(units) if rounding.mode == "up" else floor(units)) * rounding.unit


def refund(stakes: Iterable[InAction]) -> list[MoneyLine]:
    """The money lines of a coup without a result: everything laid goes back."""
    laid = [(stake, ((REFUND, stake.stake.laid), (TAX_READY, stake.stake.tax))) for stake in stakes]
    return [MoneyLine(stake, kind, amount) for stake, lines in laid for kind, amount in lines if amount]


def lines(profile: Profile, outcome: Outcome, layout: Layout, stakes: Sequence[InAction]) -> list[MoneyLine]:
    """The money lines of a coup that ended like this; none where a house keeps only the reader's stake.

    In a Colpo in Bianco nothing is staked and nothing paid.
    """
    if profile.stakes == "reader_only":
        return []
    if outcome is Outcome.BLANK:
        require(
            not stakes,
            Code.BLANK_NO_BETS,
            "A Colpo in Bianco is played without stakes; give them back first.",
            source=cite(profile, "remedies.seen"),
        )
    return settle(profile, layout, stakes) if outcome is Outcome.SETTLED else refund(stakes)


def differences(posted: Iterable[MoneyLine], correct: Iterable[MoneyLine]) -> list[MoneyLine]:
    """The lines that turn what was posted into what is correct; lines are never changed. Super Punto Banco, Art. 10.

    What the Direzione has ordered stands beside what the cards say, and is not taken back by it (Art. 16).
    """
    missing: Counter[tuple[InAction, MoneyKind]] = Counter()
    for line in correct:
        missing[line.stake, line.kind] += line.amount
    for line in posted:
        if line.kind is not CORRECTION:
            missing[line.stake, line.kind] -= line.amount
    return [MoneyLine(stake, kind, amount) for (stake, kind), amount in missing.items() if amount]


def net(lines: Iterable[MoneyLine]) -> int:
    """The bettors' result in cents: what they won less what they lost; chips handed back are neither."""
    return sum(line.amount for line in lines if line.kind not in HANDED_BACK)


def returned(lines: Iterable[MoneyLine]) -> int:
    """The chips that go to the bettors, stakes included, in cents: what a player of Baccarat online reads."""
    return sum(line.amount for line in lines if line.kind is not LOSS)
