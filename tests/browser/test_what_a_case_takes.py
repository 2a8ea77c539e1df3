"""Articles 1, 5, 7, 8 and the premise with every screen open: what it takes, and what the displays show meanwhile."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page

from table.models import StaffPresence
from tests.browser.mishaps import MISHAPS, Mishap, in_the_figures, perform, reader_did_not_follow
from tests.browser.onlookers import BETTOR, FREE, READER
from tests.rig.room import Room, furnish
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db(transaction=True)
SOME = [it for it in MISHAPS if it.words in ("a card too many, nobody saw it", "an undue third card")]
"""One that the dealer settles alone, and one that two inspectors decide; ``make bench-incidents`` tells them all."""


@pytest.fixture
def room(reader: Callable[..., Page], base_url: str) -> Room:
    """A table with everybody at work, and displays before the reader, somebody who bets, and a free seat.

    Nothing is set in motion: what stands there in the end is the same, and each of the six screens has less to draw.
    """

    def still(language: str, screen: str) -> Page:
        page = reader(language, screen)
        page.emulate_media(reduced_motion="reduce")
        return page

    return furnish(ready_table(), still, base_url, seats=(READER, BETTOR, FREE))


@pytest.mark.faults
@pytest.mark.parametrize("mishap", SOME)
def test_a_mishap_takes_no_more_presses_than_it_needs(room: Room, mishap: Mishap) -> None:
    """The mishaps themselves look at every screen while they are told."""
    assert len(SOME) == 2
    assert perform(room, mishap).as_said, mishap.words
    room.table.check()


@pytest.mark.faults
def test_a_mishap_leaves_at_the_table_whom_it_found_there(room: Room) -> None:
    """So that it can be told again, as ``make bench-incidents`` does."""
    present = at_work(room)
    perform(room, next(it for it in MISHAPS if it.steps is reader_did_not_follow))
    assert at_work(room) == present


def at_work(room: Room) -> set[str]:
    """The badges of those who are signed on at the table."""
    here = StaffPresence.objects.filter(table=room.table.row, until=None)
    return {*here.values_list("person__badge", flat=True)}


def test_the_figures_say_what_every_mishap_takes() -> None:
    figures = (Path(settings.BASE_DIR) / "docs" / "figures.md").read_text(encoding="utf-8")
    shown = re.search(r"<!-- mishaps -->\n.*?--:\|\n(.*?)\n<!-- /mishaps -->", figures, re.DOTALL)
    assert shown is not None
    lines = [line.rpartition(" | ")[0] + " |" for line in shown[1].splitlines()]
    assert lines == [in_the_figures(mishap) for mishap in MISHAPS]
