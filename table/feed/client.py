"""An electronic shoe as a program of one file, which runs with Python (3.11 or newer) alone: see docs/feed.md.

    python client.py wss://sabot.example/live/shoe/T3/ FILE --token-file TOKEN [--every SECONDS]

It is what a builder of shoes may begin with. A fact is kept until the house has taken it; after a lost connection what
was not taken is told again, from the number on that the house asks for. What the house refuses is said on stderr.
"""

import argparse
import base64
import hashlib
import json
import os
import re
import select
import socket
import ssl
import struct
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

ALIVE_SECONDS = 3.0
AGAIN_SECONDS = 1.0
PATIENCE_SECONDS = 10.0
TURNED_AWAY = (403, 4401)
"""The token is none, or is none any more."""
MOST_BYTES = 65536
CARD = re.compile("([A2-9TJQK]|10)[SHDC]")
UNREAD = "??"
"""A card that could not be read."""
CUT_CARD = {"kind": "cut_card"}
Fact = dict[str, Any]
Frame = dict[str, Any]


# --- the cards of a recorded taglia


def recorded(text: str) -> list[Fact]:
    """The facts of a recorded taglia: cards as they are written, or the lines of a script (docs/scripts.md) that hold
    cards. “??” could not be read, “cut card out” is the cut card. ValueError for a word that is no card."""
    facts = list[Fact]()
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].strip()
        if "cut card out" in words:
            facts.append(CUT_CARD)
            continue
        for word in _cards_of(words).replace("+", " ").split():
            if not _is_card(word):
                raise ValueError(f"line {number}: “{word[:20]}” is no card")
            facts.append({"kind": "card", "face": None if word == UNREAD else word})
    return facts


def _is_card(word: str) -> bool:
    return word == UNREAD or CARD.fullmatch(word) is not None


def _cards_of(line: str) -> str:
    """What of a line are cards; nothing of a line of a script that tells something else."""
    first = line.partition(" ")[0]
    if _is_card(first):
        return line
    if first == "coup":
        return line.partition(":")[2]
    return line.partition(" ")[2] if first in ("cards", "remaining") else ""


# --- the line to the house: JSON objects on a WebSocket (RFC 6455), one a frame


class Lost(ConnectionError):
    """The connection is gone, or was turned away; ``code`` is that of the house, 0 where it said none."""

    def __init__(self, why: str, code: int = 0) -> None:
        super().__init__(why)
        self.code = code


TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
ACCEPTS = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Line:
    """A connection to the house, opened with the token of the shoe.

    Raises OSError, which :class:`Lost` is one of; ValueError for what is no address of a socket. The certificate of the
    house is checked; one of an authority of its own is named by the variable SSL_CERT_FILE.
    """

    def __init__(self, address: str, token: str) -> None:
        way = urlsplit(address)
        if way.scheme not in ("ws", "wss") or not way.hostname:
            raise ValueError(f"“{address}” is no address such as wss://sabot.example/live/shoe/T3/")
        port = way.port or (443 if way.scheme == "wss" else 80)
        plain = socket.create_connection((way.hostname, port), PATIENCE_SECONDS)
        self._heard = b""
        try:
            secure = way.scheme == "wss"
            self._socket = _secured(plain, way.hostname) if secure else plain
            self._ask(way.netloc.rpartition("@")[2], way.path or "/", token)
        except BaseException:
            plain.close()
            raise

    def say(self, frame: Frame) -> None:
        """Send a frame."""
        self._send(TEXT, json.dumps(frame).encode())

    def hear(self, seconds: float = PATIENCE_SECONDS) -> Frame:
        """The next frame. Raises :class:`Lost` where none comes for so long, or the house closes."""
        until = time.monotonic() + seconds
        while True:
            kind, data = self._next(until)
            if kind == TEXT:
                found: Frame = json.loads(data)
                return found
            if kind == PING:
                self._send(PONG, data)
            elif kind == CLOSE:
                raise Lost("closed by the house", int.from_bytes(data[:2], "big"))

    def close(self) -> None:
        """Nothing is told any more."""
        with suppress(OSError):  # it is closed already
            self._send(CLOSE, struct.pack(">H", 1000))
        self._socket.close()

    def _ask(self, host: str, path: str, token: str) -> None:
        """Ask for a WebSocket, and read the answer."""
        key = base64.b64encode(os.urandom(16))
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}", f"Authorization: Bearer {token}", "Upgrade: websocket"]
        lines += ["Connection: Upgrade", f"Sec-WebSocket-Key: {key.decode()}", "Sec-WebSocket-Version: 13", "", ""]
        self._socket.sendall("\r\n".join(lines).encode("ascii"))
        until = time.monotonic() + PATIENCE_SECONDS
        while b"\r\n\r\n" not in self._heard:
            self._more(until)
        head, _, self._heard = self._heard.partition(b"\r\n\r\n")
        status, *fields = head.decode("latin1").split("\r\n")
        code = status.split(" ")[1] if status.startswith("HTTP/1.") else "0"
        if code != "101":
            raise Lost(f"turned away: {code}", int(code) if code.isdigit() else 0)
        told = {name.strip().lower(): value.strip() for name, _, value in (it.partition(":") for it in fields)}
        answers = hashlib.sha1(key + ACCEPTS, usedforsecurity=False).digest()  # as RFC 6455 has it
        if told.get("sec-websocket-accept") != base64.b64encode(answers).decode():
            raise Lost("what answers there is no WebSocket")

    def _send(self, kind: int, data: bytes) -> None:
        """A whole frame, masked as that of every client is."""
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        mask = os.urandom(4)
        self._socket.settimeout(PATIENCE_SECONDS)
        self._socket.sendall(
            bytes([0x80 | kind]) + size + mask + bytes(it ^ mask[at % 4] for at, it in enumerate(data))
        )

    def _next(self, until: float) -> tuple[int, bytes]:
        """The kind and the data of the next frame; the house sends each in one piece."""
        first, size = self._take(2, until)
        if size == 126:
            (size,) = struct.unpack(">H", self._take(2, until))
        elif size == 127:
            (size,) = struct.unpack(">Q", self._take(8, until))
        if first & 0xF0 != 0x80 or size > MOST_BYTES:
            raise Lost("what the house says cannot be read")
        return first & 0x0F, self._take(size, until)

    def _take(self, count: int, until: float) -> bytes:
        while len(self._heard) < count:
            self._more(until)
        found, self._heard = self._heard[:count], self._heard[count:]
        return found

    def _more(self, until: float) -> None:
        """Read on."""
        self._socket.settimeout(max(0.001, until - time.monotonic()))
        try:
            told = self._socket.recv(4096)
        except TimeoutError:
            raise Lost("the house does not answer") from None
        if not told or len(self._heard) > MOST_BYTES:
            raise Lost("the connection was lost")
        self._heard += told


def _secured(plain: socket.socket, host: str) -> socket.socket:
    return ssl.create_default_context().wrap_socket(plain, server_hostname=host)


# --- the shoe


class Shoe:
    """Facts that were not taken yet, and the line on which they are told. ``say`` is told what a person has to know."""

    def __init__(self, connect: Callable[[], Line], *, say: Callable[[str], object]) -> None:
        self._connect, self._say = connect, say
        self._waiting = deque[Fact]()
        self._line: Line | None = None
        self._next = 0

    def tell(self, fact: Fact) -> None:
        """Send a fact, after those before it, and block until the house has answered each, through lost connections.

        One that is refused for good is dropped after ``say`` was given the reason; one that is refused for now is sent
        again. Raises :class:`Lost` where the house turns the shoe away; what was not answered is sent first next time.
        """
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
            self.on_line().hear()
        except OSError as lost:
            self._lose(lost)

    def close(self) -> None:
        """Nothing is told any more."""
        if self._line is not None:
            self._line.close()
            self._line = None

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
        try:
            told = line.hear()
            if told["kind"] != "ready":
                raise Lost(str(told["sentence"]))
        except OSError:
            line.close()
            raise
        for _ in range(min(told["next"] - self._next, len(self._waiting)) if self._next else 0):
            self._waiting.popleft()
        self._next = told["next"]
        return line

    def _answered(self, line: Line) -> None:
        told = line.hear()
        if told["kind"] == "taken":
            self._waiting.popleft()
            self._next += 1
            return
        self._say(f"{told['code']}: {told['sentence']}")
        if told["again"]:
            time.sleep(AGAIN_SECONDS)
        else:
            self._waiting.popleft()
        self._next = told["next"]

    def _lose(self, lost: OSError) -> None:
        self.close()
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


# --- when the next card leaves it


def by_line() -> Iterator[bool]:
    """The next card with each line; at the end of the input no card comes any more."""
    typed, lines = sys.stdin.fileno(), 0
    while True:
        if not lines and select.select([typed], [], [], ALIVE_SECONDS)[0]:
            more = os.read(typed, 4096)
            if not more:
                return
            lines = more.count(b"\n")
        yield lines > 0
        lines = max(0, lines - 1)


def every(seconds: float) -> Iterator[bool]:
    """The next card after so many seconds; somebody who waits for longer says that he lives."""
    while True:
        due = time.monotonic() + seconds
        while (left := due - time.monotonic()) > 0:
            time.sleep(min(left, ALIVE_SECONDS))
            if due - time.monotonic() > 0:
                yield False
        yield True


# --- as a program


def arguments(parser: argparse.ArgumentParser) -> None:
    """What is said when it is called."""
    parser.add_argument("address", help="such as wss://sabot.example/live/shoe/T3/")
    parser.add_argument("file", help="cards as they are written, or a script (docs/scripts.md)")
    parser.add_argument("--token-file", required=True, help="the file that holds the token of the shoe")
    parser.add_argument("--every", type=float, metavar="SECONDS", help="a card so often; else one a line of input")


def told(address: str, file: str, token_file: str, seconds: float | None, *, say: Callable[[str], object]) -> int:
    """Tell the cards of this file to the house; gives how many facts were told. Raises OSError and ValueError."""
    facts = recorded(Path(file).read_text(encoding="utf-8"))
    token = Path(token_file).read_text(encoding="ascii").strip()
    shoe = Shoe(lambda: Line(address, token), say=say)
    try:
        return deal(shoe, facts, every(seconds) if seconds else by_line())
    finally:
        shoe.close()


def main() -> int:
    """What the program gives back: 0 where it told its cards, 1 where the house turned it away."""
    parser = argparse.ArgumentParser(description="Tells a served house the cards of a recorded taglia.")
    arguments(parser)
    given = parser.parse_args()
    try:
        count = told(given.address, given.file, given.token_file, given.every, say=_complain)
    except (OSError, ValueError) as error:
        _complain(str(error))
        return 1
    sys.stdout.write(f"Facts told: {count}.\n")
    return 0


def _complain(text: str) -> None:
    sys.stderr.write("".join(it if it.isprintable() else "?" for it in text) + "\n")


if __name__ == "__main__":
    sys.exit(main())
