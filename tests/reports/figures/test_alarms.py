"""The alarms ring when something was planted, and hardly ever by chance: the thousand taglie are ``make alarms``."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from table.reports.alarms.late import suspicious, try_of
from table.reports.alarms.results import Came, beyond
from table.reports.figures.alarms import MaximumStake, Moments, Raise
from table.rules.houses import VENEZIA
from table.rules.profile import Box
from table.rules.regola import Result
from table.script.simulation import shuffled
from tests.bench import alarms


def test_some_taglie_by_chance_raise_no_alarm() -> None:
    assert [it for it in alarms.evenings(taglie=25, seed=alarms.SEED) if any(it)] == []


def test_a_packet_of_eight_cards_that_comes_again_is_found_wherever_it_lies() -> None:
    rng = Random(7)
    earlier, later = ([str(card) for card in shuffled(VENEZIA, rng)] for _ in range(2))
    assert not alarms.repeats(later, earlier)
    later[200:208] = earlier[31:39]
    assert alarms.repeats(later, earlier)


def test_the_same_shoe_again_is_found_also_where_half_of_its_cards_were_never_turned() -> None:
    cards = [str(card) for card in shuffled(VENEZIA, Random(8))]
    seen = ["" if place % 16 < 8 else card for place, card in enumerate(cards)]
    assert alarms.repeats(seen, seen)


def test_banco_that_wins_nearly_always_is_found_in_one_taglia() -> None:
    [found] = beyond(Came(banco=58, punto=4, tie=3, natural=22, cards=(25, 20, 20)), 6)[:1]
    assert (found.what, found.times, found.of) == ("banco", 58, 65)
    assert found.chance <= 1e-6


def test_a_small_lean_is_found_in_many_coups_and_not_in_few() -> None:
    few, many = Came(banco=35, punto=24, tie=6), Came(banco=35 * 60, punto=24 * 60, tie=6 * 60)
    assert beyond(few, 6) == []
    assert {it.what for it in beyond(many, 6)} >= {"banco", "punto"}


def test_an_evening_as_the_odds_have_it_raises_no_alarm() -> None:
    assert beyond(Came(banco=4586, punto=4462, tie=952, natural=3418, cards=(3786, 3039, 3175)), 6) == []


def test_who_lays_the_maximum_once_the_cards_are_known_is_found() -> None:
    chance = [try_of("3", {Box.BANCO}, result, 6) for result in (Result.BANCO, Result.PUNTO) * 15]
    wins = [try_of("7", {Box.PUNTO}, Result.PUNTO, 6)] * 30
    found = suspicious(it for it in [*chance, *wins] if it is not None)
    assert [(it.position, it.won, it.tries) for it in found] == [("7", 30, 30)]


def test_a_coup_that_gives_the_stake_back_tells_nothing_and_a_tie_of_who_laid_on_it_is_won() -> None:
    assert try_of("1", {Box.BANCO}, Result.TIE, 6) is None
    tie = try_of("1", {Box.BANCO, Box.EGALITE}, Result.TIE, 6)
    assert tie is not None
    assert tie.won
    assert 0.55 < tie.chance < 0.56


def test_both_boxes_together_win_always_and_prove_nothing() -> None:
    both = [try_of("1", {Box.PUNTO, Box.BANCO}, Result.PUNTO, 6)] * 200
    assert suspicious(it for it in both if it is not None) == []


CLOSED = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("laid", "raised", "late"),
    [(4, [], True), (60, [], False), (60, [("3", 2)], True), (60, [("4", 2)], False), (60, [("3", 30)], False)],
)
def test_a_stake_is_late_when_it_was_laid_or_raised_at_the_last_moment(
    laid: int, raised: list[tuple[str, int]], late: bool
) -> None:
    """Seconds before «Rien ne va plus»; the stake lies at position 3, laid by entry 10, the betting closed by 20."""
    moments = Moments([(5, CLOSED - timedelta(minutes=2)), (20, CLOSED), (40, CLOSED + timedelta(minutes=1))], {})
    for position, before in raised:
        moments.raised[position, "banco"] = [Raise(15, CLOSED - timedelta(seconds=before), "")]
    stake = MaximumStake(1, 1, "banco", "3", "banco", "anna", "anna", 10, 30, CLOSED - timedelta(seconds=laid))
    assert moments.is_late(stake) is late
