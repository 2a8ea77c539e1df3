"""Work after the commit of a press: the seal that is due, and the ping to every process."""

import asyncio
from uuid import uuid4

import structlog
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from table.memory import threads
from table.record import metrics, seals

log = structlog.stdlib.get_logger("sabot.door")
MOST_PING_SECONDS = 2
PINGS: set[asyncio.Task[None]] = set()
"""Ping tasks that are under way; the event loop itself keeps no reference to them."""
PROCESS_ID = uuid4().hex
"""Random id of this process, sent with its pings: what it has done itself it need not read again."""


def once_committed(owner: str, number: int, before: int, *, closes: bool) -> None:
    """Register what follows the commit: the ping of all processes, and a seal of the register if one is due.

    ``before`` and ``number`` are its last entries before and after the press. A seal is due at each ``SEAL_EVERY``
    entries, and at once where an act ``closes`` a table; a failure to write it is only logged and counted.
    """
    ping_once_committed(owner, number)

    # No partial: where it fails, Django logs the name of what failed, and only a function has one.
    def seal() -> None:
        """Seal the register; a failure is only counted and logged."""
        seals.keep_after(owner)

    if seals.is_due(number, before, closes=closes):
        transaction.on_commit(seal, robust=True)


def ping_once_committed(owner: str, number: int) -> None:
    """Tell every process, once this is committed, that a register has grown to this number.

    Outside a transaction at once. Where the thread acts for no screen it blocks until the ping is sent, at most
    ``MOST_PING_SECONDS``. A failure is only logged: screens that miss a ping find out by their heartbeat.
    """

    def ping() -> None:
        """Send the ping on the acting thread's event loop without waiting; where it has none, wait until it is sent."""
        # Whoever acts for a screen does not wait for the event loop: it may be stopping at this very moment.
        if (loop := threads.loop.get()) is not None:
            loop.call_soon_threadsafe(_ping_soon, owner, number)
        else:
            async_to_sync(_ping)(owner, number)

    transaction.on_commit(ping, robust=True)


def _ping_soon(owner: str, number: int) -> None:
    """Start the ping on the running event loop, and hold on to its task until it ends."""
    task = asyncio.get_running_loop().create_task(_ping(owner, number))
    PINGS.add(task)
    task.add_done_callback(PINGS.discard)


async def _ping(owner: str, number: int) -> None:
    """Tell all processes that a register has grown to this number; nothing without a channel layer.

    The ping has this process's id. A failure is counted and logged, as is an attempt that takes longer than
    ``MOST_PING_SECONDS``.
    """
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        async with asyncio.timeout(MOST_PING_SECONDS):
            moved = {"type": "table.moved", "owner": owner, "number": number, "by": PROCESS_ID}
            await layer.group_send(f"table.{owner}", moved)
    except Exception:
        metrics.PINGS_LOST.inc()
        log.exception("a ping was lost; screens find out by their heartbeat", table=owner, number=number)
