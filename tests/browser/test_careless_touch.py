"""However carelessly a hand is keyed by touch, it is clear only as the true one. Super Punto Banco, Art. 6 to 8.

``make careless-touch HANDS=500 SEED=3`` tries more, and prints how many are clear.
"""

import sys
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page

from table.rules.houses import VENEZIA
from table.rules.refusal import Code, Refused
from table.script.simulation import shuffled
from tests.browser.careless import Touched, decided
from tests.browser.fingers import AT_ONCE, NOTES_SHOWN, AtScreens, Finger
from tests.croupier.coups import deal
from tests.croupier.dealer import Croupier
from tests.procedures.careless import by_chance
from tests.procedures.knowable import judge
from tests.procedures.tally import HEADINGS, Tally
from tests.rig.choosing import number_of
from tests.rig.room import staff_page, still
from tests.rig.tables import AtTable, prepare_shoe, ready_table

pytestmark = pytest.mark.django_db(transaction=True)
SEED, HANDS, FIRST = number_of("SEED", 3, least=0), number_of("TOUCHED", 1), number_of("FIRST", 0, least=0)

FORESEEN = {Code.REGOLA, Code.EVIDENCE, Code.NOTHING_REPORTED}
"""Nobody is due a card: is it out already? What is told does not fit the known faces, or is what the record has."""


@pytest.fixture
def screens(reader: Callable[..., Page], base_url: str) -> AtScreens:
    """The dealer's console and the inspector's page of a table, each under a finger."""
    table = ready_table()
    dealer, inspector = (_finger(table, badge, reader, base_url) for badge in ("dario", "ivo"))
    return AtScreens(table.code, table.cast, dealer, inspector)


def _finger(table: AtTable, badge: str, reader: Callable[..., Page], address: str) -> Finger:
    page = still(reader("en", has_touch=True, scripts=(AT_ONCE, NOTES_SHOWN)))
    finger = Finger(page, table, [])
    page.on("websocket", lambda socket: finger.sockets.append(socket))  # noqa: PLW0108 - Playwright marks it
    staff_page(lambda _language, _screen: page, address, table.code, badge)
    return finger


@pytest.mark.faults
def test_a_hand_keyed_by_touch_is_clear_if_what_was_told_and_seen_leaves_one_coup_and_then_it_is_the_true_one(
    screens: AtScreens,
) -> None:
    """And some press that is offered always leads on to its decision; none is refused but for what the law foresees."""
    shoe, tally = sorted({*shuffled(VENEZIA, Random(SEED))}, key=str), Tally(f"carelessly by touch, seed {SEED}")
    for at in range(FIRST, FIRST + HANDS):
        chance = Random(f"{SEED} {at}")
        dealt(AtTable(screens.code, screens.cast))
        one_hand(Touched(screens, by_chance(chance, shoe), chance), tally, name=str(at))
    refused = screens.dealer.refused + screens.inspector.refused
    presses = screens.dealer.presses + screens.inspector.presses
    sys.stdout.write(f"{HEADINGS}\n{tally}\n{presses:,} presses; refused: {dict(refused)}\n")
    assert tally.amiss == []
    assert set(refused) <= FORESEEN


def dealt(table: AtTable) -> None:
    """Whatever coup is left is played to its end, and four covered cards of another shoe lie there."""
    Croupier(table).to_the_burn()
    table.cast.direzione.does("void_shoe")
    prepare_shoe(table, VENEZIA, serial=f"S-{table.number}")
    deal(table, "P100@1", "B50@2")


def one_hand(keyed: Touched, tally: Tally, *, name: str) -> None:
    """A hand is keyed and decided."""
    keyed.screens.pressed.clear()
    try:
        case = keyed.play()
        decided(keyed.screens, case)
    except (AssertionError, Refused) as error:
        tally.stuck(f"{name} {keyed.hand} {keyed.screens.pressed}", repr(error))
        return
    judge(tally, keyed, case.answer, name=f"{name} {keyed.hand} {keyed.screens.pressed}")
