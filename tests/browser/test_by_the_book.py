"""Seats, limits and decisions by hand, as every screen of the table tells them. Super Punto Banco, Art. 10 to 16."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.croupier.coups import play
from tests.croupier.dealer import Croupier
from tests.rig.room import Room, furnish
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db(transaction=True)
Reader = Callable[..., Page]
Before = Callable[[str], Room]


@pytest.fixture
def before(reader: Reader, base_url: str) -> Before:
    """Anna to Gina sit at 1 to 7; console, desk, the display at this position, and the sign are live."""
    return lambda position: furnish(ready_table(), reader, base_url, seats=[position])


def says(page: Page, words: str) -> None:
    """It stands on this display."""
    expect(page.locator("main")).to_contain_text(words)


@pytest.mark.faults
def test_a_seat_is_marked_lost_and_given_again(before: Before) -> None:
    room = before("2")
    desk, seat = room.inspector, room.seats["2"]
    says(seat, "Your place")
    desk.press("[data-opens=seat-2]")
    desk.button("Marks the place")
    says(seat, "This place is marked.")
    expect(seat.locator(".seat-panel time")).to_contain_text("now")

    desk.press("[data-opens=seat-2]")
    desk.button("Is back")
    says(seat, "Your place")

    desk.press("[data-opens=seat-2]")
    desk.button("Left without marking")
    says(seat, "This place is free.")

    desk.press("[data-opens=seat-2]")
    desk.fill("#seat-2 [data-seating] input[name=guest]", "ida")
    desk.button("Assign the seat")
    says(seat, "Your place")
    expect(desk.page.locator("[data-opens=seat-2]")).to_contain_text("ida")


@pytest.mark.faults
def test_limits_change_in_the_taglia_and_the_sign_follows_at_the_next_coup(before: Before) -> None:
    room = before("5")
    desk, main = room.inspector, room.sign.locator(".sign-limit-main")
    play(room.table, "P100@1")
    room.table.does("open_bets")
    desk.press("[data-opens=sheet-limits]")
    for place, amount in enumerate(("25", "2500", "5", "250")):
        desk.page.locator("#sheet-limits input").nth(place).fill(amount)
    desk.button("Set the limits")
    expect(main).to_contain_text("from the next coup")
    expect(main.locator("p").first).to_contain_text("10")
    says(room.seats["5"], "from the next coup")

    play_the_open_one(room)
    expect(main.locator("h2")).to_contain_text("from this coup")
    expect(main.locator("p").first).to_contain_text("25")
    expect(main.locator(".sign-coming")).to_have_count(0)
    says(room.seats["5"], "from this coup")


def play_the_open_one(room: Room) -> None:
    """A coup under the limits with which its betting opened; then the next betting opens."""
    table = room.table
    table.does("place", coup="1.2", position="1", box="punto", amount=1000)
    Croupier(table, "9S 2S KD 3S").advance("open_bets")
    table.does("open_bets")
