"""Access log: one line for each HTTP request and each closed WebSocket, in the format of every other log line."""

import time
from typing import Any

import structlog
from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, ASGISendEvent, Scope

log = structlog.stdlib.get_logger("sabot.access")


def logged(application: ASGI3Application) -> ASGI3Application:
    """Wrap `application` so that every request and closed socket is logged with its path and its seconds.

    The query is left out, as it may hold what a person typed. For a request the line is written before the last part of
    the response is sent: whoever has a response finds it in the log, even if the process is stopped at that moment.
    """

    async def reporting(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Serve, and log one line: a request before its last part is sent, a socket once it is closed."""
        began = time.monotonic()
        status = None
        said = False
        watching = scope["type"] == "http"  # a socket has no status, and sends far more often

        async def watched(event: ASGISendEvent) -> None:
            """Note the status, log the request before its last part, and send the event."""
            nonlocal status, said
            if event["type"] == "http.response.start":
                status = event["status"]
            elif event["type"] == "http.response.body" and not event.get("more_body"):
                said = True
                report(scope, status=status, seconds=time.monotonic() - began)
            await send(event)

        try:
            await application(scope, receive, watched if watching else send)
        finally:
            if not said:
                report(scope, status=status, seconds=time.monotonic() - began)

    return reporting


def report(scope: Scope, *, status: int | None, seconds: float) -> None:
    """Write the line of a request or a closed socket; `status` is None for a request that was never answered."""
    facts: dict[str, Any] = {"path": scope.get("path"), "seconds": round(seconds, 4)}
    if scope["type"] == "http":
        log.info("request", method=scope["method"], status=status, **facts)
    elif scope["type"] == "websocket":
        log.info("socket closed", **facts)
