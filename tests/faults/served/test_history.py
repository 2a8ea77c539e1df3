"""The checker of histories finds what is planted: an act that is lost, doubled, out of order, or denied."""

from dataclasses import replace
from math import inf

import pytest

from tests.faults.served.history import Entered, Fate, Press, Rewound, Verdict, judged


def press(nonce: str, number: int, *, at: float, until: float | None = None, amount: int = 500) -> Press:
    """A tip that was answered after a second with its number."""
    answered = at + 1 if until is None else until
    return Press("T1", nonce, "dario", [("tip", {"amount": amount})], at, answered, Fate.DONE, number)


def entry(nonce: str, number: int, *, table: str = "T1", by: str = "dario", amount: int = 500) -> Entered:
    """The tip in the register, with what the house itself adds to it."""
    return Entered(table, number, nonce, by, "tip", {"amount": amount, "form": "chips"})


def found(verdict: Verdict) -> dict[str, int]:
    """How often something is wrong, by what it is."""
    return {name: len(it) for name, it in vars(verdict).items() if it}


PRESSES = [press("a", 1, at=0), press("b", 2, at=2, amount=700), press("c", 3, at=4)]
ENTRIES = [entry("a", 1), entry("b", 2, amount=700), entry("c", 3)]
REFUSED = Press("T1", "r", "dario", [("tip", {"amount": 9})], 5, 6, Fate.REFUSED)
UNKNOWN = Press("T1", "u", "dario", [("tip", {"amount": 800})], 1.5)
TWO = Press("T1", "two", "ivo", [("annotate", {}), ("annotate", {})], 7, 8, Fate.DONE, 5)


def test_a_register_that_holds_what_was_acknowledged_explains_it() -> None:
    assert judged(PRESSES, ENTRIES) == Verdict([], [], [], [], [])
    assert judged([*PRESSES, REFUSED, UNKNOWN], ENTRIES).faults == []


def test_an_acknowledged_act_that_is_not_there_is_lost() -> None:
    assert found(judged(PRESSES, [entry("a", 1), entry("c", 3)])) == {"lost": 1}
    assert judged(PRESSES, ENTRIES[:2]).lost == ["T1 c by dario: tip"]


def test_an_act_that_is_there_under_two_numbers_is_doubled() -> None:
    assert found(judged(PRESSES, [*ENTRIES, entry("b", 4, amount=700)])) == {"doubled": 1}


def test_an_act_that_was_carried_out_once_more_under_another_name_is_doubled() -> None:
    assert found(judged(PRESSES, [*ENTRIES, entry("somebody's", 4, amount=700)])) == {"doubled": 1}


def test_an_entry_that_nobody_pressed_is_unexplained() -> None:
    strange = [entry("x", 4, amount=1), entry("x", 1, table="T2"), entry("y", 5, by="mallory")]
    assert found(judged(PRESSES, [*ENTRIES, *strange])) == {"unexplained": 3}


def test_an_act_that_stands_behind_one_that_was_pressed_after_its_answer_is_out_of_order() -> None:
    late = [replace(PRESSES[0], number=2), replace(PRESSES[1], number=1), PRESSES[2]]
    assert found(judged(late, [entry("b", 1, amount=700), entry("a", 2), entry("c", 3)])) == {"reordered": 1}


def test_acts_far_apart_are_compared_not_only_neighbours() -> None:
    hanging = press("h", 2, at=0, until=inf)
    late = [press("b", 1, at=6), hanging, press("a", 3, at=0)]
    assert found(judged(late, [entry("b", 1), entry("h", 2), entry("a", 3)])) == {"reordered": 1}


def test_acts_at_the_same_moment_may_stand_in_either_order_and_so_may_tables() -> None:
    both = [press("a", 2, at=0, until=3), press("b", 1, at=2)]
    assert judged(both, [entry("b", 1), entry("a", 2)]).faults == []
    elsewhere = replace(press("c", 1, at=9), table="T2")
    assert judged([PRESSES[0], elsewhere], [ENTRIES[0], entry("c", 1, table="T2")]).faults == []


def test_a_refused_act_that_is_there_was_answered_untruly() -> None:
    assert found(judged([*PRESSES, REFUSED], [*ENTRIES, entry("r", 4, amount=9)])) == {"untrue": 1}


@pytest.mark.parametrize("number", [2, 4])
def test_an_unanswered_act_is_there_once_wherever_it_came_or_not_at_all(number: int) -> None:
    others = [entry("a", 1), entry("b", 6 - number, amount=700), entry("c", 5)]
    pressed = [PRESSES[0], replace(PRESSES[1], number=6 - number), replace(PRESSES[2], number=5)]
    hanging = entry("u", number, amount=800)
    assert judged([*pressed, UNKNOWN], [*others, hanging]).faults == []
    assert found(judged([*pressed, UNKNOWN], [*others, hanging, hanging._replace(number=7)])) == {"doubled": 1}


def test_an_unanswered_act_does_not_come_before_what_was_answered_before_it_was_pressed() -> None:
    late = replace(UNKNOWN, pressed=10)
    pressed = [press("a", 2, at=0)]
    assert found(judged([*pressed, late], [entry("u", 1, amount=800), entry("a", 2)])) == {"reordered": 1}


def test_an_act_that_is_there_otherwise_than_it_was_pressed_was_answered_untruly() -> None:
    assert found(judged(PRESSES, [*ENTRIES[:2], entry("c", 3, amount=501)])) == {"untrue": 1}
    assert found(judged(PRESSES, [*ENTRIES[:2], entry("c", 3, by="ivo")])) == {"untrue": 1}
    assert found(judged(PRESSES, [*ENTRIES[:2], entry("c", 4)])) == {"untrue": 1}


def noted(name: str, number: int) -> Entered:
    """A note of the inspector: its text is a digest in the register, and not compared."""
    return Entered("T1", number, name, "ivo", "annotate", {"text": "digest"})


def test_a_press_of_two_acts_is_there_as_a_whole_and_in_one_piece() -> None:
    assert judged([TWO], [noted("two", 4), noted("two/1", 5)]).faults == []
    assert found(judged([TWO], [noted("two", 5)])) == {"untrue": 1}
    assert found(judged([TWO], [noted("two/1", 4), noted("two", 5)])) == {"untrue": 1}
    assert found(judged([TWO, PRESSES[0]], [noted("two", 3), entry("a", 1), noted("two/1", 5)])) == {"untrue": 1}


REWOUND = Rewound(3.5, 6, {"T1": 2})
"""A backup that was begun before the third tip was pressed, and put in place after it."""


def test_what_was_acknowledged_after_an_older_backup_is_gone_and_its_number_another_acts() -> None:
    later = press("d", 3, at=7, amount=900)
    assert judged([*PRESSES, later], [*ENTRIES[:2], entry("d", 3, amount=900)], [REWOUND]).faults == []
    assert found(judged([*PRESSES, later], ENTRIES[:2], [REWOUND])) == {"lost": 1}, "of what came after it nothing is"


def test_an_older_backup_takes_nothing_that_was_acknowledged_before_it_or_that_it_has() -> None:
    assert found(judged(PRESSES, ENTRIES[:1], [REWOUND._replace(ends={"T1": 1})])) == {"lost": 1}
    assert found(judged(PRESSES, ENTRIES[:2], [REWOUND._replace(ends={"T1": 3})])) == {"lost": 1}


def test_what_is_younger_than_the_backup_and_is_there_all_the_same_is_untrue() -> None:
    assert found(judged(PRESSES, ENTRIES, [REWOUND])) == {"untrue": 1}
