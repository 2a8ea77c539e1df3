"""Test whether results are beyond chance: Banco, Punto, ties and naturals against the exact odds of a fresh shoe.

Coups of one shoe depend on each other a little, as the cards that are gone are gone; that makes them rather nearer to
the odds than further off. So the chance that is given is no smaller than the true one.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from table.reports.alarms import ALARM_AT
from table.reports.alarms.chance import either_way
from table.rules.odds.chances import of_fresh
from table.rules.regola import Result

TESTED = 4
"""Number of tests, with which each chance is multiplied (Bonferroni's correction): Banco, Punto, ties, naturals."""


class Odds(NamedTuple):
    """Chances of a coup from a fresh shoe; `cards` are those of four, five and six cards."""

    banco: float
    punto: float
    tie: float
    natural: float
    cards: tuple[float, float, float]

    @property
    def results(self) -> tuple[float, float, float]:
        """Chances of Banco, Punto and a tie."""
        return self.banco, self.punto, self.tie


class Came(NamedTuple):
    """Counts of results among all coups with one, and of naturals and of four, five, six cards among the paid ones."""

    banco: int = 0
    punto: int = 0
    tie: int = 0
    natural: int = 0
    cards: tuple[int, int, int] = (0, 0, 0)

    @property
    def results(self) -> tuple[int, int, int]:
        """Counts of Banco, Punto and ties."""
        return self.banco, self.punto, self.tie

    @property
    def coups(self) -> int:
        """Number of coups with a result."""
        return sum(self.results)

    @property
    def dealt(self) -> int:
        """Number of coups whose cards are known: the sum of those of four, five and six cards."""
        return sum(self.cards)

    def and_with(self, other: "Came") -> "Came":
        """Return the sums of these counts and the other ones."""
        four, five, six = (one + two for one, two in zip(self.cards, other.cards, strict=True))
        return Came(
            self.banco + other.banco,
            self.punto + other.punto,
            self.tie + other.tie,
            self.natural + other.natural,
            cards=(four, five, six),
        )


class Beyond(NamedTuple):
    """A test: what came how often in how many coups, and the corrected chance of that or anything further off."""

    what: str
    times: int
    of: int
    chance: float


@cache
def odds(decks: int) -> Odds:
    """Return the exact odds of the first coup of a fresh shoe of `decks` decks, as floats; cached."""
    coming = of_fresh(decks)
    four, five, six = (float(coming.cards(cards)) for cards in (4, 5, 6))
    banco, punto, tie = float(coming.banco), float(coming.punto), float(coming.tie)
    return Odds(banco, punto, tie, float(coming.natural), cards=(four, five, six))


def beyond(came: Came, decks: int) -> list[Beyond]:
    """List those of :func:`tested`, in its order, whose chance, as multiplied there, is at most ``ALARM_AT``."""
    return [it for it in tested(came, decks) if it.chance <= ALARM_AT]


def tested(came: Came, decks: int) -> Iterator[Beyond]:
    """Yield the two-sided binomial tests of Banco, Punto, tie and natural, in this order.

    The chance of each is multiplied by TESTED (at most 1). Naturals are tested among the coups whose cards are
    known, results among all with one.
    """
    exact = odds(decks)
    for what, count, of, chance in (
        (Result.BANCO.value, came.banco, came.coups, exact.banco),
        (Result.PUNTO.value, came.punto, came.coups, exact.punto),
        (Result.TIE.value, came.tie, came.coups, exact.tie),
        ("natural", came.natural, came.dealt, exact.natural),
    ):
        yield Beyond(what, count, of, min(1.0, TESTED * either_way(count, of, chance)))
