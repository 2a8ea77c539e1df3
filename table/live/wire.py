"""The last step to a screen: a text that many are sent is put into a frame of its socket by the shortest way.

Through the layers of the server a frame costs several times what it costs to write it: each of them asks once more
whether the socket is open, and keeps counts that nobody reads. What Daphne gives its applications to send with leads
to the socket itself; where something else serves the house, or the socket is not open, the ordinary way is taken.
"""

from collections.abc import Callable
from functools import partial
from struct import pack
from typing import Any

from autobahn.websocket.protocol import WebSocketProtocol

WHOLE_TEXT = 0x81
SHORT, LONG = 125, 0xFFFF


def framed(payload: bytes) -> bytes:
    """A whole text as a frame from the server (RFC 6455, 5.2): not masked, and in one piece."""
    size = len(payload)
    if size <= SHORT:
        return pack("!BB", WHOLE_TEXT, size) + payload
    if size <= LONG:
        return pack("!BBH", WHOLE_TEXT, 126, size) + payload
    return pack("!BBQ", WHOLE_TEXT, 127, size) + payload


def socket_of(send: Callable[..., Any]) -> Any:
    """The socket behind what the server gave to send with; None if it is not known."""
    given = send.args[0] if isinstance(send, partial) and send.args else None
    return given if isinstance(given, WebSocketProtocol) else None


def is_closed(socket: Any) -> bool:
    """Whether the other end is known to be gone, also while frames that came before are still waiting here."""
    return socket is not None and socket.state != WebSocketProtocol.STATE_OPEN


def written(socket: Any, payload: bytes) -> bool:
    """Write a text to a socket; False, and nothing written, if it is not open or something waits before it."""
    if socket is None or socket.state != WebSocketProtocol.STATE_OPEN or socket.send_queue:
        return False
    _write(socket.transport, framed(payload))
    return True


def _write(transport: Any, frame: bytes) -> None:
    """At once, as far as the network takes it; what is left, and all where something waits already, goes behind it."""
    waits = getattr(transport, "dataBuffer", frame) or getattr(transport, "_tempDataBuffer", frame)
    sent = 0 if waits or not transport.connected else transport.writeSomeData(frame)
    if sent != len(frame):
        transport.write(frame[sent:] if isinstance(sent, int) else frame)
