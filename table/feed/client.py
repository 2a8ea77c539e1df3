"""An electronic shoe as a program: it tells the cards of a recorded taglia to a served house, one by one.

It is what a builder of shoes may begin with: the standard library alone, a fact is kept until the house has taken it,
and after a lost connection what was not taken is told again, from the number on that the house asks for.
"""

import base64
import hashlib
import json
import os
import re
import socket
import ssl
import struct
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

ALIVE_SECONDS = 3.0
AGAIN_SECONDS = 1.0
PATIENCE_SECONDS = 10.0
TURNED_AWAY = (403, 4401)
"""The token is none, or is none any more."""
CARD = re.compile("([A2-9TJQK]|10)[SHDC]")
CUT_CARD = {"kind": "cut_card"}
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
Fact = dict[str, Any]


def recorded(text: str) -> list[Fact]:
    """The facts of a recorded taglia: cards as they are written, or the lines of a script (docs/scripts.md) that hold
    cards. “cut card out” is the cut card. ValueError for a word that is no card."""
    facts = list[Fact]()
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].strip()
        if words.startswith("cut card out"):
            facts.append(CUT_CARD)
            continue
        for word in _cards_of(words).replace("+", " ").split():
            if not CARD.fullmatch(word):
                raise ValueError(f"line {number}: “{word[:20]}” is no card")
            facts.append({"kind": "card", "face": word.replace("10", "T")})
    return facts


def _cards_of(line: str) -> str:
    """What of a line are cards; nothing of a line of a script that tells something else."""
    first = line.partition(" ")[0]
    if CARD.fullmatch(first):
        return line
    if first == "coup":
        return line.partition(":")[2]
    return line.partition(" ")[2] if first in ("cards", "remaining") else ""


class Lost(ConnectionError):
    """The connection is gone, or was turned away; ``code`` is that of the house, 0 where it said none."""

    def __init__(self, why: str, code: int = 0) -> None:
        super().__init__(why)
        self.code = code


class Line:
    """A WebSocket (RFC 6455) to the house, as far as a shoe needs one: short texts in one piece."""

    def __init__(self, address: str, token: str) -> None:
        parts = urlsplit(address)
        port = parts.port or (443 if parts.scheme == "wss" else 80)
        plain = socket.create_connection((parts.hostname or "", port), timeout=PATIENCE_SECONDS)
        secure = parts.scheme == "wss"
        self._socket = ssl.create_default_context().wrap_socket(plain, server_hostname=parts.hostname) if secure else plain
        self._begun = b""
        key = base64.b64encode(os.urandom(16))
        asked = [f"GET {parts.path} HTTP/1.1", f"Host: {parts.netloc}", "Upgrade: websocket", "Connection: Upgrade"]
        asked += ["Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key.decode()}", f"Authorization: Bearer {token}"]
        self._socket.sendall("\r\n".join([*asked, "", ""]).encode())
        head = self._until(b"\r\n\r\n").decode("latin1")
        accepted = base64.b64encode(hashlib.sha1(key + _GUID).digest()).decode()  # noqa: S324 - as the protocol has it
        if not head.startswith("HTTP/1.1 101") or accepted not in head:
            raise Lost(f"turned away: {head.splitlines()[0]}", 403 if " 403 " in head.splitlines()[0] else 0)

    def say(self, frame: Fact) -> None:
        """Send a frame."""
        self._send(0x81, json.dumps(frame).encode())

    def hear(self, seconds: float) -> Fact | None:
        """The next frame; None where none comes for so long. Raises :class:`Lost`."""
        self._socket.settimeout(seconds)
        try:
            while True:
                kind, payload = self._frame()
                if kind == 0x1:
                    found: Fact = json.loads(payload)
                    return found
                if kind == 0x8:
                    raise Lost("closed by the house", struct.unpack("!H", payload[:2])[0] if payload else 0)
                if kind == 0x9:
                    self._send(0x8A, payload)
        except TimeoutError:
            return None

    def close(self) -> None:
        """Nothing is told any more."""
        self._socket.close()

    def _send(self, kind: int, payload: bytes) -> None:
        mask = os.urandom(4)
        size = struct.pack("!BB", kind, 0x80 | len(payload)) if len(payload) < 126 else struct.pack(
            "!BBH", kind, 0xFE, len(payload)
        )
        self._socket.sendall(size + mask + bytes(it ^ mask[at % 4] for at, it in enumerate(payload)))

    def _frame(self) -> tuple[int, bytes]:
        """A whole frame is taken at once, or none of it."""
        while True:
            if len(self._begun) >= 2:
                size, at = self._begun[1] & 0x7F, 2
                if size == 126 and len(self._begun) >= 4:
                    size, at = struct.unpack("!H", self._begun[2:4])[0], 4
                if size < 126 or at == 4:
                    frame, left = self._begun[: at + size], self._begun[at + size :]
                    if len(frame) == at + size:
                        self._begun = left
                        return frame[0] & 0x0F, frame[at:]
            self._more()

    def _until(self, end: bytes) -> bytes:
        while end not in self._begun:
            self._more()
        found, _end, self._begun = self._begun.partition(end)
        return found

    def _more(self) -> None:
        more = self._socket.recv(4096)
        if not more:
            raise Lost("the connection was lost")
        self._begun += more


class Shoe:
    """Facts that were not taken yet, and the line on which they are told. ``say`` is told what a person has to know."""

    def __init__(self, connect: Callable[[], Line], *, say: Callable[[str], object]) -> None:
        self._connect, self._say = connect, say
        self._waiting = deque[Fact]()
        self._line: Line | None = None
        self._next = 0

    def tell(self, fact: Fact) -> None:
        """A fact: it is kept until the house has taken it. Raises :class:`Lost` where the house turns the shoe away."""
        self._waiting.append(fact)
        while self._waiting:
            late = self._line is None and self._next > 0
            line = self.on_line()
            if not self._waiting:
                return  # it was taken, and the answer lost with the line
            try:
                line.say({**self._waiting[0], "number": self._next} | ({"late": True} if late else {}))
                self._answered(line)
            except OSError as lost:
                self._lose(lost)

    def alive(self) -> None:
        """Say that the shoe is there, while nothing leaves it."""
        try:
            self.on_line().say({"kind": "alive"})
            self.on_line().hear(PATIENCE_SECONDS)
        except OSError as lost:
            self._lose(lost)

    def on_line(self) -> Line:
        """The line, opened anew where it was lost; what was taken meanwhile is not told again."""
        while self._line is None:
            try:
                self._line = self._opened()
            except OSError as lost:
                self._lose(lost)
        return self._line

    def _opened(self) -> Line:
        """A line on which the house is ready."""
        line = self._connect()
        told = line.hear(PATIENCE_SECONDS) or {"sentence": "the house does not answer"}
        if told.get("kind") != "ready":
            line.close()
            raise Lost(str(told["sentence"]))
        for _ in range(min(told["next"] - self._next, len(self._waiting)) if self._next else 0):
            self._waiting.popleft()
        self._next = told["next"]
        return line

    def _answered(self, line: Line) -> None:
        told = line.hear(PATIENCE_SECONDS)
        match told and told["kind"]:
            case "taken":
                self._waiting.popleft()
                self._next += 1
            case "refused":
                assert told is not None
                self._say(f"{told['code']}: {told['sentence']}")
                if told["again"]:
                    time.sleep(AGAIN_SECONDS)
                else:
                    self._waiting.popleft()
                self._next = told["next"]
            case None:
                raise Lost("the house does not answer")

    def _lose(self, lost: OSError) -> None:
        if self._line is not None:
            self._line.close()
        self._line = None
        self._say(str(lost))
        if isinstance(lost, Lost) and lost.code in TURNED_AWAY:
            raise lost
        time.sleep(AGAIN_SECONDS)


def deal(shoe: Shoe, facts: list[Fact], waits: Iterator[bool]) -> int:
    """Tell one fact after the other; gives how many were told.

    ``waits`` gives True when the next may leave the shoe, False to say that the shoe lives, and ends where none may.
    """
    told, left = 0, deque(facts)
    while left and (due := next(waits, None)) is not None:
        if due:
            shoe.tell(left.popleft())
            told += 1
        else:
            shoe.alive()
    return told
