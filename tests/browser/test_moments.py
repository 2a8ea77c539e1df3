"""What moves on a screen: a card that is turned, and who has won; once, when it is newly shown, and never again."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.croupier.coups import deal
from tests.croupier.dealer import Croupier
from tests.rig.patience import PATIENCE_MS
from tests.rig.room import display_page, pit_page, staff_page
from tests.rig.scripts import script
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db(transaction=True)
TURNED = ".hand .served[data-face][data-own-new]"
WON = "[data-won][data-own-new]"
DURATIONS = script("pages", "durations")
MOVES = "what => [...document.querySelectorAll(what)].map(one => getComputedStyle(one).animationName)"
MOST_MS = 350
"""A card that is turned says so at once: it never makes anybody wait."""


@pytest.mark.faults
def test_a_card_turns_over_once_and_every_screen_shares_the_moment_in_which_a_hand_wins(
    reader: Callable[..., Page], base_url: str
) -> None:
    table = ready_table()
    deal(table, "P100@1", "B50@2")
    croupier = Croupier(table, "9C 7S 2H 3S 8H 8S")
    console, seat = staff_page(reader, base_url, "T3", "dario"), display_page(reader, base_url, "T3", "2")
    sign, pit = display_page(reader, base_url, "T3"), pit_page(reader, base_url, "ivo")
    for page in (console, seat, sign, pit):
        expect(page.locator("body")).to_have_attribute("data-link", "live", timeout=PATIENCE_MS)
        expect(page.locator("[data-own-new]")).to_have_count(0)

    croupier.advance("card_out")
    expect(console.locator(TURNED)).to_have_count(2, timeout=PATIENCE_MS)
    lasts = console.evaluate(DURATIONS, f"{TURNED} .card-open")
    assert len(lasts) == 2
    assert 0 < max(lasts) <= MOST_MS

    croupier.advance("settle")
    for page, moved in ((console, 3), (seat, 4), (sign, 2), (pit, 1)):
        expect(page.locator(WON)).to_have_count(moved, timeout=PATIENCE_MS)
    moment = console.evaluate(DURATIONS, ".hand-light")
    assert moment == sign.evaluate(DURATIONS, ".told-won") == seat.evaluate(DURATIONS, ".seat-said") == [1100]
    assert moment == pit.evaluate(DURATIONS, ".hand-light") == pit.evaluate(DURATIONS, ".hand-won .tile-points")

    for page in (console, pit):
        page.emulate_media(reduced_motion="reduce")
        assert set(page.evaluate(MOVES, ".hand-light, .card-open, .spot-reach, .tile-points")) == {"none"}
