"""Evidence for a reconstruction, put together from the rows of a coup's cards and from statements. Art. 3, 6 to 8."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations, islice
from typing import NamedTuple

from procedures.models import Incident
from procedures.rebuild.items import Item, lost_in, reports_of, valid_statements
from procedures.rebuild.placement import Location, box_of
from procedures.rebuild.reconstruction import FoundCard, OrderedPair, Steps, agrees_with_an_order
from table.models import DrawnCard
from table.play.cards import CARDS_OF_A_HAND
from table.play.state import AT_BOX, TableState
from table.rules.refusal import Refused

MOST_TRIED = 400
"""Maximum number of sets of statements tried in search of one that contradicts itself."""


class Question(NamedTuple):
    """Input of a reconstruction: the rows of the cards, what is known of each, and pairs of them in order.

    The pairs of ``before`` are indices into ``cards``, and ``found`` is parallel to it.
    """

    cards: list[DrawnCard]
    found: list[FoundCard]
    before: list[OrderedPair]


def build_question(state: TableState, cases: Sequence[Incident], *, more: int = 0) -> Question:
    """Build the question for a reconstruction: cards of the hand, what is known of each, and which came before which.

    ``more`` cards of those counted out of the shoe (location "remaining"), at most all of them, stand behind the cards
    of the hand. Statements set aside are left out.
    """
    counted = [card for card in state.cards if card.location == Location.REMAINING]
    return _question(state, [*state.of_the_hand, *counted[:more]], cases, counting(state, cases))


def possible_places(state: TableState, cases: Sequence[Incident]) -> dict[int, frozenset[int]]:
    """Map the number of each card of the hand to the places (from 1) at which it can have come out.

    That is its own place in the record; for cards that cannot be told apart, or whose order a report calls lost or
    leaves unsure, the places of all of these. Statements on places narrow them, those on which of two cards came first
    do not. The set is empty where the statements leave a card no place.
    """
    cards = state.of_the_hand
    left = _narrowed(_places(state, cards, cases), counting(state, cases))
    return {card: frozenset(places) for card, places in left.items()}


def counting(state: TableState, cases: Iterable[Incident]) -> list[Item]:
    """List the statements of these cases that are not set aside, each without the cards of which it no longer holds.

    As in :meth:`Item.counting`: doubted ones, and those that were covered then and lie elsewhere now. Those that say
    nothing any more are left out.
    """
    locations = {card.number: str(card.location) for card in state.of_the_hand}
    said = (item.counting(locations) for item in valid_statements(cases))
    return [item for item in said if item.places or item.before]


def indistinguishable_after(state: TableState, turned: Collection[int], *, but: Collection[int] = ()) -> set[int]:
    """Return the numbers of the cards that nobody can tell apart since those in ``turned`` were turned, these included.

    They were covered together, at a box or while they waited for one, and nobody knows which was turned. Left out are a
    card that was the only covered one there, a turned one whose place is known, those in ``but``, which somebody
    identified, and cards still covered that came by a press of their own.
    """
    found, alone = set[int](), {card.number for card in state.came_alone}
    for group in _groups(state, state.of_the_hand):
        left = {card.number for card in group if not card.face and card.number not in alone}
        covered = (left | {card.number for card in group if card.number in turned}) - {*but}
        if covered & {*turned} and len(covered) > 1:
            found |= covered
    return found


def contradiction(state: TableState, cases: Sequence[Incident]) -> list[int]:
    """Return the entries of a smallest set of statements that no order of the cards agrees with.

    Empty where all agree, and where no such set was found among the first :data:`MOST_TRIED`, or in as many steps as
    one reconstruction has.
    """
    cards, said, steps = state.of_the_hand, counting(state, cases), Steps()
    sets = (some for count in range(1, len(said) + 1) for some in combinations(said, count))
    with suppress(Refused):
        for some in islice(sets, MOST_TRIED):
            question = _question(state, cards, cases, some)
            if not agrees_with_an_order(question.found, question.before, steps):
                return [item.number for item in some]
    return []


def _question(state: TableState, cards: list[DrawnCard], cases: Sequence[Incident], said: Iterable[Item]) -> Question:
    """Build the question of these cards and the statements ``said``; pairs with other cards are left out.

    A card left without a place is put before itself, so that no order agrees.
    """
    said = list(said)
    places = _narrowed(_places(state, cards, cases), said)
    pairs = [pair for item in said for pair in item.before]
    pairs += [(card, card) for card, left in places.items() if not left]
    index = {card.number: at for at, card in enumerate(cards)}
    before = [OrderedPair(index[one], index[two]) for one, two in pairs if {one, two} <= index.keys()]
    return Question(cards, [_found(card, places[card.number]) for card in cards], before)


def _narrowed(places: Mapping[int, frozenset[int]], said: Iterable[Item]) -> dict[int, frozenset[int]]:
    """Intersect the places of each card with those that the statements leave it; a card may be left without any."""
    left = dict(places)
    for item in said:
        for card in item.places.keys() & left.keys():
            left[card] &= item.places[card]
    return left


def _found(card: DrawnCard, places: frozenset[int]) -> FoundCard:
    """Return a card's face, box and whether it was seen, with the places (from 1) at which it can have come out.

    A single one is its ``place``, several are ``among``; without any ``place`` is None and ``among`` empty.
    """
    certain = next(iter(places)) if len(places) == 1 else None
    return FoundCard(card.card, box_of(card), certain, card.seen, frozenset() if certain else places)


# --- what the layout tells


def _places(state: TableState, cards: Sequence[DrawnCard], cases: Sequence[Incident]) -> dict[int, frozenset[int]]:
    """Map the number of each card to the places (from 1) at which it can have come out, statements left aside.

    That is its own place in ``cards``; for cards that the record cannot tell apart the places of all of them. If any of
    these is a place of a set of cards whose order was reported as lost, all places of that set are added; sets with
    places in common are one.
    """
    own = {card.number: frozenset({place}) for place, card in enumerate(cards, start=1)}
    alike = dict(own)
    for group in indistinguishable(state, cards):
        alike |= dict.fromkeys(group, frozenset[int]().union(*(own[card] for card in group)))
    lost = _merged(frozenset[int]().union(*(own.get(card, ()) for card in those)) for those in _lost(cards, cases))
    return {card: its.union(*(those for those in lost if those & its)) for card, its in alike.items()}


def _lost(cards: Sequence[DrawnCard], cases: Sequence[Incident]) -> Iterator[list[int]]:
    """Yield sets of card numbers, which may overlap, within which nobody can tell the cards apart.

    They are those of lost order in the evidence of these cases, whatever ``cards`` are, and the two of :func:`_unsure`,
    even empty, for those of ``cards`` that the newest report of where the cards lie leaves unsure.
    """
    yield from (those for it in cases for those in lost_in(it))
    newest = max((report for it in cases for report in reports_of(it)), default=None)
    yield from _unsure([card for card in cards if newest is not None and card.number in newest.unsure])


def _unsure(cards: Sequence[DrawnCard]) -> Iterator[list[int]]:
    """Yield for Punto and for Banco the numbers of the cards of which any can be the one that was laid there alone.

    If all of these cards lie open, they are those at that box (maybe none); if one is covered, all of them, both times.
    """
    opened = all(card.face for card in cards)
    for box in AT_BOX.values():
        yield [card.number for card in cards if card.location == box or not opened]


def _merged(sets: Iterable[frozenset[int]]) -> list[frozenset[int]]:
    """Merge sets that have elements in common until no two have; return the merged ones and all others."""
    apart = list[frozenset[int]]()
    for one in sets:
        apart = [it for it in apart if not it & one] + [one.union(*(it for it in apart if it & one))]
    return apart


def indistinguishable(state: TableState, cards: Sequence[DrawnCard]) -> Iterator[list[int]]:
    """Yield for each box, and for the waiting cards, the numbers of cards of which the record does not tell the order.

    They are a group of :func:`_groups` in which the face of a card is known by its box only, or that has more than two
    cards at a box; but none where every card of the group was dealt open.
    """
    for group in _groups(state, cards):
        shown = [card for card in group if card.by_box]
        in_order = len(shown) == len(group) and all(card.known == DrawnCard.Known.OPEN for card in shown)
        at_box = group[0].location in AT_BOX.values()
        if not in_order and (shown or (at_box and len(group) > CARDS_OF_A_HAND)):
            yield [card.number for card in group]


def _groups(state: TableState, cards: Sequence[DrawnCard]) -> Iterator[list[DrawnCard]]:
    """Yield for each box, and for the waiting cards, those there that are covered or whose face is known by box only.

    A covered card that came by a press of its own is left out, unless a face at that place was keyed late. No group is
    empty.
    """
    alone = {card.number for card in state.came_alone}
    for location in (*AT_BOX.values(), Location.WAITING):
        there = [card for card in cards if card.location == location and (card.by_box or not card.face)]
        late = any(card.known == DrawnCard.Known.LATE for card in there)
        if group := [card for card in there if late or card.by_box or card.number not in alone]:
            yield group
