"""A seat calls the pit and is answered, and a guest of the waiting list is called to a place that is free."""

from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from table.access import pairing
from table.models import HOUSE, Entry
from tests.browser.looks import SMALL_ON_DIALOGS
from tests.browser.test_displays import SEAT_SIZES, SIGN_SIZES, WORDS
from tests.rig.sockets import paired, session_of
from tests.rig.tables import AtTable, Cast, ready_table

pytestmark = pytest.mark.django_db(transaction=True)
Reader = Callable[..., Page]
OPENS_MS = 20_000
"""Longer than a screen waits for a sheet, which it gives up then."""


def hung(page: Page, base_url: str, table: AtTable, position: str = "") -> Page:
    """A display of the table, live."""
    page.context.add_cookies([{"name": pairing.COOKIE, "value": paired(table.code, position), "url": base_url}])
    page.goto("/display/")
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    return page


def fits(page: Page, sizes: list[tuple[int, int]]) -> None:
    """Nothing of it is cut or lies over another on any of these screens."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WORDS) == [], (width, height)


@pytest.mark.faults
def test_a_seat_calls_the_pit_and_a_guest_is_called_to_a_place(reader: Reader, base_url: str) -> None:
    table = ready_table()
    for guest in ("hugo", "ida"):
        Cast.at(HOUSE).capo_isola.does("wait_for_seat", guest=guest)
    seat, sign = hung(reader("de"), base_url, table, "4"), hung(reader("it"), base_url, table)
    pit = reader("en")
    cookies = {settings.SESSION_COOKIE_NAME: session_of("italo"), settings.LANGUAGE_COOKIE_NAME: "en"}
    pit.context.add_cookies([{"name": name, "value": value, "url": base_url} for name, value in cookies.items()])
    pit.goto("/pit/")
    tile = pit.locator(".region-tile")
    expect(tile.locator(".tile-alert")).to_contain_text("A place is free: number 1")

    seat.locator(".seat-act-pit").click()
    expect(seat.locator(".seat-pit-heard")).to_be_visible()
    expect(tile.locator(".tile-alert")).to_contain_text("Position 4 calls the pit")
    pit.locator(".pit-calls a").focus()
    tile.get_by_role("button", name="I am going").dispatch_event("click")
    expect(seat.locator(".seat-pit-comes")).to_be_visible()
    expect(pit.locator(".call-known")).to_be_visible()
    assert pit.locator(".call-known a").evaluate("it => it === document.activeElement"), "the focus stays on the call"
    fits(seat, SEAT_SIZES)
    tile.get_by_role("button", name="Settled").click()
    expect(seat.locator(".seat-act-pit")).to_be_visible()

    tile.get_by_role("button", name="Waiting list").click()
    dialog = pit.locator("dialog[open]")
    expect(dialog.locator(".turn")).to_have_count(2)
    assert pit.evaluate(SMALL_ON_DIALOGS) == []
    dialog.get_by_role("button", name="Call number 1 to position 8").click()
    expect(sign.locator(".sign-notice-call")).to_be_visible()
    fits(sign, SIGN_SIZES)
    acts = Entry.objects.filter(register=table.code).order_by("-number").values_list("verb", flat=True)[:3]
    assert list(acts) == ["call_guest", "close_call", "answer_call"]


def test_whoever_opens_a_table_while_another_is_still_to_come_has_the_one_that_was_pressed_last(
    reader: Reader, base_url: str
) -> None:
    for code in ("T3", "T4"):
        ready_table(code=code)
    pit = reader("en")
    cookies = {settings.SESSION_COOKIE_NAME: session_of("italo"), settings.LANGUAGE_COOKIE_NAME: "en"}
    pit.context.add_cookies([{"name": name, "value": value, "url": base_url} for name, value in cookies.items()])
    pit.goto("/pit/")
    expect(pit.locator("body")).to_have_attribute("data-link", "live")
    expect(pit.locator(".region-tile")).to_have_count(2)
    pit.evaluate("for (const key of document.querySelectorAll('.region-tile .tile-more')) key.click()")
    dialog = pit.locator("dialog[open]")
    expect(dialog).to_be_visible(timeout=OPENS_MS)
    assert dialog.evaluate("it => it.closest('[data-table]').dataset.table") == "T4"
    expect(pit.locator("[aria-busy=true]")).to_have_count(0)
