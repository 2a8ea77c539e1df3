"""The rules of a house in sentences: one for each policy key that is set, none for what does not arise in this house.

The sentences follow the profile, so a house of one's own reads as correctly as the five that the sources describe.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from table.rules.profile import Profile
from table.screens.read.numbers import Numbers


class Rule(NamedTuple):
    """What the house does on one point.

    ``topic`` is the policy key, after a dot a word where it needs several. ``other`` is how the document can be read
    too; of a key it is empty: there the sentence for its other value says it.
    """

    topic: str
    sentence: str
    other: str = ""


Sentences = Callable[[Profile, Numbers], Iterator[Rule]]


def chosen(profile: Profile, key: str, sentences: Mapping[object, str]) -> Rule:
    """The sentence for the value that this key has in the house; a value without one is our mistake."""
    return Rule(key, sentences[getattr(profile, key)])
