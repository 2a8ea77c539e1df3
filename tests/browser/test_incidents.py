"""From the dealer's mistake to the ratified coup in a real browser; presses are counted."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from playwright.sync_api import Locator, Page, expect

from procedures.models import Attestation, Incident
from table.models import Coup
from table.rules.profiles import Role
from tests.browser.looks import STICKING_OUT
from tests.house.coups import deal, lay
from tests.procedures import cases
from tests.procedures.cases import OPENED
from tests.rig.sockets import session_of
from tests.rig.staff import PIN, with_pin
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db(transaction=True)
Reader = Callable[..., Page]
LANGUAGES = ["it", "en", "de"]
PATIENCE_MS = 15_000
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
    """Somebody's hand at a screen, whose presses are counted."""

    page: Page
    presses: int = 0

    def press(self, what: str | Locator) -> None:
        """One press."""
        where = self.page.locator(what) if isinstance(what, str) else what
        where.click()
        self.presses += 1

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
        page = reader(language, screen)
        cookies = {settings.SESSION_COOKIE_NAME: session_of(badge), settings.LANGUAGE_COOKIE_NAME: language}
        page.context.add_cookies([{"name": name, "value": value, "url": base_url} for name, value in cookies.items()])
        page.goto(f"/tables/{code}/dealer/" if badge == "dario" else f"/tables/{code}/")
        expect(page.locator("body")).to_have_attribute("data-link", "live", timeout=PATIENCE_MS)
        return Hand(page)

    return opened


def standing_hands() -> AtTable:
    """Seven and six, both turned: no card is due to anybody."""
    table = ready_table()
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["7S", "KD"])
    table.does("turn_punto", cards=["6H", "QC"])
    return table


def play_on(table: AtTable, *, banco: int, punto: int) -> Coup:
    """The dealer announces, pays and burns; the coup as it stands in the record."""
    table.press(("announce", {"banco": banco, "punto": punto}), ("settle", {}), ("burn", {}))
    coup = table.row.coups.order_by("number").last()
    assert coup is not None
    return coup


# --- Super Punto Banco, Art. 1


@pytest.mark.parametrize(("words", "location", "blank"), [(0, "held_under", False), (1, "held_seen", True)])
def test_a_card_too_many_is_told_by_three_presses_seen_or_not(
    at: Callable[..., Hand], words: int, location: str, blank: bool
) -> None:
    table = standing_hands()
    dealer = at("dario")
    dealer.press(".tool-incident")
    dealer.press('[data-leads="report-extra"]')
    dealer.press(dealer.page.locator("#report-extra .kind").nth(words))
    expect(dealer.page.locator("#report-extra")).not_to_be_visible()
    expect(dealer.page.locator(".aside-held")).to_be_attached()
    assert dealer.presses == 3
    assert [card.location for card in table.floor.held] == [location]
    assert Incident.objects.get().status == "settled_by_law"
    expect(dealer.bands).to_have_count(0)
    play_on(table, banco=7, punto=6)
    assert table.floor.blank_due is blank


# --- Art. 8


def test_an_undue_third_card_from_the_report_to_the_ratified_coup(at: Callable[..., Hand]) -> None:
    table = standing_hands()
    dealer, inspector = at("dario"), at("ivo")

    dealer.press(".tool-incident")
    dealer.press('[data-leads="report-undue_third"]')
    dealer.press("#report-undue_third .lie-card:nth-child(5) .lie-punto")
    dealer.button("report it")
    expect(dealer.bands).to_contain_text("Awaited: the presence of Ispettore di Gioco.")
    assert dealer.presses == 4
    assert Incident.objects.get().facts["laid"] == ["punto", "banco", "punto", "banco", "punto"]

    inspector.press(".incident .pick-gold")
    sheet = inspector.page.locator(".incident-decision")
    expect(sheet).to_contain_text("set aside")
    inspector.button("I am present")
    inspector.button("Ratify: lay the cards so")
    expect(sheet).to_have_count(0)
    assert inspector.presses == 3

    expect(dealer.bands).to_have_count(0)
    expect(dealer.page.locator('.now[data-now="announce"]')).to_be_attached(timeout=PATIENCE_MS)
    assert [card.location for card in table.floor.held] == ["held_under"]
    assert play_on(table, banco=7, punto=6).result == "banco"
    assert table.floor.blank_due


def test_what_the_dealer_reported_by_mistake_he_takes_back_himself(at: Callable[..., Hand]) -> None:
    table = ready_table()
    cases.inverted(table)
    dealer = at("dario")
    dealer.press(dealer.bands.get_by_role("button", name="It was not so"))
    expect(dealer.bands).to_have_count(0)
    assert Incident.objects.get().status == "withdrawn"


# --- the premise, with both inspectors


def test_both_inspectors_at_one_screen_and_nobody_is_signed_out(at: Callable[..., Hand]) -> None:
    table = ready_table()
    with_pin(Role.ISPETTORE_COMUNALE)
    cases.declaration(table)
    inspector = at("ivo")
    inspector.press(".incident .pick-gold")
    inspector.button("I am present")
    expect(inspector.page.locator(".is-there")).to_contain_text("ivo")
    inspector.button("Somebody else: badge and PIN")
    form = inspector.page.locator("#attest-here")
    form.get_by_label("Badge").fill("cosima")
    form.get_by_label("PIN").fill(PIN)
    inspector.press(form.get_by_role("button", name="I am present"))

    expect(inspector.page.locator(".incident-decision")).to_be_visible(timeout=PATIENCE_MS)
    expect(inspector.page.locator(".is-there")).to_have_count(2)
    expect(inspector.page.locator("body")).to_have_attribute("data-link", "live", timeout=PATIENCE_MS)
    inspector.button("Ratify: lay the cards so")
    expect(inspector.bands).to_have_count(0)
    assert inspector.presses == 5
    assert set(Attestation.objects.values_list("badge", flat=True)) == {"ivo", "cosima"}
    table.does("card_out", card="3S")
    assert play_on(table, banco=7, punto=7).result == "tie"


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


def test_what_is_not_clear_is_annulled_for_a_reason(at: Callable[..., Hand]) -> None:
    table = ready_table()
    cases.order_lost(table)
    inspector = at("ivo")
    inspector.press(".incident .pick-gold")
    inspector.button("I am present")
    sheet = inspector.page.locator(".incident-decision")
    inspector.press(sheet.locator("details[data-key^=annul] summary"))
    sheet.locator("[data-reports=annul_incident]").get_by_label("Reason").fill("mixed up")
    inspector.button("Annul the coup")
    expect(inspector.bands).to_have_count(0)
    coup = table.floor.coup
    assert coup is not None
    assert coup.outcome == "annulled"


def test_a_case_is_referred_and_the_direzione_rules(at: Callable[..., Hand]) -> None:
    table = ready_table()
    cases.foreign_card(table)
    inspector, direzione = at("ivo"), at("delia")
    inspector.press(".incident .pick-gold")
    inspector.press("details[data-key^=refer] summary")
    inspector.page.locator("[data-reports=refer]").get_by_label("Reason").fill("foreign card")
    inspector.button("Refer to the Direzione")
    expect(direzione.bands).to_contain_text("the decision of the Direzione")
    direzione.press(".incident .pick-gold")
    ruling = direzione.page.locator("[data-reports=rule]")
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
    direzione.page.locator("[data-reports=rule]").get_by_label("Decision of the Direzione, final").fill("no effect")
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
        dealer.press(f'[data-leads="{kind}"]')
        expect(dealer.page.locator(f"#{kind}")).to_be_in_viewport(ratio=1)
        assert not dealer.page.evaluate(SHEET_SCROLLS), kind
        assert dealer.page.evaluate(SMALL) == [], kind
        found = axe.run(dealer.page)
        assert found.violations_count == 0, f"{kind}\n{found.generate_report()}"
        dealer.page.keyboard.press("Escape")
        dealer.press(".tool-incident")


@pytest.mark.parametrize("name", OPENED)
def test_the_sheet_of_the_inspector_fits_and_axe_finds_nothing(at: Callable[..., Hand], name: str) -> None:
    table = ready_table()
    OPENED[name](table)
    inspector = at("ivo", language="de")
    assert not inspector.page.evaluate(SCROLLS)
    assert inspector.page.evaluate(STICKING_OUT) == []
    inspector.press(".incident .pick-gold")
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
    dealer.page.locator(".tool-incident").tap()
    dealer.page.locator('[data-leads="report-stuck_cards"]').tap()
    dealer.page.locator("#report-stuck_cards .pick-next").tap()
    expect(dealer.page.locator("#report-stuck_cards")).not_to_be_visible()
    assert Incident.objects.get().facts["packet"] == 2
    assert dealer.page.evaluate(STICKING_OUT) == []
