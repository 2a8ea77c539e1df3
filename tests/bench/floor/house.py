"""Screens and tables of the house, as programs: they take what they are sent, answer heartbeats, and one presses."""

import asyncio
import json
import re
import sys
from collections.abc import Mapping, Sequence
from random import Random
from time import perf_counter
from typing import Any, NamedTuple
from uuid import uuid4
from zlib import crc32

from django.conf import settings

from table.access import pairing
from tests.bench.acts import Act, coup_acts, layouts
from tests.bench.floor.crowd import OPEN_SECONDS, Answer, Screen, Table, Tally
from tests.bench.floor.wire import framed, greeting
from tests.rig.tables import dealer_of

PUSHES, BEAT = (b'{"kind":"push"', b'{"kind":"all"'), b'{"kind":"beat"'
NUMBER = re.compile(rb'"number":(\d+)')
CODE = re.compile(rb'"table":"([^"]+)"')
HEAD_BYTES = 300
HERE = framed(b'{"kind":"here"}')
HERE_SECONDS = 15.0
MOST_UNANSWERED = 20
"""Frames after which a screen says that it is there before a heartbeat asks: programs press faster than hands."""
INSPECTOR = "ivo"
SEATS = "123456789"


class HouseScreen(Screen):
    """A screen of the house."""

    def __init__(self, path: str, cookie: str, *, port: int, tally: Tally) -> None:
        hello = greeting(f"{path}?language=it", port=port, headers={"Cookie": cookie})
        super().__init__(hello, port=port, tally=tally)
        self.answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._unanswered, self._said = 0, perf_counter()
        self.taken = 0

    def opened(self) -> None:
        """What is taken is counted from here on."""
        self.taken = 0
        super().opened()

    def heard(self, data: bytes, start: int, end: int) -> None:
        """Of what is drawn only the number is read; of what is answered everything."""
        self.taken += 1
        self.tally.bytes += end - start
        if data.startswith(PUSHES, start):
            self._unanswered += 1
            self._answer()
            self.drawn(data, start)
        elif data.startswith(BEAT, start):
            self.tally.idle_bytes += end - start
            self._answer()
        elif self.answers:
            frame = json.loads(data[start:end])
            waiting = self.answers.pop(frame.get("nonce", ""), None)
            if waiting is not None and not waiting.done():
                waiting.set_result(frame)

    def drawn(self, data: bytes, start: int) -> None:
        """Read which number its table is shown at."""
        number = NUMBER.search(data, start, start + HEAD_BYTES)
        assert number is not None, data[start : start + HEAD_BYTES]
        self.shown(int(number[1]))

    def press(self, table: str, act: Act, *more: Act, nonce: str) -> asyncio.Future[dict[str, Any]]:
        """Press a button, on what this screen shows; what the house answers."""
        steps = [{"verb": verb, "given": given} for verb, given in (act, *more)]
        return self.ask(kind="press", table=table, nonce=nonce, steps=steps, seen=self.number, heard=self.taken)

    def ask(self, *, nonce: str, **frame: Any) -> asyncio.Future[dict[str, Any]]:
        """Send a frame; what the house answers to its name."""
        waiting = self.answers[nonce] = asyncio.get_running_loop().create_future()
        self.say(framed(json.dumps(frame | {"nonce": nonce}).encode()))
        return waiting

    def _answer(self) -> None:
        """Say that it is there, as a page does: after so many frames, or so long."""
        if self._unanswered >= MOST_UNANSWERED or perf_counter() - self._said >= HERE_SECONDS:
            self._unanswered, self._said = 0, perf_counter()
            self.say(HERE)


class Wall(HouseScreen):
    """The wall of an inspector: one socket, and a tile for each of its tables."""

    def __init__(self, codes: Sequence[str], cookie: str, *, port: int, tally: Tally) -> None:
        super().__init__("/live/pit/", cookie, port=port, tally=tally)
        self.tiles = {code: Tile(self) for code in codes}
        self._knocked = False

    def drawn(self, data: bytes, start: int) -> None:
        """Read which number which of its tables is shown at; those that are not played at are shown, too."""
        end = start + HEAD_BYTES
        number, code = NUMBER.search(data, start, end), CODE.search(data, start, end)
        assert number is not None, data[start:end]
        assert code is not None, data[start:end]
        if (tile := self.tiles.get(code[1].decode())) is not None:
            tile.shown(int(number[1]))

    def ask_in(self) -> None:
        """Open the socket, once for all tiles."""
        if not self._knocked:
            self._knocked = True
            self._knock()


class Tile(Screen):
    """A table on a wall: shown what comes over the socket of the wall."""

    def __init__(self, wall: Wall) -> None:
        super().__init__(wall.hello, port=wall.port, tally=wall.tally)
        self.wall = wall

    def heard(self, data: bytes, start: int, end: int) -> None:
        """It has no socket of its own."""
        raise NotImplementedError

    async def look(self) -> None:
        """Wait for what the wall shows of the table first."""
        self.wall.ask_in()
        async with asyncio.timeout(OPEN_SECONDS):
            await self.looks

    def put_away(self) -> None:
        """Nobody looks any more."""
        self.wall.put_away()


class HouseTable(Table):
    """A table of the house, and the acts that its dealer will press."""

    def __init__(self, code: str, dealer: HouseScreen, others: Sequence[Screen], acts: Sequence[Act]) -> None:
        super().__init__([dealer, *others])
        self.dealer = dealer
        self._code, self._acts, self._next = code, acts, 0

    async def press(self) -> Answer | None:
        """The next act of the taglia; one that was refused is pressed again the next time."""
        if self._next >= len(self._acts):
            return None
        verb, given = self._acts[self._next]
        answer, at = await self.dealer.press(self._code, (verb, given), nonce=uuid4().hex), perf_counter()
        if answer["kind"] != "done":
            return Answer(0, at, refused=f"{verb}: {answer.get('sentence', answer)}")
        self._next += 1
        return Answer(answer["number"], at)


def acts_of(code: str) -> list[Act]:
    """The acts of a taglia at this table: no other table has the same cards and the same stakes."""
    chance = Random(crc32(code.encode()))
    acts: list[Act] = []
    after_a_tie = False
    for coup, layout in enumerate(layouts(crc32(code.encode())), start=1):
        acts += coup_acts(f"1.{coup}", layout, after_a_tie=after_a_tie)
        after_a_tie = layout.result == "tie"
    for _verb, given in acts:
        if "amount" in given:
            given["amount"] = chance.randrange(1000, 20_000, 1000)
    return acts


class House(NamedTuple):
    """A served house: the ports of its processes, and who may come in; how many acts were played at each table."""

    ports: Sequence[int]
    sessions: Mapping[str, str]
    displays: Mapping[tuple[str, str], str]
    played: Mapping[str, int]
    most: int = sys.maxsize
    """Acts that are still played at each table at most."""

    @property
    def codes(self) -> list[str]:
        """The tables."""
        return list(self.played)

    def place(self, code: str) -> int:
        """The port of the process whose table this is: always the same one, as a proxy would choose it."""
        return self.ports[crc32(code.encode()) % len(self.ports)]

    def neighbour(self, code: str) -> str:
        """Another table of the same process."""
        return next(other for other in self.codes if other != code and self.place(other) == self.place(code))

    def twelve(self, code: str, tally: Tally) -> HouseTable:
        """A table with its twelve screens: dealer, inspector, sign, nine seats. None is open yet."""
        return self.table(code, self.staff("dealer", code, tally), self._eleven(code, tally))

    def walled(self, codes: Sequence[str], tally: Tally) -> list[Table]:
        """Tables with their twelve screens, and a wall on which an inspector has all of them."""
        cookie = f"{settings.SESSION_COOKIE_NAME}={self.sessions[INSPECTOR]}"
        tiles = Wall(codes, cookie, port=self.ports[0], tally=tally).tiles
        return [
            self.table(code, self.staff("dealer", code, tally), [*self._eleven(code, tally), tiles[code]])
            for code in codes
        ]

    def _eleven(self, code: str, tally: Tally) -> list[HouseScreen]:
        """All screens of a table but the dealer's."""
        return [self.staff("table", code, tally), *(self.display(code, seat, tally) for seat in ("", *SEATS))]

    def viewed(self, code: str, viewers: int, tally: Tally) -> HouseTable:
        """A table with its dealer, and so many who look at its sign."""
        signs = [self.display(code, "", tally) for _ in range(viewers)]
        return self.table(code, self.staff("dealer", code, tally), signs)

    def table(self, code: str, dealer: HouseScreen, others: Sequence[Screen]) -> HouseTable:
        """The table that stands where it was left."""
        return HouseTable(code, dealer, others, acts_of(code)[self.played[code] :][: self.most])

    def staff(self, kind: str, code: str, tally: Tally) -> HouseScreen:
        """The console of the dealer, or the desk of the inspector."""
        session = self.sessions[dealer_of(code) if kind == "dealer" else INSPECTOR]
        cookie = f"{settings.SESSION_COOKIE_NAME}={session}"
        return HouseScreen(f"/live/{kind}/{code}/", cookie, port=self.place(code), tally=tally)

    def display(self, code: str, seat: str, tally: Tally) -> HouseScreen:
        """The display of a seat, or the sign."""
        cookie = f"{pairing.COOKIE}={self.displays[code, seat]}"
        return HouseScreen("/live/display/", cookie, port=self.place(code), tally=tally)
