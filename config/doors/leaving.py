"""Keeps from the application the disconnect event that follows every complete response.

Daphne sends one after each response, and Django raises an exception for it, which forms a reference cycle with whatever
worked for the request: only the garbage collector frees that, and takes three times as long
(:mod:`table.memory.gc_pacing`).

A client that leaves before the end of its response is reported as ever, and work for it stops.
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
    """Wrap `application` so that its `receive` gives no event once the last part of a response was sent, but blocks.

    An event that comes after that is taken and dropped; the call ends when it is cancelled.
    """

    async def answering(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Serve with a `receive` that blocks once the response is complete."""
        whole = False

        async def heard() -> ASGIReceiveEvent:
            """Return the next event; once the response is complete block until cancelled."""
            event = await receive()
            if whole:
                await asyncio.Future[None]()  # cancelled as soon as the application is done
            return event

        async def said(event: ASGISendEvent) -> None:
            """Note whether this is the last part of a response, and send it."""
            nonlocal whole
            whole = event["type"] == "http.response.body" and not event.get("more_body")
            await send(event)

        await application(scope, heard, said)

    return answering
