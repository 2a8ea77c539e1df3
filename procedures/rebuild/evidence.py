"""What the reconstruction is asked about the cards of a coup, from the rows and from what was said. Art. 3, 6 to 8."""

from collections.abc import Sequence
from typing import NamedTuple

from procedures.models import Incident
from procedures.rebuild.placement import Location, box_of, of_the_hand
from procedures.rebuild.reconstruction import Before, Found
from table.models import DrawnCard
from table.play.state import AT_BOX, TableState


class Question(NamedTuple):
    """The cards of the coup by their rows, and what is known of each."""

    cards: list[DrawnCard]
    found: list[Found]
    before: list[Before]


def question(state: TableState, cases: Sequence[Incident], *, more: int = 0) -> Question:
    """The cards found, with ``more`` of those that were counted out, and all that was said of their order.

    Where two incidents leave a card no place in common it is said to have come out before itself: no order agrees.
    """
    counted = [card for card in state.cards if card.location == Location.REMAINING]
    cards = [*of_the_hand(state), *counted[:more]]
    places = _certain(cards)
    index = {card.number: at for at, card in enumerate(cards)}
    said = [pair for case in cases for pair in case.evidence.get("before", [])]
    reported: dict[int, frozenset[int]] = {}
    for case in cases:
        among = {int(number): frozenset(those) for number, those in case.evidence.get("places", {}).items()}
        said += [[card, card] for card in reported.keys() & among if reported[card].isdisjoint(among[card])]
        reported |= among
    places |= reported
    before = [Before(index[one], index[two]) for one, two in said if {one, two} <= index.keys()]
    return Question(cards, [_found(card, places[card.number]) for card in cards], before)


def _certain(cards: Sequence[DrawnCard]) -> dict[int, frozenset[int]]:
    """Where nobody says otherwise a card has its own place; two turned together have one of both."""
    together = {
        location: frozenset(
            place for place, card in enumerate(cards, start=1) if card.location == location and not card.order_known
        )
        for location in AT_BOX.values()
    }
    return {
        card.number: frozenset({place})
        if card.order_known
        else together.get(Location(card.location), frozenset({place}))
        for place, card in enumerate(cards, start=1)
    }


def _found(card: DrawnCard, places: frozenset[int]) -> Found:
    certain = next(iter(places)) if len(places) == 1 else None
    return Found(card.card, box_of(card), certain, card.seen, frozenset() if certain else places)
