"""A table whose rules have a virtual shoe, on its own screens: promised, dealt, turned, and opened at the end."""

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from table.models.sealed import SealedCard
from table.rules.shoe import commitment_of, seal_of
from tests.browser.evenings import Touch
from tests.browser.houses.by_hand import points
from tests.rig.patience import PATIENCE_MS
from tests.rig.room import display_page, staff_page, still
from tests.rig.scripts import script
from tests.rig.tables import AtTable, new_table, seat
from tests.shoes.dealing import TRAINING, effects, stake

pytestmark = pytest.mark.django_db(transaction=True)
BEHIND = 309
"""Three cards lie before the cut card: it comes in the middle of the first coup, which is the last."""
OF_REAL_CARDS = {
    *("kind-cut", "kind-inverted", "kind-wrong_number", "kind-undue_third", "kind-third_not_drawn"),
    *("kind-turned_by_dealer", "kind-worn_card", "kind-sabot_empty"),
}
"""What no sheet of the console may offer: the shoe knows it, and the table refuses it."""
KINDS = "all => all.map(one => one.dataset.key)"


@pytest.mark.faults
def test_a_virtual_shoe_is_promised_dealt_turned_and_opened_at_its_own_screens(
    reader: Callable[..., Page], base_url: str
) -> None:
    table = _before_its_shoe()

    def touched(language: str, screen: str) -> Page:
        return still(reader(language, screen, has_touch=True))

    console = staff_page(touched, base_url, "T3", "dario")
    hand = Touch(console)
    console.locator(".prepare [name$=behind]").fill(str(BEHIND))
    hand.tap(".prepare > .next")
    expect(console.locator(".now .waits")).to_be_visible(timeout=PATIENCE_MS)
    [promised] = effects(table, "shoe_sealed")
    sealed = {it.number: (it.face, it.salt) for it in SealedCard.objects.all()}
    table.cast.ispettore.does("open_table")
    stake(table)
    seen = display_page(touched, base_url, "T3", "1")
    expect(seen.locator("#rules .promise code")).to_have_text(promised["commitment"], timeout=PATIENCE_MS)
    hand.tap('.tools [data-opens="sabot"]')
    expect(console.locator("#sabot[open] .promise code")).to_have_text(promised["commitment"], timeout=PATIENCE_MS)
    hand.tap("#sabot [data-closes]")

    # What was laid by another hand is new on the console once more, and takes no press for a moment.
    expect(console.locator('.spot[data-laid="10000"]')).to_have_count(1, timeout=PATIENCE_MS)
    now = _due(console)
    while now["verb"] != "load_virtual":
        assert now["slots"] == 0, "no card is keyed"
        if now["verb"] == "announce":
            _incidents(hand)
        _does(hand, now["verb"], [sealed[place][0] for place in (1, 3)])
        now = _due(console, now["words"])
    opened = {it["card"]: (it["face"], it["salt"]) for it in effects(table, "card_turned")}
    shown = len(opened)
    opened |= {number: (face, salt) for it in effects(table, "seals_opened") for number, face, salt in it["cards"]}
    assert (4 <= shown <= 6, opened) == (True, sealed)
    assert promised == {"commitment": commitment_of(seal_of(*opened[number]) for number in sorted(opened))}
    call_command("verify", "T3", stdout=StringIO())
    table.check()


def _before_its_shoe() -> AtTable:
    table = new_table(TRAINING)
    table.cast.ispettore.does("sign_on")
    table.does("sign_on")
    seat(table, "anna", "1")
    return table


def _due(console: Page, was: str = "") -> dict[str, Any]:
    found: dict[str, Any] = console.wait_for_function(
        script("console", "wordsAfter"), arg=was, timeout=PATIENCE_MS
    ).json_value()
    return found


def _incidents(hand: Touch) -> None:
    """What can be reported of a hand that lies there is offered, but for what the shoe knows."""
    hand.tap(".tool-incident")
    kinds = hand.page.locator("#incident[open] .kind")
    expect(kinds.filter(visible=True).first).to_be_visible(timeout=PATIENCE_MS)
    assert not OF_REAL_CARDS & {*kinds.evaluate_all(KINDS)}
    hand.tap("#incident [data-closes]")


def _does(hand: Touch, verb: str, punto: list[str]) -> None:
    """What is asked; the reader, who alone sees their two cards, says what they have to."""
    if verb != "declare":
        hand.next()
    elif points(punto) > 7:
        hand.tap(".others [data-press*=turn_battuta]")
    else:
        said = "carta" if points(punto) < 6 else "no_carta"
        hand.tap(f"[data-declare][data-press*='\"{said}\"'][data-press*=voice]")
