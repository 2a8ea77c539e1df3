"""What a hand chose or wrote on a sheet is said of nothing else when the table moves, nor after it was closed."""

import json
from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from table.models import Entry
from table.rules.houses import VENEZIA
from table.rules.profile import derive
from table.screens.read.snapshot import LATEST_COUPS
from tests.bank.at_bank import bank_table
from tests.croupier.coups import close, deal, play
from tests.croupier.dealer import Croupier
from tests.rig.room import Hand, page_of
from tests.rig.sockets import session_of
from tests.rig.staff import PIN
from tests.rig.tables import AtTable, ready_table, seat

pytestmark = pytest.mark.django_db(transaction=True)
Hands = Callable[..., Hand]


@pytest.fixture
def table() -> AtTable:
    """A table that is ready."""
    return ready_table()


# --- the table moves


def test_a_guest_who_is_written_for_a_seat_that_is_taken_meanwhile_has_shown_no_papers_by_that(hand: Hands) -> None:
    table = ready_table(derive(VENEZIA, key="papers", identity_check=True))
    dealer = hand("dario")
    dealer.press(".region-felt [data-position='8']:not([data-box])")
    dealer.fill("#seat-8 [data-steps*='\"reserve\"'] [name=guest]", "rossi")
    seat(table, "verdi", "8")
    expect(dealer.page.locator("#seat-8 [data-steps*='\"reserve\"']")).to_have_count(0)
    assert [it.input_value() for it in dealer.page.locator("#seat-8 [name=guest]").all()] == ["", ""]


@pytest.mark.faults
def test_a_reason_that_is_written_for_one_movement_of_the_bank_is_not_that_of_another(
    reader: Callable[..., Page], base_url: str
) -> None:
    at = bank_table()
    at.opens()
    for number in (20, 10):
        at.table.cast.ispettore.does("request_fill", pieces={"10000": number})
    cookies = {settings.SESSION_COOKIE_NAME: session_of("ivo")}
    page = page_of(reader, base_url, "/tables/T3/", cookies, language="en", screen="tablet")
    page.locator("[data-opens=bank-acts]").first.click()
    voids = page.locator("#bank-acts [data-steps*=void_movement] [name=reason]")
    expect(voids).to_have_count(2)
    voids.first.fill("twice")
    voids.last.fill("asked for too much")
    at.table.cast.ispettore.does("void_movement", movement=2, reason="twice")
    expect(voids).to_have_count(1)
    expect(voids).to_have_value("asked for too much")


@pytest.mark.faults
def test_whose_banknotes_are_changed_stays_chosen_when_somebody_else_sits_down(hand: Hands) -> None:
    at = bank_table()
    at.opens()
    seat(at.table, "elena", "5")
    dealer = hand(at.table.cast.dealer.person.badge)
    dealer.press("[data-opens=bank-change]")
    dealer.press("#bank-change .bank-pick:has([value='5'])")
    seat(at.table, "anna", "1")
    expect(dealer.page.locator("#bank-change [name=position]")).to_have_count(2)
    expect(dealer.page.locator("#bank-change [name=position]:checked")).to_have_value("5")


@pytest.mark.faults
def test_the_coup_that_is_disputed_stays_chosen_when_another_one_is_over(table: AtTable, hand: Hands) -> None:
    for _coup in range(2):
        play(table, "P100@1")
    dealer = hand("dario")
    dealer.press("[data-opens=incident]")
    dealer.press("[data-leads=report-dispute], [data-opens=report-dispute]")
    coups = dealer.page.locator("#report-dispute [name='facts.coup']")
    chosen = coups.locator("option").nth(1).get_attribute("value")
    coups.select_option(chosen)
    play(table, "P100@1")
    expect(coups.locator("option")).to_have_count(3)
    expect(coups).to_have_value(chosen or "")


@pytest.mark.faults
def test_a_coup_that_is_listed_no_more_is_no_other_coup_that_is_disputed(table: AtTable, hand: Hands) -> None:
    for suits in ("SD", "HC", "DS", "CH"):
        for _twice in range(LATEST_COUPS // 4):
            play(table, "P100@1", punto=f"9{suits[0]} K{suits[1]}", banco=f"2{suits[0]} 3{suits[1]}")
    dealer = hand("dario")
    dealer.press("[data-opens=incident]")
    dealer.press("[data-leads=report-dispute], [data-opens=report-dispute]")
    coups = dealer.page.locator("#report-dispute [name='facts.coup']")
    oldest = coups.locator("option").last.get_attribute("value")
    coups.select_option(oldest)
    play(table, "P100@1")
    expect(coups.locator(f"option[value='{oldest}']")).to_have_count(0)
    expect(coups).to_have_value("")
    assert coups.evaluate("it => it.validity.valueMissing"), "it is not sent before another one is chosen"


@pytest.mark.faults
def test_whose_stakes_are_gone_is_not_chosen_anew_by_itself(table: AtTable, hand: Hands) -> None:
    close(table, "P100@1", "B50@2")
    dealer = hand("dario")
    dealer.press("[data-opens=take-back]")
    at = dealer.page.locator("#take-back form:has([name='new.meant']) [name='new.position']")
    expect(at).to_have_value("1")
    at.select_option("2")
    taken = {"position": "2", "box": "banco", "amount": 0}
    table.does("correct_entry", what="stake", new=taken, reason="mistyped")
    expect(at.locator("option")).to_have_count(1)
    expect(at).to_have_value("")
    dealer.press("#take-back [data-closes]")
    dealer.press("[data-opens=take-back]")
    expect(at).to_have_value("1")


# --- a sheet is closed


def test_a_pin_does_not_stay_in_a_sheet_that_is_closed(table: AtTable, hand: Hands) -> None:
    dealer = hand("dario")
    dealer.press("[data-opens=more]")
    dealer.press("[data-leads=change-dealer]")
    dealer.fill("#change-dealer [name=badge]", "dora")
    dealer.fill("#change-dealer [name=pin]", PIN)
    dealer.press("#change-dealer [data-closes]")
    for name in ("badge", "pin"):
        expect(dealer.page.locator(f"#change-dealer [name={name}]")).to_have_value("")


@pytest.mark.faults
def test_a_sheet_stays_where_a_text_on_it_is_marked_with_a_mouse_past_its_edge(table: AtTable, hand: Hands) -> None:
    dealer = hand("dario")
    dealer.press("[data-opens=more]")
    dealer.press("[data-leads=change-dealer]")
    badge, mouse = dealer.page.locator("#change-dealer [name=badge]"), dealer.page.mouse
    badge.fill("dora")
    badge.hover()
    mouse.down()
    mouse.move(20, 20)
    mouse.up()
    expect(badge).to_have_value("dora")
    mouse.click(20, 20)
    expect(badge).to_be_hidden()


@pytest.mark.faults
def test_points_that_were_chosen_and_not_said_are_not_those_of_the_next_coup(table: AtTable, hand: Hands) -> None:
    dealer = hand("dario")
    for _coup in range(2):
        deal(table, "P100@1")
        croupier = Croupier(table, "9S KD 2H 5S")
        croupier.advance("announce")
        dealer.press("[data-opens=other-figures]")
        said = dealer.page.locator("#other-figures [name=banco]:checked")
        expect(said).not_to_have_value("8")
        dealer.press("#other-figures .choice:has([name=banco][value='8'])")
        expect(said).to_have_value("8")
        dealer.press("#other-figures [data-closes]")
        croupier.advance("burn")
        table.does("burn")


@pytest.mark.faults
def test_a_reason_of_taking_back_is_not_that_of_the_next_time(table: AtTable, hand: Hands) -> None:
    deal(table, "P100@1")
    Croupier(table, "9S KD 2H 5S").advance("announce")
    dealer = hand("dario")
    dealer.press("[data-opens=take-back]")
    dealer.press("#take-back .choice:has([value=misread])")
    dealer.press("#take-back [data-pad-opens]")
    dealer.press("[data-card='3C']")
    expect(dealer.page.locator(".console[data-own-pad]")).to_have_count(0)
    corrected = Entry.objects.filter(register="T3", verb="correct_entry").latest("number")
    assert json.loads(corrected.arguments)["reason"] == "misread"
    dealer.press("[data-opens=take-back]")
    expect(dealer.page.locator("#take-back [name=reason]:checked")).to_have_value("mistyped")
