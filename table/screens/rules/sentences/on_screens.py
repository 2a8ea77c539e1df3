"""Sentences of the house rules that stand on the screens of a table, chosen by topic."""

from functools import lru_cache

from django.utils import translation

from table.rules.profile import Profile
from table.screens.read.numbers import Numbers
from table.screens.rules.sentences import payment, reading, stakes


@lru_cache(maxsize=64)
def rules_on(profile: Profile, numbers: Numbers, topics: tuple[str, ...]) -> tuple[str, ...]:
    """Return the sentences with these topics of rules, in the order of the topics and the language of `numbers`.

    Only the rules on stakes, payment and reading are searched; topics without one there are left out. Cached.
    """
    groups = (stakes.sentences, payment.sentences, reading.sentences)
    with translation.override(numbers.language):
        by_topic = {rule.topic: rule.sentence for sentences in groups for rule in sentences(profile, numbers)}
        return tuple(by_topic[topic] for topic in topics if topic in by_topic)
