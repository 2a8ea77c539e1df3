"""What a finger has to hit on the screens of the staff, and what is read: nothing that is hit is smaller than 48 px,
nothing that is read smaller than 16, on no sheet either."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Hands
from tests.croupier.coups import lay
from tests.rig.patience import PATIENCE_MS
from tests.rig.scripts import script
from tests.rig.tables import ready_table

# The lab measures the same of its states in `make test`.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]


MANY = 100
"""Both have more targets than this: the sheets were all looked at."""


def test_every_target_of_console_and_desk_and_of_all_their_sheets_is_48_px_and_every_word_is_16_px(
    hand: Hands,
) -> None:
    table = ready_table()
    lay(table, "P100@1", "B50@2")
    nothing_is_small(hand("ivo").page, opens="sheet-figures")
    table.press(("close_bets", {"said": True}), ("deal", {}))
    nothing_is_small(hand("dario").page, opens="more")


def nothing_is_small(page: Page, *, opens: str) -> None:
    """No target, and no word, on the page and on any of its sheets; this one is opened by a press."""
    found = page.evaluate(script("looks", "targets"))
    page.locator(f'[data-opens="{opens}"]').first.click()
    expect(page.locator(f"#{opens}")).to_be_visible(timeout=PATIENCE_MS)
    found += page.evaluate(script("looks", "targetsOnDialogs"))
    assert len(found) > MANY
    assert sorted({what for small, what in found if small}) == []
