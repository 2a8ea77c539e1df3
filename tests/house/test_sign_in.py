"""The way in: badge and PIN, lock-out, sessions on shared tablets, the change of dealer."""

import io
import json
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import Mock, patch

import pytest
from django.contrib.auth.hashers import make_password
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client, RequestFactory
from time_machine import travel

from config import settings as house_settings
from table.access import pins, sessions
from table.access.address import client_address, local
from table.models import HOUSE, MACHINE, Entry, GivenPin, Person, Pin, StaffPresence, StaffSession, WrongPin
from table.record import door
from table.record.cross_register.own_word import awaited
from table.record.machine import clocks
from table.rules.profile import Role
from table.rules.refusal import Code, Refused
from tests.rig.cast import Cast
from tests.rig.rows import every_row
from tests.rig.staff import OWN, PIN, comes_in, is_in, sets_own, with_pin
from tests.rig.tables import ready_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]
WRONG = "Badge and PIN do not belong together"
LOCKED = "This badge is locked at this device"
EVENING = datetime(2026, 3, 7, 20, 0, tzinfo=UTC)


def attempt(client: Client, badge: str, pin: str = PIN, **more: Any) -> Any:
    """One press of "Sign in", by somebody who reads English."""
    headers = {"accept-language": "en"}
    return client.post("/sign-in/", {"badge": badge, "pin": pin}, headers=headers, **more)


def house_acts() -> list[tuple[str, str, str]]:
    """What the register of the house holds, but for how people were taken on."""
    found = Entry.objects.filter(register=HOUSE, verb__in=["sign_in", "sign_out"]).order_by("number")
    return [(it.verb, it.actor, json.loads(it.arguments)["device"]) for it in found]


# --- badge and PIN


def test_badge_and_pin_open_the_overview_and_stand_in_the_register_of_the_house() -> None:
    with_pin(Role.DEALER)
    client = Client()
    answer = attempt(client, "dario")
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert "dario" in client.get("/").content.decode()
    client.post("/sign-out/")
    assert house_acts() == [("sign_in", "dario", "127.0.0.1"), ("sign_out", "dario", "127.0.0.1")]
    assert not is_in(client)


def test_whatever_is_wrong_is_answered_by_the_same_sentence() -> None:
    with_pin(Role.DEALER)
    gone = with_pin(Role.CAPO_TAVOLO)
    Person.objects.filter(pk=gone.pk).update(is_active=False)
    Person.objects.take_on(badge="nuovo", role=Role.DEALER)
    with_pin(Role.SHOE)
    wrong = [("dario", "000000"), ("nobody", PIN), ("tea", PIN), ("nuovo", PIN), ("sabot-3", PIN)]
    wrong += [("", ""), ("x" * 300, PIN), ("dario", "9" * 300)]
    pages = set()
    for badge, pin in wrong:
        client = Client()
        answer = attempt(client, badge, pin)
        assert (answer.status_code, is_in(client)) == (403, False), badge
        page = answer.content.decode()
        assert WRONG in page
        pages.add(re.sub(r'value="[^"]*"|autofocus', "", page))
    assert len({re.sub(r"\s+", " ", page) for page in pages}) == 1
    assert house_acts() == []


def test_a_pin_is_kept_nowhere_as_it_was_typed() -> None:
    with_pin(Role.DEALER)
    attempt(Client(), "dario", "314159")
    attempt(Client(REMOTE_ADDR="10.0.0.2"), "dario")
    assert WrongPin.objects.get(forgiven=False).badge == "dario"
    stored = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{table}"')
            # A moment is written by the clock, whose microseconds may happen to be anybody's PIN.
            stored += [str(it) for row in cursor.fetchall() for it in row if not isinstance(it, datetime)]
    assert any("dario" in it for it in stored)
    assert [it for it in stored if "314159" in it or PIN in it] == []


def test_a_pin_that_was_refused_is_not_shown_again_and_the_badge_is() -> None:
    page = attempt(Client(), "dario", "314159").content.decode()
    assert 'value="dario"' in page
    assert "314159" not in page


# --- lock-out


def lock(badge: str, *, at: str = "10.0.0.1") -> Client:
    """A device at which the PIN of a badge was guessed five times."""
    client = Client(REMOTE_ADDR=at)
    for _ in range(4):
        assert WRONG in attempt(client, badge, "000000").content.decode()
    fifth = attempt(client, badge, "000000")
    assert (fifth.status_code, LOCKED in fifth.content.decode()) == (429, True)
    return client


def test_five_wrong_pins_lock_the_badge_at_this_device_also_for_the_right_one() -> None:
    with_pin(Role.DEALER)
    client = lock("dario")
    page = attempt(client, "dario")
    assert page.status_code == 429
    assert "The Direzione can lift it" in page.content.decode()
    assert not is_in(client)


def test_a_locked_badge_works_at_another_device_and_another_badge_at_this_one() -> None:
    with_pin(Role.DEALER)
    with_pin(Role.DIREZIONE)
    client = lock("dario")
    attempt(client, "delia")
    assert is_in(client)
    elsewhere = Client(REMOTE_ADDR="10.0.0.2")
    attempt(elsewhere, "dario")
    assert is_in(elsewhere)


def test_a_lock_out_ends_after_ten_minutes_however_often_it_was_tried_meanwhile() -> None:
    with_pin(Role.DEALER)
    with travel(EVENING, tick=False) as clock:
        client = lock("dario")
        clock.shift(timedelta(minutes=9, seconds=59))
        assert attempt(client, "dario").status_code == 429
        clock.shift(timedelta(seconds=2))
        attempt(client, "dario")
        assert is_in(client)


def test_a_sign_in_that_succeeds_forgets_the_wrong_pins_before_it() -> None:
    with_pin(Role.DEALER)
    client = Client()
    for _ in range(3):
        for _ in range(4):
            attempt(client, "dario", "000000")
        assert attempt(client, "dario").status_code == 302


def test_another_browser_on_the_same_device_gets_no_further_guesses() -> None:
    with_pin(Role.DEALER)
    lock("dario")
    other = Client(REMOTE_ADDR="10.0.0.1", HTTP_USER_AGENT="another browser")
    assert attempt(other, "dario").status_code == 429


@pytest.mark.parametrize("way", ["sign-in", "change-dealer"])
def test_the_lock_out_holds_for_every_form_that_takes_a_pin(way: str) -> None:
    with_pin(Role.DEALER)
    ready_table()
    client = lock("dario")
    path = "/sign-in/" if way == "sign-in" else "/tables/T3/change-dealer/"
    answer = client.post(path, {"badge": "dario", "pin": PIN, "nonce": "n"})
    assert answer.status_code == 429


@pytest.mark.django_db(transaction=True)
def test_a_hundred_guesses_at_once_are_five_guesses() -> None:
    with_pin(Role.DEALER)
    checked = []

    def counted(pin: str, _stored: Pin) -> bool:
        checked.append(pin)
        return False

    def guess(pin: int) -> None:
        try:
            attempt(Client(), "dario", f"{pin:06}")
        finally:
            connection.close()

    with patch.object(pins, "fits", counted), ThreadPoolExecutor(8) as crowd:
        list(crowd.map(guess, range(40)))
    assert len(checked) == 5


# --- sessions


class Hours:
    """The machine's own clock, which goes on when the test says so."""

    def __init__(self) -> None:
        self.now = clocks.steady() + 1

    def pass_by(self, *, minutes: int) -> None:
        """So many minutes go by."""
        self.now += 60 * minutes


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Hours:
    """Time that passes while nobody waits."""
    passing = Hours()
    monkeypatch.setattr(clocks, "steady", lambda: passing.now)
    return passing


def test_nobody_can_prepare_a_session_for_somebody_else_to_sign_in_with() -> None:
    with_pin(Role.DEALER)
    client = Client()
    session = client.session
    session["planted"] = True
    session.save()
    planted = session.session_key or ""
    client.cookies["sessionid"] = planted
    attempt(client, "dario")
    assert client.session.session_key != planted
    stranger = Client()
    stranger.cookies["sessionid"] = planted
    assert not is_in(stranger)


def test_a_device_changes_hands_with_nothing_left_of_who_was_there_before() -> None:
    client = comes_in(Role.DEALER)
    session = client.session
    session["left"] = "behind"
    session.save()
    before = session.session_key
    with_pin(Role.DIREZIONE)
    attempt(client, "delia")
    assert client.session.session_key != before
    assert "left" not in client.session
    assert [act[:2] for act in house_acts()] == [("sign_in", "dario"), ("sign_out", "dario"), ("sign_in", "delia")]


def test_after_sign_out_the_old_session_opens_nothing() -> None:
    client = comes_in(Role.DEALER)
    copied = client.session.session_key or ""
    client.post("/sign-out/")
    thief = Client()
    thief.cookies["sessionid"] = copied
    assert not is_in(thief)


def test_a_form_without_its_token_signs_nobody_in_or_out() -> None:
    with_pin(Role.DEALER)
    client = Client(enforce_csrf_checks=True)
    assert attempt(client, "dario").status_code == 403
    assert not is_in(client)
    page = client.get("/sign-in/").content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token
    form = {"badge": "dario", "pin": PIN, "csrfmiddlewaretoken": token[1]}
    assert client.post("/sign-in/", form).status_code == 302
    assert client.post("/sign-out/").status_code == 403
    assert is_in(client)


@pytest.mark.parametrize("path", ["/sign-out/"])
def test_a_link_signs_nobody_out(path: str) -> None:
    client = comes_in(Role.DEALER)
    assert client.get(path).status_code == 405
    assert is_in(client)


def test_a_pin_in_an_address_signs_nobody_in() -> None:
    with_pin(Role.DEALER)
    client = Client()
    assert client.get("/sign-in/", {"badge": "dario", "pin": PIN}).status_code == 200
    assert not is_in(client)


def test_a_session_that_lies_idle_for_half_an_hour_is_over_and_one_in_use_is_not(hours: Hours) -> None:
    client = comes_in(Role.DEALER)
    for _ in range(6):
        hours.pass_by(minutes=29)
        assert "dario" in client.get("/").content.decode()
    hours.pass_by(minutes=31)
    assert "dario" not in client.get("/").content.decode()
    assert not is_in(client)


def test_a_session_lasts_no_longer_than_a_shift_however_much_it_is_used(hours: Hours) -> None:
    client = comes_in(Role.DEALER)
    for _ in range(24):
        hours.pass_by(minutes=29)
        assert "dario" in client.get("/").content.decode()
    hours.pass_by(minutes=28)
    assert "dario" not in client.get("/").content.decode()
    assert StaffSession.objects.count() == 0


def test_a_session_in_use_is_written_down_once_a_minute_and_not_more(
    hours: Hours, django_assert_num_queries: Any
) -> None:
    client = comes_in(Role.AUDITOR)
    with django_assert_num_queries(3):  # the session, who it is, and the rules of one's own
        client.get("/houses/")
    hours.pass_by(minutes=2)
    client.get("/houses/")
    assert StaffSession.objects.get().used == 120


@pytest.mark.parametrize("hours_set", [-400, -1, 1, 13, 400])
def test_a_clock_on_the_wall_that_is_set_ends_no_session(hours_set: int) -> None:
    with travel(EVENING, tick=False) as clock:
        client = comes_in(Role.DEALER)
        clock.shift(timedelta(hours=hours_set))
        assert "dario" in client.get("/").content.decode()


def test_nobody_is_signed_out_because_the_house_was_down(hours: Hours, monkeypatch: pytest.MonkeyPatch) -> None:
    client = comes_in(Role.DEALER)
    hours.pass_by(minutes=40)
    monkeypatch.setattr(clocks, "STARTED", hours.now)
    assert "dario" in client.get("/").content.decode()
    hours.pass_by(minutes=31)
    assert "dario" not in client.get("/").content.decode()


def test_an_idle_session_ends_on_another_machine_too_as_far_as_that_one_knows(
    hours: Hours, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = comes_in(Role.DEALER)
    monkeypatch.setattr(clocks, "MACHINE", "another one")
    row = StaffSession.objects.get()
    assert sessions.rested(row) == 0
    hours.pass_by(minutes=31)
    assert sessions.over(row)
    assert "dario" not in client.get("/").content.decode()


def test_a_copy_of_the_database_signs_nobody_in() -> None:
    client = comes_in(Role.DEALER)
    row = StaffSession.objects.get()
    assert client.cookies["sessionid"].value not in f"{row.session_key} {row.session_data}"
    thief = Client()
    thief.cookies["sessionid"] = row.session_key
    assert not is_in(thief)


def test_a_visitor_costs_the_house_no_query(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        Client().get("/")


def test_somebody_who_is_made_inactive_is_signed_out_everywhere() -> None:
    client = comes_in(Role.DEALER)
    Person.objects.filter(badge="dario").update(is_active=False)
    assert "dario" not in client.get("/").content.decode()


def test_who_is_active_again_signs_in_again() -> None:
    """A tablet that was left behind came to life again without a PIN as soon as its person worked here once more."""
    direzione, client = Cast.at(HOUSE).direzione, comes_in(Role.AUDITOR)
    direzione.does("set_active", badge="aldo", active=False)
    direzione.does("set_active", badge="aldo", active=True)
    assert "aldo" not in client.get("/").content.decode()
    assert not is_in(client)


def test_a_new_pin_ends_the_sessions_of_the_old_one() -> None:
    client = comes_in(Role.DEALER)
    pins.keep("dario", make_password("161803"))
    assert "dario" not in client.get("/").content.decode()


def test_cookies_are_out_of_reach_for_scripts_and_for_other_sites() -> None:
    for name, cookie in comes_in(Role.DEALER).cookies.items():
        assert cookie["httponly"], name
        assert cookie["samesite"] == "Lax", name
    assert not house_settings.SESSION_COOKIE_SECURE, "this machine alone, by plain HTTP"


# --- where one goes from there


@pytest.mark.parametrize("wish", ["/houses/baccarat-classico/?decks=8", "/houses/"])
def test_after_sign_in_comes_the_page_that_was_wanted(wish: str) -> None:
    with_pin(Role.DEALER)
    answer = Client().post("/sign-in/", {"badge": "dario", "pin": PIN, "next": wish})
    assert answer["Location"] == wish


@pytest.mark.parametrize(
    "wish",
    [
        "https://elsewhere.example/",
        "//elsewhere.example/",
        "/\\elsewhere.example/",
        "///elsewhere.example",
        "javascript:alert(1)",
        "houses/",
        "http:elsewhere.example",
        "",
    ],
)
@pytest.mark.parametrize("how", ["form", "address"])
def test_nobody_is_sent_out_of_the_house(wish: str, how: str) -> None:
    with_pin(Role.DEALER)
    client = Client()
    if how == "form":
        answer = client.post("/sign-in/", {"badge": "dario", "pin": PIN, "next": wish})
    else:
        attempt(client, "dario")
        answer = client.get("/sign-in/", {"next": wish})
    assert answer["Location"] == "/"


@pytest.mark.parametrize(("language", "word"), [("it", "Uscire"), ("de", "Abmelden"), ("en", "Sign out")])
def test_the_house_speaks_the_language_of_whoever_signed_in(language: str, word: str) -> None:
    client = comes_in(Role.DEALER, language=language)
    answer = client.get("/", headers={"accept-language": "en"})
    assert answer["Content-Language"] == language
    assert word in answer.content.decode()


# --- the change of dealer


def carry_over(client: Client, badge: str, *, code: str = "T3", nonce: str = "press", pin: str = PIN) -> Any:
    return client.post(f"/tables/{code}/change-dealer/", {"badge": badge, "pin": pin, "nonce": nonce})


def at_work(code: str) -> list[str]:
    """The dealers who are signed on at a table."""
    found = StaffPresence.objects.filter(table__code=code, until=None, role=Role.DEALER)
    return [it.person.badge for it in found.select_related("person")]


def test_a_dealer_takes_over_table_and_tablet_in_one_press() -> None:
    table = ready_table()
    client = comes_in(Role.DEALER)
    before = client.session.session_key
    with_pin(Role.DEALER, badge="dora")
    assert client.get("/tables/T3/change-dealer/").status_code == 200
    answer = carry_over(client, "dora")
    assert answer.status_code == 302
    assert at_work("T3") == ["dora"]
    assert client.session["_auth_user_id"] == str(Person.objects.get(badge="dora").pk)
    assert client.session.session_key != before
    assert [act[:2] for act in house_acts()] == [("sign_in", "dario"), ("sign_out", "dario"), ("sign_in", "dora")]
    table.check()


def test_before_the_pin_it_is_said_that_a_table_has_its_dealer_and_not_who_that_is() -> None:
    table, client = ready_table(), Client()

    def said() -> str:
        return client.get("/sign-in/", {"next": "/tables/T3/dealer/"}).content.decode()

    assert 'href="/tables/T3/change-dealer/"' in said()
    assert "dario" not in said()
    elsewhere = client.get("/sign-in/", {"next": "/tables/T3/"}).content.decode()
    assert "change-dealer" not in elsewhere
    table.does("sign_off")
    assert "change-dealer" not in said()


def test_a_press_that_arrives_twice_changes_the_dealer_once() -> None:
    table = ready_table()
    client = comes_in(Role.DEALER)
    with_pin(Role.DEALER, badge="dora")
    carry_over(client, "dora")
    number = table.number
    assert carry_over(client, "dora").status_code == 302
    assert (table.number, at_work("T3")) == (number, ["dora"])


def test_with_a_wrong_pin_the_old_dealer_stays() -> None:
    ready_table()
    client = comes_in(Role.DEALER)
    with_pin(Role.DEALER, badge="dora")
    assert carry_over(client, "dora", pin="000000").status_code == 403
    assert at_work("T3") == ["dario"]
    assert client.session["_auth_user_id"] == str(Person.objects.get(badge="dario").pk)


def test_only_a_dealer_takes_over_from_a_dealer() -> None:
    ready_table()
    client = comes_in(Role.DEALER)
    with_pin(Role.CAPO_TAVOLO)
    answer = carry_over(client, "tea")
    assert answer.status_code == 403
    assert at_work("T3") == ["dario"]


def test_nobody_takes_over_a_table_that_is_not_there() -> None:
    with_pin(Role.DEALER)
    assert carry_over(Client(), "dario", code="T9").status_code == 404


# --- what is done, and then the sign-in is refused


@pytest.fixture
def locked_after(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program holds the database whenever somebody is to be signed in, and at no other time."""
    perform = door.perform

    def locked(owner: str, verb: str, **given: Any) -> Any:
        if verb == "sign_in":
            raise Refused(Code.HELD, "Another program holds the database, so nothing was recorded.")
        return perform(owner, verb, **given)

    monkeypatch.setattr(door, "perform", locked)


@pytest.mark.usefixtures("locked_after")
def test_a_pin_that_is_set_is_not_said_to_be_refused_where_nobody_can_be_signed_in() -> None:
    client, dario = Client(), with_pin(Role.DEALER)
    before = Pin.objects.get(person=dario).hashed
    answer = sets_own(client, "dario", PIN)
    assert (answer.status_code, answer["Location"]) == (302, "/sign-in/")
    assert Pin.objects.get(person=dario).hashed != before
    assert Entry.objects.filter(register=HOUSE, verb="set_own_pin").count() == 1
    assert not is_in(client)


def test_a_dealer_in_charge_is_not_said_to_be_refused_where_nobody_can_be_signed_in(
    request: pytest.FixtureRequest,
) -> None:
    table, client = ready_table(), comes_in(Role.DEALER)
    with_pin(Role.DEALER, badge="dora")
    request.getfixturevalue("locked_after")
    answer = carry_over(client, "dora")
    assert (answer.status_code, answer["Location"]) == (302, "/tables/T3/dealer/")
    assert at_work("T3") == ["dora"]
    assert "change-dealer" in client.get(answer["Location"], follow=True).content.decode()
    table.check()


# --- the first person of a house


def first(monkeypatch: pytest.MonkeyPatch, typed: str, *options: str) -> str:
    """What the command says to somebody who gives these lines."""
    paper = io.StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    call_command("direzione", *options, stdout=paper)
    return paper.getvalue()


def test_the_first_person_of_a_house_is_of_the_direzione_and_on_its_record(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "“delia” is of the Direzione" in first(monkeypatch, f"delia\n{PIN}\n")
    entry = Entry.objects.get(register=HOUSE)
    assert (entry.number, entry.actor, entry.verb) == (1, "delia", "give_pin")
    client = Client()
    assert attempt(client, "delia")["Location"].startswith("/own-pin/"), "whoever sat at the machine has seen it"
    assert not is_in(client)
    sets_own(client, "delia", PIN)
    assert is_in(client)


def test_a_house_with_a_direzione_gets_no_other_first_person(monkeypatch: pytest.MonkeyPatch) -> None:
    first(monkeypatch, f"delia\n{PIN}\n")
    with pytest.raises(CommandError, match=r"This house has a Direzione.*: delia\. .*--anew"):
        first(monkeypatch, f"mallory\n{PIN}\n")
    assert list(Person.objects.values_list("badge", flat=True)) == ["delia"]


@pytest.mark.parametrize("lost", ["its PIN", "the pepper"])
def test_where_none_of_the_direzione_can_sign_in_one_of_them_is_given_a_pin_at_the_machine(
    monkeypatch: pytest.MonkeyPatch, settings: Any, lost: str
) -> None:
    for badge in ("delia", "donata"):
        with_pin(Role.DIREZIONE, badge=badge)
    with_pin(Role.DEALER)
    if lost == "the pepper":
        settings.PIN_PEPPER = b"made anew, as that of before is lost"
    for badge in ("mallory", "dario"):
        with pytest.raises(CommandError, match=f"“{badge}” is none of the Direzione.*: delia, donata"):
            first(monkeypatch, f"{badge}\n{OWN}\n", "--anew")
    with pytest.raises(CommandError, match="too easy to guess"):
        first(monkeypatch, "delia\n123456\n", "--anew")
    assert not GivenPin.objects.exists()
    assert "“delia” is of the Direzione" in first(monkeypatch, f"delia\n{OWN}\n", "--anew")
    given = GivenPin.objects.get()
    assert (given.person.badge, given.by, given.device, given.anew) == ("delia", MACHINE, MACHINE, True)
    assert [(it.badge, it.by, it.until - it.at) for it in awaited(given.at)] == [
        ("delia", MACHINE, timedelta(hours=12))
    ]
    client = Client()
    assert sets_own(client, "delia", OWN, new=PIN).status_code == 302
    assert is_in(client)
    assert {it.badge for it in Person.objects.all()} == {"dario", "delia", "donata"}


def test_who_has_forgotten_the_pin_is_not_kept_out_by_the_wrong_ones_once_there_is_a_new_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client = comes_in(Role.DIREZIONE)
    client.post("/sign-out/")
    wrong = {"badge": "delia", "pin": "999999"}
    assert [client.post("/sign-in/", wrong).status_code for _ in range(6)] == [403] * 4 + [429] * 2
    assert "may sign in" in first(monkeypatch, f"delia\n{OWN}\n", "--anew")
    assert sets_own(client, "delia", OWN, new=PIN).status_code == 302
    assert is_in(client)


def test_a_pepper_that_may_come_back_changes_no_pin(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    with_pin(Role.DIREZIONE)
    before = Pin.objects.get().hashed
    settings.PIN_PEPPER = b"of another house, by mistake in its place"
    with pytest.raises(CommandError, match=r"another pepper.*Bring the file back.*: delia"):
        first(monkeypatch, f"delia\n{OWN}\n")
    assert Pin.objects.get().hashed == before


def test_where_there_is_no_direzione_none_is_given_a_pin_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError, match="none of the Direzione who has a PIN: –"):
        first(monkeypatch, f"delia\n{OWN}\n", "--anew")
    assert not Person.objects.exists()


@pytest.mark.parametrize("typed", ["", "delia\n", "delia\n123456\n", "delia\n12345\n", "de lia\n271828\n"])
def test_without_a_good_badge_and_pin_nobody_is_taken_on(monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    with pytest.raises(CommandError):
        first(monkeypatch, typed)
    assert not Person.objects.exists()
    assert not Entry.objects.exists()


def test_at_a_terminal_the_pin_is_asked_for_twice_and_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _question: "delia")
    answers = iter([PIN, "161803", PIN, PIN])
    monkeypatch.setattr("getpass.getpass", lambda _question: next(answers))
    with pytest.raises(CommandError, match="differ"):
        call_command("direzione")
    call_command("direzione", stdout=io.StringIO())
    assert Person.objects.get().badge == "delia"


@pytest.mark.parametrize("ends", [EOFError, KeyboardInterrupt])
def test_who_leaves_the_question_unanswered_reads_what_was_asked(
    monkeypatch: pytest.MonkeyPatch, ends: type[BaseException]
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", Mock(side_effect=ends))
    with pytest.raises(CommandError, match="A badge and a PIN are needed"):
        call_command("direzione")


# --- PINs and addresses


@pytest.mark.parametrize("pin", ["", "12345", "1" * 13, "12345a", "١٢٣٤٥٦", "111111", "121212", "123456", "987654"])
def test_a_pin_is_six_to_twelve_digits_and_no_obvious_ones(pin: str) -> None:
    with pytest.raises(Refused):
        pins.check(pin)


def test_a_drawn_pin_is_good_and_never_the_same() -> None:
    drawn = {pins.new() for _ in range(200)}
    assert len(drawn) > 190
    for pin in drawn:
        pins.check(pin)


@every_row(
    ("https", "called", "forwarded", "seen"),
    [
        (False, "10.0.0.7", "", "10.0.0.7"),
        (False, "10.0.0.7", "192.0.2.1", "10.0.0.7"),
        (True, "10.0.0.1", "192.0.2.1", "192.0.2.1"),
        (True, "10.0.0.1", "203.0.113.9, 192.0.2.1", "192.0.2.1"),
        (True, "172.16.0.1", "192.0.2.1", "172.16.0.1"),
        (True, "10.0.0.1", "no address", "10.0.0.1"),
        (True, "10.0.0.1", "203.0.113.9, unknown", "10.0.0.1"),
        (True, "10.0.0.1", "203.0.113.9, 10.0.0.2", "203.0.113.9"),
        (True, "10.0.0.1", "198.51.100.1, 203.0.113.9,10.0.0.3, 10.0.0.2", "203.0.113.9"),
        (True, "10.0.0.1", "203.0.113.9, 172.16.0.1", "172.16.0.1"),
        (True, "10.0.0.1", "203.0.113.9, , 10.0.0.2", "10.0.0.2"),
        (True, "10.0.0.1", "10.0.0.9, 10.0.0.2", "10.0.0.9"),
        (True, "10.0.0.1", "203.0.113.9" + ", 10.0.0.2" * 2000, "10.0.0.2"),
        (True, "172.16.0.1", "203.0.113.9, 10.0.0.2", "172.16.0.1"),
        (True, "10.0.0.1", "203.0.113.9:4711", "203.0.113.9"),
        (True, "10.0.0.1", "[2001:DB8::7]:443, [::1]", "2001:db8::7"),
        (True, "::1", "2001:db8::7", "2001:db8::7"),
        (True, "10.0.0.1", "fe80::7%<script>", "fe80::7"),
        (True, "10.0.0.1", "203.0.113.9:0:1", "10.0.0.1"),
        (True, "10.0.0.1", "127.1", "10.0.0.1"),
        (True, "10.0.0.1", "", "10.0.0.1"),
        (False, "2001:DB8::0:7", "", "2001:db8::7"),
        (False, "fe80::7%eth0", "", "fe80::7"),
        (False, "::ffff:10.0.0.7", "", "10.0.0.7"),
        (False, "", "", "0.0.0.0"),
    ],
)
def test_a_device_is_where_the_proxies_of_the_house_were_called_from(
    settings: Any, https: bool, called: str, forwarded: str, seen: str
) -> None:
    settings.HTTPS, settings.TRUSTED_PROXIES = https, ["10.0.0.0/8", "::1/128"]
    headers = {"x-forwarded-for": forwarded} if forwarded else {}
    assert client_address(RequestFactory().get("/", REMOTE_ADDR=called, headers=headers)) == seen


@pytest.mark.parametrize(
    ("called", "headers", "here"),
    [
        ("127.0.0.1", {}, True),
        ("::1", {}, True),
        ("::ffff:127.0.0.1", {}, True),
        ("10.0.0.7", {}, False),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, False),
        ("127.0.0.1", {"forwarded": "for=127.0.0.1"}, False),
        ("127.0.0.1", {"x-forwarded-proto": "https"}, False),
        ("127.0.0.1", {"x-forwarded-host": "sabot.example"}, False),
        ("127.0.0.1", {"x-real-ip": "127.0.0.1"}, False),
        ("127.0.0.1", {"via": "1.1 elsewhere"}, False),
    ],
)
def test_what_a_proxy_brings_does_not_come_from_this_machine(called: str, headers: dict[str, str], here: bool) -> None:
    assert local(RequestFactory().get("/", REMOTE_ADDR=called, headers=headers)) is here
