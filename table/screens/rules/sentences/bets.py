"""Bets of a house as a table: what each pays, as this house prints it, and its exact odds."""

from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from table.rules.odds.bets import BetOdds, bets
from table.rules.odds.chances import of_fresh
from table.rules.payout import Hands, Rate, rate
from table.rules.profile import Box, Profile
from table.rules.regola import NATURAL, Result
from table.words.numbers import Numbers
from table.words.terms import BOX_NAMES, WINS_WHEN

# A coup that wins each box. Banco is missing, as what it pays depends on the points (see _banco).
WINNING: Mapping[Box, Hands] = {
    Box.PUNTO: Hands(Result.PUNTO),
    Box.EGALITE: Hands(Result.TIE),
    Box.PLAYER_PAIR: Hands(Result.TIE, player_pair=True),
    Box.BANKER_PAIR: Hands(Result.TIE, banker_pair=True),
    Box.EITHER_PAIR: Hands(Result.TIE, player_pair=True),
    Box.PERFECT_PAIR: Hands(Result.TIE, player_pair=True, perfect_pair=True),
    Box.GRANDE: Hands(Result.TIE, cards=5),
    Box.PICCOLO: Hands(Result.TIE, cards=4),
}


class Price(NamedTuple):
    """Payment of a bet: as it is printed, and an addition, which may be empty.

    ``figures`` holds all of it where some points are paid otherwise, as in ``1:1 · 6=1:2``; else it is empty.
    """

    printed: str
    note: str
    figures: str = ""


class RibbonStretch(NamedTuple):
    """Stretch of the ribbon that shows how often a bet wins, is given back and loses: start and length in per cent."""

    kind: str
    start: str
    length: str


class Bet(NamedTuple):
    """Row of the table: box, what wins it, price and odds; ``elsewhere`` are odds with the other number of decks."""

    box: Box
    label: Promise
    wins_when: Promise
    price: Price
    odds: BetOdds
    elsewhere: BetOdds

    @property
    def ribbon(self) -> list[RibbonStretch]:
        """Shares of coups in which the bet wins, is given back and loses, in this order and end to end.

        Always the three of them, also of length 0; starts and lengths are per cent with four decimals.
        """
        shares, start = [], Fraction()
        for kind, chance in (("wins", self.odds.wins), ("back", self.odds.returned), ("loses", self.odds.loses)):
            shares.append(RibbonStretch(kind, f"{float(start):.4f}", f"{float(100 * chance):.4f}"))
            start += 100 * chance
        return shares


def table(profile: Profile, decks: int, other: int, numbers: Numbers) -> list[Bet]:
    """List the bets of the house in the order of its layout, with prices and exact odds for `decks` decks.

    Each has for comparison, as ``elsewhere``, its odds for the `other` number of decks.
    """
    odds, elsewhere = bets(profile, of_fresh(decks)), bets(profile, of_fresh(other))
    return [
        Bet(box, BOX_NAMES[box], WINS_WHEN[box], price(profile, box, numbers), odds[box], elsewhere[box])
        for box in profile.boxes
    ]


def price(profile: Profile, box: Box, numbers: Numbers) -> Price:
    """Return the price of a box as the house prints it, with a note.

    It is net to one, for one (with the stake), or before commission (“1:1 less 5 %”). Rates that differ by the points
    of Banco are in the note and, with the usual one, in ``figures``; else the note has the other form of a price with
    commission, or that the stake is included, or is "".
    """
    usual, others = _usual(profile, box)
    printed = _odds(profile, usual.net, numbers)
    if others:
        less = ", ".join(
            _("%(odds)s when Banco wins with %(points)s")
            % {"odds": _odds(profile, paid.net, numbers), "points": points}
            for points, paid in others.items()
        )
        return Price(printed, less, _in_figures(profile, printed, others, numbers))
    if profile.printed_odds == "for_one":
        return Price(printed, _("stake included"))
    return _less_commission(profile, usual, numbers) if usual.commission else Price(printed, "")


@lru_cache(maxsize=64)
def legends(profile: Profile, numbers: Numbers) -> tuple[tuple[Box, str], ...]:
    """Return each box with the price printed on its cloth, in the order of the layout; cached."""
    return tuple((box, legend(profile, box, numbers)) for box in profile.boxes)


def legend(profile: Profile, box: Box, numbers: Numbers) -> str:
    """Return the price of a box as printed on the cloth, with what Banco pays otherwise by points: ``1:1 · 6=1:2``.

    It is net of commission; in a house that prints odds for one it reads like “2 for 1”, in the active language.
    Where the commission is laid beside stakes, the usual price is before commission.
    """
    usual, others = _usual(profile, box)
    printed = _odds(profile, usual.win if profile.tax == "laid_ready" else usual.net, numbers)
    return _in_figures(profile, printed, others, numbers)


def _in_figures(profile: Profile, printed: str, others: Mapping[int, Rate], numbers: Numbers) -> str:
    """Return the ``printed`` price, followed by Banco's points with other rates and their net odds: ``1:1 · 6=1:2``."""
    return " · ".join([printed, *(f"{points}={_odds(profile, paid.net, numbers)}" for points, paid in others.items())])


def _usual(profile: Profile, box: Box) -> tuple[Rate, Mapping[int, Rate]]:
    """Return the rate of a box by the rules of a house; of Banco its most frequent one, and others by winning points.

    The mapping of these others, by the points of Banco, is empty for any other box, and where all are paid alike.
    """
    return _banco(profile) if box is Box.BANCO else (rate(profile, box, WINNING[box]), {})


def _odds(profile: Profile, win: int, numbers: Numbers) -> str:
    """Format a win on a stake of 100 as the house prints odds: ``8:1``, or with the stake “9 for 1”."""
    if profile.printed_odds == "for_one":
        return _("%(paid)s for 1") % {"paid": numbers.decimal((Decimal(win) / 100 + 1).normalize())}
    return to_one(win)


def _banco(profile: Profile) -> tuple[Rate, dict[int, Rate]]:
    """Return the most frequent rate of Banco over its winning points 1 to 9, and by points those that differ."""
    rates = {points: rate(profile, Box.BANCO, Hands(Result.BANCO, points)) for points in range(1, NATURAL + 2)}
    usual = Counter(rates.values()).most_common(1)[0][0]
    return usual, {points: other for points, other in rates.items() if other != usual}


def _less_commission(profile: Profile, paid: Rate, numbers: Numbers) -> Price:
    """Return the price of a box whose rate ``paid`` has a commission: as “1:1 less 5 %”, noting “19:20 in all”.

    In a house that prints ``net`` odds it is ``19:20``, with “1:1 less 5 %” as the note.
    """
    commission = numbers.percent(Fraction(paid.commission, 100), 0)
    before = _("%(odds)s less %(commission)s") % {"odds": to_one(paid.win), "commission": commission}
    net = to_one(paid.net)
    if profile.printed_odds == "net":
        return Price(net, before)
    return Price(before, _("%(odds)s in all") % {"odds": net})


def to_one(net: int) -> str:
    """Format a win on a stake of 100 as odds to one: ``8:1``, ``19:20``, ``1:2``."""
    odds = Fraction(net, 100)
    return f"{odds.numerator}:{odds.denominator}"
