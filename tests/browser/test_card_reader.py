"""Card readers that type, as the office has set them up: at a console with its keys and badges, and on trial."""

from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from table.models import HOUSE, CardReader, Entry
from table.rules.cards import DECK
from table.rules.houses import CLASSICO
from table.rules.profile import Role
from tests.croupier.coups import lay
from tests.rig.room import past_a_reader
from tests.rig.sockets import session_of
from tests.rig.staff import with_pin
from tests.rig.tables import AtTable, Cast, ready_table

pytestmark = pytest.mark.django_db(transaction=True)
Reader = Callable[..., Page]
MARKED = {f"nil{number:02d}": str(card) for number, card in enumerate(DECK)} | {"mask": "cut"}
"""Their letters are keys of the console: the next act, the incident, clear the stakes."""
CODE = {card: f"~{code}" for code, card in MARKED.items()}


def console(reader: Reader, base_url: str, table: AtTable) -> Page:
    """The console, in English, of a table whose reader types so."""
    Cast.at(HOUSE).direzione.does("set_card_reader", table=table.code, prefix="~", ends="enter", pace=200, codes=MARKED)
    page = reader("en")
    cookies = {settings.SESSION_COOKIE_NAME: session_of("dario"), settings.LANGUAGE_COOKIE_NAME: "en"}
    page.context.add_cookies([{"name": name, "value": value, "url": base_url} for name, value in cookies.items()])
    page.goto(f"/tables/{table.code}/dealer/")
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    return page


def scan(page: Page, *texts: str) -> None:
    """Past the reader, which ends with Enter; several follow each other without a pause."""
    past_a_reader(page, "".join(f"{text}\n" for text in texts))


def test_a_scan_goes_to_the_next_act_wherever_the_focus_is_and_presses_no_key(reader: Reader, base_url: str) -> None:
    table = ready_table(CLASSICO)
    table.does("open_bets")
    lay(table, "P100@1", "B50@2")
    table.does("close_bets", said=True)
    page, number = console(reader, base_url, table), table.number
    keyed = page.locator(".slots[data-own-on] .slot-face")
    # On a button, which the Enter of the scan would press.
    page.locator(".tool-incident").focus()
    # The same card again at once is the one that lies there still.
    scan(page, CODE["6H"], CODE["6H"])
    expect(keyed.nth(0)).to_have_text("6♥")
    expect(page.locator("dialog[open]")).to_have_count(0)
    scan(page, "~nil99")
    expect(page.locator("#said")).to_contain_text("“nil99” was read, and no card of this table’s reader has this code.")
    expect(keyed.nth(1)).to_have_text("")
    scan(page, CODE["7S"])
    expect(keyed.nth(1)).to_have_text("7♠")
    assert table.number == number, "nothing was pressed"
    # The hand still has its keys.
    page.keyboard.press("q")
    expect(keyed.nth(2)).to_have_text("Q")
    page.keyboard.press("c")
    expect(keyed.nth(2)).to_have_text("Q♣")
    scan(page, CODE["cut"])
    expect(page.locator("#sabot form .next")).to_be_focused()
    page.keyboard.press("Escape")
    scan(page, CODE["KD"])
    expect(page.locator('.now[data-now="announce"]')).to_be_attached()
    assert [card.face for card in table.state.cards] == ["6H", "7S", "QC", "KD"]


@pytest.mark.faults
def test_over_a_dialog_a_scan_is_a_badge_or_the_next_card_and_without_a_link_it_leads_nowhere_later(
    reader: Reader, base_url: str
) -> None:
    table = ready_table(CLASSICO)
    table.does("open_bets")
    lay(table, "P100@1", "B50@2")
    table.does("close_bets", said=True)
    page, number = console(reader, base_url, table), table.number
    scan(page, CODE["6H"])
    expect(page.locator(".slots[data-own-on] .slot-face").nth(0)).to_have_text("6♥")
    _over_a_dialog_with_a_field_for_badges(page)
    assert table.number == number, "nothing was pressed"
    _without_a_link_the_cut_card_is_nothing_to_be_led_to_later(page)


def _over_a_dialog_with_a_field_for_badges(page: Page) -> None:
    """A badge goes into its field, and the card 7♠ does not; a badge beside it is no card."""
    said = page.locator("#said")
    page.locator('.tool[data-opens="more"]').click()
    page.locator('#more [data-leads="change-dealer"]').click()
    badge = page.locator('#change-dealer [name="badge"]')
    badge.fill("dora")
    scan(page, CODE["7S"])
    expect(page.locator(".slots[data-own-on] .slot-face").nth(1)).to_have_text("7♠")
    expect(badge).to_have_value("dora")
    badge.fill("")
    scan(page, "dario")
    expect(badge).to_have_value("dario")
    page.keyboard.press("Escape")
    expect(page.locator("#change-dealer")).to_be_hidden()
    scan(page, "dario")
    expect(said).to_contain_text("“dario” was read")


def _without_a_link_the_cut_card_is_nothing_to_be_led_to_later(page: Page) -> None:
    """Whoever opens the sheet of the sabot when the screen is live again is at its first button, as always."""
    tools = page.locator('[data-region]:has(> * .tool[data-opens="sabot"], > .tool[data-opens="sabot"])').last
    tools.evaluate("it => { it.inert = true }")
    scan(page, CODE["cut"])
    tools.evaluate("it => { it.inert = false }")
    page.locator('.tool[data-opens="sabot"]').click()
    expect(page.locator("#sabot header [data-closes]")).to_be_focused()


@pytest.mark.faults
def test_on_trial_a_scan_says_what_is_understood_and_fills_in_a_code(reader: Reader, base_url: str) -> None:
    ready_table()
    with_pin(Role.OPERATOR)
    page = reader("en")
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session_of("otto"), "url": base_url}])
    page.goto("/office/card-readers/T3/")
    page.locator("#pace").fill("200")
    page.locator("#trial").focus()
    tried = page.locator("#tried")
    scan(page, "7S")
    expect(tried).to_have_text("“7S¶” is understood as 7♠.")
    page.locator("#prefix").fill("##")
    page.locator("#trial").focus()
    scan(page, "7S")
    expect(tried).to_contain_text("“7S¶” is no scan of this reader")
    scan(page, "##mine")
    expect(tried).to_contain_text("with the code “mine”, for which no card stands")
    page.locator("#code-AS").focus()
    for code in ("##4711", "##4712"):
        scan(page, code)
    expect(page.locator("#code-AS")).to_have_value("4711")
    expect(page.locator("#code-2S")).to_have_value("4712")
    expect(page.locator("#code-3S")).to_be_focused()
    page.locator("#trial").focus()
    scan(page, "##4711")
    expect(tried).to_have_text("“##4711¶” is understood as A♠.")
    assert not Entry.objects.filter(verb="set_card_reader").exists(), "a trial sets nothing"
    page.get_by_role("button", name="Set up the card reader").click()
    expect(page.locator(".done")).to_contain_text("is set up")
    assert CardReader.objects.get().codes["4712"] == "2S"
