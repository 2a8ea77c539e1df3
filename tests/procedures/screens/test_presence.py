"""Presence by badge and PIN, at somebody else's device."""

import re

import pytest
from django.test import Client

from procedures.models import Attestation, Incident
from table.models import Entry, House, Refusal
from table.record import chain
from table.record.proof import audit
from table.rules.profile import Role
from tests.croupier import cases
from tests.procedures.looking import only_case
from tests.rig.pressing import drawn
from tests.rig.staff import OWN, PIN, sets_own, signed_in, with_pin
from tests.rig.tables import AtTable

pytestmark = pytest.mark.django_db


def address(table: AtTable, case: Incident) -> str:
    return f"/tables/{table.code}/incidents/{case.number}/attest/"


@pytest.fixture
def inspector(table: AtTable) -> Client:
    """The device of the Ispettore di Gioco; the Comunale has a PIN too."""
    with_pin(Role.ISPETTORE_COMUNALE)
    return signed_in(Role.ISPETTORE_GIOCO)


def test_another_inspector_is_present_by_badge_and_pin_and_nobody_is_signed_out(
    table: AtTable, inspector: Client
) -> None:
    table.cast.comunale.does("sign_on")
    cases.declaration(table)
    case = only_case(table).incident
    answer = inspector.post(address(table, case), {"badge": "cosima", "pin": PIN, "nonce": "n1"})
    assert (answer.status_code, answer["Location"]) == (302, f"/tables/T3/#incident-{case.number}")
    assert [(it.badge, it.role) for it in Attestation.objects.all()] == [("cosima", "ispettore_comunale")]
    assert "ivo" in inspector.get("/tables/T3/").content.decode()
    assert device_of(table) == "other"


def test_who_comes_for_the_case_attests_it_at_the_console_and_at_no_device_of_an_inspector(
    table: AtTable, inspector: Client
) -> None:
    cases.declaration(table)
    case = only_case(table).incident
    given = {"badge": "cosima", "pin": PIN, "nonce": "n1"}
    answer = inspector.post(address(table, case), given | {"device": "dario"})
    assert answer.status_code == 403
    assert "console del tavolo" in answer.content.decode()
    assert not Attestation.objects.exists()
    assert signed_in(Role.DEALER).post(address(table, case), given | {"nonce": "n2"}).status_code == 302
    assert device_of(table) == "console"


def device_of(table: AtTable) -> str:
    """At which device the last attestation was given, by the record."""
    outcome = chain.read(Entry.objects.filter(register=table.code, verb="attest").latest("number").outcome)
    return str(dict(outcome["effects"])["incident_attested"]["pressed_at"])


def test_a_wrong_pin_attests_nothing(table: AtTable, inspector: Client) -> None:
    cases.declaration(table)
    case = only_case(table).incident
    answer = inspector.post(address(table, case), {"badge": "cosima", "pin": "135792468013", "nonce": "n1"})
    assert answer.status_code == 403
    assert "135792468013" not in answer.content.decode()
    assert not Attestation.objects.exists()


def test_who_caused_it_does_not_attest_it_by_pin_either(table: AtTable) -> None:
    cases.inverted(table)
    case = only_case(table).incident
    client = signed_in(Role.DEALER)
    answer = client.post(address(table, case), {"badge": "dario", "pin": PIN, "nonce": "n1"})
    assert answer.status_code == 403
    assert not Attestation.objects.exists()


def test_at_the_dealers_tablet_it_leads_back_to_the_console(table: AtTable) -> None:
    cases.inverted(table)
    with_pin(Role.ISPETTORE_GIOCO)
    case = only_case(table).incident
    answer = signed_in(Role.DEALER).post(address(table, case), {"badge": "ivo", "pin": PIN, "nonce": "n1"})
    assert answer["Location"] == f"/tables/T3/dealer/#incident-{case.number}"


def test_a_case_that_is_decided_asks_for_nobody(table: AtTable, inspector: Client) -> None:
    cases.inverted(table)
    case = only_case(table).incident
    assert inspector.get(address(table, case)).status_code == 200
    table.does("withdraw_incident", incident=case.number)
    assert inspector.get(address(table, case)).status_code == 404


# --- a PIN that others gave


def given_anew(badge: str, *, own: bool = True) -> str:
    """The Direzione resets a PIN at its own device, and its owner sets their own at theirs; gives what was shown."""
    office = Client(REMOTE_ADDR="10.0.0.1")
    with_pin(Role.DIREZIONE)
    office.post("/sign-in/", {"badge": "delia", "pin": PIN})
    page = office.post(f"/office/people/{badge}/", {"act": "give_pin", "nonce": "reset"}).content.decode()
    shown = "".join(re.findall(r'"pin-digits"><b>(\d+) (\d+)<', page)[0])
    if own:
        sets_own(Client(REMOTE_ADDR="10.0.0.9"), badge, shown)
    return shown


def test_a_pin_that_others_gave_attests_nothing(table: AtTable) -> None:
    cases.inverted(table)
    case = only_case(table).incident
    with_pin(Role.ISPETTORE_GIOCO)
    shown = given_anew("ivo", own=False)
    answer = signed_in(Role.DEALER).post(address(table, case), {"badge": "ivo", "pin": shown, "nonce": "n1"})
    assert (answer.status_code, Attestation.objects.exists()) == (403, False)
    assert list(Refusal.objects.values_list("actor", "verb", "code")) == [("ivo", "attest", "E_PIN_NOT_OWN")]
    assert audit.faults("T3") == []


def test_beside_an_attestation_stands_for_a_month_that_the_pin_was_given_anew(table: AtTable) -> None:
    cases.inverted(table)
    case = only_case(table).incident
    with_pin(Role.ISPETTORE_GIOCO)
    console = signed_in(Role.DEALER)
    given_anew("ivo")
    with_pin(Role.ISPETTORE_GIOCO, badge="gina")
    seen = House.objects.get().number
    console.post("/given-pins/", {"badge": "gina", "pin": PIN, "of": "ivo", "nonce": "gina", "seen": seen})
    assert console.post(address(table, case), {"badge": "ivo", "pin": OWN, "nonce": "n1"}).status_code == 302
    facts = dict(chain.read(Entry.objects.get(register="T3", verb="attest").outcome)["effects"])["incident_attested"]
    assert (facts["pin_by"], facts["pin_from"]) == ("delia", "10.0.0.9")
    reader = signed_in(Role.AUDITOR, language="en")
    for path in ("/tables/T3/register/", f"/tables/T3/incidents/{case.number}/"):
        assert re.search(
            r"PIN given anew by delia on .* first used from 10\.0\.0\.9", reader.get(path).content.decode()
        )
    text = drawn(table, "incidents:ispettore_gioco", "en")
    assert re.search(r"<b>ivo</b> <small[^>]*>PIN given anew by delia on [^<]+, first used from 10\.0\.0\.9<", text)
    table.check()


@pytest.mark.parametrize(("at", "who"), [("10.0.0.1", Role.DEALER), ("127.0.0.1", Role.DIREZIONE)])
def test_nobody_attests_at_the_device_that_showed_their_pin_nor_beside_who_gave_it(
    table: AtTable, at: str, who: Role
) -> None:
    cases.inverted(table)
    case = only_case(table).incident
    with_pin(Role.ISPETTORE_GIOCO)
    given_anew("ivo")
    device = Client(REMOTE_ADDR=at)
    device.post("/sign-in/", {"badge": with_pin(who).badge, "pin": PIN})
    answer = device.post(address(table, case), {"badge": "ivo", "pin": OWN, "nonce": "n1"})
    assert (answer.status_code, Attestation.objects.exists()) == (403, False)
    assert Refusal.objects.filter(actor="ivo", verb="attest", code="E_PRESENCE").exists()
