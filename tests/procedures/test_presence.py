"""Who has to be there, and by whose word. Super Punto Banco, Premessa, Art. 6 to 8."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from procedures.models import Attestation, Incident
from table.models import Entry, Person
from table.record.door import PressResult
from table.rules.houses import CLASSICO_COPERTO, VENEZIA
from table.rules.profile import Profile, Role, derive
from table.rules.refusal import Code
from tests.croupier.cases import attest, declaration, inverted, newest, order_lost, report
from tests.croupier.coups import deal, effects, turn
from tests.procedures.conftest import SitDown
from tests.procedures.locations import FIRST_INVERTED
from tests.procedures.looking import awaited, only_case, region
from tests.rig.tables import AtTable


def test_a_presence_is_attested_once_and_only_while_the_incident_stands(table: AtTable) -> None:
    inverted(table)
    case = newest()
    attest(table, case, "ispettore")
    table.cast.ispettore.is_refused(Code.PRESENCE, "attest", incident=case.number)
    table.cast.ispettore.does("ratify", incident=case.number)
    table.cast.comunale.is_refused(Code.FINAL, "attest", incident=case.number)


def test_who_decides_is_one_of_those_who_are_there(table: AtTable) -> None:
    inverted(table)
    case = newest()
    attest(table, case, "second_ispettore")
    table.cast.ispettore.is_refused(Code.PRESENCE, "ratify", incident=case.number)


def test_presences_at_one_incident_of_a_coup_count_for_all_that_hold_it(table: AtTable) -> None:
    declaration(table)
    first = newest()
    attest(table, first, "ispettore", "comunale")
    second = report(table, "undue_third")
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


BOTH_ALWAYS, ALONE = (derive(VENEZIA, key="own", presence=it) for it in ("always_both", "ispettore_gioco"))
WHOSE_WORD: list[tuple[Profile, Callable[[AtTable], None], str]] = [
    (VENEZIA, inverted, "reading of Art. 6, 7, 8"),
    (VENEZIA, declaration, "Super Punto Banco, Premessa"),
    (VENEZIA, order_lost, "rule of Sabot"),
    (BOTH_ALWAYS, declaration, "Super Punto Banco, Premessa"),
    (BOTH_ALWAYS, order_lost, "reading of Art. 6, 7, 8"),
    (ALONE, declaration, "rule of this house"),
    (CLASSICO_COPERTO, order_lost, "default of Sabot"),
]
"""On whose word somebody has to be there before it is decided."""


@pytest.mark.parametrize(("profile", "happens", "source"), WHOSE_WORD)
def test_who_is_missing_is_said_on_the_word_by_which_they_have_to_be_there(
    sit_down: SitDown, profile: Profile, happens: Callable[[AtTable], None], source: str
) -> None:
    table = sit_down(profile)
    happens(table)
    assert table.cast.ispettore.is_refused(Code.PRESENCE, "ratify", incident=newest().number).source == source


@pytest.mark.parametrize("happens", [inverted, declaration, order_lost])
def test_who_may_not_attest_or_ratify_is_refused_on_the_word_of_no_article(
    table: AtTable, happens: Callable[[AtTable], None]
) -> None:
    happens(table)
    for verb in ("attest", "ratify"):
        assert table.refuses(Code.ROLE, verb, incident=newest().number).source == "rule of Sabot"


# --- who caused it


def test_who_caused_the_incident_does_not_attest_it(table: AtTable) -> None:
    deal(table, "P100@1")
    case = report(table, "undue_third")
    table.cast.second_ispettore.does("name_cause", incident=case.number, badge="ivo")
    table.cast.ispettore.is_refused(Code.PRESENCE_SELF, "attest", incident=case.number)
    table.cast.second_ispettore.does("attest", incident=case.number)
    table.cast.ispettore.is_refused(Code.PRESENCE, "ratify", incident=case.number)
    table.cast.second_ispettore.does("ratify", incident=case.number)


def test_an_inspector_who_reported_it_may_attest_it(table: AtTable) -> None:
    deal(table, "P100@1")
    table.cast.ispettore.does("report_incident", kind="undue_third", facts={})
    case = newest()
    table.cast.ispettore.presses(("attest", {"incident": case.number}), ("ratify", {"incident": case.number}))
    assert Attestation.objects.get().badge == "ivo"


def test_who_is_named_when_a_noticed_case_is_told_does_not_attest_it(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["7S"])
    case = newest()
    table.cast.ispettore.does("attest", incident=case.number)
    facts = {"laid": ["punto", "banco", "punto"]}
    table.cast.ispettore.does("report_incident", kind="wrong_number", facts=facts, caused_by="ivo")
    assert newest().caused_by == "ivo"
    table.cast.ispettore.is_refused(Code.PRESENCE, "ratify", incident=case.number)
    table.cast.ispettore.is_refused(Code.PRESENCE_SELF, "attest", incident=case.number)
    table.cast.second_ispettore.does("attest", incident=case.number)
    table.cast.comunale.does("attest", incident=case.number)
    table.cast.second_ispettore.does("ratify", incident=case.number)


def test_who_caused_one_case_of_a_coup_is_not_there_for_the_house_at_any_of_them(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    one = report(table, "inverted", laid=FIRST_INVERTED)
    two = report(table, "undue_third")
    table.cast.ispettore.does("name_cause", incident=two.number, badge="ivo")
    table.cast.ispettore.does("attest", incident=one.number)
    table.cast.ispettore.is_refused(Code.PRESENCE, "ratify", incident=one.number)
    table.cast.ispettore.is_refused(Code.PRESENCE, "annul_incident", incident=one.number, reason="mixed up")
    assert set(awaited(table)) == {"Awaited: the presence of Ispettore di Gioco."}
    table.cast.second_ispettore.does("attest", incident=one.number)
    table.cast.second_ispettore.does("ratify", incident=one.number)


# --- from where


def test_an_inspector_who_was_at_work_here_before_attests_at_their_own_device(table: AtTable) -> None:
    inverted(table)
    answer = table.cast.ispettore.does("attest", incident=newest().number, device="ivo")
    assert device_of(answer) == "own"


def test_who_comes_to_the_table_because_of_a_case_attests_it_at_the_console_and_is_at_work_from_then_on(
    table: AtTable,
) -> None:
    inverted(table)
    case = newest()
    for device in ("irma", "ivo", None):
        table.cast.second_ispettore.is_refused(Code.PRESENCE, "attest", incident=case.number, device=device)
    table.cast.second_ispettore.does("sign_on")
    table.cast.second_ispettore.is_refused(Code.PRESENCE, "attest", incident=case.number, device="irma")
    answer = table.cast.comunale.does("attest", incident=case.number, device="dario")
    assert device_of(answer) == "console"
    assert effects(answer, "signed_on") == [{"badge": "cosima"}]
    assert "cosima" in [it.person.badge for it in table.state.staff]


def test_the_console_is_where_the_dealer_in_charge_is_signed_in_and_nowhere_else(table: AtTable) -> None:
    inverted(table)
    case = newest()
    table.cast.relief.does("take_over")
    table.cast.comunale.is_refused(Code.PRESENCE, "attest", incident=case.number, device="dario")
    assert device_of(table.cast.comunale.does("attest", incident=case.number, device="dora")) == "console"


def test_a_house_may_have_presence_attested_at_any_device_which_signs_on_in_the_same_press(sit_down: SitDown) -> None:
    anywhere = sit_down(derive(VENEZIA, key="anywhere", attest_from="any"))
    inverted(anywhere)
    case = newest()
    answer = anywhere.cast.second_ispettore.does("attest", incident=case.number, device="italo")
    assert (device_of(answer), effects(answer, "signed_on")) == ("other", [{"badge": "irma"}])
    anywhere.cast.second_ispettore.does("ratify", incident=case.number)


def test_who_signs_off_takes_their_word_back_and_gives_it_anew_at_the_console_when_they_return(table: AtTable) -> None:
    inverted(table)
    case = newest()
    attest(table, case, "ispettore")
    table.cast.ispettore.does("sign_off")
    decisions: list[tuple[str, dict[str, Any]]] = [("ratify", {}), ("annul_incident", {"reason": "gone"})]
    for verb, reason in decisions:
        table.cast.ispettore.is_refused(Code.PRESENCE, verb, incident=case.number, **reason)
    assert awaited(table) == ["Awaited: the presence of Ispettore di Gioco."]
    table.cast.ispettore.does("sign_on")
    table.cast.ispettore.is_refused(Code.PRESENCE, "ratify", incident=case.number)
    table.cast.ispettore.is_refused(Code.PRESENCE, "attest", incident=case.number, device="ivo")
    attest(table, case, "ispettore")
    table.cast.ispettore.does("ratify", incident=case.number)
    assert Entry.objects.filter(register=table.code, verb="attest").count() == 2


def test_two_presences_are_two_persons_whatever_a_person_may_be(table: AtTable) -> None:
    declaration(table)
    case = newest()
    attest(table, case, "ispettore")
    with_two_offices = replace(table.cast.ispettore, person=Person.objects.get(badge="ivo"))
    with_two_offices.person.role = Role.ISPETTORE_COMUNALE
    with_two_offices.is_refused(Code.PRESENCE, "attest", incident=case.number)
    table.cast.ispettore.is_refused(Code.PRESENCE, "ratify", incident=case.number)


def device_of(answer: PressResult) -> str:
    """At which device an attestation was given, by the record."""
    [attested] = effects(answer, "incident_attested")
    return str(attested["pressed_at"])


# --- who has a hand in it


def test_who_withdrew_it_before_does_not_attest_it_when_it_is_reported_again(table: AtTable) -> None:
    inverted(table)
    table.cast.ispettore.does("withdraw_incident", incident=newest().number)
    again = report(table, "inverted", laid=FIRST_INVERTED)
    table.cast.ispettore.is_refused(Code.PRESENCE_SELF, "attest", incident=again.number)
    table.cast.second_ispettore.does("attest", incident=again.number)


def test_who_withdrew_a_false_report_of_one_kind_attests_a_later_case_of_another(table: AtTable) -> None:
    inverted(table)
    table.cast.ispettore.does("withdraw_incident", incident=newest().number)
    other = report(table, "wrong_number", lost=[1, 2])
    table.cast.ispettore.does("attest", incident=other.number)


def test_who_ordered_how_the_cards_lie_does_not_attest_that_it_was_wrong(table: AtTable) -> None:
    inverted(table)
    attest(table, newest(), "ispettore")
    table.cast.ispettore.does("ratify", incident=newest().number)
    again = report(table, "inverted", lost=[1, 2])
    table.cast.ispettore.is_refused(Code.PRESENCE_SELF, "attest", incident=again.number)
    other = report(table, "wrong_number", lost=[1, 2])
    table.cast.ispettore.does("attest", incident=other.number)


def test_who_keyed_a_card_of_this_hand_does_not_attest_that_it_was_wrong(table: AtTable) -> None:
    deal(table, "P100@1")
    turn(table)
    fix: dict[str, Any] = {"what": "card", "new": {"number": 1, "card": "8S"}, "reason": "misread"}
    table.cast.ispettore.does("correct_entry", **fix)
    case = report(table, "inverted", lost=[1, 2])
    table.cast.ispettore.is_refused(Code.PRESENCE_SELF, "attest", incident=case.number)
    attest(table, case, "second_ispettore")
    table.cast.second_ispettore.does("annul_incident", incident=case.number, reason="nobody knows")
    table.does("burn")
    inverted(table)
    table.cast.ispettore.does("attest", incident=newest().number)


# --- the cause


def test_a_cause_that_is_named_later_voids_the_word_of_who_is_named(table: AtTable) -> None:
    inverted(table)
    case = newest()
    attest(table, case, "ispettore")
    table.cast.second_ispettore.does("name_cause", incident=case.number, badge="ivo")
    table.cast.ispettore.is_refused(Code.PRESENCE, "ratify", incident=case.number)
    attest(table, case, "second_ispettore")
    table.cast.second_ispettore.does("ratify", incident=case.number)


def test_a_cause_that_somebody_else_has_named_meanwhile_is_not_replaced_unseen(table: AtTable) -> None:
    inverted(table)
    case, cast = newest().number, table.cast
    seen = table.number
    cast.second_ispettore.does("name_cause", incident=case, badge="dario")
    cast.ispettore.is_refused(Code.STALE, "name_cause", incident=case, position="3", seen=seen)
    assert newest().caused_by == "dario"
    seen = table.number
    table.cast.ispettore.does("attest", incident=case)
    cast.ispettore.does("name_cause", incident=case, position="3", seen=seen)
    assert newest().caused_by == "@3"


def test_the_cause_is_a_position_or_somebody_of_the_staff_or_unknown_and_an_ispettore_names_it(table: AtTable) -> None:
    inverted(table)
    case = newest()
    assert case.caused_by == ""
    named: list[tuple[dict[str, Any], str]] = [({"position": "3"}, "@3"), ({"badge": "dario"}, "dario"), ({}, "?")]
    for given, stored in named:
        table.cast.ispettore.does("name_cause", incident=case.number, **given)
        assert newest().caused_by == stored
    whole = Person.objects.create(badge="d" * 20, role=Role.DEALER).badge
    wrongly: list[dict[str, Any]] = [{"position": "3", "badge": "dario"}, {"badge": "nobody"}, {"badge": f"{whole}d"}]
    for wrong in wrongly:
        table.cast.ispettore.is_refused(Code.ARGUMENTS, "name_cause", incident=case.number, **wrong)
    table.cast.ispettore.is_refused(Code.POSITION, "name_cause", incident=case.number, position="99")
    for other in (table.cast.dealer, table.cast.comunale, table.cast.direzione):
        other.is_refused(Code.ROLE, "name_cause", incident=case.number)


def test_a_dealer_names_no_cause_with_their_report(table: AtTable) -> None:
    deal(table, "P100@1")
    refused = table.refuses(Code.ROLE, "report_incident", kind="undue_third", facts={}, caused_by="ivo")
    assert "on duty" in str(refused)
    table.cast.ispettore.is_refused(Code.ARGUMENTS, "report_incident", kind="undue_third", facts={}, caused_by="nobody")
    table.cast.ispettore.does("report_incident", kind="undue_third", facts={}, caused_by="dario")
    assert newest().caused_by == "dario"


def test_what_the_reader_did_is_nobodys_fault_by_the_record_and_who_dealt_is_on_duty(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["7D", "KD"])
    answer = table.does("turn_punto", cards=["4S", "KH"])
    [noticed] = effects(answer, "incident_noticed")
    assert (noticed["on_duty"], newest().caused_by) == ("dario", "")
    table.cast.relief.does("take_over")
    assert only_case(table).incident.on_duty == "dario"
    text = region(table, Role.ISPETTORE_GIOCO)
    assert "On duty" in text
    assert "Named as the cause" not in text
    table.cast.ispettore.does("name_cause", incident=newest().number, position="1")
    assert "position 1" in region(table, Role.ISPETTORE_GIOCO)
