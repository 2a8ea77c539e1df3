"""A browser that is too old for a screen says so in words, on the screens of the staff and on displays."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.television import TELEVISION
from tests.rig.room import display_page, staff_page
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db(transaction=True)
Reader = Callable[..., Page]
WORDS = "#too-old"
# Chromium 113 has no popovers, Chromium 86 knows no style sheet that says "inset".
OLDER = {
    "staff": "delete HTMLElement.prototype.popover",
    "display": "CSS.supports = (name) => name !== 'inset'",
}


def older(reader: Reader, audience: str) -> Reader:
    """The page as in a browser of the time before that of this audience."""

    def opened(language: str, screen: str) -> Page:
        page = reader(language, screen)
        page.add_init_script(OLDER[audience])
        return page

    return opened


def test_a_browser_that_is_too_old_says_so_to_the_staff_and_at_a_display(reader: Reader, base_url: str) -> None:
    ready_table()
    console = staff_page(older(reader, "staff"), base_url, "T3", "dario", language="it")
    expect(console.locator(WORDS)).to_contain_text("Chromium 114, Safari 17, Firefox 125")
    console.locator(WORDS).get_by_role("button", name="Chiudere").click()
    expect(console.locator(WORDS)).to_be_hidden()
    unpaired = older(reader, "display")("de", "display")
    unpaired.goto("/display/")
    for display in (unpaired, display_page(older(reader, "display"), base_url, "T3")):
        expect(display.locator(WORDS)).to_contain_text("Chromium 87")
        expect(display.locator(f"{WORDS} button")).to_have_count(0)


@pytest.mark.faults
def test_one_that_is_new_enough_says_nothing(reader: Reader, base_url: str) -> None:
    def television(language: str, screen: str) -> Page:
        return reader(language, screen, **TELEVISION)

    ready_table()
    for page in (staff_page(reader, base_url, "T3", "ivo"), display_page(television, base_url, "T3")):
        expect(page.locator(WORDS)).to_be_attached()
        expect(page.locator(WORDS)).to_be_hidden()
