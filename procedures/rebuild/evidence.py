"""What the reconstruction is asked about the cards of a coup, from the rows and from what was said. Art. 3, 6 to 8."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from procedures.models import Incident
from procedures.rebuild.items import Item, lost_in, standing
from procedures.rebuild.placement import Location, box_of, of_the_hand
from procedures.rebuild.reconstruction import Before, Found, agrees_with_an_order
from table.models import DrawnCard
from table.play.state import AT_BOX, TableState

CARDS_OF_A_HAND = 2
"""Before a third is served."""
MOST_TRIED = 400
"""So many sets of statements are tried at most in search of those that contradict each other."""


class Question(NamedTuple):
    """The cards of the coup by their rows, and what is known of each."""

    cards: list[DrawnCard]
    found: list[Found]
    before: list[Before]


def question(state: TableState, cases: Sequence[Incident], *, more: int = 0) -> Question:
    """The cards found, with ``more`` of those that were counted out, and all that was said of their order."""
    counted = [card for card in state.cards if card.location == Location.REMAINING]
    return _asked(state, [*of_the_hand(state), *counted[:more]], cases, standing(cases))


def possible_places(state: TableState, cases: Sequence[Incident]) -> dict[int, frozenset[int]]:
    """For each card of the hand, by its number, the places at which it can have come out by all that is known of it."""
    cards = of_the_hand(state)
    return {card: frozenset(left) for card, left in _narrowed(_places(state, cards, cases), standing(cases)).items()}


def told_by_nothing(state: TableState, turned: set[int]) -> set[int]:
    """The cards, by their numbers, of which nobody can say any more which is which, since these were turned.

    Where the one that was turned was the only covered one among its like, its face is its own.
    """
    cards = of_the_hand(state)
    covered = {card.number for card in cards if not card.face} | turned
    alike = [{*group} for group in _mixed(state, cards)]
    return set[int]().union(*(group for group in alike if group & turned and len(group & covered) > 1))


def contradiction(state: TableState, cases: Sequence[Incident]) -> list[int]:
    """The fewest statements that no order of the cards as they lie agrees with, by their entries.

    Empty where all agree, and where that cannot be found out with reasonable effort.
    """
    cards, said = of_the_hand(state), standing(cases)
    sets = (some for count in range(1, len(said) + 1) for some in combinations(said, count))
    for _, some in zip(range(MOST_TRIED), sets, strict=False):
        asked = _asked(state, cards, cases, some)
        if not agrees_with_an_order(asked.found, asked.before):
            return [item.number for item in some]
    return []


def _asked(state: TableState, cards: list[DrawnCard], cases: Sequence[Incident], said: Iterable[Item]) -> Question:
    """A card that is left no place is said to have come out before itself: no order agrees."""
    said = list(said)
    places = _narrowed(_places(state, cards, cases), said)
    pairs = [pair for item in said for pair in item.before]
    pairs += [(card, card) for card, left in places.items() if not left]
    index = {card.number: at for at, card in enumerate(cards)}
    before = [Before(index[one], index[two]) for one, two in pairs if {one, two} <= index.keys()]
    return Question(cards, [_found(card, places[card.number]) for card in cards], before)


def _narrowed(places: Mapping[int, frozenset[int]], said: Iterable[Item]) -> dict[int, frozenset[int]]:
    left = dict(places)
    for item in said:
        for card in item.places.keys() & left.keys():
            left[card] &= item.places[card]
    return left


def _found(card: DrawnCard, places: frozenset[int]) -> Found:
    certain = next(iter(places)) if len(places) == 1 else None
    return Found(card.card, box_of(card), certain, card.seen, frozenset() if certain else places)


# --- what the layout tells


def _places(state: TableState, cards: Sequence[DrawnCard], cases: Sequence[Incident]) -> dict[int, frozenset[int]]:
    """For each card, by its number, the places at which it can have come out by how the cards lie.

    Cards of which the keys do not tell which is which share their places; and where one of them is among some that
    were lost, it can be any of them.
    """
    own = {card.number: frozenset({place}) for place, card in enumerate(cards, start=1)}
    alike = dict(own)
    for group in _mixed(state, cards):
        alike |= dict.fromkeys(group, frozenset[int]().union(*(own[card] for card in group)))
    lost = _joined(
        frozenset[int]().union(*(own.get(card, ()) for card in those)) for it in cases for those in lost_in(it)
    )
    return {card: its.union(*(those for those in lost if those & its)) for card, its in alike.items()}


def _joined(sets: Iterable[frozenset[int]]) -> list[frozenset[int]]:
    """Sets of which no two have anything in common, for sets that may."""
    apart = list[frozenset[int]]()
    for one in sets:
        apart = [it for it in apart if not it & one] + [one.union(*(it for it in apart if it & one))]
    return apart


def _mixed(state: TableState, cards: Sequence[DrawnCard]) -> Iterator[list[int]]:
    """Cards at one place of which the keys do not tell in which order they came out.

    At a box all that lie there, once one of them was shown and nobody said which, or where more than two lie; but for
    a third card that came out by a press of its own: that came last, wherever it lies.
    """
    last = state.served_by_themselves
    for location in AT_BOX.values():
        there = [card for card in cards if card.location == location and card not in last]
        if len(there) > CARDS_OF_A_HAND or not all(card.order_known for card in there):
            yield [card.number for card in there]
    yield [card.number for card in cards if card.location == Location.WAITING and not card.order_known]
