"""How unusual figures are, against cases that were worked out by hand."""

from math import comb, exp, isclose

import pytest

from table.reports.alarms.chance import as_far, at_least, chi_square, either_way, won_at_least
from table.reports.alarms.order import Run, chance_of_run, longest_run
from table.reports.alarms.results import odds
from table.reports.figures.alarms import power_of_ten


def test_three_heads_or_more_of_four_are_five_in_sixteen() -> None:
    assert isclose(at_least(3, 4, 0.5), 5 / 16)
    assert at_least(0, 4, 0.5) == 1
    assert at_least(5, 4, 0.5) == 0
    assert isclose(at_least(4, 4, 0.25), 1 / 256)


def test_as_seldom_or_as_often_is_twice_the_smaller_tail() -> None:
    assert isclose(either_way(4, 4, 0.5), 2 / 16)
    assert isclose(either_way(0, 4, 0.5), 2 / 16)
    assert either_way(2, 4, 0.5) == 1


@pytest.mark.parametrize(("count", "of", "chance"), [(1, 20_000, 0.5), (9_000, 20_000, 0.4586), (30, 65, 0.0952)])
def test_the_tail_of_a_long_series_is_the_sum_of_its_terms(count: int, of: int, chance: float) -> None:
    if of > 100:
        others = 1 - at_least(of - count + 1, of, 1 - chance)
        assert isclose(at_least(count, of, chance), others, rel_tol=1e-9, abs_tol=1e-300)
    else:
        terms = sum(comb(of, it) * chance**it * (1 - chance) ** (of - it) for it in range(count, of + 1))
        assert isclose(at_least(count, of, chance), terms, rel_tol=1e-9)


def test_tries_with_chances_of_their_own_are_added_up() -> None:
    assert isclose(won_at_least(2, [0.5, 0.5]), 0.25)
    assert isclose(won_at_least(1, [0.5, 0.25]), 1 - 0.5 * 0.75)
    assert isclose(won_at_least(3, [0.5] * 4), at_least(3, 4, 0.5))
    assert won_at_least(0, []) == 1


def test_of_two_coups_every_way_is_counted_out() -> None:
    """With odds of 1/2, 1/4, 1/4: two alike 4/16, 1/16, 1/16; two unlike 4/16, 4/16, 2/16."""
    odds_of_three = (0.5, 0.25, 0.25)
    assert isclose(as_far((2, 0, 0), odds_of_three).chance, 1)
    assert as_far((2, 0, 0), odds_of_three).exact
    assert isclose(as_far((0, 1, 1), odds_of_three).chance, 2 / 16 + 1 / 16 + 1 / 16)
    assert isclose(as_far((0, 0, 2), odds_of_three).chance, 2 / 16)


def test_many_coups_are_told_by_the_chi_square() -> None:
    """500 coups at even thirds, 200 of the first: (33.3² + 16.7² + 16.7²) / 166.7 = 10, and e^-5 of all are as far."""
    found = as_far((200, 150, 150), (1 / 3, 1 / 3, 1 / 3))
    assert not found.exact
    assert isclose(found.chance, exp(-5))


def test_both_tests_say_nearly_the_same_where_they_meet() -> None:
    counts, exact = (150, 120, 30), odds(6).results
    assert isclose(as_far(counts, exact).chance, chi_square(counts, exact), rel_tol=0.1)


def test_the_longest_run_is_found_wherever_it_begins() -> None:
    assert longest_run("QABCX", "ZZABCY") == Run(3, 2, 3)
    assert longest_run(["7S", "8S"], ["8S", "7S"]).cards == 1
    assert longest_run([], ["8S"]) == Run(0, 0, 0)


def test_a_card_that_nobody_has_seen_is_like_no_other() -> None:
    assert longest_run(["7S", "", "8S"], ["7S", "", "8S"]).cards == 1


def test_the_chance_of_a_run_is_bounded_by_its_beginnings() -> None:
    """Two cards of one deck, of which all 52 came: 51 places in each, and 1/52 · 1/51 for the same two."""
    assert isclose(chance_of_run(2, 1, 52, 52), 51 * 51 / (52 * 51))
    assert chance_of_run(1, 6, 312, 312) == 1
    assert chance_of_run(7, 6, 312, 312) <= 1e-6 < chance_of_run(6, 6, 312, 312)


def test_a_small_chance_is_told_by_the_power_of_ten_that_it_does_not_exceed() -> None:
    assert [power_of_ten(it) for it in (0.5, 0.1, 1e-6, 4e-7, 3e-12)] == ["1", "10⁻¹", "10⁻⁶", "10⁻⁶", "10⁻¹¹"]
