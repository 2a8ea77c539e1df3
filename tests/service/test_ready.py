"""Whether the house says truly that it can take an act: with a database that is held, and a disk that fills up."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from time import monotonic
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.test import Client

from config.environment import VERSION
from config.health import _folders, _writable
from config.service.healthy import readiness
from config.settings import channel_layers
from table.record.machine import database_lock
from tests.rig.engines import Engine, at_home_in
from tests.rig.redis import redis
from tests.rig.waiting import waits

PLENTY_MB = 1 << 40
SOON_SECONDS = 3


@pytest.mark.django_db(transaction=True)
def test_a_house_whose_database_another_program_holds_says_so_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    waited = waits(monkeypatch)
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = Client().get("/readyz")
        other.rollback()
    assert (answer.status_code, answer.content) == (503, b"not ready: another program holds the database\n")
    assert waited == [database_lock.LOOK_SECONDS, django_settings.LONGEST_WAIT_SECONDS]
    assert database_lock.LOOK_SECONDS <= SOON_SECONDS
    assert Client().get("/readyz").status_code == 200, "and nothing is held by the question itself"


def test_a_house_whose_postgresql_can_only_be_read_is_not_ready(postgresql: Engine, django_db_blocker: Any) -> None:
    with postgresql.fresh() as url, django_db_blocker.unblock(), at_home_in(url):
        assert _writable() == ""
        with connection.cursor() as cursor:
            cursor.execute("SET default_transaction_read_only = on")
        assert _writable() == "the database can only be read"


@pytest.mark.django_db
def test_a_house_whose_disk_fills_up_is_not_ready(settings: Any) -> None:
    settings.DISK_FLOOR_MB = PLENTY_MB
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"not ready: disk space\n")


@pytest.mark.django_db
def test_room_is_looked_for_where_seals_and_database_are_written(settings: Any, tmp_path: Any) -> None:
    settings.SEALS_FILE = tmp_path / "not" / "there" / "seals"
    assert next(iter(_folders())) == tmp_path, "the nearest folder that is there"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_every_answer_to_whoever_watches_names_the_version(path: str) -> None:
    assert Client().get(path)["Sabot-Version"] == VERSION
    assert "sabot_build_info{" in Client().get("/metrics").content.decode()


class Answers(BaseHTTPRequestHandler):
    """A house that is asked by its address, and ready or not."""

    lacks = ""

    def do_GET(self) -> None:
        assert (self.headers["Host"].rpartition(":")[0], self.path) == ("127.0.0.1", "/readyz")
        self.send_response(503 if self.lacks else 200)
        self.end_headers()
        self.wfile.write(f"not ready: {self.lacks}\n".encode() if self.lacks else b"ready\n")

    def log_message(self, *_said: object) -> None:
        """Nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    with HTTPServer(("127.0.0.1", 0), Answers) as house:
        Thread(target=house.serve_forever, daemon=True).start()
        yield house.server_port
        house.shutdown()


def test_a_health_check_asks_the_house_by_its_address(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert readiness(port) == (True, "ready")
    monkeypatch.setattr(Answers, "lacks", "database")
    assert readiness(port) == (False, "not ready: database")
    assert readiness(1)[0] is False, "nobody is there"


def test_who_watches_is_told_within_three_seconds_that_there_is_no_postgresql(django_db_blocker: Any) -> None:
    """With the pool that ships, which would wait for half a minute by itself."""
    nowhere = "postgres://house@127.0.0.1:1/house"
    with django_db_blocker.unblock(), at_home_in(nowhere, pool=8):
        for path, status, said in (("/readyz", 503, "not ready: database\n"), ("/metrics", 200, "seals_missing NaN")):
            began = monotonic()
            answer = Client().get(path)
            assert monotonic() - began < SOON_SECONDS
            assert (answer.status_code, said in answer.content.decode()) == (status, True)


@pytest.mark.django_db
def test_a_house_whose_redis_is_gone_stays_on_the_net(settings: Any) -> None:
    with redis() as url:
        settings.CHANNEL_LAYERS = channel_layers(url)
        assert Client().get("/readyz").content == b"ready\n"
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.content) == (200, b"ready\nworse without: channel layer\n")
