"""One coup on four screens at once: what the dealer's hand does, and what everybody sees of it, step by step."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from table.access import pairing
from tests.rig.room import still
from tests.rig.sockets import paired, session_of
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db(transaction=True)
Reader = Callable[..., Page]


class Room(NamedTuple):
    """The four screens of the story."""

    dealer: Page
    inspector: Page
    seat: Page
    sign: Page

    def see(self, *, inspector: str = "", seat: str = "", sign: str = "") -> None:
        """What the register of the inspector, the panel of the reader's seat and the sign say now."""
        if inspector:
            expect(self.inspector.locator(".region-desk")).to_contain_text(inspector)
        if seat:
            expect(self.seat.locator(".region-strip")).to_contain_text(seat)
        if sign:
            expect(self.sign.locator(".region-sign")).to_contain_text(sign)

    def covered(self, count: int) -> None:
        """So many covered cards lie on every felt that is looked at."""
        for page in (self.dealer, self.inspector, self.seat):
            expect(page.locator(".region-felt .hand .card-back")).to_have_count(count)

    def points(self, side: str, points: str) -> None:
        """The points of a hand that lies open, on every felt."""
        for page in (self.dealer, self.inspector, self.seat):
            expect(page.locator(f".region-felt .hand-{side} .hand-points")).to_have_text(points)


@pytest.fixture
def room(reader: Reader, base_url: str) -> Room:
    """Anna to Gina sit at 1 to 7 of table T3; the dealer, an inspector, the display at 2 and the sign are live.

    What moves, moves on the console; the others want no motion.
    """
    ready_table()
    cookies = {
        "dario": (settings.SESSION_COOKIE_NAME, session_of("dario"), "/tables/T3/dealer/", "tablet"),
        "ivo": (settings.SESSION_COOKIE_NAME, session_of("ivo"), "/tables/T3/", "tablet"),
        "seat": (pairing.COOKIE, paired("T3", "2", language="en"), "/display/", "tablet"),
        "sign": (pairing.COOKIE, paired("T3", language="en"), "/display/", "display"),
    }
    pages = []
    for name, value, path, screen in cookies.values():
        page = reader("en", screen)
        if not path.endswith("/dealer/"):
            still(page)
        own = {name: value, settings.LANGUAGE_COOKIE_NAME: "en"}
        page.context.add_cookies([{"name": key, "value": it, "url": base_url} for key, it in own.items()])
        page.goto(path)
        expect(page.locator("body")).to_have_attribute("data-link", "live")
        pages.append(page)
    return Room(*pages)


@pytest.mark.faults
def test_a_coup_from_the_stakes_to_the_button_on_four_screens(room: Room) -> None:
    stakes_are_laid(room)
    four_cards_are_read(room)
    third_cards_come(room)
    the_coup_is_paid_and_burned(room)


def stakes_are_laid(room: Room) -> None:
    """The betting opens, and two chips lie on every felt."""
    press_next(room.dealer, "open_bets")
    room.see(seat="Betting open", sign="Betting open", inspector="the betting opens")
    lay(room.dealer, "2", "punto", "100")
    lay(room.dealer, "5", "banco", "25")
    expect(room.seat.locator('.region-felt [data-key="2-punto"] .pile-amount')).to_have_text("100")
    expect(room.inspector.locator('.region-felt [data-key="5-banco"] .pile-amount')).to_have_text("25")


def four_cards_are_read(room: Room) -> None:
    """«Rien ne va plus», four covered cards, the reader's word, and Banco is turned."""
    press_next(room.dealer, "close_bets")
    press_next(room.dealer, "deal")
    room.covered(4)
    room.see(seat="You read the cards", sign="Position 2 reads the cards", inspector="«Rien ne va plus»")
    at(room.dealer, "declare")
    room.dealer.locator("[data-declare]").first.click()
    room.see(seat="«carta»", inspector="«carta», by voice")
    key(room.dealer, "turn_banco", "3C", "QD")
    room.covered(2)
    room.points("banco", "3")


def third_cards_come(room: Room) -> None:
    """One for each side; then the reader turns their cards."""
    key(room.dealer, "card_out", "4D")
    room.see(inspector="card 5 is 4♦")
    key(room.dealer, "card_out", "4S")
    room.points("banco", "7")
    room.see(seat="Third cards", sign="Third cards")
    key(room.dealer, "turn_punto", "2H", "KS")
    room.covered(0)
    room.points("punto", "6")


def the_coup_is_paid_and_burned(room: Room) -> None:
    """Announced, lit on every felt, paid by position; the Button passes on and the next betting is open."""
    press_next(room.dealer, "announce")
    room.see(seat="You lose", sign="Banco wins", inspector="«Banco 7, Punto 6»")
    for page in (room.dealer, room.inspector, room.seat):
        expect(page.locator(".region-felt .hand-won")).to_have_count(1)
    expect(room.dealer.locator(".pay-moves")).to_have_text(["take 100", "pay 23.75"])
    press_next(room.dealer, "settle")
    room.see(inspector="2 −100 · 5 +23.75")
    press_next(room.dealer, "burn")
    room.see(seat="Betting open", sign="Betting open", inspector="the Button lies at position 2")
    expect(room.seat.locator(".seat-order li").first).to_contain_text("2")
    expect(room.sign.locator(".sign-button")).to_contain_text("2")


@pytest.mark.faults
def test_a_coup_by_the_keyboard_alone(room: Room) -> None:
    dealer, keys = room.dealer, room.dealer.keyboard
    step(dealer, "open_bets", "n")
    at(dealer, "close_bets")
    keys.press("4")  # the chip of 100
    dealer.locator('.spot[data-position="2"][data-box="punto"]').focus()
    keys.press("Enter")
    expect(dealer.locator('[data-key="2-punto"] .pile-amount')).to_have_text("100")
    for verb, typed in (
        ("close_bets", "n"),
        ("deal", "n"),
        ("declare", "o"),
        ("turn_banco", "9CQD"),
        ("turn_punto", "7HKS"),
        ("announce", "n"),
        ("settle", "n"),
        ("burn", "n"),
    ):
        step(dealer, verb, typed)
    room.see(sign="Betting open", inspector="«Banco 9, Punto 7»")
    room.see(inspector="2 −100")


def step(dealer: Page, verb: str, typed: str) -> None:
    """What is typed when the console asks for this act; it takes no key before it has been seen."""
    at(dealer, verb)
    expect(dealer.locator(".console [data-own-fresh]")).to_have_count(0)
    dealer.keyboard.type(typed)


def at(dealer: Page, verb: str) -> None:
    """The console asks for this act now."""
    expect(dealer.locator(f'.now[data-now="{verb}"]')).to_be_attached()


def press_next(dealer: Page, verb: str) -> None:
    """The one large button, when it stands for this act."""
    at(dealer, verb)
    dealer.locator(".now .next").click()


def key(dealer: Page, verb: str, *cards: str) -> None:
    """Cards by their keys, when they are asked for."""
    at(dealer, verb)
    for card in cards:
        dealer.locator(f'[data-card="{card}"]').click()


def lay(dealer: Page, position: str, box: str, chip: str) -> None:
    """A chip is chosen and laid on a box."""
    dealer.locator(".chip-key", has_text=chip).filter(has_not_text="1000").first.click()
    dealer.locator(f'.spot[data-position="{position}"][data-box="{box}"]').click()
    expect(dealer.locator(f'[data-key="{position}-{box}"] .pile-amount')).to_have_text(chip)
