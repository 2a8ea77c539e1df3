"""Whatever is altered beside the door is found by reading: `manage.py verify` tells where."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection, transaction

from table.models import HOUSE, Display, Entry, House, Money, Note, Person, Policy, Table
from table.record import audit, chain, triggers
from tests.house import shift
from tests.rig.cast import STAFF, Cast, Somebody
from tests.rig.tables import AtTable, new_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> Iterator[AtTable]:
    """A shift in which every act of a table was done, in a house in which every act of the house was."""
    everybody_is_taken_on()
    table = new_table(shift.HOUSE_OF_THE_SHIFT)
    for who, verb, given in shift.shift(table):
        getattr(table.cast, who).does(verb, **given)
    for who, verb, given in (*shift.in_the_house(), *shift.on_the_displays(table)):
        getattr(Cast.at(HOUSE), who).does(verb, **given)
    assert (audit.faults(table.code), audit.faults(HOUSE)) == ([], [])
    triggers.lift(connection)
    yield table
    triggers.lay(connection)


def everybody_is_taken_on() -> None:
    """As houses do: the first of the Direzione gives himself a PIN, and takes on all others."""
    badge, role = STAFF["direzione"]
    first = Somebody(Person.objects.take_on(badge=badge, role=role), HOUSE)
    first.does("give_pin", badge=badge)
    for other, office in STAFF.values():
        if other != badge:
            first.does("take_on", badge=other, role=office)


def cut(code: str, *, entries: int) -> Entry:
    """The last entries are taken out; gives the one that is the last then."""
    last = Entry.objects.filter(register=code).order_by("-number")
    Entry.objects.filter(pk__in=[it.pk for it in last[:entries]]).delete()
    return Entry.objects.filter(register=code).latest("number")


def written_anew(code: str, **other: Any) -> None:
    """A whole chain with something else in it, and digests that fit."""
    previous = ""
    for entry in Entry.objects.filter(register=code).order_by("number"):
        for name, value in other.items():
            setattr(entry, name, value)
        entry.previous = previous
        entry.digest = previous = chain.digest({name: getattr(entry, name) for name in chain.FIELDS})
        entry.save()


# --- a register


def test_an_end_that_was_cut_off_is_missed(house: AtTable) -> None:
    number = house.number
    cut(house.code, entries=2)
    assert audit.faults(house.code)[0] == f"T3 {number - 2}: it ends here, and its row knows of number {number}"


def test_what_the_entries_that_were_cut_off_have_left_is_found_also_if_the_row_was_set_back(house: AtTable) -> None:
    posts = Money.objects.latest("number").number
    last = cut(house.code, entries=house.number - posts + 1)
    Table.objects.filter(code=house.code).update(number=last.number, digest=last.digest)
    assert f"T3 {posts}: its money lines are not those that it posts" in audit.faults(house.code)


def test_a_register_that_is_gone_is_missed(house: AtTable) -> None:
    Entry.objects.filter(register=house.code).delete()
    assert audit.faults(house.code)[0] == f"T3 0: it ends here, and its row knows of number {house.number}"
    known = House.objects.get().number
    Entry.objects.filter(register=HOUSE).delete()
    assert audit.faults(HOUSE)[0] == f"house 0: it ends here, and its row knows of number {known}"


def test_a_chain_that_was_written_anew_does_not_end_where_its_row_does(house: AtTable) -> None:
    written_anew(house.code, actor="somebody")
    assert audit.faults(house.code) == [f"T3 {house.number}: it ends here, and its row knows of number {house.number}"]


def test_a_register_whose_table_is_gone_is_told(house: AtTable) -> None:
    Table.objects.filter(code="T9").delete()
    assert audit.faults(HOUSE) == ["house: table T9 was added, and is gone"]
    Entry.objects.filter(register=house.code).update(register="T8")
    assert f"T8: there is no such table, but a register of {house.number} entries" in audit.faults("T8")


# --- what stands beside it

TAMPERED: dict[str, tuple[Callable[[], Any], str, str]] = {
    "an amount": (
        lambda: Money.objects.filter(pk=Money.objects.latest("pk").pk).update(amount=1),
        "T3",
        "its money lines are not those that it posts",
    ),
    "a money line deleted": (
        lambda: Money.objects.latest("pk").delete(),
        "T3",
        "its money lines are not those that it posts",
    ),
    "the text of a note": (
        lambda: Note.objects.update(text="It was otherwise."),
        "T3",
        "the note that it names was altered",
    ),
    "a note deleted": (lambda: Note.objects.all().delete(), "T3", "the note that it names is gone"),
    "the rules": (
        lambda: Policy.objects.update(values=Policy.objects.latest("pk").values | {"tie_to_one": 100}),
        "T3",
        "of its rules says otherwise on tie_to_one",
    ),
    "a role": (
        lambda: Person.objects.filter(badge="dario").update(role="direzione"),
        HOUSE,
        "badge dario is",
    ),
    "somebody whom nobody took on": (
        lambda: Person.objects.create(badge="eva", role="direzione"),
        HOUSE,
        "badge eva is on no record",
    ),
    "somebody dismissed made active": (
        lambda: Person.objects.filter(badge="nadia").update(is_active=True),
        HOUSE,
        "badge nadia is",
    ),
    "a display": (lambda: Display.objects.update(position="7"), HOUSE, "display 7HK2 is"),
    "a display that nobody paired": (
        lambda: Display.objects.create(code="XXXX", kind="sign", table=Table.objects.get(code="T9")),
        HOUSE,
        "display XXXX is on no record",
    ),
}


def test_what_was_altered_beside_the_register_is_found(house: AtTable) -> None:
    for name, (tamper, code, found) in TAMPERED.items():
        mark = transaction.savepoint()
        tamper()
        assert any(found in fault for fault in audit.faults(code)), name
        transaction.savepoint_rollback(mark)


def test_a_note_that_was_erased_by_rights_is_no_fault(house: AtTable) -> None:
    Note.objects.update(text="", erased=True)
    assert audit.faults(house.code) == []
