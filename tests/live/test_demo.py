"""A demo house that is served: its screens show tables that play, and a script that another process deals."""

import asyncio
import os
import re
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from table.demo.house import SIGN, DemoTable, cookie
from table.models import Position, Table
from table.rules.houses import CLASSICO
from tests.rig.daphne import House, manage, served
from tests.rig.demo import Demo, demo_house
from tests.rig.engines import Engine
from tests.rig.patience import PATIENCE_SECONDS
from tests.rig.sockets import Watcher, session_of, watching

SCRIPT = """\
house super-punto-banco-venezia
coup P100@{position}: 2H 3C KS QD 4D 4S
"""
Aside = Callable[..., Awaitable[Any]]


@pytest.fixture(scope="module")
def demo(sqlite: Engine, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Iterator[Demo]:
    """A demo house of one table, at which one story follows the other."""
    with django_db_blocker.unblock(), demo_house(sqlite, tmp_path_factory.mktemp("demo")) as demo:
        yield demo


@pytest.fixture(scope="module")
def open_house(demo: Demo) -> Iterator[House]:
    """The demo house, served."""
    with served(demo.settings) as house:
        yield house


@pytest.fixture
def busy(sqlite: Engine, tmp_path: Path, django_db_blocker: Any) -> Iterator[House]:
    """A demo house of several tables, served."""
    tables = [DemoTable(f"T{number}", CLASSICO) for number in range(1, 5)]
    with django_db_blocker.unblock(), demo_house(sqlite, tmp_path, *tables) as demo, served(demo.settings) as house:
        yield house


@pytest.fixture
async def sign(open_house: House) -> AsyncIterator[Watcher]:
    """The sign of its table."""
    async with watching(open_house.address, "/live/display/", display=cookie("T1", SIGN)) as sign:
        await sign.shown("T1")
        yield sign


def lets(address: str, **pressed: str) -> None:
    """Somebody at this machine presses a button on the page of the demo, in a browser without JavaScript."""
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    page = browser.open(f"{address}/demo/").read().decode()
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert found
    form = {"csrfmiddlewaretoken": found[1], "next": "/demo/", **pressed}
    answer = browser.open(f"{address}/demo/play/", urlencode(form).encode())
    assert (answer.status, answer.url) == (200, f"{address}/demo/")


@pytest.mark.faults
async def test_a_script_that_is_dealt_beside_the_server_is_seen_on_its_screens(
    demo: Demo, sign: Watcher, tmp_path: Path, aside: Aside
) -> None:
    script = tmp_path / "evening.taglia"
    seated = await aside(
        lambda: Position.objects.filter(table__code="T1", state="occupied").values_list("label", flat=True)[0]
    )
    script.write_text(SCRIPT.format(position=seated), encoding="utf-8")
    command = ("deal", str(script), "--table", "T1", "--speed", "4")
    said = await asyncio.to_thread(manage, *command, settings=demo.settings)
    assert "Banco" in said
    await sign.sees(table="T1", number=await aside(lambda: Table.real.get(code="T1").number))
    seen = {frame["number"] for frame in sign.frames if frame["kind"] in ("all", "push")}
    assert len(seen) > 2, "while it is dealt, and not only how it ended"


async def test_a_table_plays_on_its_screens_until_it_is_paused(open_house: House, sign: Watcher) -> None:
    begun = sign.numbers["T1"]
    await asyncio.to_thread(lets, open_house.address, begin="T1", speed="fast")
    await sign.sees(table="T1", number=begun + 8)
    await asyncio.to_thread(lets, open_house.address, pause="*")
    await sign.until(quiet(sign, beats=1), "a table that stands still")


async def test_whoever_deals_at_a_table_that_plays_has_it(open_house: House, aside: Aside) -> None:
    at, session = open_house.address, await aside(session_of, "dealer-t1")
    await asyncio.to_thread(lets, at, begin="T1", speed="fast")
    async with watching(at, "/live/dealer/T1/", session=session) as console:
        await console.shown("T1")
        answer = await console.press("T1", ("tip", {"amount": 500, "form": "chips"}))
        assert answer["kind"] == "done"
        await console.until(quiet(console, beats=2), "a table that stands still")
        # What was on its way when the dealer pressed is done; nothing comes after it.
        assert console.numbers["T1"] - answer["number"] in (0, 1)
    # Whoever looks on from the stage sees the same console, and presses nothing there, with whatever session.
    async with watching(at, "/live/stage/a-visitor/console/", session=session) as shown:
        await shown.shown("T1")
        assert {"felt", "console"} <= shown.regions["T1"].keys()
        refused = await shown.press("T1", ("tip", {"amount": 500, "form": "chips"}))
        assert (refused["kind"], refused["code"]) == ("refused", "E_ROLE")


@pytest.mark.faults
async def test_a_house_that_is_closed_while_its_tables_play_closes_at_once(busy: House) -> None:
    async with watching(busy.address, "/live/display/", display=cookie("T4", SIGN)) as sign:
        await sign.shown("T4")
        await asyncio.to_thread(lets, busy.address, begin="*", speed="fast")
        await sign.sees(table="T4", number=sign.numbers["T4"] + 3)
    os.kill(busy.said.pid, signal.SIGINT)
    await asyncio.to_thread(busy.said.join, PATIENCE_SECONDS)
    assert not busy.said.is_alive(), "the server hangs"


def quiet(screen: Watcher, *, beats: int) -> Any:
    """Whether nothing was shown any more for so many heartbeats; the public is beaten only where that is so."""
    return lambda: [frame["kind"] for frame in screen.frames[-beats:]] == ["beat"] * beats
