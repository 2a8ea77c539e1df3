"""Wrong PINs: who has to wait after how many, who never has to, and what the house keeps and tells of it."""

from datetime import UTC, datetime, timedelta
from threading import Thread
from typing import Any
from unittest.mock import patch
from zlib import crc32

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.utils.timezone import localtime
from time_machine import travel

from table.access import attempts, hashing, pins
from table.models import Attack, KnownAddress, Outlet, Person, WrongPin
from table.outside.delivery import deliver
from table.rules.profile import Role
from tests.rig.staff import PIN, comes_in, with_pin
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db
EVENING = datetime(2026, 3, 7, 20, 0, tzinfo=UTC)
WRONG = "000000"


def at(address: str) -> Client:
    """A device with this address, at which English is read."""
    return Client(REMOTE_ADDR=address, headers={"accept-language": "en"})


def tries(address: str, badge: str, pin: str = WRONG) -> int:
    """What becomes of a PIN that is tried there."""
    return int(at(address).post("/sign-in/", {"badge": badge, "pin": pin}).status_code)


def elsewhere(badge: str, times: int) -> list[int]:
    """Wrong PINs of a badge, each at another device at which nobody ever signed in."""
    return [tries(f"203.0.113.{number}", badge) for number in range(1, times + 1)]


# --- invented badges keep nobody waiting


def test_nobody_waits_behind_badges_that_were_made_up_to_collide_with_theirs() -> None:
    """However many there are of the same checksum, and however long they hold their turn."""
    with_pin(Role.DEALER)
    same = next(f"x{n}" for n in range(100_000) if crc32(f"x{n}".encode()) % 64 == crc32(b"dario") % 64)
    assert tries("203.0.113.1", same) == 403
    with attempts.hashing_slot(attempts.attempt(same, None, "203.0.113.1")):
        assert tries("10.0.0.1", "dario", PIN) == 302


def test_who_is_at_their_own_device_waits_behind_no_stranger(monkeypatch: pytest.MonkeyPatch) -> None:
    dealer = with_pin(Role.DEALER)
    tries("10.0.0.1", "dario", PIN)
    monkeypatch.setattr(hashing, "LONGEST_WAIT_SECONDS", 0.01)
    with attempts.hashing_slot(attempts.attempt("dario", dealer, "203.0.113.1")):
        assert tries("203.0.113.2", "dario", PIN) == 429
        assert tries("10.0.0.1", "dario", PIN) == 302


# --- a limit for each device, before anything is hashed


def test_many_wrong_pins_at_one_device_end_there_whatever_the_badge_and_nothing_is_hashed_any_more() -> None:
    with_pin(Role.DEALER)
    answers = [tries("203.0.113.1", f"b{number // 4}") for number in range(24)]
    assert answers == [403] * 19 + [429] * 5
    with patch.object(pins, "fits") as hashes:
        assert tries("203.0.113.1", "dario", PIN) == 429
    assert not hashes.called
    assert tries("203.0.113.2", "dario", PIN) == 302


def test_one_pin_for_each_of_many_badges_ends_at_eight() -> None:
    for number in range(12):
        Person.objects.take_on(badge=f"dealer-{number}", role=Role.DEALER)
    assert [tries("203.0.113.1", f"dealer-{number}") for number in range(12)] == [403] * 7 + [429] * 5
    assert Attack.objects.get().whom == "203.0.113.1"


def test_those_who_typed_a_pin_wrong_and_then_right_are_no_attack_on_a_device_that_they_share() -> None:
    for number in range(12):
        badge = f"dealer-{number}"
        with_pin(Role.DEALER, badge=badge)
        assert (tries("10.0.0.1", badge), tries("10.0.0.1", badge, PIN)) == (403, 302)
    assert not Attack.objects.exists()


# --- from many devices


@pytest.mark.parametrize("role", [Role.DEALER, Role.ISPETTORE_COMUNALE, Role.DIREZIONE])
def test_tries_from_elsewhere_never_slow_the_device_where_the_owner_has_signed_in(role: Role) -> None:
    badge = with_pin(role).badge
    assert tries("10.0.0.1", badge, PIN) == 302
    assert elsewhere(badge, 14) == [403] * 9 + [429] * 5
    assert tries("10.0.0.1", badge, PIN) == 302
    assert tries("10.0.0.1", badge, WRONG) == 403
    assert tries("10.0.0.9", badge, PIN) == 429, "where it never signed in"
    assert Attack.objects.get().whom == badge


def test_one_badge_is_slowed_and_no_other() -> None:
    with_pin(Role.DEALER)
    with_pin(Role.DIREZIONE)
    elsewhere("dario", 12)
    assert tries("10.0.0.9", "delia", PIN) == 302


def test_once_it_is_lifted_the_owner_comes_in_at_any_device_of_the_house_though_it_goes_on() -> None:
    """Somebody goes from tablet to tablet with a badge that never signed in at them."""
    with_pin(Role.DEALER)
    comes_in(Role.DIREZIONE)
    tablets = [f"10.0.1.{number}" for number in range(10)]
    assert {tries(it, "delia", PIN) for it in tablets} == {302}
    assert [tries(it, "dario") for it in tablets] == [403] * 9 + [429]
    assert tries("127.0.0.1", "dario", PIN) == 429
    attempts.lift("dario")
    elsewhere("dario", 10)
    assert tries("203.0.113.99", "dario", PIN) == 429
    assert tries("127.0.0.1", "dario", PIN) == 302


def test_many_badges_from_many_devices_end_too_and_the_devices_of_the_house_are_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(attempts, "MOST_OF_STRANGERS", 6)
    with_pin(Role.DEALER)
    with_pin(Role.DIREZIONE)
    assert tries("10.0.0.1", "delia", PIN) == 302
    for number in range(8):
        Person.objects.take_on(badge=f"dealer-{number}", role=Role.DEALER)
    assert [tries(f"203.0.113.{number}", f"dealer-{number}") for number in range(8)] == [403] * 5 + [429] * 3
    assert [tries("198.51.100.1", "made-up"), tries("198.51.100.2", "dario", PIN)] == [429, 429]
    assert tries("10.0.0.1", "dario", PIN) == 302, "that person never was there, but others of the house were"
    assert Attack.objects.get().kind == "house"


# --- time


@pytest.mark.parametrize("jump", [timedelta(hours=-1), timedelta(hours=1)])
def test_a_clock_that_jumps_locks_nobody_out_for_longer(jump: timedelta) -> None:
    with_pin(Role.DEALER)
    with travel(EVENING, tick=False) as clock:
        assert [tries("10.0.0.1", "dario") for _ in range(5)][-1] == 429
        clock.shift(jump)
        assert tries("10.0.0.1", "dario", PIN) == 302


def test_a_lock_out_that_was_lifted_under_a_clock_put_ahead_is_lifted_for_no_longer() -> None:
    with_pin(Role.DEALER)
    comes_in(Role.DIREZIONE)
    tablets = [f"10.0.1.{number}" for number in range(10)]
    with travel(EVENING, tick=False) as clock:
        assert {tries(it, "delia", PIN) for it in (*tablets, "10.0.1.20")} == {302}
        clock.shift(timedelta(days=1))
        attempts.lift("dario")
        clock.shift(timedelta(days=-1))
        assert [tries(it, "dario") for it in tablets] == [403] * 9 + [429]
        assert tries("10.0.1.20", "dario", PIN) == 429


def test_a_device_that_was_not_used_for_long_is_a_strangers() -> None:
    with_pin(Role.DEALER)
    with travel(EVENING, tick=False) as clock:
        tries("10.0.0.1", "dario", PIN)
        clock.shift(timedelta(days=91))
        elsewhere("dario", 10)
        assert tries("10.0.0.1", "dario", PIN) == 429


# --- on both engines, by several at once


def test_a_crowd_of_guesses_at_many_devices_is_counted_as_if_they_came_one_by_one(real_database: str) -> None:
    with_pin(Role.DEALER)
    checked = []

    def counted(pin: str, _stored: Any) -> bool:
        checked.append(pin)
        return False

    def guesses(first: int) -> None:
        for number in range(first, first + 5):
            tries(f"203.0.113.{number}", "dario", f"{number:06}")
        connection.close()

    with patch.object(pins, "fits", counted):
        crowd = [Thread(target=guesses, args=[first]) for first in range(0, 20, 5)]
        for one in crowd:
            one.start()
        for one in crowd:
            one.join()
    assert len(checked) == attempts.MOST_ELSEWHERE


# --- what is kept, and who is told


def test_a_wrong_pin_leaves_a_trace_that_the_direzione_and_an_auditor_read_and_nobody_else() -> None:
    with_pin(Role.DEALER)
    tries("203.0.113.7", "dario", "314159")
    tries("203.0.113.7", "271828271828", "314159")
    tries("203.0.113.7", "dario", PIN)
    for role in (Role.DIREZIONE, Role.AUDITOR):
        page = comes_in(role, language="en").get("/records/house/wrong-pins/").content.decode()
        assert "203.0.113.7" in page
        assert "a badge that nobody has" in page
        assert "the right PIN followed" in page
        assert "271828271828" not in page, "what was typed as a badge may be a PIN"
        assert "314159" not in page
    assert comes_in(Role.ISPETTORE_GIOCO).get("/records/house/wrong-pins/").status_code == 403


def test_the_trace_is_turned_over_page_by_page_and_asked_for_by_badge() -> None:
    given = {"digest": "d", "at": EVENING, "own": False, "ours": False}
    WrongPin.objects.bulk_create(WrongPin(badge="dario", address=f"10.0.0.{it}", **given) for it in range(60))
    WrongPin.objects.create(badge="delia", address="10.9.9.9", **given)
    client = comes_in(Role.AUDITOR, language="en")
    first = client.get("/records/house/wrong-pins/?actor=dario").content.decode()
    assert "10.9.9.9" not in first
    assert ("10.0.0.59<" in first, "10.0.0.9<" in first) == (True, False)
    oldest = client.get("/records/house/wrong-pins/?actor=dario&after=0").content.decode()
    assert ("10.0.0.59<" in oldest, "10.0.0.9<" in oldest) == (False, True)


def test_an_attack_has_its_times_in_utc_for_whoever_points_at_it() -> None:
    Attack.objects.create(kind=Attack.Kind.ADDRESS, whom="203.0.113.7", since=EVENING, last=EVENING)
    with travel(EVENING + timedelta(hours=1)):
        page = comes_in(Role.AUDITOR, language="en").get("/records/house/wrong-pins/").content.decode()
    assert page.count(f'title="{EVENING.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f} UTC"') == 2
    assert page.count(f'datetime="{localtime(EVENING).isoformat()}"') == 2


def test_an_attack_is_told_on_the_front_page_of_the_office_to_the_direzione_alone() -> None:
    with_pin(Role.DEALER)
    ready_table()
    elsewhere("dario", 12)
    page = comes_in(Role.DIREZIONE, language="en").get("/office/").content.decode()
    assert "Wrong PINs of badge “dario” are tried at devices where it never signed in." in page
    assert "Wrong PINs" not in comes_in(Role.OPERATOR, language="en").get("/office/").content.decode()
    row = Attack.objects.get()
    assert row.times == 1
    with travel(row.last + timedelta(minutes=30), tick=False):
        elsewhere("dario", 12)
    assert Attack.objects.get().times == 2


def test_an_attack_is_told_to_whom_alerts_are_told_once(settings: Any) -> None:
    settings.ALERTS_TO = ["mail:direzione@example.org"]
    with_pin(Role.DEALER)
    deliver()
    elsewhere("dario", 12)
    deliver()
    deliver()
    [message] = mail.outbox
    assert message.subject == "Si stanno provando dei PIN"
    assert "dario" in message.body
    assert Outlet.objects.get().failures == 0


def test_who_is_erased_is_forgotten_here_too() -> None:
    with_pin(Role.DEALER)
    tries("10.0.0.1", "dario")
    tries("10.0.0.1", "dario", PIN)
    attempts.forget("dario")
    assert not WrongPin.objects.exists()
    assert not KnownAddress.objects.exists()
