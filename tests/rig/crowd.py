"""Many tablets at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import TypeVar

from django.db import connections

from table.record.door import PressResult
from table.rules.refusal import Refused
from tests.rig.tables import AtTable

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


def stake(table: AtTable, position: str) -> Callable[[], PressResult]:
    """A stake at this position, ready to be laid."""
    coup = table.coup
    return partial(table.does, "place", coup=coup, position=position, box="punto", amount=10_000)


def parted(got: list[PressResult | Refused]) -> tuple[list[PressResult], list[Refused]]:
    """What was done, and what was refused."""
    return [it for it in got if isinstance(it, PressResult)], [it for it in got if isinstance(it, Refused)]


def answers_number(answer: object) -> int:
    """The number of the entry that the answer speaks of."""
    assert isinstance(answer, PressResult)
    return answer.number
