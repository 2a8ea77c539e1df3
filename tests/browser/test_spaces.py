"""Spaces around what somebody writes on a live screen are no part of it, as on the pages of the office."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from table.models import Entry
from tests.rig.room import Hand
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_guest_is_the_same_with_a_space_behind_the_key_and_nobody_without_one(hand: Callable[..., Hand]) -> None:
    table = ready_table()
    dealer = hand("dario")
    dealer.press(".region-felt [data-position='8']:not([data-box])")
    guest = "#seat-8 [data-steps*='\"reserve\"'] [name=guest]"
    asks = "#seat-8 [data-steps*='\"reserve\"'] button"
    before = Entry.objects.filter(register="T3").count()
    dealer.fill(guest, "  ")
    dealer.press(asks)
    missing = dealer.page.locator(guest).evaluate("it => it.validationMessage")
    assert missing == dealer.page.locator("#native").get_attribute("data-missing")
    assert Entry.objects.filter(register="T3").count() == before
    dealer.fill(guest, " rossi ")
    dealer.press(asks)
    expect(dealer.page.locator("dialog[open]")).to_have_count(0)
    assert table.snapshot.reservations == ("rossi",)
