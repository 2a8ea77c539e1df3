"""What a house of one's own has otherwise than the document from which it derives, each change in a sentence."""

from collections.abc import Iterator
from typing import NamedTuple

from table.models import OwnRules
from table.rules.houses import HOUSES
from table.rules.profile import Profile
from table.screens.read.numbers import Numbers
from table.screens.rules.form import NAMES, words
from table.screens.rules.page import every_line

CALLED = ("title", "key")
"""What a house is known by, and nothing that is played."""


class Change(NamedTuple):
    """A rule that is another one: its topic and name, what it says here, and what it says in the other house."""

    topic: str
    name: str
    here: str
    there: str


class Derived(NamedTuple):
    """From which house rules derive, in which version they are shown, what it changes, and whether it is retired."""

    parent: Profile
    version: int
    changes: list[Change]
    retired: bool


def derived(rules: OwnRules | None, numbers: Numbers) -> Derived | None:
    """What the page of own rules says before all else; nothing for the rules of a document."""
    if rules is None:
        return None
    parent = HOUSES[rules.profile.derived_from]
    return Derived(parent, rules.version, [*changes(rules.profile, parent, numbers)], rules.house.retired)


def changes(profile: Profile, parent: Profile, numbers: Numbers) -> Iterator[Change]:
    """Rule by rule, in the order of the page."""
    here, there = _Said(profile, numbers), _Said(parent, numbers)
    for names in NAMES.values():
        for key, name in names.items():
            if key not in CALLED and getattr(profile, key) != getattr(parent, key):
                yield Change(key, str(name), here.of(key), there.of(key))


class _Said:
    """What a house says of each of its rules."""

    def __init__(self, profile: Profile, numbers: Numbers) -> None:
        self.profile, self.numbers = profile, numbers
        self.lines = every_line(profile, numbers)

    def of(self, key: str) -> str:
        """The sentence that its page has, else the one that the office has for the value."""
        if key in self.lines:
            return self.lines[key].sentence
        return words(key, getattr(self.profile, key), self.profile, self.numbers)
