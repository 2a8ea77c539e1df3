"""The receiver of docs/outside.md through a restore: it loses no event, doubles none, and keeps what was taken back."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from table.backup import pack
from table.models import HOUSE, Entry, Told, Webhook
from table.outside import delivery, signing
from table.outside.delivery import deliver
from tests.backup.houses import Home, back_up, home, restored
from tests.rig.cast import Cast, everybody_is_taken_on
from tests.rig.engines import Engine, at_home_in
from tests.rig.tables import AtTable, ready_table

PAGE = Path(__file__).parent.parent.parent / "docs" / "outside.md"


def sample() -> dict[str, Any]:
    """The program that stands in the page, as a module."""
    found = re.search(r"<!-- receiver -->\n```python\n(.*?)```\n<!-- /receiver -->", PAGE.read_text("utf-8"), re.DOTALL)
    assert found
    module: dict[str, Any] = {"__name__": "receiver"}
    exec(compile(found[1], "receiver.py", "exec"), module)
    return module


class Running:
    """The program of the page behind a socket of its own, with its file of events."""

    def __init__(self, path: Path) -> None:
        self.path, self.program = path, sample()
        self.receiver: Any = self.program["Receiver"](path, [])
        self.secrets: list[str] = []

    @contextmanager
    def listening(self) -> Iterator[str]:
        server = ThreadingHTTPServer(("127.0.0.1", 0), self.program["handler"](self.receiver))
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
            server.server_close()
            self.receiver.db.close()

    def knows(self, *secrets: str) -> None:
        """It is given these secrets, and no others."""
        self.receiver.keys = self.program["Receiver"](":memory:", secrets).keys

    def asks(self, query: str) -> list[tuple[Any, ...]]:
        """What is in its file."""
        reader = sqlite3.connect(self.path)
        try:
            return reader.execute(query).fetchall()
        finally:
            reader.close()

    def events(self, code: str) -> list[tuple[int, str]]:
        """Number and digest of each event of a table that it holds to have happened, in order."""
        found = self.asks("SELECT code, number, digest FROM event ORDER BY code, number")
        return [(number, digest) for table, number, digest in found if table == code]

    def set_aside(self) -> list[tuple[str, int, str]]:
        """Table, number and digest of what a restore has taken back."""
        return self.asks("SELECT code, number, digest FROM aside ORDER BY code, number")


def register(code: str, *, after: int = 0) -> list[tuple[int, str]]:
    """The same as the house has it."""
    found = Entry.objects.filter(register=code, number__gt=after).order_by("number")
    return list(found.values_list("number", "digest"))


def tips(count: int, code: str = "T3") -> None:
    for _ in range(count):
        AtTable(code, Cast.at(code)).does("tip", amount=500)


@pytest.fixture
def running(tmp_path: Path, settings: Any) -> Running:
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    return Running(tmp_path / "events.sqlite3")


def test_the_receiver_of_the_page_loses_and_doubles_nothing_through_a_restore(
    engine: Engine, tmp_path: Path, django_db_blocker: Any, running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "MOST_AT_ONCE", 3)
    with (
        django_db_blocker.unblock(),
        engine.fresh() as url,
        at_home_in(url),
        home(tmp_path / "house") as at,
        running.listening() as address,
    ):
        _open(address)
        running.knows(signing.secret_of(Webhook.objects.get()))
        began = {it.register: it.number for it in Told.objects.all()}
        gone = _play_on_after_a_backup(at)
        assert running.events("T3") == register("T3", after=began["T3"])
        restored(at, "--keys-here", "--replace", url.rpartition("/")[2])
        deliver()
        deliver()
        assert running.set_aside() == [(code, *it) for code, listed in gone.items() for it in listed]
        for code in ("T3", "T4"):
            assert running.events(code) == register(code, after=began[code]), "where nothing was done since, too"
        tips(6)
        tips(1, "T4")
        deliver()
        for code in ("T3", "T4"):
            assert running.events(code) == register(code, after=began[code])
        assert len(running.set_aside()) == 5
        texts = [json.loads(text) for (text,) in running.asks("SELECT text FROM aside")]
        assert {it["act"] for it in texts} == {"tip"}, "what was lost is on record here"


def _open(address: str) -> None:
    """Two tables, and a webhook to this address for all events at either."""
    everybody_is_taken_on()
    ready_table(seats=1)
    ready_table(code="T4", seats=1)
    Cast.at(HOUSE).direzione.does("admit_webhook", key="cage", url=address)


def _play_on_after_a_backup(at: Home) -> dict[str, list[tuple[int, str]]]:
    """Play, take a backup, and play on; the entries of each table that the backup lacks, all of them delivered."""
    tips(5)
    tips(2, "T4")
    deliver()
    tips(2)  # on record in the backup, and delivered only after it
    back_up(at)
    tips(4)
    tips(1, "T4")
    deliver()
    gone = {code: register(code, after=_end(at.backup, code)) for code in ("T3", "T4")}
    assert [len(it) for it in gone.values()] == [4, 1]
    return gone


def _end(backup: Path, code: str) -> int:
    """The number of the last entry of a register in a backup."""
    return pack.read(backup).registers[code].number
