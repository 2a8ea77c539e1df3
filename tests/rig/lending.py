"""Pages of a browser that are lent from test to test: what a browser keeps of the house's files stays with them.

A page that comes back is as a new one to the house: no cookie, nothing stored, nobody who listens, no way back. One to
which something was done that cannot be undone is not lent again; what pages shall always have (``scripts``) is asked
for with them.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import wraps
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Page

from tests.rig.patience import PATIENCE_MS

FOR_GOOD = {
    "page": (
        *("add_init_script", "add_locator_handler", "expose_binding", "expose_function", "route", "route_from_har"),
        *("route_web_socket", "set_default_navigation_timeout", "set_default_timeout", "set_extra_http_headers"),
    ),
    "context": (
        *("add_init_script", "expose_binding", "expose_function", "new_cdp_session", "new_page", "route"),
        *("route_from_har", "route_web_socket", "set_default_navigation_timeout", "set_default_timeout"),
        *("set_extra_http_headers", "set_geolocation", "set_offline"),
    ),
    "clock": ("install", "pause_at", "set_fixed_time", "set_system_time"),
}
"""What stays with a page, its context or its clock once it was asked for."""
MOST = 12
"""So many pages lie here at once: the twelve screens of a table."""
REST = "/healthz"
"""Where they lie: it brings nothing, and a page that stays at the house keeps its process, which a blank one loses."""
FORGOTTEN = "sessionStorage.clear(), window.name = ''"
MEDIA = ("media", "reduced_motion", "color_scheme", "forced_colors", "contrast")
NONE_EMULATED: dict[str, Any] = dict.fromkeys(MEDIA, "null")


class Lent(NamedTuple):
    """A page, the line by which its browser is told what to forget, what was done to it for good, who listens to it."""

    page: Page
    line: CDPSession
    for_good: list[str]
    listeners: list[tuple[Page | BrowserContext, str, Callable[..., Any]]]


class Library:
    """The pages of one browser at one house, by what they were asked for as."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.here: list[tuple[str, Lent]] = []

    @contextmanager
    def borrowing(self) -> Iterator[Callable[..., Page]]:
        """Gives pages for one test, each as a context of these options and with these scripts; all come back."""
        out: list[tuple[str, Lent]] = []

        def borrow(*, scripts: Sequence[str] = (), viewport: dict[str, int], **given: Any) -> Page:
            name = repr((sorted(given.items()), scripts))
            out.append((name, self._taken(name) or self._new(scripts, given)))
            page = out[-1][1].page
            page.set_viewport_size({"width": viewport["width"], "height": viewport["height"]})
            return page

        try:
            yield borrow
        finally:
            for name, lent in out:
                if self._as_new(lent):
                    self.here.append((name, lent))
                else:
                    lent.page.context.close()
            while len(self.here) > MOST:
                self.here.pop(0)[1].page.context.close()

    def _taken(self, name: str) -> Lent | None:
        """One that lies here."""
        for at, (of, lent) in enumerate(self.here):
            if of == name:
                del self.here[at]
                return lent
        return None

    def _new(self, scripts: Sequence[str], given: dict[str, Any]) -> Lent:
        context = self.browser.new_context(base_url=self.address, **given)
        context.set_default_timeout(PATIENCE_MS)
        for script in scripts:
            context.add_init_script(script)
        page = context.new_page()
        lent = Lent(page, context.new_cdp_session(page), [], [])
        for owner, of in ((page, "page"), (context, "context"), (page.clock, "clock")):
            for name in FOR_GOOD[of]:
                setattr(owner, name, _noted(getattr(owner, name), lent.for_good))
        for heard in (page, context):
            for name in ("on", "once"):
                setattr(heard, name, _listening(heard, name, lent))
        return lent

    def _as_new(self, lent: Lent) -> bool:
        """Makes the page forget its test; whether it can."""
        page, context = lent.page, lent.page.context
        if lent.for_good or page.is_closed() or len(context.pages) > 1:
            return False
        for owner, event, listener in lent.listeners:
            with suppress(KeyError):  # nobody listens any more
                owner.remove_listener(event, listener)
        lent.listeners.clear()
        with suppress(Error):  # a page that could not be opened stores nothing
            page.evaluate(FORGOTTEN)
        try:
            page.emulate_media(**NONE_EMULATED)
            page.goto(f"{self.address}{REST}")
            page.evaluate(FORGOTTEN)
            self._emptied(lent.line)
        except Error:
            return False
        context.clear_cookies()
        context.clear_permissions()
        return True

    def _emptied(self, line: CDPSession) -> None:
        """Nothing is stored of any house at which it was, and no way leads back there."""
        been = {urlsplit(entry["url"]) for entry in line.send("Page.getNavigationHistory")["entries"]}
        for origin in {f"{it.scheme}://{it.netloc}" for it in been if it.netloc}:
            line.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        line.send("Page.resetNavigationHistory")


def _noted(method: Callable[..., Any], into: list[str]) -> Callable[..., Any]:
    @wraps(method)
    def called(*args: Any, **given: Any) -> Any:
        into.append(method.__name__)
        return method(*args, **given)

    return called


def _listening(owner: Page | BrowserContext, name: str, lent: Lent) -> Callable[..., Any]:
    listen = getattr(owner, name)

    @wraps(listen)
    def called(event: str, listener: Callable[..., Any]) -> Any:
        lent.listeners.append((owner, event, listener))
        return listen(event, listener)

    return called
