"""The threads in which the live house asks its database, for a house that lives in the process of the tests."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

from django.db import connections

from table.memory.threads import heartbeat, tables


@contextmanager
def threads_of_their_own() -> Iterator[None]:
    """New threads, which know no database of another house; whatever they opened is closed before they end."""
    with ExitStack() as until_the_end:
        for thread in (tables, heartbeat):
            own = until_the_end.enter_context(ThreadPoolExecutor(1))
            until_the_end.callback(_leave, own)
            until_the_end.enter_context(patch.object(thread, "_executor", own))
        yield


def _leave(thread: ThreadPoolExecutor) -> None:
    thread.submit(connections.close_all).result()
