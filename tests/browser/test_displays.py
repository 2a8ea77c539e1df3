"""Seat displays and table signs as they hang at the tables: every size, every language, every situation, live."""

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from playwright.sync_api import Page, expect

from table.access import pairing
from table.models import HOUSE, Display
from table.record import proposals
from table.rules.houses import ADMIRAL, MALTA
from table.rules.profile import Profile
from tests.browser.looks import SCROLLS, STICKING_OUT
from tests.croupier.cases import newest, report
from tests.croupier.coups import deal, lay, pay, play, turn
from tests.rig.sockets import paired
from tests.rig.tables import AtTable, Cast, ready_table

pytestmark = pytest.mark.django_db(transaction=True)
Reader = Callable[..., Page]
Hang = Callable[..., Page]
LANGUAGES = [code for code, _name in settings.LANGUAGES]
POSITIONS = {"it": "2", "en": "5", "de": "257"}
"""At which places: at all of them in the language that is longest."""
SIZES = {"10 inches": (1280, 800), "upright": (800, 1280), "7 inches": (1024, 600), "7 upright": (600, 1024)}
SIGN = (1920, 1080)
# Whatever scrolls, and every part whose content is cut off or sticks out of it.
CUT_OFF = """() => [...document.querySelectorAll(
    ".seat-who, .seat-panel, .seat-acts, .seat-prices, .seat-boards, .rules[open], .sign-head, .sign-limits, " +
    ".sign-results, .sign-notices"
  )].filter(one => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1
      || one.getBoundingClientRect().bottom > innerHeight + 1)
    .map(one => one.className)"""
OVERLAP = """() => {
  const parts = [...document.querySelectorAll(
    ".seat-who, .seat-panel, .seat-acts, .seat-prices, .seat-boards, .region-felt")]
    .map(one => [one.className, one.getBoundingClientRect()]);
  return parts.flatMap(([name, a], at) => parts.slice(at + 1)
    .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
    .map(([other]) => `${name} over ${other}`));
}"""
SMALL = """() => [...document.querySelectorAll("button")]
  .map(one => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 43.5)).map(([text]) => text)"""


@pytest.fixture
def hang(reader: Reader, base_url: str) -> Hang:
    """A display hangs at a table, paired to a position or as its sign, and its link is live."""

    def hung(table: AtTable, position: str = "", *, language: str = "it", size: tuple[int, int] = SIGN) -> Page:
        page, cookie = reader(language), paired(table.code, position)
        Display.objects.filter(code=pairing.code_of(cookie)).update(language=language)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.context.add_cookies([{"name": pairing.COOKIE, "value": cookie, "url": base_url}])
        page.goto("/display/")
        expect(page.locator("body")).to_have_attribute("data-link", "live")
        return page

    return hung


# --- what lies on the tables


def reading(profile: Profile | None = None) -> AtTable:
    """Position 2 reads, with as many stakes of its own as a place can hold; new limits are to come."""
    table = ready_table() if profile is None else ready_table(profile)
    table.does("mark", position="5")
    deal(table, "P100@1", "P500@2", "T50@2", "B1000@3")
    limits = {"main": [10_000, 1_000_000], "egalite": [2_500, 50_000]}
    table.cast.ispettore.does("set_limits", limits=limits)
    return table


def told() -> AtTable:
    """The same coup announced."""
    table = reading()
    turn(table)
    pay(table)
    return table


def last_and_blank() -> AtTable:
    """The last coup, and it is a Colpo in Bianco; an earlier one has been paid."""
    table = told()
    table.does("burn")
    table.does("cut_card_out")
    table.cast.ispettore.does("order_blank")
    return table


def several() -> AtTable:
    """Admiral: three stakes before position 2 are settled, two guests stand at 7."""
    table = ready_table(ADMIRAL, code="A1")
    for guest in ("hugo", "ida"):
        table.cast.ispettore.does("confirm_identity", guest=guest)
        table.does("stand_at", position="7", guest=guest)
    lay(table, "B1000@2", "T50@2", "P100@7/hugo", "B50@7/ida")
    table.does("close_bets", said=True)
    table.does("deal", cards=["8H", "9S", "QD", "KD"])
    pay(table)
    return table


def held() -> AtTable:
    """The cards before the reader lie at the wrong boxes; the Direzione decides, and new limits are to come."""
    table = reading()
    report(table, "inverted", laid=["banco", "punto", "punto", "banco"])
    table.cast.ispettore.does("refer", incident=table.number, reason="not foreseen")
    return table


def stands_still() -> AtTable:
    """Between two coups a case waits for the inspector, while a Colpo in Bianco and the last coup are due."""
    table = told()
    table.press(("burn", {}), ("cut_card_out", {}), ("card_out", {"card": "7S", "exposed": True}))
    report(table, "unforeseen", what="disturbance")
    return table


SITUATIONS: dict[str, Callable[[], AtTable]] = {
    "reading": reading,
    "told": told,
    "last and blank": last_and_blank,
    "several bettors": several,
    "held": held,
    "stands still": stands_still,
}


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_seat_display_of_any_size_everything_has_its_room_and_nothing_scrolls(
    hang: Hang, language: str, situation: str
) -> None:
    table = SITUATIONS[situation]()
    for position in POSITIONS[language]:
        page = hang(table, position, language=language)
        for name, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            found = [page.evaluate(look) for look in (SCROLLS, CUT_OFF, STICKING_OUT, OVERLAP, SMALL)]
            assert found == [False, [], [], [], []], (position, name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_of_rules_fits_on_every_seat_display(hang: Hang, language: str) -> None:
    page = hang(ready_table(), "1", language=language, size=SIZES["10 inches"])
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.locator("[data-opens=rules]").click()
        expect(page.locator("#rules")).to_be_visible()
        assert [page.evaluate(look) for look in (CUT_OFF, STICKING_OUT)] == [[], []], name
        page.locator("#rules [data-closes]").click()
        expect(page.locator("#rules")).to_be_hidden()


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_sign_everything_has_its_room(hang: Hang, language: str, situation: str) -> None:
    page = hang(SITUATIONS[situation](), language=language)
    assert [page.evaluate(look) for look in (SCROLLS, CUT_OFF, STICKING_OUT)] == [False, [], []]


def test_the_limits_on_a_sign_can_be_read_at_five_metres(hang: Hang) -> None:
    page = hang(ready_table())
    height = "one => Number.parseFloat(getComputedStyle(one).fontSize)"
    assert page.locator(".sign-limit-main b").first.evaluate(height) >= 100
    assert page.locator(".sign-limit-side b").first.evaluate(height) >= 60
    assert page.locator(".sign-said b").evaluate(height) >= 60


def test_axe_finds_nothing_on_any_display(hang: Hang, reader: Reader) -> None:
    table, axe = reading(), Axe()
    pages = [hang(table, position, language="de", size=SIZES["10 inches"]) for position in ("2", "5", "9")]
    pages += [hang(told_elsewhere(), language="de")]
    pages[1].locator("[data-opens=rules]").click()
    unpaired = reader("de")
    unpaired.goto("/display/")
    for page in [*pages, unpaired]:
        found = axe.run(page)
        assert found.violations_count == 0, found.generate_report()


def told_elsewhere() -> AtTable:
    """A coup of another table that is announced."""
    table = ready_table(MALTA, code="M1")
    lay(table, "P100@1")
    table.does("close_bets", said=True)
    table.does("deal", cards=["9H", "3S", "QD", "KD"])
    pay(table)
    return table


# --- live


def test_a_player_says_carta_at_his_seat_and_it_waits_for_the_dealer(hang: Hang) -> None:
    table = reading()
    page = hang(table, "2", language="en", size=SIZES["10 inches"])
    expect(page.get_by_role("heading", name="You read the cards")).to_be_visible()
    page.get_by_role("button", name="no carta").click()
    expect(page.locator(".seat-proposal")).to_have_text("no carta waits for the dealer")
    display = Display.objects.get(position="2")
    assert (display.proposal, display.proposed_for) == ("no_carta", "1.1")
    assert table.state.coup is not None
    assert table.state.coup.claim == "", "it changes nothing before the dealer confirms it"
    proposals.take(display)
    expect(page.locator(".seat-proposal")).to_have_count(0)


def test_a_ruling_that_ends_the_taglia_is_read_by_everybody_while_it_is_made(hang: Hang) -> None:
    table = held()
    sign, seat = hang(table, language="en"), hang(table, "2", language="en", size=SIZES["10 inches"])
    for page in (sign, seat):
        expect(page.locator("body")).to_contain_text("The coup is held")
        expect(page.locator("body")).to_contain_text("The Direzione decides")
    ruled: dict[str, Any] = {
        "incident": newest().number,
        "text": "new decks",
        "effects": ["annul", "end_taglia", "replace_decks"],
    }
    table.cast.direzione.does("rule", **ruled, serial="S-2")
    for page in (sign, seat):
        expect(page.locator("body")).not_to_contain_text("The coup is held")
        expect(page.locator("body")).to_contain_text("The shoe is being prepared")
    assert table.state.coup is None


def test_who_sits_down_at_a_place_that_was_lost_finds_nothing_of_what_was_paid_there(hang: Hang) -> None:
    table = reading()
    page = hang(table, "2", language="en", size=SIZES["10 inches"])
    stakes = page.locator("[data-key^=stake-]")
    expect(stakes).to_have_count(2)
    table.does("report_unmarked_absence", position="2")
    table.does("pass_reading")
    turn(table)
    pay(table)
    expect(page.locator("body")).to_contain_text("Punto wins")
    assert {it.owner for it in table.state.custody} == {"bruno"}
    table.does("burn")
    table.does("reserve", guest="ida")
    table.cast.capo_isola.does("assign", guest="ida", position="2")
    table.press(("occupy", {"position": "2"}), ("open_bets", {}))
    expect(page.locator("body")).to_contain_text("coup 2")
    expect(stakes).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_a_coup_that_is_over_is_disputed_at_the_seat_and_it_waits_for_the_dealer(hang: Hang, size: str) -> None:
    table = ready_table()
    play(table, "P100@2")
    page = hang(table, "2", language="de", size=SIZES[size])
    page.get_by_role("button", name="Einen Coup bestreiten").click()
    expect(page.locator(".seat-proposal")).to_contain_text("Einen Coup bestreiten")
    assert Display.objects.get().proposal == "dispute"
    assert (page.evaluate(CUT_OFF), page.evaluate(OVERLAP), page.evaluate(SMALL)) == ([], [], [])


def test_cards_stay_where_they_are_when_others_come_and_the_button_travels(hang: Hang) -> None:
    table = reading()
    page = hang(table, "2", size=SIZES["10 inches"])
    page.evaluate(
        """() => {
        document.querySelector('[data-key="card-1"]').here = document.querySelector(".the-button").here = true;
        window.travelled = [];
        document.addEventListener("transitionend", (event) =>
          event.target.matches(".the-button") && window.travelled.push(event.propertyName));
      }"""
    )
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["2D", "KD"])
    table.does("card_out", card="3S")
    expect(page.locator('[data-key="card-5"]')).to_have_attribute("data-face", "3S")
    assert page.evaluate("""() => document.querySelector('[data-key="card-1"]').here""")
    expect(page.locator('[data-place="2"]')).to_have_attribute("data-own-mine", "")
    table.does("turn_punto", cards=["7S", "KH"])
    pay(table)
    table.does("burn")
    expect(page.locator(".seat-headline")).to_have_text("Tra un colpo e l’altro")
    page.locator(".the-button").evaluate("one => Promise.all(one.getAnimations().map(moving => moving.finished))")
    assert page.evaluate("window.travelled") == ["transform"]
    assert page.evaluate("document.querySelector('.the-button').here")


def test_who_wants_no_motion_sees_the_button_lie_where_it_lies(hang: Hang) -> None:
    page = hang(ready_table(), "1", size=SIZES["10 inches"])
    page.emulate_media(reduced_motion="reduce")
    assert page.locator(".the-button").evaluate("one => getComputedStyle(one).transitionProperty") == "none"


def test_a_sheet_that_somebody_left_open_closes_by_itself(hang: Hang) -> None:
    page = hang(ready_table(), "1", size=SIZES["10 inches"])
    page.clock.install()
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    page.locator("[data-opens=rules]").click()
    expect(page.locator("#rules")).to_be_visible()
    page.clock.run_for(61_000)
    expect(page.locator("#rules")).to_be_hidden()


def test_an_unpaired_display_shows_its_code_and_becomes_its_seat_by_itself(reader: Reader, base_url: str) -> None:
    ready_table()
    page = reader("it")
    page.goto("/display/")
    code = "".join(page.locator(".pairing-code").inner_text().split())
    cookie = next(it["value"] for it in page.context.cookies() if it["name"] == pairing.COOKIE)
    assert code == pairing.code_of(cookie)
    expect(page.locator(".pairing-address")).to_have_text(f"{base_url}/office/displays/?code={code}")
    expect(page.locator(".pairing-square svg")).to_be_visible()
    pairs = Cast.at(HOUSE).direzione
    pairs.does("pair_display", code=code, kind="seat", table="T3", position="4")
    expect(page.locator(".seat-number")).to_have_text("4", timeout=15_000)
    pairs.does("revoke_display", code=code)
