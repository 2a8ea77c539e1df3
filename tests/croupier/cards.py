"""The cards of a shoe as they truly lie, whatever the record has of them."""

from collections.abc import Iterator, Sequence
from itertools import chain, count, cycle, islice

from table.play.state import TableState
from table.script.dealing import found_at

BEHIND = ("7C", "8D", "KC", "AH", "6S", "2S", "QD", "9D", "4H", "3D", "JS", "5C")
"""What lies in the shoe behind the cards of a story."""
LEFT = 10
"""So many cards are counted out of the shoe at the end of a taglia; nobody looks at them."""
FURTHEST = 60
"""No story goes further into the shoe than so many cards."""


class Story:
    """The cards of a story in the order in which they truly leave the shoe: ``9S 4H KD 3C`` and then any.

    The first of them is the first of the hand that lies on the table, or of the one that comes next. ``unnoticed``
    says where the first four truly lie, ``BPPB``, while nobody has noticed it: the record has the first at Punto, the
    second at Banco. ``left`` is how many cards come out when the shoe is counted.
    """

    def __init__(self, state: TableState, cards: str, *, unnoticed: str = "", left: int = LEFT) -> None:
        faces = chain(cards.split(), islice(cycle(BEHIND), FURTHEST))
        self.faces = dict(zip(_numbers(state), faces, strict=False))
        self.unnoticed = found_at(unnoticed, first=min(self.faces))
        self.left = left

    def shown(self, numbers: Sequence[int]) -> list[str]:
        """What lies there by the story."""
        return [self.faces[self.unnoticed.get(number, number)] for number in numbers]

    def remaining(self) -> list[str]:
        """Cards at which nobody looks."""
        return ["??"] * self.left


def _numbers(state: TableState) -> Iterator[int]:
    """The numbers of the cards of a hand in the order of extraction: those that lie or wait there, then the next."""
    there = sorted(card.number for card in (*state.cards, *state.held))
    return chain(there, count(state.shoe.out + 1 if state.shoe else 1))


def left(state: TableState) -> int:
    """How many cards are in the sabot."""
    return state.shoe.cards_total - state.shoe.out if state.shoe else 0
