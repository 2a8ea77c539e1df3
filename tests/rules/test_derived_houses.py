"""The houses that derive from another one, each with all that its own document changes; typed from the documents."""

from dataclasses import fields

import pytest

from table.rules.houses import HOUSES
from table.rules.profile import Profile

FROM_DOCUMENTS_OF_THEIR_OWN = {
    "super-punto-banco-venezia",
    "punto-y-banco-malta",
    "baccarat-classico",
    "punto-banco-admiral",
    "baccarat-online-side-bets",
}
"""Typed key by key in test_profiles.py."""
DERIVED: dict[str, tuple[str, dict[str, object]]] = {
    "baccarat-classico-coperto": ("baccarat-classico", {"dealing": "face_down", "reader": "highest_punto"}),
}
NAMES = {"key", "title", "source", "derived_from"}
POLICY = {field.name for field in fields(Profile)} - NAMES


def test_every_house_is_typed_from_its_document() -> None:
    assert set(HOUSES) == FROM_DOCUMENTS_OF_THEIR_OWN | set(DERIVED)


@pytest.mark.parametrize("key", DERIVED)
def test_a_derived_house_is_the_other_one_but_for_what_its_document_says(key: str) -> None:
    parent, changes = DERIVED[key]
    here, there = HOUSES[key], HOUSES[parent]
    differing = {name for name in POLICY if getattr(here, name) != getattr(there, name)}
    assert {name: getattr(here, name) for name in differing} == changes
