"""The bench of the floor counts every act that is played, at a table's twelve screens and on the wall of the pit."""

import pytest
from django.utils.translation import override

from table.record.press import too_late
from table.record.refusals import say
from tests.bench.floor.house import SEATS, House
from tests.bench.floor.loads import LOADS, carry_out
from tests.bench.floor.meters import Meter
from tests.bench.floor.rows import row
from tests.live.conftest import Live
from tests.rig.patience import PATIENCE_SECONDS
from tests.rig.sockets import paired
from tests.rig.tables import dealer_of

ACTS = 3


@pytest.fixture
def casino(house: Live) -> House:
    """The served house as the bench knows it."""
    port = int(house.address.rpartition(":")[2])
    there = {"": house.displays["sign"], "3": house.displays["seat"]}
    displays = {("T3", seat): there.get(seat) or paired("T3", seat) for seat in ("", *SEATS)}
    sessions = {**house.sessions, dealer_of("T3"): house.sessions["dario"]}
    return House([port], sessions, displays, {"T3": 0}, most=ACTS)


async def test_every_act_of_a_closed_loop_gets_through_and_is_shown_on_an_inspectors_wall_too(casino: House) -> None:
    closed = LOADS["closed-1"]._replace(kind="wall")
    measured = await carry_out(closed, casino, Meter(()), seconds=PATIENCE_SECONDS, settle=0)
    assert (measured.timings.through, len(measured.timings.shown), measured.screens) == (ACTS, ACTS, 13)
    assert (measured.timings.unfinished, dict(measured.lost)) == (0, {})
    # On a busy machine a press may come too late; as at a table it is pressed again, and is counted as refused.
    assert {it.partition(": ")[2] for it in measured.timings.refused} <= {late()}
    assert (len(measured.timings.answered), min(measured.timings.answered + measured.timings.shown) > 0) == (ACTS, True)
    assert ("refused:" in row("the house", closed, measured)) == bool(measured.timings.refused)


def late() -> str:
    """What is said to who presses on what was shown to them long ago, in the language of the bench."""
    with override("it"):
        return say(too_late())
