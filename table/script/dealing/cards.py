"""Cards of a shoe as they truly lie, whatever the record has of them."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Protocol

from table.models import DrawnCard
from table.play.state import TableState

BOXES = {"P": (0, 2), "B": (1, 3)}
"""Places of the first four cards of a hand at each box, by its letter."""


class TrueCards(Protocol):
    """Knowledge of somebody who could look under every card."""

    def shown(self, numbers: Sequence[int]) -> list[str]:
        """Return the faces of the cards that truly lie where the record has the cards with these numbers of the taglia.

        After an error in dealing those may be others than the record has. In the order of the numbers. Raises
        LookupError where one is not known.
        """

    def remaining(self) -> list[str]:
        """Return the faces of all cards left in the shoe, next first. Raises LookupError where they are not known."""


def found_at(boxes: str, *, first: int) -> dict[int, int]:
    """Map the recorded number of each of the first four cards to the number of the card that truly lies there.

    ``boxes`` are the letters of the boxes in the order in which the cards came out, while the record has them as
    ``PBPB``: with ``BPPB`` and ``first`` 1 it is 1 to 2, 3 to 3, 2 to 1 and 4 to 4. ``first`` is the number of the
    first of these cards. A card with no counterpart in its box is left out.
    """
    true = {box: [place for place, at in enumerate(boxes) if at == box] for box in BOXES}
    pairs = chain.from_iterable(zip(places, true[box], strict=False) for box, places in BOXES.items())
    return {first + by_the_record: first + truly for by_the_record, truly in pairs}


def faces(state: TableState, known: TrueCards, cards: Iterable[DrawnCard], *, more: int = 0) -> list[str]:
    """Return the faces of these cards, followed by those of the next ``more`` cards of the shoe, each in its order.

    A face that the record has is taken from there, any other from ``known``. Raises LookupError where one is not known.
    """
    wanted, out = list(cards), state.shoe.out if state.shoe else 0
    covered = [card.number for card in wanted if not card.face]
    shown = iter(known.shown([*covered, *range(out + 1, out + more + 1)]))
    return [*[card.face or next(shown) for card in wanted], *shown]
