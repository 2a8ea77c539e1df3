"""Presence by badge and PIN, at somebody else's device."""

import pytest
from django.test import Client

from procedures.models import Attestation, Incident
from table.models import Entry
from table.record import chain
from table.rules.profile import Role
from tests.croupier import cases
from tests.procedures.looking import only_case
from tests.rig.staff import PIN, signed_in, with_pin
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
    answer = inspector.post(address(table, case), {"badge": "cosima", "pin": "0000", "nonce": "n1"})
    assert answer.status_code == 403
    assert "0000" not in answer.content.decode()
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
