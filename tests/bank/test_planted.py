"""Slips planted in sessions through the door, by the statement: of each its kind, its amount and its coup.

make bank-slips ARGS="--seed 7"        # by hand, 450 sessions
"""

import pytest

from bank.rules.causes import CauseKind
from tests.bank.at_bank import FLOAT, WITH_BANK, bank_table
from tests.bank.planted import NAMED_FIRST, opened, session
from tests.bank.test_statement import counts_box, statement

pytestmark = pytest.mark.django_db
SHORT = (4, 6)
K = CauseKind


def test_one_slip_is_named_first_or_second_and_of_a_perfect_session_none() -> None:
    at = opened()
    perfect = session(at, 1, coups=SHORT)
    it = perfect.statement
    assert (it.rack_difference, it.box_difference, it.causes) == (0, 0, ())
    for seed, kind in enumerate((K.CHANGE_NOT_KEYED, K.IN_TRANSIT, K.COMMISSION_NOT_TAKEN, K.DIGITS_SWAPPED), start=3):
        found = session(at, seed, kind, coups=SHORT)
        (slip,) = found.slipped
        assert 0 < found.rank(slip) <= NAMED_FIRST, (slip, found.statement.causes)
        assert bool(found.coups(slip)) is bool(slip.coup)
        assert kind is not K.CHANGE_NOT_KEYED or abs(slip.box) >= WITH_BANK.difference_direzione  # of the box, too
    at.table.check()


@pytest.mark.parametrize("again", [False, True])
def test_a_piece_that_lacks_in_two_counts_was_not_miscounted(*, again: bool) -> None:
    at = bank_table()
    at.opens()
    at.table.cast.ispettore.does("close_table")
    for more in (True, False)[not again :]:
        at.counts("closer", FLOAT | {"500": FLOAT["500"] - 1})
        at.attests("closer")
        if more:
            at.table.cast.ispettore.does("recount", what="closer", reason="it differs")
    at.accepts("closer", "as counted")
    counts_box(at, {})
    kinds = [it.kind for it in statement(at).causes]
    assert kinds == ([K.STAKE_NOT_KEYED, K.ONE_PIECE] if again else [K.ONE_PIECE, K.STAKE_NOT_KEYED])
