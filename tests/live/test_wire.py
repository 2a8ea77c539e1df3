"""The last step to a screen: a frame as the protocol has it, written at once, behind what waits, or not at all."""

from functools import partial
from typing import Any

import pytest
from autobahn.websocket.protocol import WebSocketProtocol
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from table.memory import wire


class Transport:
    """A connection that takes so many bytes at once."""

    def __init__(self, *, takes: int = 1 << 30) -> None:
        self.takes, self.connected = takes, True
        self.sent, self.dataBuffer, self._tempDataBuffer = b"", b"", list[bytes]()

    def writeSomeData(self, data: bytes) -> int:  # noqa: N802 - Twisted's name
        self.sent += data[: self.takes]
        return min(self.takes, len(data))

    def write(self, data: bytes) -> None:
        self._tempDataBuffer.append(data)


class Socket:
    """A socket of the server as far as a frame needs it."""

    def __init__(self, transport: Transport, state: int = WebSocketProtocol.STATE_OPEN) -> None:
        self.transport, self.state, self.send_queue = transport, state, list[Any]()


@pytest.mark.parametrize("size", [0, 125, 126, 0xFFFF, 0x10000])
def test_a_frame_is_read_as_it_was_written(size: int) -> None:
    payload, stream = b"x" * size, StreamReader()
    stream.feed_data(wire.framed(payload))
    reading = Frame.parse(stream.read_exact, mask=False)
    with pytest.raises(StopIteration) as done:
        next(reading)
    frame = done.value.value
    assert (frame.opcode, bytes(frame.data), frame.fin) == (Opcode.TEXT, payload, True)


def test_what_the_network_takes_goes_at_once_and_the_rest_behind_it() -> None:
    transport = Transport(takes=3)
    assert wire.written(Socket(transport), b"hello")
    assert transport.sent + b"".join(transport._tempDataBuffer) == wire.framed(b"hello")
    assert transport.sent == wire.framed(b"hello")[:3]


def test_nothing_overtakes_what_waits() -> None:
    transport = Transport()
    transport._tempDataBuffer.append(b"first")
    assert wire.written(Socket(transport), b"second")
    assert transport.sent == b""
    assert transport._tempDataBuffer == [b"first", wire.framed(b"second")]


@pytest.mark.parametrize("state", [WebSocketProtocol.STATE_CLOSED, WebSocketProtocol.STATE_CONNECTING])
def test_a_socket_that_is_not_open_is_not_written_to(state: int) -> None:
    transport = Transport()
    assert not wire.written(Socket(transport, state), b"late")
    assert (transport.sent, transport._tempDataBuffer) == (b"", [])


def test_a_socket_of_another_server_is_sent_to_the_ordinary_way() -> None:
    assert wire.socket_of(partial(print, "not a socket")) is None
    assert wire.socket_of(print) is None
    assert not wire.written(None, b"text")


def test_a_lost_socket_is_closed_before_its_application_is_told() -> None:
    transport = Transport()
    socket = Socket(transport)
    open_before = not wire.is_closed(socket)
    transport.connected = False
    assert (open_before, wire.is_closed(socket)) == (True, True)
