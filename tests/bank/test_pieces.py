"""Pieces of a house: counts that can be."""

import pytest

from bank.rules.pieces import checked, made_of
from table.rules.refusal import Code, Refused

VENEZIA = (25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 50_000, 100_000, 500_000)


def test_a_count_is_of_pieces_that_the_house_has_and_of_numbers_that_can_be() -> None:
    assert checked(VENEZIA, {25: 3, 10_000: 2, 500: 0}) == {10_000: 2, 25: 3}
    for wrong, code in (({75: 1}, Code.CHIP), ({25: -1}, Code.COUNT), ({25: 100_001}, Code.COUNT)):
        with pytest.raises(Refused) as refused:
            checked(VENEZIA, wrong)
        assert refused.value.code is code


@pytest.mark.parametrize(
    ("amount", "like", "found"),
    [
        (4_993_000, {500000: 6, 100000: 15, 10000: 50}, {500000: 6, 100000: 15, 10000: 49, 1000: 3}),
        (30_000, {}, {10000: 3}),
        (-5, {500: 3}, {}),
        (1_013, {500: 9}, {500: 2, 10: 1}),
    ],
)
def test_pieces_come_to_an_amount_and_are_like_those_of_before(
    amount: int, like: dict[int, int], found: dict[int, int]
) -> None:
    assert made_of(amount, (500000, 100000, 10000, 1000, 500, 10), like) == found
