"""The line of an electronic shoe to its house: JSON objects on a WebSocket, one a frame."""

import json
from contextlib import ExitStack
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidStatus, InvalidURI, WebSocketException
from websockets.sync.client import connect

PATIENCE_SECONDS = 10.0
Frame = dict[str, Any]


class Lost(ConnectionError):
    """The connection is gone, or was turned away; ``code`` is that of the house, 0 where it said none."""

    def __init__(self, why: str, code: int = 0) -> None:
        super().__init__(why)
        self.code = code


class Line:
    """A connection to the house, opened with the token of the shoe.

    Raises OSError, which :class:`Lost` is one of; ValueError for what is no address of a socket.
    """

    def __init__(self, address: str, token: str) -> None:
        header, self._opened = {"Authorization": f"Bearer {token}"}, ExitStack()
        try:
            way = connect(address, additional_headers=header, proxy=None, open_timeout=PATIENCE_SECONDS)
            self._socket = self._opened.enter_context(way)
        except InvalidStatus as away:
            raise Lost(f"turned away: {away.response.status_code}", away.response.status_code) from away
        except InvalidURI as wrong:
            raise ValueError(str(wrong)) from wrong
        except WebSocketException as none:
            raise Lost(str(none)) from none

    def say(self, frame: Frame) -> None:
        """Send a frame."""
        try:
            self._socket.send(json.dumps(frame))
        except ConnectionClosed as closed:
            raise _lost(closed) from closed

    def hear(self, seconds: float = PATIENCE_SECONDS) -> Frame:
        """The next frame. Raises :class:`Lost` where none comes for so long."""
        try:
            found: Frame = json.loads(self._socket.recv(timeout=seconds))
        except TimeoutError:
            raise Lost("the house does not answer") from None
        except ConnectionClosed as closed:
            raise _lost(closed) from closed
        return found

    def close(self) -> None:
        """Nothing is told any more."""
        self._opened.close()


def _lost(closed: ConnectionClosed) -> Lost:
    return Lost("closed by the house", closed.rcvd.code) if closed.rcvd else Lost("the connection was lost")
