"""A page that is lent from test to test is as a new one to whoever gets it; one that cannot be so is not lent again."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.rig.lending import MOST, Library
from tests.rig.scripts import script

Borrowing = Callable[[], Any]
OPTIONS: dict[str, Any] = {"locale": "it", "viewport": {"width": 1280, "height": 800}}
STORED = script("storage", "stored")


@pytest.fixture
def library(browser: Browser, base_url: str) -> Iterator[Library]:
    """A library of its own."""
    library = Library(browser, base_url)
    yield library
    for _name, lent in library.here:
        lent.page.context.close()


def test_a_page_that_comes_back_is_lent_again_and_nothing_is_left_of_who_had_it(library: Library) -> None:
    heard: list[str] = []
    with library.borrowing() as borrow:
        page = borrow(**OPTIONS)
        page.goto("/")
        fresh = page.evaluate(STORED)
        page.on("console", lambda message: heard.append(message.text))
        page.once("pageerror", lambda error: heard.append(error.message))
        page.context.add_cookies([{"name": "own", "value": "it", "url": library.address}])
        page.context.grant_permissions(["notifications"])
        page.emulate_media(reduced_motion="reduce")
        page.evaluate(script("storage", "store"))
        page.set_viewport_size({"width": 320, "height": 480})
        page.mouse.move(160, 240)
        assert page.evaluate(STORED) != fresh
    with library.borrowing() as borrow:
        again = borrow(**OPTIONS)
        assert again is page
        again.goto("/")
        assert again.evaluate(STORED) == fresh
        assert again.evaluate("[innerWidth, innerHeight]") == [1280, 800]
        assert {it["name"] for it in again.context.cookies()}.isdisjoint({"own"})
        again.evaluate("console.log('Does anybody listen?'); setTimeout(() => { throw Error('Or now?'); });")
        again.reload()
    assert heard == []


FOR_GOOD: dict[str, Callable[[Page], Any]] = {
    "a script": lambda page: page.add_init_script("window.mine = true"),
    "a script for all pages": lambda page: page.context.add_init_script("window.mine = true"),
    "a route": lambda page: page.route("**/nowhere/", lambda route: route.abort()),
    "a clock": lambda page: page.clock.install(),
    "no net": lambda page: page.context.set_offline(True),
    "a line to its browser": lambda page: page.context.new_cdp_session(page),
    "a page beside it": lambda page: page.context.new_page(),
    "its end": lambda page: page.close(),
}


@pytest.mark.faults
def test_a_page_to_which_something_was_done_for_good_is_not_lent_again(library: Library) -> None:
    lent = set[Page]()
    for what, done in FOR_GOOD.items():
        with library.borrowing() as borrow:
            page = borrow(**OPTIONS)
            assert page not in lent, what
            lent.add(page)
            done(page)
    assert library.here == []


@pytest.mark.faults
def test_a_page_is_lent_to_whoever_asks_for_the_same_with_whatever_scripts_it_was_asked_for(library: Library) -> None:
    with library.borrowing() as borrow:
        plain, marked = borrow(**OPTIONS), borrow(**OPTIONS, scripts=("window.mine = true",))
    with library.borrowing() as borrow:
        other, german = borrow(**OPTIONS, scripts=("window.mine = true",)), borrow(**OPTIONS | {"locale": "de"})
        assert (other is marked, german in (plain, marked)) == (True, False)
        other.goto("/")
        assert other.evaluate("window.mine")
        assert borrow(**OPTIONS) is plain
        assert borrow(**OPTIONS) is not plain, "one that is lent is not lent twice"


@pytest.mark.faults
def test_no_more_pages_lie_there_than_a_table_has_screens(library: Library) -> None:
    with library.borrowing() as borrow:
        pages = [borrow(**OPTIONS) for _ in range(MOST + 1)]
    assert [lent.page for _name, lent in library.here] == pages[1:]
    assert pages[0].is_closed()
