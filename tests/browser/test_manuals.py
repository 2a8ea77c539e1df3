"""A “?” opens the manual at its very place, and the dealer never leaves the felt."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.accessible import Axe
from tests.browser.looks import STICKING_OUT
from tests.rig.room import Hand
from tests.rig.scripts import script
from tests.rig.tables import new_table, ready_table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.faults
def test_the_manual_opens_over_the_felt_at_the_act_that_is_next(hand: Callable[..., Hand]) -> None:
    ready_table()
    page = hand("dario", language="de").page
    dialog = page.locator("#manual")
    _where_it_was_opened_last_it_stays_open(page)
    page.locator('.now[data-now="open_bets"] [data-manual]').click()
    expect(dialog.locator("#m-act-open_bets")).to_be_visible()
    assert dialog.locator("#m-act-open_bets").evaluate(script("pages", "isInView"))
    expect(dialog.get_by_role("heading", name="Öffnung des Tisches")).to_be_visible()
    assert Axe().run(page, context="#manual").response["violations"] == []
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    assert page.url.endswith("/tables/T3/dealer/"), "the felt is never left"
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.locator("#keys [data-manual]").click()
    expect(dialog.locator("#m-keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_visible()


def _where_it_was_opened_last_it_stays_open(page: Page) -> None:
    """Also where the answer to an earlier “?” is the last to come."""
    delayed = list[Route]()
    page.route("**/manual/**", lambda route: delayed.extend([route]), times=1)
    page.locator('.now[data-now="open_bets"] [data-manual]').click()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.locator("#keys [data-manual]").click()
    here = (
        page.locator("#manual .manual-here")
        .filter(has=page.locator("#m-keys"))
        .or_(page.locator("#m-keys.manual-here"))
    )
    expect(here).to_be_visible()
    with page.expect_event("requestfinished"):
        delayed[0].continue_()
    expect(here).to_be_visible()
    for _dialog in range(2):
        page.keyboard.press("Escape")


@pytest.mark.faults
def test_an_open_screen_has_the_manual_of_the_rules_that_are_in_force_now(hand: Callable[..., Hand]) -> None:
    table = new_table()
    table.does("sign_on")
    page = hand("dario", language="en").page
    dialog = page.locator("#manual")
    for there in (True, False):
        page.keyboard.press("?")
        page.locator("#keys [data-manual]").click()
        expect(dialog.locator("#m-keys")).to_be_visible()
        expect(dialog.get_by_text("Without a cut card", exact=False)).to_have_count(0 if there else 1)
        for _dialog in range(2):
            page.keyboard.press("Escape")
        if there:
            before = page.locator("[data-rules]").get_attribute("data-rules") or ""
            changes = {"cut_card": False, "min_last_coup_cards": None}
            table.cast.direzione.does("change_rules", changes=changes)
            expect(page.locator("[data-rules]")).not_to_have_attribute("data-rules", before)


@pytest.mark.faults
def test_the_wall_of_tables_has_the_manual_of_the_rules_that_are_in_force_now(hand: Callable[..., Hand]) -> None:
    table = new_table()
    page = hand("ivo", language="en").page
    page.goto(page.url.split("/tables")[0] + "/pit/")
    confirmed = page.locator("#manual").get_by_text("only where the house asks for it", exact=False)
    for other, count in ((True, 1), (False, 0)):
        page.locator(".pit-head [data-manual]").click()
        expect(page.locator("#manual #m-pit")).to_be_visible()
        expect(confirmed).to_have_count(count)
        page.keyboard.press("Escape")
        table.cast.direzione.does("change_rules", changes={"identity_check": other})
    page.route("**/manual/**", lambda route: route.fulfill(status=502))
    page.locator(".pit-head [data-manual]").click()
    expect(page.locator("#manual #m-pit")).to_be_visible()


@pytest.mark.faults
def test_a_manual_is_read_on_a_tablet_and_on_a_phone(hand: Callable[..., Hand]) -> None:
    ready_table()
    page: Page = hand("ivo", language="de").page
    for width, height in ((1280, 800), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(page.url.split("/tables")[0].split("/manual")[0] + "/manual/inspector/")
        assert page.evaluate(STICKING_OUT) == []
        assert (
            page.locator(".manual-contents a, .manual-head button").evaluate_all(
                "all => all.filter(one => one.getBoundingClientRect().height < 43.5).length"
            )
            == 0
        )
    assert Axe().run(page).response["violations"] == []
    broken = "all => all.filter(one => one.loading !== 'lazy' && !one.naturalWidth).length"
    assert page.locator(".shot img").evaluate_all(broken) == 0
