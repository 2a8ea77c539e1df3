"""Server: Daphne with deadlines for requests and limits on connections.

``config.serve`` ends here, and programs that have prepared a house run
``python -m config.doors.server DESCRIPTOR [APPLICATION]``. Only here are limited, and not by Django's `runserver`,

- seconds for the headers of a request, and for its body: Twisted limits silence only, so that a byte now and then
  would keep a connection for ever;
- bytes of a body: Twisted takes in any number, and Django looks only afterwards;
- connections (:mod:`config.doors.gate`); and the process has to be allowed enough descriptors.
"""

import asyncio
import os
import resource
import sys
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

import structlog
from autobahn.websocket.types import ConnectionDeny
from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings
from django.db import connection
from django.utils.module_loading import import_string
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.web import http

from config.doors.gate import Gate
from config.doors.stopping import Gentle
from table.access.address import address_of, trusted

log = structlog.stdlib.get_logger("sabot.service")
APPLICATION = "config.asgi.application"
FEWEST_DESCRIPTORS = 4096
"""Files and connections that the process must be able to open: with fewer a crowd of screens does not fit."""
AT_ONCE = 4
"""Connections that are accepted at one turn of the loop, and lost sockets that are put away: a press comes next."""
IDLE_SECONDS = 60
"""Time that a browser may keep a connection open between requests."""
LONGEST_BODY = 128 * 1024
"""Bytes; no form of the house is half as long."""
NO_ROOM = (
    "This process may open {limit} files and connections at once; a house needs {fewest}. Raise the limit: "
    "LimitNOFILE=65536 in a systemd unit, --ulimit nofile=65536 for a container, `ulimit -Hn 65536` in a shell."
)


class Channel(http.HTTPChannel):
    """HTTP connection with a limit on the body, and deadlines for headers and body that no arriving byte puts off."""

    factory: Any
    transport: Any
    timeOut: Any  # noqa: N815 - its name in Twisted
    _begun = _refused = False
    _taken = 0

    def connectionMade(self) -> None:
        """Start the deadline for the headers, and count the connection as unfinished; none is refused here.

        Instead :meth:`Gate.waits` closes the longest-waiting one at a limit.
        """
        self.timeOut = settings.HEADERS_SECONDS
        super().connectionMade()
        self._wait()

    def dataReceived(self, data: bytes) -> None:
        """Start the deadline for the headers with the first byte of a request; ignore data after a refusal."""
        if self._refused:
            return
        if not self._begun:
            self._begun, self._taken = True, 0
            self.setTimeout(settings.HEADERS_SECONDS)
        super().dataReceived(data)

    def resetTimeout(self) -> None:
        """Do nothing: Twisted would put the deadline off at every byte."""

    def allHeadersReceived(self) -> None:
        """Count the connection as unfinished for its device, and start the body's deadline.

        The device is the address that a trusted proxy has forwarded, else the peer; at a limit :meth:`Gate.waits`
        closes the longest-waiting connection, never this request as such. Removes the header Daphne-Root-Path, which
        nobody may set. Refuses with 413 a body declared longer than LONGEST_BODY.
        """
        said = self.requests[-1].requestHeaders
        # Daphne would take this one as the root path, whoever sends it: the path that the application sees would no
        # longer be the one that the proxy has checked.
        said.removeHeader(b"Daphne-Root-Path")
        self._wait(b",".join(said.getRawHeaders(b"X-Forwarded-For", [])))
        self.setTimeout(settings.BODY_SECONDS)
        super().allHeadersReceived()
        if (self.length or 0) > LONGEST_BODY:
            self._too_long()

    def rawDataReceived(self, data: bytes) -> None:
        """Count the bytes of the body as they arrive, with the sizes of chunks.

        Beyond LONGEST_BODY the request is refused with 413 and the connection closed.
        """
        if not self._handlingRequest:
            self._taken += len(data)
            if self._taken > LONGEST_BODY:
                self._too_long()
                return
        super().rawDataReceived(data)

    def requestDone(self, request: Any) -> None:
        """Count the connection as unfinished again and set the idle deadline, also for one that is about to close."""
        self._begun, self._savedTimeOut = False, IDLE_SECONDS
        self._wait()
        super().requestDone(request)
        if not self.persistent:
            # It closes once the client has read the response, which may never happen.
            self.setTimeout(IDLE_SECONDS)

    def timeoutConnection(self) -> None:
        """Close the connection at a deadline; a request that came only in part is answered with 408 first."""
        if self._begun and not (self._handlingRequest or self._refused):
            self._refuse(b"408 Request Timeout")
        super().timeoutConnection()

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """Stop counting the connection in the gate, and then do what Twisted does once a connection is closed."""
        self.factory.server.gate.leaves(self.transport)
        super().connectionLost(reason)

    def _wait(self, forwarded: bytes = b"") -> None:
        """Count the connection as unfinished for its device: the address forwarded by a trusted proxy, else the peer.

        Where a trusted proxy forwards none, it counts for no address. At a limit :meth:`Gate.waits` closes the
        longest-waiting connection.
        """
        peer = getattr(self.transport.getPeer(), "host", "")
        device = address_of(peer, forwarded.decode("latin1"))
        self.factory.server.gate.waits(self.transport, "" if device == peer and trusted(peer) else device)

    def _too_long(self) -> None:
        """Refuse with 413, once, and close."""
        if not self._refused:
            self._refuse(b"413 Content Too Large")
            self.loseConnection()

    def _refuse(self, status: bytes) -> None:
        """Write a response with this status line and no body, and ignore what still comes; does not close."""
        self._refused = True
        self.transport.write(b"HTTP/1.1 " + status + b"\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")


class Leaving:
    """Queue of clean-ups for lost sockets, of which AT_ONCE are done at each turn of the event loop.

    All screens behind a switch are lost at once, and a press would be answered after the last of them.
    """

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], object]] = deque()

    def put(self, leave: Callable[[], object]) -> None:
        """Queue a clean-up, which is called on the event loop in the order of the calls.

        To be called on the event loop.
        """
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._some)
        self._waiting.append(leave)

    def _some(self) -> None:
        """Do AT_ONCE of the clean-ups, and schedule the others for the next turn of the loop; log those that fail."""
        for leave in [self._waiting.popleft() for _ in range(min(AT_ONCE, len(self._waiting)))]:
            try:
                leave()
            except Exception:
                log.exception("a lost socket could not be cleaned up")
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._some)


class Socket(WebSocketProtocol):
    """WebSocket connection; once lost it leaves the gate at once, and `Leaving` tells its application in turn."""

    def onConnect(self, request: Any) -> Any:
        """Refuse with 400 a handshake whose Sec-WebSocket-Protocol is not ASCII, at which Daphne would fail."""
        if not request.headers.get("sec-websocket-protocol", "").isascii():
            raise ConnectionDeny(400, "Sec-WebSocket-Protocol is not ASCII")
        return super().onConnect(request)

    def connectionLost(self, reason: Failure) -> None:
        """Leave the gate now, and tell the application when its turn comes."""
        server = self.factory.server_class
        server.gate.leaves(self.transport)
        server.leaving.put(partial(super().connectionLost, reason))

    def onClose(self, *how: Any) -> None:
        """Tell the application that the socket was lost; there is none where its handshake was malformed."""
        if hasattr(self, "server"):
            super().onClose(*how)


class HouseServer(Gentle):
    """Daphne with these kinds of connections, a gate, and the stop of :class:`Gentle`."""

    def __init__(self, application: Any, *, descriptor: int, gate: Gate) -> None:
        """Prepare to serve on the descriptor of a listening socket, by `run`; `gate` limits its connections.

        Sockets are pinged every 30 seconds, have HEADERS_SECONDS for their handshake and messages of at most 1 MiB.
        Daphne logs no request.
        """
        self.gate, self.leaving = gate, Leaving()
        super().__init__(
            application,
            endpoints=[f"fd:fileno={descriptor}"],
            # Rarely, as Daphne pings all sockets in one go; the house has a heartbeat of its own.
            ping_interval=30,
            ping_timeout=10,
            websocket_connect_timeout=settings.HEADERS_SECONDS,
            websocket_handshake_timeout=settings.HEADERS_SECONDS,
            # For frames to screens as well; what they may send is far less (table/live/frames.py).
            websocket_max_message_size=1024 * 1024,
            # Requests are logged by config.logs instead.
            verbosity=0,
            server_name="",
            ready_callable=self._begin,
        )

    def _begin(self) -> None:
        """Set the kinds of connections, after Daphne has made its factories and before anybody connects."""
        self.http_factory.protocol = Channel
        self.ws_factory.protocol = Socket

    def listen_success(self, port: Any) -> None:
        """Limit how many connections the listening port accepts at each turn of the loop (:func:`let_in`)."""
        super().listen_success(port)
        port.doRead = partial(let_in, port, port.doRead)

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """Put ``admitted`` into a socket's scope: :meth:`Gate.admit` of its connection, for whoever it turns out to be.

        A consumer calls it with the person or display; false means that they are not let in.
        """
        if scope["type"] == "websocket":
            scope["admitted"] = partial(self.gate.admit, protocol.transport)
        return super().create_application(protocol, scope)


def let_in(port: Any, accept: Callable[[], object]) -> None:
    """Set `numberAccepts` of a listening port to AT_ONCE, and call `accept`, which accepts at most that many.

    More are accepted at the next turn of the loop, after what others have sent is read. Twisted by itself accepts a
    hundred and more, and opens the sockets of all of them before it turns to anybody else.
    """
    port.numberAccepts = AT_ONCE
    accept()


def run(descriptor: int, application: str = APPLICATION) -> None:
    """Serve by :class:`HouseServer` on a listening socket; block until stopped. `application` is a dotted name (ASGI).

    Before that the limit of open files is raised, or the process exits where it is too low; connections of a pool to
    PostgreSQL get a time limit, games online that a killed process left are voided, and where PAST_READY is on the
    process that performs the past is started.
    """
    limit = raise_limit()
    serves = import_string(application)
    if connection.vendor == "postgresql":
        import_string("table.record.machine.silent.begin")()
    import_string("table.online.malfunction.look_after")()
    if settings.PAST_READY:
        import_string("table.record.past.reach.PAST").performs.begin()
    HouseServer(serves, descriptor=descriptor, gate=gate_of(limit)).run()


def gate_of(limit: int) -> Gate:
    """Return the gate for a process that may open `limit` files and connections.

    Half of them are for screens, a quarter for unfinished connections; the most for an address or a person are those of
    the settings. The rest stays free for files and databases, and for connections that come before others have given
    way: at its own limit a process could accept nobody.
    """
    each = {"per_address": settings.CONNECTIONS_PER_ADDRESS, "per_person": settings.SCREENS_PER_PERSON}
    return Gate(**each, unfinished=limit // 4, let_in=limit // 2)


def raise_limit(fewest: int = FEWEST_DESCRIPTORS) -> int:
    """Raise this process's limit of open files to the hard one and return it; exit if that is below `fewest`.

    Where there is no hard limit, sys.maxsize is returned.
    """
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = sys.maxsize if hard == resource.RLIM_INFINITY else hard
    if limit < fewest:
        sys.exit(NO_ROOM.format(limit=limit, fewest=fewest))
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return limit


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    run(int(sys.argv[1]), *sys.argv[2:])
