"""The sheets of incidents in a real browser: what they admit, how they are decided, how they look."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from procedures.models import Incident
from tests.browser.looks import STICKING_OUT
from tests.browser.telling import PRESENT
from tests.house.coups import deal, lay
from tests.procedures import cases
from tests.procedures.cases import OPENED
from tests.rig.room import PATIENCE_MS, SETTLING, staff_page
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db(transaction=True)
Reader = Callable[..., Page]
LANGUAGES = ["it", "en", "de"]
SCROLLS = (
    "() => document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth"
)
SHEET_SCROLLS = (
    "() => [...document.querySelectorAll('dialog[open]')].some(one => one.scrollHeight > one.clientHeight + 1)"
)
SMALL = """() => [...document.querySelectorAll("dialog[open] :is(button, .pick, .lie-card label, summary, select)")]
  .filter(one => one.checkVisibility())
  .map(one => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 43.5)).map(([text]) => text)"""


@dataclass
class Hand:
    """Somebody's hand at a screen."""

    page: Page

    def press(self, what: str | Locator) -> None:
        """One press."""
        expect(self.page.locator(SETTLING)).to_have_count(0)
        where = self.page.locator(what) if isinstance(what, str) else what
        where.click()

    def button(self, name: str) -> None:
        """The button with this name, on the sheet that is open."""
        self.press(self.page.locator("dialog[open]").get_by_role("button", name=name, exact=True))

    @property
    def bands(self) -> Locator:
        """The incidents that stand."""
        return self.page.locator(".incident")


@pytest.fixture
def at(reader: Reader, base_url: str) -> Callable[..., Hand]:
    """The screen of somebody of the staff, signed in and with its link live."""

    def opened(badge: str, *, language: str = "en", screen: str = "tablet", code: str = "T3") -> Hand:
        page = staff_page(reader, base_url, code, badge, language=language, screen=screen)
        expect(page.locator("body")).to_have_attribute("data-link", "live", timeout=PATIENCE_MS)
        return Hand(page)

    return opened


def test_what_the_dealer_reported_by_mistake_he_takes_back_himself(at: Callable[..., Hand]) -> None:
    table = ready_table()
    cases.inverted(table)
    dealer = at("dario")
    dealer.press(dealer.bands.get_by_role("button", name="It was not so"))
    expect(dealer.bands).to_have_count(0)
    assert Incident.objects.get().status == "withdrawn"


def test_evidence_is_said_by_tapping_and_changes_the_answer(at: Callable[..., Hand]) -> None:
    table = ready_table()
    cases.order_lost(table)
    inspector = at("ivo")
    inspector.press(".incident .pick-gold")
    sheet = inspector.page.locator(".incident-decision")
    expect(sheet.locator(".verdict")).to_contain_text("Not clear")
    inspector.press(sheet.locator("details[data-key^=evidence] summary"))
    inspector.press(sheet.locator("tr[data-number='1'] .pick").nth(1))
    inspector.button("keep the evidence")
    expect(sheet.locator(".verdict")).to_contain_text("Clear")
    expect(sheet.locator(".verdict")).to_contain_text("orders considered: 1")
    assert Incident.objects.get().evidence["places"] == {"1": [1], "2": [1, 2]}


def test_a_case_is_referred_and_the_direzione_rules(at: Callable[..., Hand]) -> None:
    table = ready_table()
    cases.foreign_card(table)
    inspector, direzione = at("ivo"), at("delia")
    inspector.press(".incident .pick-gold")
    expect(inspector.page.locator("[data-steps*=refer]").get_by_label("Reason")).to_have_value(
        "a card that is not of these decks"
    )
    inspector.button("Refer to the Direzione")
    expect(direzione.bands).to_contain_text("the decision of the Direzione")
    direzione.press(".incident .pick-gold")
    ruling = direzione.page.locator('[data-steps*="rule"]')
    ruling.get_by_label("Decision of the Direzione, final").fill("the coup goes on")
    direzione.press(ruling.locator(".pick").first)
    direzione.button("Issue the ruling")
    expect(direzione.bands).to_have_count(0)
    assert Incident.objects.get().status == "ruled"


def test_a_refusal_is_read_on_the_sheet_that_asked_for_it(at: Callable[..., Hand]) -> None:
    table = ready_table()
    cases.foreign_card(table)
    direzione = at("delia")
    direzione.press(".incident .pick-gold")
    direzione.page.locator('[data-steps*="rule"]').get_by_label("Decision of the Direzione, final").fill("no effect")
    direzione.button("Issue the ruling")
    expect(direzione.page.locator(".incident-decision [data-refused]")).to_be_visible()


# --- how it looks


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheets_of_the_dealer_fit_and_axe_finds_nothing(at: Callable[..., Hand], language: str) -> None:
    table, axe = ready_table(), Axe()
    deal(table, "P100@1", "B50@2")
    dealer = at("dario", language=language)
    dealer.press(".tool-incident")
    kinds = dealer.page.locator("#incident [data-leads^=report]").evaluate_all("all => all.map(it => it.dataset.leads)")
    assert not dealer.page.evaluate(SHEET_SCROLLS)
    for kind in kinds:
        dealer.page.evaluate("kind => document.getElementById(kind).showModal()", kind)
        expect(dealer.page.locator(f"#{kind}")).to_be_in_viewport(ratio=1)
        assert not dealer.page.evaluate(SHEET_SCROLLS), kind
        assert dealer.page.evaluate(SMALL) == [], kind
        found = axe.run(dealer.page) if language == LANGUAGES[0] else None
        assert found is None or found.violations_count == 0, f"{kind}\n{found.generate_report()}"
        dealer.page.keyboard.press("Escape")


@pytest.mark.parametrize("name", OPENED)
def test_the_sheet_of_the_inspector_fits_and_axe_finds_nothing(at: Callable[..., Hand], name: str) -> None:
    table = ready_table()
    OPENED[name](table)
    inspector = at("ivo", language="de")
    assert not inspector.page.evaluate(SCROLLS)
    assert inspector.page.evaluate(STICKING_OUT) == []
    inspector.press(".incident .pick-gold")
    assert not inspector.page.evaluate(SHEET_SCROLLS)
    if inspector.page.locator(".is-awaited").count():
        inspector.press(PRESENT)
        expect(inspector.page.locator(".is-there")).to_have_count(1)
        assert not inspector.page.evaluate(SHEET_SCROLLS)
    assert inspector.page.evaluate(SMALL) == []
    found = Axe().run(inspector.page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("name", OPENED)
def test_nothing_scrolls_at_the_console_while_a_coup_is_held(at: Callable[..., Hand], name: str) -> None:
    table = ready_table()
    OPENED[name](table)
    dealer = at("dario", language="de")
    expect(dealer.bands).to_be_in_viewport(ratio=1)
    assert not dealer.page.evaluate(SCROLLS)
    assert dealer.page.evaluate(STICKING_OUT) == []


def test_on_a_phone_an_incident_can_be_reported(at: Callable[..., Hand]) -> None:
    table = ready_table()
    lay(table, "P100@1")
    table.does("close_bets", said=True)
    dealer = at("dario", screen="phone")
    for what in (".tool-incident", '[data-leads="report-stuck_cards"]', "#report-stuck_cards .pick-next"):
        expect(dealer.page.locator(SETTLING)).to_have_count(0)
        dealer.page.locator(what).tap()
    expect(dealer.page.locator("#report-stuck_cards")).not_to_be_visible()
    assert Incident.objects.get().facts["packet"] == 2
    assert dealer.page.evaluate(STICKING_OUT) == []
