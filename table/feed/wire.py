"""A WebSocket of whoever calls the house, on the standard library alone: as much of it as a shoe needs."""

import base64
import hashlib
import json
import os
import socket
import ssl
import struct
from typing import Any
from urllib.parse import urlsplit

PATIENCE_SECONDS = 10.0
SHORT = 126
"""A payload of so many bytes says its length in two more."""
TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
Frame = dict[str, Any]


class Lost(ConnectionError):
    """The connection is gone, or was turned away; ``code`` is that of the house, 0 where it said none."""

    def __init__(self, why: str, code: int = 0) -> None:
        super().__init__(why)
        self.code = code


class Line:
    """A connection to the house (RFC 6455): short texts in one piece."""

    def __init__(self, address: str, token: str) -> None:
        parts = urlsplit(address)
        secure = parts.scheme == "wss"
        port = parts.port or (443 if secure else 80)
        self._socket = socket.create_connection((parts.hostname or "", port), timeout=PATIENCE_SECONDS)
        if secure:
            self._socket = ssl.create_default_context().wrap_socket(self._socket, server_hostname=parts.hostname)
        self._begun = b""
        try:
            self._open(parts.path, parts.netloc, token)
        except OSError:
            self.close()
            raise

    def _open(self, path: str, host: str, token: str) -> None:
        key = base64.b64encode(os.urandom(16))
        asked = [f"GET {path} HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade"]
        asked += ["Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key.decode()}", f"Authorization: Bearer {token}"]
        self._socket.sendall("\r\n".join([*asked, "", ""]).encode())
        head = self._until(b"\r\n\r\n").decode("latin1")
        status, accepted = head.splitlines()[0], base64.b64encode(hashlib.sha1(key + _GUID).digest())  # noqa: S324 - as the protocol has it
        if " 101 " not in status or accepted.decode() not in head:
            raise Lost(f"turned away: {status}", 403 if " 403 " in status else 0)

    def say(self, frame: Frame) -> None:
        """Send a frame."""
        self._send(TEXT, json.dumps(frame).encode())

    def hear(self, seconds: float) -> Frame | None:
        """The next frame; None where none comes for so long. Raises :class:`Lost`."""
        self._socket.settimeout(seconds)
        try:
            while True:
                kind, payload = self._frame()
                if kind == TEXT:
                    found: Frame = json.loads(payload)
                    return found
                if kind == CLOSE:
                    raise Lost("closed by the house", struct.unpack("!H", payload[:2])[0] if payload else 0)
                if kind == PING:
                    self._send(PONG, payload)
        except TimeoutError:
            return None

    def close(self) -> None:
        """Nothing is told any more."""
        self._socket.close()

    def _send(self, kind: int, payload: bytes) -> None:
        """One frame, masked as those of a client are."""
        mask, size = os.urandom(4), len(payload)
        head = struct.pack("!BB", 0x80 | kind, 0x80 | min(size, SHORT)) + (
            struct.pack("!H", size) if size >= SHORT else b""
        )
        self._socket.sendall(head + mask + bytes(it ^ mask[at % 4] for at, it in enumerate(payload)))

    def _frame(self) -> tuple[int, bytes]:
        """The kind and the payload of a whole frame; what has not come yet is waited for, and nothing of it lost."""
        while (frame := self._whole()) is None:
            self._more()
        return frame

    def _whole(self) -> tuple[int, bytes] | None:
        if len(self._begun) < 4:
            return self._cut(2, self._begun[1] & 0x7F) if len(self._begun) >= 2 else None
        size = self._begun[1] & 0x7F
        return self._cut(2, size) if size < SHORT else self._cut(4, struct.unpack("!H", self._begun[2:4])[0])

    def _cut(self, at: int, size: int) -> tuple[int, bytes] | None:
        if len(self._begun) < at + size:
            return None
        frame, self._begun = self._begun[: at + size], self._begun[at + size :]
        return frame[0] & 0x0F, frame[at:]

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
