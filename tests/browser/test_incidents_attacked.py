"""The sheets of incidents in tired and in distrustful hands: nothing half said is carried on, nothing old decided."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from procedures.models import Attestation, Incident
from table.rules.profile import Role
from tests.browser.looks import STICKING_OUT
from tests.browser.telling import ANNUL, INCIDENT, PRESENT, RATIFY, SHEET, SOMEBODY_ELSE, hands_turned
from tests.house.coups import deal
from tests.procedures import cases
from tests.rig.room import PATIENCE_MS, Hand, Watch, staff_page
from tests.rig.staff import PIN, with_pin
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db(transaction=True)
Reader = Callable[..., Page]
Opens = Callable[..., Hand]
SHEETS_STICKING_OUT = """() => [...document.querySelectorAll("dialog[open]")]
  .filter(one => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth)
  .map(one => one.id)"""


@pytest.fixture
def at(reader: Reader, base_url: str) -> Opens:
    """The screen of somebody of the staff, whose link is live."""

    def opened(badge: str, *, language: str = "en", screen: str = "tablet") -> Hand:
        page = staff_page(reader, base_url, "T3", badge, language=language, screen=screen)
        expect(page.locator("body")).to_have_attribute("data-link", "live", timeout=PATIENCE_MS)
        return Hand(page, Watch())

    return opened


# --- the dealer at three in the morning


def test_what_was_half_said_of_one_coup_is_not_said_of_the_next(at: Opens) -> None:
    table = ready_table()
    first = deal_and_turn(table)
    dealer = at("dario")
    told = "#report-undue_third .lie-card:nth-child(5)"
    open_report(dealer, "undue_third")
    dealer.press(f"{told} .lie-punto")
    expect(dealer.page.locator("#report-undue_third legend b").first).to_have_text("6♥")
    dealer.page.keyboard.press("Escape")
    open_report(dealer, "undue_third")
    expect(dealer.page.locator(f"{told} .lie-out input")).to_be_checked()
    dealer.press(f"{told} .lie-punto")

    table.press(("announce", {"banco": 7, "punto": 6}), ("settle", {}), ("burn", {}))
    assert deal_and_turn(table, punto=("5H", "AC")) != first
    expect(dealer.page.locator("#report-undue_third legend b").first).to_have_text("5♥", timeout=PATIENCE_MS)
    expect(dealer.page.locator(f"{told} .lie-out input")).to_be_checked()


def test_a_second_tap_answers_no_question_of_the_sheet_that_has_just_opened(at: Opens) -> None:
    table = ready_table()
    deal_and_turn(table)
    dealer = at("dario")
    dealer.press(INCIDENT)
    dealer.sees_gone("[data-own-fresh]")
    # The finger stays where it was: below it is now another button.
    dealer.page.evaluate("""() => {
      document.querySelector('#incident [data-leads="report-extra_card"]').click();
      document.querySelector("#report-extra_card .kind").click();
    }""")
    expect(dealer.page.locator("#report-extra_card")).to_be_visible()
    dealer.press("#report-extra_card [data-closes]")
    assert not Incident.objects.exists()
    assert not table.state.held


def test_by_the_keyboard_alone_a_card_too_many_is_told(at: Opens) -> None:
    table = ready_table()
    deal_and_turn(table)
    dealer = at("dario")
    keys = dealer.page.keyboard
    for key in ("i", "Tab", "Enter", "Tab", "Enter"):
        dealer.sees_gone("[data-own-fresh]")
        keys.press(key)
    dealer.sees_gone("dialog[open]")
    dealer.sees(".aside-held")
    assert [card.location for card in table.state.held] == ["held_under"]


def test_a_screen_that_is_loaded_anew_in_the_middle_goes_on_where_it_was(at: Opens) -> None:
    table = ready_table()
    cases.inverted(table)
    inspector = at("ivo")
    inspector.press(SHEET)
    inspector.press(PRESENT)
    inspector.sees(".is-there")
    inspector.page.reload()
    inspector.press(SHEET)
    inspector.sees(".is-there")
    inspector.page.goto("/pit/")
    inspector.page.go_back()
    inspector.press(SHEET)
    inspector.press(RATIFY)
    inspector.sees_gone(".incident")
    assert Incident.objects.get().status == "ratified"


# --- two who decide, and one who was not there


def test_a_sheet_whose_case_somebody_else_has_decided_closes_and_says_so(at: Opens) -> None:
    table = ready_table()
    cases.inverted(table)
    number = Incident.objects.get().number
    reads, attests = at("ivo"), at("irma")
    reads.press(SHEET)
    attests.press(SHEET)
    attests.press(SOMEBODY_ELSE)
    table.cast.ispettore.does("attest", incident=number)
    table.cast.ispettore.does("ratify", incident=number)
    for one in (reads, attests):
        one.sees_gone("dialog[open]")
        expect(one.page.locator("#said")).to_contain_text("decided meanwhile")
        expect(one.page.locator("body")).to_have_attribute("data-link", "live")


def test_a_wrong_pin_is_said_on_the_sheet_and_five_of_them_lock_the_badge(at: Opens) -> None:
    with_pin(Role.ISPETTORE_COMUNALE)
    table = ready_table()
    cases.declaration(table)
    inspector = at("ivo")
    inspector.press(SHEET)
    inspector.press(PRESENT)
    inspector.press(SOMEBODY_ELSE)
    inspector.fill("#attest-here [name=badge]", "cosima")
    refused = inspector.page.locator("#attest-here [data-refused]")
    for pin in ("000000",) * 5 + (PIN,):
        inspector.fill("#attest-here [name=pin]", pin)
        inspector.press("#attest-here .pick-next")
        expect(inspector.page.locator("#attest-here [name=pin]")).to_have_value("", timeout=PATIENCE_MS)
        expect(refused).not_to_be_empty()
    expect(refused).to_contain_text("locked")
    assert [it.badge for it in Attestation.objects.all()] == ["ivo"]
    inspector.press("#attest-here [data-closes]")
    inspector.sees(".incident-decision .is-awaited")
    expect(inspector.page.locator(RATIFY)).to_have_count(0)


def test_who_did_not_attest_reads_why_he_cannot_ratify(at: Opens) -> None:
    table = ready_table()
    cases.inverted(table)
    table.cast.second_ispettore.does("attest", incident=Incident.objects.get().number)
    inspector = at("ivo")
    inspector.press(SHEET)
    inspector.press(RATIFY)
    expect(inspector.page.locator(".incident-decision [data-refused]")).to_contain_text("attest your presence first")


# --- in a pocket


@pytest.mark.parametrize("language", ["it", "de"])
def test_on_a_phone_the_case_is_decided_and_nothing_sticks_out(at: Opens, language: str) -> None:
    table = ready_table()
    cases.order_lost(table)
    inspector = at("ivo", language=language, screen="phone")
    inspector.press(SHEET)
    assert inspector.page.evaluate(SHEETS_STICKING_OUT) == []
    inspector.press(PRESENT)
    inspector.press("details[data-key^=evidence] summary")
    assert inspector.page.evaluate(SHEETS_STICKING_OUT) == []
    assert inspector.page.evaluate(STICKING_OUT) == []
    inspector.press(ANNUL)
    inspector.sees_gone(".incident")
    assert Incident.objects.get().status == "annulled"


def deal_and_turn(table: AtTable, *, punto: tuple[str, str] = ("6H", "QC")) -> str:
    """Both hands lie open, and nobody is due a card; how the coup is named."""
    deal(table, "P100@1", "B50@2")
    hands_turned(table, punto=punto)
    return table.coup


def open_report(dealer: Hand, kind: str) -> None:
    """«Incident», and the sheet of this kind."""
    dealer.press(INCIDENT)
    dealer.press(f'#incident [data-leads="report-{kind}"]')
