"""Guests of the online game, who try it without an account: they are few, leave nothing, and end by themselves."""

import re
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from table.models import OnlineGame, OnlinePlayer, OnlineSession
from table.online import doorway, guests
from table.online.accounts import START
from tests.online.players import Somebody

pytestmark = pytest.mark.django_db


class Guest(Somebody):
    """Somebody who tries the game."""

    def __init__(self, *, address: str = "192.0.2.1") -> None:
        super().__init__("", address=address, comes=False)
        answer = self.client.post("/online/try/")
        assert answer["Location"] == "/online/baccarat/", answer.content
        self.number = OnlinePlayer.objects.latest("pk").pk

    @property
    def row(self) -> OnlinePlayer:
        """The row as it stands."""
        return OnlinePlayer.objects.get(pk=self.number)


def test_online_a_guest_plays_without_an_account_as_a_player_does() -> None:
    guest = Guest()
    dealt = guest.deals(punto="10")
    assert (dealt["over"], dealt["balance"]) == (1, guest.row.balance)
    assert "Game 1<" in guest.page("history/")
    assert guest.row.name == ""
    assert "You play as a guest" in guest.page("")
    cookie = guest.client.cookies[doorway.COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 6 * 3600)


def test_online_a_guest_who_leaves_leaves_nothing() -> None:
    guest = Guest()
    guest.deals(punto="10")
    token = guest.client.cookies[doorway.COOKIE].value
    assert guest.client.post("/online/sign-out/")["Location"] == "/online/"
    assert (OnlinePlayer.objects.count(), OnlineGame.objects.count(), OnlineSession.objects.count()) == (0, 0, 0)
    again = Client()
    again.cookies[doorway.COOKIE] = token
    assert again.get("/online/baccarat/")["Location"] == "/online/"


def test_online_a_guest_who_opens_an_account_begins_anew_and_is_no_guest_any_more() -> None:
    guest = Guest()
    guest.deals(punto="10")
    form = {"name": "Anna", "password": "correct horse"}
    assert guest.client.post("/online/sign-up/", form).status_code == 302
    player = OnlinePlayer.objects.get()
    assert (player.name, player.balance, guests.is_guest(player)) == ("Anna", START, False)


def test_online_who_is_signed_in_is_made_no_guest_of() -> None:
    anna = Somebody()
    assert anna.client.post("/online/try/")["Location"] == "/online/baccarat/"
    assert OnlinePlayer.objects.count() == 1


def test_online_a_guest_has_no_account_page_and_no_password_signs_them_in() -> None:
    guest = Guest()
    assert guest.client.get("/online/account/")["Location"] == "/online/"
    assert guest.client.post("/online/account/", {"password": ""})["Location"] == "/online/"
    thief = Somebody(guest.row.key, address="203.0.113.9", comes=False)
    assert thief.comes("sign-in", password="").status_code == 403


def test_online_only_a_form_of_this_house_lets_a_guest_in() -> None:
    assert Client(enforce_csrf_checks=True).post("/online/try/").status_code == 403
    assert Client().get("/online/try/").status_code == 302
    assert OnlinePlayer.objects.count() == 0


def test_online_guests_who_come_from_one_address_much_faster_than_people_wait() -> None:
    Somebody(comes=False)
    found = [Client(REMOTE_ADDR="198.51.100.7").post("/online/try/").status_code for _ in range(8)]
    assert found == [302] * 6 + [429] * 2
    assert Client(REMOTE_ADDR="198.51.100.8").post("/online/try/").status_code == 302
    assert OnlinePlayer.objects.count() == 7


def test_online_a_full_house_lets_no_guest_in_until_one_has_left_who_did_not_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guests, "MOST", 2)
    player, idle = Guest(), Guest()
    player.deals(punto="1")
    late = Client(headers={"accept-language": "en"}).post("/online/try/")
    assert (late.status_code, "Very many are trying the game" in late.content.decode()) == (429, True)
    OnlinePlayer.objects.update(since=timezone.now() - guests.IDLE - timedelta(seconds=1))
    Guest()
    assert not OnlinePlayer.objects.filter(pk=idle.number).exists()
    assert OnlinePlayer.objects.filter(pk=player.number).exists()


def test_online_a_guest_who_is_not_let_in_reads_why_and_may_choose_their_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guests, "MOST", 0)
    client = Client()
    refused = client.post("/online/try/").content.decode()
    shown_again = re.search(r'name="next" value="([^"]+)"', refused)
    assert shown_again is not None
    chosen = client.post("/language/", {"language": "de", "next": shown_again[1]}, follow=True)
    assert (chosen.status_code, 'lang="de"' in chosen.content.decode()) == (200, True)


def test_online_who_came_while_the_clock_was_ahead_and_did_not_play_fills_the_house_for_no_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guests, "MOST", 1)
    idle = Guest()
    OnlinePlayer.objects.update(since=timezone.now() + timedelta(days=1))
    Guest()
    assert not OnlinePlayer.objects.filter(pk=idle.number).exists()


def test_online_the_night_deletes_guests_who_are_over_and_nobody_else() -> None:
    anna, over, here = Somebody(), Guest(), Guest()
    over.deals(punto="10")
    OnlinePlayer.objects.filter(pk__in=[anna.row.pk, over.number]).update(since=timezone.now() - timedelta(hours=7))
    assert "1 guest" in _pruned("--dry-run")
    assert OnlinePlayer.objects.count() == 3
    assert "1 guest" in _pruned()
    assert set(OnlinePlayer.objects.values_list("pk", flat=True)) == {anna.row.pk, here.number}
    assert not OnlineGame.objects.filter(player_id=over.number).exists()
    assert over.client.get("/online/baccarat/")["Location"] == "/online/"


def test_online_a_guest_whose_hand_is_being_dealt_is_not_deleted_amid_it() -> None:
    guest = Guest()
    OnlineGame.objects.update(state="begun", stakes={"punto": 100}, nonce="n", at=timezone.now())
    assert not guests.forget(guest.row)
    assert OnlinePlayer.objects.count() == 1


def test_online_a_guest_who_was_deleted_amid_a_press_is_led_to_the_entrance(monkeypatch: pytest.MonkeyPatch) -> None:
    guest = Guest()
    known = guest.row
    guests.forget(known)
    monkeypatch.setattr(doorway, "who", lambda _request: known)
    for path, form in (("deal/", {"nonce": "n", "game": "1", "punto": "1"}), ("state/", {"game": "1"})):
        assert guest.client.post(f"/online/baccarat/{path}", form)["Location"] == "/online/"


def _pruned(*arguments: str) -> str:
    said = StringIO()
    call_command("prune", *arguments, stdout=said)
    return said.getvalue()
