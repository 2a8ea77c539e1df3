"""Banknotes at the dealer's console: keyed as notes of the table's currency, beside chips that stay chips."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from table.rules.houses import ADMIRAL, VENEZIA
from table.rules.profile import derive
from tests.browser.test_console import Hand, console
from tests.rig.scripts import script
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db(transaction=True)
__all__ = ["console"]


def keys(hand: Hand, what: str) -> list[str]:
    """The amounts of the keys of the row that is shown."""
    return [key.inner_text().split()[0] for key in hand.page.locator(what).all() if key.is_visible()]


@pytest.mark.faults
def test_while_banknotes_are_laid_the_keys_are_notes_of_the_currency(console: Callable[..., Hand]) -> None:
    table = ready_table(ADMIRAL)
    table.does("open_bets")
    hand = console(table)
    assert keys(hand, ".note-key") == []
    hand.press("[data-cash]")
    hand.press("#laid-down [data-lies]")
    assert keys(hand, ".note-key") == ["10", "20", "50", "100", "200", "1.000"]
    assert not hand.page.locator(".chip-key[data-chip]").first.is_visible()


@pytest.mark.faults
def test_ten_in_chips_and_a_note_beside_them_are_one_stake_of_which_the_note_is_changed(
    console: Callable[..., Hand],
) -> None:
    table = ready_table()
    table.does("open_bets")
    hand = console(table)
    hand.page.evaluate(script("console", "pressKeys"), ["1", "2"])
    hand.spot("1", "punto").click()
    hand.page.evaluate(script("console", "pressKeys"), ["2", "w", "3"])
    hand.spot("1", "punto").click()
    expect(hand.spot("1", "punto")).to_have_attribute("data-laid", "3000")
    expect(hand.page.locator(".pending .big")).to_have_text("cambiate: 1, 20")
    assert [(it.laid, it.notes) for it in table.state.stakes] == [(3000, 2000)]


@pytest.mark.faults
def test_of_a_currency_without_known_notes_one_sum_is_keyed(console: Callable[..., Hand]) -> None:
    table = ready_table(derive(VENEZIA, key="in-pounds", currency="GBP"))
    table.does("open_bets")
    hand = console(table)
    hand.press("[data-cash]")
    for unread in ("", "1.000"):
        hand.page.locator("[data-note-sum]").fill(unread)
        hand.spot("1", "punto").click()
        expect(hand.page.locator("#said [data-sentence]")).to_have_text("Un importo come 2500 o 2,50")
    hand.page.locator("[data-note-sum]").fill("35")
    hand.spot("1", "punto").click()
    expect(hand.page.locator(".pending .big")).to_have_text("cambiate: 1, 35")
