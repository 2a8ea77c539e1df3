"""On the last coup of a taglia something goes wrong. Super Punto Banco, Art. 5."""

from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from procedures.models import Incident
from procedures.screens.consequences import if_ratified
from table.models import DrawnCard
from table.play.declaration import VERBS
from table.play.next_act import next_act
from table.rules.houses import VENEZIA
from table.rules.phase import Phase
from table.rules.profile import derive
from table.rules.refusal import Code
from table.rules.regola import Side
from table.screens.dealer.tools import card_out
from tests.croupier.cards import LEFT
from tests.croupier.cases import attest, report
from tests.croupier.coups import back, deal, hand_at, net, pay, shoe_of, turn
from tests.croupier.dealer import Croupier
from tests.procedures.aftermath import befalls, check_case, check_coup, noted, played_to_its_end
from tests.procedures.chosen import TELLING, each
from tests.procedures.conftest import SitDown
from tests.procedures.looking import only_case
from tests.procedures.moments import THIRD_DUE, After, Mishap, dealt
from tests.rig.pressing import drawn
from tests.rig.tables import AtTable


@each(TELLING, one_in=9)
def test_on_the_last_coup_what_goes_wrong_is_put_right_and_what_waits_or_is_due_lapses(
    sit_down: SitDown, mishap: Mishap
) -> None:
    dealer = befalls(sit_down(seats=2), mishap, before=lambda table: table.does("cut_card_out", hand_cards=1))
    hands = played_to_its_end(dealer)
    check_coup(dealer.table, hands, mishap.after)
    check_case(dealer.table, mishap)
    check_taglia_is_over(dealer.table)
    assert noted(dealer.table, "remaining_extracted") == []


def check_taglia_is_over(table: AtTable) -> None:
    """No coup follows in it, and no card waits for one."""
    assert table.state.shoe is None
    assert table.row.shoes.get().cards.exclude(location="burned").count() == 0
    assert not table.state.blank_due
    assert next_act(table.state) == ("load", "")


# --- the seven cards

SEVEN = [it for it in TELLING if it.kind in ("extra_card", "stuck_cards", "undue_third")]


@each(TELLING, one_in=9)
def test_a_coup_that_began_with_the_cut_card_is_put_right_and_counted(sit_down: SitDown, mishap: Mishap) -> None:
    table = sit_down(seats=2)
    table.does("cut_card_out")
    dealer = befalls(table, mishap)
    hands = played_to_its_end(dealer)
    check_coup(table, hands, mishap.after)
    check_case(table, mishap)
    check_taglia_is_over(table)
    counted = [it["count"] for it in noted(table, "remaining_extracted")]
    assert counted == ([] if mishap.after.outcome == "annulled" else [on_the_table(mishap.after) + LEFT])


@pytest.mark.one_in(3)
@each(SEVEN)
@pytest.mark.parametrize("seven", [True, False], ids=["seven", "six"])
def test_what_is_nobodys_counts_among_the_seven_and_what_was_burned_as_stuck_does_not(
    sit_down: SitDown, mishap: Mishap, *, seven: bool
) -> None:
    table = sit_down(seats=2)
    table.does("cut_card_out")
    dealer = befalls(table, mishap, left=6 + seven - on_the_table(mishap.after))
    hands = played_to_its_end(dealer)
    after = mishap.after if seven else mishap.after._replace(outcome="null_seven")
    check_coup(table, hands, after)
    check_taglia_is_over(table)
    assert Incident.objects.filter(kind="null_seven").exists() is not seven


def on_the_table(after: After) -> int:
    """The cards of the hands and those that are nobody's; burned ones do not count among the seven."""
    return len(f"{after.punto} {after.banco} {after.waits}".split())


def test_after_the_count_a_lacking_card_is_the_next_of_those_drawn_for_it(table: AtTable) -> None:
    table.does("cut_card_out")
    deal(table, "B100@1")
    turn(table, punto="6S KD", banco="6C KH")
    table.does("announce", banco=6, punto=6)
    table.does("extract_remaining", cards=["2H", "3H", "4H", "5H"])
    table.cast.second_ispettore.does("correct_entry", what="card", new={"number": 2, "card": "5C"}, reason="misread")
    case = report(table, "third_not_drawn")
    with translation.override("en"):
        said = {it.about: it.words for it in if_ratified(table.snapshot, only_case(table))}
    assert said["Cards that move"] == "2♥ → Banco", "the dialog says it before"
    assert "2♥ → Banco" in drawn(table, "incidents:ispettore_gioco")
    attest(table, case)
    table.cast.ispettore.does("ratify", incident=case.number)
    assert hand_at(table, Side.BANCO) == ["5C", "KH", "2H"]
    assert DrawnCard.objects.filter(location="remaining").count() == 3
    pay(table)
    assert net(table, "1", "banco") == 9500


LASTS = ["2H", "3H", "4H", "5H"]


@pytest.mark.parametrize("left", [[*LASTS, "6H"], LASTS, LASTS[:-1]], ids=["one more", "as expected", "one fewer"])
def test_after_the_count_the_sabot_is_empty_however_many_cards_were_expected(
    sit_down: SitDown, monkeypatch: pytest.MonkeyPatch, left: list[str]
) -> None:
    """Nobody is asked for a third card from it, and none comes out for the hand or is counted twice."""
    table = counted_table(sit_down, monkeypatch, left)
    assert (table.state.phase, next_act(table.state)) == (Phase.BANCO_UP, None)
    assert card_out(table.state).none
    refused: list[tuple[str, dict[str, Any]]] = [("card_out", {"card": "9S"}), ("extract_remaining", {"cards": left})]
    for verb, given in refused:
        assert "The remaining cards are counted" in str(
            table.cast.dealer.is_refused(Code.CARD_IMPOSSIBLE, verb, **given)
        )
    case = report(table, "third_not_drawn")
    attest(table, case)
    table.cast.ispettore.does("ratify", incident=case.number)
    assert hand_at(table, Side.BANCO) == ["5C", "KH", "2H"]
    assert noted(table, "remaining_extracted") == [{"count": 4 + len(left), "expected": 8}]


def counted_table(sit_down: SitDown, monkeypatch: pytest.MonkeyPatch, left: list[str]) -> AtTable:
    """Nine cards are in the shoe; after the hand these are counted, a face is corrected, and Banco lacks a card."""
    shoe_of(monkeypatch, 9)
    table = sit_down(derive(VENEZIA, key="nine"), seats=2, behind=8)
    table.does("cut_card_out")
    deal(table, "B100@1")
    turn(table, punto="6S KD", banco="6C KH")
    table.does("announce", banco=6, punto=6)
    table.does("extract_remaining", cards=left)
    table.cast.second_ispettore.does("correct_entry", what="card", new={"number": 2, "card": "5C"}, reason="misread")
    return table


@pytest.fixture
def counted(sit_down: SitDown, monkeypatch: pytest.MonkeyPatch) -> AtTable:
    """The sabot is empty and its last cards are counted, when a face is corrected, and Banco lacks a card."""
    return counted_table(sit_down, monkeypatch, [*LASTS, "6H"])


def test_a_hand_that_the_cards_of_the_count_complete_is_not_annulled_for_an_empty_sabot(counted: AtTable) -> None:
    assert ("annul" in drawn(counted, "desk:ispettore_gioco"), next_act(counted.state)) == (False, None)
    counted.cast.ispettore.is_refused(Code.PHASE, "annul", reason="the sabot is empty")
    case = report(counted, "third_not_drawn")
    attest(counted, case)
    counted.cast.ispettore.does("ratify", incident=case.number)
    assert hand_at(counted, Side.BANCO) == ["5C", "KH", "2H"]


def test_one_that_was_annulled_so_once_is_dealt_again_as_it_was(
    counted: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setitem(VERBS, "annul", replace(VERBS["annul"], at_press=None))
        counted.cast.ispettore.does("annul", reason="the sabot is empty")
    counted.check(dealt_again=True)


# --- the shoe is empty


def test_a_hand_put_right_that_the_empty_shoe_cannot_complete_is_annulled(short: AtTable) -> None:
    dealt(Croupier(short, THIRD_DUE))
    short.does("report_incident", kind="stuck_cards", facts={"before": 2, "packet": 2, "restored": False})
    assert next_act(short.state) == ("deal", "")
    short.does("card_out")
    assert short.state.stuck
    short.cast.ispettore.does("annul", reason="the shoe is empty")
    short.does("burn")
    assert (back(short, "1"), back(short, "2", "banco")) == ({"refund": 10_000}, {"refund": 5000})
    assert short.state.shoe is None
