"""The house is told to stop while somebody presses: what was pressed is answered, and every screen is told."""

import asyncio
import os
import signal
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, NamedTuple
from unittest.mock import Mock
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.test import Client

from config.doors.stopping import _send_away
from table.management.feed_client import TURNED_AWAY
from table.memory.threads import RESTARTS, stopping
from table.models import Entry
from tests.rig.daphne import ROOT, environment
from tests.rig.engines import Engine, at_home_in
from tests.rig.patience import PATIENCE_SECONDS
from tests.rig.process import Said, running
from tests.rig.sockets import paired, session_of, watching
from tests.rig.tables import ready_table

STOPPING = "not ready: the house is stopping\n"
CUT_SHORT = "stopped before everything had ended"
"""What a house says that has waited long enough for what it had begun."""
TIP = '{"kind":"press","table":"T3","nonce":"late","steps":[{"verb":"tip","given":{"amount":500}}]}'


class Casino(NamedTuple):
    """A database with a table that is ready to play, a dealer who is signed in, and the sign of the table."""

    url: str
    dealer: str
    sign: str
    entries: int


@pytest.fixture
def casino(sqlite: Engine, django_db_blocker: Any) -> Iterator[Casino]:
    """Afterwards the house has one entry more: that of the press that was being done."""
    with sqlite.fresh() as url, django_db_blocker.unblock(), at_home_in(url):
        table = ready_table()
        before, inbox = Entry.objects.count(), table.row.inbox
        yield Casino(url, session_of("dario"), paired("T3"), before)
        assert table.row.inbox == inbox + 1, "as a house opens every table is drawn anew"
        assert Entry.objects.count() == before + 1


@contextmanager
def opened(url: str) -> Iterator[tuple[Said, str]]:
    """The house as `make run` opens it, and its address."""
    command = [sys.executable, "-m", "config.serve", "127.0.0.1", "0"]
    with running(command, ready="Listening on", cwd=ROOT, env=environment({"DATABASE_URL": url})) as said:
        yield said, next(line.split()[-1] for line in said.lines if line.startswith("Sabot is open at")).rstrip("/")


async def looked_up(address: str, path: str) -> tuple[int, str, str]:
    """The status of a page, when to come again, and what it says."""
    return await asyncio.to_thread(_look_up, Request(address + path, headers={"Connection": "close"}))


def _look_up(page: Request) -> tuple[int, str, str]:
    try:
        with urlopen(page, timeout=PATIENCE_SECONDS) as answer:
            return answer.status, "", answer.read().decode()
    except HTTPError as refused:
        with refused:
            return refused.code, refused.headers.get("Retry-After", ""), refused.read().decode()


async def turned_away(address: str, path: str, **who: str) -> int:
    """The code with which a socket is closed that comes to a house which stops."""
    async with watching(address, path, **who) as late:
        return await late.shut()


async def test_a_house_that_is_told_to_stop_answers_what_was_pressed_and_sends_its_screens_away(casino: Casino) -> None:
    with (
        opened(casino.url) as (said, address),
        closing(sqlite3.connect(casino.url.removeprefix("sqlite:///"))) as other,
    ):
        async with (
            watching(address, "/live/dealer/T3/", session=casino.dealer) as dealer,
            watching(address, "/live/display/", display=casino.sign) as display,
        ):
            await dealer.shown()
            await display.shown()
            # Somebody else holds the database: the press has begun, and cannot end yet.
            other.execute("BEGIN IMMEDIATE")
            press = asyncio.create_task(dealer.press("T3", ("open_bets", {})))
            await asyncio.sleep(0)  # it is on its way
            await (await dealer.socket.ping())  # and has arrived: frames are heard in their order
            since = time.monotonic()
            os.kill(said.pid, signal.SIGTERM)
            while (found := await looked_up(address, "/readyz"))[2] != STOPPING:
                assert time.monotonic() - since < PATIENCE_SECONDS, found
            assert found == (503, "", STOPPING)
            assert await looked_up(address, "/healthz") == (200, "", "ok\n")
            status, again, sentence = await looked_up(address, "/")
            assert (status, again) == (503, "2")
            assert "Nothing was recorded" in sentence
            assert await turned_away(address, "/live/display/", display=casino.sign) == RESTARTS
            assert await turned_away(address, "/live/shoe/T3/") == RESTARTS, (
                "by 403 it would give its token up for wrong"
            )
            await dealer.say(TIP)
            other.rollback()
            assert (await press)["kind"] == "done", "what was pressed before is answered"
            assert (await dealer.shut(), await display.shut()) == (RESTARTS, RESTARTS)
            assert not [it for it in dealer.frames if it.get("nonce") == "late"], "what came later was not taken"
    assert said.status == 0
    assert not any(CUT_SHORT in line for line in said.lines), "it ended as soon as nothing was left to be done"
    assert any('"stopped"' in line and '"unanswered": 0' in line for line in said.lines)


def test_a_socket_that_is_still_coming_when_the_others_are_closed_is_told_the_same() -> None:
    """Without being accepted it would get HTTP 403: a shoe takes its token for a wrong one then, and gives up."""
    coming = Mock(STATE_CONNECTING=1, STATE_OPEN=3, state=1)
    coming.serverAccept.side_effect = lambda: setattr(coming, "state", coming.STATE_OPEN)
    _send_away(coming)
    coming.serverClose.assert_called_once_with(code=RESTARTS)
    coming.server.protocol_disconnected.assert_called_once_with(coming)
    coming.serverReject.assert_not_called()
    assert RESTARTS not in TURNED_AWAY


@pytest.mark.django_db
def test_a_house_that_stops_is_not_ready_and_lives() -> None:
    stopping.set()
    try:
        assert Client().get("/readyz").content == STOPPING.encode()
        assert Client().get("/healthz").status_code == 200
    finally:
        stopping.clear()
