"""Corrections of what was keyed wrong: in which phases the dealer and the Ispettore di Gioco may make each of them."""

from collections.abc import Mapping
from typing import NamedTuple

from table.rules.phase import Phase

BETWEEN_COUPS = None
WITH_CARDS = (Phase.CLOSED, Phase.DEALING)
"""Phases in which the dealer still has the cards, and nobody reads them yet."""
DECLARED = (Phase.DECLARED, Phase.BANCO_UP, Phase.PUNTO_UP)
BEFORE_ANNOUNCED = (
    *WITH_CARDS,
    Phase.READING,
    Phase.DECLARED,
    Phase.BANCO_UP,
    Phase.DRAWING,
    Phase.PUNTO_UP,
)
BEFORE_BURNED = (*BEFORE_ANNOUNCED, Phase.ANNOUNCED, Phase.COUNTING, Phase.SETTLED)
BEFORE_SETTLED = BEFORE_BURNED[:-1]
ALWAYS = (BETWEEN_COUPS, Phase.BETTING, *BEFORE_BURNED)


class Correctable(NamedTuple):
    """When what was keyed can be corrected: phases for the dealer and for the Ispettore di Gioco.

    What ``changes_stakes``, their amount, box, owner or position, takes two persons once a face is known. What is
    ``of_real_cards`` is refused at a virtual shoe, where nobody keys cards, and no screen offers it there. What is
    ``of_the_hand`` was said or shown in it: whoever keyed it is no witness to it.
    """

    dealer: tuple[Phase | None, ...] = BEFORE_BURNED
    ispettore: tuple[Phase | None, ...] = BEFORE_BURNED
    changes_stakes: bool = False
    of_real_cards: bool = False
    of_the_hand: bool = False


CORRECTABLE: Mapping[str, Correctable] = {
    "card": Correctable(
        (BETWEEN_COUPS, Phase.BETTING, *BEFORE_ANNOUNCED), ALWAYS, of_real_cards=True, of_the_hand=True
    ),
    "declaration": Correctable(DECLARED, DECLARED, of_the_hand=True),
    "close": Correctable(WITH_CARDS, WITH_CARDS),
    "stake": Correctable(WITH_CARDS, BEFORE_SETTLED, changes_stakes=True),
    "box": Correctable(WITH_CARDS, BEFORE_SETTLED, changes_stakes=True),
    "owner": Correctable(WITH_CARDS, BEFORE_SETTLED, changes_stakes=True),
    "highest": Correctable(WITH_CARDS, WITH_CARDS),
    "position": Correctable(WITH_CARDS, BEFORE_BURNED, changes_stakes=True),
    "cut_card": Correctable(ALWAYS, ALWAYS, of_real_cards=True),
    "count": Correctable((), BEFORE_BURNED, of_real_cards=True),
    "standing": Correctable(),
    "cash": Correctable(),
}
"""What can be corrected, by its name in the verb "correct_entry"."""
