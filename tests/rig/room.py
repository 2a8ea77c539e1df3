"""A table with all its screens open in a browser: hands that press and are counted, displays that only show.

The seconds are those in which a hand has to wait: from a press until what the next hand needs stands on its screen.
What is looked up in between belongs to the test and is not counted.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from playwright.sync_api import Locator, Page, expect

from table.access import pairing
from table.record.door import PressResult
from tests.rig.patience import PATIENCE_MS
from tests.rig.scripts import script
from tests.rig.sockets import paired, session_of
from tests.rig.tables import NEWEST, AtTable

LOOK_MS = 20
"""So often it is looked whether what is waited for has come."""
SHOWN = script("room", "isShown")
GONE = script("room", "isGone")
PRESSED = script("room", "press")
"""A screen hears of what another process did by the heart of its house, which beats every two seconds as it ships."""
SETTLING = '[data-own-fresh], [aria-busy="true"]'
HEARS = 'body:not([data-live]), body[data-link="live"]'
"""What is new on a screen takes no press for a moment, lest a second tap answer what nobody has read; what opens a
sheet is busy until it has come."""
Opens = Callable[[str, str], Page]
"""A page of somebody who reads this language, on a screen of this size."""


def past_a_reader(page: Page, typed: str) -> None:
    """A reader types this, without a pause between two signs however busy the machine is; a line's end is Enter."""
    page.evaluate(script("room", "typeAsReader"), typed)


@dataclass(frozen=True)
class AtScreen(AtTable):
    """The table under the dealer's hand: each act leaves their screen as presses do, and every screen hears of it."""

    page: Page

    def does(self, verb: str, *, nonce: str = "", seen: int = NEWEST, **given: Any) -> PressResult:
        """An act of the dealer who is signed on."""
        return self.press((verb, given), nonce=nonce, seen=seen)

    def press(self, *steps: tuple[str, Mapping[str, Any]], nonce: str = "", seen: int = NEWEST) -> PressResult:
        """A press of the dealer."""
        assert not nonce, "a screen names its presses itself"
        assert seen == NEWEST, "a screen says itself what it has seen"
        acts = [{"verb": verb, "given": given} for verb, given in steps]
        answer = self.page.evaluate(PRESSED, [self.code, acts, PATIENCE_MS])
        assert answer["kind"] == "done", answer
        return PressResult(answer["number"], ())


@dataclass
class Watch:
    """A stopwatch; it counts only while it runs, and only from a press to what it brings."""

    running: bool = False
    seconds: float = 0.0

    @contextmanager
    def counting(self) -> Iterator[None]:
        """These seconds count, if the watch runs."""
        began = time.perf_counter()
        yield
        if self.running:
            self.seconds += time.perf_counter() - began


@dataclass
class Hand:
    """Somebody's hand at a screen. ``presses`` and ``typed`` (fields filled in) count while the watch runs."""

    page: Page
    watch: Watch = field(default_factory=Watch)
    presses: int = 0
    typed: int = 0

    def press(self, what: str | Locator) -> None:
        """One press of what is there, or of the first thing that is visible under this selector."""
        with self.watch.counting():
            self._until(GONE, SETTLING)
            where = self.page.locator(what).filter(visible=True).first if isinstance(what, str) else what
            where.click()
        self.presses += self.watch.running

    def follow(self, link: str) -> None:
        """One press of a link; the page to which it leads hears the house before anything is pressed there."""
        with self.page.expect_navigation(timeout=PATIENCE_MS):
            self.press(link)
        self.page.wait_for_selector(HEARS, state="attached", timeout=PATIENCE_MS)

    def button(self, name: str) -> None:
        """One press of the button with this name, on the sheet that is open."""
        self.press(self.page.locator("dialog[open]").get_by_role("button", name=name, exact=True))

    @property
    def bands(self) -> Locator:
        """The incidents that stand, as the screen has them."""
        return self.page.locator(".incident")

    def fill(self, what: str, text: str) -> None:
        """One field is filled in."""
        with self.watch.counting():
            self.page.locator(what).fill(text)
        self.typed += self.watch.running

    def sees(self, what: str) -> None:
        """It stands on the screen."""
        with self.watch.counting():
            self._until(SHOWN, what)

    def sees_gone(self, what: str) -> None:
        """It stands on the screen no more."""
        with self.watch.counting():
            self._until(GONE, what)

    def _until(self, holds: str, what: str) -> None:
        # Asked with every frame it would have the page draw one after the other.
        self.page.wait_for_function(holds, arg=what, timeout=PATIENCE_MS, polling=LOOK_MS)


@dataclass
class Room:
    """The table, those who act at it, and the displays that everybody can see; ``seats`` by position."""

    table: AtTable
    dealer: Hand
    inspector: Hand
    seats: Mapping[str, Page]
    sign: Page
    watch: Watch = field(default_factory=Watch)

    @property
    def felts(self) -> Sequence[Page]:
        """Every page that shows the cards."""
        return [self.dealer.page, self.inspector.page, *self.seats.values()]

    @property
    def public(self) -> Sequence[Page]:
        """Every page that anybody may look at."""
        return [*self.seats.values(), self.sign]

    @contextmanager
    def counted(self) -> Iterator[None]:
        """From here on presses and seconds count, from nothing."""
        for hand in (self.dealer, self.inspector):
            hand.presses = hand.typed = 0
        self.watch.seconds, self.watch.running = 0.0, True
        yield
        self.watch.running = False

    @contextmanager
    def between(self) -> Iterator[None]:
        """What happens now is no part of it: the game goes on by itself."""
        running, self.watch.running = self.watch.running, False
        yield
        self.watch.running = running


def page_of(opens: Opens, address: str, path: str, cookies: Mapping[str, str], *, language: str, screen: str) -> Page:
    """A page of the house as somebody with these cookies sees it; one that has a link is live."""
    page = opens(language, screen)
    known = {**cookies, settings.LANGUAGE_COOKIE_NAME: language}
    page.context.add_cookies([{"name": name, "value": it, "url": address} for name, it in known.items()])
    page.goto(f"{address}{path}")
    page.wait_for_selector(HEARS, state="attached", timeout=PATIENCE_MS)
    return page


def staff_page(
    opens: Opens, address: str, code: str, badge: str, *, language: str = "en", screen: str = "tablet"
) -> Page:
    """The console for the dealer of the table, for everybody else the page of the inspectors."""
    path = f"/tables/{code}/dealer/" if badge == "dario" else f"/tables/{code}/"
    signed_in = {settings.SESSION_COOKIE_NAME: session_of(badge)}
    return page_of(opens, address, path, signed_in, language=language, screen=screen)


def pit_page(opens: Opens, address: str, badge: str, *, language: str = "en") -> Page:
    """The wall of all tables for somebody of the staff."""
    signed_in = {settings.SESSION_COOKIE_NAME: session_of(badge)}
    return page_of(opens, address, "/pit/", signed_in, language=language, screen="tablet")


def console_page(opens: Opens, address: str, code: str, badge: str, *, language: str = "en") -> Page:
    """The console of a table for a dealer of its own."""
    signed_in = {settings.SESSION_COOKIE_NAME: session_of(badge)}
    return page_of(opens, address, f"/tables/{code}/dealer/", signed_in, language=language, screen="tablet")


def display_page(opens: Opens, address: str, code: str, position: str = "", *, language: str = "en") -> Page:
    """The display before a position of the table, or its sign."""
    cookies, screen = {pairing.COOKIE: paired(code, position, language=language)}, "tablet" if position else "display"
    return page_of(opens, address, "/display/", cookies, language=language, screen=screen)


def still(page: Page) -> Page:
    """The page, on which nothing moves any more: of its cost motion is the most, and it says nothing by it."""
    page.emulate_media(reduced_motion="reduce")
    return page


def furnish(table: AtTable, opens: Opens, address: str, *, seats: Sequence[str], language: str = "en") -> Room:
    """The dealer's console, the inspector's page of the table, displays before these seats, and the sign; all live.

    What moves, moves on the console; the others want no motion.
    """
    dealer, inspector = (staff_page(opens, address, table.code, it, language=language) for it in ("dario", "ivo"))
    before = {it: display_page(opens, address, table.code, it, language=language) for it in seats}
    sign, watch = display_page(opens, address, table.code, language=language), Watch()
    by_hand = AtScreen(table.code, table.cast, dealer)
    room = Room(by_hand, Hand(dealer, watch), Hand(inspector, watch), before, sign, watch)
    for page in (inspector, *room.public):
        still(page)
    for page in (*room.felts, room.sign):
        expect(page.locator("body")).to_have_attribute("data-link", "live", timeout=PATIENCE_MS)
    return room
