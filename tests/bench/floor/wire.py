"""The client's end of a WebSocket, with only what the bench needs: it shares the processor with what it measures.

Frames are found in what has come without copying it; each is handed on as a place in those bytes. What is sent is
masked with zeros, as the protocol allows: nothing has to be computed.
"""

import asyncio
import socket
from abc import ABC, abstractmethod
from collections.abc import Mapping

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
MASKED = 0x80
ZERO_MASKING_KEY = bytes(4)


def framed(text: bytes, *, opcode: int = TEXT) -> bytes:
    """A whole masked frame of less than 64 KB."""
    size = len(text)
    length = bytes([MASKED | size]) if size < 126 else bytes([MASKED | 126]) + size.to_bytes(2, "big")
    return bytes([0x80 | opcode]) + length + ZERO_MASKING_KEY + text


def greeting(path: str, *, port: int, headers: Mapping[str, str]) -> bytes:
    """The request that opens a WebSocket on this machine, from a page of the same address."""
    lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Origin: http://127.0.0.1:{port}"]
    lines += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
    lines += ["Sec-WebSocket-Key: dGhlIGZsb29yIG9mIGl0Lg==", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode()


class Wire(asyncio.Protocol, ABC):
    """One WebSocket. Who listens says what becomes of a text (``heard``) and of the end (``ended``)."""

    def __init__(self, hello: bytes) -> None:
        self.hello = hello
        self.open = False
        self.code = 0
        self._transport: asyncio.Transport | None = None
        self._rest = b""

    @abstractmethod
    def heard(self, data: bytes, start: int, end: int) -> None:
        """A text has come: it lies in ``data`` from ``start`` to ``end``."""

    def opened(self) -> None:
        """The server has let the socket in."""

    def ended(self) -> None:
        """The socket is closed, by whomever; ``code`` is the server's, 0 where it gave none."""

    def say(self, frame: bytes) -> None:
        """Send a frame that is masked already; nothing where the socket is closed."""
        if self._transport is not None:
            self._transport.write(frame)

    def cut(self) -> None:
        """Close the socket without a word, as a network does that fails."""
        if self._transport is not None:
            self._transport.abort()

    # --- what asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """There is a connection: ask for a WebSocket."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        transport.write(self.hello)

    def connection_lost(self, _error: Exception | None) -> None:
        """It is gone."""
        self._transport, self.open, self._rest = None, False, b""
        self.ended()

    def data_received(self, data: bytes) -> None:
        """Hand on every frame that is complete, and keep the rest for the next time."""
        if self._rest:
            data = self._rest + data
        at, size = 0 if self.open else self._let_in(data), len(data)
        while self.open and size - at >= 2:
            start, length = at + 2, data[at + 1]
            if length >= 126:
                start += 2 if length == 126 else 8
                length = int.from_bytes(data[at + 2 : start], "big")
            if size < start + length:
                break
            self._take(data, data[at] & 15, start, start + length)
            at = start + length
        self._rest = data[at:]

    def _let_in(self, data: bytes) -> int:
        """How long the server's answer to our greeting is; 0 while it is not complete."""
        end = data.find(b"\r\n\r\n") + 4
        if end < 4:
            return 0
        assert data.startswith(b"HTTP/1.1 101"), data[:200]
        self.open = True
        self.opened()
        return end

    def _take(self, data: bytes, opcode: int, start: int, end: int) -> None:
        if opcode == TEXT:
            self.heard(data, start, end)
        elif opcode == PING:
            self.say(framed(data[start:end], opcode=PONG))
        elif opcode == CLOSE:
            self.code = int.from_bytes(data[start : start + 2], "big")
            self.say(framed(data[start : start + 2], opcode=CLOSE))
            self.cut()
