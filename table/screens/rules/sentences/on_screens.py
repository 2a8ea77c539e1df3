"""Sentences of the house rules that stand on the screens of a table, chosen by their topics."""

from functools import lru_cache

from table.rules.profile import Profile
from table.screens.read.numbers import Numbers
from table.screens.rules.sentences import payment, reading, stakes


@lru_cache(maxsize=64)
def rules_on(profile: Profile, numbers: Numbers, topics: tuple[str, ...]) -> tuple[str, ...]:
    """In the order of the topics, in the language of the numbers; what does not arise in this house is left out."""
    groups = (stakes.sentences, payment.sentences, reading.sentences)
    told = {rule.topic: rule.sentence for sentences in groups for rule in sentences(profile, numbers)}
    return tuple(told[topic] for topic in topics if topic in told)
