"""Check of the proxy through which a request came, in a house with HTTPS.

A trusted proxy has to name the client and the scheme: without them everybody would have the proxy's own address. A
forwarding header from anybody else could say anything. Both are refused; a direct request from another machine without
such a header passes.
"""

import structlog
from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, Scope
from django.conf import settings

from table.access.address import FORWARDING, trusted

log = structlog.stdlib.get_logger("sabot.proxy")
WATCHED = frozenset({"/healthz", "/readyz", "/metrics"})
"""Paths for monitoring, which calls the process directly."""
STRANGER = (
    "This house does not know the proxy at {peer} that this request came through. If it is the house's own, name it in "
    "TRUSTED_PROXIES and set HTTPS=on; else ask the house directly.\n"
)
SILENT = (
    "HTTPS is on, but this request came from {peer} without X-Forwarded-For and X-Forwarded-Proto. Let the proxy set "
    "both, overwriting what it was sent; a house without a proxy has HTTPS=off.\n"
)


def known(application: ASGI3Application) -> ASGI3Application:
    """Wrap `application` so that only requests and sockets for which :func:`fault_of` finds no fault reach it.

    Others are logged, and answered with 403 or closed with 1008.
    """

    async def checked(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Serve a request or socket that was not forwarded wrongly (:func:`fault_of`), and anything else, as lifespan.

        Log a wrongly forwarded one, and answer it with 403 and the sentence on its fault, or close it with 1008.
        """
        fault = fault_of(scope) if scope["type"] in ("http", "websocket") else ""
        if not fault:
            await application(scope, receive, send)
            return
        log.warning("unknown proxy", why=fault.strip())
        await _turn_away(scope, send, fault.encode())

    return checked


def fault_of(scope: Scope) -> str:
    """Return a sentence on a request that was forwarded wrongly, with the remedy; empty if there is no fault.

    Faults are a forwarding header from a peer that is not trusted, and a trusted peer that leaves out X-Forwarded-For
    or X-Forwarded-Proto. Always empty without HTTPS, and at the paths for monitoring. AssertionError for a scope of
    type "lifespan", which is no request.
    """
    assert scope["type"] != "lifespan"
    if not settings.HTTPS or scope["path"] in WATCHED:
        return ""
    peer = str(scope["client"][0]) if scope["client"] else ""
    names = {name for name, _value in scope["headers"]}
    if not trusted(peer):
        return STRANGER.format(peer=peer) if names & _NAMES else ""
    return "" if {b"x-forwarded-for", b"x-forwarded-proto"} <= names else SILENT.format(peer=peer)


_NAMES = {name.lower().encode() for name in FORWARDING}


async def _turn_away(scope: Scope, send: ASGISendCallable, sentence: bytes) -> None:
    """Send `websocket.close` with 1008 to a socket, before it is accepted; answer a request with 403 and the sentence.

    The sentence is sent as plain text.
    """
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": ""})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 403, "headers": headers, "trailers": False})
    await send({"type": "http.response.body", "body": sentence, "more_body": False})
