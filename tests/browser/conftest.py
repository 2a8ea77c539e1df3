"""The served house and the browser that looks at it."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, expect

from tests.browser.looks import SCREENS, touched
from tests.rig.chromium import NONE_HERE, chromium
from tests.rig.daphne import QUICK_HEART, served
from tests.rig.lending import Library
from tests.rig.patience import PATIENCE_MS
from tests.rig.room import Hand, staff_page

Hands = Callable[..., Hand]
# Beyond what Playwright itself gives: nothing may be looked up or fetched that a test did not ask for.
QUIET = ["--disable-quic", "--disable-sync", "--disable-gpu", "--no-first-run", "--disable-component-update"]
# Pages are laid out, move and are measured, but no dot of them is painted: nobody looks at the dots of a test's page.
BY_REQUEST = re.compile("the server responded with a status of (4|502)")
UNPAINTED = ["--force-gpu-mem-available-mb=0"]


@pytest.fixture(scope="session", autouse=True)
def queries_within_the_loop() -> Iterator[None]:
    """Playwright's loop runs in this thread, and Django would refuse every query beside it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture(scope="session", autouse=True)
def patient() -> Iterator[None]:
    """Pages, and what is expected of them, may come as late as a busy machine brings them."""
    expect.set_options(timeout=PATIENCE_MS)
    new_context = Browser.new_context

    def patient_context(browser: Browser, **given: Any) -> BrowserContext:
        context = new_context(browser, **given)
        context.set_default_timeout(PATIENCE_MS)
        return context

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Browser, "new_context", patient_context)
        yield


@pytest.fixture(scope="session")
def base_url(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """The address of the house, served on the database of the tests."""
    with django_db_blocker.unblock():
        name = connection.settings_dict["NAME"]
    with served({"DATABASE_URL": f"sqlite:///{name}"}, application=QUICK_HEART) as house:
        yield house.address


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    program = chromium()
    if program is None:
        pytest.fail(NONE_HERE, pytrace=False)
    return browser_type_launch_args | {"executable_path": str(program), "args": QUIET + UNPAINTED}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"locale": "it-IT", "viewport": {"width": 1280, "height": 800}}


@pytest.fixture(scope="session")
def library(browser: Browser, base_url: str) -> Library:
    """The pages that tests lend one another."""
    return Library(browser, base_url)


@pytest.fixture
def reader(library: Library) -> Iterator[Callable[..., Page]]:
    """A page of somebody who reads this language on a screen of this size; leaving it proves that nothing was wrong.

    What more is given is said to the browser, of a television for example; a page that always has the same ``scripts``
    is lent on with them.
    """
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        # The browser itself reports an answer of 404 or 400, or of a proxy without its house; these were asked for.
        if message.type in ("error", "warning") and not BY_REQUEST.search(message.text):
            complaints.append(message.text)

    def threw(error: Error) -> None:
        complaints.append(error.message)

    with library.borrowing() as borrow:

        def opened(language: str, screen: str = "tablet", **more: Any) -> Page:
            width, height = SCREENS[screen]
            given = {"has_touch": touched(screen), "is_mobile": touched(screen)} | more
            page = borrow(locale=language, viewport={"width": width, "height": height}, **given)
            page.on("console", note)
            page.on("pageerror", threw)
            return page

        yield opened
    assert complaints == []


@pytest.fixture
def hand(reader: Callable[..., Page], base_url: str) -> Hands:
    """The hand of somebody of the staff at the screen of their table, which is live."""

    def at(badge: str, *, language: str = "en", screen: str = "tablet") -> Hand:
        page = staff_page(reader, base_url, "T3", badge, language=language, screen=screen)
        expect(page.locator("body")).to_have_attribute("data-link", "live", timeout=PATIENCE_MS)
        return Hand(page)

    return at
