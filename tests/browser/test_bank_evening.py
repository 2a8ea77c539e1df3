"""An evening of a table with a bank on four screens: from the float that comes to the roll of the day, by presses."""

from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from bank.models import BankSession, GamingDay
from bank.play.tables import bank_of
from table.rules.profile import Role
from table.script.follow import follow, read
from table.script.player import Player
from tests.bank.at_bank import FLOAT, WITH_BANK, AtBank, bank_table
from tests.browser.test_bank import keys, signs
from tests.rig.room import Hand, page_of
from tests.rig.sockets import session_of
from tests.rig.staff import with_pin
from tests.rig.tables import prepare_shoe

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]
COUP = "seat 1 anna\nstakes P100@1\ncards 9H 5C KD 2S\nburns"


class Evening:
    """The table, and the hands at its console, at the inspectors' pages, at the cage and at the camera desk."""

    def __init__(self, at: AtBank, opens: Callable[..., Page], address: str) -> None:
        self.at, cast = at, at.table.cast
        self.ispettore = with_pin(Role.ISPETTORE_GIOCO, badge=cast.ispettore.person.badge, language="en").badge

        def screen(badge: str, path: str) -> Hand:
            known = {settings.SESSION_COOKIE_NAME: session_of(badge)}
            return Hand(page_of(opens, address, path, known, language="en", screen="tablet"))

        self.dealer = screen("dario", "/tables/T3/dealer/")
        self.pit = screen(self.ispettore, "/pit/")
        self.cassa = screen(at.cassa.person.badge, "/cassa/")
        self.video = screen(at.video.person.badge, "/video/")
        self.direzione = screen(cast.direzione.person.badge, "/office/banks/")
        for hand in (self.dealer, self.pit, self.cassa, self.video):
            hand.watch.running = True

    def seen(self, words: str) -> None:
        """The camera desk reads it."""
        expect(self.video.page.locator(".feed")).to_contain_text(words)

    def counts(self, pieces: dict[str, int]) -> int:
        """The dealer counts by piece; the presses that it takes."""
        hand = self.dealer
        hand.presses = 0
        hand.press(".next[data-opens=bank-count]")
        keys(hand, pieces)
        hand.press("dialog[open] .bank-next")
        expect(hand.page.locator("dialog[open] .counted")).to_be_visible()
        return hand.presses

    def attest_and_accept(self) -> None:
        """The inspector attests at the console, reads that nothing differs, and accepts."""
        hand = self.dealer
        hand.press("dialog[open] .counted > .bank-next")
        signs(hand, self.ispettore)
        expect(hand.page.locator("dialog[open] .counted-even")).to_be_visible()
        hand.press("dialog[open] .counted-decide .bank-next")
        signs(hand, self.ispettore)


def a_coup(at: AtBank) -> None:
    """A guest wins 100 on Punto, which the rack pays."""
    player = Player(at.code, who=lambda role: at.table.cast.with_role(role).person)
    assert [it.found for it in follow(player, read(COUP))] == [""] * len(COUP.splitlines())


def test_an_evening_from_the_float_to_the_roll_of_the_day_by_presses_on_four_screens(
    reader: Callable[..., Page], base_url: str
) -> None:
    at = bank_table()
    at.table.cast.direzione.does("set_float", pieces=FLOAT)
    at.table.cast.dealer.does("sign_on")
    at.table.cast.ispettore.does("sign_on")
    evening = Evening(at, reader, base_url)
    the_float_comes(evening)
    notes_are_changed(evening)
    a_fill_comes(evening)
    a_coup(at)
    the_table_closes(evening)
    the_box_is_counted(evening)
    the_bank_closes(evening)
    bank = bank_of(at.table.state)
    assert bank is not None
    assert (bank.pure.stage.value, bank.pure.differences) == ("closed", (0, 0))
    the_day_ends(evening.direzione)
    for words in ("asks the cage for a fill", "counts: Box", "closes the bank", "confirms at the cage the credit"):
        evening.seen(words)


def the_float_comes(evening: Evening) -> None:
    """The cage sends what the Direzione has planned; it is counted, and the table opened from the pit."""
    evening.cassa.press("[data-opens='cassa-T3-float']")
    evening.cassa.press("dialog[open] .bank-next")
    assert evening.cassa.presses == 2
    evening.seen("the float leaves the cage")
    prepare_shoe(evening.at.table, WITH_BANK)
    assert evening.counts(FLOAT) <= 40
    evening.attest_and_accept()
    evening.pit.follow(".tile-way")
    evening.pit.press(".act-gold[data-press*=open_table]")
    expect(evening.dealer.page.locator("[data-opens=bank-change]")).to_be_visible()


def notes_are_changed(evening: Evening) -> None:
    """Three presses for a note of 100."""
    dealer = evening.dealer
    dealer.presses = 0
    dealer.press("[data-opens=bank-change]")
    dealer.press("dialog[open] [data-note='10000']")
    dealer.press("dialog[open] .bank-next")
    expect(dealer.page.locator("#bank-change")).to_be_hidden()
    assert (dealer.presses, BankSession.objects.get().notes) == (3, 10_000)


def a_fill_comes(evening: Evening) -> None:
    """It is asked for from the pit, issued at the cage in two presses, and received in three and a PIN."""
    dealer, pit, cassa = evening.dealer, evening.pit, evening.cassa
    pit.presses = cassa.presses = dealer.presses = 0
    pit.press("[data-opens=bank-request-fill]")
    pit.press("dialog[open] [data-cents='10000']")
    for digit in "20":
        pit.press(f"dialog[open] [data-digit='{digit}']")
    pit.press("dialog[open] .bank-next")
    cassa.press(".cassa-requested .bank-act")
    cassa.press("dialog[open] .bank-next")
    dealer.press(".bank-band button")
    dealer.press("dialog[open] form:not(.counting) .bank-next")
    dealer.press("dialog[open] [data-sign]")
    signs(dealer, evening.ispettore)
    expect(dealer.page.locator(".bank-band")).to_have_count(0)
    assert (pit.presses, cassa.presses, dealer.presses) == (5, 2, 3)


def the_table_closes(evening: Evening) -> None:
    """It is closed from the pit; the rack is counted without a word of what it must hold, and nothing differs."""
    evening.pit.press("[data-opens=sheet-close]")
    evening.pit.press("dialog[open] [data-press*=close_table]")
    assert evening.counts(FLOAT | {"10000": FLOAT["10000"] + 20 - 2}) <= 40
    evening.attest_and_accept()


def the_box_is_counted(evening: Evening) -> None:
    """Two persons count it at the cage, the second without a sight of what the first one found."""
    cassa = evening.cassa
    for counting in ("form[data-steps]", "form[data-sign-form]"):
        cassa.press("[data-opens=cassa-T3-box]")
        # Another form comes for the second person: whatever is keyed before that is gone with the first one's.
        expect(cassa.page.locator(f"dialog[open] {counting} [data-total]")).to_have_text("€0.00")
        cassa.press("dialog[open] [data-cents='10000']")
        cassa.press("dialog[open] [data-digit='1']")
        cassa.press("dialog[open] .bank-next")
    signs(cassa, evening.ispettore)
    expect(cassa.page.locator("#cassa-T3-box .counted-decide")).to_be_attached()
    cassa.press("[data-opens=cassa-T3-box]")
    cassa.press("dialog[open] .counted-decide .bank-next")
    signs(cassa, evening.ispettore)


def the_bank_closes(evening: Evening) -> None:
    """The pieces that go back are proposed, also to who has closed the sheet once; they go to the cage."""
    dealer, cassa = evening.dealer, evening.cassa
    dealer.press(".next[data-opens=bank-close]")
    dealer.press("dialog[open] [data-closes]")
    dealer.press(".next[data-opens=bank-close]")
    expect(dealer.page.locator("dialog[open] [data-total]")).to_have_text("€1,800.00")
    dealer.press("dialog[open] .bank-next")
    signs(dealer, evening.ispettore)
    dealer.press(".next[data-opens^=bank-movement]")
    dealer.press("dialog[open] form:not(.counting) .bank-next")
    dealer.press("dialog[open] [data-sign]")
    signs(dealer, evening.ispettore)
    cassa.press("[data-opens='cassa-T3-3']")
    # Until the cage hears that the inspector has signed, a second person is asked for on the same sheet.
    cassa.press("dialog[open] form.counting .bank-next")
    expect(cassa.page.locator("dialog[open]")).to_have_count(0)


def the_day_ends(direzione: Hand) -> None:
    """The Direzione begins the next gaming day."""
    direzione.page.reload()
    direzione.press(".danger summary")
    direzione.press(".danger[open] button")
    expect(direzione.page.locator("main")).to_contain_text("has begun")
    assert GamingDay.objects.count() == 1
