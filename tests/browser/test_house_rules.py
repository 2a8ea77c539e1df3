"""The pages of the houses in a real browser: on every screen, in every language, with eyes, ears and a keyboard."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from table.rules.houses import HOUSES
from tests.browser.accessible import Axe
from tests.browser.looks import LOOKS, SMALL_TARGETS, STICKING_OUT
from tests.house.reader import LANGUAGES
from tests.rig.sampling import in_two_parts
from tests.rig.scripts import script

PATHS = ["/houses/", *(f"/houses/{key}/" for key in HOUSES), "/houses/baccarat-online-side-bets/?decks=8"]
# The houses with most positions, the longest name and most boxes.
LONGEST = ["/", "/houses/", PATHS[1], "/houses/baccarat-classico-coperto/", PATHS[-1]]
FAULTS = ["/nowhere/", "/houses/baccarat-classico/?decks=7"]


@pytest.mark.faults
@pytest.mark.parametrize(("screen", "language"), LOOKS)
def test_no_page_is_wider_than_its_screen(reader: Callable[..., Page], screen: str, language: str) -> None:
    page = reader(language, screen)
    for path in [*LONGEST, *FAULTS]:
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0, path
        assert page.evaluate(STICKING_OUT) == [], path


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_a_side_bet_stands_within_its_box_in_every_language(
    reader: Callable[..., Page], language: str
) -> None:
    page = reader(language, "tablet")
    page.goto(PATHS[-1])
    assert page.locator("svg.felt .cell-name").count() >= 6
    assert page.evaluate(script("pages", "wideNames")) == []


@pytest.mark.faults
@pytest.mark.parametrize("screen", ["tablet", "phone"])
@in_two_parts(3)
def test_axe_finds_nothing(reader: Callable[..., Page], screen: str, part: slice) -> None:
    page, axe = reader("de", screen), Axe()
    for path in ["/", PATHS[0], PATHS[1], PATHS[-1], *FAULTS][part]:
        page.goto(path)
        if page.locator("summary").count():
            page.locator("summary").click()
        found = axe.run(page)
        assert found.violations_count == 0, found.generate_report()


@pytest.mark.faults
@pytest.mark.parametrize("language", LANGUAGES)
@in_two_parts(3)
def test_a_finger_finds_every_link(reader: Callable[..., Page], language: str, part: slice) -> None:
    page = reader(language, "phone")
    for path in [*PATHS, *FAULTS][part]:
        page.goto(path)
        assert page.evaluate(SMALL_TARGETS) == [], path


def test_the_keyboard_reaches_the_content_and_the_languages_and_keeps_the_page(reader: Callable[..., Page]) -> None:
    page = reader("it")
    page.goto("/houses/punto-y-banco-malta/?decks=8")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    expect(page.locator(".skip")).to_be_in_viewport()
    for _ in range(4):
        page.keyboard.press("Tab")
    german = page.get_by_role("button", name="DE Deutsch")
    expect(german).to_be_focused()
    assert german.evaluate("one => getComputedStyle(one).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page).to_have_url("/houses/punto-y-banco-malta/?decks=8")
    expect(page.get_by_role("heading", level=1)).to_have_text("Punto y Banco")


@pytest.mark.faults
def test_the_keyboard_opens_the_fractions_and_reaches_the_boxes_that_scroll(reader: Callable[..., Page]) -> None:
    page = reader("en", "narrow")
    page.goto(PATHS[-1])
    reached = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.className + document.activeElement.tagName"))
    assert {"wideDIV", "wide on-feltDIV", "SUMMARY"} <= reached
    page.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".exact")).to_have_attribute("open", "")


@pytest.mark.faults
def test_a_house_is_opened_from_its_card_and_its_decks_are_compared(reader: Callable[..., Page]) -> None:
    page = reader("de", "phone")
    page.goto("/houses/")
    page.get_by_role("link", name="Punto y Banco").click()
    expect(page.get_by_role("row", name="Banco hat mehr Punkte")).to_contain_text("1,4548 %")
    page.get_by_role("navigation", name="Decks").get_by_role("link", name="8 Decks").click()
    expect(page.get_by_role("row", name="Banco hat mehr Punkte")).to_contain_text("1,4581 %")
    expect(page.get_by_role("status")).to_contain_text("Dieses Haus spielt mit 6 Decks")


@pytest.mark.faults
def test_on_paper_the_page_is_light(reader: Callable[..., Page]) -> None:
    page = reader("it")
    page.goto(PATHS[1])
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    expect(page.locator(".languages")).to_be_hidden()


def test_who_wants_no_motion_gets_none(reader: Callable[..., Page]) -> None:
    page = reader("it")
    page.emulate_media(reduced_motion="reduce")
    page.goto("/houses/")
    assert page.locator(".house").first.evaluate("one => getComputedStyle(one).transitionProperty") == "none"
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
