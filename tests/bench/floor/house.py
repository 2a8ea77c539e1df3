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
from tests.bench.floor.crowd import Answer, Screen, Table, Tally
from tests.bench.floor.wire import framed, greeting
from tests.rig.tables import dealer_of

PUSHES, BEAT = (b'{"kind":"push"', b'{"kind":"all"'), b'{"kind":"beat"'
NUMBER = re.compile(rb'"number":(\d+)')
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
            number = NUMBER.search(data, start, start + HEAD_BYTES)
            assert number is not None, data[start : start + HEAD_BYTES]
            self.shown(int(number[1]))
        elif data.startswith(BEAT, start):
            self.tally.idle_bytes += end - start
            self._answer()
        elif self.answers:
            frame = json.loads(data[start:end])
            waiting = self.answers.pop(frame.get("nonce", ""), None)
            if waiting is not None and not waiting.done():
                waiting.set_result(frame)

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


class HouseTable(Table):
    """A table of the house, and the acts that its dealer will press."""

    def __init__(self, code: str, screens: Sequence[HouseScreen], acts: Sequence[Act]) -> None:
        super().__init__(screens)
        self.dealer = screens[0]
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

    def beside(self, code: str) -> str:
        """Another table of the same process."""
        return next(other for other in self.codes if other != code and self.place(other) == self.place(code))

    def twelve(self, code: str, tally: Tally) -> HouseTable:
        """A table with its twelve screens: dealer, inspector, sign, nine seats. None is open yet."""
        screens = [self.staff("dealer", code, tally), self.staff("table", code, tally)]
        screens += [self.display(code, seat, tally) for seat in ("", *SEATS)]
        return self.table(code, screens)

    def viewed(self, code: str, viewers: int, tally: Tally) -> HouseTable:
        """A table with its dealer, and so many who look at its sign."""
        signs = [self.display(code, "", tally) for _ in range(viewers)]
        return self.table(code, [self.staff("dealer", code, tally), *signs])

    def table(self, code: str, screens: Sequence[HouseScreen]) -> HouseTable:
        """The table that stands where it was left."""
        return HouseTable(code, screens, acts_of(code)[self.played[code] :][: self.most])

    def staff(self, kind: str, code: str, tally: Tally) -> HouseScreen:
        """The console of the dealer, or the desk of the inspector."""
        session = self.sessions[dealer_of(code) if kind == "dealer" else INSPECTOR]
        cookie = f"{settings.SESSION_COOKIE_NAME}={session}"
        return HouseScreen(f"/live/{kind}/{code}/", cookie, port=self.place(code), tally=tally)

    def display(self, code: str, seat: str, tally: Tally) -> HouseScreen:
        """The display of a seat, or the sign."""
        cookie = f"{pairing.COOKIE}={self.displays[code, seat]}"
        return HouseScreen("/live/display/", cookie, port=self.place(code), tally=tally)
