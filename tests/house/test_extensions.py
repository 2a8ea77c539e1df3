"""Several extensions at once: each gives what it has, none overrides another, and their parts follow in order."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.utils.translation import gettext_lazy

from bank.extension import BANK
from procedures.extension import PROCEDURES
from table import extensions
from table.extensions import EXTENSIONS, Acts, Extension, HouseActs, Rows, Screens, extend
from table.rules.profile import Role
from table.screens.audiences import PAGES, StaffPage
from table.screens.read.staff_regions import ADDED, StaffRegion
from table.screens.regions import SHOWN

FELT = StaffRegion("felt", lambda _snapshot, _role: ())
CLASHES: Mapping[str, Extension] = {
    "name": Extension(name="procedures"),
    "effect": Extension(name="other", acts=Acts(effects=PROCEDURES.acts.effects)),
    "application": Extension(name="other", rows=Rows(apps=("procedures",))),
    "application of the table": Extension(name="other", rows=Rows(apps=("table",))),
    "natural key": Extension(name="other", rows=Rows(natural_keys=PROCEDURES.rows.natural_keys)),
    "path to the table": Extension(name="other", rows=Rows(paths_to_table=PROCEDURES.rows.paths_to_table)),
    "fact that completes an act": Extension(name="other", house=HouseActs(finds=BANK.house.finds)),
    "side effect": Extension(name="other", house=HouseActs(follows={"call_guest": ()})),
    "row of the house": Extension(name="other", house=HouseActs(compared=BANK.house.compared)),
    "what an act of the house leaves": Extension(name="other", house=HouseActs(leaves=BANK.house.leaves)),
    "slot of a script": Extension(name="other", script=PROCEDURES.script),
    "region": Extension(name="other", screens=Screens(regions=PROCEDURES.screens.regions)),
    "region of the table": Extension(name="other", screens=Screens(regions=(FELT,))),
    "two regions of one name": Extension(name="other", screens=Screens(regions=(FELT._replace(kind="twice"),) * 2)),
    "word of the register": Extension(name="other", register=PROCEDURES.register),
    "file": Extension(name="other", reports=PROCEDURES.reports),
}


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """Every registry is left as it was."""
    before = [it.copy() for it in _registries()]
    yield
    for registry, old in zip(_registries(), before, strict=True):
        registry.clear()
        registry.extend(old) if isinstance(registry, list) else registry.update(old)


def _registries() -> list[Any]:
    return [it for it, _ in (*extensions._keyed(PROCEDURES), *extensions._listed(PROCEDURES))]


def _page(name: str) -> Extension:
    said = gettext_lazy("Training")
    return Extension(name=name, screens=Screens(pages=(StaffPage(name, said, said, [Role.DEALER]),)))


def test_procedures_training_and_the_bank_each_hand_over_their_own() -> None:
    assert [*EXTENSIONS][:3] == ["procedures", "training", "bank"]
    handed_over = [region for it in EXTENSIONS.values() for region in it.screens.regions]
    assert [it.kind for it in handed_over][:4] == ["incidents", "reports", "exercise", "bank"]
    assert ADDED[-len(handed_over) :] == handed_over, "behind those of the table itself"


def test_an_extension_gives_only_what_it_has() -> None:
    before = [it.copy() for it in _registries() if it is not EXTENSIONS]
    extend(Extension(name="nothing"))
    assert [it for it in _registries() if it is not EXTENSIONS] == before


def test_parts_follow_in_the_order_in_which_they_are_handed_over() -> None:
    extend(_page("one"))
    extend(_page("another"))
    assert [*EXTENSIONS][-2:] == ["one", "another"]
    assert [it.url for it in PAGES][-2:] == ["one", "another"]


@pytest.mark.parametrize("clash", CLASHES.values(), ids=CLASHES)
def test_no_key_of_an_extension_overrides_another(clash: Extension) -> None:
    before = [it.copy() for it in _registries()]
    with pytest.raises(AssertionError):
        extend(clash)
    assert _registries() == before
    assert SHOWN["felt"] is not FELT.shown
