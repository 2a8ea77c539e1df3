"""Screens as programs: they open the socket of a screen, keep what they are shown, answer heartbeats, and press.

async with watching(address, "/live/dealer/T3/", session=session_of("dario")) as screen:
    await screen.shown()                              # every region has come
    answer = await screen.press("T3", ("open_bets", {}))
    await screen.sees(number=answer["number"])        # and is shown what follows from it
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any, TypeVar
from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from table.access import pairing, sessions
from table.access.session_store import SessionStore
from table.models import Display, Person, Table
from tests.rig.patience import PATIENCE_SECONDS

ANSWERED_FRAMES = 20
Frame = dict[str, Any]


class Watcher:
    """A screen that is a program. ``frames`` are all it was sent; ``regions`` by table and name as they stand now."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[Frame] = []
        self.regions: dict[str, dict[str, str]] = {}
        self.editions: dict[str, int] = {}
        self.numbers: dict[str, int] = {}
        self.silent = False
        self.closed: int | None = None
        self._answers: dict[str, asyncio.Future[Frame]] = {}
        self._changed = asyncio.Condition()

    async def listen(self) -> None:
        """Take in what comes until the socket closes."""
        shown = 0
        with suppress(ConnectionClosed):
            async for text in self.socket:
                frame = json.loads(text)
                self._take(frame)
                shown += frame["kind"] in ("all", "push")
                if (frame["kind"] == "beat" or shown > ANSWERED_FRAMES) and not self.silent:
                    shown = 0
                    await self.socket.send('{"kind":"here"}')
                async with self._changed:
                    self._changed.notify_all()
        self.closed = self.socket.close_code
        async with self._changed:
            self._changed.notify_all()

    def _take(self, frame: Frame) -> None:
        self.frames.append(frame)
        if (answer := self._answers.pop(frame.get("nonce", ""), None)) is not None:
            answer.set_result(frame)
        if frame["kind"] in ("all", "push"):
            table = frame["table"]
            self.regions.setdefault(table, {}).update(frame["regions"])
            self.editions[table], self.numbers[table] = frame["edition"], frame["number"]

    async def until(self, holds: Callable[[], Any], what: str) -> None:
        """Wait until something is so; fail with what was waited for."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS), self._changed:
                await self._changed.wait_for(lambda: holds() or self.closed is not None)
        except TimeoutError:
            raise AssertionError(f"{what} never came; the last frames: {[*map(_brief, self.frames[-5:])]}") from None
        assert holds(), f"{what} never came: the socket closed with {self.closed}"

    async def shown(self, table: str = "T3") -> None:
        """All regions have come."""
        await self.until(lambda: table in self.regions, f"a first look at {table}")

    async def sees(self, *, number: int, table: str = "T3") -> None:
        """The screen shows the table at this number or a later one."""
        await self.until(lambda: self.numbers.get(table, -1) >= number, f"number {number} of {table}")

    async def shut(self) -> int:
        """The house has closed the socket, with this code."""
        await self.until(lambda: self.closed is not None, "the end of the socket")
        assert self.closed is not None
        return self.closed

    async def say(self, text: str | bytes) -> None:
        """Send something, whatever it is."""
        await self.socket.send(text)

    async def ask(self, **frame: Any) -> Frame:
        """Send a frame under a name of its own and wait for its answer; what acts says how much was heard before it."""
        nonce = frame.setdefault("nonce", uuid4().hex)
        if frame["kind"] != "ask":
            frame.setdefault("heard", len(self.frames))
        answer = self._answers[nonce] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps(frame))
        await self.until(answer.done, "an answer")
        found: Frame = answer.result()
        return found

    async def press(self, table: str, *steps: tuple[str, Mapping[str, Any]], **more: Any) -> Frame:
        """Press a button, on what this screen shows."""
        named = [{"verb": verb, "given": dict(given)} for verb, given in steps]
        return await self.ask(kind="press", table=table, steps=named, **{"seen": self.numbers[table], **more})

    async def became(self, table: str, press: str) -> Frame:
        """Ask what became of the press with this name."""
        return await self.ask(kind="ask", table=table, press=press)


Somehow = TypeVar("Somehow", bound=Watcher)


def watching(
    address: str, path: str, *, session: str = "", display: str = "", language: str = "it", origin: str = ""
) -> AbstractAsyncContextManager[Watcher]:
    """A screen that is open at a served house."""
    return screen(Watcher, address, path, session=session, display=display, language=language, origin=origin)


@asynccontextmanager
async def screen(
    kind: type[Somehow],
    address: str,
    path: str,
    *,
    session: str = "",
    display: str = "",
    language: str = "it",
    origin: str = "",
) -> AsyncIterator[Somehow]:
    """A screen that watches in its own way."""
    cookies = {settings.SESSION_COOKIE_NAME: session, pairing.COOKIE: display}
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items() if value)
    async with connect(
        f"{address.replace('http', 'ws', 1)}{path}?language={language}",
        additional_headers={"Cookie": cookie} if cookie else {},
        origin=Origin(origin or address),
        max_size=None,
        compression=None,
        ping_interval=None,
        proxy=None,
    ) as socket:
        opened = kind(socket)
        listening = asyncio.create_task(opened.listen())
        try:
            yield opened
        finally:
            await socket.close()
            await listening


def _brief(frame: Frame) -> Frame:
    """A frame without the texts of its regions, which are long."""
    return frame | {"regions": sorted(frame["regions"])} if "regions" in frame else frame


def session_of(badge: str) -> str:
    """The session of somebody who has just signed in, as their tablet's cookie holds it."""
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = "127.0.0.1"
    request.session = SessionStore()
    sessions.begin(request, Person.objects.get(badge=badge))
    request.session.save()
    key = request.session.session_key
    assert key is not None
    return key


def paired(code: str, position: str = "", *, language: str = "it") -> str:
    """A display that is paired to a position of a table, or to its sign, as its own cookie holds it."""
    cookie = pairing.new_cookie()
    kind = Display.Kind.SEAT if position else Display.Kind.SIGN
    table = Table.objects.get(code=code)
    named = {"code": pairing.code_of(cookie), "kind": kind, "position": position, "language": language}
    Display.objects.create(table=table, **named)
    return cookie
