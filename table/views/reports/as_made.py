"""Files that are sent while they are made, a piece at a time, so that a long register costs no memory."""

import asyncio
from collections.abc import AsyncIterator, Generator, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

from django.db import connections
from django.http import StreamingHttpResponse

PIECE_BYTES = 64 * 1024


def in_pieces(lines: Iterator[bytes]) -> Generator[bytes]:
    """Join lines to pieces of at least `PIECE_BYTES`; the last piece may be shorter, or empty."""
    piece = bytearray()
    for line in lines:
        piece += line
        if len(piece) >= PIECE_BYTES:
            yield bytes(piece)
            piece.clear()
    yield bytes(piece)


class AsMade(StreamingHttpResponse):
    """Streaming answer whose pieces are made in a thread of their own, so that no act of a table waits for them.

    They are made in the language in which the answer was begun.
    """

    def __init__(self, pieces: Generator[bytes], *, headers: Mapping[str, str]) -> None:
        """Prepare an answer of these pieces; none is made before it is sent."""
        super().__init__(pieces, headers=dict(headers))
        self._pieces = pieces
        self._begun = copy_context()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Yield the pieces, made one after the other in a thread of this answer's own.

        At the end, or if the client disconnects, the pieces and the thread's database connections are closed.
        """
        thread, loop = ThreadPoolExecutor(1, thread_name_prefix="hand-out"), asyncio.get_running_loop()
        try:
            while piece := await loop.run_in_executor(thread, self._next):
                yield piece
        finally:
            # Also where the client has disconnected before the end.
            thread.submit(self._pieces.close)
            thread.submit(connections.close_all)
            thread.shutdown(wait=False)

    def _next(self) -> bytes:
        """Return the next piece; b"" after the last."""
        return self._begun.run(lambda: next(self._pieces, b""))
