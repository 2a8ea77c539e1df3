"""The dealer's console under a dealer's hands: presses are counted, chips laid, cards keyed, typed and read."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from django.conf import settings
from playwright.sync_api import Locator, Page, ViewportSize, expect

from table.models import Display, Entry
from table.record.door import proposals
from table.rules.houses import ADMIRAL, CLASSICO, VENEZIA
from table.rules.profile import SIDE_BETS, Profile, Role, derive
from tests.browser.accessible import Axe
from tests.browser.looks import SCROLLS, SMALL_TYPE, STICKING_OUT
from tests.croupier.coups import deal, lay
from tests.croupier.dealer import Croupier
from tests.rig.room import past_a_reader
from tests.rig.sampling import in_two_parts
from tests.rig.scripts import script
from tests.rig.sockets import session_of
from tests.rig.staff import PIN, with_pin
from tests.rig.tables import GUESTS, AtTable, new_table, prepare_shoe, ready_table, seat

pytestmark = pytest.mark.django_db(transaction=True)
Reader = Callable[..., Page]
PLAIN = 7
"""Presses of a coup without a third card, besides the stakes."""
TAB_STOPS = 4
KEY = 64
"""Least width and height of a key that stands for a box, in pixels."""
FORMS: dict[str, ViewportSize] = {"across": {"width": 1280, "height": 800}, "upright": {"width": 800, "height": 1280}}
WHOLE = {
    "across": {
        "scrolls": SCROLLS,
        "crowded": script("console", "crowded"),
        "sticks out": STICKING_OUT,
        "small type": SMALL_TYPE,
        "figures": script("console", "brokenFigures"),
        "small targets": script("looks", "smallKeys"),
    }
}
WHOLE["upright"] = {name: finds for name, finds in WHOLE["across"].items() if name != "small targets"}
FULLEST = ("prepare", "close_bets", "declare", "banco3", "settle", "incident")
"""The stages at which most stands on a console."""
FINGER = 48
"""Pixels that a finger needs."""
TABLETS: tuple[ViewportSize, ...] = (
    {"width": 1280, "height": 800},
    {"width": 1024, "height": 768},
    {"width": 800, "height": 1280},
)
NARROW: dict[str, ViewportSize] = {"phone": {"width": 390, "height": 844}, "zoomed": {"width": 640, "height": 400}}
QUIET = ("announce", "settle")
"""Acts at which the hands have nothing to do in the dock: across, the felt of a telephone stands there."""


@dataclass
class Hand:
    """A dealer's hand at the console of a table, whose presses are counted."""

    page: Page
    presses: int = 0

    def press(self, what: str | Locator) -> None:
        """One press."""
        where = self.page.locator(what) if isinstance(what, str) else what
        where.click()
        self.presses += 1

    def next(self) -> None:
        """The one large button, for what it stands for now."""
        self.press(".now .next")

    def key(self, *cards: str) -> None:
        """Cards, each by its key on the pad."""
        for card in cards:
            self.press(f'[data-card="{card}"]')

    def scan(self, *cards: str) -> None:
        """Cards past a reader that types them and ends with Enter; nobody presses anything."""
        for card in cards:
            past_a_reader(self.page, f"{card}\n")

    def at(self, verb: str) -> None:
        """Wait until the console asks for this act, and takes a press for it."""
        expect(self.page.locator(f'.now[data-now="{verb}"]')).to_be_attached()
        expect(self.page.locator("[data-own-fresh]")).to_have_count(0)

    def spot(self, position: str, box: str) -> Locator:
        """A box on the felt."""
        return self.page.locator(f'.spot[data-position="{position}"][data-box="{box}"]')

    def said(self) -> Locator:
        """What the table answers."""
        return self.page.locator("#said")


@pytest.fixture
def console(reader: Reader, base_url: str) -> Callable[..., Hand]:
    """The console of a table, with its dealer signed in and the link live; things move only where that is looked at."""

    def opened(table: AtTable, *, language: str = "it", screen: str = "tablet", moves: bool = False) -> Hand:
        page = reader(language, screen)
        page.emulate_media(reduced_motion="no-preference" if moves else "reduce")
        cookies = {settings.SESSION_COOKIE_NAME: session_of("dario"), settings.LANGUAGE_COOKIE_NAME: language}
        page.context.add_cookies([{"name": name, "value": value, "url": base_url} for name, value in cookies.items()])
        page.goto(f"/tables/{table.code}/dealer/")
        expect(page.locator("body")).to_have_attribute("data-link", "live")
        return Hand(page)

    return opened


def staked(profile: Profile = VENEZIA) -> AtTable:
    """A table with two stakes before «Rien ne va plus»."""
    table = ready_table(profile)
    lay(table, "P100@1", "B50@2")
    return table


# --- the budget


@pytest.mark.faults
def test_a_plain_coup_takes_six_presses_beside_a_card_reader_digits_choose_chips_and_space_lays_its_stakes_again(
    console: Callable[..., Hand],
) -> None:
    table = staked()
    hand = console(table)
    _play_covered(hand, hand.scan)
    assert hand.presses == 6 <= PLAIN
    assert table.row.coups.get(number=1).result == "banco"
    _the_same_again(table, hand)


def _the_same_again(table: AtTable, hand: Hand) -> None:
    hand.page.keyboard.press("2")
    expect(hand.page.locator('[data-chip="1000"]')).to_have_attribute("aria-checked", "true")
    expect(hand.page.locator("[data-repeat] small")).to_have_text("2 puntate: 150")
    expect(hand.page.locator(".ghost")).to_have_count(0)
    hand.page.locator("[data-repeat]").hover()
    expect(hand.page.locator(".ghost")).to_have_text(["100", "50"])
    hand.page.keyboard.press("Space")
    expect(hand.page.locator("[data-repeat] small")).to_have_text("niente da ripetere")
    expect(hand.page.locator(".ghost")).to_have_count(0)
    expect(hand.spot("2", "banco")).to_have_attribute("data-laid", "5000")
    assert [(stake.position, stake.laid) for stake in table.state.stakes] == [("1", 10_000), ("2", 5_000)]


def _play_covered(hand: Hand, cards: Callable[..., None]) -> None:
    hand.at("close_bets")
    hand.next()
    hand.at("deal")
    hand.next()
    hand.at("declare")
    hand.press(hand.page.locator("[data-declare]").nth(2))
    hand.at("turn_banco")
    cards("7S", "KD")
    hand.at("turn_punto")
    cards("6H", "QC")
    hand.at("announce")
    hand.next()
    hand.at("settle")
    hand.next()
    hand.at("burn")
    hand.next()
    hand.at("close_bets")
    expect(hand.page.locator(".bar-coup")).to_contain_text("2")


@pytest.mark.faults
def test_where_cards_are_dealt_openly_a_plain_coup_takes_four_presses_and_a_key_a_card(
    console: Callable[..., Hand],
) -> None:
    table = staked(CLASSICO)
    hand = console(table)
    hand.next()
    hand.at("deal")
    hand.key("6H", "7S", "QC", "KD")
    hand.at("announce")
    hand.next()
    hand.at("settle")
    hand.next()
    hand.at("burn")
    hand.next()
    hand.at("close_bets")
    assert hand.presses == 4 + 4
    assert table.row.coups.get(number=1).paid_hands == [["6H", "QC"], ["7S", "KD"]]


# --- chips


def test_taps_that_follow_each_other_are_one_act(console: Callable[..., Hand]) -> None:
    table = ready_table()
    table.does("open_bets")
    hand = console(table)
    hand.press('[data-chip="2500"]')
    # In one go: on a busy machine more time may lie between two clicks than a pile waits.
    hand.spot("4", "banco").evaluate(script("console", "tapThrice"))
    expect(hand.spot("4", "banco")).to_have_attribute("data-laid", "7500")
    hand.spot("4", "banco").click()
    expect(hand.spot("4", "banco")).to_have_attribute("data-laid", "10000")
    entries = Entry.objects.filter(register="T3", verb__in=["place", "raise"]).order_by("number")
    assert [entry.verb for entry in entries] == ["place", "raise"]


@pytest.mark.faults
def test_an_amount_on_a_key_is_written_as_on_the_felt(console: Callable[..., Hand]) -> None:
    table = ready_table()
    table.does("open_bets")
    table.does("place", coup=table.coup, position="4", box="banco", amount=100_000)
    hand = console(table)
    expect(hand.spot("4", "banco")).to_contain_text("1.000")
    expect(hand.page.locator('.position-key[data-at="4"]')).to_have_attribute("data-own-lies", "1.000")


def test_the_other_button_takes_a_chip_off_and_in_the_end_the_stake_and_so_does_a_long_press(
    console: Callable[..., Hand],
) -> None:
    table = staked()
    hand = console(table)
    hand.page.keyboard.press("3")
    hand.spot("2", "banco").click(button="right")
    expect(hand.spot("2", "banco")).to_have_attribute("data-laid", "2500")
    hand.spot("2", "banco").click(button="right")
    expect(hand.spot("2", "banco")).to_have_attribute("data-laid", "0")
    assert [stake.position for stake in table.state.stakes] == ["1"]
    hand.press('[data-chip="10000"]')
    hand.spot("1", "punto").dispatch_event("pointerdown", {"pointerType": "touch"})
    expect(hand.spot("1", "punto")).to_have_attribute("data-laid", "0")
    assert table.state.stakes == []


@pytest.mark.faults
def test_a_pile_below_the_minimum_waits_for_more_and_then_hears_the_law(console: Callable[..., Hand]) -> None:
    table = ready_table()
    table.does("open_bets")
    hand = console(table)
    hand.press('[data-chip="500"]')
    hand.spot("4", "punto").click()
    expect(hand.page.locator(".adding-short")).to_be_visible()
    expect(hand.said()).to_contain_text("5,00")
    expect(hand.page.locator(".adding")).to_have_count(0)
    assert table.state.stakes == []


@pytest.mark.faults
def test_banknotes_wait_until_they_are_changed_and_foreign_ones_are_refused(console: Callable[..., Hand]) -> None:
    table = ready_table()
    table.does("open_bets")
    hand = console(table)
    hand.page.keyboard.press("w")
    hand.page.keyboard.press("5")
    hand.spot("1", "punto").click()
    expect(hand.spot("1", "punto")).to_have_attribute("data-laid", "10000")
    expect(hand.page.locator(".now .waits")).to_have_text("Prima si cambiano le banconote.")
    hand.press(".pending .big")
    expect(hand.page.locator(".pending .big")).to_have_count(0)
    hand.press("[data-cash]")
    hand.page.locator("[data-currency]").select_option("USD")
    hand.spot("3", "punto").click()
    expect(hand.said()).to_contain_text("USD")
    expect(hand.page.locator("[data-currency]")).to_have_value("EUR")
    assert [stake.cash for stake in table.state.stakes] == [False]


@pytest.mark.faults
def test_where_no_money_goes_from_hand_to_hand_it_is_asked_whether_the_banknotes_lie_there(
    console: Callable[..., Hand],
) -> None:
    table = ready_table(ADMIRAL)
    table.does("open_bets")
    hand = console(table)
    hand.page.keyboard.press("4")
    hand.press("[data-cash]")
    hand.press("#laid-down [data-closes]")
    expect(hand.page.locator("[data-cash]")).to_have_attribute("aria-pressed", "false")
    hand.page.keyboard.press("w")
    hand.press("#laid-down [data-lies]")
    expect(hand.page.locator("[data-cash]")).to_have_attribute("aria-pressed", "true")
    hand.spot("1", "punto").click()
    expect(hand.page.locator(".pending .big")).to_have_count(1)
    assert [stake.cash for stake in table.state.stakes] == [True]


@pytest.mark.faults
def test_a_count_that_is_a_hundred_to_a_browser_is_not_the_one_card_that_its_digits_begin_with(
    console: Callable[..., Hand],
) -> None:
    table = ready_table()
    table.does("cut_card_out")
    lay(table, "P100@1")
    Croupier(table).advance("extract_remaining")
    hand = console(table)
    hand.page.locator("#remaining").fill("1e2")
    hand.press(".count .next")
    expect(hand.page.locator("#said")).to_contain_text("cards")
    expect(hand.page.locator('.now[data-now="extract_remaining"]')).to_be_visible()


@pytest.mark.faults
def test_where_several_stake_at_a_position_the_console_asks_whose(console: Callable[..., Hand]) -> None:
    table = ready_table(ADMIRAL)
    papers, stands = ("confirm_identity", {"guest": "hugo"}), ("stand_at", {"position": "2", "guest": "hugo"})
    table.cast.capo_isola.presses(papers, stands)
    table.does("open_bets")
    hand = console(table)
    hand.page.keyboard.press("4")
    hand.spot("1", "punto").click()
    expect(hand.spot("1", "punto")).to_have_attribute("data-laid", "10000")
    hand.spot("2", "punto").click()
    hand.page.locator("#whose [name=guest]").fill("  ")
    hand.press("#whose form button")
    expect(hand.page.locator("#whose [name=guest]:invalid")).to_be_visible()
    hand.press('#whose [data-guest="hugo"]')
    expect(hand.spot("2", "punto")).to_have_attribute("data-laid", "10000")
    assert {stake.position: stake.bettor for stake in table.state.stakes} == {"1": "anna", "2": "hugo"}


@pytest.mark.faults
def test_a_tap_lays_the_tax_ready_another_takes_it_back_and_enter_does_the_same(console: Callable[..., Hand]) -> None:
    table = ready_table(ADMIRAL)
    table.does("open_bets")
    lay(table, "B100@2")
    hand = console(table)
    place = hand.page.locator("[data-key=tax-2]")
    expect(place).to_have_attribute("aria-pressed", "false")
    place.click()
    expect(place).to_have_attribute("aria-pressed", "true")
    expect(place).to_have_text("5")
    assert [stake.tax for stake in table.state.stakes] == [500]
    place.focus()
    hand.page.keyboard.press("Enter")
    expect(place).to_have_attribute("aria-pressed", "false")
    expect(hand.page.locator("[data-key=tax-1]")).not_to_have_attribute("role", "button")


@pytest.mark.faults
def test_where_only_the_reader_counts_a_tap_names_the_highest(console: Callable[..., Hand]) -> None:
    table = ready_table(derive(VENEZIA, key="reader-only", stakes="reader_only"))
    table.does("open_bets")
    hand = console(table)
    hand.spot("3", "punto").click()
    expect(hand.page.locator(".chips-dock")).to_contain_text("3")
    hand.next()
    hand.at("deal")
    assert table.state.coup is not None
    assert table.state.coup.reader == "3"


# --- the keyboard


def test_letters_act_unless_they_are_switched_off_and_never_while_a_card_is_awaited(
    console: Callable[..., Hand],
) -> None:
    table = staked()
    hand = console(table)
    hand.page.keyboard.press("n")
    hand.at("deal")
    _switch_letters(hand, on=False)
    hand.page.keyboard.press("n")
    hand.page.keyboard.press("?")
    expect(hand.page.locator("#keys")).to_be_visible()
    expect(hand.page.locator("#keys [data-closes]")).to_be_focused()
    hand.page.keyboard.press("Escape")
    expect(hand.page.locator("#keys")).to_be_hidden()
    hand.at("deal")
    _switch_letters(hand, on=True)
    hand.page.keyboard.press("n")
    hand.at("declare")
    hand.page.keyboard.press("o")
    hand.at("turn_banco")
    hand.page.keyboard.press("n")
    hand.page.keyboard.type("10h")
    expect(hand.page.locator(".slots[data-own-on] .slot-face").first).to_have_text("10♥")
    hand.page.keyboard.press("Backspace")
    expect(hand.page.locator(".slots[data-own-on] .slot-face").first).to_have_text("")
    hand.at("turn_banco")


def _switch_letters(hand: Hand, *, on: bool) -> None:
    hand.press('[data-opens="more"]')
    hand.page.locator('[data-switch="letters"]').set_checked(on)
    hand.page.keyboard.press("Escape")
    expect(hand.page.locator("#more")).to_be_hidden()


def test_covered_cards_past_a_reader_are_the_four_of_the_deal_and_their_faces_go_nowhere(
    console: Callable[..., Hand],
) -> None:
    table = staked()
    hand = console(table)
    hand.next()
    hand.at("deal")
    for count, card in enumerate(("9S", "KD", "10H", "QC"), start=1):
        hand.scan(card)
        expect(hand.page.locator(".bar-shoe")).to_contain_text(f"{count}/312")
    hand.at("declare")
    assert [card.face for card in table.state.cards] == [""] * 4
    assert "9S" not in "".join(Entry.objects.values_list("arguments", flat=True))


@pytest.mark.faults
def test_a_card_past_the_reader_at_another_time_is_asked_about(console: Callable[..., Hand]) -> None:
    table = staked()
    hand = console(table)
    hand.scan("9S")
    hand.press("#card-out .big >> nth=0")
    expect(hand.page.locator(".bar-shoe")).to_contain_text("1/312")
    assert [card.location for card in table.state.held] == ["held_under"]


@pytest.mark.faults
def test_a_card_past_the_reader_lays_no_chip_on_the_box_that_was_tapped_last(console: Callable[..., Hand]) -> None:
    table = staked()
    hand = console(table)
    hand.spot("2", "banco").focus()
    hand.scan("9S")
    expect(hand.page.locator("#card-out")).to_be_visible()
    expect(hand.page.locator(".adding")).to_have_count(0)
    hand.page.keyboard.press("Escape")
    hand.spot("2", "banco").focus()
    hand.page.keyboard.press("Enter")
    expect(hand.page.locator(".adding")).to_have_count(1)


def test_a_key_that_is_held_down_is_one_press(console: Callable[..., Hand]) -> None:
    table = staked()
    hand = console(table)
    hand.page.keyboard.down("n")
    hand.at("deal")
    hand.page.keyboard.down("n")
    hand.page.keyboard.up("n")
    hand.at("deal")
    assert table.state.phase == "closed"
    hand.page.keyboard.press("n")
    hand.at("declare")


def test_a_second_tap_that_was_meant_for_the_last_act_presses_nothing(console: Callable[..., Hand]) -> None:
    table = staked()
    hand = console(table)
    hand.page.locator(".now .next").evaluate(script("console", "pressTwice"))
    hand.at("deal")
    expect(hand.page.locator("[data-own-fresh]")).to_have_count(0)
    assert table.state.phase == "closed"
    hand.page.keyboard.press("Tab")
    hand.page.locator(".now .next").focus()
    hand.page.keyboard.press("Enter")
    hand.at("declare")


# --- what goes wrong


@pytest.mark.faults
def test_a_third_card_that_nobody_is_due_is_answered_by_the_regola_and_one_question(
    console: Callable[..., Hand],
) -> None:
    table = staked()
    table.press(("close_bets", {"said": True}), ("deal", {}))
    table.press(("declare", {"claim": "no_carta", "means": "voice"}), ("turn_banco", {"cards": ["7S", "KD"]}))
    hand = console(table)
    asks = hand.page.locator("#question")
    card_out = hand.page.locator(".tools button").nth(2)
    hand.press(card_out)
    expect(asks).to_contain_text("Tabella della Regola")
    hand.press(asks.locator("[data-closes]").locator("visible=true"))
    assert table.state.held == []
    hand.press(card_out)
    hand.press(asks.locator("[data-leads]"))
    expect(hand.page.locator("#card-not-due[open]:not([data-own-fresh])")).to_be_visible()
    hand.press("#card-not-due [data-press] >> nth=1")
    expect(hand.page.locator(".bar-shoe")).to_contain_text("5/312")
    assert [card.seen for card in table.state.held] == [True]


@pytest.mark.faults
def test_a_seventh_of_a_face_is_refused_as_soon_as_it_is_keyed(console: Callable[..., Hand]) -> None:
    table = ready_table(CLASSICO)
    for _ in range(3):
        lay(table, "P100@1")
        table.press(("close_bets", {"said": True}), ("deal", {"cards": ["9S", "KD", "9S", "KH"]}))
        table.press(("announce", {"banco": 0, "punto": 8}), ("settle", {}), ("burn", {}))
    lay(table, "P100@1")
    table.does("close_bets", said=True)
    hand = console(table)
    hand.scan("9S")
    expect(hand.said()).to_contain_text("9♠")
    expect(hand.page.locator(".slot-next .slot-place")).to_have_text("P1")
    hand.scan("8S")
    expect(hand.page.locator(".slot-next .slot-place")).to_have_text("B1")


@pytest.mark.faults
def test_a_face_that_was_mistyped_is_taken_back_with_a_trace_from_its_sheet_by_a_tap_on_the_card_or_by_keys(
    console: Callable[..., Hand],
) -> None:
    table = staked(CLASSICO)
    table.press(("close_bets", {"said": True}), ("deal", {"cards": ["6H", "7S", "QC", "KD"]}))
    hand = console(table)
    pad, keys = hand.page.locator(".pad"), hand.page.keyboard
    hand.press('[data-opens="take-back"]')
    hand.press("#take-back .sheet-cards .big >> nth=0")
    hand.key("KS")
    expect(pad).to_be_hidden()
    card = hand.page.get_by_role("button", name="Correggere 6♥: Punto")
    hand.press(card)
    expect(hand.page.locator(".slots[data-own-on] .slot-says")).to_have_text("Correggere 6♥: Punto")
    keys.press("Escape")
    expect(pad).to_be_hidden()
    hand.press(card)
    hand.key("8H")
    hand.page.get_by_role("button", name="Correggere 7♠: Banco").focus()
    for _repeated in range(2):
        keys.down("Enter")
    keys.up("Enter")
    # The second pad stays out while the first is answered; a card before that would be for a table of the past.
    expect(hand.page.get_by_role("button", name="Correggere 8♥: Punto")).to_be_attached()
    expect(pad).to_be_visible()
    keys.type("9S")
    hand.at("announce")
    expect(pad).to_be_hidden()
    assert [card.face for card in table.state.cards] == ["8H", "9S", "QC", "KS"]
    corrected = Entry.objects.filter(register="T3", verb="correct_entry")
    assert [json.loads(it.arguments)["what"] for it in corrected] == ["card"] * 3
    hand.next()
    hand.at("settle")
    expect(hand.page.locator(".region-felt .served[role]")).to_have_count(0)


@pytest.mark.faults
def test_rien_ne_va_plus_pressed_too_early_is_taken_back_by_one_press_and_a_stake_is_moved_by_one_for_its_reason(
    console: Callable[..., Hand],
) -> None:
    table = staked()
    hand = console(table)
    hand.next()
    hand.at("deal")
    hand.press('[data-opens="take-back"]')
    hand.press("#take-back [data-press*=pressed_early]")
    hand.at("close_bets")
    expect(hand.page.locator("#take-back")).to_be_hidden()
    assert table.state.phase == "betting"
    hand.next()
    hand.at("deal")
    hand.press('[data-opens="take-back"]')
    hand.press(hand.page.locator("#take-back .reasons .choice").nth(1))
    hand.press("#take-back .sheet-sides button >> nth=0")
    expect(hand.page.locator("#take-back")).to_be_hidden()
    corrected = Entry.objects.filter(register="T3", verb="correct_entry").order_by("number")
    assert json.loads(corrected.latest("number").arguments)["reason"] == "misheard"
    assert sorted((it.position, it.box) for it in table.state.stakes) == [("1", "banco"), ("2", "banco")]


def test_a_form_that_is_sent_twice_in_one_moment_is_one_act(console: Callable[..., Hand]) -> None:
    table = ready_table()
    hand = console(table)
    hand.press('.tools [data-opens="tip"]')
    hand.page.locator("#tip [name=amount]").fill("12,50")
    hand.page.locator("#tip form .big").evaluate("button => { button.click(); button.click(); }")
    expect(hand.page.locator("#tip")).to_be_hidden()
    tips = Entry.objects.filter(register="T3", verb="tip")
    assert [json.loads(it.arguments) for it in tips] == [{"amount": 1250, "form": "chips"}]
    expect(hand.page.locator("#tip [name=amount]")).to_have_value("")


@pytest.mark.faults
def test_the_answer_to_what_was_sent_from_a_sheet_does_not_close_it_once_it_is_open_again(
    console: Callable[..., Hand],
) -> None:
    table = ready_table()
    hand = console(table)
    hand.press('.tools [data-opens="tip"]')
    hand.page.locator("#tip [name=amount]").fill("12,50")
    send = hand.page.locator("#tip form .big")
    assert send.evaluate(script("console", "sendAndOpenAgain"), "7,50") == [True, "7,50"]
    send.click()
    expect(hand.page.locator("#tip")).to_be_hidden()
    tips = Entry.objects.filter(register="T3", verb="tip").order_by("number")
    assert [json.loads(it.arguments)["amount"] for it in tips] == [1250, 750]


@pytest.mark.faults
def test_an_amount_that_could_be_a_thousand_or_one_is_neither(console: Callable[..., Hand]) -> None:
    table = ready_table()
    hand = console(table)
    hand.press('.tools [data-opens="tip"]')
    field, send = hand.page.locator("#tip [name=amount]"), hand.page.locator("#tip form .big")
    for text in ("1.000", "1,000", "1.000,50", "2 500", "25abc", "1e3", "-5", "12,5 €"):
        field.fill(text)
        assert not field.evaluate("field => field.checkValidity()"), text
    field.evaluate("field => { field.form.noValidate = true; }")
    field.fill("1.000")
    send.click()
    expect(hand.page.locator("#said")).to_have_attribute("data-tells", "refused")
    assert not Entry.objects.filter(register="T3", verb="tip").exists()
    for text in ("1000", "2,5", " 2.50 "):
        field.fill(text)
        send.click()
        expect(hand.page.locator("#tip")).to_be_hidden()
        hand.press('.tools [data-opens="tip"]')
    tips = Entry.objects.filter(register="T3", verb="tip").order_by("number")
    assert [json.loads(it.arguments)["amount"] for it in tips] == [100_000, 250, 250]


@pytest.mark.faults
def test_no_sheet_of_the_console_is_wider_than_it_is_shown(console: Callable[..., Hand]) -> None:
    hand = console(ready_table())
    hand.press('.tools [data-opens="tip"]')
    expect(hand.page.locator("#tip")).to_be_visible()
    found = hand.page.evaluate(script("console", "wideSheets"))
    assert found["all"] > 20
    assert found["wide"] == []
    hand.page.set_viewport_size({"width": 390, "height": 844})
    hand.press('.tools [data-opens="more"]')
    right = "it => it.getBoundingClientRect().right"
    fifth, below = hand.page.locator(".more-positions .big").nth(4), hand.page.locator('#more [data-leads="keys"]')
    assert fifth.evaluate(right) <= below.evaluate(right) + 0.5


@pytest.mark.faults
def test_what_follows_a_cut_card_is_read_on_the_choice_that_is_made(console: Callable[..., Hand]) -> None:
    table = ready_table()
    deal(table, "P100@1")
    hand = console(table)
    hand.press('.tools [data-opens="sabot"]')
    expect(hand.page.locator("#sabot :checked + span small")).to_be_visible()
    assert Axe().complaints(hand.page, "#sabot") == ""


# --- seats and displays


@pytest.mark.faults
def test_a_seat_is_marked_from_its_disc_and_a_refusal_is_read_above_an_open_sheet(
    console: Callable[..., Hand],
) -> None:
    table = ready_table()
    hand = console(table)
    hand.page.locator('.region-felt [data-position="2"]:not([data-box])').click()
    hand.press('dialog[data-seat="2"] .big >> nth=0')
    expect(hand.page.locator('dialog[data-seat="2"]')).to_be_hidden()
    expect(hand.page.locator('.region-felt .place-marked[data-position="2"]')).to_be_attached()
    assert table.state.positions["2"].state == "marked"
    hand.page.locator('.region-felt [data-position="8"]:not([data-box])').click()
    dialog = hand.page.locator('dialog[data-seat="8"]')
    dialog.locator("[name=guest]").first.fill("a:b")
    hand.press(dialog.locator("form button").first)
    expect(hand.said()).to_be_in_viewport()
    expect(dialog).to_be_visible()


@pytest.mark.faults
def test_a_proposal_of_a_display_is_granted_by_one_press(console: Callable[..., Hand]) -> None:
    table = staked()
    table.press(("close_bets", {"said": True}), ("deal", {}))
    display = Display.objects.create(code="D1", kind="seat", table=table.row, position="1")
    proposals.propose(display, "no_carta", table.coup)
    hand = console(table)
    hand.press(".proposals [data-confirms] >> nth=0")
    hand.at("turn_banco")
    expect(hand.page.locator(".proposal")).to_have_count(0)
    assert hand.presses == 1
    assert Display.objects.get().proposal == ""


# --- who deals


@pytest.mark.faults
def test_the_next_dealer_takes_over_with_badge_and_pin_at_the_same_tablet(console: Callable[..., Hand]) -> None:
    table = staked()
    with_pin(Role.DEALER, badge="dora")
    hand = console(table)
    hand.press('[data-opens="more"]')
    hand.press('[data-leads="change-dealer"]')
    dialog = hand.page.locator("#change-dealer")
    dialog.locator("[name=badge]").fill("dora")
    dialog.locator("[name=pin]").fill(PIN)
    hand.press(dialog.locator(".next"))
    expect(hand.page.locator(".bar-dealer")).to_contain_text("dora")
    expect(hand.page.locator("body")).to_have_attribute("data-link", "live")
    hand.next()
    hand.at("deal")
    last = Entry.objects.filter(register="T3").order_by("number").last()
    assert last is not None
    assert (last.actor, last.verb) == ("dora", "close_bets")


@pytest.mark.faults
def test_who_is_replaced_reads_by_whom_at_once_and_needs_their_pin_to_come_back(console: Callable[..., Hand]) -> None:
    table = staked()
    hand = console(table)
    table.cast.relief.does("take_over")
    expect(hand.page.locator("h1")).to_contain_text("dora")
    expect(hand.page.locator(".region-felt")).to_have_count(0)
    hand.page.locator("a[href$='/change-dealer/']").click()
    expect(hand.page.locator("input[name=pin]")).to_be_visible()


# --- how it looks


def an_evening(table: AtTable) -> Iterator[str]:
    """All that a console comes through, acted by the table; gives what stands on it each time.

    Decks are loaded, the table is opened, players ask for a mark at two displays, third cards come to either side, a
    blank coup is played, the game is suspended, an incident holds a coup.
    """
    yield ".now-prepare"
    prepare_shoe(table, VENEZIA)
    yield ".now-wait"
    table.cast.ispettore.does("open_table")
    for label in "12":
        display = Display.objects.create(code=f"D{label}", kind="seat", table=table.row, position=label)
        proposals.propose(display, "mark")
    yield '[data-now="open_bets"]'
    yield from _a_coup(table)
    table.cast.ispettore.does("order_blank")
    yield '[data-now="play_blank"]'
    table.press(("play_blank", {"said": True}), ("deal", {}))
    yield '[data-now="turn_punto"]'
    table.press(("turn_punto", {"cards": ["9S", "KD"]}), ("turn_banco", {"cards": ["2S", "3S"]}))
    table.press(("announce", {"banco": 5, "punto": 9}), ("burn", {}))
    table.cast.ispettore.does("suspend")
    yield ".now-wait"
    table.cast.ispettore.does("resume")
    deal(table, "P100@1")
    table.press(("declare", {"claim": "no_carta", "means": "voice"}), ("turn_banco", {"cards": ["7D", "KD"]}))
    table.does("turn_punto", cards=["KS", "KH"])
    yield ".dealer:has(.incident) .now-wait"


def _a_coup(table: AtTable) -> Iterator[str]:
    table.does("open_bets")
    lay(table, *(f"{'PB'[at % 2]}1000@{at}" for at in range(1, 8)), *(f"T50@{at}" for at in range(1, 8)))
    for act in Croupier(table, "4S 5S KS KD 6H 2H").acts("open_bets"):
        yield f'[data-now="{act[0]}"]'
        table.press(act)
    yield ".paying-last"


def before_the_first_shoe() -> AtTable:
    """A table with its people, before its decks are loaded."""
    table = new_table()
    table.cast.ispettore.does("sign_on")
    table.does("sign_on")
    for guest, label in zip(GUESTS, VENEZIA.positions[:7], strict=False):
        seat(table, guest, label)
    return table


@pytest.mark.faults
@in_two_parts(3)
def test_everything_keeps_its_place_and_is_whole_through_an_evening(console: Callable[..., Hand], part: slice) -> None:
    table, axe = before_the_first_shoe(), Axe()
    page = console(table, language="de", moves=True).page
    stood: dict[tuple[str, str], object] = {}
    for stage in an_evening(table):
        expect(page.locator(stage)).to_be_attached()
        page.evaluate(script("console", "widen"))
        fullest = any(named in stage for named in FULLEST)
        for form, size in FORMS.items() if fullest else [("across", FORMS["across"])]:
            page.set_viewport_size(size)
            # What has nothing to say leaves its room to a case, and stands nowhere.
            places = {
                (form, name): box for name, box in page.evaluate(script("console", "fixedPlaces")).items() if box[3]
            }
            stood = places | stood
            assert {it: stood[it] for it in places} == places, (stage, form)
            looks = WHOLE[form] if fullest or part.step is None else {}
            wrong = {name: page.evaluate(finds) for name, finds in looks.items()}
            assert not any(wrong.values()), (stage, form, wrong)
        if any(named in stage for named in FULLEST[part]):
            found = axe.run(page)
            assert found.violations_count == 0, found.generate_report()


def test_of_a_shoe_that_is_prepared_the_field_and_the_key_that_are_due_are_whole_at_every_size(
    console: Callable[..., Hand],
) -> None:
    table = ready_table()
    table.cast.direzione.does("void_shoe")
    page = console(table, language="de").page
    for width, height in ((1280, 800), (1280, 640), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        for what in ("input", "button"):
            expect(page.locator(f".prepare-now {what}")).to_be_in_viewport(ratio=1)


@pytest.mark.faults
@in_two_parts(4)
def test_the_sheets_are_whole_and_axe_finds_nothing_in_them(console: Callable[..., Hand], part: slice) -> None:
    hand, axe = console(staked(), moves=True), Axe()
    for dialog in ("incident", "take-back", "sabot", "tip", "more")[part]:
        hand.press(f'.tools [data-opens="{dialog}"]')
        expect(hand.page.locator(f"#{dialog}")).to_be_in_viewport(ratio=1)
        # What lies behind the sheets is the same behind all of them.
        found = axe.run(hand.page, None if dialog == "incident" else f"#{dialog}")
        assert found.violations_count == 0, found.generate_report()
        hand.page.keyboard.press("Escape")


@pytest.mark.faults
def test_between_two_coups_how_the_table_stands_does_not_run_under_the_link(console: Callable[..., Hand]) -> None:
    page = console(ready_table(), language="de").page
    for width, height in ((1180, 820), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        taglia = page.locator(".bar-taglia").bounding_box() or pytest.fail("no taglia is named")
        link = page.locator(".dealer .link").bounding_box() or pytest.fail("there is no link")
        assert taglia["x"] + taglia["width"] <= link["x"]


@pytest.mark.faults
def test_where_there_is_little_room_the_felt_gives_way(console: Callable[..., Hand]) -> None:
    """A coup on a phone, and on a tablet at twice its size: what is pressed keeps its place within reach."""
    table = staked()
    hand = console(table, screen="phone", language="de", moves=True)
    page, stood = hand.page, dict[str, object]()

    def look(verb: str) -> None:
        hand.at(verb)
        # The first size is the one at which the page stands.
        sizes = sorted(NARROW.items(), key=lambda it: it[1] != page.viewport_size)
        for form, size in sizes:
            page.set_viewport_size(size)
            places = page.evaluate(script("console", "fixedPlaces"))
            if form == "zoomed":
                gives_way(places, verb, size)
            assert stood.setdefault(form, places) == places, (verb, form)
            assert page.evaluate(STICKING_OUT) == [], (verb, form)
            reachable = (".act", ".tool-incident", "#link", *([".dock"] if form == "phone" else []))
            assert max(places[it][1] + places[it][-1] for it in reachable) <= size["height"], (verb, form)

    for verb in ("close_bets", "deal"):
        look(verb)
        if verb == "close_bets":
            lays_by_keys(table, page)
        page.locator(".now .next").tap()
    look("declare")
    page.locator("[data-declare]").nth(2).tap()
    for verb, cards in (("turn_banco", ("7S", "KD")), ("turn_punto", ("6H", "QC"))):
        look(verb)
        for card in cards:
            page.locator(f'[data-card="{card}"]').tap()
    look("announce")
    page.locator(".now .next").tap()
    look("settle")


def gives_way(places: dict[str, list[float]], verb: str, size: ViewportSize) -> None:
    """On a tablet at twice its size felt and dock give way to each other; they leave the places that have to stand."""
    # The act gives of its width to other keys, and what gives way is looked at by itself.
    gives = {it: places.pop(it) for it in (".region-felt", ".region-felt svg", ".dock", ".others")}
    places[".act"].pop(2)
    felt, dock = ("dock", "felt") if verb in QUIET else ("felt", "dock")
    at = {"felt": gives[".region-felt"], "dock": gives[".dock"]}
    assert at[felt][1] < at[dock][1], verb
    assert at[dock][2] == size["width"], verb
    assert at[dock][1] + at[dock][3] <= size["height"], verb


def lays_by_keys(table: AtTable, page: Page) -> None:
    """Where the boxes of the felt are too small a position is chosen, and its box; both say what lies there."""
    expect(page.locator(".spot").filter(visible=True)).to_have_count(0)
    page.locator('.position-key[data-at="3"]').tap()
    box = page.locator('.box-key[data-box="banco"]')
    drawn = box.bounding_box()
    assert drawn is not None
    assert min(drawn["width"], drawn["height"]) >= KEY
    page.locator('[data-chip="10000"]').tap()
    box.tap()
    expect(box).to_have_attribute("data-own-lies", "100")
    expect(page.locator('.position-key[data-at="3"]')).to_have_attribute("data-own-boxes", "B")
    page.locator(".place-key").tap()
    page.locator('dialog[data-seat="3"][open] [data-closes]').tap()
    assert [(it.box, it.laid) for it in table.state.stakes if it.position == "3"] == [("banco", 10000)]


@pytest.mark.faults
@pytest.mark.parametrize("kinds", [2, 6])
def test_where_side_bets_are_too_small_for_a_finger_it_chooses_their_position_and_a_key_lays(
    console: Callable[..., Hand], kinds: int
) -> None:
    """Punto takes a chip by one tap where it is large enough; beside six side bets Egalité is not."""
    table = ready_table(derive(VENEZIA, key="side-bets", smallest_payment=5, side_bets=frozenset(SIDE_BETS[:kinds])))
    lay(table)
    page = console(table, language="de", screen="upright").page
    for size in TABLETS:
        page.set_viewport_size(size)
        for key in page.locator(".box-key, .place-key").all():
            drawn = key.bounding_box()
            assert drawn is not None
            assert min(drawn["width"], drawn["height"]) >= FINGER, (size, drawn)
        assert page.evaluate(STICKING_OUT) == [], size
        for whole in (".bar-limits", ".dock", ".chips-dock"):
            assert page.locator(whole).evaluate("it => it.scrollHeight - it.clientHeight") <= 1, (size, whole)
        small = page.locator('.spot[data-position="3"][data-box="player_pair"]')
        page.locator('.spot[data-position="1"][data-box="player_pair"]').tap()
        expect(small).not_to_have_attribute("data-own-chosen", "")
        if kinds == len(SIDE_BETS):
            tie = page.locator('.spot[data-position="5"][data-box="egalite"]')
            tie.tap()
            expect(tie).to_have_attribute("data-own-chosen", "")
        small.tap()
        expect(small).to_have_attribute("data-own-chosen", "")
        expect(page.locator(".place-key")).to_have_attribute("data-own-position", "3")
    key = page.locator('.box-key[data-box="player_pair"]')
    key.tap()
    expect(key).not_to_have_attribute("data-own-lies", "")
    page.locator('.spot[data-position="1"][data-box="punto"]').tap()
    expect(page.locator('.spot[data-position="1"][data-box="punto"]')).not_to_have_attribute("data-laid", "0")
    assert [(it.position, it.box) for it in table.state.stakes] == [("3", "player_pair"), ("1", "punto")]


def places_at(page: Page) -> dict[tuple[int, int], dict[str, list[int]]]:
    """The places of a console's parts across, on a tablet and on what is low, by width and height."""
    found = {}
    for width, height in ((844, 390), (640, 400), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        found[width, height] = page.evaluate(script("console", "fixedPlaces"))
    return found


@pytest.mark.faults
def test_the_next_act_is_near_for_the_keyboard_and_the_console_is_mirrored_for_a_left_hand(
    console: Callable[..., Hand],
) -> None:
    table = staked()
    hand = console(table)
    page, entries = hand.page, Entry.objects.count()
    page.keyboard.press("Tab")
    for _stop in range(TAB_STOPS - 1):
        if not page.evaluate("document.activeElement.matches('[data-next]')"):
            page.keyboard.press("Tab")
    expect(page.locator(".now .next")).to_be_focused()
    right = places_at(page)
    hand.press('[data-opens="more"]')
    hand.press('[data-leads="own-hand"]')
    hand.press('#own-hand form[action*="left"] button')
    expect(page.locator("body")).to_have_attribute("data-hand", "left")
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    for (width, height), mirrored in places_at(page).items():
        for part in (".region-felt", ".region-bar", ".dock", ".tools"):
            left, *others = right[width, height][part]
            assert mirrored[part] == pytest.approx([width - left - others[1], *others], abs=1), (width, part)
    assert Entry.objects.count() == entries
    page.evaluate(script("console", "noteVibrations"))
    hand.press('[data-chip="10000"]')
    hand.spot("1", "punto").click()
    expect(hand.spot("1", "punto")).to_have_attribute("data-laid", "20000")
    accepted = page.evaluate("window.vibrations.splice(0)")
    page.locator(".now").evaluate(script("console", "refuse"))
    refused = page.evaluate("window.vibrations")
    assert accepted != [] != refused
    assert accepted[:1] != refused[:1]
