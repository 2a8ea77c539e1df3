"""What each bet of a house is worth: its chances, payouts and the edge of the house, as fractions."""

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
    """What a bet is worth: the chances to win, to have the stake back, to lose it; and the net expected of 1 staked."""

    wins: Fraction
    returned: Fraction
    loses: Fraction
    edge: Fraction

    @property
    def rtp(self) -> Fraction:
        """Return to player: what comes back of 1 staked, on average, the stake included."""
        return 1 + self.edge


def bets(profile: Profile, coming: Chances) -> dict[Box, BetOdds]:
    """Every bet of this house. A negative edge is the house's; a stake that must lie beside another keeps its own."""
    ended = _ended(coming)
    return {box: _bet(profile, box, _matched(box, coming) or ended) for box in profile.boxes}


class _Shown(NamedTuple):
    """What the cards can show to those who pay, in how many ways of how many."""

    ways: Mapping[Hands, int | Fraction]
    total: int


def _bet(profile: Profile, box: Box, shown: _Shown) -> BetOdds:
    nets = [(rate(profile, box, hands).net, ways) for hands, ways in shown.ways.items()]
    return BetOdds(
        wins=Fraction(sum(ways for net, ways in nets if net > 0), shown.total),
        returned=Fraction(sum(ways for net, ways in nets if net == 0), shown.total),
        loses=Fraction(sum(ways for net, ways in nets if net < 0), shown.total),
        edge=Fraction(sum(net * ways for net, ways in nets), 100 * shown.total),
    )


def _ended(coming: Chances) -> _Shown:
    """How the coup can end: all that counts for boxes that do not pay on pairs."""
    ways = Counter[Hands]()
    for ending, count in coming.endings.items():
        ways[Hands(ending.result, ending.banco, ending.cards)] += count
    return _Shown(ways, coming.total)


def _matched(box: Box, coming: Chances) -> _Shown | None:
    """Which hands can hold a pair, for the boxes that pay on nothing else."""
    if box is Box.PERFECT_PAIR:
        return _Shown(dict(_matching(coming.perfect_pair, perfect_pair=True)), 1)
    return _Shown(dict(_matching(coming.pair)), 1) if box in _PAIR_BETS else None


def _matching(pairs: Pairs, *, perfect_pair: bool = False) -> Iterator[tuple[Hands, Fraction]]:
    """A match in Punto's hand, in Banco's, in both, in none; who wins makes no difference."""
    pair = Hands(Result.TIE, perfect_pair=perfect_pair)
    yield pair._replace(player_pair=True), pairs.one - pairs.both
    yield pair._replace(banker_pair=True), pairs.one - pairs.both
    yield pair._replace(player_pair=True, banker_pair=True), pairs.both
    yield Hands(Result.TIE), 1 - pairs.either


# --- on paper


def percent(chance: Fraction, places: int = 4) -> str:
    """A chance or an edge in per cent, rounded at the last place only: ``98.9442``."""
    return f"{Decimal(round(chance * 100 * 10**places)).scaleb(-places):f}"
