"""Whether results are beyond chance: Banco, Punto, ties and naturals, each against the exact odds of a fresh shoe.

Coups of one shoe depend on each other a little, as the cards that are gone are gone; that makes them rather nearer to
the odds than further off. So the chance that is told is no smaller than the true one.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from table.reports.alarms import ALARM_AT
from table.reports.alarms.chance import either_way
from table.rules.odds.chances import chances
from table.rules.odds.composition import fresh
from table.rules.regola import Result

TESTED = 4
"""Banco, Punto, ties, naturals: four tests, so that each chance counts four times."""


class Odds(NamedTuple):
    """The chances of a coup from a fresh shoe."""

    banco: float
    punto: float
    tie: float
    natural: float
    cards: tuple[float, float, float]

    @property
    def results(self) -> tuple[float, float, float]:
        """Banco, Punto, tie."""
        return self.banco, self.punto, self.tie


class Came(NamedTuple):
    """How often each came: results among all coups with one, naturals among the coups whose cards were paid."""

    banco: int = 0
    punto: int = 0
    tie: int = 0
    natural: int = 0
    cards: tuple[int, int, int] = (0, 0, 0)

    @property
    def results(self) -> tuple[int, int, int]:
        """Banco, Punto, ties."""
        return self.banco, self.punto, self.tie

    @property
    def coups(self) -> int:
        """The coups with a result."""
        return sum(self.results)

    @property
    def dealt(self) -> int:
        """The coups whose cards are known."""
        return sum(self.cards)

    def and_with(self, other: "Came") -> "Came":
        """Both together."""
        four, five, six = (one + two for one, two in zip(self.cards, other.cards, strict=True))
        return Came(
            self.banco + other.banco,
            self.punto + other.punto,
            self.tie + other.tie,
            self.natural + other.natural,
            cards=(four, five, six),
        )


class Beyond(NamedTuple):
    """What came so often, of so many coups, and with which chance that comes about, or anything further off."""

    what: str
    times: int
    of: int
    chance: float


@cache
def odds(decks: int) -> Odds:
    """The exact odds of a fresh shoe, as numbers to calculate with."""
    coming = chances(fresh(decks))
    four, five, six = (float(coming.cards(cards)) for cards in (4, 5, 6))
    banco, punto, tie = float(coming.banco), float(coming.punto), float(coming.tie)
    return Odds(banco, punto, tie, float(coming.natural), cards=(four, five, six))


def beyond(came: Came, decks: int) -> list[Beyond]:
    """What raises the alarm: beyond chance in the four tests together."""
    return [it for it in tested(came, decks) if it.chance <= ALARM_AT]


def tested(came: Came, decks: int) -> Iterator[Beyond]:
    """The four tests."""
    exact = odds(decks)
    for what, count, of, chance in (
        (Result.BANCO.value, came.banco, came.coups, exact.banco),
        (Result.PUNTO.value, came.punto, came.coups, exact.punto),
        (Result.TIE.value, came.tie, came.coups, exact.tie),
        ("natural", came.natural, came.dealt, exact.natural),
    ):
        yield Beyond(what, count, of, min(1.0, TESTED * either_way(count, of, chance)))
