"""Stop of the server: pending acts are answered, every screen is closed with a code, and nothing is left half done.

SIGTERM (or Ctrl-C) begins it. From then on no connection or press is accepted, and `/readyz` answers 503. What was
begun before is answered first; then each socket is closed with RESTARTS, at which a screen reconnects at once.
"""

import asyncio
import os
import time
from collections.abc import Sequence
from threading import Timer
from typing import Any

import daphne.server  # noqa: F401 - first: it chooses the loop for all that follows
import structlog
from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, Scope
from daphne.http_protocol import WebRequest
from daphne.server import Server
from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext
from twisted.internet.defer import Deferred

from config.doors.proxy import WATCHED
from table.memory.threads import RESTARTS, Urgency, stopping, tables

ANSWERED_SECONDS = 22.0
"""Time for presses and requests in progress to be answered before their connections are closed."""
CLOSED_SECONDS = 2.0
LONGEST_SECONDS = 30.0
"""Time after which the process ends whatever it still waits for: what was not committed by then is lost as a whole."""
AGAIN_SECONDS = 2
log = structlog.stdlib.get_logger("sabot.service")


class Gentle(Server):
    """Daphne that finishes what was begun before it stops."""

    def kill_all_applications(self) -> Deferred[None]:
        """Begin the stop; Daphne calls this before it closes anything, and waits for the Deferred that it gets.

        Sets `stopping`, from which on nobody new is served but at WATCHED, the paths for monitoring, which are answered
        to the last. After LONGEST_SECONDS the process is ended, whatever it still waits for.
        """
        stopping.set()
        last = Timer(LONGEST_SECONDS, give_up)
        last.daemon = True
        last.start()
        return Deferred.fromFuture(asyncio.ensure_future(self._end()))

    async def _end(self) -> None:
        """Wait at most ANSWERED_SECONDS for presses and requests, then close all screens, for CLOSED_SECONDS at most.

        Screens are those open as it begins. What screens and requests have not ended by then is cancelled; a press is
        not. Begin and end are logged.
        """
        began = time.monotonic()
        screens = [it for it in self.connections if isinstance(it, WebSocketProtocol)]
        log.info("stopping", screens=len(screens))
        unanswered = await self._answer()
        for socket in screens:
            _send_away(socket)
        await _ended(self._applications(WebSocketProtocol), within=CLOSED_SECONDS)
        given_up = self._applications(WebRequest, WebSocketProtocol)
        for it in given_up:
            it.cancel()
        await _ended(given_up, within=CLOSED_SECONDS)
        log.info("stopped", seconds=round(time.monotonic() - began, 3), unanswered=unanswered)

    async def _answer(self) -> int:
        """Wait at most ANSWERED_SECONDS for presses and requests in progress; return how many have not ended.

        All presses together count as one.
        """
        # Presses are done in their order, before anything else: when this empty one is done, all before it are.
        last = asyncio.ensure_future(tables.do(Urgency.PRESS, lambda: None))
        return await _ended([last, *self._applications(WebRequest)], within=ANSWERED_SECONDS)

    def _applications(self, *kinds: type) -> list["asyncio.Future[Any]"]:
        """List the unfinished application tasks of these kinds of connections; one with half a request has none."""
        found = [known.get("application_instance") for it, known in self.connections.items() if isinstance(it, kinds)]
        return [it for it in found if it is not None and not it.done()]


def turning_away(application: ASGI3Application) -> ASGI3Application:
    """Wrap `application` so that nobody new is served while the server stops, except at WATCHED.

    A socket, whosever it is, is accepted and closed with RESTARTS; a request gets 503 and Retry-After.
    """

    async def open_or_shut(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Serve; while the server stops only at WATCHED: else close a socket with RESTARTS, answer 503 to a request."""
        if not stopping.is_set() or scope.get("path") in WATCHED:
            await application(scope, receive, send)
        elif scope["type"] == "websocket":
            # A socket that is not accepted gets HTTP 403, which a shoe takes for a wrong token, and gives up.
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            await send({"type": "websocket.close", "code": RESTARTS, "reason": None})
        else:
            await _say_when(send)

    return open_or_shut


async def _say_when(send: ASGISendCallable) -> None:
    """Answer 503 with Retry-After, and that the house restarts, in all its languages (:func:`_sentence`)."""
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"retry-after", b"%d" % AGAIN_SECONDS),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": 503, "headers": headers, "trailers": False})
    await send({"type": "http.response.body", "body": _sentence().encode(), "more_body": False})


def _sentence() -> str:
    """Return the sentence that the house restarts in every language of the house, each with a line break at its end."""
    said = []
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            said.append(gettext("The house restarts. Nothing was recorded: try again in a moment."))
    return "\n".join(said) + "\n"


def give_up() -> None:
    """End the process at once with exit code 0, after a log line; every act is one transaction: none is half done."""
    log.warning("stopped before everything had ended", seconds=LONGEST_SECONDS)
    os._exit(0)


def _send_away(socket: Any) -> None:
    """Accept a socket whose handshake waits for its application, and close it with RESTARTS, as one that is open.

    What its application sends it afterwards is dropped. One that is closing, or has not sent its whole handshake, is
    left as it is.
    """
    if socket.state == socket.STATE_CONNECTING and hasattr(socket, "handshake_deferred"):
        socket.serverAccept()
    if socket.state == socket.STATE_OPEN:
        socket.serverClose(code=RESTARTS)
        socket.server.protocol_disconnected(socket)


async def _ended(work: Sequence["asyncio.Future[Any]"], *, within: float) -> int:
    """Wait at most `within` seconds until all of it has ended; return how much has not, which goes on."""
    if not work:
        return 0
    _done, left = await asyncio.wait(work, timeout=within)
    return len(left)
