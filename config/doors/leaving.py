"""Whoever has the whole of his answer is not said to have left: of every page far more would wait to be thrown away.

Daphne says so after every answer, and Django raises an exception for it, which holds whatever worked for the request
and is held by it: only a look for waste finds that, and takes three times as long (:mod:`table.live.waste`). Whoever
leaves before is said to have left, and nobody works for him any more.
"""

import asyncio

from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGIReceiveEvent,
    ASGISendCallable,
    ASGISendEvent,
    Scope,
)


def unsaid(application: ASGI3Application) -> ASGI3Application:
    """`application`, for pages."""

    async def answering(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        whole = False

        async def heard() -> ASGIReceiveEvent:
            event = await receive()
            if whole:
                await asyncio.Future[None]()  # whoever waits for it is told to stop as soon as the answer is done with
            return event

        async def said(event: ASGISendEvent) -> None:
            nonlocal whole
            whole = event["type"] == "http.response.body" and not event.get("more_body")
            await send(event)

        await application(scope, heard, said)

    return answering
