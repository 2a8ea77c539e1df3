"""A PIN that somebody else has seen is nobody's own: what it opens, how it is replaced, who is told, what proves it."""

import io
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import translation
from time_machine import travel

from table.access import pins
from table.models import HOUSE, MACHINE, Entry, GivenPin, Person, Refusal, WrongPin
from table.record.proof import audit
from table.rules.houses import VENEZIA
from table.rules.profile import Role, derive
from table.rules.refusal import Code
from tests.rig import triggers
from tests.rig.cast import Cast, everybody_is_taken_on
from tests.rig.staff import OWN, PIN, comes_in, is_in, sets_own, with_pin
from tests.rig.tables import ready_table
from tests.rig.tampering import said

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]
EVENING = datetime(2026, 3, 7, 20, 0, tzinfo=UTC)
NOTICE = "Your PIN was given anew"


def reset(badge: str, *, by: Client | None = None, nonce: str = "reset") -> str:
    """The Direzione gives somebody a new PIN in its office; gives the PIN that was shown."""
    office = by or comes_in(Role.DIREZIONE, language="en")
    page = office.post(f"/office/people/{badge}/", {"act": "give_pin", "nonce": nonce}).content.decode()
    shown = re.search(r'"pin-digits"><b>(\d+) (\d+)<', page)
    assert shown, page
    return shown[1] + shown[2]


def sign_in(client: Client, badge: str, pin: str, **more: str) -> Any:
    return client.post("/sign-in/", {"badge": badge, "pin": pin, **more}, headers={"accept-language": "en"})


# --- a PIN that others gave


def test_a_pin_that_others_gave_opens_nothing_but_the_page_on_which_its_owner_sets_their_own() -> None:
    with_pin(Role.DEALER)
    given = reset("dario")
    client = Client(REMOTE_ADDR="10.0.0.9")
    answer = sign_in(client, "dario", given, next="/houses/")
    assert (answer.status_code, answer["Location"]) == (302, "/own-pin/?badge=dario&next=%2Fhouses%2F")
    assert not is_in(client)
    assert 'value="dario"' in client.get(answer["Location"]).content.decode()
    ready_table()
    taken_over = client.post("/tables/T3/change-dealer/", {"badge": "dario", "pin": given, "nonce": "n"})
    assert taken_over["Location"].startswith("/own-pin/?badge=dario")
    assert sets_own(client, "dario", given).status_code == 302
    assert is_in(client)
    assert [sign_in(Client(), "dario", pin).status_code for pin in (given, OWN)] == [403, 302]
    own = Entry.objects.get(register=HOUSE, verb="set_own_pin")
    assert (own.actor, '"device":"10.0.0.9"' in own.arguments) == ("dario", True)


def test_who_takes_over_with_a_pin_that_they_were_given_sets_their_own_and_not_that_of_who_is_signed_in_there() -> None:
    """The page asked for the PIN of whoever was at the tablet: what the relief typed counted as their wrong PINs."""
    ready_table()
    tablet, relief = comes_in(Role.DEALER, language="en"), Cast.at(HOUSE).relief.person.badge
    given = reset(relief)
    typed = {"badge": relief, "pin": given, "nonce": "n"}
    page = tablet.get(tablet.post("/tables/T3/change-dealer/", typed)["Location"]).content.decode()
    assert "PIN that you were given" in page
    form = page[page.index('<form class="proof') :]
    sent = dict(re.findall(r'<input [^>]*name="(\w+)" value="([^"]*)"', form))
    assert sent["badge"] == relief
    wrong = tablet.post("/own-pin/", {**sent, "pin": "314159", "new": OWN, "again": OWN}).content.decode()
    assert f'value="{relief}"' in wrong
    answer = tablet.post("/own-pin/", {**sent, "pin": given, "new": OWN, "again": OWN})
    assert (answer.status_code, answer["Location"]) == (302, "/tables/T3/change-dealer/")
    assert set(WrongPin.objects.values_list("badge", flat=True)) == {relief}
    taken_over = tablet.post("/tables/T3/change-dealer/", {"badge": relief, "pin": OWN, "nonce": "n2"})
    assert taken_over["Location"] == "/tables/T3/dealer/"


def test_a_blank_that_a_tablet_puts_behind_the_badge_is_no_part_of_it_where_an_own_pin_is_set_either() -> None:
    with_pin(Role.DEALER)
    given, tablet = reset("dario"), Client()
    assert sign_in(tablet, "dario ", given).status_code == 302
    assert sets_own(tablet, "dario ", given).status_code == 302
    assert is_in(tablet)
    assert not [it for it in pins.proven().faults if "dario" in it]


def test_somebody_sets_another_pin_whenever_they_like_and_it_ends_what_the_old_one_opened() -> None:
    here, there = comes_in(Role.AUDITOR, language="en"), Client()
    sign_in(there, "aldo", PIN)
    assert 'href="/own-pin/"' in here.get("/").content.decode()
    assert sets_own(here, "somebody-else", PIN)["Location"] == "/records/", "the badge is that of who is signed in"
    assert (is_in(here), "aldo" in here.get("/").content.decode()) == (True, True)
    assert "aldo" not in there.get("/").content.decode()
    assert sets_own(here, "aldo", PIN).status_code == 302, "the same press again"
    assert Entry.objects.filter(register=HOUSE, verb="set_own_pin").count() == 1


@pytest.mark.parametrize(
    ("new", "again", "sentence"),
    [
        ("161803", "161804", "The two new PINs differ"),
        ("345678", "345678", "too easy to guess"),
        ("901234567890", "901234567890", "too easy to guess"),
        ("1618", "1618", "six to twelve digits"),
        (PIN, PIN, "The new PIN is the old one"),
    ],
)
def test_a_new_pin_that_is_no_good_is_no_wrong_try_and_changes_nothing(new: str, again: str, sentence: str) -> None:
    with_pin(Role.DEALER)
    typed = {"badge": "dario", "pin": PIN, "new": new, "again": again, "nonce": "n"}
    for _ in range(6):
        answer = Client().post("/own-pin/", typed, headers={"accept-language": "en"})
        assert (answer.status_code, sentence in answer.content.decode()) == (422, True)
        assert new not in answer.content.decode()
    assert sign_in(Client(), "dario", PIN).status_code == 302


def test_a_wrong_old_pin_counts_as_a_wrong_try() -> None:
    with_pin(Role.DEALER)
    answers = [sets_own(Client(), "dario", "314159").status_code for _ in range(5)]
    assert answers == [403, 403, 403, 403, 429]
    assert sign_in(Client(), "dario", PIN).status_code == 429
    assert sets_own(Client(), "nobody", "314159").status_code == 403


def test_nobody_gives_themselves_a_pin_in_the_office() -> None:
    office = comes_in(Role.DIREZIONE, language="en")
    assert "/own-pin/" in office.get("/office/people/delia/").content.decode()
    answer = office.post("/office/people/delia/", {"act": "give_pin", "nonce": "n"})
    assert (answer.status_code, "by nobody else" in answer.content.decode()) == (422, True)


# --- its owner is told


def test_of_a_pin_given_anew_its_owner_is_told_at_every_sign_in_for_thirty_days() -> None:
    with travel(EVENING, tick=False) as clock:
        with_pin(Role.DEALER, language="en")
        tablet = Client(REMOTE_ADDR="10.0.0.9")
        answer = sets_own(tablet, "dario", reset("dario"))
        assert answer["Location"] == "/own-pin/given/?next=%2F"
        page = tablet.get(answer["Location"]).content.decode()
        assert NOTICE in page
        assert "given anew by delia on 7 Mar 2026, 21:00, first used on 7 Mar 2026, 21:00 from 10.0.0.9" in page
        for days, address in ((29, "/own-pin/given/?next=%2Fhouses%2F"), (2, "/houses/")):
            clock.shift(timedelta(days=days))
            assert sign_in(Client(), "dario", OWN, next="/houses/")["Location"] == address


def test_a_first_pin_is_shown_to_nobody_as_its_owner_would_miss_it_if_it_was_used() -> None:
    office = comes_in(Role.DIREZIONE)
    form = {"act": "take_on", "nonce": "n", "badge": "dora", "role": "dealer", "language": "it"}
    page = office.post("/office/people/", form).content.decode()
    given = "".join(re.findall(r'"pin-digits"><b>(\d+) (\d+)<', page)[0])
    assert sets_own(Client(), "dora", given)["Location"] == "/"
    assert sets_own(Client(), "dora", given, nonce="thief").status_code == 403


# --- the Ispettore Comunale


def comunale(monkeypatch: pytest.MonkeyPatch, typed: str) -> str:
    """What the command says to somebody at the machine who gives these lines."""
    paper = io.StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    call_command("comunale", stdout=paper)
    return paper.getvalue()


def test_the_comunale_is_taken_on_and_given_a_pin_at_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "“cosima” is Ispettore Comunale" in comunale(monkeypatch, f"cosima\n{PIN}\n")
    assert sets_own(Client(), "cosima", PIN)["Location"] == "/pit/"
    Person.objects.update(language="en")
    comunale(monkeypatch, f"cosima\n{PIN}\n")
    assert list(GivenPin.objects.values_list("by", "device", "anew")) == [(MACHINE, MACHINE, anew) for anew in (0, 1)]
    tablet = Client()
    page = tablet.get(sets_own(tablet, "cosima", PIN, nonce="again")["Location"]).content.decode()
    assert "given anew by a command at the machine" in page
    with_pin(Role.DEALER)
    for typed in (f"dario\n{PIN}\n", "co sima\n271828\n", "cosima\n123456\n", "\n"):
        with pytest.raises(CommandError):
            comunale(monkeypatch, typed)


def test_the_direzione_neither_takes_a_comunale_on_nor_knows_a_pin_of_theirs() -> None:
    house = Cast.at(HOUSE)
    house.direzione.is_refused(Code.ROLE, "take_on", badge="nino", role="ispettore_comunale")
    house.direzione.is_refused(Code.ARGUMENTS, "take_on", badge=MACHINE, role="direzione")
    house.direzione.is_refused(Code.ROLE, "give_pin", badge="cosima")
    house.direzione.is_refused(Code.ROLE, "give_pin", badge="cosima", shown_at=MACHINE)
    house.direzione.is_refused(Code.ROLE, "set_role", badge="dario", role="ispettore_comunale")
    office = comes_in(Role.DIREZIONE, language="en")
    answer = office.post("/office/people/cosima/", {"act": "give_pin", "nonce": "n"})
    assert (answer.status_code, "manage.py comunale" in answer.content.decode()) == (422, True)
    assert Refusal.objects.filter(verb="give_pin", actor="delia").count() == 3


@pytest.mark.parametrize("by", ["direzione", "ispettore_comunale"])
def test_a_house_may_say_who_gives_a_comunale_their_pin_and_the_strictest_of_its_tables_holds(by: str) -> None:
    ready_table(derive(VENEZIA, key="own", comunale_given_by=by))
    house = Cast.at(HOUSE)
    gives, other = (house.direzione, house.comunale) if by == "direzione" else (house.comunale, house.direzione)
    gives.does("take_on", badge="nino", role="ispettore_comunale")
    gives.does("give_pin", badge="nino")
    other.is_refused(Code.ROLE, "give_pin", badge="nino")
    house.comunale.is_refused(Code.ROLE, "give_pin", badge="dario")
    ready_table(VENEZIA, code="T4")
    gives.is_refused(Code.ROLE, "give_pin", badge="nino")


def test_the_last_of_the_direzione_stays_it() -> None:
    delia = Cast.at(HOUSE).direzione
    delia.is_refused(Code.ROLE, "set_role", badge="delia", role="dealer")
    delia.does("take_on", badge="donata", role="direzione")
    delia.does("set_active", badge="donata", active=False)
    delia.is_refused(Code.ROLE, "set_role", badge="delia", role="dealer")
    delia.is_refused(Code.ROLE, "set_active", badge="delia", active=False)
    delia.does("set_active", badge="donata", active=True)
    delia.does("set_role", badge="delia", role="dealer")


# --- what proves a PIN


def verified() -> str:
    """What `manage.py verify` says of the register of the house; raises CommandError if it is not sound."""
    paper = io.StringIO()
    with translation.override("en"):
        call_command("verify", HOUSE, stdout=paper)
    return paper.getvalue()


def test_who_writes_a_hash_into_the_database_is_found(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    everybody_is_taken_on()
    for badge in ("delia", "cosima", "dario"):
        pins.keep(badge, make_password(PIN))
    delia = Client()
    sign_in(delia, "delia", PIN)
    comunale(monkeypatch, f"cosima\n{PIN}\n")
    sets_own(Client(), "cosima", PIN)
    reset("dario", by=delia)
    said = verified()
    assert "PINs: 2 compared" in said
    assert "PINs: 1 set before" in said
    for badge in ("cosima", "dario"):
        own = pins.stored()[badge]
        for forged in (make_password(OWN), pins.stored()["delia"], ""):
            pins.keep(badge, forged)
            with pytest.raises(CommandError, match="house"):
                verified()
            assert [badge in it for it in pins.proven().faults] == [True]
        pins.keep(badge, own)
    settings.PIN_PEPPER = b"another pepper, as in a house that was copied without its own"
    assert "PINs: 2 not compared" in verified()


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_an_entry_of_a_pin_that_was_altered_past_reading_is_said_in_a_sentence(command: str) -> None:
    everybody_is_taken_on()
    Cast.at(HOUSE).direzione.does("give_pin", badge="dario")
    triggers.drop_triggers(connection)
    try:
        for written in ("{", "[]", '{"badge":"dario","proof":5}', '{"badge":["dario"]}'):
            Entry.objects.filter(register=HOUSE, verb="give_pin").update(arguments=written)
            assert said(command, HOUSE)[-1] == "Not sound: house."
    finally:
        triggers.create_triggers(connection)


def test_a_pin_that_others_gave_is_not_made_ones_own_beside_the_door() -> None:
    everybody_is_taken_on()
    delia = Cast.at(HOUSE).direzione
    shown = {"badge": "dario", "shown_at": "10.0.0.1", "proof": pins.proof("dario", "x"), "anew": True, "hours": 12}
    number = delia.presses(("give_pin", shown)).number
    assert audit.faults(HOUSE) == []
    GivenPin.objects.update(used=number, used_from="10.0.0.1")
    assert [it for it in audit.faults(HOUSE) if f"given PIN {number} is" in it] != []
    GivenPin.objects.all().delete()
    assert audit.faults(HOUSE) == [f"house: given PIN {number} is on record, and gone"]


def test_a_house_of_before_has_pins_of_its_owners() -> None:
    """There no entry kept a proof, and nobody can tell who had seen a PIN: it is taken for its owner's."""
    everybody_is_taken_on()
    Cast.at(HOUSE).direzione.does("give_pin", badge="dario")
    pins.keep("dario", make_password(PIN))
    assert sign_in(Client(), "dario", PIN)["Location"] == "/"
    assert "PINs: 1 set before" in verified()
