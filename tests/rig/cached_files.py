"""A served house that keeps in memory what it has handed out of its files: each new browser asks for all of them."""

from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, ASGISendEvent, Scope

FILES = "/static/"
OF_BEFORE = (b"if-none-match", b"if-modified-since", b"range")
"""Who asks so has some of the file already."""


def with_cached_files(house: ASGI3Application) -> ASGI3Application:
    """The house; for a file it answers as it has answered the first time."""
    answers: dict[tuple[str, bytes], list[ASGISendEvent]] = {}

    async def answering(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(FILES):
            await house(scope, receive, send)
            return
        headers, said = dict(scope["headers"]), list[ASGISendEvent]()
        request = scope["path"], headers.get(b"accept-encoding", b"")
        if request in answers and headers.keys().isdisjoint(OF_BEFORE):
            for event in answers[request]:
                await send(event)
            return

        async def noted(event: ASGISendEvent) -> None:
            said.append(event)
            await send(event)

        await house(scope, receive, noted)
        if said and said[0]["type"] == "http.response.start" and said[0]["status"] == 200:
            answers[request] = said

    return answering
