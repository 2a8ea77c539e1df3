"""Inspectors and the Direzione decide a case at their screens: what their sheets say, admit and refuse."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from procedures.models import Attestation, Incident
from table.models import Money
from table.rules.houses import MALTA
from table.rules.profile import Role
from tests.browser.accessible import Axe
from tests.browser.conftest import Hands
from tests.browser.looks import DIALOG_SCROLLS, SCROLLS, SMALL_ON_DIALOGS, SMALL_TYPE, STICKING_OUT
from tests.browser.telling import ANNUL, OPENS_CASE, PRESENT, RATIFY, SOMEBODY_ELSE
from tests.croupier import cases, coups
from tests.croupier.cases import OPENED
from tests.croupier.dealer import Croupier
from tests.rig.patience import PATIENCE_MS
from tests.rig.room import Hand
from tests.rig.sampling import in_two_parts
from tests.rig.scripts import script
from tests.rig.staff import PIN, with_pin
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db(transaction=True)

DIALOGS_STICKING_OUT = script("looks", "dialogsStickingOut")


# --- the Ispettore and the Direzione


@pytest.mark.faults
def test_evidence_is_said_by_tapping_and_changes_the_answer(hand: Hands) -> None:
    table = ready_table()
    cases.order_lost(table)
    inspector = hand("ivo")
    inspector.press(".incident .pick-gold")
    dialog = inspector.page.locator(".incident-decision")
    expect(dialog.locator(".verdict")).to_contain_text("Not clear")
    inspector.press(dialog.locator("details[data-key^=evidence] summary"))
    inspector.press(dialog.locator("tr[data-number='1'] .pick").nth(1))
    inspector.button("keep the evidence")
    expect(dialog.locator(".verdict")).to_contain_text("Clear")
    expect(dialog.locator(".verdict")).to_contain_text("orders considered: 1")
    assert [it["places"] for it in Incident.objects.get().evidence["items"]] == [{"1": [1]}]


@pytest.mark.faults
def test_which_card_came_last_is_asked_by_faces_and_then_it_is_ratified(hand: Hands) -> None:
    table = ready_table(MALTA)
    coups.close(table, "B100@1")
    table.does("deal", cards=["6S", "6H", "KD", "KH"])
    table.does("report_incident", kind="wrong_number", facts={"laid": ["punto", "banco", "punto", "banco", "punto"]})
    table.does("show_card", where="punto", card="9C")
    cases.attest(table, Incident.objects.get())
    inspector = hand("ivo")
    inspector.press(".incident .pick-gold")
    dialog = inspector.page.locator(".incident-decision")
    question = dialog.locator("fieldset", has_text="came last")
    expect(question.get_by_role("button")).to_have_text(["6♠", "K♦", "9♣", "nobody knows"])
    expect(dialog.locator("[data-steps*=annul_incident]")).to_have_count(0)
    assert not inspector.page.evaluate(DIALOGS_STICKING_OUT)
    inspector.press(question.get_by_role("button", name="9♣"))
    expect(question).to_have_count(0)
    inspector.press(dialog.locator("[data-press*=ratify]"))
    expect(inspector.bands).to_have_count(0)
    assert Incident.objects.get().status == "ratified"


@pytest.mark.faults
def test_a_case_is_referred_and_the_direzione_rules(hand: Hands) -> None:
    table = ready_table()
    cases.foreign_card(table)
    inspector, direzione = hand("ivo"), hand("delia")
    inspector.press(".incident .pick-gold")
    expect(inspector.page.locator("[data-steps*=refer]").get_by_label("Reason")).to_have_value(
        "a card that is not of these decks, as seen"
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


@pytest.mark.faults
def test_the_direzione_corrects_what_was_paid_stake_by_stake(hand: Hands) -> None:
    table = ready_table()
    coups.deal(table, "P100@1", "B50@2")
    coups.turn(table)
    coups.pay(table)
    cases.report(table, "unforeseen", what="other")
    direzione = hand("delia")
    direzione.press(".incident .pick-gold")
    ruling = direzione.page.locator('[data-steps*="rule"]')
    ruling.get_by_label("Decision of the Direzione, final").fill("a chip was overlooked")
    direzione.press(ruling.locator(".pick", has_text="the coup goes on"))
    direzione.press(ruling.locator(".pick", has_text="what was paid is corrected"))
    ruling.locator(".corrected label", has_text="anna").locator("input").fill("25")
    ruling.locator(".corrected label", has_text="bruno").locator("input").fill("-10")
    expect(ruling.locator(".corrected label", has_text="bruno")).to_contain_text("−50")
    assert direzione.page.evaluate(DIALOGS_STICKING_OUT) == []
    direzione.button("Issue the ruling")
    expect(direzione.bands).to_have_count(0)
    ordered = Money.objects.filter(kind="correction").values_list("stake__bettor", "amount")
    assert list(ordered) == [("anna", 2500), ("bruno", -1000)]


@pytest.mark.faults
def test_the_key_that_opens_a_case_of_a_long_name_is_whole_on_a_phone(hand: Hands) -> None:
    cases.foreign_card(ready_table())
    for language in ("it", "de"):
        key = hand("ivo", language=language, screen="phone").page.locator(OPENS_CASE)
        expect(key).to_be_in_viewport(ratio=1)


@pytest.mark.faults
def test_a_house_offers_only_the_rulings_that_it_admits(hand: Hands) -> None:
    table = ready_table(MALTA)
    coups.close(table, "P100@1")
    Croupier(table, "9S 2S KD 3S").advance("burn")
    cases.report(table, "unforeseen", what="foreign_card")
    direzione = hand("delia")
    direzione.press(".incident .pick-gold")
    ruling = direzione.page.locator('[data-steps*="rule"]')
    expect(ruling.locator(".picks:not(.corrected) .pick")).to_have_count(5)
    expect(ruling.get_by_label("Serial of new decks")).to_have_count(0)
    ruling.get_by_label("Decision of the Direzione, final").fill("he was paid too little")
    direzione.press(ruling.locator(".pick", has_text="the coup goes on"))
    direzione.press(ruling.locator(".pick", has_text="what was paid is corrected"))
    ruling.locator(".corrected input").fill("2,50")
    direzione.button("Issue the ruling")
    expect(direzione.bands).to_have_count(0)
    assert Money.objects.get(kind="correction").amount == 250


@pytest.mark.faults
def test_a_refusal_is_read_on_the_sheet_that_asked_for_it(hand: Hands) -> None:
    table = ready_table()
    cases.foreign_card(table)
    direzione = hand("delia")
    direzione.press(".incident .pick-gold")
    direzione.page.locator('[data-steps*="rule"]').get_by_label("Decision of the Direzione, final").fill("no effect")
    direzione.page.set_viewport_size({"width": 390, "height": 500})
    direzione.button("Issue the ruling")
    refused = direzione.page.locator(".incident-decision [data-refused]")
    expect(refused).to_be_in_viewport()
    why = refused.text_content() or ""
    issue = direzione.page.get_by_role("button", name="Issue the ruling", exact=True)
    issue.evaluate("it => (it.click(), it.closest('dialog').close())")
    expect(direzione.page.locator("#said")).to_contain_text(why.partition(" · ")[0])
    direzione.press(".incident .pick-gold")
    expect(refused).to_be_empty()


def test_who_did_not_attest_reads_why_they_cannot_ratify(hand: Hands) -> None:
    table = ready_table()
    cases.inverted(table)
    table.cast.second_ispettore.does("attest", incident=Incident.objects.get().number)
    inspector = hand("ivo")
    inspector.press(OPENS_CASE)
    inspector.press(RATIFY)
    expect(inspector.page.locator(".incident-decision [data-refused]")).to_contain_text("attest your presence first")
    _one_that_comes_late_is_said(inspector)


def _one_that_comes_late_is_said(inspector: Hand) -> None:
    """It stands not on what was opened since, where another PIN is on its way already."""
    delayed = list[Route]()
    inspector.page.route("**/attest/", lambda route: delayed.extend([route]))
    for first in (True, False):
        inspector.press(SOMEBODY_ELSE)
        inspector.fill("#attest-here [name=badge]", "cosima")
        inspector.fill("#attest-here [name=pin]", "000000")
        with inspector.page.expect_request("**/attest/"):
            inspector.press("#attest-here .pick-next")
        if first:
            inspector.press("#attest-here [data-closes]")
    delayed[0].fulfill(status=422, content_type="text/html", body="<p id=refusal>Check both.</p>")
    expect(inspector.page.locator("#said")).to_contain_text("Check both.")
    expect(inspector.page.locator("#attest-here [data-refused]")).to_be_empty()
    expect(inspector.page.locator("#attest-here [name=pin]")).to_have_value("000000")
    delayed[1].fulfill(status=422, content_type="text/html", body="<p id=refusal>Not so.</p>")
    expect(inspector.page.locator("#attest-here [data-refused]")).to_contain_text("Not so.")


@pytest.mark.faults
def test_a_wrong_pin_is_said_on_the_sheet_and_five_of_them_lock_the_badge(hand: Hands) -> None:
    with_pin(Role.ISPETTORE_COMUNALE)
    table = ready_table()
    cases.declaration(table)
    inspector = hand("ivo")
    inspector.press(OPENS_CASE)
    inspector.press(PRESENT)
    inspector.sees(".is-there")
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


# --- what changes meanwhile


@pytest.mark.faults
def test_a_screen_that_is_loaded_anew_in_the_middle_goes_on_where_it_was(hand: Hands) -> None:
    table = ready_table()
    cases.inverted(table)
    inspector = hand("ivo")
    inspector.press(OPENS_CASE)
    inspector.press(PRESENT)
    inspector.sees(".is-there")
    inspector.page.reload()
    inspector.press(OPENS_CASE)
    inspector.sees(".is-there")
    inspector.page.goto("/pit/")
    inspector.page.go_back()
    inspector.press(OPENS_CASE)
    inspector.press(RATIFY)
    inspector.sees_gone(".incident")
    assert Incident.objects.get().status == "ratified"


@pytest.mark.faults
def test_a_sheet_whose_case_somebody_else_has_decided_closes_and_says_so(hand: Hands) -> None:
    table = ready_table()
    cases.inverted(table)
    number = Incident.objects.get().number
    reads, attests = hand("ivo"), hand("irma")
    reads.press(OPENS_CASE)
    attests.press(OPENS_CASE)
    attests.press(SOMEBODY_ELSE)
    table.cast.ispettore.does("attest", incident=number)
    table.cast.ispettore.does("ratify", incident=number)
    for one in (reads, attests):
        one.sees_gone("dialog[open]")
        expect(one.page.locator("#said")).to_contain_text("decided meanwhile")
        expect(one.page.locator("body")).to_have_attribute("data-link", "live")


@pytest.mark.faults
def test_a_refusal_of_another_sheet_does_not_make_ones_own_decision_that_of_somebody_else(hand: Hands) -> None:
    table = ready_table()
    cases.inverted(table)
    table.cast.second_ispettore.does("attest", incident=Incident.objects.get().number)
    inspector = hand("ivo")
    inspector.press(OPENS_CASE)
    inspector.sees_gone("[data-own-fresh]")
    assert inspector.page.locator(RATIFY).evaluate(script("desk", "decidedAsAnotherIsRefused")) is True


# --- how it looks


@pytest.mark.faults
@in_two_parts(6)
def test_while_a_coup_is_held_the_console_the_desk_and_the_sheet_of_its_case_fit_and_axe_finds_nothing(
    hand: Hands, part: slice
) -> None:
    table, axe, wrong = ready_table(), Axe(), dict[tuple[str, ...], object]()
    dealer, inspector = hand("dario", language="de"), hand("ivo", language="de")
    page = inspector.page

    def look(name: str, at: Page, *looks: str) -> None:
        wrong.update({(name, at.url, it): at.evaluate(it) for it in looks})

    for name, opened in list(OPENED.items())[part]:
        opened(table)
        expect(dealer.bands).to_be_in_viewport(ratio=1)
        look(name, dealer.page, SCROLLS, STICKING_OUT, SMALL_TYPE)
        expect(inspector.bands).to_have_count(1)
        look(name, page, SCROLLS, STICKING_OUT)
        inspector.press(OPENS_CASE)
        look(name, page, DIALOG_SCROLLS)
        if page.locator(".is-awaited").count():
            inspector.press(PRESENT)
            expect(page.locator(".is-there")).to_have_count(1)
            look(f"{name}, attested", page, DIALOG_SCROLLS)
        look(name, page, SMALL_ON_DIALOGS, SMALL_TYPE)
        wrong[name, "axe"] = axe.complaints(page)
        cases.end(table)
        for one in (dealer, inspector):
            one.sees_gone("dialog[open], .incident")
    assert {where: found for where, found in wrong.items() if found} == {}


@pytest.mark.faults
def test_however_many_cases_stand_they_lie_over_nothing_at_the_desk(hand: Hands) -> None:
    table = ready_table()
    for card in ("KD", "7S"):
        cases.report(table, "worn_card", card=card)
    cases.inverted(table)
    inspector = hand("ivo", language="de")
    expect(inspector.bands).to_have_count(3)
    for width, height in ((1280, 800), (1280, 640), (1024, 768)):
        inspector.page.set_viewport_size({"width": width, "height": height})
        head, bands = (inspector.page.locator(it).bounding_box() for it in (".desk-record .panel-head", ".incidents"))
        assert head is not None
        assert bands is not None
        assert head["y"] + head["height"] <= bands["y"] + 1, (width, height)
        expect(inspector.bands.first).to_have_class(re.compile("incident-holds"))


@pytest.mark.parametrize("language", ["it", "de"])
def test_on_a_phone_the_case_is_decided_and_nothing_sticks_out(hand: Hands, language: str) -> None:
    table = ready_table()
    cases.order_lost(table)
    inspector = hand("ivo", language=language, screen="phone")
    inspector.press(OPENS_CASE)
    assert inspector.page.evaluate(DIALOGS_STICKING_OUT) == []
    inspector.press(PRESENT)
    inspector.press("details[data-key^=evidence] summary")
    assert inspector.page.evaluate(DIALOGS_STICKING_OUT) == []
    assert inspector.page.evaluate(STICKING_OUT) == []
    inspector.press(ANNUL)
    inspector.sees_gone(".incident")
    assert Incident.objects.get().status == "annulled"
