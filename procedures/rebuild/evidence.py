"""What the reconstruction is asked about the cards of a coup, from the rows and from what was said. Art. 3, 6 to 8."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from procedures.models import Incident
from procedures.rebuild.items import Item, lost_in, reports_of, standing
from procedures.rebuild.placement import Location, box_of, of_the_hand
from procedures.rebuild.reconstruction import Before, Found, agrees_with_an_order
from table.models import DrawnCard
from table.play.cards import CARDS_OF_A_HAND
from table.play.state import AT_BOX, TableState

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
    return _asked(state, [*of_the_hand(state), *counted[:more]], cases, counting(state, cases))


def possible_places(state: TableState, cases: Sequence[Incident]) -> dict[int, frozenset[int]]:
    """For each card of the hand, by its number, the places at which it can have come out by all that is known of it."""
    cards = of_the_hand(state)
    left = _narrowed(_places(state, cards, cases), counting(state, cases))
    return {card: frozenset(places) for card, places in left.items()}


def counting(state: TableState, cases: Iterable[Incident]) -> list[Item]:
    """The statements that count, each with what of it counts as the cards lie."""
    lie = {card.number: str(card.location) for card in of_the_hand(state)}
    said = (item.counting(lie) for item in standing(cases))
    return [item for item in said if item.places or item.before]


def doubted_backs(state: TableState, turned: Collection[int], *, but: Collection[int] = ()) -> set[int]:
    """The backs, by their numbers, of which nobody can say any more which is which, since these were turned.

    Where the one that was turned was the only covered one among its like, its face is its own; so it is ``but`` for
    those of which somebody said which they are.
    """
    found, alone = set[int](), {card.number for card in state.came_alone}
    for group in _groups(state, of_the_hand(state)):
        left = {card.number for card in group if not card.face and card.number not in alone}
        covered = (left | {card.number for card in group if card.number in turned}) - {*but}
        if covered & {*turned} and len(covered) > 1:
            found |= covered
    return found


def contradiction(state: TableState, cases: Sequence[Incident]) -> list[int]:
    """The fewest statements that no order of the cards as they lie agrees with, by their entries.

    Empty where all agree, and where that cannot be found out with reasonable effort.
    """
    cards, said = of_the_hand(state), counting(state, cases)
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
    for group in mixed(state, cards):
        alike |= dict.fromkeys(group, frozenset[int]().union(*(own[card] for card in group)))
    lost = _joined(frozenset[int]().union(*(own.get(card, ()) for card in those)) for those in _lost(cards, cases))
    return {card: its.union(*(those for those in lost if those & its)) for card, its in alike.items()}


def _lost(cards: Sequence[DrawnCard], cases: Sequence[Incident]) -> Iterator[list[int]]:
    """The cards of which nobody knows which is which, as it was said, or as it follows from how they are reported."""
    yield from (those for it in cases for those in lost_in(it))
    newest = max((told for it in cases for told in reports_of(it)), default=None)
    yield from _unsure([card for card in cards if newest is not None and card.number in newest.unsure])


def _unsure(cards: Sequence[DrawnCard]) -> Iterator[list[int]]:
    """Cards of which one came by itself, and nobody knows which: once all lie open each at its box, at any of them."""
    opened = all(card.face for card in cards)
    for box in AT_BOX.values():
        yield [card.number for card in cards if card.location == box or not opened]


def _joined(sets: Iterable[frozenset[int]]) -> list[frozenset[int]]:
    """Sets of which no two have anything in common, for sets that may."""
    apart = list[frozenset[int]]()
    for one in sets:
        apart = [it for it in apart if not it & one] + [one.union(*(it for it in apart if it & one))]
    return apart


def mixed(state: TableState, cards: Sequence[DrawnCard]) -> Iterator[list[int]]:
    """Cards at one box of which the keys do not tell in which order they came out.

    All there whose place is not known otherwise, once one of them was shown, or where more than two lie; not those that
    were dealt open in one press, as long as nothing else lies there. What came by a press of its own came last.
    """
    for group in _groups(state, cards):
        shown = [card for card in group if card.by_box]
        in_order = len(shown) == len(group) and all(card.known == DrawnCard.Known.OPEN for card in shown)
        at_box = group[0].location in AT_BOX.values()
        if not in_order and (shown or (at_box and len(group) > CARDS_OF_A_HAND)):
            yield [card.number for card in group]


def _groups(state: TableState, cards: Sequence[DrawnCard]) -> Iterator[list[DrawnCard]]:
    """The cards at each box, and those that wait, whose place is not known by itself.

    What came alone is among them where a face was keyed there that can be its own.
    """
    alone = {card.number for card in state.came_alone}
    for location in (*AT_BOX.values(), Location.WAITING):
        there = [card for card in cards if card.location == location and (card.by_box or not card.face)]
        late = any(card.known == DrawnCard.Known.LATE for card in there)
        if group := [card for card in there if late or card.by_box or card.number not in alone]:
            yield group
