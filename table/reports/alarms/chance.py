"""How often what was seen, or what is further off, comes about by chance: exactly, or by a test that is named."""

from collections.abc import Iterable, Sequence
from math import exp, fsum, lgamma, log
from typing import NamedTuple

MOST_COUNTED_OUT = 300
"""Up to so many coups every way in which they can end is counted out; of more the chi-square test tells."""
_TIED = 1e-9
"""Two ways of the same chance differ by no more in the logarithm, whatever was rounded."""


class AsFar(NamedTuple):
    """The chance that a series of coups is at least as far from the odds; ``exact`` where it was counted out."""

    chance: float
    exact: bool


def as_far(counts: Sequence[int], odds: Sequence[float]) -> AsFar:
    """For three ways in which each coup can end: how often each came, and how likely each is.

    As far is every series that is no likelier than this one; from many coups on, each whose chi-square is no smaller.
    """
    assert len(counts) == len(odds) == 3
    if sum(counts) <= MOST_COUNTED_OUT:
        return AsFar(_counted_out(counts, odds), exact=True)
    return AsFar(chi_square(counts, odds), exact=False)


def _counted_out(counts: Sequence[int], odds: Sequence[float]) -> float:
    """The chances of all series of as many coups that are no likelier than this one, together."""
    of = sum(counts)
    ways, (one, two, three) = [lgamma(it + 1) for it in range(of + 1)], map(log, odds)

    def told(first: int, second: int, third: int) -> float:
        orders = ways[of] - ways[first] - ways[second] - ways[third]
        return orders + first * one + second * two + third * three

    this = told(*counts) + _TIED
    series = (told(first, second, of - first - second) for first in range(of + 1) for second in range(of - first + 1))
    return min(1.0, fsum(exp(chance) for chance in series if chance <= this))


def chi_square(counts: Sequence[int], odds: Sequence[float]) -> float:
    """The chance of a chi-square at least as large, with the two degrees of freedom that three ways have."""
    of = sum(counts)
    expected = [of * chance for chance in odds]
    distance = fsum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True) if mean)
    return exp(-distance / 2)


# --- how often one thing came


def at_least(count: int, of: int, chance: float) -> float:
    """The chance that what comes with this chance each time comes at least so often: the binomial tail, exactly."""
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
    """The chance that it comes at least so seldom or so often: twice the smaller of the two tails."""
    seldom = at_least(of - count, of, 1 - chance)
    return min(1.0, 2 * min(seldom, at_least(count, of, chance)))


def _log_binomial(count: int, of: int, chance: float) -> float:
    orders = lgamma(of + 1) - lgamma(count + 1) - lgamma(of - count + 1)
    return orders + count * log(chance) + (of - count) * log(1 - chance)


def won_at_least(count: int, chances: Iterable[float]) -> float:
    """The chance that at least so many of these come true, each with its own chance: of alike ones the binomial."""
    spread = [1.0]
    for chance in chances:
        kept, gained = [it * (1 - chance) for it in spread], [it * chance for it in spread]
        spread = [stays + comes for stays, comes in zip([*kept, 0.0], [0.0, *gained], strict=True)]
    return min(1.0, fsum(spread[count:]))
