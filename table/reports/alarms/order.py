"""Test whether a shoe repeats the order of another one: the longest run of cards that came out alike in both."""

from collections import defaultdict
from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from table.rules.cards import DECK_CARDS


class Run(NamedTuple):
    """A run of cards that came out alike in two shoes: its length, and where it begins in each, counted from one."""

    cards: int
    here: int
    there: int


def longest_run(here: Sequence[str], there: Sequence[str]) -> Run:
    """Return the longest run of the same faces in two shoes: its length, and its first card in each, counted from 1.

    Of several as long it is the one that ends first in `here`, then in `there`; all zeros if there is none. An
    unknown face ("") matches none.
    """
    places = defaultdict(list)
    for place, face in enumerate(there, start=1):
        if face:
            places[face].append(place)
    longest, ending = Run(0, 0, 0), dict[int, int]()
    for place, face in enumerate(here, start=1):
        ending = {at: ending.get(at - 1, 0) + 1 for at in places.get(face, ())}
        for at, cards in ending.items():
            if cards > longest.cards:
                longest = Run(cards, place - cards + 1, at - cards + 1)
    return longest


def chance_of_run(cards: int, decks: int, here: int, there: int) -> float:
    """Return an upper bound of the chance that two shuffled shoes of `decks` decks share a run of `cards` cards.

    `here` and `there` are the numbers of cards known of each. It is the number of pairs of places at which the run may
    begin, times `decks` over the cards left in the second shoe (52·decks, one less for each card before) for each card
    of the run; at most 1. It is 1 for a run of no cards, else 0 for one longer than the known cards of either shoe.
    """
    if cards <= 0:
        return 1.0
    beginnings = max(0, here - cards + 1) * max(0, there - cards + 1)
    return min(1.0, beginnings * prod(decks / (decks * DECK_CARDS - out) for out in range(cards)))
