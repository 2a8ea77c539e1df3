"""The server: Daphne, whose connections have deadlines and pass a gate.

There is no other way of serving the house: ``config.serve`` opens it and ends here, and programs that have prepared a
house run ``python -m config.doors.server DESCRIPTOR [APPLICATION]``. Of what Daphne leaves open to whoever comes three
things are decided here:

- how long the headers of a request may take, and its body: Twisted's own limit is one of silence, so that a byte now
  and then keeps a connection for ever;
- how long a body may be: Twisted takes in whatever comes, and Django looks only afterwards;
- how many connections there may be (:mod:`config.doors.gate`), and that the process may open enough of them at all.
"""

import os
import resource
import sys
from functools import partial
from typing import Any

from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings
from django.db import connection
from django.utils.module_loading import import_string
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.web import http

from config.doors.gate import Gate
from config.service.stopping import Gentle
from table.access.address import address_of, trusted

APPLICATION = "config.asgi.application"
FEWEST_DESCRIPTORS = 4096
"""Files and connections that the process must be able to open: below that a crowd of screens does not fit."""
IDLE_SECONDS = 60
"""So long a browser may keep a connection on which it asks nothing."""
LONGEST_BODY = 128 * 1024
"""Bytes; no form of the house is half as long."""
NO_ROOM = (
    "This process may open {limit} files and connections at once; a house needs {fewest}. Raise the limit: "
    "LimitNOFILE=65536 in a systemd unit, --ulimit nofile=65536 for a container, `ulimit -Hn 65536` in a shell."
)


class Channel(http.HTTPChannel):
    """A connection that speaks HTTP. What it has to send it sends in time, and a byte now and then buys no more."""

    factory: Any
    transport: Any
    timeOut: Any  # noqa: N815 - its name in Twisted
    _begun = _refused = False
    _taken = 0

    def connectionMade(self) -> None:
        self.timeOut = settings.HEADERS_SECONDS
        super().connectionMade()
        self._wait()

    def dataReceived(self, data: bytes) -> None:
        if self._refused:
            return
        if not self._begun:
            self._begun, self._taken = True, 0
            self.setTimeout(settings.HEADERS_SECONDS)
        super().dataReceived(data)

    def resetTimeout(self) -> None:
        """A deadline stays where it is, whatever comes meanwhile."""

    def allHeadersReceived(self) -> None:
        said = self.requests[-1].requestHeaders
        # Daphne takes this one for the path below which the house lives, from whoever sends it: any address would be
        # another one to the house than it was to the proxy.
        said.removeHeader(b"Daphne-Root-Path")
        self._wait(b",".join(said.getRawHeaders(b"X-Forwarded-For", [])))
        self.setTimeout(settings.BODY_SECONDS)
        super().allHeadersReceived()
        if (self.length or 0) > LONGEST_BODY:
            self._too_long()

    def rawDataReceived(self, data: bytes) -> None:
        if not self._handlingRequest:
            self._taken += len(data)
            if self._taken > LONGEST_BODY:
                self._too_long()
                return
        super().rawDataReceived(data)

    def requestDone(self, request: Any) -> None:
        self._begun, self._savedTimeOut = False, IDLE_SECONDS
        self._wait()
        super().requestDone(request)
        if not self.persistent:
            # Closed as soon as the answer was taken, which somebody may never do.
            self.setTimeout(IDLE_SECONDS)

    def timeoutConnection(self) -> None:
        if self._begun and not (self._handlingRequest or self._refused):
            self._refuse(b"408 Request Timeout")
        super().timeoutConnection()

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        self.factory.server.gate.leaves(self.transport)
        super().connectionLost(reason)

    def _wait(self, forwarded: bytes = b"") -> None:
        """Nobody has shown yet whose this connection is. That of a proxy itself counts for no address."""
        peer = getattr(self.transport.getPeer(), "host", "")
        told = address_of(peer, forwarded.decode("latin1"))
        self.factory.server.gate.waits(self.transport, "" if told == peer and trusted(peer) else told)

    def _too_long(self) -> None:
        if not self._refused:
            self._refuse(b"413 Content Too Large")
            self.loseConnection()

    def _refuse(self, status: bytes) -> None:
        """Say why in one line, and hear no more."""
        self._refused = True
        self.transport.write(b"HTTP/1.1 " + status + b"\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")


class Socket(WebSocketProtocol):
    """A connection that has become a WebSocket."""

    def connectionLost(self, reason: Failure) -> None:
        self.factory.server_class.gate.leaves(self.transport)
        super().connectionLost(reason)


class House(Gentle):
    """Daphne, with connections of our own kinds, and an end that is gentle."""

    def __init__(self, application: Any, *, descriptor: int, gate: Gate) -> None:
        self.gate = gate
        super().__init__(
            application,
            endpoints=[f"fd:fileno={descriptor}"],
            # The house has a heartbeat of its own, and Daphne pings a thousand sockets in one go.
            ping_interval=30,
            ping_timeout=10,
            websocket_connect_timeout=settings.HEADERS_SECONDS,
            websocket_handshake_timeout=settings.HEADERS_SECONDS,
            # It holds for what screens are sent as well; what they may send is far less (table/live/frames.py).
            websocket_max_message_size=1024 * 1024,
            # The house writes a line for each request itself, in the form of every other line.
            verbosity=0,
            server_name="",
            ready_callable=self._begin,
        )

    def _begin(self) -> None:
        """The factories are made, and nobody was let in yet."""
        self.http_factory.protocol = Channel
        self.ws_factory.protocol = Socket

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """A screen says by ``admitted`` whose it is, once it has found out."""
        if scope["type"] == "websocket":
            scope["admitted"] = partial(self.gate.admit, protocol.transport)
        return super().create_application(protocol, scope)


def run(descriptor: int, application: str = APPLICATION) -> None:
    """Serve at a socket that listens already, until the process is told to stop."""
    limit = raise_limit()
    serves = import_string(application)
    if connection.vendor == "postgresql":
        import_string("table.record.machine.silent.begin")()
    import_string("table.online.malfunction.look_after")()
    House(serves, descriptor=descriptor, gate=gate_of(limit)).run()


def gate_of(limit: int) -> Gate:
    """The gate of a process that may open so many files and connections.

    A half of them is for screens, a quarter for what is unfinished. The rest stays free for files and databases, and
    for what comes in one moment and gives way in the next: at its own limit a process turns away whoever comes next.
    """
    each = {"per_address": settings.CONNECTIONS_PER_ADDRESS, "per_person": settings.SCREENS_PER_PERSON}
    return Gate(**each, unfinished=limit // 4, let_in=limit // 2)


def raise_limit(fewest: int = FEWEST_DESCRIPTORS) -> int:
    """Let the process open as many files as it may; how many that are. It ends where they are too few."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = sys.maxsize if hard == resource.RLIM_INFINITY else hard
    if limit < fewest:
        sys.exit(NO_ROOM.format(limit=limit, fewest=fewest))
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return limit


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    run(int(sys.argv[1]), *sys.argv[2:])
