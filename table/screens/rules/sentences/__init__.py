"""Rules of a house in sentences, at most one for a topic, none for what does not arise in it.

They follow the profile, so that a derived house reads as correctly as the five that the sources describe.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from table.rules.profile import KEYS, Profile
from table.screens.read.numbers import Numbers


class Rule(NamedTuple):
    """Sentence on one point.

    ``topic`` is the policy key, with a dot and a word where a key needs several sentences. ``other`` is the
    sentence for the other reading of the document, empty where there is none, or where it is the sentence for the
    other value of the key.
    """

    topic: str
    sentence: str
    other: str = ""


Sentences = Callable[[Profile, Numbers], Iterator[Rule]]


def chosen(profile: Profile, key: str) -> Rule:
    """Return the rule on a policy key: its topic is the key, its sentence the one that KEYS has for the house's value.

    It is in the active language and has no other reading. Raises KeyError for a value that has no sentence there.
    """
    return Rule(key, _(dict(KEYS[key].meanings)[getattr(profile, key)]))
