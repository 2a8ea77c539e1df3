"""What inspectors are told, and who took note of it. Super Punto Banco, Art. 1, 5, 9, 15 and 16."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from table.models import Alert, Entry
from table.record import chain
from table.rules.houses import CLASSICO
from table.rules.refusal import Code
from tests.croupier.coups import annul, close, deal, pay, play, turn
from tests.house.test_desk import drawn
from tests.rig.tables import AtTable, prepare_shoe, ready_table

pytestmark = pytest.mark.django_db


def raised(table: AtTable) -> list[str]:
    """The alerts that stand at a table, in their order."""
    return list(Alert.objects.filter(table__code=table.code, closed=None).values_list("code", flat=True))


def effects(table: AtTable) -> list[Any]:
    """What the newest act brought about."""
    found: list[Any] = chain.read(Entry.objects.filter(register=table.code).latest("number").outcome)["effects"]
    return found


# --- what raises one


def test_an_ordinary_coup_alerts_nobody(table: AtTable) -> None:
    play(table, "P100@1", "B50@2", "T10@2")
    assert not Alert.objects.exists()


def test_wrong_points_are_told_with_the_entry_that_announced_them(table: AtTable) -> None:
    deal(table, "P100@1")
    turn(table)
    table.does("announce", banco=4, punto=9)
    alert = Alert.objects.get()
    assert (alert.number, alert.code, alert.facts) == (table.number, "wrong_announcement", {"banco": 5, "punto": 9})
    table.does("announce", banco=5, punto=9, cards_speak=True)
    assert raised(table) == ["wrong_announcement"]


def test_a_declaration_that_the_cards_belie_is_told(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["7D", "KD"])
    table.does("turn_punto", cards=["2S", "KH"])
    assert raised(table) == ["claim_differs"]


def test_a_battuta_that_is_none_is_told(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("turn_battuta", cards=["2S", "KH"])
    assert raised(table) == ["premature_turn"]


def test_cards_lifted_from_the_cloth_are_noted_and_alert_nobody(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("declare", claim="carta", means="gesture", lifted=True, unclear=True)
    assert raised(table) == []


def test_fewer_than_seven_cards_behind_the_cut_card_are_told(table: AtTable) -> None:
    table.cast.direzione.does("void_shoe")
    prepare_shoe(table, table.state.profile, serial="S-2", behind=6)
    assert raised(table) == ["cut_card_too_deep"]


@pytest.mark.parametrize(("left_over", "alerts"), [(311, []), (310, ["count_differs"])])
def test_a_count_that_differs_is_told_and_one_that_agrees_is_not(
    table: AtTable, left_over: int, alerts: list[str]
) -> None:
    table.does("card_out")
    table.cast.ispettore.does("close_table")
    table.does("reconcile", burned=1, left_over=left_over)
    assert raised(table) == ["card_held", *alerts]


def test_what_the_decision_of_a_case_brings_about_is_told_by_nothing_but_the_case(table: AtTable) -> None:
    deal(table, "P100@1")
    turn(table)
    pay(table)
    annul(table)
    assert {name for name, _ in effects(table)} >= {"money_corrected", "coup_annulled"}
    assert Alert.objects.count() == 1
    assert raised(table) == []


def test_what_was_keyed_wrong_is_shown_to_the_ispettore(table: AtTable) -> None:
    close(table, "P100@1")
    table.does("correct_entry", what="close", new={}, reason="pressed_early")
    assert raised(table) == ["entry_corrected"]


def test_each_stake_without_an_owner_is_told(table: AtTable) -> None:
    play(table, "P100@1", "B50@2", punto="9S KD", banco="9H KS")
    for position in "12":
        table.does("report_unmarked_absence", position=position)
    table.does("open_bets")
    assert raised(table) == ["left_without_owner", "left_without_owner"]
    assert [it.facts["position"] for it in Alert.objects.all()] == ["1", "2"]


def test_a_house_that_burns_cards_out_of_turn_tells_its_inspectors() -> None:
    classico = ready_table(CLASSICO, seats=2)
    classico.does("card_out", card="8D", exposed=True)
    assert raised(classico) == ["cards_burned"]
    classico.check()


# --- that a Colpo in Bianco is due follows from what has been told


def test_each_card_that_was_seen_is_told_and_the_blank_coup_that_follows_from_it_is_not(table: AtTable) -> None:
    deal(table, "P100@1")
    turn(table)
    for card in ("8D", "8C"):
        table.does("card_out", card=card, exposed=True, extra=True)
    pay(table)
    table.does("burn")
    assert raised(table) == ["card_held", "card_held"]


def test_a_visible_card_is_told_once_when_it_is_reported_and_not_again_when_the_hand_ends(table: AtTable) -> None:
    deal(table, "P100@1")
    turn(table)
    table.does("report_visible")
    pay(table)
    table.does("burn")
    assert raised(table) == ["card_visible"]


def test_a_blank_coup_that_an_inspector_orders_is_no_news_to_inspectors(table: AtTable) -> None:
    table.cast.ispettore.does("order_blank")
    assert raised(table) == []


# --- who takes note


def test_an_alert_stands_until_an_inspector_acknowledges_it_and_who_did_is_on_the_record(table: AtTable) -> None:
    table.does("report_visible")
    number = table.number
    table.refuses(Code.ROLE, "acknowledge_alert", number=number, code="card_visible")
    assert raised(table) == ["card_visible"]
    table.cast.capo_isola.does("acknowledge_alert", number=number, code="card_visible")
    assert raised(table) == []
    alert = Alert.objects.get(code="card_visible")
    assert (alert.acknowledged_by, alert.acknowledged) == ("italo", number + 1)


def test_alerts_of_one_entry_that_say_the_same_are_acknowledged_together(table: AtTable) -> None:
    play(table, "P100@1", "B50@2", punto="9S KD", banco="9H KS")
    for position in "12":
        table.does("report_unmarked_absence", position=position)
    table.does("open_bets")
    table.cast.direzione.does("acknowledge_alert", number=table.number, code="left_without_owner")
    assert raised(table) == []


def test_what_somebody_has_acknowledged_is_theirs(table: AtTable) -> None:
    table.does("report_visible")
    alert: dict[str, Any] = {"number": table.number, "code": "card_visible"}
    table.cast.ispettore.does("acknowledge_alert", **alert)
    refused = table.cast.second_ispettore.is_refused(Code.STALE, "acknowledge_alert", **alert)
    assert str(refused) == "“ivo” has acknowledged this alert already."
    assert Alert.objects.get(code="card_visible").acknowledged_by == "ivo"


def test_an_alert_of_another_table_cannot_be_acknowledged_here(table: AtTable) -> None:
    other = ready_table(code="T4")
    other.does("report_visible")
    table.cast.ispettore.is_refused(Code.ARGUMENTS, "acknowledge_alert", number=other.number, code="card_visible")
    assert raised(other) == ["card_visible"]


def test_an_alert_can_be_acknowledged_while_the_table_is_suspended_and_when_it_is_closed(table: AtTable) -> None:
    close(table, "P100@1")
    table.does("correct_entry", what="close", new={}, reason="pressed_early")
    corrected = table.number
    table.does("report_visible")
    visible = table.number
    table.cast.ispettore.does("suspend")
    table.cast.ispettore.does("acknowledge_alert", number=visible, code="card_visible")
    table.cast.ispettore.does("close_table")
    table.cast.ispettore.does("acknowledge_alert", number=corrected, code="entry_corrected")
    assert raised(table) == []


def test_an_alert_can_be_acknowledged_while_an_incident_holds_the_coup(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["7D", "KD"])
    table.does("turn_punto", cards=["2S", "KH"])
    table.cast.ispettore.does("acknowledge_alert", number=table.number, code="claim_differs")
    assert Alert.objects.get().acknowledged_by == "ivo"
    assert table.state.coup is not None
    assert table.state.coup.held


def test_the_database_keeps_no_acknowledgement_without_its_person(table: AtTable) -> None:
    table.does("report_visible")
    with pytest.raises(IntegrityError), transaction.atomic():
        Alert.objects.update(acknowledged=table.number)


# --- who is on the way


def test_who_goes_is_seen_by_all_and_what_is_only_to_be_known_stands_until_it_is_noted(table: AtTable) -> None:
    table.does("report_visible")
    alert: dict[str, Any] = {"number": table.number, "code": "card_visible"}
    table.refuses(Code.ROLE, "go_to_alert", **alert)
    table.cast.comunale.is_refused(Code.ROLE, "go_to_alert", **alert)
    table.cast.ispettore.does("go_to_alert", **alert)
    assert Alert.objects.get().going == "ivo"
    assert raised(table) == ["card_visible"]
    table.cast.ispettore.does("acknowledge_alert", **alert)
    assert raised(table) == []


def test_the_dealer_sees_at_their_console_who_is_on_the_way(table: AtTable) -> None:
    table.does("report_visible")
    alert: dict[str, Any] = {"number": table.number, "code": "card_visible"}
    assert "is on the way" not in drawn(table, "console")
    table.cast.ispettore.does("go_to_alert", **alert)
    assert "ivo is on the way" in drawn(table, "console")
    table.cast.ispettore.does("acknowledge_alert", **alert)
    assert "is on the way" not in drawn(table, "console")


def test_another_inspector_takes_it_over_and_nobody_goes_twice(table: AtTable) -> None:
    table.does("report_visible")
    alert: dict[str, Any] = {"number": table.number, "code": "card_visible"}
    table.cast.ispettore.does("go_to_alert", **alert)
    refused = table.cast.ispettore.is_refused(Code.STALE, "go_to_alert", **alert)
    assert str(refused) == "You are on the way there already."
    table.cast.second_ispettore.does("go_to_alert", **alert)
    assert Alert.objects.get().going == "irma"


def test_nobody_goes_to_what_is_settled(table: AtTable) -> None:
    table.does("report_visible")
    alert: dict[str, Any] = {"number": table.number, "code": "card_visible"}
    table.cast.ispettore.does("acknowledge_alert", **alert)
    table.cast.second_ispettore.is_refused(Code.STALE, "go_to_alert", **alert)
    table.cast.second_ispettore.is_refused(Code.ARGUMENTS, "go_to_alert", number=1, code="card_visible")
