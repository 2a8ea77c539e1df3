"""A sitting: how long a player has played without a pause, what came of it, and the question after each full hour."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from time_machine import travel

from table.models import OnlinePlayer
from table.online import sittings
from tests.online.players import START, Somebody, rig

pytestmark = pytest.mark.django_db
EVENING = datetime(2026, 3, 7, 20, 0, tzinfo=UTC)
PUNTO_WINS = "9S 2D KH 3C"


def _ago(**since: timedelta) -> None:
    """Put moments of every player's sitting back."""
    OnlinePlayer.objects.update(**{f"sitting_{name}": timezone.now() - ago for name, ago in since.items()})


def test_online_a_sitting_tells_its_time_and_its_net_result(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, PUNTO_WINS)
    anna = Somebody()
    anna.page("baccarat/")
    _ago(since=timedelta(minutes=17), seen=timedelta(0))
    answer = anna.deals(punto="10", banco="25")
    assert (answer["net"], answer["net_words"]) == (-15_00, "−€15.00")
    assert (answer["seconds"] // 60, answer["due"]) == (17, False)
    answer = anna.deals(punto="100")
    assert (answer["net"], answer["net_words"]) == (85_00, "+€85.00")
    page = anna.page("baccarat/")
    assert ">0:17<" in page
    assert ">+€85.00<" in page


def test_online_play_money_that_is_set_back_is_no_result() -> None:
    anna = Somebody()
    net = anna.deals(punto="100")["net"]
    anna.client.post("/online/play-money/")
    assert (anna.state()["net"], anna.row.balance) == (net, START)


def test_online_after_an_hour_no_hand_is_dealt_until_its_player_goes_on() -> None:
    anna = Somebody()
    anna.page("baccarat/")
    _ago(since=timedelta(minutes=61), seen=timedelta(0))
    page = anna.page("baccarat/")
    assert '<dialog class="play-check" aria-labelledby="check-title" open>' in page
    assert "You have been playing for <b data-check-time>1:01</b>." in page
    refused = anna.sends(punto="10")
    assert (refused.status_code, refused.json()["code"]) == (422, "E_PHASE")
    assert (anna.row.balance, anna.state()["due"]) == (START, True)

    assert anna.client.post("/online/baccarat/go-on/")["Location"] == "/online/baccarat/"
    assert " open>" not in anna.page("baccarat/").partition('class="play-check"')[2].partition("</dialog>")[0]
    assert anna.deals(punto="10")["over"] == 1
    _ago(since=timedelta(minutes=121), seen=timedelta(0))
    assert anna.state()["due"], "and after each further hour"


def test_online_a_press_that_was_dealt_before_the_hour_gets_its_answer_after_it() -> None:
    anna = Somebody()
    dealt = anna.deals(nonce="once", game=1, punto="10")
    _ago(since=timedelta(minutes=61), seen=timedelta(0))
    assert anna.sends(nonce="once", game=1, punto="10").json()["drawn"] == dealt["drawn"]


def test_online_a_sitting_is_over_after_a_pause_and_not_by_signing_out() -> None:
    anna = Somebody()
    net = anna.deals(punto="10")["net"]
    _ago(since=timedelta(minutes=50), seen=timedelta(minutes=29))
    anna.client.post("/online/sign-out/")
    assert anna.comes("sign-in").status_code == 302
    anna.page("baccarat/")
    assert (anna.row.sitting_net, sittings.seconds(anna.row) // 60) == (net, 50)
    _ago(since=timedelta(minutes=90), seen=timedelta(minutes=31))
    left_open = anna.state()
    assert (left_open["net"], left_open["seconds"], left_open["due"]) == (0, 0, False), "nobody has played for an hour"
    anna.page("baccarat/")
    assert (anna.row.sitting_net, sittings.seconds(anna.row), sittings.due(anna.row)) == (0, 0, False)


def test_online_a_clock_that_was_ahead_puts_the_hourly_check_off_by_no_day() -> None:
    """The sitting that had begun tomorrow lasted until then, and the player was never asked."""
    anna = Somebody()
    with travel(EVENING, tick=False) as clock:
        anna.comes("sign-in")
        clock.shift(timedelta(hours=20))
        anna.deals(punto="10")
        clock.shift(timedelta(hours=-20))
        for _quarter in range(5):
            anna.page("baccarat/")
            clock.shift(timedelta(minutes=15))
        assert anna.state()["due"]


def test_online_two_machines_whose_clocks_differ_by_seconds_see_one_sitting() -> None:
    anna = Somebody()
    net = anna.deals(punto="10")["net"]
    _ago(since=timedelta(seconds=-20), seen=timedelta(seconds=-20))
    anna.page("baccarat/")
    assert anna.state()["net"] == net


def test_online_to_look_at_the_table_writes_at_most_once_a_minute() -> None:
    anna = Somebody()
    anna.page("baccarat/")
    first = anna.row.sitting_seen
    anna.page("baccarat/")
    assert anna.row.sitting_seen == first
    _ago(seen=timedelta(minutes=2))
    anna.page("baccarat/")
    assert first is not None
    assert anna.row.sitting_seen is not None
    assert anna.row.sitting_seen > first


def test_online_the_row_of_results_has_the_last_fifty_and_the_newest_last(monkeypatch: pytest.MonkeyPatch) -> None:
    anna = Somebody()
    for first in (PUNTO_WINS, "2S 9D KH KC", "9S 9D KH KC", PUNTO_WINS):
        rig(monkeypatch, first)
        anna.deals(punto="1")
    # The first shoe was sealed before it could be rigged.
    assert anna.state()["road"][1:] == ["punto", "banco", "tie"]
    assert anna.page("baccarat/").count('class="road-cell"') == 50


def test_online_what_its_script_says_is_in_the_words_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, PUNTO_WINS)
    anna = Somebody()
    assert anna.deals(punto="1")["sentence"] == "Player wins, 9 to 5"
    refused = anna.sends(punto="999").json()["sentence"]
    assert "Punto" not in refused
