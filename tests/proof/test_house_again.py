"""The house's register played again: what every act of the house leaves, and nothing that no act has left."""

import pytest

from table.models import HOUSE, House, Refusal
from table.play.declaration import VERBS
from table.record.proof import audit, house
from table.rules.refusal import Code
from tests.rig.cast import Cast
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db


def test_every_act_of_the_house_says_what_it_leaves_or_that_it_leaves_nothing() -> None:
    of_the_house = {name for name, verb in VERBS.items() if verb.owner is House}
    assert house.DOES.keys() | house.LEAVES_NOTHING == of_the_house, "table/record/proof/house.py says it"
    assert not house.DOES.keys() & house.LEAVES_NOTHING


def test_what_an_act_leaves_is_written_once() -> None:
    with pytest.raises(AssertionError, match="add_table"):
        house.does("add_table")(lambda _house, _row, _given: None)


def test_refusals_that_no_entry_has_counted_yet_are_missed_too() -> None:
    table = ready_table(seats=1)
    table.does("tip", amount=500)
    table.refuses(Code.PHASE, "settle")
    table.refuses(Code.PHASE, "settle")
    assert audit.faults(table.code) == []
    Refusal.objects.latest("pk").delete()
    assert audit.faults(table.code) == [f"T3 {table.number}: 2 refusals after it are on record, and 1 kept"]


def test_the_house_counts_its_refusals_from_the_first_act_on() -> None:
    cast = Cast.at(HOUSE)
    cast.dealer.is_refused(Code.ROLE, "add_table", code="T1")
    cast.direzione.does("add_table", code="T1")
    assert [it for it in audit.faults(HOUSE) if "refusals" in it] == []
    Refusal.objects.all().delete()
    assert [it for it in audit.faults(HOUSE) if "refusals" in it] == [
        "house 0: 1 refusals after it are on record, and 0 kept"
    ]
