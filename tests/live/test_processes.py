"""Several processes of the house, and what happens to screens when one of them, or Redis, is gone."""

import asyncio
import os
import signal
from functools import partial
from typing import NamedTuple

import pytest

from tests.rig.daphne import SLOW_HEART, listening, served
from tests.rig.engines import Engine
from tests.rig.forms import send
from tests.rig.redis import own_redis
from tests.rig.sockets import Watcher, paired, session_of, watching
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.faults
DEALER, DISPLAY = "/live/dealer/T3/", "/live/display/"


class Casino(NamedTuple):
    """A database with a table that is ready to play, a dealer who is signed in, and the sign of the table.

    The Direzione and a Capo Tavolo are signed in too.
    """

    url: str
    table: AtTable
    dealer: str
    sign: str
    direzione: str
    capo_tavolo: str


@pytest.fixture
def engine(postgresql: Engine) -> Engine:
    """Several processes serve a house on PostgreSQL; with SQLite one serves it alone."""
    return postgresql


@pytest.fixture
def casino(real_database: str) -> Casino:
    """On each engine in turn."""
    table = ready_table()
    return Casino(real_database, table, session_of("dario"), paired("T3"), session_of("delia"), session_of("tea"))


async def test_an_act_in_one_process_is_shown_by_another_with_redis_and_without(casino: Casino) -> None:
    with own_redis() as (url, pid):
        settings = {"DATABASE_URL": casino.url, "REDIS_URL": url}
        # Whatever the other one hears of it hears by a ping: its heart hardly beats.
        with served(settings) as one, served(settings, application=SLOW_HEART) as other:
            async with (
                watching(one.address, DEALER, session=casino.dealer) as dealer,
                watching(other.address, DISPLAY, display=casino.sign) as sign,
                watching(other.address, "/live/pit/", session=casino.capo_tavolo) as pit,
                watching(other.address, DEALER, session=casino.dealer) as dealer_there,
                watching(one.address, DISPLAY, display=casino.sign) as sign_here,
            ):
                for screen in (dealer, sign, pit, dealer_there, sign_here):
                    await screen.shown()
                answer = await dealer.press("T3", ("open_bets", {}))
                await sign.sees(number=answer["number"])
                await _dismissed(pit, at=one.address, by=casino.direzione, badge="tea")
                # The table plays on without Redis, and the first process finds out by its heartbeat.
                os.kill(pid, signal.SIGKILL)
                answer = await dealer_there.press("T3", ("tip", {"amount": 500}))
                assert answer["kind"] == "done"
                await sign_here.sees(number=answer["number"])


async def _dismissed(screen: Watcher, *, at: str, by: str, badge: str) -> None:
    """Who is dismissed in one process is gone from a screen of another."""
    form = {"act": "set_active", "active": "no", "nonce": "dismissed"}
    assert await asyncio.to_thread(partial(send, at, f"/office/people/{badge}/", session=by, **form)) == 302
    assert await screen.shut() == 4401


async def test_a_house_that_was_killed_comes_back_with_everything_it_acknowledged(casino: Casino) -> None:
    settings = {"DATABASE_URL": casino.url}
    with listening() as port:
        with served(settings, at=port) as house:
            async with watching(house.address, DEALER, session=casino.dealer) as dealer:
                await dealer.shown()
                answer = await dealer.press("T3", ("open_bets", {}), nonce="before")
                os.kill(house.said.pid, signal.SIGKILL)
                assert await dealer.shut() == 1006
        with served(settings, at=port) as house:
            async with watching(house.address, DEALER, session=casino.dealer) as dealer:
                await dealer.shown()
                assert dealer.numbers["T3"] == answer["number"]
                assert await dealer.press("T3", ("open_bets", {}), nonce="before") == answer
