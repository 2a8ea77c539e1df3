"""Chances of what was seen or anything further from the odds: exact, or by the chi-square test."""

from collections.abc import Iterable, Sequence
from math import exp, fsum, lgamma, log
from typing import NamedTuple

MOST_COUNTED_OUT = 300
"""Most coups of which every way to end is enumerated; with more the chi-square test is used."""
_TIED = 1e-9
"""Greatest difference, in the logarithm, between ways of the same chance that is put down to rounding."""


class AsFar(NamedTuple):
    """Chance that a series of coups is at least as far from the odds; `exact` where it was enumerated."""

    chance: float
    exact: bool


def as_far(counts: Sequence[int], odds: Sequence[float]) -> AsFar:
    """Return the chance that as many coups are at least as far from the odds as these, and whether it is exact.

    `counts` are of three ways to end, each with its probability above 0 in `odds`: those of six or eight fresh decks
    are, whatever bets a house has. Up to `MOST_COUNTED_OUT` coups it is exact, the sum over every series that is no
    likelier than this one (1 for no coups); with more it is that of the chi-square test.
    """
    assert len(counts) == len(odds) == 3
    if sum(counts) <= MOST_COUNTED_OUT:
        return AsFar(_counted_out(counts, odds), exact=True)
    return AsFar(chi_square(counts, odds), exact=False)


def _counted_out(counts: Sequence[int], odds: Sequence[float]) -> float:
    """Return the summed multinomial probability of all triples with the same sum that are no likelier than these."""
    of = sum(counts)
    ways, (one, two, three) = [lgamma(it + 1) for it in range(of + 1)], map(log, odds)

    def log_chance(first: int, second: int, third: int) -> float:
        """Return the natural logarithm of the multinomial probability of three counts, which add up to ``of``."""
        orders = ways[of] - ways[first] - ways[second] - ways[third]
        return orders + first * one + second * two + third * three

    this = log_chance(*counts) + _TIED
    series = (
        log_chance(first, second, of - first - second) for first in range(of + 1) for second in range(of - first + 1)
    )
    return min(1.0, fsum(exp(chance) for chance in series if chance <= this))


def chi_square(counts: Sequence[int], odds: Sequence[float]) -> float:
    """Return the p-value of the chi-square test of three counts against their probabilities; 1 where all are 0."""
    of = sum(counts)
    expected = [of * chance for chance in odds]
    distance = fsum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True) if mean)
    return exp(-distance / 2)


# --- how often one thing came


def at_least(count: int, of: int, chance: float) -> float:
    """Return the binomial probability of at least `count` successes in `of` trials, each with probability `chance`.

    It is 1 for a count of 0 or less, and 0 for one above `of`; for any other, `chance` must be above 0 and below 1.
    """
    if count <= 0:
        return 1.0
    if count > of:
        return 0.0
    if count <= of * chance:
        return 1 - at_least(of - count + 1, of, 1 - chance)
    term = exp(_log_binomial(count, of, chance))
    total, odds = term, chance / (1 - chance)
    for came in range(count, of):
        term *= (of - came) / (came + 1) * odds
        total += term
        if term < total * 1e-17:
            break
    return min(1.0, total)


def either_way(count: int, of: int, chance: float) -> float:
    """Return the two-sided binomial p-value of `count` successes in `of` trials: twice the smaller tail, at most 1."""
    seldom = at_least(of - count, of, 1 - chance)
    return min(1.0, 2 * min(seldom, at_least(count, of, chance)))


def _log_binomial(count: int, of: int, chance: float) -> float:
    """Return the logarithm of the binomial probability of exactly `count` successes in `of` trials."""
    orders = lgamma(of + 1) - lgamma(count + 1) - lgamma(of - count + 1)
    return orders + count * log(chance) + (of - count) * log(1 - chance)


def won_at_least(count: int, chances: Iterable[float]) -> float:
    """Return the probability that at least `count` (0 or more) of independent events with these `chances` happen."""
    spread = [1.0]
    for chance in chances:
        missed, gained = [it * (1 - chance) for it in spread], [it * chance for it in spread]
        spread = [stays + comes for stays, comes in zip([*missed, 0.0], [0.0, *gained], strict=True)]
    return min(1.0, fsum(spread[count:]))
