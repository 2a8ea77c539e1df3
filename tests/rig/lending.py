"""Pages of a browser that are lent from test to test: what a browser keeps of the house's files stays with them.

A page that comes back is as a new one to the house: no cookie, nothing stored, no way back. One to which something was
done that cannot be undone is not lent again.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Error, Page

FOR_GOOD = {
    "page": ("add_init_script", "expose_function", "expose_binding", "route", "close", "set_default_timeout"),
    "context": ("add_init_script", "expose_function", "expose_binding", "route", "close", "set_offline", "new_page"),
}
"""What stays with a page or its context once it was asked for, or ends it."""
Given = dict[str, Any]


class Lent(NamedTuple):
    """A page, the line by which its browser is told what to forget, and whether it will do for another test."""

    page: Page
    line: CDPSession
    for_good: list[str]


class Library:
    """The pages of one browser at one house, by what they were asked for as."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.here: dict[str, list[Lent]] = {}

    @contextmanager
    def borrowing(self) -> Iterator[Callable[..., Page]]:
        """Gives pages for one test; all of them come back at its end."""
        out: list[tuple[str, Lent]] = []

        def borrow(**given: Any) -> Page:
            name = repr(sorted(given.items()))
            shelf = self.here.setdefault(name, [])
            lent = shelf.pop() if shelf else self._new(given)
            out.append((name, lent))
            return lent.page

        yield borrow
        for name, lent in out:
            if self._as_new(lent):
                self.here[name].append(lent)
            else:
                lent.page.context.close()

    def _new(self, given: Given) -> Lent:
        context = self.browser.new_context(base_url=self.address, **given)
        page = context.new_page()
        for_good: list[str] = []
        for owner, names in ((page, FOR_GOOD["page"]), (context, FOR_GOOD["context"])):
            for name in names:
                setattr(owner, name, _noted(getattr(owner, name), for_good))
        clock = page.clock
        for name in ("install", "pause_at", "set_fixed_time", "set_system_time"):
            setattr(clock, name, _noted(getattr(clock, name), for_good))
        return Lent(page, context.new_cdp_session(page), for_good)

    def _as_new(self, lent: Lent) -> bool:
        """Makes the page forget its test; whether it can."""
        if lent.for_good or lent.page.is_closed():
            return False
        page = lent.page
        with suppress(Error):  # a page that could not be opened stores nothing
            page.evaluate("sessionStorage.clear()")
        page.emulate_media(media="null", reduced_motion="null", color_scheme="null", forced_colors="null")
        page.goto("/healthz")
        lent.line.send("Storage.clearDataForOrigin", {"origin": self.address, "storageTypes": "all"})
        lent.line.send("Page.resetNavigationHistory")
        page.context.clear_cookies()
        page.context.clear_permissions()
        return True


def _noted(method: Callable[..., Any], into: list[str]) -> Callable[..., Any]:
    @wraps(method)
    def called(*args: Any, **given: Any) -> Any:
        into.append(method.__name__)
        return method(*args, **given)

    return called
