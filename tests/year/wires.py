"""The sockets at which the staff of a table presses: opened when they are needed, and anew whenever they are lost.

What became of a press is known in the end, however often its answer was lost: it is asked for, as the pages do.
"""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any
from uuid import uuid4

from django.conf import settings
from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.sync.client import ClientConnection

from table.record.door import Step
from tests.faults.served.history import Fate, Press
from tests.rig.patience import PATIENCE_SECONDS
from tests.year.doors import Door

LOST_SECONDS = 5.0
"""Of silence, after which a screen takes its link for lost."""
AGAIN_SECONDS = 0.25
HERE, HERE_FRAMES = '{"kind":"here"}', 20
SIGN_IN_FIRST = 4401
Answer = dict[str, Any]


class Wire:
    """One screen of the staff: ``path`` is that of its socket, ``cookie`` signs its person in and gives the session."""

    def __init__(self, doors: Sequence[Door], path: str, badge: str, cookie: Callable[[str], str]) -> None:
        self.doors, self.path, self.badge = doors, path, badge
        self._cookie, self._session = cookie, ""
        self._socket: ClientConnection | None = None
        self._heard = 0

    def close(self) -> None:
        """The screen is put away; it may be used again."""
        if self._socket is not None:
            with suppress(OSError, WebSocketException):
                self._socket.close()
        self._socket = None

    def press(self, table: str, step: Step, seen: int) -> tuple[Press, Answer]:
        """Press once, and ask until it is known what became of it; gives that, and the last answer."""
        nonce, pressed = uuid4().hex, time.perf_counter()
        press = Press(table, nonce, self.badge, ((step.verb, step.arguments),), pressed)
        steps = [{"verb": step.verb, "given": step.arguments}]
        frame = {"kind": "press", "table": table, "nonce": nonce, "steps": steps, "seen": seen}
        answer, again = self._asks(frame, acts=True), False
        while (
            answer is None or answer["kind"] not in ("done", "refused", "fate") or (again and answer["kind"] != "fate")
        ):
            again = True
            time.sleep(AGAIN_SECONDS)
            answer = self._asks({"kind": "ask", "table": table, "nonce": uuid4().hex, "press": nonce})
        number = answer.get("number", 0)
        done = answer["kind"] == "done" or (answer["kind"] == "fate" and bool(number))
        known = {"fate": Fate.DONE, "number": number} if done else {"fate": Fate.REFUSED, "number": 0}
        whole = Press(table, nonce, self.badge, press.acts, pressed, time.perf_counter(), queried=again, **known)
        return whole, answer

    def _asks(self, frame: Mapping[str, Any], *, acts: bool = False) -> Answer | None:
        """What is answered to the name of this frame; nothing where the link is lost before."""
        try:
            socket = self._opened()
            self._drain(socket)
            socket.send(json.dumps({**frame, "heard": self._heard} if acts else frame))
            while True:
                frame_back = self._next(socket, LOST_SECONDS)
                if frame_back.get("nonce") == frame["nonce"]:
                    return frame_back
        except (OSError, WebSocketException, EOFError):
            if self._socket is not None and self._socket.protocol.close_code == SIGN_IN_FIRST:
                self._session = ""
            self.close()
            return None

    def _drain(self, socket: ClientConnection) -> None:
        """Take what has come meanwhile."""
        with suppress(TimeoutError):
            while True:
                self._next(socket, 0)

    def _next(self, socket: ClientConnection, seconds: float) -> Answer:
        frame: Answer = json.loads(socket.recv(timeout=seconds))
        self._heard += 1
        if frame["kind"] == "beat" or not self._heard % HERE_FRAMES:
            socket.send(HERE)
        return frame

    def _opened(self) -> ClientConnection:
        """The socket, open and looked at; one door after the other is tried until a house answers."""
        until = time.monotonic() + PATIENCE_SECONDS
        while self._socket is None:
            for door in self.doors:
                with suppress(OSError, WebSocketException, EOFError):
                    self._open(door)
                    return self._opened()
            if time.monotonic() > until:
                raise OSError(f"no house answers at {self.doors}")
            time.sleep(AGAIN_SECONDS)
        return self._socket

    def _open(self, door: Door) -> None:
        self._session = self._session or self._cookie(self.badge)
        cookie = f"{settings.SESSION_COOKIE_NAME}={self._session}"
        try:
            self._socket = door.opens(f"{self.path}?language=it", {"Cookie": cookie}, seconds=LOST_SECONDS)
        except InvalidHandshake:
            self._session = ""  # whoever is not let in signs in again
            raise
        self._heard = 0
        self._next(self._socket, LOST_SECONDS)
