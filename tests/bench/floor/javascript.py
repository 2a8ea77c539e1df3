"""What the house is measured beside: servers on Node, their screens and tables as programs, by the same client."""

import asyncio
import json
import os
import re
import shutil
import subprocess
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, NamedTuple
from zlib import crc32

from table.rules.profile import MAIN_BOXES
from tests.bench.acts import BETTORS
from tests.bench.floor.crowd import Answer, Screen, Table, Tally
from tests.bench.floor.wire import framed, greeting
from tests.rig.process import running

HERE = Path(__file__).resolve().parent
SCREENS = 12
SPACE = "/floor,"
OPEN, PING, JOINED = b"0", b"2", f"40{SPACE}".encode()
EVENT, ACKNOWLEDGED = f"42{SPACE}".encode(), f"43{SPACE}".encode()
PONG, JOIN = framed(b"3"), framed(JOINED)


def installed(folder: Path) -> str:
    """Bring what they need into this folder, unless it is there; why it cannot be brought, where it cannot."""
    if not (shutil.which("node") and shutil.which("npm")):
        return "boardgame.io and socket.io are left out: there is no node and npm here."
    wanted = (HERE / "package.json").read_text(encoding="utf-8")
    there = folder / "package.json"
    if (folder / "complete").exists() and there.exists() and there.read_text(encoding="utf-8") == wanted:
        return ""
    folder.mkdir(parents=True, exist_ok=True)
    there.write_text(wanted, encoding="utf-8")
    command = ["npm", "install", "--prefix", str(folder), "--no-audit", "--no-fund", "--loglevel", "error"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return f"boardgame.io and socket.io are left out: npm could not bring them. {done.stderr.strip()[:300]}"
    (folder / "complete").touch()
    return ""


@contextmanager
def started(script: str, file: Path, tables: int, *, packages: Path) -> Iterator[tuple[int, int]]:
    """A server on a new database: its port and its process."""
    env = os.environ | {"NODE_PATH": str(packages.resolve() / "node_modules"), "NODE_ENV": "production"}
    with running(["node", HERE / script, file, str(tables)], ready="ready at", env=env) as said:
        yield int(said.lines[-1].split()[-1]), said.pid


def event(name: str, *given: Any, ack: str = "") -> bytes:
    """An event of socket.io, as it is sent."""
    return framed(f"42{SPACE}{ack}{json.dumps([name, *given])}".encode())


class SocketScreen(Screen):
    """A screen on socket.io: it joins, says where it sits, and notes the numbers that it is shown."""

    def __init__(self, sits: bytes, number: re.Pattern[bytes], *, port: int, tally: Tally) -> None:
        hello = greeting("/socket.io/?EIO=4&transport=websocket", port=port, headers={})
        super().__init__(hello, port=port, tally=tally)
        self._sits, self._number = sits, number
        self.waits: asyncio.Future[float] | None = None

    def heard(self, data: bytes, start: int, end: int) -> None:
        """Of what is told only the number is read."""
        self.tally.bytes += end - start
        if data.startswith(EVENT, start):
            if (number := self._number.search(data, start, end)) is not None:
                self.shown(int(number[1]))
        elif data.startswith(ACKNOWLEDGED, start):
            self.answered()
        elif data.startswith(JOINED, start):
            self.say(self._sits)
        elif data.startswith(OPEN, start):
            self.say(JOIN)
        elif data.startswith(PING, start):
            self.tally.idle_bytes += end - start
            self.say(PONG)

    def answered(self) -> None:
        """The press that waits for it has its answer."""
        if self.waits is not None and not self.waits.done():
            self.waits.set_result(perf_counter())


class StakeTable(Table):
    """A table at which stake after stake is laid."""

    def __init__(self, code: str, screens: Sequence[SocketScreen]) -> None:
        super().__init__(screens)
        self.code, self.dealer = code, screens[0]
        self._chance = Random(crc32(code.encode()))

    async def press(self) -> Answer:
        """Lay a stake somewhere."""
        position, box = str(self._chance.randint(1, BETTORS)), self._chance.choice(MAIN_BOXES).value
        before = self.dealer.number
        self.dealer.waits = asyncio.get_running_loop().create_future()
        self.dealer.say(self.stake(position, box, self._chance.randrange(1000, 20_000, 1000)))
        return Answer(before + 1, await self.dealer.waits)

    @abstractmethod
    def stake(self, position: str, box: str, amount: int) -> bytes:
        """The stake as it is sent."""


class PlainTable(StakeTable):
    """A table of the plain server."""

    def stake(self, position: str, box: str, amount: int) -> bytes:
        """An event that is acknowledged."""
        return event("place", self.code, {"position": position, "box": box, "amount": amount}, ack="1")


class BoardTable(StakeTable):
    """A match of boardgame.io; the answer to a move is the state that it leads to."""

    def stake(self, position: str, box: str, amount: int) -> bytes:
        """A move of the first player."""
        payload = {"type": "place", "args": [position, box, amount], "playerID": "0"}
        return event("update", {"type": "MAKE_MOVE", "payload": payload}, self.dealer.number, self.code, "0")

    def seen(self, before: int, number: int) -> None:
        """The dealer's own screen is where a move is answered."""
        if before < number <= self.dealer.number:
            self.dealer.answered()
        super().seen(before, number)


class NodeFloor(NamedTuple):
    """A floor of such tables on one port."""

    port: int
    board: bool
    codes: Sequence[str]

    def neighbour(self, code: str) -> str:
        """Another table."""
        return next(other for other in self.codes if other != code)

    def twelve(self, code: str, tally: Tally) -> Table:
        """A table with eleven who play and one who looks on."""
        return self._table(code, [*map(str, range(SCREENS - 1)), None], tally)

    def walled(self, codes: Sequence[str], tally: Tally) -> list[Table]:
        """Tables of twelve; nothing here shows several of them at once."""
        return [self.twelve(code, tally) for code in codes]

    def viewed(self, code: str, viewers: int, tally: Tally) -> Table:
        """A table with one who plays, and so many who look on."""
        return self._table(code, ["0", *[None] * viewers], tally)

    def _table(self, code: str, players: Sequence[str | None], tally: Tally) -> Table:
        number = re.compile(rb'"_stateID":(\d+)' if self.board else rb'"number":(\d+)')
        sits = [event("sync", code, player, None, SCREENS) if self.board else event("sit", code) for player in players]
        screens = [SocketScreen(sit, number, port=self.port, tally=tally) for sit in sits]
        return (BoardTable if self.board else PlainTable)(code, screens)
