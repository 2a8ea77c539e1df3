"""Pieces of a house: counts that can be."""

import pytest

from bank.rules.pieces import checked
from table.rules.refusal import Code, Refused

VENEZIA = (25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 50_000, 100_000, 500_000)


def test_a_count_is_of_pieces_that_the_house_has_and_of_numbers_that_can_be() -> None:
    assert checked(VENEZIA, {25: 3, 10_000: 2, 500: 0}) == {10_000: 2, 25: 3}
    for wrong, code in (({75: 1}, Code.CHIP), ({25: -1}, Code.COUNT), ({25: 100_001}, Code.COUNT)):
        with pytest.raises(Refused) as refused:
            checked(VENEZIA, wrong)
        assert refused.value.code is code
