"""One log line for each answered request and each socket that closed, in the same form as every other line."""

import time
from typing import Any

import structlog
from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, ASGISendEvent, Scope

log = structlog.stdlib.get_logger("sabot.access")


def logged(application: ASGI3Application) -> ASGI3Application:
    """`application`, reporting what it served. Paths only: a query may carry what a person typed.

    The line is written before the last piece of the answer leaves: who has an answer finds it in the log, also where
    the house is stopped in the same moment.
    """

    async def reporting(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        began = time.monotonic()
        status = None
        said = False
        watching = scope["type"] == "http"  # a socket has no status, and sends far more often

        async def watched(event: ASGISendEvent) -> None:
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
    """Write the line; a request that was never answered has no status."""
    facts: dict[str, Any] = {"path": scope.get("path"), "seconds": round(seconds, 4)}
    if scope["type"] == "http":
        log.info("request", method=scope["method"], status=status, **facts)
    elif scope["type"] == "websocket":
        log.info("socket closed", **facts)
