"""Text in its boxes, measured on every screen with the widest figures that a house writes, in the longest language.

No figure goes over two lines or is cut off, what the staff read is sixteen pixels high or more, and every sign that a
screen writes is in the house's own letters, so that each kiosk looks as designed.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from table.access import pairing
from table.rules.houses import HOUSES, ONLINE, VENEZIA
from table.rules.profile import Role, derive
from table.screens.felt.ground import ground_of
from table.screens.read.snapshot import take
from table.screens.regions import Region, render
from tests.browser.looks import BROKEN_FIGURES, SCREENS, SMALL_TYPE
from tests.croupier.coups import deal
from tests.croupier.dealer import Croupier
from tests.rig.patience import PATIENCE_MS
from tests.rig.room import page_of
from tests.rig.scripts import script
from tests.rig.sockets import paired, session_of
from tests.rig.staff import with_pin
from tests.rig.tables import ONLINE_ON_CLOTH, AtTable, new_table, ready_table

pytestmark = pytest.mark.django_db(transaction=True)
Reader = Callable[..., Page]
ROOT = Path(settings.BASE_DIR)
RICH = derive(VENEZIA, key="rich", currency="CHF")
LIMITS = {"main": [1000, 125_000_000], "egalite": [500, 12_500_000]}
STAKES = ("P1250000@1", "P1250000@2", "B1250000@4", "B1250000@6", "P1250000@9", "T125000@9")
SEATED = {"1": "gianfranco", "2": "bernardine", "4": "bianchi", "6": "ricci", "7": "conti", "9": "barbieri"}
STAFF = {
    "console": ("dario", "/tables/T3/dealer/"),
    "desk": ("ivo", "/tables/T3/"),
    "pit": ("ivo", "/pit/"),
    "tables of the office": ("delia", "/office/tables/"),
    "register": ("ivo", "/tables/T3/register/"),
}
SIZES = {"console": [(1280, 800), (1920, 1080)], "sign": [(1920, 1080)], "seat": [(1280, 800), (1024, 600)]}
USUAL = [(1280, 800)]
MOST_BYTES = 120 * 1024
"""All fonts together."""
SHOWN_TO_PLAYERS = ("seat", "sign")


@pytest.fixture
def table() -> AtTable:
    """Four stakes at the highest of limits, and a coup with third cards that is to be paid."""
    table = ready_table(RICH, limits=LIMITS, seats=SEATED)
    deal(table, *STAKES)
    Croupier(table, "9C 7S 2H 3S 8H 8S").advance("settle")
    with_pin(Role.DIREZIONE, language="de")
    return table


@pytest.fixture
def screens(table: AtTable, reader: Reader, base_url: str) -> Iterator[tuple[str, Page]]:
    """Each of the screens in turn on one page, with the widest of everything on it."""
    return _screens(reader, base_url)


def _screens(reader: Reader, base_url: str) -> Iterator[tuple[str, Page]]:
    page = reader("de")

    def anew(_language: str, screen: str) -> Page:
        width, height = SCREENS[screen]
        page.set_viewport_size({"width": width, "height": height})
        page.context.clear_cookies()
        return page

    for name, (badge, path) in STAFF.items():
        cookies = {settings.SESSION_COOKIE_NAME: session_of(badge)}
        yield name, page_of(anew, base_url, path, cookies, language="de", screen="tablet")
    for name, position in (("seat", "4"), ("sign", "")):
        cookies = {pairing.COOKIE: paired("T3", position, language="de")}
        yield name, page_of(anew, base_url, "/display/", cookies, language="de", screen="display")


def looked_at(name: str, page: Page) -> Iterator[str]:
    """What is wrong with the texts of a screen in any of its sizes."""
    if page.locator("body[data-link]").count():
        expect(page.locator("body")).to_have_attribute("data-link", "live", timeout=PATIENCE_MS)
    page.evaluate("document.fonts.ready")
    page.evaluate(script("looks", "widen"))
    for width, height in SIZES.get(name, USUAL):
        page.set_viewport_size({"width": width, "height": height})
        yield from page.evaluate(BROKEN_FIGURES)
        if name not in SHOWN_TO_PLAYERS:
            yield from page.evaluate(SMALL_TYPE)


@pytest.mark.faults
def test_no_figure_is_broken_and_nothing_that_staff_read_is_small(screens: Iterator[tuple[str, Page]]) -> None:
    found = [f"{name}: {wrong}" for name, page in screens for wrong in dict.fromkeys(looked_at(name, page))]
    assert not found, "\n".join(found)


def test_what_is_broken_would_be_found(reader: Reader) -> None:
    page = reader("de")
    page.goto("/")
    page.evaluate(script("looks", "breakFigures"))
    assert page.evaluate(BROKEN_FIGURES) == [
        "p.cut cuts 1.250.000,00\xa0CHF",
        "p.wraps wraps 1.250",
        "p.wraps wraps 9.999",
    ]
    assert page.evaluate(SMALL_TYPE) == ["p.whole 12.0"]


# --- what is printed on the cloth


def test_what_boxes_pay_is_no_wider_than_the_cloth_takes_it_to_be_in_any_house(reader: Reader) -> None:
    page = reader("de")
    page.goto("/display/")
    page.evaluate("document.fonts.ready")
    played = {*HOUSES.values(), ONLINE_ON_CLOTH} - {ONLINE}
    for number, profile in enumerate(played):
        snapshot = take(new_table(profile, code=f"C{number}").code)
        assert snapshot is not None
        for language in ("it", "de"):
            printed = page.evaluate(script("pages", "printedPrices"), render(snapshot, Region("felt", language)))
            assert len(printed) >= len(profile.boxes)
            plan = ground_of(profile, turned=False).plan
            assert [it for it in printed if it[1] > plan.wide(it[0])] == []


# --- the house's own letters


def signs() -> str:
    """Every sign that catalogues, templates and scripts write."""
    catalogues = [*(ROOT / "locale").rglob("*.po")]
    written = [line for path in catalogues for line in path.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    drawn = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "static").rglob("*.js")]
    everything = set("".join([*written, *(path.read_text(encoding="utf-8") for path in drawn)]))
    return "".join(sorted(it for it in everything if it.isprintable()))


def test_the_house_s_own_letters_have_every_sign_that_its_screens_write(reader: Reader) -> None:
    page = reader("de")
    page.goto("/")
    page.evaluate(
        "text => { document.querySelector('main').textContent = text; return document.fonts.ready; }", signs()
    )
    browser = page.context.new_cdp_session(page)
    for room in ("DOM", "CSS"):
        browser.send(f"{room}.enable")
    root = browser.send("DOM.getDocument")["root"]["nodeId"]
    main = browser.send("DOM.querySelector", {"nodeId": root, "selector": "main"})["nodeId"]
    fonts = browser.send("CSS.getPlatformFontsForNode", {"nodeId": main})["fonts"]
    assert {(it["familyName"], it["isCustomFont"]) for it in fonts} == {("Sabot Text", True)}


def test_the_letters_cost_little_and_lie_beside_their_licences() -> None:
    fonts = [*(ROOT / "static" / "fonts").glob("*.woff2")]
    assert sum(path.stat().st_size for path in fonts) <= MOST_BYTES
    for name in ("text", "display"):
        assert "SIL OPEN FONT LICENSE" in (ROOT / "static" / "fonts" / f"LICENSE-{name}.txt").read_text("utf-8").upper()
