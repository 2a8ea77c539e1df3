"""Who has to be there, and by whose word. Super Punto Banco, Premessa, Art. 6 to 8."""

from procedures.models import Attestation, Incident
from table.rules.houses import VENEZIA
from table.rules.profile import derive
from table.rules.refusal import Code
from tests.croupier.cases import attest, declaration, inverted, newest, report
from tests.croupier.coups import deal
from tests.procedures.conftest import SitDown
from tests.procedures.looking import awaited
from tests.procedures.lying import FIRST_INVERTED
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


# --- who caused it


def test_who_caused_the_incident_does_not_attest_it(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("report_incident", kind="undue_third", facts={}, caused_by="ivo")
    case = newest()
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
    told = {"laid": ["punto", "banco", "punto"]}
    table.cast.ispettore.does("report_incident", kind="wrong_number", facts=told, caused_by="ivo")
    assert newest().caused_by == "ivo"
    table.cast.ispettore.is_refused(Code.PRESENCE, "ratify", incident=case.number)
    table.cast.ispettore.is_refused(Code.PRESENCE_SELF, "attest", incident=case.number)
    table.cast.second_ispettore.does("attest", incident=case.number)
    table.cast.comunale.does("attest", incident=case.number)
    table.cast.second_ispettore.does("ratify", incident=case.number)


def test_who_caused_one_case_of_a_coup_is_not_there_for_the_house_at_any_of_them(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    one = report(table, "inverted", laid=FIRST_INVERTED)
    table.does("report_incident", kind="undue_third", facts={}, caused_by="ivo")
    table.cast.ispettore.does("attest", incident=one.number)
    table.cast.ispettore.is_refused(Code.PRESENCE, "ratify", incident=one.number)
    table.cast.ispettore.is_refused(Code.PRESENCE, "annul_incident", incident=one.number, reason="mixed up")
    assert set(awaited(table)) == {"Awaited: the presence of Ispettore di Gioco."}
    table.cast.second_ispettore.does("attest", incident=one.number)
    table.cast.second_ispettore.does("ratify", incident=one.number)
