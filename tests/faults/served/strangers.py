"""Clients that do the house no good: they say half of what they came to say, or take nothing of what they are sent."""

import asyncio
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager

from tests.bench.floor.wire import greeting

HALVES = (b"", b"GET / HT", b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\nbadge=")
"""Nothing at all, half a line, and a form of which the most is still to come."""
SMALL = 4096
"""Bytes that the system keeps for who does not read them; the rest stays with the house."""


@asynccontextmanager
async def half_open(port: int, count: int) -> AsyncIterator[None]:
    """So many connections that were begun, and are not gone on with; by turns in each of three ways."""
    async with _connected(port, [HALVES[place % len(HALVES)] for place in range(count)]):
        yield


@asynccontextmanager
async def never_reading(port: int, cookie: str, count: int) -> AsyncIterator[None]:
    """So many displays that open their socket, and read nothing of what they are shown."""
    hello = greeting("/live/display/?language=it", port=port, headers={"Cookie": cookie})
    async with _connected(port, [hello] * count):
        yield


@asynccontextmanager
async def _connected(port: int, said: Sequence[bytes]) -> AsyncIterator[None]:
    with ExitStack() as stack:
        for first in said:
            each = stack.enter_context(socket.socket())
            each.setblocking(False)
            each.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
            await asyncio.get_running_loop().sock_connect(each, ("127.0.0.1", port))
            await asyncio.get_running_loop().sock_sendall(each, first)
        yield
