"""Whole sessions in euro at a table of Venezia, commission 5 %: what the rack must hold, and the result."""

from bank.rules.session import Session
from table.rules.profile import Box
from tests.bank.test_ledger import Evening

P, B, E = Box.PUNTO, Box.BANCO, Box.EGALITE


def test_a_plain_evening_in_which_the_counts_agree() -> None:
    evening = Evening(5_000_000)
    played = [
        evening.plays("punto", (P, 10_000), (B, 20_000)),
        evening.plays("banco", (P, 10_000), (B, 20_000)),
        evening.plays("tie", (P, 10_000), (E, 1_000)),
    ]
    evening.check()
    assert (played, sum(played)) == ([10_000, -9_000, -8_000], -7_000)
    assert evening.session.expected == 4_993_000
    assert evening.session.differences(rack=4_993_000, box=0) == (0, 0)


def test_notes_that_were_changed_are_in_the_box_and_not_in_the_rack() -> None:
    evening = Evening(5_000_000)
    for _note in range(4):
        evening.changes(10_000)
    assert evening.session.expected == 4_960_000
    evening.plays("banco", (P, 30_000))
    evening.check()
    assert evening.session.physical(rack=4_990_000, box=40_000) == evening.session.computed == 30_000


def test_a_fill_and_a_credit_are_no_part_of_the_result() -> None:
    session = Session(5_000_000, fills=2_000_000, credits=1_500_000, computed=-1_850_000 + 1_225_000)
    assert (session.expected, session.physical(rack=4_875_000, box=0)) == (4_875_000, -625_000)


def test_a_change_that_nobody_keyed_lacks_in_the_rack_and_is_too_much_in_the_box() -> None:
    assert Session(5_000_000).differences(rack=4_950_000, box=50_000) == (-50_000, 50_000)
    assert Session(5_000_000, notes=50_000).differences(rack=4_950_000, box=50_000) == (0, 0)


def test_at_a_roll_the_same_count_ends_one_day_and_begins_the_next() -> None:
    first, second = Session(5_000_000, computed=730_000), Session(5_730_000, computed=-220_000)
    days = [first.physical(rack=5_730_000, box=0), second.physical(rack=5_510_000, box=0)]
    assert (days, sum(days)) == ([730_000, -220_000], 510_000)


def test_a_win_that_a_ruling_takes_back_is_in_the_rack_again() -> None:
    evening = Evening(5_000_000)
    evening.plays("banco", (B, 10_000), again="tie")
    evening.check()
    assert evening.session.computed == 0
