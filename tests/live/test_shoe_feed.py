"""An electronic shoe at a served house: its own address, its token, its line; and what becomes of a lost connection."""

import asyncio
import json
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event
from typing import Any
from urllib.request import urlopen

import pytest
from channels.db import database_sync_to_async
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from table.live.electronic_shoes import line
from table.live.electronic_shoes import socket as room
from table.live.electronic_shoes.socket import Lines
from table.management import feed_client as client
from table.management.feed_client import HouseConnection, Shoe, deal, recorded
from table.models import HOUSE, ElectronicShoe
from table.rules.houses import VENEZIA
from tests.live.conftest import Live
from tests.rig.cast import Cast
from tests.rig.patience import PATIENCE_SECONDS
from tests.rig.sockets import watching
from tests.rig.tables import prepare_shoe
from tests.shoes.dealing import stake
from tests.shoes.reading import KEY, pair

Aside = Callable[..., Awaitable[Any]]


def address(house: Live, table: str = "T3") -> str:
    """Where the shoe of a table is heard."""
    return f"{house.address.replace('http', 'ws', 1)}/live/shoe/{table}/"


@asynccontextmanager
async def opened(house: Live, token: str, table: str = "T3") -> AsyncIterator[ClientConnection]:
    """A socket of a shoe."""
    header = {"Authorization": f"Bearer {token}"} if token else {}
    async with connect(address(house, table), additional_headers=header, proxy=None, ping_interval=None) as socket:
        yield socket


async def hears(socket: ClientConnection) -> dict[str, Any]:
    """The next frame."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        found: dict[str, Any] = json.loads(await socket.recv())
        return found


async def tells(socket: ClientConnection, number: int, face: str) -> dict[str, Any]:
    """A card, and the answer."""
    await socket.send(json.dumps({"kind": "card", "number": number, "face": face}))
    return await hears(socket)


async def shut(socket: ClientConnection) -> int:
    """The code with which the house closed it."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        await socket.wait_closed()
    assert socket.close_code is not None
    return socket.close_code


@pytest.fixture
def token(house: Live) -> str:
    """That of the shoe of the table, in whose open betting a stake lies."""
    stake(house.table)
    house.table.does("close_bets", said=True)
    return pair(house.table)


def revokes() -> None:
    """The Direzione takes the shoe away."""
    Cast.at(HOUSE).direzione.does("revoke_shoe", key=KEY)


def test_a_card_of_the_taglia_before_is_not_taken_on_a_line_that_is_open_since_the_next_one_was_loaded(
    house: Live,
) -> None:
    token = pair(house.table)
    house.table.cast.direzione.does("void_shoe")
    prepare_shoe(house.table, VENEZIA, serial="S-2")
    stake(house.table)
    house.table.does("close_bets", said=True)

    async def story() -> None:
        async with opened(house, token) as shoe:
            assert (await hears(shoe))["next"] == 1
            await shoe.send('{"kind":"card","number":1,"face":"9H","late":true}')
            refused = await hears(shoe)
            assert (refused["code"], refused["next"], refused["again"]) == ("E_LATE", 1, False)
            assert await tells(shoe, 1, "KS") == {"kind": "taken", "number": 1}

    asyncio.run(story())


def test_a_shoe_tells_its_cards_and_goes_on_after_a_lost_connection_where_it_stopped(
    house: Live, token: str, aside: Aside
) -> None:
    async def story() -> None:
        async with watching(house.address, "/live/dealer/T3/", session=house.sessions["dario"]) as console:
            await console.shown()
            async with opened(house, token) as shoe:
                assert await hears(shoe) == {"kind": "ready", "table": "T3", "next": 1}
                await console.until(lambda: "segnala il sabot" in str(console.frames), "a console that waits for it")
                assert await tells(shoe, 1, "KS") == {"kind": "taken", "number": 1}
                assert await tells(shoe, 1, "KS") == {"kind": "taken", "number": 1}
                await shoe.send("no frame")
                assert (await hears(shoe))["code"] == "E_FRAME"
                missing = await tells(shoe, 3, "6D")
                assert (missing["code"], missing["next"], missing["again"]) == ("E_GAP", 2, True)
                async with opened(house, token) as second:
                    refused = await hears(second)
                    assert (refused["code"], await shut(second)) == ("E_NOT_FREE", 4403)
                await shoe.send('{"kind":"alive"}')
                assert await hears(shoe) == {"kind": "alive"}
                assert await tells(shoe, 2, "7H") == {"kind": "taken", "number": 2}
            await console.until(lambda: "Tace." in str(console.frames), "that it is gone")
            async with opened(house, token) as again:
                assert (await hears(again))["next"] == 3
                await aside(revokes)
                assert await shut(again) == 4401

    asyncio.run(story())
    assert house.table.state.shoe is not None
    assert house.table.state.shoe.out == 2


def test_a_shoe_whose_line_was_let_go_while_the_database_was_locked_is_not_told_that_it_was_revoked(
    house: Live, token: str, aside: Aside
) -> None:
    """By 4401 it would give up, and the dealer would key cards by hand for the rest of the evening."""

    async def story() -> None:
        for loses in (lambda _shoe: None, lambda shoe: shoe.send('{"kind":"card","number":1,"face":"KS"}')):
            async with opened(house, token) as shoe:
                assert (await hears(shoe))["next"] == 1
                await aside(lambda: line.let_go(ElectronicShoe.objects.get().holder))
                if (sent := loses(shoe)) is not None:
                    await sent
                assert await shut(shoe) == 4408

    asyncio.run(story())


def test_a_shoe_without_its_token_or_at_another_table_is_turned_away(house: Live, token: str) -> None:
    async def story() -> None:
        for wrong, table in (("", "T3"), (f"{token}x", "T3"), (token, "T9"), (f"{KEY}.", "T3")):
            with pytest.raises(InvalidStatus) as turned_away:
                async with opened(house, wrong, table):
                    raise AssertionError("it was let in")
            assert turned_away.value.response.status_code == 403

    asyncio.run(story())
    assert not ElectronicShoe.objects.exclude(holder="").exists()


def test_the_client_deals_a_recorded_taglia_into_the_house(house: Live, token: str) -> None:
    said = list[str]()
    shoe = Shoe(lambda: HouseConnection(address(house), token), say=said.append)
    assert deal(shoe, recorded("KS 7H\n6D KC"), iter([True, False, True, True, True])) == 4
    assert [card.face for card in house.table.state.at_boxes] == ["", "", "", ""]
    house.table.does("declare", claim="no_carta", means="voice")
    house.table.does("turn_banco")
    assert [card.face for card in house.table.state.at_boxes] == ["", "7H", "", "KC"]
    assert said == []
    shoe.close()


CLIENT = str(Path(client.__file__))


def alone(house: Live, token: str, folder: Path, cards: str, *, table: str = "T3") -> subprocess.CompletedProcess[str]:
    """The client by itself, in a folder of its own, by a Python that has nothing beside it."""
    shutil.copy(CLIENT, folder / "shoe.py")
    (folder / "cards").write_text(cards, encoding="utf-8")
    (folder / "token").write_text(token, encoding="ascii")
    command = ["shoe.py", address(house, table), "cards", "--token-file", "token", "--every", "0.01"]
    return subprocess.run(
        [sys.executable, "-I", "-S", *command],
        check=False,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )


def test_the_client_is_one_file_that_runs_with_python_alone(house: Live, token: str, tmp_path: Path) -> None:
    done = alone(house, token, tmp_path, "KS ?? 10D KC")
    assert (done.returncode, done.stdout, done.stderr) == (0, "Facts told: 4.\n", "")
    house.table.does("declare", claim="no_carta", means="voice")
    house.table.does("turn_banco", cards=["7H", "KC"])
    house.table.does("turn_punto", early=True)
    assert [card.face for card in house.table.state.at_boxes] == ["KS", "7H", "TD", "KC"]
    assert alone(house, f"{token}x", tmp_path, "KS").stderr.splitlines()[-1] == "turned away: 403"


def test_a_frame_that_cannot_be_read_is_counted_and_said_on_the_console_until_the_dealer_has_compared(
    house: Live, token: str
) -> None:
    async def story() -> None:
        before = await counted(house)
        async with watching(house.address, "/live/dealer/T3/", session=house.sessions["dario"]) as console:
            await console.shown()
            async with opened(house, token) as shoe:
                await hears(shoe)
                await shoe.send('{"kind":"card","number":1,"face":"1K"}')
                answer = await hears(shoe)
                assert (answer["code"], answer["next"], answer["again"]) == ("E_FRAME", 1, False)
                await console.until(
                    lambda: "electronic-shoe-refused" in str(console.frames), "that a card may be missing"
                )
                assert await tells(shoe, 1, "KS") == {"kind": "taken", "number": 1}
                assert await aside_trouble() == "refused"
                assert (await console.ask(kind="compared", table="T3"))["kind"] == "done"
                assert await aside_trouble() == ""
        async with watching(house.address, "/live/pit/", session=house.sessions["cosima"]) as watcher:
            await watcher.shown()
            assert (await watcher.ask(kind="compared", table="T3"))["code"] == "E_ROLE"
        assert await counted(house) - before == 1

    asyncio.run(story())


@database_sync_to_async
def aside_trouble() -> str:
    """What the dealer has to know of the shoe."""
    return ElectronicShoe.objects.get().trouble


async def counted(house: Live) -> float:
    """How many frames of electronic shoes the house has refused, by its figures."""
    metrics = await asyncio.to_thread(lambda: urlopen(f"{house.address}/metrics").read().decode())
    line = next((it for it in metrics.splitlines() if 'shoe_facts_total{result="refused"}' in it), "0 0")
    return float(line.rpartition(" ")[2])


class HeardLine:
    """A connection that is silent or not, and hears with which code it is let go."""

    def __init__(self, name: str, lines: Lines, *, silent: bool = False) -> None:
        self.name, self.silent, self._lines = name, silent, lines
        self.code: int | None = None
        self.gone = asyncio.Event()

    async def lose(self) -> None:
        """It has lost its line."""
        await self.go(4401)

    async def go(self, code: int) -> None:
        """It is let go."""
        self.code = code
        self._lines.leave(self)  # type: ignore[arg-type]  # all that is asked of a socket here
        self.gone.set()


def test_who_is_silent_and_whose_line_is_anothers_is_let_go_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    renewed = Event()
    monkeypatch.setattr(room, "LOOK_SECONDS", 0.001)
    monkeypatch.setattr(line, "holding", lambda _names: {"silent", "here"})
    monkeypatch.setattr(line, "hold_on", lambda names: renewed.set() if names == ["here"] else None)

    async def story() -> None:
        lines = Lines()
        connections = [HeardLine("revoked", lines), HeardLine("silent", lines, silent=True), HeardLine("here", lines)]
        for it in connections:
            lines.enter(it)  # type: ignore[arg-type]  # all that is asked of a socket here
        async with asyncio.timeout(PATIENCE_SECONDS):
            await asyncio.gather(connections[0].gone.wait(), connections[1].gone.wait())
            await asyncio.to_thread(renewed.wait, PATIENCE_SECONDS)
        assert [it.code for it in connections] == [4401, 4408, None]
        lines.leave(connections[2])  # type: ignore[arg-type]  # the same

    asyncio.run(story())
    assert renewed.is_set()
