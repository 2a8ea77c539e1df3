"""One story in every browser that can be had here: ``make browsers``.

A dealer plays a coup at the console, by presses at places of the window, while sign and seat display of the table are
open in the same browser. Chromium is the suite's own. Firefox and WebKit are Playwright's builds where they are
installed (``playwright install``), and Firefox else the one on PATH, such as Debian's ``firefox-esr``. One that is not
here is named, and is no fault; a story that fails is.
"""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit, urlunsplit

from playwright.sync_api import BrowserType, Page, sync_playwright

from tests.browser.looks import SCREENS, SCROLLS, STICKING_OUT
from tests.rig.browsing import QUIET, housed
from tests.rig.chromium import chromium
from tests.rig.firefox import running_firefox
from tests.rig.patience import PATIENCE_MS
from tests.rig.scripts import call

CARDS = {"turn_banco": ("7S", "KD"), "turn_punto": ("6H", "QC")}
STORY = ("close_bets", "deal", "declare", "turn_banco", "turn_punto", "announce", "settle", "burn")
ASKS = """() => document.querySelector(".now")?.dataset.now === "{verb}" """
NO_CARTA = "[data-declare][data-press*=no_carta][data-press*=voice]"
PATIENCE_S = 20
STANDS = "() => [location.pathname, document.body.dataset.link, document.body.innerText.slice(0, 300)].join(' ')"


class Tab(Protocol):
    """A page in some browser. ``complaints`` are the errors that pages of it wrote to their consoles."""

    @property
    def complaints(self) -> list[str]: ...

    def evaluate(self, function: str) -> Any: ...

    def press(self, x: float, y: float) -> None: ...


Opens = Callable[[str, Mapping[str, str], str], Tab]
"""A page at an address, for whoever has these cookies, on a screen of this name."""


class Played:
    """A page in a browser of Playwright."""

    def __init__(self, page: Page) -> None:
        self.page, self.complaints = page, list[str]()
        page.on("pageerror", lambda error: self.complaints.append(error.message))

    def evaluate(self, function: str) -> Any:
        return self.page.evaluate(function)

    def press(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)


# --- the story


def play(opens: Opens, address: str, code: str) -> None:
    """A coup at a table of this name: played at the console, and seen on the sign and at a seat."""
    console, sign, seat = (opens(*page) for page in set_out(address, code))
    for verb in STORY:
        sees(console, ASKS.format(verb=verb))
        assert not console.evaluate(SCROLLS), f"{verb}: the console scrolls"
        assert console.evaluate(STICKING_OUT) == [], verb
        presses(console, verb)
    sees(console, ASKS.format(verb="close_bets"))
    sees(sign, '() => document.querySelectorAll(".bead-B").length === 1')
    sees(seat, '() => document.body.dataset.link === "live" && !document.querySelector(".served")')
    assert [tab.complaints for tab in (console, sign, seat)] == [[], [], []]


def set_out(address: str, code: str) -> Iterator[tuple[str, Mapping[str, str], str]]:
    """A table with two stakes, and the pages of its console, its sign and a seat."""
    from django.conf import settings

    from table.access import pairing
    from tests.rig.sockets import paired, session_of
    from tests.rig.tables import with_own_dealer

    dealer = with_own_dealer(code)
    dealer.does("open_bets")
    for position, box in (("1", "punto"), ("2", "banco")):
        dealer.does("place", coup="1.1", position=position, box=box, amount=5000)
    signed_in = {settings.SESSION_COOKIE_NAME: session_of(dealer.person.badge)}
    yield f"{address}/tables/{code}/dealer/", signed_in, "tablet"
    yield f"{address}/display/", {pairing.COOKIE: paired(code)}, "display"
    yield f"{address}/display/", {pairing.COOKIE: paired(code, "1")}, "tablet"


def presses(console: Tab, verb: str) -> None:
    """What the console asks for, pressed where it lies."""
    cards = [f'[data-card="{card}"]' for card in CARDS.get(verb, ())]
    for what in cards or [NO_CARTA if verb == "declare" else ".now .next"]:
        console.press(*sees(console, f"() => {call('console', 'middleOf', what)}", what))


def sees(tab: Tab, function: str, what: str = "") -> Any:
    """What this gives, as soon as it gives anything; ``what`` says in a line what is looked for."""
    until = time.monotonic() + PATIENCE_S
    while not (found := tab.evaluate(function)):
        assert time.monotonic() < until, f"never seen: {what or function}, but {tab.evaluate(STANDS)}"
        time.sleep(0.05)
    return found


# --- the browsers


@contextmanager
def _built(kind: BrowserType, program: str = "") -> Iterator[tuple[str, Opens] | None]:
    """A browser of Playwright's own; None where it is not installed."""
    if not Path(program or kind.executable_path).exists():
        yield None
        return
    browser = kind.launch(executable_path=program or None, args=QUIET if program else [])

    def opens(url: str, cookies: Mapping[str, str], screen: str) -> Tab:
        width, height = SCREENS[screen]
        context = browser.new_context(viewport={"width": width, "height": height})
        context.set_default_timeout(PATIENCE_MS)
        home = urlunsplit((*urlsplit(url)[:2], "/", "", ""))
        context.add_cookies([{"name": name, "value": value, "url": home} for name, value in cookies.items()])
        tab = Played(context.new_page())
        tab.page.goto(url)
        return tab

    yield f"{kind.name.capitalize()} {browser.version}", opens
    browser.close()


@contextmanager
def _on_path() -> Iterator[tuple[str, Opens] | None]:
    """A Firefox of this machine; None where there is none."""
    with running_firefox() as firefox:
        if firefox is None:
            yield None
            return

        def opens(url: str, cookies: Mapping[str, str], screen: str) -> Tab:
            width, height = SCREENS[screen]
            return firefox.opens(url, cookies, width=width, height=height)

        yield firefox.version, opens


def main() -> None:
    with housed() as address, sync_playwright() as playwright:
        ours = str(chromium() or "")
        firefox = playwright.firefox
        browsers = {
            "Chromium": _built(playwright.chromium, ours),
            "Firefox": _built(firefox) if Path(firefox.executable_path).exists() else _on_path(),
            "WebKit": _built(playwright.webkit),
        }
        right = [
            is_played_in(name, browser, address, f"T{at}") for at, (name, browser) in enumerate(browsers.items(), 1)
        ]
    sys.exit(not all(right))


def is_played_in(name: str, browser: AbstractContextManager[tuple[str, Opens] | None], address: str, code: str) -> bool:
    """Tell the story in a browser, and say how it went. Gives whether nothing was wrong."""
    with browser as found:
        if found is None:
            print(f"{name}: none here, not run.", flush=True)
            return True
        version, opens = found
        try:
            play(opens, address, code)
        except AssertionError as wrong:
            print(f"{version}: {wrong}", flush=True)
            return False
        print(f"{version}: a coup was played at the console, and sign and seat display followed it.", flush=True)
        return True


if __name__ == "__main__":
    main()
