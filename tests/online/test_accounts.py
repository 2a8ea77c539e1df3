"""An account is deleted by its owner: the name is nobody's any more, and what was dealt stays without one."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from table.models import OnlineGame, OnlinePlayer, OnlineSession
from table.online import accounts
from tests.online.players import PASSWORD, START, Somebody
from tests.rig.engines import Engine, at_home_in

pytestmark = pytest.mark.django_db
HERE = "account/"


def test_online_an_account_is_deleted_with_its_password_and_its_games_stay_without_a_name() -> None:
    anna = Somebody()
    anna.deals(punto="10", grande="5")
    elsewhere = Somebody("Anna", address="192.0.2.7", comes=False)
    assert elsewhere.comes("sign-in").status_code == 302
    number, game = anna.row.pk, anna.games[0]

    left = anna.client.post(f"/online/{HERE}", {"password": PASSWORD}, follow=True)
    assert "The account is deleted." in left.content.decode()
    row = OnlinePlayer.objects.get()
    assert (row.pk, row.name, row.balance, row.address, row.staked) == (number, "", 0, "", 1500)
    [stored] = OnlineGame.objects.all()
    assert (stored.drawn, stored.stakes, stored.paid) == (game.drawn, game.stakes, game.paid)
    assert not OnlineSession.objects.exists()
    for somebody in (anna, elsewhere):
        assert somebody.client.get("/online/baccarat/").status_code == 302, "nobody is signed in there any more"
        assert somebody.comes("sign-in").status_code == 403


def test_online_a_form_that_comes_twice_opens_one_account_and_signs_in_both_times() -> None:
    """The second answer is what a browser shows: that somebody else had the name just taken."""
    anna = Somebody()
    anna.deals(punto="10")
    assert anna.comes("sign-up").status_code == 302
    assert anna.state()["balance"] == anna.row.balance
    assert OnlinePlayer.objects.count() == 1
    for other, password in ((anna, "wrong horse"), (Somebody(address="192.0.2.7", comes=False), PASSWORD)):
        refused = other.comes("sign-up", password=password)
        assert "Somebody else has this name already" in refused.content.decode()
        assert refused.status_code == 422


@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
def test_online_two_forms_at_the_same_moment_open_one_account(
    engine: str, request: pytest.FixtureRequest, django_db_blocker: Any
) -> None:
    there: Engine = request.getfixturevalue(engine)

    def opens(_which: int) -> int:
        try:
            return accounts.open_account("Anna", PASSWORD, address="192.0.2.1").pk
        finally:
            connection.close()

    with django_db_blocker.unblock(), there.fresh() as url, at_home_in(url), ThreadPoolExecutor(2) as both:
        first, second = both.map(opens, range(2))
        assert first == second == OnlinePlayer.objects.get().pk
        assert OnlineGame.objects.count() == 1


def test_online_a_name_that_was_given_up_is_free_and_brings_nothing_of_what_was() -> None:
    anna = Somebody()
    anna.deals(punto="10")
    anna.client.post(f"/online/{HERE}", {"password": PASSWORD})
    again = Somebody()
    assert (again.row.balance, again.row.staked, [it.state for it in again.games]) == (START, 0, ["prepared"])
    assert "No game was played yet." in again.page("history/")
    again.name = OnlinePlayer.objects.get(name="").key
    assert again.comes("sign-in").status_code == 403, "what stands in the place of a name signs nobody in"


def test_online_nobody_deletes_an_account_without_its_password_and_guesses_are_counted() -> None:
    anna = Somebody()
    assert "what was staked in all" in anna.page(HERE)
    assert "what was staked in all" in anna.page("help/")
    guesses = ("", "wrong", "horse", "c", "d", PASSWORD)
    answers = [anna.client.post(f"/online/{HERE}", {"password": guess}) for guess in guesses]
    assert [it.status_code for it in answers] == [403] * 5 + [429]
    assert "do not belong together" in answers[0].content.decode()
    assert (anna.row.balance, anna.page("baccarat/") != "") == (START, True)


def test_online_who_signs_in_while_the_account_is_deleted_in_another_window_is_not_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They were signed in as nobody, and the erased account got an address again."""
    anna = Somebody()

    def meanwhile(_password: str, _hashed: str) -> bool:
        with monkeypatch.context() as other:
            other.setattr(accounts, "prove", lambda *_, **__: None)
            accounts.delete(anna.row, PASSWORD, address="")
        return True

    monkeypatch.setattr(accounts, "check_password", meanwhile)
    assert Somebody(comes=False).comes("sign-in").status_code == 403
    assert not OnlineSession.objects.exists()
    assert OnlinePlayer.objects.get().address == ""


def test_online_a_stranger_finds_no_account_to_delete() -> None:
    anna, stranger = Somebody(), Somebody("Berta", comes=False)
    assert stranger.client.post(f"/online/{HERE}", {"password": PASSWORD}).status_code == 302
    assert anna.row.name == "Anna"


def test_a_player_is_called_by_the_name_that_they_typed_whatever_the_boxes_are_called() -> None:
    player = Somebody("Banco")
    page = player.client.get("/online/account/").content.decode()
    assert ("Banco" in page, "Banker" in page) == (True, False)
