"""The attack: a served house is sent what chance makes up, by a dealer, an inspector, a display and nobody."""

import asyncio
import http.client
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.conf import settings
from websockets.exceptions import WebSocketException

from table.access import pairing
from table.models import Entry
from table.record.proof import audit
from tests.bench.floor.meters import resident
from tests.bench.visitors import Memory, memory_of_sign_ins
from tests.fuzz.chance import Chance, Request
from tests.fuzz.dealer import dealing, deals_alone
from tests.rig.daphne import House, served
from tests.rig.engines import Engine, at_home_in
from tests.rig.sockets import Frame, Watcher, paired, screen, session_of, watching
from tests.rig.tables import AtTable, ready_table

PATIENT = "tests.fuzz.settings"
"""The settings of a house that takes frames as fast as they come, and however many of them are none."""
IN_A_ROW = 40
"""So many frames are sent before the answers to them are waited for."""
MOST_IN_VAIN = 50
"""Sockets in a row on which nothing was taken; then nobody listens."""
ROWS = 20
"""So many rows are sent on one socket, if the house does not let it go before."""
ABANDONED_AT_ONCE = 200
SIGNED_IN_FOR = 100
"""Requests after which dealer and inspector sign in anew: one of them may have been to sign out."""
WARM = 0.5
"""After this part of the attack the house has in memory what it needs; from then on it may not grow."""
MOST_GROWN_MB = 48.0
"""Python looks for waste only after some forty megabytes of new objects (table/memory/gc_pacing.py)."""
FAULT = '"level": "error"'
"""How the house logs what it could not do; what somebody may not do, or asks for in vain, is no fault of it."""
NOT_OURS = ("/readyz", "/healthz", "/metrics")
"""What says by a status how the house is."""


@dataclass
class Found:
    """What came of an attack: answers by code, requests by status, megabytes before and after, and what is wrong.

    ``taken`` are the frames that the house has read, by the proof of an answer to one that came after them. ``alone``
    and ``meanwhile`` are how long a dealer waited for their answers, in seconds; ``sign_ins`` is what wrong ones left.
    """

    taken: int = 0
    frames: Counter[str] = field(default_factory=Counter)
    requests: Counter[int] = field(default_factory=Counter)
    sockets: int = 0
    memory: tuple[float, float] = (0.0, 0.0)
    alone: list[float] = field(default_factory=list)
    meanwhile: list[float] = field(default_factory=list)
    sign_ins: Memory | None = None
    recorded: int = 0
    wrong: list[str] = field(default_factory=list)


class Target(Watcher):
    """A screen that sends anything, and counts what it is answered."""

    async def fire(self, chance: Chance, count: int, found: Found) -> None:
        """So many frames, and then the proof that all of them were taken: one more gets its answer."""
        since = len(self.frames)
        try:
            for _frame in range(count):
                await self.say(chance.frame(number=self.numbers.get("T3", 0), heard=len(self.frames)))
            await self.ask(kind="dismiss", table="nowhere", display="none")
            found.taken += count
        finally:
            self._count(self.frames[since:], found)

    def _count(self, frames: Sequence[Frame], found: Found) -> None:
        for frame in frames:
            if frame["kind"] not in ("all", "push", "beat"):
                found.frames[str(frame.get("code", frame["kind"]))] += 1
                if frame["kind"] == "failed":
                    found.wrong.append(json.dumps(frame))


@dataclass
class Prey:
    """A served house, its table, and the cookies of those who attack it."""

    house: House
    table: AtTable
    who: dict[str, dict[str, str]]

    def sign_in(self) -> None:
        """Dealer and inspector sign in; chance may have signed them out."""
        self.who |= {it: {settings.SESSION_COOKIE_NAME: session_of(it)} for it in ("dario", "ivo")}

    @property
    def megabytes(self) -> float:
        """What the server holds in memory."""
        return resident(self.house.said.pid) / 1e6


@contextmanager
def at_bay(engine: Engine) -> Iterator[Prey]:
    """A house with one table that is ready to play, on a database of its own."""
    with engine.fresh() as url, at_home_in(url):
        table = ready_table()
        display = {pairing.COOKIE: paired("T3", "3")}
        with served({"DATABASE_URL": url, "DATABASE_POOL": "8", "DJANGO_SETTINGS_MODULE": PATIENT}) as house:
            yield Prey(house, table, {"display": display, "nobody": {}})


def attack(engine: Engine, *, seed: object, frames: int, requests: int, sockets: int, presses: int = 0) -> Found:
    """Send all of it, and see whether the house still stands: its register whole, and a press answered as ever.

    Where a dealer's ``presses`` before it are counted, so is what five hundred wrong sign-ins leave behind it.
    """
    found = Found()
    with at_bay(engine) as prey:
        found.alone = deals_alone(prey.house.address, presses)
        chance, early = Chance(seed), WARM
        all_of_it = frames, requests, sockets
        with dealing(prey.house.address) as found.meanwhile:
            _send(prey, chance, found, [int(it * early) for it in all_of_it])
            before = prey.megabytes
            _send(prey, chance, found, [it - int(it * early) for it in all_of_it])
        found.memory = before, prey.megabytes
        if presses:
            found.sign_ins = memory_of_sign_ins(prey.house, "dario")
        asyncio.run(_plays_on(prey, session_of("dario"), found))
        found.recorded = Entry.objects.filter(register="T3").count()
        found.wrong += not_whole(prey.table, found.recorded)
    found.wrong += [line[:600] for line in prey.house.said.lines if FAULT in line][:5]
    if found.sign_ins is not None and found.sign_ins.beyond:
        found.wrong.append(f"wrong sign-ins: {found.sign_ins}")
    if found.memory[1] - found.memory[0] > MOST_GROWN_MB:
        found.wrong.append(f"it holds {found.memory[1]:.0f} MB, and held {found.memory[0]:.0f}")
    return found


def not_whole(table: AtTable, recorded: int) -> list[str]:
    """What is wrong with the register of a table with so many entries."""
    number = [f"{recorded} entries, and the table stands at {table.number}"] if recorded != table.number else []
    return [*number, *audit.faults(table.code)]


def _send(prey: Prey, chance: Chance, found: Found, counts: Sequence[int]) -> None:
    frames, requests, sockets = counts
    prey.sign_in()
    asyncio.run(_frames(prey, chance, found, frames))
    _requests(prey, chance, found, requests)
    asyncio.run(_abandon(prey, found, sockets))


# --- frames


async def _frames(prey: Prey, chance: Chance, found: Found, count: int) -> None:
    left, in_vain = count, 0
    while left > 0 and in_vain < MOST_IN_VAIN:
        who, path = chance.dice.choice(
            [("dario", "/live/dealer/T3/"), ("ivo", "/live/table/T3/"), ("display", "/live/display/")]
        )
        cookies = prey.who[who]
        given = {"session": cookies.get(settings.SESSION_COOKIE_NAME, ""), "display": cookies.get(pairing.COOKIE, "")}
        async with screen(Target, prey.house.address, path, **given) as target:
            # Who sends what no socket bears is let go, and comes back; what they sent last does not count.
            in_vain += 1
            with suppress(AssertionError, WebSocketException):
                await target.shown()
                for _row in range(min(ROWS, -(-left // IN_A_ROW))):
                    await target.fire(chance, IN_A_ROW, found)
                    left, in_vain = left - IN_A_ROW, 0
            if target.closed not in (None, 4429, 1006, 1007, 1009):
                found.wrong.append(f"a socket closed with {target.closed}")
    if left > 0:
        found.wrong.append(f"{left} frames were never taken: each socket was closed before")


async def _plays_on(prey: Prey, session: str, found: Found) -> None:
    """A dealer who knows nothing of it presses, and is answered."""
    async with watching(prey.house.address, "/live/dealer/T3/", session=session) as dealer:
        await dealer.shown()
        answer = await dealer.press("T3", ("annotate", {"text": "it goes on"}))
        if answer["kind"] not in ("done", "refused"):
            found.wrong.append(f"the house does not answer: {answer}")


# --- requests


def _requests(prey: Prey, chance: Chance, found: Found, count: int) -> None:
    for place in range(count):
        if place % SIGNED_IN_FOR == 0:
            prey.sign_in()
        request = chance.request(prey.who[chance.dice.choice(sorted(prey.who))])
        status = _status(prey.house.address, request)
        found.requests[status] += 1
        if status >= 500 and not request.path.startswith(NOT_OURS):
            found.wrong.append(f"{status}: {request}"[:400])


def _status(address: str, request: Request) -> int:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)
    try:
        connection.request(request.method, request.path, request.body, request.headers)
        return connection.getresponse().status
    except http.client.HTTPException:
        return 0  # the server hung up on what is no request
    finally:
        connection.close()


# --- sockets that are opened and left


async def _abandon(prey: Prey, found: Found, count: int) -> None:
    """Opened as a screen and left: some in the middle of the greeting, some after it, none of them closed."""
    left = count
    while left > 0:
        some = min(left, ABANDONED_AT_ONCE)
        opened = [await _half_open(prey, whole=place % 2 == 0) for place in range(some)]
        found.sockets += len(opened)
        left -= some
        for writer in opened:
            writer.transport.abort()


async def _half_open(prey: Prey, *, whole: bool) -> asyncio.StreamWriter:
    place = urlsplit(prey.house.address)
    _reader, writer = await asyncio.open_connection(place.hostname, place.port)
    session = prey.who["dario"][settings.SESSION_COOKIE_NAME]
    lines = [
        "GET /live/dealer/T3/ HTTP/1.1", f"Host: {place.netloc}", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13", f"Origin: {prey.house.address}",
        f"Cookie: {settings.SESSION_COOKIE_NAME}={session}",
    ]  # fmt: skip
    writer.write("\r\n".join([*lines, "", ""] if whole else lines).encode())
    await writer.drain()
    return writer
