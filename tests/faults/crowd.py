"""Many tablets at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from django.db import connections

from table.rules.refusal import Refused

Got = TypeVar("Got")


def at_once(*acts: Callable[[], Got]) -> list[Got | Refused]:
    """All acts at the same moment, each on a connection of its own: what each got, or why it was refused."""
    together = Barrier(len(acts))

    def on_a_tablet(act: Callable[[], Got]) -> Got | Refused:
        together.wait()
        try:
            return act()
        except Refused as refused:
            return refused
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as crowd:
        return list(crowd.map(on_a_tablet, acts))
