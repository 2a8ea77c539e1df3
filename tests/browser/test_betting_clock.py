"""Betting clock of a house that has one: counted down on console, seat and sign by the clock of the house."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from table.rules.houses import VENEZIA
from table.rules.profile import derive
from tests.rig.patience import PATIENCE_MS
from tests.rig.room import display_page, staff_page
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db(transaction=True)
SECONDS = 600
COUNTED = derive(VENEZIA, key="counted", betting_seconds=SECONDS)
LEFT = re.compile("^(600|5[0-9][0-9])$")
CLOCK = "[data-betting-clock]"
RING = f"{CLOCK} .betting-rest"


@pytest.mark.faults
def test_seconds_for_stakes_are_counted_by_the_clock_of_the_house_and_nothing_is_closed_when_they_are_over(
    reader: Callable[..., Page], base_url: str
) -> None:
    table = ready_table(COUNTED)

    def an_hour_fast(language: str, screen: str = "tablet", **more: object) -> Page:
        page = reader(language, screen, **more)
        page.clock.install(time=datetime.now(UTC) + timedelta(hours=1))
        return page

    pages = [staff_page(an_hour_fast, base_url, "T3", "dario")]
    pages += [display_page(an_hour_fast, base_url, "T3", position) for position in ("1", "")]
    for page in pages:
        expect(page.locator("body")).to_have_attribute("data-link", "live", timeout=PATIENCE_MS)
        expect(page.locator(CLOCK)).to_have_count(0)
    table.does("open_bets")
    for page in pages:
        expect(page.locator(CLOCK)).to_have_attribute("data-own-left", LEFT, timeout=PATIENCE_MS)
        page.emulate_media(reduced_motion="reduce")
        expect(page.locator(RING)).to_be_hidden()
        page.clock.fast_forward(SECONDS * 1000)
        expect(page.locator(f"{CLOCK} span")).to_be_visible()
        expect(page.locator(CLOCK)).to_have_attribute("data-own-left", "0")
    assert table.state.phase == "betting"
    table.does("place", coup="1.1", position="1", box="punto", amount=10_000)
    table.does("close_bets", said=True)
    for page in pages:
        expect(page.locator(CLOCK)).to_have_count(0, timeout=PATIENCE_MS)
