"""Who comes to the online game and what is tried there: forged, foreign, too much, too often, and all at once."""

import re
import runpy
from datetime import UTC, datetime, timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client, RequestFactory, override_settings
from time_machine import travel

from table.access import pace, pairing
from table.access.hashing import Peppered
from table.access.pace import TokenBuckets
from table.live.callers import Caller
from table.models import OnlineGame, OnlinePlayer, OnlineSession, WrongPassword
from table.online import dealing, doorway
from table.rules.houses import HOUSES
from table.rules.profile import Box, Role
from table.rules.refusal import Refused
from table.screens.rules.page import front
from table.words.numbers import numbers_here
from tests.online.players import START, Somebody
from tests.rig.crowd import at_once
from tests.rig.daphne import ROOT
from tests.rig.staff import signed_in

FORGED = ("-10", "1e3", "NaN", "1.001", "9" * 40, "٣", "10 10", "0x10", "1,000.00", "--", "1'", "\u202e10", "null")


@pytest.mark.one_in(4)
@pytest.mark.django_db
@pytest.mark.parametrize("amount", FORGED)
def test_online_a_forged_amount_is_refused_and_changes_nothing(amount: str) -> None:
    anna = Somebody()
    assert anna.sends(punto="1", banco=amount).status_code in (400, 422)
    assert (anna.row.balance, [it.state for it in anna.games]) == (START, ["prepared"])


@pytest.mark.one_in(4)
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"nonce": "", "game": "1", "punto": "1"}, 422),
        ({"nonce": "a" * 61, "game": "1", "punto": "1"}, 422),
        ({"nonce": "a\0b", "game": "1", "punto": "1"}, 400),
        ({"nonce": "n", "game": "", "punto": "1"}, 422),
        ({"nonce": "n", "game": "-1", "punto": "1"}, 422),
        ({"nonce": "n", "game": "9" * 30, "punto": "1"}, 422),
        ({"nonce": "n", "game": "²", "punto": "1"}, 422),
        ({"nonce": "n", "game": "2", "punto": "1"}, 409),
        ({"nonce": "n", "game": "1"}, 422),
        ({"nonce": "n", "game": "1", "jackpot": "1"}, 422),
        ({"nonce": "n", "game": "1", "punto": "1" * 100_000}, 400),
        ({f"f{number}": "" for number in range(400)}, 400),
    ],
)
def test_online_a_press_that_cannot_be_read_is_refused_and_changes_nothing(form: dict[str, str], status: int) -> None:
    anna = Somebody()
    assert anna.client.post("/online/baccarat/deal/", form).status_code == status
    assert (anna.row.balance, [it.state for it in anna.games]) == (START, ["prepared"])


@pytest.mark.django_db
def test_online_nobody_plays_or_reads_the_games_of_another_player() -> None:
    anna, berta = Somebody("Anna"), Somebody("Berta")
    anna.deals(nonce="hers", punto="10")
    anna.deals(punto="10")
    berta.deals(nonce="hers", punto="1")
    assert [it.stakes for it in berta.games] == [{"punto": 100}, {}]
    assert berta.client.get("/online/history/2/").status_code == 404
    assert berta.sends(game=3, punto="1").json()["code"] == "E_STALE"
    stranger = Client()
    for path in ("baccarat/", "baccarat/deal/", "baccarat/state/", "history/", "history/1/", "play-money/"):
        send = stranger.post if path in ("baccarat/deal/", "play-money/") else stranger.get
        assert send(f"/online/{path}")["Location"] == "/online/"
    forged = Client()
    forged.cookies[doorway.COOKIE] = OnlineSession.objects.order_by("digest")[0].digest
    assert forged.get("/online/baccarat/")["Location"] == "/online/"


@pytest.mark.django_db
def test_online_a_press_whose_answer_was_lost_is_dealt_by_now_or_never_will_be() -> None:
    anna = Somebody()
    promised = anna.state()["commitment"]
    fate = anna.asks_after(1)
    assert (fate["game"], fate["over"]) == (1, 0)
    late = anna.sends(nonce="late", game=1, promised=promised, punto="10")
    assert (late.status_code, late.json()["code"]) == (409, "E_STALE")
    assert "Nothing is staked" in late.json()["sentence"]
    assert (anna.row.balance, [it.state for it in anna.games]) == (START, ["prepared"])

    dealt = anna.deals(nonce="now", game=1, promised=fate["commitment"], punto="10")
    fate = anna.asks_after(1)
    same = ("over", "game", "commitment", "balance", "paid")
    assert [fate[it] for it in same] == [dealt[it] for it in same], "what was dealt stays so"
    assert anna.client.post("/online/baccarat/state/", {"game": "x"}).status_code == 422


@pytest.mark.django_db
def test_online_a_press_is_dealt_from_the_shoe_that_its_page_has_promised_or_not_at_all() -> None:
    anna, berta = Somebody("Anna"), Somebody("Berta")
    for promised in (berta.state()["commitment"], "0" * 64, "x" * 5000):
        refused = anna.sends(game=1, promised=promised, punto="10")
        assert (refused.status_code, refused.json()["code"]) == (409, "E_STALE")
    assert (anna.row.balance, [it.state for it in anna.games]) == (START, ["prepared"])
    shown = re.search(r'name="promised" value="(\w{64})"', anna.page("baccarat/"))
    assert shown is not None
    assert anna.deals(game=1, promised=shown[1], punto="10")["over"] == 1


@pytest.mark.django_db
def test_online_a_player_opens_nothing_of_the_house_and_nobody_of_the_house_is_a_player() -> None:
    anna, staff = Somebody(), signed_in(Role.DIREZIONE)
    token = anna.client.cookies[doorway.COOKIE].value
    for path in ("/work/", "/pit/", "/pit/waiting/", "/office/", "/records/", "/records/day/register/", "/admin/"):
        stranger, hers = Client().get(path), anna.client.get(path)
        assert (hers.status_code, hers.headers.get("Location")) == (
            stranger.status_code,
            stranger.headers.get("Location"),
        )
        assert hers.status_code in (302, 403, 404), path
    cookies = {doorway.COOKIE: token, settings.SESSION_COOKIE_NAME: token, pairing.COOKIE: token}
    caller = Caller(cookies, session_cookie=settings.SESSION_COOKIE_NAME)
    assert (caller.person(), caller.display()) == (None, None)
    staff.cookies[doorway.COOKIE] = staff.cookies[settings.SESSION_COOKIE_NAME].value
    assert staff.get("/online/baccarat/")["Location"] == "/online/"


@pytest.mark.django_db
def test_online_a_refusal_tells_nobody_who_has_an_account_neither_by_words_nor_by_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Somebody("Anna")
    worked: list[str] = []

    def counted(name: str) -> Any:
        real = getattr(Peppered, name)

        def working(hasher: Peppered, *given: Any) -> Any:
            worked.append(name)
            return real(hasher, *given)

        return working

    for name in ("encode", "verify"):
        monkeypatch.setattr(Peppered, name, counted(name))
    answers, counts = [], []
    for name in ("Anna", "Nobody"):
        found = Somebody(name, address="203.0.113.9", comes=False).comes("sign-in", password="wrong one")
        answers.append(
            (found.status_code, re.findall(r'class="notice[^>]*>(.*?)</', found.content.decode(), re.DOTALL))
        )
        counts.append(len(worked))
    assert answers[0] == answers[1]
    assert answers[0][1]
    assert counts == [1, 2]


@pytest.mark.django_db
def test_online_passwords_are_shown_no_faster_than_people_type_them(monkeypatch: pytest.MonkeyPatch) -> None:
    thief = Somebody(address="203.0.113.9", comes=False)
    monkeypatch.setattr(doorway, "PASSWORDS", TokenBuckets(burst=2, per_second=0.001))
    assert [thief.comes("sign-in").status_code for _ in range(4)] == [403, 403, 429, 429]
    assert WrongPassword.objects.count() == 2, "what comes too fast costs the house no statement"


@pytest.mark.django_db
def test_online_a_form_from_elsewhere_deals_nothing() -> None:
    anna = Somebody()
    elsewhere = Client(enforce_csrf_checks=True)
    elsewhere.cookies[doorway.COOKIE] = anna.client.cookies[doorway.COOKIE].value
    state = ("baccarat/state/", {"game": "1"})
    for path, form in (("baccarat/deal/", {"nonce": "n", "game": "1", "punto": "1"}), ("play-money/", {}), state):
        assert elsewhere.post(f"/online/{path}", form).status_code == 403
    cookie = anna.client.cookies[doorway.COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert len(anna.games) == 1


@pytest.mark.one_in(4)
@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", ["ab", "a" * 21, "", "<b>x</b>", "a/../b", "Anna\0", "Anna\u202e", "\u200banna", "a\nb", "...", "Anna_"]
)
def test_online_a_name_is_short_and_can_be_written(name: str) -> None:
    assert Somebody(name, comes=False).comes("sign-up").status_code in (400, 422)
    assert OnlinePlayer.objects.count() == 0


@pytest.mark.django_db
def test_online_a_name_is_one_players_alone_however_it_is_written() -> None:
    Somebody("Á_n-n. a")
    Somebody("Ánna")
    for same in ("ánna", "ÁNNA", "A\u0301nna", " Ánna "):
        assert Somebody(same, comes=False).comes("sign-up", password="of somebody else").status_code == 422
    for weak in ("short", "ánna ánna"[:4], "a" * 129):
        assert Somebody("Berta", comes=False).comes("sign-up", password=weak).status_code == 422
    assert OnlinePlayer.objects.count() == 2
    hashed = OnlinePlayer.objects.get(name="Ánna").hashed
    assert hashed.startswith("argon2id_peppered$")


@pytest.mark.django_db
@pytest.mark.parametrize("jump", [timedelta(hours=-1), timedelta(hours=1)])
def test_online_a_clock_that_jumps_keeps_no_player_waiting_for_longer(jump: timedelta) -> None:
    anna = Somebody()
    with travel(datetime(2026, 3, 7, 20, 0, tzinfo=UTC), tick=False) as clock:
        assert [anna.comes("sign-in", password="wrong").status_code for _ in range(6)][-1] == 429
        clock.shift(jump)
        assert anna.comes("sign-in").status_code == 302


@pytest.mark.django_db
def test_online_after_five_wrong_passwords_a_name_waits_and_elsewhere_its_player_comes_in() -> None:
    Somebody()
    thief = Somebody(address="203.0.113.9", comes=False)
    found = [thief.comes("sign-in", password=f"wrong {number}").status_code for number in range(6)]
    assert found == [403] * 5 + [429]
    assert thief.comes("sign-in").status_code == 429
    assert Somebody(comes=False).comes("sign-in").status_code == 302
    assert WrongPassword.objects.count() == 5
    strangers = [Somebody(f"x{number}y", address="203.0.113.9", comes=False) for number in range(16)]
    assert [it.comes("sign-in").status_code for it in strangers] == [403] * 15 + [429]


@pytest.mark.django_db
def test_online_who_has_a_whole_network_is_no_more_than_one_address() -> None:
    Somebody()
    found = [
        Somebody(address=f"2001:db8:0:7::{number:x}", comes=False).comes("sign-in", password="wrong one").status_code
        for number in range(1, 7)
    ]
    assert found == [403] * 5 + [429]
    assert Somebody(address="2001:db8:0:8::1", comes=False).comes("sign-in", password="wrong one").status_code == 403


@pytest.mark.django_db
def test_online_who_signs_out_is_out_and_who_changes_place_is_in_once() -> None:
    anna = Somebody()
    token = anna.client.cookies[doorway.COOKIE].value
    assert anna.comes("sign-in").status_code == 302
    assert OnlineSession.objects.count() == 1, "the session before is over"
    assert anna.client.post("/online/sign-out/").cookies[doorway.COOKIE].value == ""
    assert anna.client.get("/online/baccarat/").status_code == 302
    again = Client()
    again.cookies[doorway.COOKIE] = token
    assert again.get("/online/baccarat/").status_code == 302


@pytest.mark.django_db
def test_online_who_presses_much_faster_than_a_person_waits_and_so_do_new_accounts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pace, "clocks", SimpleNamespace(steady=lambda: 0.0))  # all of it within one moment
    anna = Somebody()
    found = [anna.client.get("/online/baccarat/state/").status_code for _ in range(32)]
    assert found == [200] * 30 + [429] * 2
    assert "no-store" in anna.client.get("/online/baccarat/state/")["Cache-Control"]
    doorway.OF_A_PLAYER.forget()
    opened = [
        Client(REMOTE_ADDR="198.51.100.7").post("/online/sign-up/", {"name": f"n{it}n", "password": "long enough"})
        for it in range(12)
    ]
    assert [it.status_code for it in opened][-1] == 429


def test_online_where_it_is_switched_off_nothing_of_it_is_there() -> None:
    with override_settings(ONLINE=False):
        off = runpy.run_path(str(ROOT / "config" / "urls.py"))["urlpatterns"]
    on = runpy.run_path(str(ROOT / "config" / "urls.py"))["urlpatterns"]
    assert {str(it.pattern) for it in on} - {str(it.pattern) for it in off} == {"online/"}


def test_online_every_house_leads_to_it_from_its_front_page_where_it_is_on(settings: Any) -> None:
    settings.ROOT_URLCONF = "tests.house.demo_urls"
    given, request = front(HOUSES.values(), numbers_here()), RequestFactory().get("/")
    for is_demo in (True, False):
        shown = given | {"demo_house": lambda is_demo=is_demo: is_demo}
        assert 'href="/online/"' in render_to_string("house/welcome.html", shown, request)
        assert 'href="/online/"' not in render_to_string("house/welcome.html", shown | {"online": False}, request)


def test_online_presses_of_two_windows_at_once_deal_each_game_once(real_database: str) -> None:
    anna = Somebody()
    player = anna.row

    def window(number: int, nonce: str) -> OnlineGame:
        return dealing.press(player, dealing.DealPress(nonce, number, {Box.PUNTO: 100_00, Box.GRANDE: 25_00}))

    for number in (1, 2, 3):
        got = at_once(*(partial(window, number, f"{number}-{it % 3}") for it in range(6)))
        dealt = {it.nonce for it in got if isinstance(it, OnlineGame)}
        assert len(dealt) == 1, got
        assert all(isinstance(it, OnlineGame | Refused) for it in got)
    over = [it for it in anna.games if it.state == "settled"]
    assert [it.number for it in over] == [1, 2, 3]
    assert anna.row.balance == START - 3 * 125_00 + sum(sum(it.paid.values()) for it in over)
