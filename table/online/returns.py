"""Simulates the returns of the online game on every box, for comparison with the exact odds.

Each game is the first six cards of six decks in random order, dealt and settled as a player's game is.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random

from table.rules.cards import Card, decks
from table.rules.houses import ONLINE
from table.rules.odds.bets import BetOdds, bets
from table.rules.odds.chances import of_fresh
from table.rules.payout import LOSS, settle
from table.rules.profile import Box
from table.rules.regola import MOST_HAND_CARDS, lay_out
from table.rules.stakes import InAction, LaidStake
from table.shoes.virtual import shuffled

STAKE = 100
"""Stake on each box in every game, in cents."""
Drawn = Callable[[], Sequence[Card]]


@dataclass
class BoxReturns:
    """Money that came back on one box, in cents: its exact odds, number of games, sum, and sum of squares."""

    odds: BetOdds
    games: int = 0
    back: int = 0
    squares: int = 0

    def count(self, back: int) -> None:
        """Add a game in which `back` cents came back, the stake included, to number, sum and sum of squares."""
        self.games += 1
        self.back += back
        self.squares += back * back

    @property
    def rtp(self) -> float:
        """Return to player, as a fraction: what came back divided by what was staked. Needs at least one game."""
        return self.back / self.games / STAKE

    @property
    def error(self) -> float:
        """Standard error of `rtp`; 0 after a single game. Needs at least one game."""
        mean = self.back / self.games
        return sqrt(max(0.0, self.squares / self.games - mean * mean) / self.games) / STAKE

    @property
    def deviation(self) -> float:
        """Difference of `rtp` from the exact one, in standard errors; 0 if the error is 0. Needs at least one game."""
        return (self.rtp - float(self.odds.rtp)) / self.error if self.error else 0.0


@dataclass
class Returns:
    """Tallies by box."""

    tallies: dict[Box, BoxReturns] = field(default_factory=dict)

    @classmethod
    def empty(cls) -> "Returns":
        """Return tallies without games, with the exact odds of six fresh decks."""
        odds = bets(ONLINE, of_fresh(ONLINE.decks))
        return cls({box: BoxReturns(it) for box, it in odds.items()})

    def play(self, games: int, drawn: Drawn, progress: Callable[[int], None] = lambda _done: None) -> None:
        """Play this number of games with the cards that `drawn` gives, STAKE cents on each box, and count each box.

        Calls `progress` with the index (from 0) of every thousandth game.
        """
        laid = [InAction(LaidStake(ONLINE.positions[0], "chance", box, STAKE), STAKE, 0) for box in self.tallies]
        for done in range(games):
            back = dict.fromkeys(self.tallies, 0)
            for line in settle(ONLINE, lay_out(drawn())._replace(excess=()), laid):
                if line.kind is not LOSS:
                    back[line.stake.stake.box] += line.amount
            for box, tally in self.tallies.items():
                tally.count(back[box])
            if done % 1000 == 0:
                progress(done)

    @property
    def farthest(self) -> float:
        """Largest deviation of all boxes without its sign, in standard errors. Needs at least one game."""
        return max(abs(it.deviation) for it in self.tallies.values())


def by_seed(seed: int) -> Drawn:
    """Return a function that draws the cards of a game: six at random, each time from full decks.

    The same seed gives the same games.
    """
    chance, cards = Random(seed), decks(ONLINE.decks)  # noqa: S311 - what can be played again is what a seed is for
    return lambda: chance.sample(cards, MOST_HAND_CARDS)


def by_the_house() -> Drawn:
    """Return a function that draws the cards of a game: each time the first six of a shoe newly shuffled.

    It is shuffled as for players.
    """
    return lambda: shuffled(ONLINE.decks)[:MOST_HAND_CARDS]
