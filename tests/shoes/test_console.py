"""The console at a virtual shoe: seven presses, no key for a card, and nothing that only real cards do."""

from typing import Any

import pytest

from procedures.articles.offer import REPORTERS
from procedures.screens.offers import reports
from table.rules.refusal import Code
from table.screens.dealer.taking_back import take_back
from table.screens.dealer.tools import cut_card, preparation, uncounted
from table.screens.inspector.desk import corrections
from tests.croupier.coups import deal
from tests.rig.pressing import current_task, do_next, drawn
from tests.rig.tables import AtTable, ready_table
from tests.shoes.dealing import shoe_of, stake, virtual_table

pytestmark = pytest.mark.django_db
PLAIN = shoe_of("KS 7H 6D KC")
THIRDS = shoe_of("2S 3H 2D 2C 4S KH")
OF_REAL_CARDS = {
    *("inverted", "wrong_number", "undue_third", "third_not_drawn", "declaration"),
    *("turned_by_dealer", "came_out_visible", "worn_card", "sabot_empty"),
}
"""What the shoe knows itself: where its cards lie, what they show, how many there are, and that none of them wears."""
AFTERWARDS = {"dispute", "uncollected"}


def test_the_console_alone_leads_through_a_plain_coup_in_seven_presses(monkeypatch: Any) -> None:
    table = virtual_table(monkeypatch, PLAIN)
    stake(table)
    done = [do_next(table, {"punto": "KS 6D"}) for _ in range(7)]
    assert done == ["close_bets", "declare", "turn_banco", "turn_punto", "announce", "settle", "burn"]
    assert table.snapshot.state.phase == "betting"


def test_no_pad_is_ever_offered_and_third_cards_are_one_press(monkeypatch: Any) -> None:
    table = virtual_table(monkeypatch, THIRDS)
    stake(table)
    done = list[str]()
    while not done or done[-1] != "burn":
        assert current_task(table).pads == []
        assert "data-pad-opens" not in drawn(table)
        assert take_back(table.snapshot).cards == ()
        done.append(do_next(table, {"punto": "2S 2D"}))
    assert done.count("card_out") == 2
    table.check()


def test_a_battuta_is_one_press_beside_the_declaration(monkeypatch: Any) -> None:
    table = virtual_table(monkeypatch, shoe_of("KS 7H 9D KC"))
    stake(table)
    do_next(table, {})
    battuta = [it.steps for it in current_task(table).others if it.steps and it.steps[0]["verb"] == "turn_battuta"]
    assert battuta == [[{"verb": "turn_battuta", "given": {}}]]
    table.does("turn_battuta")
    assert current_task(table).verb == "turn_banco"


def test_the_betting_may_be_closed_before_the_cards_come(monkeypatch: Any) -> None:
    table = virtual_table(monkeypatch, PLAIN)
    stake(table)
    assert [{"verb": "close_bets", "given": {"said": True}}] in [it.steps for it in current_task(table).others]


def test_a_virtual_shoe_is_prepared_in_one_press_and_nothing_is_counted_after_it(monkeypatch: Any) -> None:
    table = virtual_table(monkeypatch, PLAIN)
    assert cut_card(table.snapshot) == ()
    table.cast.direzione.does("void_shoe")
    now = current_task(table)
    assert (now.kind, now.verb) == ("prepare", "load_virtual")
    assert [it.verb for it in preparation(table.snapshot, now.verb).asks] == ["load_virtual", "insert_cut_card"]
    assert uncounted(table.snapshot) is None
    assert "load_virtual" in drawn(table)


def test_while_the_cards_of_a_last_coup_are_still_to_be_counted_nobody_reads_that_nothing_is_to_be_paid(
    monkeypatch: Any,
) -> None:
    table = virtual_table(monkeypatch, shoe_of("KS 7H 6D KC KD 7C 6S KH"), behind=308)
    while current_task(table).verb != "extract_remaining":
        if table.state.phase == "betting":
            stake(table)
        do_next(table, {"punto": "KS 6D"})
    assert table.state.phase == "announced"
    assert "Nothing is to be paid." not in drawn(table, language="en")


def offered(table: AtTable) -> set[str]:
    """What can be reported at this moment, by the dealer or the inspector."""
    snapshot = table.snapshot
    return {it.kind for role in REPORTERS for it in reports(snapshot, role)}


def test_at_no_moment_of_a_coup_is_anything_offered_that_the_virtual_shoe_refuses(monkeypatch: Any) -> None:
    table = virtual_table(monkeypatch, THIRDS)
    stake(table)
    found, done = offered(table), ""
    while done != "burn":
        done = do_next(table, {"punto": "2S 2D"})
        found |= offered(table)
        assert not {"card", "cut_card"} & {*corrections(table.snapshot)}
        assert "served-punto" not in drawn(table, "reports:dealer")
        for kind in OF_REAL_CARDS:
            table.refuses(Code.SHOE, "report_incident", kind=kind, facts={})
    assert found & OF_REAL_CARDS == set()
    assert (
        found >= {"extra_card", "visible_card", "fallen_card", "stuck_cards", "late_stake", "unforeseen"} | AFTERWARDS
    )


def test_what_only_real_cards_do_is_offered_where_there_are_some_and_put_right_at_no_virtual_shoe(
    monkeypatch: Any,
) -> None:
    real = ready_table(code="R1")
    assert "cut_card" in corrections(real.snapshot)
    deal(real, "P100@1")
    assert {"worn_card", "sabot_empty"} <= offered(real)
    table = virtual_table(monkeypatch, PLAIN)
    ispettore = table.cast.ispettore
    ispettore.is_refused(Code.SHOE, "correct_entry", what="cut_card", new={"hand_cards": 0}, reason="forgotten")
    assert "cut_card" not in corrections(table.snapshot)
