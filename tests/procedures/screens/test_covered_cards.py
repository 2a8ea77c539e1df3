"""What lies covered is shown at the console from every state, and fewer cards are told. Art. 6 to 8."""

import pytest

from procedures.screens.offers import columns_of
from table.screens.dealer.pads import Pad
from table.screens.dealer.task import task
from tests.croupier.cases import newest
from tests.croupier.coups import deal
from tests.procedures.looking import only_case
from tests.rig.pressing import Buttons, drawn
from tests.rig.tables import AtTable

pytestmark = pytest.mark.django_db
P, B = "punto", "banco"


def keys(table: AtTable, pad: Pad, *faces: str) -> None:
    """These cards are keyed on a pad that the console offers."""
    table.does(pad.verb, **{pad.argument: list(faces) if pad.argument == "cards" else faces[0], **pad.given})


def not_out(table: AtTable, kind: str) -> list[int]:
    """The places of the order that the sheet of a report lets be told not to be out."""
    columns = columns_of(table.snapshot, kind)
    assert columns is not None
    return [it.place for it in columns if it.loose and it.box != "out"]


def test_of_three_cards_two_at_a_box_are_shown_one_by_one_as_no_hand_of_four_is_turned(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    table.does("report_incident", kind="wrong_number", facts={"laid": [P, B, B]})
    for side, face in ((B, "8H"), (B, "9C"), (P, "4H")):
        pad = next(it for it in task(table.snapshot).pads if it.slots[0].side == side)
        assert pad.verb == "show_card"
        keys(table, pad, face)
    assert task(table.snapshot).pads == []


def test_what_came_by_itself_and_may_lie_open_already_is_also_shown_as_one_that_nobody_knows(table: AtTable) -> None:
    """Banco was turned while what had come by itself lay among its cards: what is left may be any of the three."""
    deal(table, "P100@1", "B50@2")
    table.does("turn_battuta", cards=["AC", "4C"])
    table.does("card_out", extra=True)
    table.does("turn_banco", cards=["6S", "5H"])
    table.does("report_incident", kind="wrong_number", facts={"laid": [P, B, P, B, B]})
    by_number, unknown = task(table.snapshot).pads
    assert (by_number.given, by_number.doubts) == ({"where": B, "number": 5}, False)
    assert (unknown.given, unknown.doubts) == ({"where": B}, True)
    keys(table, unknown, "KH")
    assert only_case(table).verdict == "not_clear"


def test_what_may_have_come_by_itself_is_also_shown_as_one_that_nobody_knows(table: AtTable) -> None:
    """Six are reported where the record has five: the card that came by itself can be the fifth or the sixth."""
    deal(table, "P100@1", "B50@2")
    table.does("turn_battuta", cards=["JC", "AC"])
    table.does("card_out", extra=True)
    table.does("turn_banco", cards=["JH", "KC"])
    table.does("report_incident", kind="undue_third", facts={"laid": [P, B, B, P, P, B]})
    at_punto = [it for it in task(table.snapshot).pads if it.given["where"] == P]
    assert [(it.given, it.doubts) for it in at_punto] == [({"where": P, "number": 5}, False), ({"where": P}, True)]
    keys(table, at_punto[1], "6H")
    assert [it.given for it in task(table.snapshot).pads] == [{"where": B}]


def test_that_fewer_came_out_is_told_also_where_a_hand_lies_open_at_its_box(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    table.does("turn_banco", cards=["7S", "KD"])
    assert 4 in not_out(table, "wrong_number")
    table.does("report_incident", kind="wrong_number", facts={"laid": [P, B, B]})
    assert sorted(it.face for it in table.state.of_the_hand if it.location == B) == ["7S", "KD"]


def test_that_fewer_came_out_before_what_came_by_itself_is_told_also_where_that_lies_open(table: AtTable) -> None:
    """The report that said so was withdrawn, and by the record a fourth card lies covered that nobody can turn."""
    deal(table, "P100@1", "B50@2")
    table.does("turn_battuta", cards=["8D", "8S"])
    table.does("card_out", extra=True)
    table.does("report_incident", kind="undue_third", facts={"laid": [P, B, P, P]})
    table.does("show_card", where=P, number=table.state.came_alone[0].number, card="5C")
    table.does("show_card", where=B, card="7S")
    first = newest()
    table.does("report_incident", kind="inverted", facts={})
    table.does("withdraw_incident", incident=first.number)
    assert [it.face for it in table.state.of_the_hand] == ["8D", "7S", "8S", "", "5C"]
    assert 4 in not_out(table, "wrong_number")
    table.does("add_evidence", incident=newest().number, laid=[P, B, P, P])
    assert [it.face for it in table.state.of_the_hand] == ["8D", "7S", "8S", "5C"]


def test_while_a_case_holds_the_coup_the_console_takes_back_a_face_that_was_not_shown_or_lies_at_the_other_box(
    table: AtTable,
) -> None:
    deal(table, "P100@1", "B50@2")
    table.does("turn_battuta", cards=["9C", "TS"])
    assert '"card": null' not in drawn(table)
    table.does("report_incident", kind="wrong_number", facts={"laid": [P, P, P, B, B]})
    offered = [steps[0]["given"] for steps in Buttons(drawn(table)).presses if steps[0]["verb"] == "correct_entry"]
    new = [it["new"] for it in offered if it["what"] == "card"]
    assert new == [
        {"number": 3, "card": None},
        {"number": 3, "card": "TS", "where": B},
        {"number": 1, "card": None},
        {"number": 1, "card": "9C", "where": B},
    ]
    table.does("correct_entry", what="card", new=new[1], reason="mistyped")
    table.does("correct_entry", what="card", new=new[2], reason="mistyped")
    assert [(it.location, it.face) for it in table.state.of_the_hand if it.face] == [(B, "TS")]
