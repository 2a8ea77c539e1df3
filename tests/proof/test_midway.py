"""Whichever entry a later file begins with, nothing is found wrong that was begun before it."""

import pytest

from table.models import HOUSE, Entry, Refusal
from table.record.proof import export
from table.verifier.head import End
from tests.croupier import cases
from tests.house import shift
from tests.proof.exports import an_evening, check
from tests.rig.cast import Cast
from tests.rig.tables import new_table, ready_table
from tests.shoes.dealing import coup, shoe_of, stake, virtual_table
from tests.shoes.reading import coup as read_coup
from tests.shoes.reading import read_table

pytestmark = pytest.mark.django_db
PLAIN = "KS 7H 6D KC"


def from_each_entry(code: str, *, every: int = 1) -> None:
    """A later file from each entry of the register is as it should be, or from every so many."""
    number = Entry.objects.filter(register=code).count()
    for entry in Entry.objects.filter(register=code, number__lt=number).order_by("number")[::every]:
        checked = check(b"".join(export.lines(code, after=End(entry.number, entry.digest))))
        assert (checked.since, checked.entries, checked.coups) == (entry.number, number, 0)
        assert all(checked.not_paid.values()), "no sentence on nothing"


def test_of_a_shift_with_every_act_and_of_its_house() -> None:
    table = new_table(shift.HOUSE_OF_THE_SHIFT)
    for who, verb, given in shift.shift(table):
        getattr(table.cast, who).does(verb, **given)
    for who, verb, given in (*shift.in_the_house(), *shift.on_the_displays(table)):
        getattr(Cast.at(HOUSE), who).does(verb, **given)
    shift.sealed_by_its_last_key()
    from_each_entry(table.code, every=3)
    from_each_entry(HOUSE, every=3)


def test_of_an_evening_with_notes_refusals_and_seals_and_of_hands_that_were_laid_anew() -> None:
    from_each_entry(an_evening().code)
    table = ready_table(code="T4", seats=2)
    cases.inverted(table)
    from_each_entry(table.code)


def test_of_a_virtual_shoe_every_card_of_which_was_sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    table = virtual_table(monkeypatch, shoe_of(PLAIN))
    coup(table, shoe_of(PLAIN))
    from_each_entry(table.code)


def test_of_an_electronic_shoe_that_had_read_its_cards() -> None:
    table, shoe = read_table()
    stake(table)
    read_coup(table, shoe, PLAIN)
    from_each_entry(table.code)


def test_of_a_house_in_which_refusals_were_not_counted_before() -> None:
    """The first entry that counts them counts those too that lie before the file."""
    table = ready_table(seats=1)
    old = {"register": "T3", "at": Entry.objects.latest("pk").at, "actor": "dario", "verb": "settle", "code": "E_PHASE"}
    Refusal.objects.create(number=3, repeated=2, **old)
    Refusal.objects.create(number=5, **old)
    row = table.row
    row.refused = 4
    row.save()
    table.does("tip", amount=500)
    from_each_entry("T3")
