"""Differences between the rules of a derived house and those of the document from which it derives, in sentences."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from table.models import OwnRules
from table.rules.houses import HOUSES
from table.rules.profile import OF_THE_BANK, Profile
from table.screens.rules.form import IN_FORM, name_of, words
from table.screens.rules.page import RuleLine, every_line
from table.words.numbers import Numbers

CALLED = ("title", "key")
"""Keys that name a house and are no rules."""


class Change(NamedTuple):
    """Rule that differs: its topic and name, its sentence here, and its sentence in the other house."""

    topic: str
    name: str
    here: str
    there: str


class Derived(NamedTuple):
    """House from which rules derive, the version shown, its changes, and whether it is retired."""

    parent: Profile
    version: int
    changes: list[Change]
    retired: bool


def derived(rules: OwnRules | None, numbers: Numbers) -> Derived | None:
    """Return what heads the page of own rules; None for None, as for a house that is no derived one.

    That is the house from which they derive, their version, the differences from it in sentences, and whether they are
    retired.
    """
    if rules is None:
        return None
    parent = HOUSES[rules.profile.derived_from]
    return Derived(parent, rules.version, [*changes(rules.profile, parent, numbers)], rules.house.retired)


def changes(profile: Profile, parent: Profile, numbers: Numbers) -> Iterator[Change]:
    """Yield the rules in which `profile` differs from `parent`, each with its sentence here and that of the parent.

    They come in the order of the form. A sentence is that of the page of the house or, where that has none on the key,
    the form's words for its value. Amounts and other numbers are written as `numbers` formats them. Rules of the bank
    are left out where neither has one. Key and title are no rules.
    """
    here, there = every_line(profile, numbers), every_line(parent, numbers)
    without = CALLED if "on" in (profile.bank, parent.bank) else (*CALLED, *OF_THE_BANK)
    for key in IN_FORM:
        if key not in without and getattr(profile, key) != getattr(parent, key):
            sentences = _sentence(key, profile, here, numbers), _sentence(key, parent, there, numbers)
            yield Change(key, name_of(key), *sentences)


def _sentence(key: str, profile: Profile, lines: Mapping[str, RuleLine], numbers: Numbers) -> str:
    """Return the sentence on a policy key among the `lines` of the page of a house, else the words for its value."""
    return lines[key].sentence if key in lines else words(key, getattr(profile, key), profile, numbers)
