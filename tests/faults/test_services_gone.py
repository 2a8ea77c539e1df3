"""Redis carries only pings: without it an act is committed and answered. Without the database nothing is done."""

import logging
import socket
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any

import psycopg
import pytest
from django.db import InterfaceError, OperationalError, close_old_connections, connection, transaction

from config.settings import channel_layers
from table.models import Entry
from table.record import door
from table.record.door import PressResult, publishing
from table.rules.refusal import Code
from tests.faults.coups import played_to
from tests.faults.points import AFTER_COMMIT, Point, watched
from tests.rig.engines import Engine, at_home_in
from tests.rig.patience import PATIENCE_SECONDS
from tests.rig.redis import redis
from tests.rig.tables import ready_table


class Heard:
    """A channel layer that writes down what it was given to send."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, Any]]] = []

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        self.sent.append((group, message))


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    layer = Heard()
    monkeypatch.setattr(publishing, "get_channel_layer", lambda: layer)
    return layer


@pytest.mark.django_db(transaction=True)
def test_a_press_pings_once_with_number_and_process_alone_and_only_when_it_is_committed(heard: Heard) -> None:
    table = ready_table(seats=1)
    heard.sent.clear()

    with transaction.atomic():
        table.press(("open_bets", {}), ("tip", {"amount": 500}), ("annotate", {"text": "a word"}))
        assert heard.sent == []

    moved = {"type": "table.moved", "owner": "T3", "number": table.number, "by": door.PROCESS_ID}
    assert heard.sent == [("table.T3", moved)]


@pytest.mark.django_db(transaction=True)
def test_a_refused_press_pings_nobody(heard: Heard) -> None:
    table = ready_table(seats=1)
    heard.sent.clear()

    table.refuses(Code.PHASE, "settle")

    assert heard.sent == []


def test_an_act_is_committed_and_answered_though_redis_is_gone(
    real_database: str, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    table = ready_table(seats=1)
    with redis() as url:
        settings.CHANNEL_LAYERS = channel_layers(url)
        table.does("open_bets")
        assert not errors(caplog)

    answer = table.does("tip", amount=500)

    assert answer.number == table.number == Entry.objects.filter(register=table.code).count()
    assert "ping" in errors(caplog)[0]
    table.check()


def test_an_act_is_answered_soon_though_redis_hangs(
    real_database: str, settings: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ready_table(seats=1)
    monkeypatch.setattr(publishing, "MOST_PING_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        settings.CHANNEL_LAYERS = channel_layers(f"redis://127.0.0.1:{deaf.getsockname()[1]}/0")
        start = monotonic()
        answer = table.does("open_bets")

    assert monotonic() - start < PATIENCE_SECONDS
    assert answer.number == table.number
    assert "ping" in errors(caplog)[0]


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged as an error."""
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


def test_an_act_that_loses_its_database_is_not_half_done_and_is_done_when_it_is_pressed_again(
    postgresql: Engine, django_db_blocker: Any
) -> None:
    with postgresql.fresh() as url, django_db_blocker.unblock(), at_home_in(url, pool=2):
        table = ready_table(seats=1)
        act = played_to(table, "burn")
        seen, press = table.number, partial(table.press, act, nonce="burn", seen=table.number)
        at, reached = 0, True
        while reached:
            point = lost_database(press, at=at)
            at, reached = at + 1, point.reached
            assert table.number == seen + (AFTER_COMMIT in point.passed)

        assert at > 20
        assert press() == press()
        assert table.number == seen + 1
        table.check()


def test_a_machine_that_is_gone_amid_an_act_does_not_hold_its_table_for_long(
    postgresql: Engine, django_db_blocker: Any
) -> None:
    with postgresql.fresh() as url, django_db_blocker.unblock(), at_home_in(url), connection.cursor() as cursor:
        for patience, seconds in (("idle_in_transaction_session_timeout", "20s"), ("lock_timeout", "4s")):
            cursor.execute(f"SHOW {patience}")
            assert cursor.fetchone() == (seconds,)


def lost_database(press: Callable[[], PressResult], *, at: int) -> Point:
    """The connection is lost at this point of the press, which says so unless it was committed already."""
    point = Point(at, lose)
    with watched(point):
        try:
            press()
            assert not point.reached or AFTER_COMMIT in point.passed
        except (OperationalError, InterfaceError):
            assert point.reached
            assert AFTER_COMMIT not in point.passed
    close_old_connections()
    return point


def lose() -> None:
    """As when the server is stopped: the connection is cut at the other end."""
    mine = connection.connection.info.backend_pid
    with psycopg.connect(connection.connection.info.dsn, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 10000)", [mine])
