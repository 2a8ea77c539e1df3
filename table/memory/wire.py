"""Direct writing to sockets of a text that many screens are sent.

Through the layers of the server a frame costs several times what it costs to write it: each checks again whether the
socket is open, and keeps counts that nobody reads. Daphne's ``send`` leads to the socket itself; where another server
is used, or the socket is not open, the ordinary way is taken.
"""

from collections.abc import Callable
from functools import partial
from struct import pack
from typing import Any

from autobahn.websocket.protocol import WebSocketProtocol

WHOLE_TEXT = 0x81
SHORT, LONG = 125, 0xFFFF


def framed(payload: bytes) -> bytes:
    """Return a text as one unmasked, unfragmented frame of a server (RFC 6455, 5.2)."""
    size = len(payload)
    if size <= SHORT:
        return pack("!BB", WHOLE_TEXT, size) + payload
    if size <= LONG:
        return pack("!BBH", WHOLE_TEXT, 126, size) + payload
    return pack("!BBQ", WHOLE_TEXT, 127, size) + payload


def socket_of(send: Callable[..., Any]) -> Any:
    """Return the server's protocol object (autobahn) behind the ``send`` that it gave its application, as the socket.

    None if ``send`` is of another server.
    """
    given = send.args[0] if isinstance(send, partial) and send.args else None
    return given if isinstance(given, WebSocketProtocol) else None


def is_closed(socket: Any) -> bool:
    """Whether the socket is known not to be open: closing, closed or lost, even before its application is told.

    True also before its handshake is done. False for None, as which :func:`socket_of` gives an unknown socket.
    """
    return socket is not None and (socket.state != WebSocketProtocol.STATE_OPEN or not socket.transport.connected)


def written(socket: Any, payload: bytes) -> bool:
    """Write a text to a socket; returns False, with nothing written, if it is unknown, not open, or has a queue.

    True does not say that it arrives: a connection that is lost already drops it.
    With False the caller sends it through the layers of the server.
    """
    if socket is None or socket.state != WebSocketProtocol.STATE_OPEN or socket.send_queue:
        return False
    _write(socket.transport, framed(payload))
    return True


def _write(transport: Any, frame: bytes) -> None:
    """Write a frame at once, as far as the network takes it; the rest, or all behind a queue, is buffered."""
    waits = getattr(transport, "dataBuffer", frame) or getattr(transport, "_tempDataBuffer", frame)
    sent = 0 if waits or not transport.connected else transport.writeSomeData(frame)
    if sent != len(frame):
        transport.write(frame[sent:] if isinstance(sent, int) else frame)
