"""Whether a request came by a way that the house knows: through its own proxy, or from this machine itself.

Behind HTTPS the proxy says whose request it is and that it came encrypted. A proxy that the house does not know could
say anything, and one that says nothing leaves everybody with the proxy's own address: neither is served.
"""

import structlog
from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, HTTPScope, Scope, WebSocketScope
from django.conf import settings

from table.access.address import FORWARDING, trusted

log = structlog.stdlib.get_logger("sabot.proxy")
WATCHED = frozenset({"/healthz", "/readyz", "/metrics"})
"""Asked by whoever watches over the process, past the proxy."""
STRANGER = (
    "This house does not know the proxy at {peer} that this request came through. If it is the house's own, name it in "
    "TRUSTED_PROXIES and set HTTPS=on; else ask the house directly.\n"
)
SILENT = (
    "HTTPS is on, but this request came from {peer} without X-Forwarded-For and X-Forwarded-Proto. Let the proxy set "
    "both, overwriting what it was sent; a house without a proxy has HTTPS=off.\n"
)


def known(application: ASGI3Application) -> ASGI3Application:
    """`application`, for requests whose way is known."""

    async def asked(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        fault = fault_of(scope) if scope["type"] in ("http", "websocket") else ""
        if not fault:
            await application(scope, receive, send)
            return
        log.warning("unknown proxy", why=fault.strip())
        await _turn_away(scope, send, fault.encode())

    return asked


def fault_of(scope: Scope) -> str:
    """What is wrong with the way that a request came, with the remedy; nothing where it is known."""
    assert scope["type"] != "lifespan"
    if not settings.HTTPS or scope["path"] in WATCHED:
        return ""
    peer = _peer(scope)
    names = {name for name, _value in scope["headers"]}
    if not trusted(peer):
        return STRANGER.format(peer=peer) if names & _NAMES else ""
    return "" if {b"x-forwarded-for", b"x-forwarded-proto"} <= names else SILENT.format(peer=peer)


_NAMES = {name.lower().encode() for name in FORWARDING}


def _peer(scope: HTTPScope | WebSocketScope) -> str:
    return str(scope["client"][0]) if scope["client"] else ""


async def _turn_away(scope: Scope, send: ASGISendCallable, sentence: bytes) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": ""})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 403, "headers": headers, "trailers": False})
    await send({"type": "http.response.body", "body": sentence, "more_body": False})
