"""The exercises that come with the house, for every kind of every article: a module of this folder names its own."""

from collections.abc import Mapping

from procedures.training.exercise import Exercise
from procedures.training.exercises import extra_cards, loose_cards, the_coup, the_reader, wrong_places

EXERCISES: Mapping[str, Exercise] = {
    it.key: it
    for room in (the_reader, extra_cards, loose_cards, wrong_places, the_coup)
    for it in sorted(room.EXERCISES, key=lambda it: it.article.number)
}
"""All of them by their keys."""
