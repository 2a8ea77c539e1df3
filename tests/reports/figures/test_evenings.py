"""Chance over an evening: coups dealt by the thousand are those of the rules, and their spread is that of the odds."""

from collections.abc import Callable
from math import sqrt

import numpy as np
import pytest

from table.reports.chance.apart import ChanceJob, Course, Sum
from table.reports.chance.evenings import FACTS, deal, ended, shuffled, spreads
from table.rules.cards import DECK
from table.rules.houses import HOUSES
from table.rules.odds.bets import bets
from table.rules.odds.chances import chances
from table.rules.odds.composition import fresh
from table.rules.payout import Hands, hands
from table.rules.profile import Box
from table.rules.regola import Result, lay_out

VENEZIA, ONLINE = HOUSES["super-punto-banco-venezia"], HOUSES["baccarat-online-side-bets"]
SIGMAS = 4.5


def test_every_coup_ends_as_the_rules_lay_its_cards() -> None:
    six = shuffled(6, 3000, np.random.default_rng(1))[:, :6]
    found = [FACTS[it] for it in ended(six)]
    assert found == [hands(lay_out([DECK[card] for card in row])) for row in six]
    assert {it.cards for it in found} == {4, 5, 6}
    assert {it.result for it in found} == set(Result)
    assert any(it.perfect_pair for it in found)


@pytest.mark.parametrize("decks", [6, 8])
def test_coups_of_whole_shoes_end_as_often_as_the_exact_odds_say(decks: int) -> None:
    dealt = deal(decks, 200_000, np.random.default_rng(decks))
    exact = chances(fresh(decks))

    def differs(ends: Callable[[Hands], bool], chance: float) -> float:
        share = np.isin(dealt, [place for place, facts in enumerate(FACTS) if ends(facts)]).mean()
        return abs(float(share) - chance) / sqrt(chance * (1 - chance) / len(dealt))

    assert differs(lambda it: it.result is Result.PUNTO, float(exact.punto)) < SIGMAS
    assert differs(lambda it: it.result is Result.BANCO, float(exact.banco)) < SIGMAS
    assert differs(lambda it: it.result is Result.TIE, float(exact.tie)) < SIGMAS
    by_six = exact.of(lambda it: it.result is Result.BANCO and it.banco == 6)
    assert differs(lambda it: it.result is Result.BANCO and it.banco == 6, float(by_six)) < SIGMAS
    assert differs(lambda it: it.cards == 4, float(exact.cards(4))) < SIGMAS
    assert differs(lambda it: it.player_pair, float(exact.pair.one)) < SIGMAS
    assert differs(lambda it: it.player_pair and it.banker_pair, float(exact.pair.both)) < SIGMAS
    assert differs(lambda it: it.perfect_pair, float(exact.perfect_pair.either)) < SIGMAS


def test_the_spread_of_an_evening_is_that_of_the_odds_of_each_bet() -> None:
    stake, coups, evenings = 100_00, 200, 4000
    for house in (VENEZIA, HOUSES["punto-y-banco-malta"], ONLINE):
        boxes = list(house.boxes)
        courses = [Course(house, house.decks, [{box: stake}] * coups) for box in boxes]
        job = ChanceJob(courses, [Sum([place]) for place in range(len(boxes))])
        for box, it in zip(boxes, spreads(job, coups=100_000, evenings=evenings, seed=1), strict=True):
            odds = bets(house, chances(fresh(house.decks)))[box]
            deviation = stake * sqrt(coups * odds.variance)
            assert it.expected == round(-coups * stake * odds.edge)
            # 1.645 deviations to either side; of 4,000 evenings a quantile is out by a twentieth of one.
            assert it.low == pytest.approx(it.expected - 1.645 * deviation, abs=0.2 * deviation + stake)
            assert it.high == pytest.approx(it.expected + 1.645 * deviation, abs=0.2 * deviation + stake)
            assert it.worst < it.low < it.expected < it.high
            assert it.rack >= -it.worst
            assert 0 < it.loses < 0.5
            assert it.below is None


def test_stakes_on_both_sides_cost_nothing_and_bring_the_commission() -> None:
    both = [Course(VENEZIA, 6, [{Box.PUNTO: 100_00, Box.BANCO: 100_00}] * 10)]
    (it,) = spreads(ChanceJob(both, [Sum([0], won=0)]), coups=20_000, evenings=1000, seed=1)
    assert (it.coup, it.rack, it.loses) == (0, 0, 0.0)
    # Nobody wins of it; half of the few evenings without a win of Banco bring as little as nothing.
    assert it.below is not None
    assert 0 < it.below < 0.01
    assert it.high % 5_00 == 0
    assert 0 <= it.low < it.high <= 10 * 5_00


def test_the_dearest_coup_is_the_dearest_hand_for_the_stakes_of_one_coup() -> None:
    felts = [{Box.EGALITE: 10_00}, {Box.BANCO: 50_00, Box.EGALITE: 10_00}, {Box.BANCO: 90_00}]
    (it,) = spreads(ChanceJob([Course(VENEZIA, 6, felts)], [Sum([0])]), coups=20_000, evenings=1000, seed=1)
    assert it.coup == 90_00 * 95 // 100


def test_tables_are_added_evening_by_evening() -> None:
    course = Course(VENEZIA, 6, [{Box.PUNTO: 100_00}] * 50)
    one, other, together = spreads(
        ChanceJob([course, course], [Sum([0]), Sum([1]), Sum([0, 1])]), coups=50_000, evenings=4000, seed=1
    )
    assert together.expected == one.expected + other.expected
    # Independent of each other, two tables spread by the root of two, not by two.
    assert one.high + other.high > together.high > max(one.high, other.high)
    assert one.low + other.low < together.low < min(one.low, other.low)
