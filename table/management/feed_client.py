"""Electronic shoe as a program in one file that needs Python (3.11 or newer) only; docs/feed.md describes the protocol.

    python feed_client.py wss://sabot.example/live/shoe/T3/ FILE --token-file TOKEN [--every SECONDS]

It is meant as a starting point for builders of shoes. Each fact is sent until the house has answered it; after a lost
connection sending resumes at the number that the house names. Refusals are printed on stderr.
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
from typing import Any, TypeVar
from urllib.parse import urlsplit

ALIVE_SECONDS = 3.0
AGAIN_SECONDS = 1.0
PATIENCE_SECONDS = 10.0
MOST_PAUSE_SECONDS = 24 * 3600
TURNED_AWAY = (403, 4401)
"""HTTP status and WebSocket close code after which the client gives up: the token is wrong or was revoked."""
MOST_BYTES = 65536
CARD = re.compile("([A2-9TJQK]|10)[SHDC]", re.IGNORECASE | re.ASCII)
OF_NO_CARD = re.compile(
    r"(by \w+ )?(expect|replaces"
    r"|seat|stands|goes|identity|not shown|reserves|assigns|papers of|\w+ decides the dispute) .*",
    re.IGNORECASE,
)
"""Lines of a script by which no card comes out: expectations, spare cards, and guests, whose key may look like one."""
UNREAD = "??"
"""Stands for a card whose face could not be read."""
CUT_CARD = {"kind": "cut_card"}
UNREADABLE = "what the house says cannot be read"
Fact = dict[str, Any]
Frame = dict[str, Any]
T = TypeVar("T")


# --- reading a recorded taglia


def recorded(text: str) -> list[Fact]:
    """Parse the facts of a recorded taglia: plain cards, or lines ``coup``, ``cards`` and ``remaining`` of a script.

    They are in their order, each as the house gets it: of the kind ``card``, with its face such as 7S, also where it is
    written in small letters, or of the kind ``cut_card``. “??” is a card that could not be read, whose face is None; a
    line “cut card out” is the cut card; “#” begins a comment. Any other line is skipped. Raises ValueError for a word
    among cards that is none, and for a line of which it is not known where its cards, or the cut card, come out.
    """
    facts = list[Fact]()
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].strip()
        if words == "cut card out":
            facts.append(CUT_CARD)
            continue
        cards = _cards_of(words).replace("+", " ").split()
        for word in cards:
            if not _is_card(word):
                raise ValueError(f"line {number}: “{word[:20]}” is no card")
            facts.append({"kind": "card", "face": None if word == UNREAD else word.upper()})
        if not cards and _comes_out_somewhere(words):
            raise ValueError(f"line {number}: where does “{words[:60]}” come out? Only coups, cards and “cut card out”")
    return facts


def _comes_out_somewhere(line: str) -> bool:
    """Whether a line without cards of a hand names a card, or has “cut card out”.

    False for a line of OF_NO_CARD, as on a guest. The word “as” in small letters is never a card here, as in “counted
    as a day ends”; “AS” is one.
    """
    words = line.replace(":", " ").replace(",", " ").split()
    named = any(_is_card(word) for word in words if word != "as")
    return not OF_NO_CARD.fullmatch(line) and ("cut card out" in line or named)


def _is_card(word: str) -> bool:
    """Whether a word is a card, such as 7S, TS or 10s, with capital or small letters, or “??”."""
    return word == UNREAD or CARD.fullmatch(word) is not None


def _cards_of(line: str) -> str:
    """Part of a line that holds cards: all of one that begins with a card, of ``coup`` what is behind the first colon.

    Of ``cards`` and ``remaining`` it is what comes after that word; of any other line, such as ``extra card``, "".
    These three words count in small letters alone.
    """
    first = line.partition(" ")[0]
    if _is_card(first):
        return line
    if first == "coup":
        return line.partition(":")[2]
    return line.partition(" ")[2] if first in ("cards", "remaining") else ""


# --- the connection: a WebSocket (RFC 6455) that carries one JSON object a frame


class ConnectionLost(ConnectionError):
    """Connection lost or turned away; ``code`` is the HTTP status or the WebSocket close code, 0 if there is none."""

    def __init__(self, why: str, code: int = 0) -> None:
        """Make the error with the message ``why`` and the HTTP status or WebSocket close code, 0 for none."""
        super().__init__(why)
        self.code = code


TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
ACCEPTS = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class HouseConnection:
    """Connection to the house (WebSocket), opened by the constructor with the token of the shoe.

    Raises ValueError for a malformed address, OSError if connecting fails, :class:`ConnectionLost` (an OSError) if the
    house turns the shoe away. Checks the house's certificate; the variable SSL_CERT_FILE names an authority of one's
    own.
    """

    def __init__(self, address: str, token: str) -> None:
        """Open a connection with its handshake; blocks.

        Raises ValueError for a malformed address, and for a token or path that is not ASCII; OSError if connecting
        fails, or the house turns the shoe away, as for a token that it does not know.
        """
        way = urlsplit(address)
        if way.scheme not in ("ws", "wss") or not way.hostname:
            raise ValueError(f"“{address}” is no address such as wss://sabot.example/live/shoe/T3/")
        port = way.port or (443 if way.scheme == "wss" else 80)
        plain = socket.create_connection((way.hostname, port), PATIENCE_SECONDS)
        self._heard = b""
        try:
            self._socket = plain
            if way.scheme == "wss":
                self._socket = ssl.create_default_context().wrap_socket(plain, server_hostname=way.hostname)
            self._ask(way.netloc.rpartition("@")[2], way.path or "/", token)
        except BaseException:
            plain.close()
            raise

    def say(self, frame: Frame) -> None:
        """Send a frame. Raises OSError."""
        self._send(TEXT, json.dumps(frame).encode())

    def hear(self) -> Frame:
        """Wait PATIENCE_SECONDS for the next text frame and return it, answering pings; other frames are skipped.

        Raises :class:`ConnectionLost` on a timeout, for a frame that is no JSON object, or, with its code, if the house
        closes; another OSError if the connection breaks.
        """
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            kind, data = self._next(until)
            if kind == TEXT:
                return _frame(data)
            if kind == PING:
                self._send(PONG, data)
            elif kind == CLOSE:
                raise ConnectionLost("closed by the house", int.from_bytes(data[:2], "big"))

    def close(self) -> None:
        """Send a close frame (1000), if the connection still takes it, and close the socket."""
        with suppress(OSError):  # it is closed already
            self._send(CLOSE, struct.pack(">H", 1000))
        self._socket.close()

    def _ask(self, host: str, path: str, token: str) -> None:
        """Do the opening handshake, with the token as bearer; wait PATIENCE_SECONDS for the answer.

        Raises `ConnectionLost` unless the house answers with 101 and the right key; it has the code of another answer.
        Another OSError if the connection breaks; ValueError for a path or token that is not ASCII.
        """
        key = base64.b64encode(os.urandom(16))
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}", f"Authorization: Bearer {token}", "Upgrade: websocket"]
        lines += ["Connection: Upgrade", f"Sec-WebSocket-Key: {key.decode()}", "Sec-WebSocket-Version: 13", "", ""]
        self._socket.sendall("\r\n".join(lines).encode("ascii"))
        until = time.monotonic() + PATIENCE_SECONDS
        while b"\r\n\r\n" not in self._heard:
            self._more(until)
        head, _, self._heard = self._heard.partition(b"\r\n\r\n")
        status, *fields = head.decode("latin1").split("\r\n")
        answered = re.match(r"HTTP/1\.\d ([0-9]{3})\b", status)
        code = int(answered[1]) if answered else 0
        if code != 101:
            raise ConnectionLost(f"turned away: {code}", code)
        headers = {name.strip().lower(): value.strip() for name, _, value in (it.partition(":") for it in fields)}
        answers = hashlib.sha1(key + ACCEPTS, usedforsecurity=False).digest()  # as RFC 6455 has it
        if headers.get("sec-websocket-accept") != base64.b64encode(answers).decode():
            raise ConnectionLost("what answers there is no WebSocket")

    def _send(self, kind: int, data: bytes) -> None:
        """Send a frame of at most 65535 bytes in one piece, masked as RFC 6455 requires of clients. Raises OSError."""
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        key = os.urandom(4)
        self._socket.settimeout(PATIENCE_SECONDS)
        self._socket.sendall(bytes([0x80 | kind]) + size + key + bytes(it ^ key[at % 4] for at, it in enumerate(data)))

    def _next(self, until: float) -> tuple[int, bytes]:
        """Return opcode and data of the next frame, waiting at most until the time ``until`` of the monotonic clock.

        Raises :class:`ConnectionLost` for fragments, which the house never sends, beyond MOST_BYTES, on a timeout and
        at the end of the connection; another OSError if it breaks.
        """
        first, size = self._take(2, until)
        if size == 126:
            (size,) = struct.unpack(">H", self._take(2, until))
        elif size == 127:
            (size,) = struct.unpack(">Q", self._take(8, until))
        if first & 0xF0 != 0x80 or size > MOST_BYTES:
            raise ConnectionLost(UNREADABLE)
        return first & 0x0F, self._take(size, until)

    def _take(self, count: int, until: float) -> bytes:
        """Return the next `count` bytes, waiting at most until ``until``. Raises OSError as `_more` does."""
        while len(self._heard) < count:
            self._more(until)
        found, self._heard = self._heard[:count], self._heard[count:]
        return found

    def _more(self, until: float) -> None:
        """Read at least one byte more into the buffer, waiting until the time ``until`` of the monotonic clock.

        Raises :class:`ConnectionLost` on a timeout, at the end, and where the buffer holds more than MOST_BYTES
        already; another OSError if the connection breaks.
        """
        self._socket.settimeout(max(0.001, until - time.monotonic()))
        try:
            received = self._socket.recv(4096)
        except TimeoutError:
            raise ConnectionLost("the house does not answer") from None
        if not received or len(self._heard) > MOST_BYTES:
            raise ConnectionLost("the connection was lost")
        self._heard += received


def _frame(data: bytes) -> Frame:
    """Return the JSON object of a frame. Raises :class:`ConnectionLost` for anything else."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise ConnectionLost(UNREADABLE)
    return found


def _field(frame: Frame, name: str, kind: type[T]) -> T:
    """Return a field of a frame. Raises :class:`ConnectionLost` where the frame lacks it, or it is of another type."""
    value = frame.get(name)
    if type(value) is not kind:
        raise ConnectionLost(UNREADABLE)
    return value


# --- the shoe


class Shoe:
    """Queue of facts that the house has not taken yet, and the connection on which they are sent.

    ``say`` is called with every message that a person should read: refusals and lost connections.
    """

    def __init__(self, connect: Callable[[], HouseConnection], *, say: Callable[[str], object]) -> None:
        """Make a shoe; `connect` opens a line, `say` gets a sentence on whatever goes wrong."""
        self._connect, self._say = connect, say
        self._waiting = deque[Fact]()
        self._line: HouseConnection | None = None
        self._next = 0
        # Whether the facts that wait could not be taken as they came: the dealer may have gone on by hand meanwhile.
        self._late = False

    def tell(self, fact: Fact) -> None:
        """Send a fact, after those before it, and block until the house has answered each, through lost connections.

        Each goes with the number that the house expects next, and as ``late`` if it had to wait for a connection or was
        refused for now. A fact that is refused for good is dropped after ``say`` was given the reason; one that is
        refused for now is sent again. Raises :class:`ConnectionLost` if the house turns the shoe away; facts not
        answered yet are sent first next time.
        """
        self._waiting.append(fact)
        while self._waiting:
            line = self.on_line()
            if not self._waiting:
                return  # it was taken, and the answer lost with the line
            late = {"late": True} if self._late else {}
            try:
                line.say({**self._waiting[0], "number": self._next} | late)
                self._answered(line)
            except OSError as lost:
                self._lose(lost)

    def alive(self) -> None:
        """Tell the house that the shoe is still connected; call it every few seconds while no card leaves the shoe.

        Blocks for the answer, whatever it is, and while no connection can be opened. If the connection is lost
        meanwhile, that is only reported to ``say``, and the next call opens another. Raises :class:`ConnectionLost` if
        turned away.
        """
        try:
            self.on_line().say({"kind": "alive"})
            self.on_line().hear()
        except OSError as lost:
            self._lose(lost)

    def close(self) -> None:
        """Close the connection, if there is one. Facts not taken yet stay queued."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def on_line(self) -> HouseConnection:
        """Return the connection; if there is none, try once a second until one is open.

        Each failure is given to ``say``. Facts that the house has taken meanwhile leave the queue. Raises
        :class:`ConnectionLost` if the house turns the shoe away.
        """
        while self._line is None:
            try:
                self._line = self._opened()
            except OSError as lost:
                self._lose(lost)
        return self._line

    def _opened(self) -> HouseConnection:
        """Connect once, wait for "ready", and drop from the queue the facts below the number that "ready" names.

        On the first connection none is dropped. Raises OSError; :class:`ConnectionLost` with the sentence of the house
        for another answer.
        """
        line = self._connect()
        try:
            ready = line.hear()
            if _field(ready, "kind", str) != "ready":
                raise ConnectionLost(_field(ready, "sentence", str))
            upcoming = _field(ready, "next", int)
        except OSError:
            line.close()
            raise
        for _ in range(min(upcoming - self._next, len(self._waiting)) if self._next else 0):
            self._done_with_first()
        self._next = upcoming
        return line

    def _answered(self, line: HouseConnection) -> None:
        """Read the answer to the first fact, and give the reason of a refusal to ``say``.

        A fact that is taken or refused for good leaves the queue; any other stays, marked as late, and a second is
        waited. The next number is one more, or after a refusal the one that the house names.
        """
        answer = line.hear()
        if _field(answer, "kind", str) == "taken":
            self._done_with_first()
            self._next += 1
            return
        again, upcoming = _field(answer, "again", bool), _field(answer, "next", int)
        self._say(f"{_field(answer, 'code', str)}: {_field(answer, 'sentence', str)}")
        if again:
            self._late = True
            time.sleep(AGAIN_SECONDS)
        else:
            self._done_with_first()
        self._next = upcoming

    def _done_with_first(self) -> None:
        """Drop the first fact of the queue, which is in memory only; once that is empty, facts are not marked as late.

        Raises IndexError on an empty queue. ``_next``, the number of the next fact, is the caller's.
        """
        self._waiting.popleft()
        self._late = self._late and bool(self._waiting)

    def _lose(self, lost: OSError) -> None:
        """Close the connection, mark the facts in the queue as late, give ``say`` the reason, and wait AGAIN_SECONDS.

        Raises `lost` again, without waiting, if the house turned the shoe away.
        """
        self.close()
        self._late = bool(self._waiting)
        self._say(str(lost))
        if isinstance(lost, ConnectionLost) and lost.code in TURNED_AWAY:
            raise lost
        time.sleep(AGAIN_SECONDS)


def deal(shoe: Shoe, facts: list[Fact], waits: Iterator[bool]) -> int:
    """Send the facts one by one, and return how many the house has answered.

    ``waits`` yields True when the next card leaves the shoe, False when it is time for :meth:`Shoe.alive`; dealing
    stops when it is exhausted, and at once after the last fact.
    """
    answered, left = 0, deque(facts)
    while left and (due := next(waits, None)) is not None:
        if due:
            shoe.tell(left.popleft())
            answered += 1
        else:
            shoe.alive()
    return answered


# --- when the next card leaves the shoe


def by_line() -> Iterator[bool]:
    """Yield True for each line end on standard input, else False: after three seconds, or for part of a line.

    Ends with the input.
    """
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
    """Yield True `seconds` seconds after it was resumed, endlessly; False at least every three seconds in between.

    What the caller does after a True is so added to the interval. Blocks in between.
    """
    while True:
        due = time.monotonic() + seconds
        while (left := due - time.monotonic()) > 0:
            time.sleep(min(left, ALIVE_SECONDS))
            if due - time.monotonic() > 0:
                yield False
        yield True


# --- the program


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add ``address``, ``file``, ``--token-file`` (required), ``--every SECONDS`` (None: one for each input line)."""
    parser.add_argument("address", help="such as wss://sabot.example/live/shoe/T3/")
    parser.add_argument("file", help="cards as they are written, or a script (docs/scripts.md)")
    parser.add_argument("--token-file", required=True, help="the file that holds the token of the shoe")
    parser.add_argument("--every", type=_pause, metavar="SECONDS", help="a card so often; else one a line of input")


def _pause(text: str) -> float:
    """Parse the seconds between two cards. Raises ArgumentTypeError for anything but more than 0, and a day at most."""
    with suppress(ValueError):
        if 0 < float(text) <= MOST_PAUSE_SECONDS:
            return float(text)
    raise argparse.ArgumentTypeError(f"“{text}” is no pause: it is more than 0 seconds, and a day at most")


def send_cards(address: str, file: str, token_file: str, seconds: float | None, *, say: Callable[[str], object]) -> int:
    """Send the cards in `file` to `address`, and return how many facts the house has answered. Blocks.

    A card is sent every `seconds` seconds; with None, for each line on standard input. `token_file` has the token
    of the shoe; `say` is called with refusals and lost connections. Raises OSError, where the shoe is turned away or a
    file cannot be read, and ValueError for what is no card or address.
    """
    facts = recorded(Path(file).read_text(encoding="utf-8"))
    token = Path(token_file).read_text(encoding="ascii").strip()
    shoe = Shoe(lambda: HouseConnection(address, token), say=say)
    try:
        return deal(shoe, facts, every(seconds) if seconds else by_line())
    finally:
        shoe.close()


def main() -> int:
    """Send the cards of a file to a house, as the command line says, and print how many facts the house has answered.

    Returns 0 when the cards or the input are at an end; 1 if the house turns the shoe away, a file cannot be read, or
    something is no card or address. All errors are printed on stderr; a fact that is refused counts as answered, and a
    connection that fails or is lost is tried again, without end. Exits with 2 for a command line that is not valid.
    """
    parser = argparse.ArgumentParser(description="Tells a served house the cards of a recorded taglia.")
    arguments(parser)
    given = parser.parse_args()
    try:
        count = send_cards(given.address, given.file, given.token_file, given.every, say=_complain)
    except (OSError, ValueError) as error:
        _complain(str(error))
        return 1
    sys.stdout.write(f"Facts told: {count}.\n")
    return 0


def _complain(text: str) -> None:
    """Write a line to stderr, with “?” for each unprintable character, in whatever encoding (``str.isprintable``)."""
    sys.stderr.write("".join(it if it.isprintable() else "?" for it in text) + "\n")


if __name__ == "__main__":
    sys.exit(main())
