"""Pieces of a house: kinds that make every payment, and counts that can be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bank.rules.pieces import check_kinds, checked, makes, worth
from table.rules.refusal import Code, Refused

VENEZIA = (25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 50_000, 100_000, 500_000)


def test_a_count_is_of_pieces_that_the_house_has_and_of_numbers_that_can_be() -> None:
    assert checked(VENEZIA, {25: 3, 10_000: 2, 500: 0}) == {10_000: 2, 25: 3}
    for wrong, code in (({75: 1}, Code.CHIP), ({25: -1}, Code.COUNT), ({25: 100_001}, Code.COUNT)):
        with pytest.raises(Refused) as refused:
            checked(VENEZIA, wrong)
        assert refused.value.code is code


@given(kinds=st.sets(st.integers(1, 30), min_size=1, max_size=4), numbers=st.lists(st.integers(0, 3), min_size=4))
def test_what_is_put_together_of_pieces_can_be_made(kinds: set[int], numbers: list[int]) -> None:
    assert makes(kinds, worth(dict(zip(sorted(kinds), numbers, strict=False))))


def test_kinds_make_the_smallest_payment_and_hold_every_chip_of_the_table() -> None:
    check_kinds(VENEZIA, chips=(500, 10_000), smallest_payment=25)
    assert not makes((50, 100), 25)
    assert not makes((20, 50), 30)
    assert makes((20, 50), 90)
    for kinds in ((50, 500, 10_000), (25, 500)):
        with pytest.raises(Refused) as refused:
            check_kinds(kinds, chips=(500, 10_000), smallest_payment=25)
        assert refused.value.code is Code.PROFILE
