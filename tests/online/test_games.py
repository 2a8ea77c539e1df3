"""A game of the online house: what is laid, dealt, paid and kept, by “Baccarat online”."""

import hashlib
import re
from decimal import Decimal

import pytest
from django.apps import apps

from table.admin import SHOWN
from table.models import Entry, House, OnlineGame, OnlinePlayer, Table
from table.online import dealing
from table.online.levels import LEVELS
from table.online.returns import Returns, by_seed, by_the_house
from table.rules.cards import decks, parse_all, show
from table.rules.profile import Box
from table.rules.regola import lay_out
from tests.house.reader import LANGUAGES
from tests.online.players import START, Somebody, rig

pytestmark = pytest.mark.django_db
PUNTO_WINS, BANCO_WINS, TIE = "9S 2D KH 3C", "2S 9D KH KC", "9S 9D KH KC"


def test_online_a_hand_is_dealt_by_the_regola_from_the_shoe_that_was_promised() -> None:
    anna = Somebody()
    promised = anna.state()["commitment"]
    after = anna.deals(punto="10")
    page = anna.page("history/1/")

    cards = re.findall(r"(\d+) (\w\w) ([0-9a-f]{32})\n", page)
    seals = [hashlib.sha256(bytes.fromhex(salt) + face.encode()).hexdigest() for _order, face, salt in cards]
    assert hashlib.sha256(("[" + ",".join(f'"{it}"' for it in seals) + "]").encode()).hexdigest() == promised
    assert promised in page
    assert sorted(face for _order, face, _salt in cards) == sorted(map(str, decks(6)))
    drawn = parse_all(anna.games[0].drawn)
    assert show(drawn) == " ".join(face for _order, face, _salt in cards[: len(drawn)])
    laid = lay_out(drawn)
    assert (laid.due, laid.excess) == (None, ())
    assert after["commitment"] != promised, "the next hand has a shoe of its own"


def test_online_a_shoe_is_shown_to_nobody_before_its_game_is_over() -> None:
    anna, berta = Somebody("Anna"), Somebody("Berta")
    secret = anna.games[0].shoe.split()[0][2:]
    texts = [anna.page(""), anna.page("baccarat/"), anna.page("history/"), str(anna.state())]
    assert not any(secret in it for it in texts)
    assert anna.client.get("/online/history/1/").status_code == 404
    anna.deals(punto="1")
    assert secret in anna.page("history/1/")
    assert berta.client.get("/online/history/1/").status_code == 404, "their own first game is still to come"


@pytest.mark.parametrize(
    ("cards", "paid"),
    [
        (PUNTO_WINS, {"punto": ["won", "pays €20.00 for €10.00"], "banco": ["lost", "€10.00 lost"]}),
        (BANCO_WINS, {"punto": ["lost", "€10.00 lost"], "banco": ["won", "pays €19.50 for €10.00"]}),
        (TIE, {"punto": ["push", "Push: €10.00 back"], "egalite": ["won", "pays €90.00 for €10.00"]}),
        ("5S 2D 5H 4C", {"player_pair": ["won", "pays €120.00 for €10.00"], "piccolo": ["lost", "€10.00 lost"]}),
        ("4S 2D 4S 7C", {"perfect_pair": ["won", "pays €260.00 for €10.00"]}),
        ("2S 2D KH KC 2H 2C", {"grande": ["won", "pays €15.40 for €10.00"]}),
    ],
)
def test_online_payments_are_told_with_the_stake_and_a_tie_is_a_push(
    monkeypatch: pytest.MonkeyPatch, cards: str, paid: dict[str, list[str]]
) -> None:
    rig(monkeypatch, cards)
    anna = Somebody()
    answer = anna.deals(**dict.fromkeys(paid, "10"))
    assert answer["paid"] == paid
    back = sum(int(Decimal(words.split()[1].strip("€")) * 100) for how, words in paid.values() if how != "lost")
    assert answer["balance"] == anna.row.balance == START - 1000 * len(paid) + back
    history = anna.page("history/")
    assert all(words in history for _how, words in paid.values())


def test_online_the_same_press_gets_its_first_answer_and_nothing_happens_twice() -> None:
    anna = Somebody()
    first = anna.deals(nonce="once", game=1, punto="10", grande="5")
    again = anna.deals(nonce="once", game=1, punto="10", grande="5")
    same = ("over", "drawn", "paid", "sentence", "balance", "game", "commitment")
    assert [first[it] for it in same] == [again[it] for it in same]
    other = anna.sends(nonce="once", game=1, punto="20", grande="5")
    assert (other.status_code, other.json()["code"]) == (409, "E_NONCE")
    assert [it.state for it in anna.games] == ["settled", "prepared"]
    assert anna.row.balance == first["balance"]


def test_online_a_game_that_another_window_has_dealt_is_not_dealt_again() -> None:
    anna = Somebody()
    anna.deals(nonce="here", game=1, punto="10")
    there = anna.sends(nonce="there", game=1, banco="10")
    assert (there.status_code, there.json()["code"]) == (409, "E_STALE")
    assert len(anna.games) == 2


def test_online_limits_follow_the_level_of_the_player_and_each_is_shown_theirs() -> None:
    anna = Somebody()
    assert '<tr class="limits-own" data-level="1">' in anna.page("baccarat/")
    for box, most in (("punto", 100), ("banco", 100), ("egalite", 25), ("perfect_pair", 25)):
        refused = anna.sends(**{box: str(most + 1)})
        assert (refused.status_code, refused.json()["code"]) == (422, "E_MAX")
    assert anna.sends(punto="0.50").json()["code"] == "E_CHIP"
    assert anna.row.balance == START
    OnlinePlayer.objects.update(staked=LEVELS[1].staked - 100_00)
    anna.deals(punto="100")
    assert '<tr class="limits-own" data-level="2">' in anna.page("baccarat/")
    state = anna.state()
    assert (state["level"], state["maxima"]["punto"], state["maxima"]["grande"]) == (2, 500_00, 100_00)
    OnlinePlayer.objects.update(balance=START)
    anna.deals(punto="500", egalite="100")
    assert anna.sends(punto="501").json()["code"] == "E_MAX"


def test_online_nobody_stakes_more_than_the_balance_and_the_play_money_is_set_back() -> None:
    anna = Somebody()
    OnlinePlayer.objects.update(balance=15_00)
    refused = anna.sends(punto="10", banco="6")
    assert refused.json()["sentence"] == "The balance of 15.00 does not cover stakes of 16.00."
    assert [it.state for it in anna.games] == ["prepared"]
    assert anna.client.post("/online/play-money/").status_code == 302
    assert anna.row.balance == START
    assert "€1,000.00" in anna.page("baccarat/")


def test_online_the_history_keeps_the_last_fifty_games_with_cards_and_stakes() -> None:
    anna = Somebody()
    for number in range(1, 53):
        dealing.press(anna.row, dealing.DealPress(f"n{number}", number, {Box.PUNTO: 100}))
    page = anna.page("history/")
    assert [int(it) for it in re.findall(r"Game (\d+)<", page)] == list(range(52, 2, -1))
    assert page.count("€1.00") >= 50
    assert page.count('class="game-hand"') == 100
    assert OnlineGame.objects.count() == 51


def test_online_what_was_staked_last_is_laid_again_without_a_script_too() -> None:
    anna = Somebody()
    form = {"nonce": "n", "game": "1", "punto": "10", "grande": "2,00"}
    assert anna.client.post("/online/baccarat/deal/", form)["Location"] == "/online/baccarat/"
    dealt = anna.page("baccarat/")
    assert 'class="falls' in dealt
    again = anna.page("baccarat/?again")
    assert re.findall(r'name="(\w+)" inputmode="decimal"[^>]*value="([^"]+)"', again) == [
        ("punto", "10"),
        ("grande", "2"),
    ]
    assert 'class="falls' not in anna.page("baccarat/?new")
    refused = anna.client.post("/online/baccarat/deal/", {"nonce": "m", "game": "2", "punto": "999"})
    assert refused.status_code == 422
    assert 'value="999"' in refused.content.decode()


def test_online_real_money_is_answered_in_one_sentence() -> None:
    page = Somebody().page("baccarat/")
    for name, opens in (("Cash desk", '<div class="tool-sheet"><p>'), ("Real game", '<p class="tool-sheet">')):
        assert f"<summary>{name}</summary>{opens}Only play money is played here:" in page
        assert f'<summary class="staff-way">{name}</summary><p>Only play money is played here:' in page, "in the menu"


def test_online_the_table_has_every_button_and_tool_of_the_document_under_its_name() -> None:
    anna = Somebody()
    page = anna.client.get("/online/baccarat/", headers={"accept-language": "it"}).content.decode()
    buttons = ("Distribuire", "Nuova partita", "Ripeti", "Cancella puntate", "Limiti")
    tools = ("Saldo di gioco", "Cassa", "Aggiungi denaro", "Gioco Reale", "Menu", "Cronologia", "Opzioni", "Aiuto", "×")
    assert [it for it in (*buttons, *tools) if f">{it}<" not in page] == []


def test_online_the_help_tells_rules_payments_returns_and_keys() -> None:
    page = Somebody(comes=False).page("help/")
    for printed in ("98.76%", "98.94%", "85.56%", "88.75%", "85.46%", "82.93%", "95.65%", "94.73%"):
        assert printed in page
    for paid in ("2 for 1", "1.95 for 1", "9 for 1", "12 for 1", "6 for 1", "26 for 1", "1.54 for 1", "2.5 for 1"):
        assert paid in page
    for key in ("Tab", "Enter", "Space", "Esc"):
        assert f"<kbd>{key}</kbd>" in page


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", LANGUAGES)
def test_online_every_page_speaks_the_language_and_has_neither_script_nor_style_of_its_own(language: str) -> None:
    anna = Somebody()
    anna.deals(punto="10", perfect_pair="1")
    for path in ("", "baccarat/", "history/", "history/1/", "help/"):
        answer = anna.client.get(f"/online/{path}", headers={"accept-language": language})
        page = answer.content.decode()
        assert f'<html lang="{language}">' in page
        assert "<script>" not in page
        assert "style=" not in page
        assert "no-store" in answer["Cache-Control"]
        assert "default-src 'none'" in answer["Content-Security-Policy"]


def test_online_nothing_is_entered_in_a_register_and_no_screen_of_the_staff_shows_it() -> None:
    Somebody().deals(punto="10")
    assert (Entry.objects.count(), Table.real.count(), House.objects.filter(number__gt=0).count()) == (0, 0, 0)
    online = {it for it in apps.get_app_config("table").get_models() if it.__module__.startswith("table.models.online")}
    assert len(online) == 4
    assert not online & set(SHOWN)
    for model in online:
        related = {it.related_model for it in model._meta.fields if it.is_relation}
        assert related <= online


def test_online_what_games_return_agrees_with_the_exact_odds() -> None:
    found = Returns.empty()
    found.play(20_000, by_seed(11))
    assert len(found.tallies) == 9
    assert all(it.games == 20_000 for it in found.tallies.values())
    assert found.farthest < 4.5


def test_online_the_house_deals_from_shoes_that_it_shuffles_for_each_game() -> None:
    """What they return is left to chance, and so to as many games as ``simulate-online`` plays."""
    found, draw = Returns.empty(), by_the_house()
    found.play(300, draw)
    assert {it.games for it in found.tallies.values()} == {300}
    assert len({tuple(draw()) for _ in range(20)}) == 20
