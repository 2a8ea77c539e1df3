"""Which slip explains a difference: its kind, its amount, and its coup where only one fits."""

from hypothesis import given
from hypothesis import strategies as st

from bank.rules.causes import Cause, CauseKind, CoupMoney, causes, swapped
from bank.rules.session import Differences

K = CauseKind
KINDS = (25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 50_000, 100_000)
COUPS = [
    CoupMoney("1/40", wins=(10_000, 20_000), losses=(5_000,)),
    CoupMoney("1/41", wins=(95_000,), losses=(30_000,), commissions=(5_000,)),
    CoupMoney("1/42", wins=(20_000,), losses=(70_000,)),
]


def named(
    rack: int,
    box: int = 0,
    counted: dict[int, int] | None = None,
    in_transit: tuple[int, ...] = (),
    *,
    again: bool = False,
) -> list[Cause]:
    return causes(Differences(rack, box), COUPS, kinds=KINDS, counted=counted or {}, in_transit=in_transit, again=again)


def test_where_nothing_differs_nothing_is_named() -> None:
    assert named(0) == []


def test_a_change_is_named_by_what_the_box_has_too_much() -> None:
    assert named(-50_000, 50_000) == [Cause(K.CHANGE_NOT_KEYED, 50_000)]
    assert named(50_000, -50_000) == [Cause(K.CHANGE_NOT_MADE, 50_000)]
    both = named(-145_000, 50_000)
    assert both[:2] == [Cause(K.CHANGE_NOT_KEYED, 50_000), Cause(K.PAID_TWICE, 95_000, ("1/41",))]


def test_a_commission_that_was_not_taken_is_named_with_its_coup() -> None:
    assert named(-5_000)[0] == Cause(K.COMMISSION_NOT_TAKEN, 5_000, ("1/41",))
    assert Cause(K.NOT_COLLECTED, 5_000, ("1/40",)) in named(-5_000)


def test_a_win_that_was_not_paid_is_named_with_every_coup_that_fits() -> None:
    assert named(20_000)[0] == Cause(K.NOT_PAID, 20_000, ("1/40", "1/42"))
    assert named(95_000)[0] == Cause(K.NOT_PAID, 95_000, ("1/41",))


def test_a_stake_that_was_not_collected_lacks_in_the_rack() -> None:
    assert named(-70_000)[0] == Cause(K.NOT_COLLECTED, 70_000, ("1/42",))


def test_what_no_coup_explains_is_a_stake_that_nobody_keyed() -> None:
    assert named(12_300) == [Cause(K.STAKE_NOT_KEYED, 12_300)]


def test_two_digits_of_a_count_that_were_swapped_are_named_with_the_piece() -> None:
    assert Cause(K.DIGITS_SWAPPED, 450_000, piece=50_000) in named(450_000, counted={50_000: 21})
    assert Cause(K.DIGITS_SWAPPED, 90_000, piece=10_000) in named(-90_000, counted={10_000: 12})
    assert Cause(K.DIGITS_SWAPPED, 9_000_000, piece=100_000) in named(9_000_000, counted={100_000: 210})
    assert not [it for it in named(450_000, counted={50_000: 24}) if it.kind is K.DIGITS_SWAPPED]
    assert not [it for it in named(450_000, counted={50_000: 8}) if it.kind is K.DIGITS_SWAPPED]


def test_one_piece_that_lacks_and_one_that_is_on_its_way_are_named() -> None:
    assert Cause(K.ONE_PIECE, 100_000, piece=100_000) in named(-100_000)
    one_too_many = [K.ONE_PIECE in {it.kind for it in named(100_000, counted={100_000: it})} for it in (0, 1)]
    assert one_too_many == [False, True], "where none was counted, none was too many"
    assert named(100_000, in_transit=(100_000,))[0] == Cause(K.IN_TRANSIT, 100_000)
    assert K.IN_TRANSIT not in [it.kind for it in named(-100_000, in_transit=(100_000,))], "the rack never had it"


def test_the_likelier_of_two_slips_is_named_first() -> None:
    twenty = CoupMoney("1/50", losses=(20_000,) * 2)
    found = causes(Differences(-20_000, 0), [*COUPS, twenty], kinds=KINDS, counted={})
    assert [it.kind for it in found] == [K.PAID_TWICE, K.NOT_COLLECTED, K.STAKE_NOT_KEYED], "2 of 4 wins, 2 of 5 losses"
    found = causes(Differences(-20_000, 0), [*COUPS, twenty, twenty], kinds=KINDS, counted={})
    assert [it.kind for it in found][:2] == [K.NOT_COLLECTED, K.PAID_TWICE], "2 of 4 wins, 4 of 7 losses"


def test_a_stake_that_nobody_keyed_would_explain_what_a_coup_does_as_well() -> None:
    assert [it.kind for it in named(20_000)] == [K.NOT_PAID, K.STAKE_NOT_KEYED]


def test_what_was_counted_again_alike_was_counted_right() -> None:
    counted = {50_000: 21}
    assert named(450_000, counted=counted)[0].kind is K.DIGITS_SWAPPED
    assert [it.kind for it in named(450_000, counted=counted, again=True)] == [K.STAKE_NOT_KEYED, K.DIGITS_SWAPPED]


@given(st.integers(0, 10**5))
def test_every_number_of_which_digits_are_swapped_is_found_from_both_sides(number: int) -> None:
    for other in swapped(number):
        assert other != number
        assert number in swapped(other) or len(str(other)) != len(str(number))
        assert sorted(f"{other:07}") == sorted(f"{number:07}")
