"""What the online game really returns: games by chance, every box staked, beside the exact odds of the document.

Each game is the first six cards of six decks shuffled by chance, dealt and settled as a player's is.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random

from table.rules.cards import Card, decks
from table.rules.houses import ONLINE
from table.rules.odds.bets import BetOdds, bets
from table.rules.odds.chances import chances
from table.rules.odds.composition import fresh
from table.rules.payout import LOSS, settle
from table.rules.profile import Box
from table.rules.regola import MOST_HAND_CARDS, lay_out
from table.rules.stakes import InAction, LaidStake
from table.shoes.virtual import shuffled

STAKE = 100
"""What is laid on each box in every game, in cents."""
Drawn = Callable[[], Sequence[Card]]


@dataclass
class Tally:
    """What came back on one box, in cents: the sum, and the sum of squares, by which chance is judged."""

    odds: BetOdds
    games: int = 0
    back: int = 0
    squares: int = 0

    def count(self, back: int) -> None:
        """One game more, in which so much came back."""
        self.games += 1
        self.back += back
        self.squares += back * back

    @property
    def rtp(self) -> float:
        """What came back of one staked."""
        return self.back / self.games / STAKE

    @property
    def error(self) -> float:
        """The standard error of that."""
        mean = self.back / self.games
        return sqrt(max(0.0, self.squares / self.games - mean * mean) / self.games) / STAKE

    @property
    def deviation(self) -> float:
        """How many standard errors lie between what came back and what should."""
        return (self.rtp - float(self.odds.rtp)) / self.error if self.error else 0.0


@dataclass
class Returns:
    """The returns of so many games, box by box."""

    tallies: dict[Box, Tally] = field(default_factory=dict)

    @classmethod
    def empty(cls) -> "Returns":
        """Before the first game."""
        odds = bets(ONLINE, chances(fresh(ONLINE.decks)))
        return cls({box: Tally(it) for box, it in odds.items()})

    def play(self, games: int, drawn: Drawn, told: Callable[[int], None] = lambda _done: None) -> None:
        """So many games; ``told`` hears now and then how many were played."""
        laid = [InAction(LaidStake(ONLINE.positions[0], "chance", box, STAKE), STAKE, 0) for box in self.tallies]
        for done in range(games):
            back = dict.fromkeys(self.tallies, 0)
            for line in settle(ONLINE, lay_out(drawn())._replace(excess=()), laid):
                if line.kind is not LOSS:
                    back[line.stake.stake.box] += line.amount
            for box, tally in self.tallies.items():
                tally.count(back[box])
            if done % 1000 == 0:
                told(done)

    @property
    def farthest(self) -> float:
        """The largest deviation of all boxes, in standard errors."""
        return max(abs(it.deviation) for it in self.tallies.values())


def by_seed(seed: int) -> Drawn:
    """The first cards of shoes that the same seed shuffles alike; of a shuffled shoe no more is needed."""
    chance, cards = Random(seed), decks(ONLINE.decks)  # noqa: S311 - what can be played again is what a seed is for
    return lambda: chance.sample(cards, MOST_HAND_CARDS)


def by_the_house() -> Drawn:
    """The first cards of shoes that are shuffled as a player's are."""
    return lambda: shuffled(ONLINE.decks)[:MOST_HAND_CARDS]
