"""Movements between cage and table: each issued piece is received, returned or lost once."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bank.rules.ledger import CAGE, CHIPS, DIFFERENCE, RACK, TRANSIT, Ledger, MoneyPlace, moves
from bank.rules.movement import Movement, MovementKind, Status
from bank.rules.pieces import worth
from table.rules.refusal import Code, Refused

FILL = {100_000: 10, 10_000: 80, 5_000: 40}
steps = st.lists(
    st.tuples(
        st.sampled_from(["issue", "receive", "cage", "rack", "lost", "void"]),
        st.dictionaries(st.sampled_from([100_000, 10_000, 5_000]), st.integers(0, 3), max_size=3),
    ),
    max_size=10,
)


def refused(code: Code, act: Callable[..., object], /, *given: object, **named: object) -> None:
    with pytest.raises(Refused) as found:
        act(*given, **named)
    assert found.value.code is code


@given(kind=st.sampled_from(MovementKind), taken=steps)
def test_what_was_issued_is_received_in_transit_returned_or_lost(
    kind: MovementKind, taken: list[tuple[str, dict[int, int]]]
) -> None:
    books = Ledger()
    books.post(moves(10**8, CAGE, RACK))
    movement = Movement.request(kind, {100_000: 2}, given={10_000: 20}, expected=10**8)
    to: dict[str, MoneyPlace] = {"cage": CAGE, "rack": RACK, "lost": DIFFERENCE}
    for step, pieces in taken:
        try:
            match step:
                case "issue":
                    movement, moved = movement.issue(pieces)
                case "receive":
                    movement, moved = movement.receive(pieces)
                case "void":
                    movement, moved = movement.void()
                case _:
                    movement, moved = movement.settle(to[step], worth(pieces))
        except Refused:
            continue
        books.post(moved)
        assert books.total(CHIPS) == 0
        exchanged = kind is MovementKind.EXCHANGE and movement.status is Status.ISSUED
        assert books.balance(TRANSIT) == movement.in_transit + (worth(movement.given) if exchanged else 0)
    if movement.status is Status.VOID:
        assert (books.balance(RACK), movement.open) == (10**8, False)
    else:
        found = worth(movement.received) + movement.in_transit + movement.returned + movement.lost
        assert worth(movement.issued) == found


def test_a_short_fill_stays_open_until_the_piece_is_found() -> None:
    issued, _moved = Movement.request(MovementKind.FILL, FILL).issue(FILL)
    short, moved = issued.receive({**FILL, 10_000: 79})
    assert [it.amount for it in moved] == [1_990_000]
    assert (short.in_transit, short.open) == (10_000, True)
    found, moved = short.receive({10_000: 1})
    assert ([it.amount for it in moved], found.in_transit, found.open) == ([10_000], 0, False)
    refused(Code.FINAL, found.receive, {10_000: 1})
    refused(Code.FINAL, found.void)


def test_more_than_was_issued_is_refused_until_the_cage_has_keyed_what_left_it() -> None:
    issued, _moved = Movement.request(MovementKind.FILL, FILL).issue(FILL)
    more = {**FILL, 10_000: 81}
    refused(Code.COUNT, issued.receive, more)
    anew, moved = issued.issue(more)
    assert ([it.amount for it in moved], anew.corrected) == ([10_000], (FILL,))
    assert not anew.receive(more)[0].open


def test_an_exchange_is_of_equal_value_and_a_credit_of_what_is_there() -> None:
    refused(Code.UNEQUAL, Movement.request, MovementKind.EXCHANGE, {10_000: 1}, given={5_000: 1})
    refused(Code.MONEY, Movement.request, MovementKind.CREDIT, {10_000: 1}, expected=9_999)
    refused(Code.COUNT, Movement.request, MovementKind.FILL, {10_000: 0})


def test_a_movement_is_void_once_and_issues_nothing_afterwards() -> None:
    issued, _moved = Movement.request(MovementKind.FILL, FILL).issue(FILL)
    void, moved = issued.void()
    assert [(it.source, it.to, it.amount) for it in moved] == [(TRANSIT, CAGE, 2_000_000)]
    refused(Code.FINAL, void.void)
    refused(Code.FINAL, void.issue, FILL)
    refused(Code.FINAL, void.receive, FILL)
    refused(Code.FINAL, void.settle, CAGE, 1)
