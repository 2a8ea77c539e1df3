"""Rules of a house in sentences, at most one for a topic, none for what does not arise in it.

They follow the profile, so that a derived house reads as correctly as the five that the sources describe.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from table.rules.payout import EVEN_LESS_COMMISSION
from table.rules.profile import KEYS, Box, Profile, Rounding
from table.rules.shoe import LAST_COUP
from table.rules.topics.policy_key import ANY
from table.screens.rules.sentences.bets import price
from table.words.numbers import Numbers
from table.words.terms import BY, RULINGS
from table.words.voices import called


class Rule(NamedTuple):
    """Sentence on one point, without its citation.

    ``topic`` is the policy key, with a dot and a word where a key needs several sentences. ``other`` is the
    sentence for the other reading of the document, empty where there is none, or where it is the sentence for the
    other value of the key.
    """

    topic: str
    sentence: str
    other: str = ""


Sentences = Callable[[Profile, Numbers], Iterator[Rule]]


def _amounts(cents: tuple[int, ...], house: Profile, numbers: Numbers) -> str:
    """Format amounts of cents with the currency of the house, parted by “·”."""
    return " · ".join(numbers.money(each, house.currency) for each in cents)


WRITTEN: Mapping[str, Callable[[Any, Profile, Numbers], object]] = {
    "amount": lambda cents, house, numbers: numbers.money(cents, house.currency),
    "unit": lambda rounding, house, numbers: numbers.money(rounding.unit, house.currency),
    **dict.fromkeys(("chips", "pieces"), _amounts),
    "percent": lambda whole, _house, numbers: numbers.percent(Fraction(whole, 100), 0),
    **dict.fromkeys(("cards", "hours", "minutes", "seconds", "times"), lambda number, *_rest: number),
    "count": lambda several, *_rest: len(several),
    "first": lambda several, *_rest: several[0],
    "last": lambda several, *_rest: several[-1],
    "by": lambda role, *_rest: BY[role],
    "rulings": lambda ordered, *_rest: "; ".join(str(words) for it, words in RULINGS.items() if it in ordered),
    "call": lambda *_rest: called(LAST_COUP),
    "commission": lambda _value, _house, numbers: numbers.percent(Fraction(EVEN_LESS_COMMISSION.commission, 100), 0),
    "odds": lambda _value, house, numbers: price(house, Box.EGALITE, numbers).printed,
    "position": lambda _value, house, _numbers: house.positions[0],
}
"""Places of a declared sentence, and how each is written: from the value of its key, or from the house."""


def chosen(profile: Profile, key: str, numbers: Numbers, *, other: str = "") -> Rule:
    """Return the rule on a policy key: its topic is the key, its sentence the one that KEYS has for the house's value.

    It is in the active language, with its places filled in; ``other`` becomes that of the rule, as it is. On whose
    authority it holds is not in it. A value without a sentence of its own gets that for any (ANY), even one that is
    to be left unsaid; KeyError where the key has none for any either, such as one that is ``composed``.
    """
    value, sentences = getattr(profile, key), dict(KEYS[key].meanings)
    case = value.mode if isinstance(value, Rounding) else value
    text = _(sentences[case if case in sentences else ANY])
    places = {place: write(value, profile, numbers) for place, write in WRITTEN.items() if f"%({place})" in text}
    return Rule(key, text % places, other)
