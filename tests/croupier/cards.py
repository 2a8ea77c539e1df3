"""The cards of a shoe as they truly lie, whatever the record has of them."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count, cycle, islice
from typing import Protocol

from table.models import DrawnCard
from table.play.state import TableState

BEHIND = ("7C", "8D", "KC", "AH", "6S", "2S", "QD", "9D", "4H", "3D", "JS", "5C")
"""What lies in the shoe behind the cards of a story."""
LEFT = 10
"""So many cards are counted out of the shoe at the end of a taglia; nobody looks at them."""
FURTHEST = 60
"""No story goes further into the shoe than so many cards."""


class TrueCards(Protocol):
    """What somebody would know who could look under every card."""

    def shown(self, numbers: Sequence[int]) -> list[str]:
        """What truly lies where the record has the cards with these numbers, also those that are not out yet."""

    def remaining(self) -> list[str]:
        """What comes out of the shoe when it is counted."""


class Told:
    """The cards of a story in the order in which they truly leave the shoe: ``9S 4H KD 3C`` and then any.

    The first of them is the first of the hand that lies on the table, or of the one that comes next. ``lie`` tells
    where the first four truly lie, ``BPPB``, while nobody has noticed it: the record has the first at Punto, the second
    at Banco. ``left`` is how many cards come out when the shoe is counted.
    """

    def __init__(self, state: TableState, told: str, *, lie: str = "", left: int = LEFT) -> None:
        faces = chain(told.split(), islice(cycle(BEHIND), FURTHEST))
        self.faces = dict(zip(_numbers(state), faces, strict=False))
        self.unnoticed = found_at(lie, first=min(self.faces))
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


def found_at(lie: str, *, first: int) -> dict[int, int]:
    """For each of four cards of the record the one that lies there: the first of Punto by the record is Punto's first.

    ``first`` is the number of the first of them.
    """
    boxes = {"P": (0, 2), "B": (1, 3)}
    true = {box: [place for place, at in enumerate(lie) if at == box] for box in boxes}
    pairs = chain.from_iterable(zip(places, true[box], strict=False) for box, places in boxes.items())
    return {first + by_the_record: first + truly for by_the_record, truly in pairs}


def faces(state: TableState, known: TrueCards, cards: Iterable[DrawnCard], *, more: int = 0) -> list[str]:
    """What these cards show, or showed already, and then the next ``more`` of the shoe."""
    lie, out = list(cards), state.shoe.out if state.shoe else 0
    numbers = [*(card.number for card in lie), *range(out + 1, out + more + 1)]
    keyed = {card.number: card.face for card in lie if card.face}
    return [keyed.get(number, face) for number, face in zip(numbers, known.shown(numbers), strict=True)]


def left(state: TableState) -> int:
    """How many cards are in the sabot."""
    return state.shoe.cards_total - state.shoe.out if state.shoe else 0
