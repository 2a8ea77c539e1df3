"""A house that is served looks at the past in a process of its own, which ends with it however it ends."""

import os
import select
import signal
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.request import Request, urlopen

import pytest
from django.conf import settings

from tests.croupier.coups import play
from tests.rig.daphne import served
from tests.rig.engines import Engine, at_home_in
from tests.rig.patience import PATIENCE_SECONDS
from tests.rig.sockets import session_of
from tests.rig.tables import ready_table


@pytest.fixture
def casino(sqlite: Engine, django_db_blocker: Any) -> Iterator[tuple[str, str]]:
    """A database with a coup that was played, and the session of an inspector."""
    with sqlite.fresh() as url, django_db_blocker.unblock(), at_home_in(url):
        play(ready_table(seats=1), "P100@1")
        yield url, session_of("ivo")


def children(pid: int) -> list[int]:
    """The processes that this one has started and that have not ended."""
    stats = [path.read_text() for path in Path("/proc").glob("[0-9]*/stat") if path.exists()]
    rest = [(stat.partition(" ")[0], stat.rpartition(")")[2].split()) for stat in stats]
    return [int(number) for number, (state, parent, *_) in rest if int(parent) == pid and state != "Z"]


def ended(process: int) -> bool:
    """Whether this process has ended, which is waited for."""
    return bool(select.select([process], [], [], PATIENCE_SECONDS)[0])


def cookie_of(session: str) -> dict[str, str]:
    return {"Cookie": f"{settings.SESSION_COOKIE_NAME}={session}"}


def look_until_drawn(page: Request) -> None:
    """Look as somebody does who is told that there is no picture yet: again."""
    until, drawn = monotonic() + PATIENCE_SECONDS, False
    while not drawn:
        assert monotonic() < until, "no picture was made"
        with urlopen(page) as answer:
            drawn = '<svg data-key="felt"' in answer.read().decode()


LATER = [
    pytest.param(it, ready, marks=pytest.mark.faults)
    for it, ready in ((signal.SIGTERM, "off"), (signal.SIGINT, "on"), (signal.SIGKILL, "on"))
]


@pytest.mark.parametrize(("ending", "ready"), [(signal.SIGTERM, "on"), *LATER])
def test_it_begins_with_the_house_or_with_the_first_look_and_ends_with_the_house(
    casino: tuple[str, str], ending: signal.Signals, ready: str
) -> None:
    url, session = casino
    with served({"DATABASE_URL": url, "PAST_READY": ready}) as (address, said):
        before = children(said.pid)
        assert len(before) == (ready == "on")
        look_until_drawn(Request(f"{address}/tables/T3/coups/1.1/", headers=cookie_of(session)))
        [child] = children(said.pid)
        assert child in before or not before
        process = os.pidfd_open(child)
        os.kill(said.pid, ending)
        assert ended(process)
        os.close(process)
