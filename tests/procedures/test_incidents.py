"""Incidents through the door: who reports, who attests, what is clear, what is final. Premessa, Art. 1 to 8 and 16."""

from typing import Any

import pytest

from procedures.models import Attestation, Incident
from table.models import DrawnCard, Entry
from table.play.next_act import next_act
from table.record import chain, replay
from table.rules.houses import VENEZIA
from table.rules.profile import derive
from table.rules.refusal import Code
from table.rules.regola import Side
from tests.house.coups import back, card, close, coup, deal, effects, lay, lie, net, pay, play, turn
from tests.procedures.cases import attest, declaration, inverted, put_right, report, undue_third
from tests.procedures.conftest import SitDown
from tests.rig.tables import AtTable, ready_table


@pytest.fixture
def table(sit_down: SitDown) -> AtTable:
    """Seven guests sit at a table of Venezia; when the test is over its register is proven."""
    return sit_down()


def newest() -> Incident:
    found = Incident.objects.order_by("pk").last()
    assert found is not None
    return found


# --- who reports


def test_a_report_keeps_who_made_it_when_and_what_was_told(table: AtTable) -> None:
    deal(table, "P100@1")
    case = report(table, "inverted", laid=["banco", "punto", "punto", "banco"])
    assert (case.article, case.kind, case.phase, case.reported_by) == (6, "inverted", "reading", "dario")
    assert (case.noticed, case.caused_by, case.status, case.blocking) == (False, "dario", "open", True)
    assert case.facts == {"laid": ["banco", "punto", "punto", "banco"], "lost": []}
    assert case.lay_before == ["punto", "banco", "punto", "banco"]
    assert case.answer["verdict"] == "clear"


@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        ("nothing", {}),
        ("extra_card", {}),
        ("inverted", {"surprise": 1}),
        ("inverted", {"laid": ["left"]}),
        ("inverted", {"laid": "punto"}),
        ("inverted", {"lost": [1.0]}),
        ("stuck_cards", {}),
        ("stuck_cards", {"before": -1, "packet": 2, "restored": True}),
        ("fallen_card", {"places": []}),
        ("unforeseen", {"what": "the weather"}),
    ],
)
def test_a_report_that_answers_other_questions_is_refused(table: AtTable, kind: str, facts: dict[str, Any]) -> None:
    deal(table, "P100@1")
    table.refuses(Code.ARGUMENTS, "report_incident", kind=kind, facts=facts)


def test_while_stakes_are_laid_nothing_lies_that_could_be_rebuilt(table: AtTable) -> None:
    lay(table, "P100@1")
    table.refuses(Code.PHASE, "report_incident", kind="inverted", facts={})


def test_once_the_cards_are_burned_the_coup_is_exhausted(table: AtTable) -> None:
    play(table, "P100@1")
    refused = table.refuses(Code.FINAL, "report_incident", kind="undue_third", facts={})
    assert refused.source == "Super Punto Banco, Art. 10"


def test_a_card_that_was_turned_or_that_others_followed_is_out(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("turn_battuta", cards=["9S", "KD"])
    table.refuses(Code.EVIDENCE, "report_incident", kind="wrong_number", facts={"laid": ["punto", "banco"]})


def test_more_cards_than_the_record_has_leave_the_shoe_now(table: AtTable) -> None:
    deal(table, "B100@1")
    answer = table.does("report_incident", kind="wrong_number", facts={"laid": ["punto", "banco"] * 2 + ["banco"]})
    assert [it["card"] for it in effects(answer, "card_drawn")] == [5]
    assert len(lie(table, Side.BANCO)) == 3
    assert newest().answer == {"verdict": "", "why": "E_CARD_COVERED"}
    table.does("turn_punto", cards=["6S", "KD"])
    assert newest().answer["verdict"] == ""
    put_right(table)
    assert coup(table).outcome == "annulled"


def test_a_card_that_lies_at_no_box_is_told_so(table: AtTable) -> None:
    deal(table, "P100@1")
    case = report(table, "wrong_number", laid=["punto", "banco", "punto", None])
    assert card(table, 4).location == "waiting"
    attest(table, case)
    table.cast.ispettore.does("ratify", incident=case.number)
    assert (card(table, 4).location, newest().status) == ("banco", "ratified")


# --- withdrawn


def test_a_withdrawn_report_leaves_the_cards_as_the_record_had_them(table: AtTable) -> None:
    deal(table, "P100@1")
    case = report(table, "wrong_number", laid=["punto", "banco", "punto"])
    assert table.state.shoe is not None
    assert table.state.shoe.out == 3
    table.does("withdraw_incident", incident=case.number)
    assert [it.location for it in table.state.cards] == ["punto", "banco", "punto", "banco"]
    assert not coup(table).held
    assert newest().status == "withdrawn"


def test_cards_that_came_out_meanwhile_stay_out_when_the_report_is_withdrawn(table: AtTable) -> None:
    deal(table, "P100@1")
    case = report(table, "inverted", laid=["banco", "punto", "punto", "banco"])
    table.does("card_out")
    table.does("withdraw_incident", incident=case.number)
    assert [it.location for it in table.state.cards] == ["punto", "banco", "punto", "banco", "waiting"]


def test_a_report_is_withdrawn_by_who_made_it_or_by_an_ispettore(table: AtTable) -> None:
    deal(table, "P100@1")
    table.cast.ispettore.does("report_incident", kind="inverted", facts={})
    case = newest()
    table.refuses(Code.ROLE, "withdraw_incident", incident=case.number)
    table.cast.second_ispettore.does("withdraw_incident", incident=case.number)


def test_what_the_cards_say_is_not_withdrawn_but_put_right(table: AtTable) -> None:
    declaration(table)
    case = newest()
    table.cast.ispettore.is_refused(Code.REGOLA, "withdraw_incident", incident=case.number)
    table.cast.ispettore.does("correct_entry", what="card", new={"number": 1, "card": "6S"}, reason="misread")
    assert newest().status == "withdrawn"
    assert not coup(table).held


def test_a_correction_frees_the_coup_of_what_was_noticed_and_not_of_what_was_reported(table: AtTable) -> None:
    declaration(table)
    report(table, "unforeseen", what="other")
    table.cast.ispettore.does("correct_entry", what="card", new={"number": 1, "card": "6S"}, reason="misread")
    assert coup(table).held
    assert sorted(Incident.objects.values_list("kind", "status")) == [
        ("declaration", "withdrawn"),
        ("unforeseen", "open"),
    ]


# --- who is there


def test_who_caused_the_incident_does_not_attest_it(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("report_incident", kind="inverted", facts={}, caused_by="ivo")
    case = newest()
    table.cast.ispettore.is_refused(Code.PRESENCE_SELF, "attest", incident=case.number)
    table.cast.second_ispettore.does("attest", incident=case.number)
    table.cast.ispettore.is_refused(Code.PRESENCE, "ratify", incident=case.number)
    table.cast.second_ispettore.does("ratify", incident=case.number)


def test_an_inspector_who_reported_it_may_attest_it(table: AtTable) -> None:
    deal(table, "P100@1")
    table.cast.ispettore.does("report_incident", kind="inverted", facts={})
    case = newest()
    table.cast.ispettore.presses(("attest", {"incident": case.number}), ("ratify", {"incident": case.number}))
    assert Attestation.objects.get().badge == "ivo"


def test_who_decides_is_one_of_those_who_are_there(table: AtTable) -> None:
    inverted(table)
    case = newest()
    attest(table, case, "second_ispettore")
    table.cast.ispettore.is_refused(Code.PRESENCE, "ratify", incident=case.number)


def test_a_presence_is_attested_once_and_only_while_the_incident_stands(table: AtTable) -> None:
    inverted(table)
    case = newest()
    attest(table, case, "ispettore")
    table.cast.ispettore.is_refused(Code.PRESENCE, "attest", incident=case.number)
    table.cast.ispettore.does("ratify", incident=case.number)
    table.cast.comunale.is_refused(Code.FINAL, "attest", incident=case.number)


def test_presences_at_one_incident_of_a_coup_count_for_all_that_hold_it(table: AtTable) -> None:
    declaration(table)
    first = newest()
    attest(table, first, "ispettore", "comunale")
    second = report(table, "inverted")
    table.cast.ispettore.does("ratify", incident=second.number)
    assert set(Incident.objects.values_list("status", flat=True)) == {"ratified"}


def test_a_house_that_wants_both_inspectors_always_asks_for_both(sit_down: SitDown) -> None:
    strict = sit_down(derive(VENEZIA, key="strict", presence="always_both"))
    inverted(strict)
    case = newest()
    attest(strict, case, "ispettore")
    strict.cast.ispettore.is_refused(Code.PRESENCE, "ratify", incident=case.number)
    attest(strict, case, "comunale")
    strict.cast.ispettore.does("ratify", incident=case.number)


# --- what is clear


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


def test_evidence_that_contradicts_itself_makes_nothing_clear(table: AtTable) -> None:
    inverted(table)
    case = newest()
    table.does("add_evidence", incident=case.number, before=[[1, 2], [2, 1]], source="video")
    assert newest().answer == {"verdict": "not_clear", "orders": 0, "proposal": None}


@pytest.mark.parametrize("wrong", [{"places": {"9": [1]}}, {"places": {"1": [0]}}, {"places": {"1": []}}])
def test_evidence_is_about_the_cards_that_are_there(table: AtTable, wrong: dict[str, Any]) -> None:
    inverted(table)
    table.refuses(Code.EVIDENCE, "add_evidence", incident=newest().number, **wrong)
    table.refuses(Code.EVIDENCE, "add_evidence", incident=newest().number, before=[[1, 9]])
    table.refuses(Code.EVIDENCE, "add_evidence", incident=newest().number, before=[[1]])


def test_where_the_cards_lie_can_be_told_anew(table: AtTable) -> None:
    deal(table, "P100@1")
    case = report(table, "wrong_number", laid=["punto", "banco", "punto"])
    table.does("add_evidence", incident=case.number, laid=["punto", "banco", "punto", "punto"], source="layout")
    assert len(lie(table, Side.PUNTO)) == 3
    table.does("withdraw_incident", incident=case.number)
    assert [it.location for it in table.state.cards] == ["punto", "banco", "punto", "banco"]


def test_an_ispettore_may_annul_what_is_clear(table: AtTable) -> None:
    inverted(table)
    case = newest()
    attest(table, case)
    table.cast.ispettore.is_refused(Code.ARGUMENTS, "annul_incident", incident=case.number, reason="")
    table.cast.ispettore.does("annul_incident", incident=case.number, reason="a guest mixed them")
    table.does("burn")
    assert back(table, "1") == {"refund": 10_000}
    table.does("open_bets")


# --- what follows


def test_the_old_lie_stands_in_the_record(table: AtTable) -> None:
    undue_third(table)
    case = newest()
    table.does("turn_third", card="2C")
    attest(table, case)
    answer = table.cast.ispettore.does("ratify", incident=case.number)
    [laid] = effects(answer, "cards_laid_anew")
    assert laid["before"] == {"punto": ["6S", "KD", "2C"], "banco": ["6C", "KH"]}
    assert laid["after"] == {"punto": ["6S", "KD"], "banco": ["6C", "KH"]}
    assert effects(answer, "card_held") == [{"card": 5, "seen": True}]
    assert effects(answer, "blank_due") == [{}]


def test_a_card_that_is_found_in_the_shoe_takes_the_coup_back_to_the_deal_and_the_declaration_stands(
    table: AtTable,
) -> None:
    deal(table, "P100@1")
    table.does("declare", claim="no_carta", means="voice")
    case = report(table, "wrong_number", laid=["punto", "banco", "punto"])
    attest(table, case)
    table.cast.ispettore.does("ratify", incident=case.number)
    assert (table.state.phase, next_act(table.state)) == ("dealing", ("deal", ""))
    table.does("deal")
    assert (table.state.phase, coup(table).claim) == ("declared", "no_carta")


def test_where_stuck_cards_are_burned_a_declaration_on_one_of_them_is_void(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("declare", claim="no_carta", means="voice")
    table.does("report_incident", kind="stuck_cards", facts={"before": 2, "packet": 2, "restored": False})
    assert effects_of_last(table, "declaration_void") == [{"claim": "no_carta", "shown": ""}]
    table.does("deal")
    assert (table.state.phase, coup(table).claim) == ("reading", "")


def effects_of_last(table: AtTable, name: str) -> list[Any]:
    """What the newest entry brought about under this name."""
    last = Entry.objects.get(register=table.code, number=table.number)
    return [facts for effect, facts in chain.read(last.outcome)["effects"] if effect == name]


def test_of_article_seven_a_surplus_card_that_nobody_saw_waits_without_a_blank_coup(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("turn_battuta", cards=["9S", "KD"])
    case = report(table, "wrong_number", laid=["punto", "banco", "punto", "banco", "banco"])
    attest(table, case)
    table.cast.ispettore.does("ratify", incident=case.number)
    assert card(table, 5).location == "held_under"
    table.does("turn_banco", cards=["2S", "3S"])
    pay(table)
    table.does("burn")
    table.does("open_bets")


@pytest.mark.parametrize(("reading", "blank"), [("blank", True), ("under_sabot", False)])
def test_an_undue_card_that_nobody_saw_makes_a_blank_coup_unless_the_house_reads_otherwise(
    sit_down: SitDown, reading: str, *, blank: bool
) -> None:
    profile = sit_down(derive(VENEZIA, key=reading, art8_unseen_excess=reading))
    undue_third(profile)
    case = newest()
    attest(profile, case)
    profile.cast.ispettore.does("ratify", incident=case.number)
    assert profile.state.blank_due is blank


def test_a_card_that_was_set_aside_and_was_due_comes_back_to_its_hand(table: AtTable) -> None:
    deal(table, "B100@1")
    turn_both(table, punto="6S KD", banco="6C KH")
    table.does("card_out", extra=True)
    assert card(table, 5).location == "held_under"
    table.does("correct_entry", what="card", new={"number": 2, "card": "5C"}, reason="misread")
    case = report(table, "third_not_drawn")
    attest(table, case)
    table.cast.ispettore.does("ratify", incident=case.number)
    assert (card(table, 5).location, next_act(table.state)) == ("banco", ("turn_third", ""))
    table.does("turn_third", card="2H")
    pay(table)
    assert net(table, "1", "banco") == 9500


def turn_both(table: AtTable, *, punto: str, banco: str) -> None:
    """The dealer completes."""
    table.does("turn_punto", cards=punto.split())
    table.does("turn_banco", cards=banco.split())


def test_after_the_count_a_lacking_card_is_the_next_of_those_drawn_for_it(table: AtTable) -> None:
    table.does("cut_card_out")
    deal(table, "B100@1")
    turn_both(table, punto="6S KD", banco="6C KH")
    table.does("announce", banco=6, punto=6)
    table.does("extract_remaining", cards=["2H", "3H", "4H", "5H"])
    table.cast.ispettore.does("correct_entry", what="card", new={"number": 2, "card": "5C"}, reason="misread")
    case = report(table, "third_not_drawn")
    attest(table, case)
    table.cast.ispettore.does("ratify", incident=case.number)
    assert lie(table, Side.BANCO) == ["5C", "KH", "2H"]
    assert DrawnCard.objects.filter(location="remaining").count() == 3
    pay(table)
    assert net(table, "1", "banco") == 9500


def test_a_paid_coup_is_paid_again_by_its_differences(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    turn(table, punto="9S KD", banco="8H KC")
    pay(table)
    assert net(table, "1") == 10_000
    case = report(table, "inverted", laid=["banco", "punto", "punto", "banco"])
    table.does("add_evidence", incident=case.number, places={"1": [1], "2": [2], "3": [3], "4": [4]})
    attest(table, case)
    table.cast.ispettore.does("ratify", incident=case.number)
    assert (lie(table, Side.PUNTO), lie(table, Side.BANCO)) == (["8H", "KD"], ["9S", "KC"])
    answer = pay(table)
    assert effects(answer, "money_corrected") != []
    assert (net(table, "1"), net(table, "2", "banco")) == (-10_000, 4750)


def test_in_a_colpo_in_bianco_what_is_clear_is_put_right_without_inspectors(table: AtTable) -> None:
    table.cast.ispettore.does("order_blank")
    table.does("play_blank", said=True)
    table.does("deal")
    case = report(table, "inverted", laid=["banco", "punto", "punto", "banco"])
    assert (case.status, coup(table).held) == ("settled_by_law", False)
    assert [it.location for it in table.state.cards] == ["punto", "banco", "punto", "banco"]


def test_in_a_colpo_in_bianco_it_is_put_right_as_soon_as_it_is_clear(table: AtTable) -> None:
    table.cast.ispettore.does("order_blank")
    table.does("play_blank", said=True)
    table.does("deal")
    case = report(table, "undue_third", laid=["punto", "banco", "punto", "banco", "punto"])
    assert (case.status, coup(table).held) == ("open", True)
    turn_both(table, punto="9S KD", banco="2C KH")
    assert (newest().status, coup(table).held) == ("settled_by_law", False)
    assert (len(lie(table, Side.PUNTO)), card(table, 5).undue) == (2, True)


def test_a_betting_that_is_stopped_leaves_its_case_to_the_direzione_and_no_coup_begins_before(table: AtTable) -> None:
    lay(table, "P100@1")
    case = report(table, "unforeseen", what="disturbance")
    table.cast.ispettore.does("suspend")
    table.cast.ispettore.does("resume")
    table.refuses(Code.INCIDENT_OPEN, "open_bets")
    table.cast.ispettore.does("refer", incident=case.number, reason="not foreseen")
    table.cast.direzione.does("rule", incident=case.number, text="it goes on", effects=["continue"])
    table.does("open_bets")


# --- the Direzione


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


def test_a_ruling_is_final_and_nobody_asks_again(table: AtTable) -> None:
    declaration(table)
    case = newest()
    table.cast.ispettore.does("refer", incident=case.number, reason="the guest insists")
    table.cast.direzione.does("rule", incident=case.number, text="as the Regola has it", effects=["continue"])
    for verb in ("attest", "ratify"):
        assert table.cast.ispettore.is_refused(Code.FINAL, verb, incident=case.number).source.endswith("Art. 16")
    table.cast.direzione.is_refused(Code.FINAL, "rule", incident=case.number, text="no", effects=["annul"])
    assert not coup(table).held


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
    assert (table.row.status, coup_of(table).outcome, back(table, "1")) == ("closed", "annulled", {"refund": 10_000})


def coup_of(table: AtTable) -> Any:
    return table.row.coups.last()


def test_where_the_direzione_lets_the_coup_go_on_the_cards_lie_as_the_record_had_them(table: AtTable) -> None:
    deal(table, "P100@1")
    case = report(table, "wrong_number", laid=["punto", "banco", None, "banco"])
    table.cast.direzione.does("rule", incident=case.number, text="it goes on", effects=["continue"])
    assert [it.location for it in table.state.cards] == ["punto", "banco", "punto", "banco"]
    assert next_act(table.state) == ("declare", "")


def test_a_ruling_that_annuls_decides_all_that_holds_the_coup(table: AtTable) -> None:
    inverted(table)
    case = newest()
    other = report(table, "unforeseen", what="other")
    table.cast.direzione.does("rule", incident=other.number, text="it counts for nothing", effects=["annul"])
    assert set(Incident.objects.values_list("status", flat=True)) == {"ruled"}
    table.cast.ispettore.is_refused(Code.FINAL, "annul_incident", incident=case.number, reason="too late")
    table.does("burn")


def test_a_worn_card_is_no_case_for_the_direzione(table: AtTable) -> None:
    case = report(table, "worn_card", card="7D")
    table.cast.ispettore.is_refused(Code.PHASE, "refer", incident=case.number, reason="worn")
    table.cast.direzione.is_refused(Code.PHASE, "rule", incident=case.number, text="no", effects=["continue"])


def test_of_a_coup_that_was_given_up_nothing_is_left_to_be_rebuilt(table: AtTable) -> None:
    table.does("card_out")
    close(table, "P100@1")
    case = report(table, "inverted", laid=["banco"])
    table.cast.ispettore.does("suspend")
    assert newest().status == "settled_by_law"
    table.cast.ispettore.is_refused(Code.FINAL, "annul_incident", incident=case.number, reason="too late")
    table.cast.ispettore.does("resume")
    table.does("open_bets")


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
    case = report(table, "inverted")
    put_right(table)
    turn(table)
    pay(table)
    assert effects(table.does("burn"), "taglia_ended") == [{"taglia": 1, "out": 4}]


def test_an_incident_of_another_table_is_not_known_here(table: AtTable) -> None:
    other = ready_table(code="another")
    inverted(other)
    table.cast.ispettore.is_refused(Code.ARGUMENTS, "attest", incident=newest().number)


# --- the record


def test_a_replay_finds_an_incident_that_somebody_touched(table: AtTable) -> None:
    inverted(table)
    case = newest()
    attest(table, case)
    Incident.objects.update(caused_by="nobody")
    Attestation.objects.update(badge="cosima")
    found = replay.replay(table.code)
    assert {it.split(":")[0] for it in found} == {"Incident", "Attestation"}
    Incident.objects.update(caused_by="dario")
    Attestation.objects.update(badge="ivo")


def test_no_face_of_a_covered_card_is_in_the_record_of_an_incident(table: AtTable) -> None:
    close(table, "P100@1")
    table.does("deal")
    case = report(table, "inverted", laid=["banco", "punto", "punto", "banco"])
    assert {it["card"] for side in Side for it in case.answer["proposal"][side.value]} == {"??"}
    table.refuses(Code.CARD_COVERED, "report_incident", kind="worn_card", facts={"number": 1, "card": "7S"})
