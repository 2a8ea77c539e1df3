"""A guest disputes a coup that is over: the dealer reports it, the Ispettore decides it, another office agrees."""

import pytest
from playwright.sync_api import Route, expect

from procedures.models import Incident
from table.models import Adjustment
from table.rules.houses import VENEZIA
from table.rules.profile import Profile, derive
from tests.browser.accessible import Axe
from tests.browser.conftest import Hands
from tests.browser.looks import DIALOG_SCROLLS, SCROLLS, SMALL_ON_DIALOGS, STICKING_OUT
from tests.browser.telling import INCIDENT, OPENS_CASE, REPORT
from tests.croupier import cases
from tests.croupier.coups import play
from tests.rig.room import Hand
from tests.rig.scripts import script
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db(transaction=True)

BY_TWO = derive(VENEZIA, key="by-two", correction_second_from=5000)


def disputed(profile: Profile = VENEZIA) -> AtTable:
    """Two coups were played; at position 2 somebody disputes the first of them, and it is reported."""
    table = two_coups(profile)
    cases.report(table, "dispute", coup="1.1", position="2", about="payment")
    return table


def two_coups(profile: Profile = VENEZIA) -> AtTable:
    """Two coups were played, and the betting is open."""
    table = ready_table(profile)
    play(table, "P100@1", "B50@2")
    play(table, "P100@1")
    table.does("open_bets")
    return table


@pytest.mark.faults
def test_what_a_bettor_gets_is_typed_on_a_phone_without_moving_the_sheet_aside(hand: Hands) -> None:
    disputed()
    inspector = hand("ivo", language="de", screen="phone")
    inspector.press(OPENS_CASE)
    amount = inspector.page.locator(".incident-decision [name$='.amount']").filter(visible=True)
    amount.scroll_into_view_if_needed()
    expect(amount).to_be_in_viewport(ratio=1)
    field = amount.bounding_box()
    assert field is not None
    assert field["width"] > 250


def report(dealer: Hand) -> None:
    """At position 2 somebody disputes the first of the coups, and the dealer says so at the console."""
    dealer.press(INCIDENT)
    dealer.press('#incident [data-leads="report-dispute"]')
    dealer.page.locator('#report-dispute [name="facts.coup"]').select_option("1.1")
    for name, value in (("position", "2"), ("about", "payment")):
        dealer.press(f'#report-dispute .pick:has([name="facts.{name}"][value="{value}"])')
    dealer.press(REPORT)
    expect(dealer.bands).to_contain_text("the decision of the Ispettore di Gioco")


def decide(inspector: Hand, amount: str) -> None:
    """So much for the guest at position 2, with its words."""
    inspector.press(OPENS_CASE)
    dialog = inspector.page.locator(".incident-decision")
    dialog.get_by_label("bruno gets").fill(amount)
    dialog.get_by_label("Decision, in words").fill("paid to the neighbour")
    inspector.button("Decide the dispute")


@pytest.mark.faults
def test_the_dealer_reports_it_and_the_ispettore_decides_it_while_the_betting_is_open(hand: Hands) -> None:
    table = two_coups()
    dealer, inspector = hand("dario"), hand("ivo")
    report(dealer)
    decide(inspector, "50")
    inspector.sees_gone(".incident")
    dealer.sees_gone(".incident")
    assert [(it.bettor, it.amount) for it in Adjustment.objects.all()] == [("bruno", 5000)]
    assert Incident.objects.get().status == "decided"
    assert table.state.coup is not None
    inspector.page.goto("/tables/T3/coups/1.1/")
    expect(inspector.page.locator(".replay-later")).to_contain_text("paid to the neighbour")


@pytest.mark.faults
def test_what_they_give_back_is_keyed_with_a_minus_and_somebody_of_another_office_agrees(hand: Hands) -> None:
    table = disputed(BY_TWO)
    table.cast.capo_isola.does("sign_on")
    inspector, capo = hand("ivo"), hand("italo")
    decide(inspector, "-50")
    expect(inspector.bands).to_contain_text("somebody of another office agrees")
    capo.press(OPENS_CASE)
    expect(capo.page.locator(".incident-decision")).to_contain_text("paid to the neighbour")
    capo.button("I agree to the decision")
    capo.sees_gone(".incident")
    assert [(it.bettor, it.amount) for it in Adjustment.objects.all()] == [("bruno", -5000)]


@pytest.mark.faults
def test_over_a_slow_link_the_felt_shows_the_step_that_was_asked_for_last_and_each_press_goes_one_on(
    hand: Hands,
) -> None:
    disputed()
    inspector = hand("ivo")
    page = inspector.page
    inspector.press(OPENS_CASE)
    coup = page.locator(".disputed-coup")
    expect(coup.locator("[data-goes='-1']")).to_be_enabled()
    shown = int(coup.get_attribute("data-step") or "")
    late: list[Route] = []

    def keep_back(route: Route) -> None:
        late.append(route)

    page.route("**/coups/**", keep_back)
    # A sheet that has just opened takes no press for a moment.
    expect(page.locator("[data-own-fresh]")).to_have_count(0)
    for way in ("-1", "-1", "1", "-1"):
        coup.locator(f"[data-goes='{way}']").click()
    page.evaluate("() => fetch('/healthz')")  # whatever was asked for before is kept back now
    assert [it.request.url.rpartition("=")[2] for it in late] == [str(shown - it) for it in (1, 2, 1, 2)]
    for route in (late[3], late[1], late[2], late[0]):
        with page.expect_response(route.request.url):
            route.continue_()
    page.evaluate("() => fetch('/healthz')")  # whatever came before has been shown
    expect(coup).to_have_attribute("data-step", str(shown - 2))


@pytest.mark.faults
def test_it_is_referred_and_the_direzione_decides(hand: Hands) -> None:
    disputed()
    inspector, direzione = hand("ivo"), hand("delia")
    inspector.press(OPENS_CASE)
    inspector.press(".incident-decision details[data-key^=refer] summary")
    inspector.page.locator("[data-steps*=refer]").get_by_label("Reason").fill("he insists")
    inspector.button("Refer to the Direzione")
    expect(direzione.bands).to_contain_text("the decision of the Direzione")
    direzione.press(OPENS_CASE)
    direzione.page.locator(".incident-decision").get_by_label("Decision, in words").fill("nothing moves")
    direzione.button("Decide the dispute")
    direzione.sees_gone(".incident")
    assert (Incident.objects.get().status, Adjustment.objects.count()) == ("ruled", 0)


@pytest.mark.faults
def test_beside_a_second_case_both_are_seen_and_positions_keep_their_keys(hand: Hands) -> None:
    disputed().does("report_incident", kind="worn_card", facts={"card": "7S"})
    page = hand("dario", language="de").page
    expect(page.locator(".incident")).to_have_count(2)
    wrong = dict[tuple[int, int], object]()
    for width, height in ((1280, 800), (1194, 834), (1366, 768), (800, 1280), (390, 844), (844, 390), (640, 400)):
        page.set_viewport_size({"width": width, "height": height})
        wrong[width, height] = page.evaluate(script("looks", "scrolledAway"))
    assert {where: found for where, found in wrong.items() if found} == {}


@pytest.mark.faults
def test_the_sheet_of_the_dealer_fits_with_as_many_coups_as_it_offers(hand: Hands) -> None:
    table = ready_table()
    for suit in "SHDC" * 2 + "S":
        play(table, "P100@1", punto=f"9{suit} K{suit}", banco=f"2{suit} 3{suit}")
    dealer = hand("dario", language="de")
    page = dealer.page
    dealer.press(INCIDENT)
    assert not page.evaluate(DIALOG_SCROLLS)
    dealer.press('#incident [data-leads="report-dispute"]')
    expect(page.locator("#report-dispute")).to_be_in_viewport(ratio=1)
    assert page.locator('[name="facts.coup"] option').count() == 8
    assert not page.evaluate(DIALOG_SCROLLS)
    assert page.evaluate(SMALL_ON_DIALOGS) == []
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.faults
def test_its_sheets_fit_and_axe_finds_nothing(hand: Hands) -> None:
    disputed()
    wrong = dict[tuple[str, str], object]()
    for screen in ("tablet", "phone"):
        inspector = hand("ivo", language="de", screen=screen)
        page = inspector.page
        wrong[screen, "page"] = page.evaluate(STICKING_OUT)
        inspector.press(OPENS_CASE)
        looks = [SMALL_ON_DIALOGS] + [SCROLLS, DIALOG_SCROLLS] * (screen == "tablet")
        wrong |= {(screen, look): page.evaluate(look) for look in looks}
        wrong[screen, "axe"] = Axe().complaints(page)
    assert {where: found for where, found in wrong.items() if found} == {}
