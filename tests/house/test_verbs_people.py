"""Who works in the house, their PINs, and who signs in, through the door of the house's register."""

import json
from typing import Any

import pytest

from table.access import pins
from table.models import HOUSE, Entry, Person, Pin
from table.rules.profile import Role
from table.rules.refusal import Code
from tests.rig.tables import Cast, Somebody, check, ready_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def direzione() -> Somebody:
    """Delia, in the house."""
    return Cast.at(HOUSE).direzione


def test_somebody_who_stops_working_here_is_inactive_and_may_come_back(direzione: Somebody) -> None:
    for active in (False, True):
        direzione.does("set_active", badge="dario", active=active)
        assert Person.objects.get(badge="dario").is_active is active


def test_who_is_at_work_at_a_table_stays_active_until_signed_off(direzione: Somebody) -> None:
    table = ready_table()
    refused = direzione.is_refused(Code.PRESENCE, "set_active", badge="dario", active=False)
    assert "at work at the table “T3”" in str(refused)
    table.does("sign_off")
    direzione.does("set_active", badge="dario", active=False)
    assert not Person.objects.get(badge="dario").is_active


def test_a_press_that_waited_is_judged_by_what_its_person_is_when_it_is_done(direzione: Somebody) -> None:
    """Whoever pressed was read before the table was locked: another role or none is what they have by then."""
    table = ready_table()
    irma = table.cast.second_ispettore
    first = irma.does("suspend", nonce="before")
    direzione.does("set_role", badge="irma", role="dealer")
    assert Role(irma.person.role) is Role.ISPETTORE_GIOCO, "as the press found them"
    irma.is_refused(Code.ROLE, "resume")
    direzione.does("set_role", badge="irma", role="direzione")
    annotated = irma.does("annotate", text="in the new role")
    assert Entry.objects.get(register="T3", number=annotated.number).role == Role.DIREZIONE
    direzione.does("set_active", badge="irma", active=False)
    irma.is_refused(Code.SIGNED_OUT, "resume")
    assert irma.does("suspend", nonce="before") == first, "what was done before keeps its answer"
    assert table.row.status == "suspended"


def test_nobody_shuts_themself_out(direzione: Somebody) -> None:
    direzione.is_refused(Code.ROLE, "set_active", badge="delia", active=False)
    direzione.does("take_on", badge="donata", role="direzione")
    Somebody(Person.objects.get(badge="donata"), HOUSE).does("set_active", badge="delia", active=False)
    assert not Person.objects.get(badge="delia").is_active


@pytest.mark.parametrize("verb", ["give_pin", "lift_lock_out"])
def test_a_new_pin_and_a_lifted_lock_out_are_on_record_and_the_pin_is_not(direzione: Somebody, verb: str) -> None:
    pins.keep("dario", "kept")
    answer = direzione.does(verb, badge="dario")
    entry = Entry.objects.get(register=HOUSE, number=answer.number)
    assert (entry.actor, entry.verb, json.loads(entry.arguments)["badge"]) == ("delia", verb, "dario")
    assert Pin.objects.get(person__badge="dario").hashed == "kept"
    direzione.is_refused(Code.ARGUMENTS, verb, badge="dario", pin="1234")


@pytest.mark.parametrize(
    ("verb", "given"),
    [("give_pin", {}), ("lift_lock_out", {}), ("set_role", {"role": "dealer"}), ("set_active", {"active": True})],
)
def test_nothing_is_done_to_somebody_whom_nobody_knows(direzione: Somebody, verb: str, given: dict[str, Any]) -> None:
    refused = direzione.is_refused(Code.ARGUMENTS, verb, badge="nobody", **given)
    assert str(refused) == "Nobody has the badge “nobody”."


def test_who_signs_in_and_out_and_where_is_on_record() -> None:
    auditor = Cast.at(HOUSE).auditor
    auditor.does("sign_in", device="tablet-7")
    auditor.does("sign_out", device="fe80::1")
    entries = Entry.objects.filter(register=HOUSE).values_list("actor", "verb", "arguments")
    assert list(entries) == [
        ("aldo", "sign_in", '{"device":"tablet-7"}'),
        ("aldo", "sign_out", '{"device":"fe80::1"}'),
    ]


@pytest.mark.parametrize("device", ["", "-", "the tablet of Rossi", "tablet-Ü", "x" * 41])
@pytest.mark.parametrize("verb", ["sign_in", "sign_out"])
def test_a_device_is_named_by_a_key_and_not_in_words(verb: str, device: str) -> None:
    Cast.at(HOUSE).auditor.is_refused(Code.ARGUMENTS, verb, device=device)


def test_a_shoe_reader_does_not_sign_in() -> None:
    Cast.at(HOUSE).shoe.is_refused(Code.ROLE, "sign_in", device="sabot-3")


def test_the_register_of_the_house_stays_whole(direzione: Somebody) -> None:
    direzione.presses(("give_pin", {"badge": "dario"}), ("lift_lock_out", {"badge": "dario"}))
    table = ready_table()
    direzione.does("pair_display", code="7HK2", kind="sign", table=table.code)
    check(table.code)


def test_an_electronic_shoe_is_no_person_of_the_house(direzione: Somebody) -> None:
    """Of one that became so before, the register reads on as it was written."""
    taken_on = direzione.is_refused(Code.ARGUMENTS, "take_on", badge="sabot-9", role="shoe")
    now_one = direzione.is_refused(Code.ARGUMENTS, "set_role", badge="dario", role="shoe")
    assert (
        str(taken_on)
        == str(now_one)
        == ("An electronic shoe is no person: it is paired with its table, and signs in nowhere.")
    )
    assert not Person.objects.filter(role="shoe").exists()
