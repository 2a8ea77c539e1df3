"""Cover: the most that the stakes of a coup can cost, over all hands that the Regola can bring about."""

from itertools import product

import pytest

from bank.rules.cover import most_to_pay, possible_hands
from table.rules.cards import DECK
from table.rules.houses import ADMIRAL, MALTA, ONLINE, VENEZIA
from table.rules.payout import hands
from table.rules.profile import Box, Profile
from table.rules.regola import lay_out
from table.rules.stakes import InAction, LaidStake

BY_POINTS = [next(card for card in DECK if card.points == points) for points in range(10)]


def on(**boxes: int) -> list[InAction]:
    return [InAction(LaidStake("1", "G", Box(box), amount), amount, 0) for box, amount in boxes.items()]


@pytest.mark.parametrize(
    ("profile", "laid", "most"),
    [
        (VENEZIA, {}, 0),
        (VENEZIA, {"punto": 10_000}, 10_000),
        (VENEZIA, {"banco": 10_000}, 9_500),
        (VENEZIA, {"punto": 10_000, "banco": 20_000}, 19_000),
        (VENEZIA, {"banco": 10_000, "egalite": 2_000}, 16_000),
        (MALTA, {"banco": 10_000}, 10_000),
        (ADMIRAL, {"punto": 10_000, "egalite": 1_000}, 10_000),
        (ONLINE, {"player_pair": 1_000, "banker_pair": 1_000, "grande": 1_000}, 22_540),
        (ONLINE, {"punto": 10_000, "grande": 10_000, "piccolo": 10_000}, 25_000),
    ],
)
def test_the_most_that_a_coup_costs_is_that_of_its_dearest_hand(
    profile: Profile, laid: dict[str, int], most: int
) -> None:
    assert most_to_pay(profile, on(**laid)) == most


def test_losing_stakes_are_not_set_against_what_is_paid() -> None:
    assert most_to_pay(VENEZIA, on(punto=10_000, banco=500_000)) == 475_000


def test_the_hands_are_those_that_cards_can_show() -> None:
    shown = {
        (it.result, it.banco, it.cards)
        for drawn in product(BY_POINTS, repeat=5)
        for sixth in BY_POINTS[:: 10 if lay_out(drawn).due is None else 1]
        for it in [hands(lay_out([*drawn, sixth]))]
    }
    assert {(it.result, it.banco, it.cards) for it in possible_hands()} == shown
