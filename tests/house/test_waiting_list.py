"""The list of the pit: who waits for a seat at several tables, who is called from it. Super Punto Banco, Art. 13."""

import html
import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from markupsafe import escape

from table.models import HOUSE, Guest, Position, Table, Waiting
from table.record.cross_register.waiting import who_waits
from table.record.proof import audit
from table.rules.houses import ADMIRAL, VENEZIA
from table.rules.profile import Role
from table.rules.refusal import Code
from table.screens.inspector.pit_list import next_turn
from table.screens.regions import Region, render
from tests.rig.page import words
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable, Cast, Somebody, ready_table, seat
from tests.training.room import CODE as TRAINING_TABLE
from tests.training.room import training_table

pytestmark = pytest.mark.django_db


def pit(part: str = "ispettore") -> Somebody:
    """One of the cast, in the register of the house."""
    found: Somebody = getattr(Cast.at(HOUSE), part)
    return found


def waits(guest: str, *tables: str, profile: str = "") -> int:
    """Enter a guest, and return the guest's number."""
    answer = pit().does("wait_for_seat", guest=guest, tables=[*tables] or None, profile=profile)
    return Waiting.objects.get(asked=answer.number).number


def two_tables() -> tuple[AtTable, AtTable]:
    """Two tables of one house, with places at both."""
    first = ready_table()
    first.does("sign_off")
    return first, ready_table(code="T5", seats=2)


def read(table: AtTable, region: str) -> str:
    """What can be read of a region."""
    return words(render(table.snapshot, Region(region, "en")))


def next_at(table: AtTable) -> str:
    """The key of who is next there, or called; empty where nobody is."""
    it = next_turn(table.snapshot)
    return it.guest if it is not None else ""


def calls(table: AtTable, guest: str, position: str, number: int) -> None:
    """Call a guest to a seat of this table."""
    table.cast.capo_isola.does("call_guest", guest=guest, position=position, number=number)


def listed() -> list[str]:
    """Who waits, in turn."""
    return [it.guest for it in who_waits()]


def audited(*tables: AtTable) -> None:
    """Every register is whole and deals the same again."""
    for table in tables:
        table.check()
    assert [it for it in audit.faults(HOUSE) if "waiting" in it] == []


# --- the turn


def test_who_asked_first_is_next_at_every_table_for_which_they_wait_and_at_no_other() -> None:
    first, second = two_tables()
    waits("hugo", "T5")
    waits("ida", "T3", "T5")
    waits("luca")
    waits("mara", profile=VENEZIA.key)
    assert listed() == ["hugo", "ida", "luca", "mara"]
    assert (next_at(first), next_at(second)) == ("ida", "hugo")
    assert read(first, "tile:capo_isola").count("A place is free: number 2") == 1
    audited(first, second)


def test_where_no_place_is_free_nobody_is_next() -> None:
    table = ready_table(seats=9)
    waits("luca")
    assert next_at(table) == ""
    table.does("report_unmarked_absence", position="4")
    assert next_at(table) == "luca"


def test_who_is_called_stands_on_the_sign_by_their_number_alone_until_they_sit() -> None:
    first, second = two_tables()
    number = waits("hugo")
    calls(first, "hugo", "8", number)
    assert "Called: number 1 to position 8" in read(first, "sign")
    assert "Number 1 is expected." in read(first, "strip:8")
    assert "hugo" not in read(first, "sign") + read(first, "strip:8")
    assert "Called" not in read(second, "sign")
    assert (next_at(first), next_at(second)) == ("hugo", "")
    first.cast.ispettore.does("occupy", position="8")
    assert "Called" not in read(first, "sign")
    assert listed() == []
    audited(first, second)


def test_who_was_passed_over_comes_after_the_others_and_from_whom_the_call_was_withdrawn_keeps_their_turn() -> None:
    table = ready_table()
    hugo, ida = waits("hugo"), waits("ida")
    calls(table, "hugo", "8", hugo)
    table.cast.capo_isola.does("withdraw_call", position="8", number=hugo)
    assert (next_at(table), table.state.positions["8"].state) == ("hugo", "free")
    calls(table, "hugo", "8", hugo)
    table.cast.ispettore.does("pass_over", position="8", number=hugo)
    assert listed() == ["ida", "hugo"]
    calls(table, "ida", "8", ida)
    assert read(table, "tile_sheets:capo_isola").count("passed over: 1") == 1
    audited(table)


def test_who_was_called_first_is_expected_first_also_in_the_hour_that_a_clock_shows_twice() -> None:
    """Hugo is called at 2:58, and Ida four minutes later, at 2:02: the clocks of Rome are put back in between."""
    table = ready_table()
    hugo, ida = waits("hugo"), waits("ida")
    for guest, position, number, minute in (("hugo", "8", hugo, 0), ("ida", "9", ida, 4)):
        at = datetime(2026, 10, 25, 0, 58, tzinfo=UTC) + timedelta(minutes=minute)
        with time_machine.travel(at, tick=False):
            calls(table, guest, position, number)
    assert next_at(table) == "hugo"


# --- what is refused


def test_nobody_is_called_to_two_tables_and_the_second_inspector_is_told_where() -> None:
    first, second = two_tables()
    number = waits("hugo")
    calls(first, "hugo", "8", number)
    given: dict[str, Any] = {"guest": "hugo", "position": "3", "number": number}
    refused = second.cast.ispettore.is_refused(Code.STALE, "call_guest", **given)
    assert str(refused).startswith("Number 1 is called to position 8 of table T3 already.")
    assert second.state.positions["3"].state == "free"
    assert Position.objects.filter(called=number).count() == 1
    audited(first, second)


def test_who_got_a_seat_where_they_wished_is_called_no_more_and_waits_no_more_once_they_sit() -> None:
    first, second = two_tables()
    number = waits("hugo", "T3", "T5")
    second.cast.capo_isola.presses(("reserve", {"guest": "hugo"}), ("assign", {"guest": "hugo", "position": "4"}))
    given: dict[str, Any] = {"guest": "hugo", "position": "8", "number": number}
    refused = first.cast.ispettore.is_refused(Code.NOT_FREE, "call_guest", **given)
    assert "has position 4 of table T5 already" in str(refused)
    assert next_at(first) == ""
    second.does("occupy", position="4")
    first.cast.ispettore.is_refused(Code.STALE, "call_guest", **given)
    assert listed() == []


def test_from_a_seat_for_which_they_do_not_wait_a_guest_is_called_away() -> None:
    first, second = two_tables()
    seat(second, "hugo", "4")
    calls(first, "hugo", "8", waits("hugo", "T3"))
    assert first.state.positions["8"].called == 1


def test_a_seat_of_the_same_key_at_a_training_table_keeps_nobody_from_being_called() -> None:
    first = ready_table()
    number = waits("hugo")
    training_table()
    hugo = Guest.objects.get(key="hugo")
    assert Position.objects.filter(table__code=TRAINING_TABLE, label="4").update(state="occupied", holder=hugo)
    assert who_waits()[0].has == ()
    assert next_at(first) == "hugo"
    calls(first, "hugo", "8", number)
    assert first.state.positions["8"].called == number


def test_a_call_takes_a_free_place_who_waits_for_it_and_what_the_screen_showed() -> None:
    first, second = two_tables()
    number = waits("hugo", "T3")
    at: dict[str, Any] = {"guest": "hugo", "position": "8", "number": number}
    second.cast.ispettore.is_refused(Code.NO_RESERVATION, "call_guest", **at)
    isp = first.cast.ispettore
    isp.is_refused(Code.NOT_FREE, "call_guest", **{**at, "position": "1"})
    isp.is_refused(Code.POSITION, "call_guest", **{**at, "position": "88"})
    isp.is_refused(Code.STALE, "call_guest", **{**at, "guest": "ida"})
    isp.is_refused(Code.STALE, "call_guest", **{**at, "number": 7})
    before = first.number
    seat(first, "ida", "9")
    isp.is_refused(Code.STALE, "call_guest", seen=before, **at)
    for wrong in (0, 1000, "1", None):
        isp.is_refused(Code.ARGUMENTS, "call_guest", **{**at, "number": wrong})
    isp.is_refused(Code.SEAT, "pass_over", position="8", number=number)
    calls(first, "hugo", "8", number)
    isp.is_refused(Code.SEAT, "withdraw_call", position="8", number=number + 1)
    first.refuses(Code.ROLE, "pass_over", position="8", number=number)
    first.cast.direzione.is_refused(Code.ROLE, "withdraw_call", position="8", number=number)
    audited(first, second)


@pytest.mark.parametrize(
    ("code", "given"),
    [
        (Code.ARGUMENTS, {"guest": "g" * 21}),
        (Code.ARGUMENTS, {"guest": "a\x00b"}),
        (Code.ARGUMENTS, {"guest": "", "tables": None}),
        (Code.ARGUMENTS, {"guest": "hugo", "tables": []}),
        (Code.ARGUMENTS, {"guest": "hugo", "tables": ["T3"], "profile": VENEZIA.key}),
        (Code.TABLE, {"guest": "hugo", "tables": ["T3", "T9"]}),
        (Code.ARGUMENTS, {"guest": "hugo", "tables": ["T\x00"]}),
        (Code.ARGUMENTS, {"guest": "hugo", "tables": ["T" * 2001]}),
        (Code.TABLE, {"guest": "hugo", "profile": "nobody-plays-it"}),
    ],
)
def test_what_makes_no_sense_is_not_entered(code: Code, given: dict[str, Any]) -> None:
    ready_table(seats=1)
    pit().is_refused(code, "wait_for_seat", **given)
    assert not Waiting.objects.exists()


def test_the_list_is_kept_by_the_pit_and_holds_a_guest_once() -> None:
    ready_table(seats=1)
    waits("hugo")
    for part in ("dealer", "comunale", "capo_tavolo", "auditor"):
        pit(part).is_refused(Code.ROLE, "wait_for_seat", guest="ida")
        pit(part).is_refused(Code.ROLE, "leave_list", guest="hugo")
    again = pit().is_refused(Code.NO_RESERVATION, "wait_for_seat", guest="hugo", tables=["T3"])
    assert str(again).startswith("This guest waits on the list of the pit already.")
    pit("direzione").is_refused(Code.PRESENCE, "erase_guest", guest="hugo", notes=[])
    pit("capo_isola").does("leave_list", guest="hugo")
    pit().is_refused(Code.NO_RESERVATION, "leave_list", guest="hugo")
    assert waits("hugo", "T3") == 2
    audited()


def test_a_number_that_comes_round_while_its_guest_waits_is_not_given_though_the_list_is_not_full() -> None:
    ready_table(seats=1)
    waits("hugo")
    waits("ida")
    Waiting.objects.filter(guest__key="ida").update(number=999)
    refused = pit().is_refused(Code.NO_RESERVATION, "wait_for_seat", guest="lea")
    assert str(refused).startswith("The next number is that of somebody who still waits: give them a seat")


def test_a_house_that_checks_papers_checks_them_before_it_calls() -> None:
    table = ready_table(ADMIRAL, seats=1)
    at: dict[str, Any] = {"guest": "hugo", "position": "3", "number": waits("hugo")}
    table.cast.ispettore.is_refused(Code.IDENTITY, "call_guest", **at)
    table.cast.ispettore.presses(("confirm_identity", {"guest": "hugo"}), ("call_guest", at))
    assert table.state.positions["3"].called == 1


def test_when_the_table_closes_nobody_is_called_there_any_more_and_they_wait_on() -> None:
    table = ready_table()
    number = waits("hugo")
    calls(table, "hugo", "8", number)
    table.cast.ispettore.does("close_table")
    assert not Position.objects.exclude(called=None).exists()
    table.cast.ispettore.is_refused(Code.TABLE_NOT_OPEN, "call_guest", guest="hugo", position="8", number=number)
    assert listed() == ["hugo"]
    audited(table)


def test_who_left_the_list_or_sits_elsewhere_is_called_still_and_the_pit_can_call_them_off() -> None:
    first, second = two_tables()
    hugo, ida = waits("hugo"), waits("ida")
    calls(first, "hugo", "8", hugo)
    calls(first, "ida", "9", ida)
    pit().does("leave_list", guest="hugo")
    seat(second, "ida", "4")
    assert listed() == []
    assert "Called: number 1 to position 8 · number 2 to position 9" in read(first, "sign")
    assert read(first, "tile_sheets:capo_isola").count("Did not come") == 2
    first.cast.capo_isola.does("withdraw_call", position="8", number=hugo)
    first.cast.ispettore.does("pass_over", position="9", number=ida)
    assert "Called" not in read(first, "sign")
    assert "Did not come" not in read(first, "tile_sheets:capo_isola")
    audited(first, second)


def test_who_is_passed_over_is_the_guest_that_was_called_and_not_another_one_with_their_number() -> None:
    table = ready_table()
    number = waits("hugo")
    calls(table, "hugo", "8", number)
    pit().does("leave_list", guest="hugo")
    waits("ida")
    Waiting.objects.filter(guest__key="ida").update(number=number)  # as when numbers have begun anew
    table.cast.ispettore.does("pass_over", position="8", number=number)
    assert Waiting.objects.get(guest__key="ida").passed == 0


@pytest.mark.parametrize("guest", ['"><script>1', "';--", "{{ 7 * 7 }}", "%(guest)s %s", "\\u0022", "=1+1", "<b>x"])
def test_a_guest_is_called_whatever_they_are_named_and_no_name_becomes_part_of_a_page(guest: str) -> None:
    table = ready_table()
    number = waits(guest)
    shown = render(table.snapshot, Region("tile_sheets:capo_isola", "en"))
    page = signed_in(Role.CAPO_ISOLA, language="en").get("/pit/waiting/").content.decode()
    for text in (shown, page):
        assert str(escape(guest)) in text
        assert guest not in text or not set("<\"'") & set(guest)
    pressed = re.search(r'data-press="([^"]+call_guest[^"]+)"', shown)
    assert pressed is not None
    assert json.loads(html.unescape(pressed[1]))[0]["given"]["guest"] == guest
    calls(table, guest, "8", number)
    assert guest in read(table, "tile:capo_isola")


def test_a_turn_that_no_act_has_entered_or_changed_is_found_out() -> None:
    ready_table(seats=1)
    waits("hugo")
    Waiting.objects.update(number=5)
    assert [it for it in audit.faults(HOUSE) if "waiting list" in it] != []


# --- the page


def posted(client: Client, act: str, **typed: Any) -> Any:
    """A form of the page is sent."""
    return client.post("/pit/waiting/", {"act": act, "nonce": uuid4().hex, **typed})


def test_the_page_enters_calls_and_takes_off(django_capture_on_commit_callbacks: Any) -> None:
    table = ready_table()
    client = signed_in(Role.CAPO_ISOLA, language="en")
    assert posted(client, "wait_for_seat", guest="hugo", tables=["T3"]).status_code == 302
    page = client.get("/pit/waiting/").content.decode()
    assert "“hugo” waits with number 1." in page
    assert "Call to T3, position 8" in page
    assert posted(client, "wait_for_seat", guest="hugo").status_code == 422
    inbox = table.row.inbox
    with django_capture_on_commit_callbacks(execute=True):
        at = {"guest": "hugo", "number": "1", "table": "T3", "position": "8"}
        stale = posted(client, "call_guest", **at, seen=str(table.number - 30))
        assert stale.status_code == 409
        assert posted(client, "call_guest", **at, seen=str(table.number)).status_code == 302
    assert "called to position 8 of table T3" in client.get("/pit/waiting/").content.decode()
    assert Table.real.get(code="T3").inbox == inbox, "its own entry tells its screens"
    for wrong in ({**at, "table": "house"}, {**at, "table": "T9\x00"}, {**at, "number": "x" * 900}, {}):
        assert posted(client, "call_guest", **wrong, seen="1").status_code in (400, 409, 422)
    assert posted(client, "leave_list", guest="hugo").status_code == 302
    assert listed() == []


def test_what_changes_on_the_list_is_seen_at_every_table(django_capture_on_commit_callbacks: Any) -> None:
    first, second = two_tables()
    before = [first.row.inbox, second.row.inbox]
    with django_capture_on_commit_callbacks(execute=True):
        number = waits("hugo")
    assert [first.row.inbox, second.row.inbox] == [it + 1 for it in before]
    with django_capture_on_commit_callbacks(execute=True):
        calls(first, "hugo", "8", number)
    assert second.row.inbox == before[1] + 2
    with django_capture_on_commit_callbacks(execute=True):
        waits("ida")
        second.cast.capo_isola.presses(("reserve", {"guest": "ida"}), ("assign", {"guest": "ida", "position": "4"}))
        second.cast.capo_isola.presses(("reserve", {"guest": "luca"}), ("assign", {"guest": "luca", "position": "5"}))
    assert first.row.inbox == before[0] + 3, "of the list is ida alone"
