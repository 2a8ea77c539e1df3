"""Houses but the first five, each with all that its document has otherwise, and its marks; typed from the documents."""

from dataclasses import fields
from typing import NamedTuple

import pytest

from table.rules.houses import HOUSES, MARKS
from table.rules.profile import Profile
from table.rules.topics.sources import Said


class Typed(NamedTuple):
    """The house from which one derives, or none; what differs, or else where no document speaks; what is marked."""

    parent: str
    changes: dict[str, object]
    stated: set[str]
    read: set[str]


FIVE = {
    "super-punto-banco-venezia",
    "punto-y-banco-malta",
    "baccarat-classico",
    "punto-banco-admiral",
    "baccarat-online-side-bets",
}
"""Typed key by key in test_profiles.py, and topic by topic in test_marks.py."""
TYPED = {
    "baccarat-classico-coperto": Typed(
        "baccarat-classico",
        {"dealing": "face_down", "reader": "highest_punto"},
        {"dealing", "reader", "reader.claims"},
        {"reader.cloth"},
    ),
}
NAMES = {"key", "title", "source", "derived_from"}
POLICY = {field.name for field in fields(Profile)} - NAMES


def test_every_house_is_typed_from_its_document() -> None:
    assert set(HOUSES) == FIVE | set(TYPED)


@pytest.mark.parametrize("key", TYPED)
def test_a_house_is_the_one_it_derives_from_but_for_what_its_document_says(key: str) -> None:
    parent, changes, *_ = TYPED[key]
    here, there = HOUSES[key], HOUSES[parent] if parent else Profile(key=key, title=key, source=key)
    differing = {name for name in POLICY if getattr(here, name) != getattr(there, name)}
    assert {name: getattr(here, name) for name in differing} == changes
    assert here.derived_from == (parent or key)


@pytest.mark.parametrize("key", TYPED)
def test_a_house_has_the_marks_of_its_document(key: str) -> None:
    marked = {said: {topic for topic, mark in MARKS[key].items() if mark.said is said} for said in Said}
    assert (marked[Said.STATED], marked[Said.READING]) == TYPED[key][2:]
