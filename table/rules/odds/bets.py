"""What each bet of a house is worth: its chances, payouts and the edge of the house, as fractions."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

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
    return {box: _bet(profile, box, coming) for box in profile.boxes}


def _bet(profile: Profile, box: Box, coming: Chances) -> BetOdds:
    wins = returned = loses = edge = Fraction()
    for shown, chance in _shown(box, coming):
        net = rate(profile, box, shown).net
        edge += chance * net / 100
        if net > 0:
            wins += chance
        elif net == 0:
            returned += chance
        else:
            loses += chance
    return BetOdds(wins, returned, loses, edge)


def _shown(box: Box, coming: Chances) -> Iterable[tuple[Hands, Fraction]]:
    """What the cards can show to those who pay this box, with the chance of each; pairs ask for nothing but pairs."""
    if box is Box.PERFECT_PAIR:
        return _matching(coming.perfect_pair, perfect_pair=True)
    if box in _PAIR_BETS:
        return _matching(coming.pair)
    shown = Counter[Hands]()
    for ending, count in coming.endings.items():
        shown[Hands(ending.result, ending.banco, ending.cards)] += count
    return [(hands, Fraction(count, coming.total)) for hands, count in shown.items()]


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
