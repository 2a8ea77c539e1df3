"""A table whose rules have no bank is the table of a house that knows of none: screens, pages and register."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from bank.extension import BANK
from table import extensions
from table.models import Entry, Person
from table.outside.events import events
from table.rules.houses import ADMIRAL, CLASSICO, CLASSICO_COPERTO, MALTA, VENEZIA
from table.rules.profile import Profile, Role
from table.screens.audiences import staff_view
from table.screens.read.snapshot import take
from table.screens.regions import Region, render
from tests.bank.planted import undone
from tests.bank.test_cost import before_play, coups
from tests.proof.exports import exported
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable, new_table

pytestmark = pytest.mark.django_db
SCREENS = {"dealer": Role.DEALER, "table": Role.ISPETTORE_GIOCO, "pit": Role.DIREZIONE}
DISPLAYS = ("strip:1", "felt:players", "sign")
RECORD = ("register", "coups", "incidents", "evenings", "changes", "figures", "refused")
CHANGES = re.compile(r'value="\w{32,}"|data-now="[^"]*"')
"""What differs between any two answers of the house: tokens, names of presses, the time."""


@contextmanager
def no_bank() -> Iterator[None]:
    """A house to which the bank was never handed over."""
    registries: list[Any] = [it for it, _ in (*extensions._keyed(BANK), *extensions._listed(BANK))]
    before = [it.copy() for it in registries]
    for keyed, entries in extensions._keyed(BANK):
        for key in entries:
            keyed.pop(key, None)
    for listed, parts in extensions._listed(BANK):
        for part in parts:
            listed.remove(part)
    try:
        yield
    finally:
        for registry, old in zip(registries, before, strict=True):
            registry.clear()
            registry.extend(old) if isinstance(registry, list) else registry.update(old)


LATER = {it.key: pytest.param(it, marks=pytest.mark.faults) for it in (VENEZIA, MALTA, CLASSICO, CLASSICO_COPERTO)}
OTHERS = [it for key, it in LATER.items() if key != VENEZIA.key]


@pytest.mark.parametrize("one_in", [4, pytest.param(1, marks=pytest.mark.faults)])
@pytest.mark.parametrize("profile", [ADMIRAL, *LATER.values()], ids=lambda it: it.key)
def test_with_the_bank_off_no_screen_no_page_and_no_entry_differs(profile: Profile, one_in: int) -> None:
    clients = [(it, signed_in(role)) for it, role in SCREENS.items()]
    table, with_it = new_table(profile), dict[str, str]()
    for number, (who, verb, given) in enumerate(chain(before_play(profile), coups(table))):
        getattr(table.cast, who).does(verb, **given)
        if number % one_in:
            continue
        with_it = regions(table)
        with no_bank():
            assert regions(table) == with_it, verb
    assert len(with_it) >= 15
    read, left = pages(table, clients), leaves(table)
    with no_bank():
        assert pages(table, clients) == read
        assert leaves(table) == left
        table.check()


@pytest.mark.parametrize("profile", [VENEZIA, *OTHERS], ids=lambda it: it.key)
def test_nor_does_any_act_leave_other_entries(profile: Profile) -> None:
    with_it = entries(profile)
    with no_bank():
        assert entries(profile) == with_it
    assert len(with_it) >= 30


def entries(profile: Profile) -> list[tuple[str, str, str]]:
    """What the register has of the opening and two coups, which are then undone."""
    with undone():
        table = new_table(profile)
        for who, verb, given in chain(before_play(profile), coups(table)):
            getattr(table.cast, who).does(verb, **given)
        found = Entry.objects.filter(register=table.code).order_by("number")
        return list(found.values_list("verb", "arguments", "outcome"))


def regions(table: AtTable) -> dict[str, str]:
    """Every region of the screens of the staff and of the displays, as it is drawn."""
    snapshot, found = take(table.code), dict[str, str]()
    assert snapshot is not None
    for screen, role in SCREENS.items():
        person = Person.objects.filter(role=role).order_by("pk").first()
        view = staff_view(screen, table.code, person, "de")
        for region in (*view.regions[table.code], *view.dialogs[table.code]):
            found[f"{screen} {region.name}"] = render(snapshot, region)
    return found | {name: render(snapshot, Region(name, "de")) for name in DISPLAYS}


def leaves(table: AtTable) -> tuple[bytes, bytes]:
    """What leaves the house of this table: its register, and the events that anybody may read."""
    sent = events(table.code, reader="r", after=0, upto=table.number, most=1_000)
    return exported(table.code), msgspec.json.encode(sent)


def pages(table: AtTable, clients: Iterable[tuple[str, Client]]) -> dict[str, str]:
    """The pages that hold these screens, those of the record of the table, and the page of the staff."""
    addresses = {"dealer": "console", "table": "inspector", "pit": "pit"}
    found = dict[str, str]()
    for screen, client in clients:
        for name in (addresses[screen], *RECORD, "front"):
            answer = client.get(reverse(name, args=[] if name in ("pit", "front") else [table.code]))
            found[f"{screen} {name}"] = CHANGES.sub("", answer.content.decode())
    return found
