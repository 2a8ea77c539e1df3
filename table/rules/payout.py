"""Payment of every stake: cards and stakes in, money lines out, in integer cents.

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

from table.rules.authority import cite
from table.rules.cards import points
from table.rules.profile import USUAL_PAYMENT, Box, Profile, Rounding
from table.rules.refusal import Cents, Code, Listed, Refused, require
from table.rules.regola import WINNER, Layout, Outcome, Result
from table.rules.stakes import InAction


class MoneyKind(StrEnum):
    """Kinds of money line. The first four hand back what was laid; the others are the bettor's result.

    Tax that was laid ready is handed back, and the commission of a winning stake is deducted as a line of its own. A
    correction is ordered by the Direzione, for or against the bettor; no rule computes one.
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


class StakeMovement(NamedTuple):
    """One movement of money for a stake, in cents, from the bettor's side: losses and commission are negative."""

    stake: InAction
    kind: MoneyKind
    amount: int


class Hands(NamedTuple):
    """Facts of a finished coup on which payment depends: winner, Banco's points, number of cards in both hands, pairs.

    ``perfect_pair`` is one of equal rank and suit, in either hand.
    """

    result: Result
    banco: int = 0
    cards: int = 4
    player_pair: bool = False
    banker_pair: bool = False
    perfect_pair: bool = False


def hands(layout: Layout) -> Hands:
    """Return the facts on which payment depends: winner, Banco's points, cards of both hands together, pairs.

    They are those of complete, uncovered hands; ``layout.excess`` is not looked at. Only the first two cards of a hand
    can be a pair; ``perfect_pair`` is one of one suit, too, in either hand. Whether third cards are still due is not
    checked. Raises IndexError for a hand of fewer than two cards; refuses a covered one (E_CARD_COVERED).
    """
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
    """Price for 100 cents in action: ``win`` is added to them (-100 lost, 0 given back), less ``commission``."""

    win: int
    commission: int = 0

    @property
    def net(self) -> int:
        """Bettor's result for 100 cents in action, commission deducted and the stake left out; -100 if it is lost."""
        return self.win - self.commission


# Return of a winning stake of 100, stake included ("for one": Baccarat online; its column of returns proves it).
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
    """Return what ``box`` wins or loses for 100 cents in this house, in a coup that ended with these facts.

    Its ``win`` is before the commission, -100 for a stake that is lost, and 0 for one that a tie gives back. Whether
    the house has such a box is not looked at.
    """
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
    """Return what Banco pays: even less 5 % commission, or a half with six points and else even."""
    if profile.banco_payout == "commission_5":
        return EVEN_LESS_COMMISSION
    return HALF if shown.banco == 6 else EVEN


def _side_bet_wins(box: Box, shown: Hands) -> bool:
    """Whether a side bet wins on these hands: on its pair, Grande on five or six cards, Piccolo on four."""
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
    """Return the rate of each box of the house (win and commission for 100 cents in action) for these facts; cached."""
    return {box: rate(profile, box, shown) for box in profile.boxes}


# --- what the table has to pay with

SHOWN = tuple(
    Hands(result, banco, cards, pair, pair, pair)
    for result in Result
    for banco in (6, 7)
    for cards in (4, 5)
    for pair in (False, True)
)
"""Coup facts which together produce every price that a box can have."""


def payouts(profile: Profile) -> set[int]:
    """Return the different wins of the smallest chip, commission deducted, on all boxes of the house, in cents.

    Broken ones are rounded down to whole cents; a house that does not round has none, and every win there is a multiple
    of one of these.
    """
    return {profile.smallest_chip * net // 100 for net in _wins(profile)}


def _wins(profile: Profile) -> set[int]:
    """Return the positive net results that 100 cents can have in this house, in cents."""
    rates = {rate(profile, box, shown) for box in profile.boxes for shown in SHOWN}
    return {it.net for it in rates if it.net > 0}


def smallest_chip_for(profile: Profile, piece: int) -> int:
    """Compute the smallest chip, in cents, on which every win of this house is a multiple of ``piece`` cents.

    It need not be one of the house's chips. Wins are those before any rounding, commission deducted.
    """
    # Any stake wins net/100 of itself: it is whole in pieces where the stake is a multiple of each of these.
    return lcm(*(100 * piece // gcd(100 * piece, net) for net in _wins(profile)))


def pays_in(profile: Profile) -> int:
    """Return the smallest piece that the table pays with, in cents.

    Where older rules lack the key: their unit of rounding, or else the greatest common divisor of `payouts`, the wins
    of the smallest chip.
    """
    if profile.smallest_payment is not None:
        return profile.smallest_payment
    return profile.rounding.unit if profile.rounding is not None else gcd(*payouts(profile))


def check_payable(profile: Profile) -> None:
    """Refuse rules without rounding if a win of the smallest chip is no multiple of the smallest payment (E_PROFILE).

    Rules without a smallest payment are checked with USUAL_PAYMENT. Before that, also with rounding, it refuses a bank
    (E_PROFILE) none of whose pieces divides the unit of rounding, or without rounding what `pays_in` returns.
    """
    _check_pieces(profile)
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


def check_tax_payable(profile: Profile) -> None:
    """Refuse (E_PROFILE) rules by which tax is laid ready, if the tax on the smallest chip cannot be paid exactly.

    That is, if it is no multiple of the smallest payment or, in older rules without that key, of what `pays_in` gives.
    """
    tax, smallest = tax_on(profile.smallest_chip), pays_in(profile)
    require(
        profile.tax != "laid_ready" or tax % smallest == 0,
        Code.PROFILE,
        "Key “tax”: that on the smallest chip %(chip)s is %(tax)s, which cannot be laid ready in whole %(smallest)s.",
        key="tax",
        chip=Cents(profile.smallest_chip),
        tax=Cents(tax),
        smallest=Cents(smallest),
    )


def _check_pieces(profile: Profile) -> None:
    """Refuse (E_PROFILE) a bank with no piece that divides the unit of rounding; without a bank refuse nothing.

    Without rounding the piece has to divide what `pays_in` returns, the smallest payment if the rules have one.
    """
    smallest = profile.rounding.unit if profile.rounding is not None else pays_in(profile)
    require(
        profile.bank == "off" or any(smallest % piece == 0 for piece in profile.pieces),
        Code.PROFILE,
        "Key “pieces”: a payment of %(payment)s cannot be made with any of them alone.",
        key="pieces",
        payment=Cents(smallest),
    )


# --- paying

# Builds a line without calling its class, which would take twice as long; a coup has a dozen lines.
_line = tuple.__new__


def settle(profile: Profile, layout: Layout, stakes: Iterable[InAction]) -> list[StakeMovement]:
    """Return the money lines of a coup settled on its complete cards, stake by stake in the order given.

    Of each: the excess that goes back (laid, but not in action); its loss, or else the stake in action and, if it wins,
    win, commission (negative) and rounding; tax that lay ready, which goes back whole whoever wins. No line of 0, but
    for a win below a cent. Refuses a win of broken cents where the house does not round (E_MONEY), and a covered card
    (E_CARD_COVERED); raises IndexError for a hand of fewer than two cards, KeyError for a box that the house lacks.
    That no third card is due is not checked.
    """
    rates, rounds = _rates(profile, hands(layout)), profile.rounding is not None
    lines: list[StakeMovement] = []
    for stake in stakes:
        if stake.excess:
            lines.append(_line(StakeMovement, (stake, EXCESS_RETURNED, stake.excess)))
        if in_action := stake.in_action:
            rate = rates[stake.stake.box]
            if rate is LOST:
                lines.append(_line(StakeMovement, (stake, LOSS, -in_action)))
            else:
                lines.append(_line(StakeMovement, (stake, STAKE_RETURNED, in_action)))
                if rate is EVEN and not rounds:
                    lines.append(_line(StakeMovement, (stake, WIN, in_action)))
                elif rate is not GIVEN_BACK:
                    _pay(profile, stake, rate, lines)
        if stake.stake.tax:
            lines.append(_line(StakeMovement, (stake, TAX_READY, stake.stake.tax)))
    return lines


def tax_on(laid: int) -> int:
    """Return the commission on a win of ``laid`` cents at the rate of EVEN_LESS_COMMISSION, rounded down to cents.

    It is the tax that may be laid ready in its own place of the layout.
    """
    return laid * EVEN_LESS_COMMISSION.commission // 100


def _pay(profile: Profile, stake: InAction, rate: Rate, lines: list[StakeMovement]) -> None:
    """Append the lines of a winning stake: its win, rounded down to cents, and its commission as a negative amount.

    The commission is rounded down, too, and has no line if it is 0. A third line has what the rounding of the house
    adds or takes, if anything. Refuses a net win of broken cents where the house does not round (E_MONEY).
    """
    won, withheld = stake.in_action * rate.win, stake.in_action * rate.commission  # in hundredths of a cent
    win, commission = won // 100, withheld // 100
    lines.append(_line(StakeMovement, (stake, WIN, win)))
    if commission:
        lines.append(_line(StakeMovement, (stake, COMMISSION, -commission)))
    if difference := _paid(profile, won - withheld) - (win - commission):
        lines.append(_line(StakeMovement, (stake, ROUNDING, difference)))


def _paid(profile: Profile, hundredths: int) -> int:
    """Return in cents, rounded as the house does, a net win given in hundredths of a cent; a loss is never given.

    Where the house does not round, whole cents come back as they are and broken ones are refused (E_MONEY).
    """
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
    """Return a win (in cents, possibly broken) rounded to a multiple of the rounding's ``unit``, in cents.

    Down, up, or to the nearest by its ``mode``; half a unit then goes up.
    """
    units = win / rounding.unit
    if rounding.mode == "half_up":
        units += Fraction(1, 2)
    return (ceil(units) if rounding.mode == "up" else floor(units)) * rounding.unit


def refund(stakes: Iterable[InAction]) -> list[StakeMovement]:
    """Return the money lines of a coup without a result: for each stake REFUND of all that was laid, excess included.

    A line TAX_READY gives back tax that lay ready. There are no lines of 0.
    """
    laid = [(stake, ((REFUND, stake.stake.laid), (TAX_READY, stake.stake.tax))) for stake in stakes]
    return [StakeMovement(stake, kind, amount) for stake, lines in laid for kind, amount in lines if amount]


def lines(profile: Profile, outcome: Outcome, layout: Layout, stakes: Sequence[InAction]) -> list[StakeMovement]:
    """Return the money lines of a coup with this outcome; always [] in a house that records only the reader's stake.

    In any other house SETTLED gives those of :func:`settle`, with its refusals (E_MONEY, E_CARD_COVERED) and errors;
    BLANK gives none, and refuses stakes (E_BLANK_NO_BETS); all other outcomes give refunds of all that was laid, tax
    included.
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


def differences(posted: Iterable[StakeMovement], correct: Iterable[StakeMovement]) -> list[StakeMovement]:
    """Return the lines that, added to those posted, give the correct ones: one for each stake and kind that differs.

    Those posted stay as they are. Posted corrections of the Direzione are left out of the comparison and so remain
    (Super Punto Banco, Art. 10, 16).
    """
    missing: Counter[tuple[InAction, MoneyKind]] = Counter()
    for line in correct:
        missing[line.stake, line.kind] += line.amount
    for line in posted:
        if line.kind is not CORRECTION:
            missing[line.stake, line.kind] -= line.amount
    return [StakeMovement(stake, kind, amount) for (stake, kind), amount in missing.items() if amount]


def net(lines: Iterable[StakeMovement]) -> int:
    """Return the bettors' result in cents: the sum of all lines except those that hand something back.

    Losses and commission are negative lines, so the sum is positive if the bettors won; 0 without lines.
    """
    return sum(line.amount for line in lines if line.kind not in HANDED_BACK)


def returned(lines: Iterable[StakeMovement]) -> int:
    """Return the sum in cents of all lines but losses: the "return" of Baccarat online.

    Stakes and whatever else is handed back are part of it, and commission, a negative line, is deducted.
    """
    return sum(line.amount for line in lines if line.kind is not LOSS)
