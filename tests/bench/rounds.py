"""The loads of ``make bench-live``: real acts of real coups, sent by the dealers' own consoles."""

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from statistics import mean
from typing import Any
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect

from table.models import HOUSE
from tests.bench.acts import coup_acts, layouts
from tests.bench.live import AT_ONCE, SEATS, Measured
from tests.rig.sockets import Frame, Watcher, paired, screen, session_of
from tests.rig.tables import number, ready_table

Sessions = Mapping[str, str]
Displays = Mapping[tuple[str, str], str]
DEALER, INSPECTOR = "dario", "ivo"


def open_tables(count: int) -> list[str]:
    """So many tables of Super Punto Banco with seven players, ready to play."""
    codes = [f"T{place}" for place in range(1, count + 1)]
    for code in codes:
        ready_table(code=code)
    assert number(HOUSE) >= count
    return codes


def let_in(codes: Sequence[str]) -> tuple[Sessions, Displays]:
    """The staff signed in, and a display for every seat and the sign of every table."""
    displays = {(code, seat): paired(code, seat) for code in codes for seat in ("", *SEATS)}
    return {badge: session_of(badge) for badge in (DEALER, INSPECTOR)}, displays


class Eye(Watcher):
    """A screen that only notes when it was shown what; its answers are kept until they are asked for."""

    def __init__(self, socket: ClientConnection) -> None:
        super().__init__(socket)
        self.shown_at: list[tuple[int, float]] = []
        self.sizes: list[int] = []

    def _take(self, frame: Frame) -> None:
        if frame["kind"] == "push":
            self.sizes.append(len(str(frame)))
        if frame["kind"] in ("all", "push"):
            self.numbers[frame["table"]] = frame["number"]
            self.editions[frame["table"]] = frame["edition"]
            self.shown_at.append((frame["number"], time.perf_counter()))
        elif frame["kind"] != "beat":
            super()._take(frame)

    async def looked(self) -> None:
        """The screen has shown its table for the first time."""
        await self.until(lambda: self.shown_at, "a first look")

    def when(self, number: int) -> float:
        """When this number or a later one was shown first."""
        return next(at for shown, at in self.shown_at if shown >= number)


async def house(
    address: str, codes: Sequence[str], sessions: Sessions, displays: Displays, *, seconds: float
) -> Measured:
    """Every table with its twelve screens, one act a second at each."""
    async with AsyncExitStack() as open_:
        tables = {code: await _twelve(open_, address, code, sessions, displays) for code in codes}
        pauses = [place / len(codes) for place in range(len(codes))]
        played = [
            _play(code, tables[code], pause=pause, seconds=seconds) for code, pause in zip(codes, pauses, strict=True)
        ]
        return _gathered(await asyncio.gather(*played), [eye for eyes in tables.values() for eye in eyes])


async def viewers(
    address: str, code: str, sessions: Sessions, displays: Displays, count: int, *, seconds: float
) -> Measured:
    """One table whose sign very many look at, one act a second."""
    async with AsyncExitStack() as open_:
        dealer = await _eye(open_, address, f"/live/dealer/{code}/", session=sessions[DEALER])
        eyes = [dealer]
        for start in range(0, count, AT_ONCE):
            some = min(AT_ONCE, count - start)
            opening = [_eye(open_, address, "/live/display/", display=displays[code, ""]) for _ in range(some)]
            eyes += await asyncio.gather(*opening)
        await asyncio.gather(*(eye.looked() for eye in eyes))
        return _gathered([await _play(code, eyes, pause=0, seconds=seconds)], eyes)


async def _twelve(open_: AsyncExitStack, address: str, code: str, sessions: Sessions, displays: Displays) -> list[Eye]:
    eyes = [
        await _eye(open_, address, f"/live/dealer/{code}/", session=sessions[DEALER]),
        await _eye(open_, address, f"/live/table/{code}/", session=sessions[INSPECTOR]),
    ]
    seats = ("", *SEATS)
    eyes += [await _eye(open_, address, "/live/display/", display=displays[code, seat]) for seat in seats]
    await asyncio.gather(*(eye.looked() for eye in eyes))
    return eyes


async def _eye(open_: AsyncExitStack, address: str, path: str, **cookies: str) -> Eye:
    return await open_.enter_async_context(screen(Eye, address, path, **cookies))


Told = tuple[list[float], list[float]]


async def _play(code: str, eyes: Sequence[Eye], *, pause: float, seconds: float) -> Told:
    """Coup after coup; seconds to the answer and to the last screen of each act."""
    dealer, answered, shown = eyes[0], [], []
    await asyncio.sleep(pause)
    end, due = time.perf_counter() + seconds, time.perf_counter()
    for verb, given in _acts(dealer, code):
        if time.perf_counter() > end:
            break
        start = time.perf_counter()
        answer = await dealer.press(code, (verb, given))
        assert answer["kind"] == "done", answer
        answered.append(time.perf_counter() - start)
        for eye in eyes:
            await eye.sees(number=answer["number"], table=code)
        shown.append(max(eye.when(answer["number"]) for eye in eyes) - start)
        due += 1
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
    return answered, shown


def _acts(dealer: Watcher, code: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The acts of a taglia from where this table stands: its first coup, at a table where none was played."""
    assert dealer.numbers[code]
    before = None
    for coup, layout in enumerate(layouts(), start=1):
        after_a_tie = before is not None and before.result == "tie"
        yield from coup_acts(f"1.{coup}", layout, after_a_tie=after_a_tie)
        before = layout


async def bare(address: str, groups: int, members: int, size: float, *, seconds: float) -> Measured:
    """As many sockets in bare groups, which are sent as many bytes as often."""
    async with AsyncExitStack() as open_:
        rooms = []
        for group in range(groups):
            room: list[_Told] = []
            for start in range(0, members, AT_ONCE):
                opening = [_told(open_, address, group) for _ in range(min(AT_ONCE, members - start))]
                room += await asyncio.gather(*opening)
            rooms.append(room)
        playing = [_tell(room, int(size), pause=place / groups, seconds=seconds) for place, room in enumerate(rooms)]
        return Measured(groups * members, [], [late for told in await asyncio.gather(*playing) for late in told], size)


class _Told:
    """A socket of a bare group, and when it heard which text."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: asyncio.Queue[tuple[str, float]] = asyncio.Queue()

    async def listen(self) -> None:
        """Note what comes until the socket closes."""
        async for text in self.socket:
            self.heard.put_nowait((str(text)[:32], time.perf_counter()))


async def _told(open_: AsyncExitStack, address: str, group: int) -> _Told:
    url = f"{address.replace('http', 'ws', 1)}/bare/{group}/"
    member = _Told(await open_.enter_async_context(connect(url, compression=None, ping_interval=None, proxy=None)))
    listening = asyncio.create_task(member.listen())
    open_.callback(listening.cancel)
    return member


async def _tell(room: Sequence[_Told], size: int, *, pause: float, seconds: float) -> list[float]:
    late = []
    await asyncio.sleep(pause)
    end, due = time.perf_counter() + seconds, time.perf_counter()
    while time.perf_counter() < end:
        name, start = uuid4().hex, time.perf_counter()
        await room[0].socket.send(name.ljust(size, "."))
        heard = [await member.heard.get() for member in room]
        assert {text for text, _at in heard} == {name}
        late.append(max(at for _text, at in heard) - start)
        due += 1
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
    return late


def _gathered(told: Sequence[Told], eyes: Sequence[Eye]) -> Measured:
    sizes = [size for eye in eyes for size in eye.sizes]
    answered = [seconds for answers, _shown in told for seconds in answers]
    return Measured(len(eyes), answered, [late for _answers, shown in told for late in shown], mean(sizes))
