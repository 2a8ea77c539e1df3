"""A served house is killed amid a fact of an electronic shoe: it tells on where the record stops, and nothing twice."""

import asyncio
import json
import os
import signal
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from table.models import ElectronicShoe, Entry
from tests.rig.daphne import House, served
from tests.rig.engines import Engine, at_home_in
from tests.rig.patience import PATIENCE_SECONDS
from tests.rig.tables import ready_table
from tests.shoes.dealing import stake
from tests.shoes.reading import pair

pytestmark = pytest.mark.faults
"""What a shoe tells twice, or after a gap, is tried by tests/shoes/test_feed.py in every run."""
FACES = ("KS", "7H", "6D", "KC")


def test_what_a_shoe_told_a_house_that_was_killed_is_on_record_once(sqlite: Engine, django_db_blocker: Any) -> None:
    with sqlite.fresh() as url, django_db_blocker.unblock(), at_home_in(url):
        table = ready_table()
        stake(table)
        table.does("close_bets", said=True)
        token = pair(table)
        with served({"DATABASE_URL": url}) as house:
            asyncio.run(_killed_amid_a_fact(house, token))
        ElectronicShoe.objects.update(holder="")  # a killed process holds its line for six seconds
        with served({"DATABASE_URL": url}) as house:
            first = asyncio.run(_tells_on(house, token))
        assert first in (3, 4), "two were answered, and of the third nobody knows"
        assert Entry.objects.filter(register="T3", verb="card_out").count() == len(FACES)
        assert [(card.number, card.face) for card in table.state.cards] == [(1, ""), (2, ""), (3, ""), (4, "")]
        table.does("declare", claim="no_carta", means="voice")
        table.does("turn_banco")
        assert [card.face for card in table.state.at_boxes] == ["", "7H", "", "KC"]
        table.check()


async def _killed_amid_a_fact(house: House, token: str) -> None:
    async with _opened(house, token) as shoe:
        assert (await _hears(shoe))["next"] == 1
        for number in (1, 2):
            await _tells(shoe, number)
            assert await _hears(shoe) == {"kind": "taken", "number": number}
        await _tells(shoe, 3)
        os.kill(house.said.pid, signal.SIGKILL)


async def _tells_on(house: House, token: str) -> int:
    """From the third card on, whether it is on record or not; gives the number that the house asked for."""
    async with _opened(house, token) as shoe:
        first: int = (await _hears(shoe))["next"]
        for number in (3, 4):
            await _tells(shoe, number)
            assert await _hears(shoe) == {"kind": "taken", "number": number}
    return first


def _opened(house: House, token: str) -> connect:
    address = f"{house.address.replace('http', 'ws', 1)}/live/shoe/T3/"
    return connect(address, additional_headers={"Authorization": f"Bearer {token}"}, proxy=None, ping_interval=None)


async def _tells(shoe: ClientConnection, number: int) -> None:
    await shoe.send(json.dumps({"kind": "card", "number": number, "face": FACES[number - 1]}))


async def _hears(shoe: ClientConnection) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE_SECONDS):
        found: dict[str, Any] = json.loads(await shoe.recv())
        return found
