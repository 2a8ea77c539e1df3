"""Distribution of what a table wins by chance alone, from whole shoes and evenings; and the process that computes it.

Needs numpy, which Sabot itself does not: importing this module fails without it. The rules are looked up in
arrays made by :mod:`table.rules.odds.chances` and :mod:`table.rules.payout`. Amounts are before any rounding of wins.
"""

import pickle
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from table.record.past.process import come_last
from table.reports.chance.apart import EVENINGS, ChanceJob, Course, Spread
from table.rules.cards import DECK, DECK_CARDS, POINT_VALUES, RANKS
from table.rules.odds.bets import bets
from table.rules.odds.chances import ENDINGS, courses, of_fresh
from table.rules.payout import Hands, rate
from table.rules.regola import MOST_HAND_CARDS, Side, claim_of, third_due

SHOES_AT_ONCE = 8192
LEFT_IN_SHOE = 14
"""Cards behind the cut card: no coup is begun once it has come."""

_PAIRED = tuple(product((False, True), repeat=3))
FACTS = tuple(Hands(ending.result, ending.banco, ending.cards, *paired) for ending in ENDINGS for paired in _PAIRED)
"""Facts on which payment depends, of every ending with and without pairs; coups are dealt as indices of it."""

_POINTS = np.array([card.points for card in DECK], np.uint8)
_COURSES = np.array(courses(), np.uint16)
_CARDS = np.array([ending.cards for ending in ENDINGS], np.uint8)
_PUNTO_DRAWS = np.array(
    [
        third_due(claim_of(punto), banco) is Side.PUNTO
        for punto, banco in product(range(POINT_VALUES), range(POINT_VALUES))
    ]
)
COUPS, SEED = 2_000_000, 1


def deal(decks: int, coups: int, rng: np.random.Generator) -> NDArray[np.uint16]:
    """Deal `coups` coups (1 or more), or some more, from freshly shuffled shoes, by the Regola.

    Returns for each an index into `FACTS`: of up to `SHOES_AT_ONCE` shoes all first coups, then all second ones, and so
    on.
    """
    dealt: list[NDArray[np.uint16]] = []
    while (missing := coups - sum(map(len, dealt))) > 0:
        shoes = min(SHOES_AT_ONCE, 1 + missing * MOST_HAND_CARDS // (decks * DECK_CARDS - LEFT_IN_SHOE))
        dealt.extend(_taglie(shuffled(decks, shoes, rng)))
    return np.concatenate(dealt)


def shuffled(decks: int, shoes: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Shuffle `shoes` shoes; return an array with a row for each shoe, of the indices of its cards in `DECK`."""
    complete = np.tile(np.arange(DECK_CARDS, dtype=np.uint8), decks)
    return rng.permuted(np.broadcast_to(complete, (shoes, len(complete))), axis=1)


def _taglie(shoes: NDArray[np.uint8]) -> Iterator[NDArray[np.uint16]]:
    """Yield indices in `FACTS`: of the first coup of every shoe, then the second of each that has one, and so on.

    A shoe has another coup as long as more than LEFT_IN_SHOE of its cards are not dealt.
    """
    at = np.zeros(len(shoes), np.int64)
    while len(playing := np.flatnonzero(at < shoes.shape[1] - LEFT_IN_SHOE)):
        six = shoes[playing[:, None], at[playing, None] + np.arange(MOST_HAND_CARDS)]
        facts = ended(six)
        at[playing] += _CARDS[facts // len(_PAIRED)]
        yield facts


def ended(six: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Return for each row of `six`, the next cards of a shoe as indices in `DECK`, how its coup ended, in `FACTS`."""
    first, second, third, fourth, fifth, sixth = _POINTS[six].T
    hands = 10 * ((first + third) % POINT_VALUES).astype(np.intp) + (second + fourth) % POINT_VALUES
    # The fifth card is Banco's where Punto stands.
    banco_third = np.where(_PUNTO_DRAWS[hands], sixth, fifth)
    rank = six % len(RANKS)
    of_punto, of_banco = rank[:, 0] == rank[:, 2], rank[:, 1] == rank[:, 3]
    perfect = (six[:, 0] == six[:, 2]) | (six[:, 1] == six[:, 3])
    paired = 4 * of_punto + 2 * of_banco + perfect  # the order of _PAIRED
    facts: NDArray[np.uint16] = (_COURSES[fifth, banco_third, hands] * len(_PAIRED) + paired).astype(np.uint16)
    return facts


# --- evenings


class Wins(NamedTuple):
    """Cents that the table has won at the end of each evening, and the least that it had won after any of its coups.

    The least is 0 or less: nothing was won before the first coup. `coup` is the most that one coup can cost.
    """

    won: NDArray[np.int64]
    least: NDArray[np.int64]
    coup: int


def spreads(job: ChanceJob, *, coups: int, evenings: int, seed: int) -> list[Spread]:
    """Return the distribution of each sum of a job, from `evenings` evenings.

    These are drawn from at least `coups` dealt coups for each number of decks. The same arguments give the same result.
    """
    rng = np.random.default_rng(seed)
    dealt = {decks: deal(decks, coups, rng) for decks in sorted({it.decks for it in job.courses})}
    played = [play(it, dealt[it.decks], evenings, rng) for it in job.courses]
    averages = [_expected(it) for it in job.courses]
    return [
        _spread([played[it] for it in its.courses], sum((averages[it] for it in its.courses), Fraction()), its.won)
        for its in job.sums
    ]


def play(course: Course, dealt: NDArray[np.uint16], evenings: int, rng: np.random.Generator) -> Wins:
    """Play a course, its stakes coup by coup, on a number of `evenings`, and return in cents what the table wins.

    `won` is by evening, `least` the lowest that it was meanwhile (0 or less), `coup` the most that any outcome of one
    coup can cost the table (0 or more). For each coup the outcomes on all evenings are a stretch of `dealt` that begins
    at random; `dealt`, indices into `FACTS`, must be longer than `evenings`.
    """
    boxes = list(course.profile.boxes)
    nets = np.array([[rate(course.profile, box, facts).net for facts in FACTS] for box in boxes], np.int64)
    distinct, which = np.unique(nets, axis=1, return_inverse=True)
    ends = which.reshape(-1).astype(np.uint16)[dealt]
    won, least, coup = np.zeros(evenings, np.int64), np.zeros(evenings, np.int64), 0
    for felt in course.felts:
        start = rng.integers(len(ends) - evenings)
        costs = np.array([felt.get(box, 0) for box in boxes], np.int64) @ distinct
        won -= costs[ends[start : start + evenings]]
        np.minimum(least, won, out=least)
        coup = max(coup, int(costs.max()))
    # Prices are of 100 cents.
    return Wins(won // 100, least // 100, coup // 100)


def _expected(course: Course) -> Fraction:
    """Return what the table wins of a course on average, in cents, by the exact odds of its fresh decks."""
    edges = {box: it.edge for box, it in bets(course.profile, of_fresh(course.decks)).items()}
    return -sum((edges[box] * cents for felt in course.felts for box, cents in felt.items()), Fraction())


def _spread(played: Sequence[Wins], average: Fraction, won: int | None) -> Spread:
    """Return the distribution of the sum of several courses, evening by evening, in cents.

    `expected` is `average`, the exact one, rounded. ``worst``, ``low`` and ``high`` are the 1st, 5th and 95th
    percentile; ``rack`` is the loss during an evening, as a positive amount, that 99 of 100 do not exceed: that of
    several courses is the sum of their own lowest points; ``coup`` the highest `coup` of a course; ``loses`` the share
    of evenings with a total below 0. ``below`` is the share of those that win less than `won`, what was really won,
    equal ones by half; None without it.
    """
    total, least = (np.sum(it, axis=0) for it in zip(*((it.won, it.least) for it in played), strict=True))
    worst, low, high = (round(float(it)) for it in np.quantile(total, (0.01, 0.05, 0.95)))
    return Spread(
        expected=round(average),
        low=low,
        high=high,
        worst=worst,
        rack=-round(float(np.quantile(least, 0.01))),
        coup=max(it.coup for it in played),
        loses=float(np.mean(total < 0)),
        below=None if won is None else float(np.mean(total < won) + np.mean(total == won) / 2),
    )


# --- the process


def main() -> None:
    """Answer a pickled job from standard input, computed at low priority, with a pickle on standard output."""
    come_last()
    job = pickle.load(sys.stdin.buffer)  # noqa: S301 - from the process that started this one
    pickle.dump(spreads(job, coups=COUPS, evenings=EVENINGS, seed=SEED), sys.stdout.buffer)
