"""What is not foreseen is the Direzione's to decide, and final. Super Punto Banco, Art. 16."""

from typing import Any

import pytest

from procedures.case import verdicts
from procedures.models import Incident
from procedures.screens.deciding import decision_dialog
from table.models import Coup
from table.play.next_act import next_act
from table.reports.evenings.changes import tronc_of
from table.rules.profile import Role
from table.rules.refusal import Code
from tests.croupier.cases import attest, declaration, inverted, knows_the_order, newest, report, three_at_punto
from tests.croupier.coups import back, close, coup, deal, effects, lay, net, pay, turn
from tests.croupier.staff import put_right
from tests.procedures.aftermath import comes_about
from tests.procedures.chosen import each
from tests.procedures.conftest import SitDown
from tests.procedures.looking import awaited, only_case
from tests.procedures.mishaps import ART_16
from tests.procedures.moments import Mishap
from tests.rig.tables import AtTable


@each(ART_16)
def test_what_nobody_foresaw_the_direzione_decides(sit_down: SitDown, mishap: Mishap) -> None:
    comes_about(sit_down(seats=2), mishap, blanks=True)


# --- referred


def test_a_dealer_refers_a_case_only_where_no_ispettore_is_there(table: AtTable) -> None:
    inverted(table)
    case = newest()
    table.refuses(Code.ROLE, "refer", incident=case.number, reason="nobody is there")
    table.cast.ispettore.does("sign_off")
    table.does("refer", incident=case.number, reason="nobody is there")
    assert coup(table).held
    table.cast.ispettore.is_refused(Code.INCIDENT_OPEN, "annul_incident", incident=case.number, reason="mine")
    table.cast.direzione.does("rule", incident=case.number, text="it goes on", effects=["continue"])
    assert not coup(table).held


def test_hands_that_differ_and_come_to_the_same_are_the_direziones_to_accept(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("turn_battuta", cards=["9D", "KS"])
    table.does("turn_banco", cards=["QH", "8C"])
    case = report(table, "inverted", lost=[1, 2])
    assert case.answer["verdict"] in ("not_clear", "result_only")
    attest(table, case)
    table.cast.ispettore.is_refused(Code.NOT_CLEAR, "ratify", incident=case.number)
    table.cast.ispettore.does("refer", incident=case.number, reason="the same result")
    table.cast.direzione.does("rule", incident=case.number, text="it stands", effects=["validate"])
    pay(table)
    table.does("burn")


# --- the ruling


def test_a_ruling_is_final_and_nobody_asks_again(table: AtTable) -> None:
    declaration(table)
    case = newest()
    table.cast.ispettore.does("refer", incident=case.number, reason="the guest insists")
    table.cast.direzione.does("rule", incident=case.number, text="as the Regola has it", effects=["continue"])
    for verb in ("attest", "ratify"):
        assert table.cast.ispettore.is_refused(Code.FINAL, verb, incident=case.number).source.endswith("Art. 16")
    table.cast.direzione.is_refused(Code.FINAL, "rule", incident=case.number, text="no", effects=["annul"])
    assert not coup(table).held


def test_an_error_of_the_reader_is_noticed_as_ever_after_a_ruling_on_a_disturbance(table: AtTable) -> None:
    close(table, "P100@1", "B50@2")
    case = report(table, "unforeseen", what="disturbance")
    table.cast.direzione.does("rule", incident=case.number, text="it goes on", effects=["continue"])
    table.does("deal")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["3D", "2D"])
    table.does("card_out", card="4C")
    table.does("turn_punto", cards=["4S", "KH"])
    assert (newest().kind, newest().noticed, coup(table).held) == ("declaration", True, True)


@pytest.mark.parametrize("verb", ["ratify", "annul_incident"])
def test_a_result_that_the_direzione_lets_stand_nobody_else_overturns(table: AtTable, verb: str) -> None:
    reason: dict[str, Any] = {"reason": "not so"} if verb == "annul_incident" else {}
    stands(table)
    again = report(table, "inverted", laid=["punto", "banco", "banco", "punto"])
    attest(table, again)
    refused = table.cast.ispettore.is_refused(Code.FINAL, verb, incident=again.number, **reason)
    assert refused.source.endswith("Art. 16")
    assert awaited(table) == ["Awaited: the Ispettore di Gioco, who refers it to the Direzione."]
    dialog = decision_dialog(table.snapshot, Role.ISPETTORE_GIOCO, only_case(table))
    assert (dialog.follows, {"ratify", "annul_incident"} & dialog.may) == ((), set())
    put_right(table)
    pay(table)
    table.does("burn")
    assert net(table, "1") == 10_000


def test_what_the_direzione_lets_stand_is_not_laid_anew_as_an_earlier_report_is_withdrawn(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    turn(table, punto="9D KS", banco="QH 8C")
    earlier = report(table, "inverted", laid=["punto", "banco", "banco", "punto"])
    case = report(table, "unforeseen", what="other")
    table.cast.direzione.does("rule", incident=case.number, text="it stands", effects=["validate"])
    table.cast.ispettore.is_refused(Code.FINAL, "withdraw_incident", incident=earlier.number)
    pay(table)
    assert not coup(table).held


def test_what_it_let_stand_the_direzione_may_have_rebuilt_after_all(table: AtTable) -> None:
    stands(table)
    report(table, "inverted", laid=["punto", "banco", "banco", "punto"])
    put_right(table)  # it is referred, and the Direzione has the coup go on
    anew = report(table, "inverted", laid=["punto", "banco", "banco", "punto"])
    knows_the_order(table, anew)
    attest(table, anew)
    table.cast.ispettore.does("ratify", incident=anew.number)
    assert (anew.answer["verdict"], newest().status) == ("clear", "ratified")


def stands(table: AtTable) -> None:
    """Both hands lie open, somebody doubts where they lie, and the Direzione lets the result stand."""
    deal(table, "P100@1", "B50@2")
    turn(table, punto="9D KS", banco="QH 8C")
    case = report(table, "inverted", lost=[1, 2])
    table.cast.ispettore.does("refer", incident=case.number, reason="the same result")
    table.cast.direzione.does("rule", incident=case.number, text="it stands", effects=["validate"])


def test_a_ruling_is_carried_out_in_its_order_or_not_at_all(table: AtTable) -> None:
    inverted(table)
    case = newest()
    table.cast.ispettore.does("refer", incident=case.number, reason="not foreseen")
    number = table.number
    direzione = table.cast.direzione
    given: dict[str, Any] = {"incident": case.number, "text": "as decided"}
    direzione.is_refused(Code.COUP_OPEN, "rule", **given, effects=["close_table", "continue"])
    direzione.is_refused(Code.PHASE, "rule", **given, effects=["validate"])
    assert table.number == number
    direzione.does("rule", **given, effects=["close_table", "annul"])
    assert (table.row.status, Coup.objects.latest("pk").outcome, back(table, "1")) == (
        "closed",
        "annulled",
        {"refund": 10_000},
    )


def test_the_tronc_of_an_evening_that_a_ruling_ends_is_listed_too(table: AtTable) -> None:
    table.does("tip", amount=500)
    inverted(table)
    case = newest()
    table.cast.ispettore.does("refer", incident=case.number, reason="not foreseen")
    assert tronc_of(table.row) == []
    table.cast.direzione.does("rule", incident=case.number, text="as decided", effects=["close_table", "annul"])
    assert [(it.closed.verb, it.amount) for it in tronc_of(table.row)] == [("rule", 500)]


def test_a_ruling_on_a_held_coup_says_what_becomes_of_it(table: AtTable) -> None:
    """With three cards at one box nobody could turn the hands."""
    three_at_punto(table)
    case = Incident.objects.get(table=table.row)
    ruling: dict[str, Any] = {"incident": case.number, "text": "this is the last coup"}
    table.cast.direzione.is_refused(Code.ARGUMENTS, "rule", **ruling, effects=["end_taglia"])
    assert Coup.objects.get().held
    table.cast.direzione.does("rule", **ruling, effects=["annul", "end_taglia"])
    coup = Coup.objects.get()
    assert (coup.ended, coup.outcome) == (True, "annulled")


def test_where_the_direzione_lets_the_coup_go_on_the_cards_lie_as_the_record_had_them(table: AtTable) -> None:
    deal(table, "P100@1")
    case = report(table, "wrong_number", laid=["punto", "banco", None, "banco"])
    table.cast.direzione.does("rule", incident=case.number, text="it goes on", effects=["continue"])
    assert [it.location for it in table.state.cards] == ["punto", "banco", "punto", "banco"]
    assert next_act(table.state) == ("declare", "")


def test_the_other_case_is_answered_by_the_cards_as_they_lie_then(table: AtTable) -> None:
    inverted(table)
    other = newest()
    case = report(table, "wrong_number", laid=["punto", "banco", "punto", "punto"])
    table.cast.direzione.does("rule", incident=case.number, text="it goes on", effects=["continue"])
    other.refresh_from_db()
    assert other.answer == verdicts.in_words(table.state, [other])


def test_a_ruling_that_annuls_decides_all_that_holds_the_coup(table: AtTable) -> None:
    inverted(table)
    case = newest()
    other = report(table, "unforeseen", what="other")
    table.cast.direzione.does("rule", incident=other.number, text="it counts for nothing", effects=["annul"])
    assert set(Incident.objects.values_list("status", flat=True)) == {"ruled"}
    table.cast.ispettore.is_refused(Code.FINAL, "annul_incident", incident=case.number, reason="too late")
    table.does("burn")


def test_a_ruling_may_make_this_coup_the_last(table: AtTable) -> None:
    inverted(table)
    case = newest()
    ruling: dict[str, Any] = {
        "incident": case.number,
        "text": "the shoe is worn",
        "effects": ["end_taglia", "continue"],
    }
    table.cast.direzione.does("rule", **ruling)
    assert next_act(table.state) == ("call_last_coup", "Ultimo colpo della taglia")
    table.does("call_last_coup", said=True)
    case = report(table, "undue_third")
    put_right(table)
    turn(table)
    pay(table)
    assert effects(table.does("burn"), "taglia_ended") == [{"taglia": 1, "out": 4}]


# --- while stakes are laid


@pytest.fixture
def foreign(table: AtTable) -> Incident:
    """A card with a foreign back came out while stakes were being laid, and the Direzione is asked."""
    lay(table, "P100@1", "B50@2")
    table.does("card_out")
    case = report(table, "unforeseen", what="foreign_card")
    table.cast.ispettore.does("refer", incident=case.number, reason="a foreign back")
    return case


def test_the_direzione_annuls_a_coup_of_which_the_betting_is_open(table: AtTable, foreign: Incident) -> None:
    table.cast.direzione.does("rule", incident=foreign.number, text="it counts for nothing", effects=["annul"])
    assert (back(table, "1"), back(table, "2", "banco")) == ({"refund": 10_000}, {"refund": 5000})
    table.does("burn")
    assert (Coup.objects.latest("pk").outcome, table.state.held) == ("annulled", [])
    table.does("open_bets")


def test_the_direzione_annuls_a_betting_ends_its_taglia_and_orders_new_decks_as_one_act(
    table: AtTable, foreign: Incident
) -> None:
    ruled = ["annul", "end_taglia", "replace_decks"]
    table.cast.direzione.does("rule", incident=foreign.number, text="new decks", effects=ruled, serial="S-2")
    assert (Coup.objects.latest("pk").outcome, table.state.shoe) == ("annulled", None)
    assert (back(table, "1"), back(table, "2", "banco")) == ({"refund": 10_000}, {"refund": 5000})
