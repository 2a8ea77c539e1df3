"""Value of each bet of a house: its chances and its edge, as fractions."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from table.rules.odds.chances import Chances, Pairs
from table.rules.payout import Hands, rate
from table.rules.profile import Box, Profile
from table.rules.regola import Result

_PAIR_BETS = (Box.PLAYER_PAIR, Box.BANKER_PAIR, Box.EITHER_PAIR)


@dataclass(frozen=True, slots=True)
class BetOdds:
    """Odds of a bet: the chances to win, to get the stake back and to lose it; the expected net result of 1 staked.

    ``square`` is the expected square of that result.
    """

    wins: Fraction
    returned: Fraction
    loses: Fraction
    edge: Fraction
    square: Fraction

    @property
    def variance(self) -> Fraction:
        """Variance of the net result of 1 staked."""
        return self.square - self.edge**2

    @property
    def rtp(self) -> Fraction:
        """Return to player: expected return on 1 staked, the stake included."""
        return 1 + self.edge


def bets(profile: Profile, coming: Chances) -> dict[Box, BetOdds]:
    """Return the odds of every bet of this house, by box; ``coming`` are the chances of the next coup.

    Each bet is valued by itself, also one that may be laid only together with another. A negative edge is in the
    house's favour.
    """
    ended = _ended(coming)
    return {box: _bet(profile, box, _matched(box, coming) or ended) for box in profile.boxes}


class _Shown(NamedTuple):
    """Number of ways in which each set of facts occurs, and the number of all ways."""

    ways: Mapping[Hands, int | Fraction]
    total: int


def _bet(profile: Profile, box: Box, shown: _Shown) -> BetOdds:
    """Return the odds of a box: the shares of all ways in which its net is above, equal to and below 0.

    With them, for 1 staked, the mean of the player's net, which is the edge (negative where it favours the house), and
    the mean of its square.
    """
    nets = [(rate(profile, box, hands).net, ways) for hands, ways in shown.ways.items()]
    return BetOdds(
        wins=Fraction(sum(ways for net, ways in nets if net > 0), shown.total),
        returned=Fraction(sum(ways for net, ways in nets if net == 0), shown.total),
        loses=Fraction(sum(ways for net, ways in nets if net < 0), shown.total),
        edge=Fraction(sum(net * ways for net, ways in nets), 100 * shown.total),
        square=Fraction(sum(net**2 * ways for net, ways in nets), 100**2 * shown.total),
    )


def _ended(coming: Chances) -> _Shown:
    """Count the orders in which the next cards can come, by result, points of Banco and number of cards in both hands.

    For boxes that do not pay on pairs: no hands have one here. ``total`` is the number of all orders.
    """
    ways = Counter[Hands]()
    for ending, count in coming.endings.items():
        ways[Hands(ending.result, ending.banco, ending.cards)] += count
    return _Shown(ways, coming.total)


def _matched(box: Box, coming: Chances) -> _Shown | None:
    """Return the chances of a pair at Punto alone, Banco alone, both and neither, for pair bets; None for others."""
    if box is Box.PERFECT_PAIR:
        return _Shown(dict(_matching(coming.perfect_pair, perfect_pair=True)), 1)
    return _Shown(dict(_matching(coming.pair)), 1) if box in _PAIR_BETS else None


def _matching(pairs: Pairs, *, perfect_pair: bool = False) -> Iterator[tuple[Hands, Fraction]]:
    """Yield hands with a pair at Punto alone, at Banco alone, at both, and at neither, each with its chance.

    The chances are those of ``pairs``, whoever wins; ``perfect_pair`` marks the hands with a pair, for pairs of one
    suit. The result in the hands is a tie, which stands for any.
    """
    pair = Hands(Result.TIE, perfect_pair=perfect_pair)
    yield pair._replace(player_pair=True), pairs.one - pairs.both
    yield pair._replace(banker_pair=True), pairs.one - pairs.both
    yield pair._replace(player_pair=True, banker_pair=True), pairs.both
    yield Hands(Result.TIE), 1 - pairs.either


# --- on paper


def percent(chance: Fraction, places: int = 4) -> str:
    """Return a chance or an edge in per cent, without ``%``, with exactly ``places`` decimals: ``98.9442``.

    A half is rounded to the even digit.
    """
    return f"{Decimal(round(chance * 100 * 10**places)).scaleb(-places):f}"
