"""A ruling on money repeats its sum in words before it is pressed. Super Punto Banco, Art. 16."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Hands
from tests.croupier import cases
from tests.rig.scripts import script
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db(transaction=True)
IN_WORDS = [
    (2500, "en", "twenty-five"),
    (125_050, "en", "one thousand two hundred and fifty and 50/100"),
    (125_000, "it", "milleduecentocinquanta"),
    (2_128_300, "it", "ventunomiladuecentottantatré"),
    (10_300, "it", "centotré"),
    (2_300_000, "it", "ventitremila"),
    (300_000_025, "it", "tre milioni e 25/100"),
    (125_000, "de", "eintausendzweihundertfünfzig"),
    (10_100, "de", "einhunderteins"),
    (200_003_175, "de", "zwei Millionen einunddreißig und 75/100"),
]


@pytest.mark.faults
def test_the_sum_that_a_ruling_corrects_is_repeated_in_words_before_the_press(hand: Hands) -> None:
    table = ready_table()
    cases.foreign_card(table)
    table.cast.ispettore.does("refer", incident=table.number, reason="a card that is not of these decks")
    direzione = hand("delia")
    direzione.press(".incident .pick-gold")
    ruling = direzione.page.locator('[data-steps*="rule"]')
    stake = ruling.locator("[data-stake]").first
    stake.fill("-1250.50")
    words = ruling.locator("[data-sum-words]")
    expect(words).to_have_text("Corrected in all, in words: one thousand two hundred and fifty and 50/100")
    stake.fill("")
    expect(words).to_have_text("")
    for amount, language, said in IN_WORDS:
        assert direzione.page.evaluate(script("console", "inWords"), [amount, language]) == said
