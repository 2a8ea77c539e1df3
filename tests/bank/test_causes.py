"""Which slip explains a difference: its kind, its amount, and its coup where only one fits."""

from bank.rules.causes import Cause, CauseKind, CoupMoney, causes
from bank.rules.session import Differences

K = CauseKind
KINDS = (25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 50_000, 100_000)
COUPS = [
    CoupMoney("1/40", wins=(10_000, 20_000), losses=(5_000,)),
    CoupMoney("1/41", wins=(95_000,), losses=(30_000,), commissions=(5_000,)),
    CoupMoney("1/42", wins=(20_000,), losses=(70_000,)),
]


def named(
    rack: int, box: int = 0, counted: dict[int, int] | None = None, in_transit: tuple[int, ...] = ()
) -> list[Cause]:
    return causes(Differences(rack, box), COUPS, kinds=KINDS, counted=counted or {}, in_transit=in_transit)


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
    assert named(-100_000, in_transit=(100_000,))[0] == Cause(K.IN_TRANSIT, 100_000)
