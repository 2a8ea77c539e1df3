"""Possible contents of a sabot that nobody has looked into: the unseen cards in random order.

For tables that are played by chance; at a table of people nobody knows the order.
"""

from collections import Counter, deque
from random import Random

from table.models import Shoe
from table.play.state import TableState
from table.rules.cards import Card, decks, points
from table.rules.regola import Side, claim_of
from table.script.player import Player

MOST_ORDERS = 100


def imagine(player: Player, rng: Random) -> None:
    """Put the cards that nobody has seen in a random order: set the player's ``faces`` of covered ones and ``coming``.

    They are the house's decks without the faces on record. Sets ``cut_card_at`` as the record has it, behind the last
    card where it has no place. Does nothing without a shoe. Of at most MOST_ORDERS orders it is the first in which
    Punto's cards fit what the reader has declared, else the last.
    """
    state = player.state
    shoe = state.shoe
    if shoe is None:
        return
    drawn = list(shoe.cards.all())
    unseen = list((Counter(decks(state.profile.decks)) - Counter(it.card for it in drawn if it.face)).elements())
    covered = [it for it in drawn if not it.face]
    for _order in range(MOST_ORDERS):
        rng.shuffle(unseen)
        player.faces = dict(zip([(shoe.taglia, it.number) for it in covered], unseen, strict=False))
        if _as_said(state, shoe, player.faces):
            break
    player.coming = deque(unseen[len(covered) :])
    player.cut_card_at = shoe.cards_total - (shoe.behind or 0)


def _as_said(state: TableState, shoe: Shoe, faces: dict[tuple[int, int], Card]) -> bool:
    """Whether the reader has declared just what the points of Punto's two cards require, a battuta with 8 or 9.

    True if nothing was declared.

    ``faces`` are those of covered cards, by taglia and number; one that is missing raises KeyError.
    """
    if state.coup is None or not state.coup.claim:
        return True
    pair = [it.card if it.face else faces[shoe.taglia, it.number] for it in state.at(Side.PUNTO)[:2]]
    return claim_of(points(pair)) == state.coup.claim
