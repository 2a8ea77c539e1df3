"""The dealer reports at the console what went wrong: the sheets that they see, and what these keep to themselves."""

import re

import pytest
from playwright.sync_api import expect

from procedures.models import Incident
from table.models import Entry, Note
from tests.browser.accessible import Axe
from tests.browser.conftest import Hands
from tests.browser.looks import DIALOG_SCROLLS, KEY_COVERS, SMALL_ON_DIALOGS, SMALL_TYPE, STICKING_OUT
from tests.browser.telling import CARDS, INCIDENT, REPORT, REPORT_DISTINGUISHED
from tests.croupier import cases
from tests.croupier.coups import deal, lay
from tests.croupier.dealer import Croupier
from tests.rig.patience import PATIENCE_MS
from tests.rig.room import SETTLING, Hand
from tests.rig.scripts import script
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db(transaction=True)
OUT_OF_REACH = script("desk", "isOutOfReach")


# --- what the dealer says


@pytest.mark.faults
def test_what_the_dealer_reported_by_mistake_they_take_back_themselves(hand: Hands) -> None:
    table = ready_table()
    cases.inverted(table)
    dealer = hand("dario")
    dealer.press(dealer.bands.get_by_role("button", name="It was not so"))
    expect(dealer.bands).to_have_count(0)
    assert Incident.objects.get().status == "withdrawn"


@pytest.mark.faults
def test_a_held_console_says_at_every_size_since_when_it_calls_who_comes_and_who_decides(hand: Hands) -> None:
    table = ready_table()
    cases.inverted(table)
    dealer, steps = hand("dario"), ".incident .held-steps li"
    page = dealer.page
    expect(page.locator(steps).first.locator("time")).to_have_attribute("data-own-clock", re.compile(r"0:\d\d"))
    expect(page.locator(steps).nth(1)).to_have_class("step-now")
    table.cast.ispettore.does("go_to_alert", number=table.number, code="incident_reported")
    expect(page.locator(steps)).to_contain_text(["called", "ivo", "Ispettore di Gioco"])
    for width, height in ((1280, 800), (1024, 768), (1366, 768), (800, 1280), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        for step in page.locator(steps).filter(visible=True).all():
            expect(step).to_be_in_viewport(ratio=1)
        assert page.locator(".region-incidents").evaluate("one => one.scrollHeight <= one.clientHeight"), width


@pytest.mark.faults
def test_of_a_held_coup_what_is_awaited_and_every_covered_card_that_somebody_turns_are_whole(hand: Hands) -> None:
    cases.inverted(ready_table())
    page = hand("dario", language="it").page
    expect(page.locator(".now .others button")).to_have_count(6)
    for width, height in ((1280, 800), (1024, 768), (1280, 640), (1024, 640), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        for one in (page.locator(".now .waits"), *page.locator(".now .others button").all()):
            expect(one).to_be_in_viewport(ratio=1)
            assert not one.evaluate(OUT_OF_REACH), (width, height, one.text_content())


@pytest.mark.faults
def test_what_lies_there_uncollected_is_told_with_its_amount(hand: Hands) -> None:
    table = ready_table()
    dealer, inspector = hand("dario"), hand("ivo")
    open_report(dealer, "uncollected")
    dialog = dealer.page.locator("#report-uncollected")
    assert dealer.page.evaluate(STICKING_OUT) == []
    dealer.press(dialog.locator(".pick", has_text="9"))
    dealer.press(dialog.locator(".pick", has_text="other chips"))
    dialog.get_by_label("How much?").fill("12,50")
    dialog.get_by_label("Whose is it").fill("verdi")
    dealer.button("report it")
    expect(inspector.page.locator(".panel-custody li")).to_contain_text("verdi")
    [slip] = table.state.custody
    assert (slip.position, slip.owner, slip.kind, slip.amount) == ("9", "verdi", "chips", 1250)


@pytest.mark.faults
def test_what_was_half_said_of_one_coup_is_not_said_of_the_next(hand: Hands) -> None:
    table = ready_table()
    first = deal_and_turn(table)
    dealer = hand("dario")
    fifth_card = "#report-undue_third .lie-card:nth-child(5)"
    open_report(dealer, "undue_third")
    dealer.press(f"{fifth_card} .lie-punto")
    dealer.page.keyboard.press("Escape")
    open_report(dealer, "undue_third")
    expect(dealer.page.locator(f"{fifth_card} .lie-out input")).to_be_checked()
    dealer.press(f"{fifth_card} .lie-punto")

    table.press(("announce", {"banco": 7, "punto": 6}), ("settle", {}), ("burn", {}))
    assert deal_and_turn(table, "5H 7S AC QH") != first
    expect(dealer.page.locator(f"{fifth_card} .lie-out input")).to_be_checked(timeout=PATIENCE_MS)


@pytest.mark.faults
def test_of_a_card_that_does_not_wait_beside_the_sabot_the_sheet_says_that_it_is_not_out(hand: Hands) -> None:
    table = ready_table()
    deal(table, "P100@1", "B50@2")
    table.does("turn_banco", cards=["AC", "7S"])
    table.does("card_out", extra=True)
    dealer = hand("dario")
    open_report(dealer, "undue_third")
    for place, where in ((3, "banco"), (4, "punto"), (5, "out")):
        dealer.press(f"#report-undue_third .lie-card:nth-child({place}) .lie-{where}")
    dealer.press("#report-undue_third .pick-next:not(.pick-else)")
    expect(dealer.bands).to_have_count(1)
    assert [str(it.location) for it in table.state.of_the_hand] == ["punto", "banco", "banco", "punto"]


@pytest.mark.faults
def test_the_press_that_reports_says_whether_somebody_knows_when_the_covered_cards_came_out(hand: Hands) -> None:
    table = ready_table()
    dealer = hand("dario")
    for press, knows in ((REPORT, False), (REPORT_DISTINGUISHED, True)):
        deal(table, "P100@1", "B50@2")
        dealer.sees('.now[data-now="declare"]')
        open_report(dealer, "wrong_number")
        dealer.press("#report-wrong_number .lie-card:nth-child(4) .lie-punto")
        dealer.press(press)
        dealer.sees_gone("dialog[open]")
        case = cases.newest()
        assert (case.facts["told_apart"], case.answer["verdict"]) == (knows, "clear" if knows else "not_clear")
        cases.end(table)


def test_the_two_presses_of_a_report_in_one_moment_are_one(hand: Hands) -> None:
    deal(ready_table(), "P100@1", "B50@2")
    dealer = hand("dario")
    open_report(dealer, "wrong_number")
    dealer.press("#report-wrong_number .lie-card:nth-child(4) .lie-punto")
    buttons = dealer.page.locator(REPORT).filter(visible=True)
    buttons.evaluate_all("all => all.forEach(it => it.click())")
    dealer.sees_gone("dialog[open]")
    assert Entry.objects.filter(verb="report_incident").count() == 1
    assert not Incident.objects.get().facts["told_apart"]


@pytest.mark.faults
def test_where_every_card_lies_open_nobody_is_asked_which_is_which(hand: Hands) -> None:
    deal_and_turn(ready_table())
    dealer = hand("dario")
    open_report(dealer, "inverted")
    assert dealer.page.locator(REPORT).filter(visible=True).count() == 1


def deal_and_turn(table: AtTable, cards: str = CARDS) -> str:
    """Both hands lie open, and nobody is due a card; how the coup is named."""
    deal(table, "P100@1", "B50@2")
    Croupier(table, cards).advance("announce")
    return table.coup


def open_report(dealer: Hand, kind: str) -> None:
    """«Incident», and the sheet of this kind."""
    dealer.press(INCIDENT)
    dealer.press(f'#incident [data-leads="report-{kind}"]')


def test_a_second_tap_answers_no_question_of_the_sheet_that_has_just_opened(hand: Hands) -> None:
    table = ready_table()
    deal_and_turn(table)
    dealer = hand("dario")
    dealer.press(INCIDENT)
    dealer.sees_gone(SETTLING)
    dealer.page.evaluate(script("console", "tapTwiceOnIncident"))
    expect(dealer.page.locator("#report-extra_card")).to_be_visible()
    dealer.press("#report-extra_card [data-closes]")
    assert not Incident.objects.exists()
    assert not table.state.held


@pytest.mark.faults
def test_by_the_keyboard_alone_a_card_too_many_is_told(hand: Hands) -> None:
    table = ready_table()
    deal_and_turn(table)
    dealer = hand("dario")
    keys = dealer.page.keyboard
    for key in ("i", "Tab", "Enter", "Tab", "Enter"):
        dealer.sees_gone(SETTLING)
        keys.press(key)
    dealer.sees_gone("dialog[open]")
    dealer.sees(".aside-held")
    assert [card.location for card in table.state.held] == ["held_under"]


@pytest.mark.faults
def test_on_a_phone_an_incident_can_be_reported(hand: Hands) -> None:
    table = ready_table()
    lay(table, "P100@1")
    table.does("close_bets", said=True)
    dealer = hand("dario", screen="phone")
    for what in (".tool-incident", '[data-leads="report-stuck_cards"]', "#report-stuck_cards .pick-next"):
        expect(dealer.page.locator(SETTLING)).to_have_count(0)
        dealer.page.locator(what).tap()
    expect(dealer.page.locator("#report-stuck_cards")).not_to_be_visible()
    assert Incident.objects.get().facts["packet"] == 2
    assert dealer.page.evaluate(STICKING_OUT) == []


# --- how it looks


REPORTERS = [("dario", "it", False), ("dario", "de", True), pytest.param("ivo", "de", True, marks=pytest.mark.faults)]
"""Who reports, in which language, and whether the reader has declared."""


@pytest.mark.faults
@pytest.mark.parametrize(("badge", "language", "declared"), REPORTERS)
def test_the_sheets_of_reports_fit_and_axe_finds_nothing(
    hand: Hands, badge: str, language: str, declared: bool
) -> None:
    table, wrong = ready_table(), dict[tuple[str, ...], object]()
    deal(table, "P100@1", "B50@2")
    if declared:
        table.does("declare", claim="carta", means="voice")
    page, axe = hand(badge, language=language).page, Axe()
    page.locator("[data-opens=incident]").click()
    expect(page.locator("#incident")).to_be_visible()
    kinds = page.locator("#incident [data-leads^=report]").evaluate_all("all => all.map(it => it.dataset.leads)")
    assert ("report-third_not_drawn" in kinds) is declared
    wrong["the list", "scrolls"] = page.evaluate(DIALOG_SCROLLS)
    for kind in kinds:
        page.evaluate("kind => document.getElementById(kind).showModal()", kind)
        expect(page.locator(f"#{kind}")).to_be_in_viewport(ratio=1)
        wrong |= {
            (kind, look): page.evaluate(look) for look in (DIALOG_SCROLLS, KEY_COVERS, SMALL_ON_DIALOGS, SMALL_TYPE)
        }
        if kind == kinds[0]:
            wrong["axe", "page"] = axe.complaints(page)
        page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    wrong["axe", "dialogs"] = axe.complaints_of_dialogs(page, [f"#{kind}" for kind in kinds])
    assert {where: found for where, found in wrong.items() if found} == {}


# --- what is said in words


@pytest.mark.faults
def test_what_no_rule_foresees_is_reported_in_words_and_not_without(hand: Hands) -> None:
    table = ready_table()
    deal(table, "P100@1")
    dealer = hand("dario")
    open_report(dealer, "unforeseen")
    dialog = dealer.page.locator("#report-unforeseen")
    assert dealer.page.evaluate(STICKING_OUT) == []
    dealer.press(dialog.locator(".pick", has_text="a card is missing"))
    dealer.button("report it")
    expect(dialog).to_be_visible()
    assert not Incident.objects.exists()
    dialog.get_by_label("Where, when and who saw it").fill("The fourth card is not under the sabot.")
    dealer.button("report it")
    expect(dealer.bands).to_have_count(1)
    assert "The fourth card is not under the sabot." in Note.objects.values_list("text", flat=True)


@pytest.mark.faults
def test_a_card_that_is_not_found_is_told_in_words_and_one_that_is_asks_for_none(hand: Hands) -> None:
    table = ready_table()
    deal(table, "P100@1")
    dealer = hand("dario")
    open_report(dealer, "fallen_card")
    dialog = dealer.page.locator("#report-fallen_card")
    words = dialog.get_by_label("Not found: where did it fall")
    expect(words).to_be_hidden()
    dealer.press(dialog.locator(".pick", has_text="the Direzione decides"))
    expect(words).to_be_visible()
    assert dealer.page.evaluate(STICKING_OUT) == []
    dealer.button("report it")
    expect(dialog.locator("[data-refused]")).to_contain_text("Write what has happened")
    words.fill("It slid under the base of the table.")
    dealer.button("report it")
    expect(dealer.bands).to_have_count(1)
    assert Incident.objects.get().status == "referred"


def test_of_a_card_that_fell_one_press_names_it_and_what_is_done_follows_the_answers(hand: Hands) -> None:
    deal(ready_table(), "P100@1")
    dealer = hand("dario")
    open_report(dealer, "fallen_card")
    dialog = dealer.page.locator("#report-fallen_card")
    dealer.press(dialog.locator(".pick:has([name='facts.places'][value='2'])"))
    expect(dialog.locator("[name='facts.places']:checked")).to_have_count(1)
    for pressed, done in (
        ("recovered'][value='true", "Put it back"),
        ("order_lost'][value='true", "call the Ispettore di Gioco"),
        ("recovered'][value='false", "the Direzione decides"),
    ):
        dealer.press(dialog.locator(f".pick:has([name='facts.{pressed}'])"))
        expect(dialog.locator(".do").filter(visible=True)).to_have_count(1)
        expect(dialog.locator(".do").filter(visible=True)).to_contain_text(done)
    dealer.press(dialog.locator(".pick:has([name='facts.recovered'][value='true'])"))
    dealer.press(dialog.locator(".pick:has([name='facts.order_lost'][value='false'])"))
    dealer.button("report it")
    dealer.sees_gone("dialog[open]")
    assert Incident.objects.get().facts["places"] == [2]


@pytest.mark.faults
def test_on_a_low_screen_the_list_of_what_can_be_reported_is_whole(hand: Hands) -> None:
    deal(ready_table(), "P100@1", "B50@2")
    dealer = hand("dario", language="de")
    dealer.press(INCIDENT)
    dealer.sees("#incident[open]")
    for width, height in ((1280, 640), (1024, 768)):
        dealer.page.set_viewport_size({"width": width, "height": height})
        assert dealer.page.evaluate(DIALOG_SCROLLS) is False, (width, height)


@pytest.mark.faults
def test_a_claim_is_written_down_with_its_amount(hand: Hands) -> None:
    table = ready_table()
    lay(table, "P100@1")
    Croupier(table, "9S 2S KD 3S").to_the_burn()
    dealer = hand("dario")
    open_report(dealer, "dispute")
    dialog = dealer.page.locator("#report-dispute")
    dealer.press(dialog.locator(".picks", has_text="For which position?").locator(".pick", has_text="1"))
    dealer.press(dialog.locator(".pick", has_text="what was paid or collected"))
    dialog.get_by_label("What does the guest claim").fill("She laid 150.")
    dialog.get_by_label("How much is claimed").fill("50")
    assert dealer.page.evaluate(STICKING_OUT) == []
    dealer.button("report it")
    expect(dialog).to_be_hidden()
    assert Incident.objects.get().facts["amount"] == 5000
    assert "She laid 150." in Note.objects.values_list("text", flat=True)
