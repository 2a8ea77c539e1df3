"""The office of the Ispettori Comunali: whom the rules name takes them on and gives a PIN there, and nobody else."""

import re

import pytest
from django.test import Client

from table.access import pins
from table.models import HOUSE, MACHINE, Entry, GivenPin, Person
from table.record.proof import audit
from table.rules.houses import VENEZIA
from table.rules.profile import Role, derive
from table.verbs.house.people import SIGN_IN
from tests.rig.staff import BADGES, sets_own, signed_in
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db
ROOM = "/office/comunali/"
TAKE_ON = {"act": "take_on", "badge": "nino", "language": "it", "nonce": "first"}
GIVE = {"act": "give_pin", "badge": "nino", "nonce": "again"}
GIVEN_BY = (MACHINE, "ispettore_comunale", "direzione")


def pin_in(page: str) -> str:
    """The PIN that a page shows."""
    return "".join(re.findall(r'"pin-digits"><b>(\d+) (\d+)<', page)[0])


def house_where(given_by: str, *, work: int = 1) -> None:
    """A house of which one table, of ``work``, has this rule, and the others the one that follows it."""
    for place in range(work):
        by = GIVEN_BY[GIVEN_BY.index(given_by) + place]
        ready_table(derive(VENEZIA, key=f"own-{place}", comunale_given_by=by), code=f"T{3 + place}")


@pytest.mark.parametrize("given_by", GIVEN_BY)
def test_whom_the_rules_name_does_it_in_the_office_and_no_other_role(given_by: str) -> None:
    house_where(given_by)
    for role in SIGN_IN:
        office = signed_in(role, language="en")
        answer = office.post(ROOM, TAKE_ON)
        opens = role in (Role.DIREZIONE, Role.ISPETTORE_COMUNALE)
        assert office.get(ROOM).status_code == (200 if opens else 403), role
        assert answer.status_code == (200 if role == given_by else 422 if opens else 403), role
        assert Person.objects.filter(badge="nino").exists() == (role == given_by), role
        if role == given_by:
            taken_on_and_given_anew(office, answer.content.decode(), by=BADGES[role])
            return
    assert given_by == MACHINE
    assert not GivenPin.objects.exists()


def taken_on_and_given_anew(office: Client, page: str, *, by: str) -> None:
    """Nino's PIN opens the page for one of their own, is given anew, and all of it is on record with its proof."""
    assert sets_own(Client(), "nino", pin_in(page))["Location"] == "/pit/"
    assert "pin-digits" not in office.post(ROOM, TAKE_ON).content.decode(), "the same press shows it no more"
    again = pin_in(office.post(ROOM, GIVE).content.decode())
    assert sets_own(Client(), "nino", again, nonce="own again").status_code == 302
    entered = Entry.objects.filter(register=HOUSE, actor=by, verb__in=("take_on", "give_pin")).order_by("number")
    assert list(entered.values_list("verb", flat=True)) == ["take_on", "give_pin", "give_pin"]
    assert list(GivenPin.objects.order_by("number").values_list("by", "anew")) == [(by, False), (by, True)]
    assert Person.objects.get(badge="nino").role == Role.ISPETTORE_COMUNALE
    assert [it for it in pins.proven().faults if "nino" in it] == []
    assert [it for it in audit.faults(HOUSE) if "nino" in it] == []


def test_the_strictest_of_the_tables_holds_and_the_office_says_who_it_is() -> None:
    house_where("ispettore_comunale", work=2)
    office = signed_in(Role.DIREZIONE, language="en")
    page = office.get(ROOM).content.decode()
    assert "given a PIN, by: Ispettore Comunale." in page
    assert 'value="take_on"' not in page
    assert office.post(ROOM, TAKE_ON).status_code == 422


def test_where_only_the_machine_does_it_the_office_says_so() -> None:
    for role in (Role.DIREZIONE, Role.ISPETTORE_COMUNALE):
        page = signed_in(role, language="en").get(ROOM).content.decode()
        assert "manage.py comunale" in page
        assert 'name="act"' not in page


def test_a_comunale_gives_others_no_pin_and_themselves_none() -> None:
    house_where("ispettore_comunale")
    office = signed_in(Role.ISPETTORE_COMUNALE, language="en")
    for badge in ("cosima", "dario", "delia", "nobody", ""):
        answer = office.post(ROOM, {**GIVE, "badge": badge, "nonce": f"for {badge}"})
        assert (answer.status_code, "pin-digits" in answer.content.decode()) == (422, False), badge
    assert office.post(ROOM, {**TAKE_ON, "role": "direzione"}).status_code == 200
    assert Person.objects.get(badge="nino").role == Role.ISPETTORE_COMUNALE, "whatever role is sent with it"
