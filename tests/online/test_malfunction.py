"""What breaks amid a hand: a link that is cut voids nothing; a process that is killed voids the hand it was dealing."""

import asyncio
import subprocess
import sys
from threading import Event
from typing import Any

import pytest
from channels.testing import ApplicationCommunicator
from django.core.asgi import get_asgi_application

from table.models import OnlineGame
from table.online import dealing, doorway
from tests.online.players import PASSWORD, START, Somebody
from tests.rig.daphne import ROOT
from tests.rig.engines import Engine
from tests.rig.patience import PATIENCE_SECONDS


@pytest.mark.django_db(transaction=True)
async def test_online_a_hand_whose_link_is_cut_is_dealt_to_its_end_and_waits_in_the_history(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anna = await asyncio.to_thread(Somebody)
    begun, cut, through = Event(), Event(), Event()
    complete = dealing.complete

    def slowly(game: OnlineGame) -> OnlineGame:
        begun.set()
        assert cut.wait(PATIENCE_SECONDS)
        done = complete(game)
        through.set()
        return done

    monkeypatch.setattr(dealing, "complete", slowly)
    link: Any = ApplicationCommunicator(get_asgi_application(), _request(anna))  # type: ignore[no-untyped-call]
    await link.send_input({"type": "http.request", "body": b"nonce=n&game=1&punto=10&piccolo=5"})
    assert await asyncio.to_thread(begun.wait, 10)
    await link.send_input({"type": "http.disconnect"})
    cut.set()
    assert await asyncio.to_thread(through.wait, 10)

    page = await asyncio.to_thread(anna.page, "history/")
    assert "Game 1<" in page
    game = (await asyncio.to_thread(lambda: anna.games))[0]
    assert (game.state, game.stakes) == ("settled", {"punto": 1000, "piccolo": 500})
    assert (await asyncio.to_thread(lambda: anna.row)).balance == START - 1500 + sum(game.paid.values())
    await link.wait()


def _request(player: Somebody) -> dict[str, Any]:
    token = player.client.cookies[doorway.COOKIE].value
    csrf = "c" * 32
    headers = {
        "host": "testserver",
        "content-type": "application/x-www-form-urlencoded",
        "x-csrftoken": csrf,
        "cookie": f"{doorway.COOKIE}={token}; csrftoken={csrf}",
    }
    return {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "path": "/online/baccarat/deal/",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }


@pytest.mark.faults
def test_online_a_hand_of_a_killed_process_is_void_at_the_restart_and_its_stakes_go_back(sqlite: Engine) -> None:
    with sqlite.fresh() as url:
        killed = subprocess.run(
            [sys.executable, "-m", "tests.online.killed", url], cwd=ROOT, capture_output=True, text=True, check=False
        )
    assert killed.returncode == 0, killed.stdout + killed.stderr
    assert "never half done" in killed.stdout


@pytest.mark.django_db
def test_online_a_hand_that_broke_in_a_house_that_stands_is_void_when_its_player_looks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anna = Somebody()
    with monkeypatch.context() as broken:
        broken.setattr(dealing, "_fallen", lambda _game: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            anna.sends(punto="10")
    assert (anna.games[0].state, anna.row.balance) == ("begun", START - 1000)
    assert "Void: the house broke down amid this game" in anna.page("baccarat/")
    assert "void: €10.00 back" in anna.page("history/")
    assert ([it.state for it in anna.games], anna.row.balance) == (["void", "prepared"], START)
    assert dealing.void_left_over() == 0
    anna.deals(punto="10")


def test_online_where_other_processes_deal_a_hand_is_given_its_time(postgresql: Engine, django_db_blocker: Any) -> None:
    from datetime import timedelta

    from django.utils import timezone

    from tests.rig.engines import at_home_in

    with postgresql.fresh() as url, django_db_blocker.unblock(), at_home_in(url):
        anna = Somebody()
        OnlineGame.objects.update(state="begun", stakes={"punto": 500}, nonce="n", at=timezone.now())
        assert dealing.void_left_over() == 0, "another process may be dealing it"
        assert anna.asks_after(1)["game"] == 0, "nobody is told that it was not dealt"
        assert anna.client.post("/online/play-money/").status_code == 409
        assert anna.client.post("/online/account/", {"password": PASSWORD}).status_code == 409, "nor deleted amid it"
        OnlineGame.objects.update(at=timezone.now() - timedelta(minutes=1))
        assert dealing.void_left_over() == 1
        assert anna.row.balance == START + 500
        OnlineGame.objects.filter(state="prepared").update(
            state="begun", stakes={"punto": 500}, nonce="m", at=timezone.now() + timedelta(days=1)
        )
        assert dealing.void_left_over() == 1, "begun under a clock put ahead"
