"""What an act costs the database: so many statements at most, and no more after years than on the first evening."""

from collections import defaultdict
from collections.abc import Iterable
from contextlib import nullcontext
from functools import cache
from unittest.mock import patch

import pytest
from django.db import transaction

from table.memory import table_cache
from table.models import HOUSE, Entry
from table.play.declaration import VERBS
from table.rules.houses import VENEZIA
from table.rules.profile import derive
from tests.faults.evening import evening
from tests.house import shift
from tests.house.long_record import lay_coups, lay_past
from tests.rig.cast import number
from tests.rig.tables import AtTable, Cast, new_table, ready_table
from tests.rig.work import Counting, Work, measured

pytestmark = pytest.mark.django_db

SAY_SO = "what has to need more says so in MOST_STATEMENTS of tests/house/shift.py"
MORE_STEPS_IN_A_LONG_TAGLIA = 4000
"""All its cards, up to 312, may be looked at: for those that wait, and for faces that come too often."""


@cache
def a_shift(*, past: bool = False, coups: int = 0) -> list[Work]:
    """What each act of a shift cost, perhaps after years, perhaps late in a taglia; nothing of it is kept."""
    mark = transaction.savepoint()
    table = new_table(shift.HOUSE_OF_THE_SHIFT)
    table_cache.clear()  # whether the rig has made the table by its acts or laid its rows
    if past:
        lay_past(table.row)
    works = measured(table.cast, shift.shift(table, once_open=lambda: _play(table, coups)))
    transaction.savepoint_rollback(mark)
    return works


def _play(table: AtTable, coups: int) -> None:
    row, shoe = table.row, table.state.shoe
    assert row.policy is not None
    assert shoe is not None
    lay_coups(row, row.policy, shoe, coups)
    shoe.out = 4 * coups
    shoe.save()
    table_cache.clear()


@cache
def elsewhere() -> list[Work]:
    """What the acts cost that no ordinary shift has; nothing of it is kept."""
    mark, works = transaction.savepoint(), _elsewhere()
    transaction.savepoint_rollback(mark)
    table_cache.clear()
    return works


def _elsewhere() -> list[Work]:
    in_the_house = measured(Cast.at(HOUSE), shift.in_the_house())
    new = measured(Cast.at("T9"), shift.at_a_new_table())
    table = ready_table(derive(VENEZIA, key="reader-only", stakes="reader_only"), code="R3")
    displays = measured(Cast.at(HOUSE), shift.on_the_displays(table))
    reader = measured(table.cast, shift.where_only_the_reader_counts(table))
    bank = new_table(derive(VENEZIA, key="with-bank", bank="on", bank_close="inventory"), code="B3")
    empty, virtual = ready_table(code="E3"), ready_table(code="V3")
    sealed = measured(virtual.cast, shift.with_a_virtual_shoe())
    trained = measured(shift.instructor_at(HOUSE), shift.in_training())
    trained += measured(shift.instructor_at(shift.TRAINED_AT), shift.an_exercise())
    return [
        *in_the_house,
        *trained,
        *new,
        *displays,
        *reader,
        *sealed,
        *measured(bank.cast, shift.at_a_bank(bank)),
        *measured(empty.cast, shift.at_an_empty_shoe(empty)),
    ]


def not_in(works: Iterable[Work]) -> list[Work]:
    """What the acts cost that only the evening of the crashes has; a press of several acts is none of them."""
    others, found = VERBS.keys() - {work.verb for work in works}, list[Work]()
    for press in evening():
        seen, count, verb = number(press.owner), Counting(), press.steps[0].verb
        # It names texts by their digests, as they come out with this salt.
        with patch("secrets.token_hex", return_value="salt"), count if verb in others else nullcontext():
            press.ready(seen)()
        found += [Work(verb, count.statements, count.steps)] if verb in others else []
    return found


def test_an_act_needs_few_statements() -> None:
    assert too_many([*a_shift(), *elsewhere()]) == {}, SAY_SO


def test_nor_does_one_that_only_the_evening_of_the_crashes_has() -> None:
    works = [*a_shift(), *elsewhere()]
    others = not_in(works)
    assert {work.verb for work in (*works, *others)} == set(VERBS), "every act is measured"
    assert too_many(others) == {}, SAY_SO


def too_many(works: Iterable[Work]) -> dict[str, int]:
    """The acts that needed more statements than they may, and how many."""
    most = defaultdict[str, int](int)
    for work in works:
        most[work.verb] = max(most[work.verb], work.statements)
    allowed = shift.MOST_STATEMENTS
    return {verb: count for verb, count in most.items() if count > allowed.get(verb, shift.MOST_OF_A_PLAIN_ACT)}


def test_an_act_costs_no_more_after_years() -> None:
    first, later = a_shift(), a_shift(past=True)
    assert [(work.verb, work.statements) for work in later] == [(work.verb, work.statements) for work in first]
    assert [(now, then) for now, then in zip(later, first, strict=True) if now.steps > 1.2 * then.steps] == []


@pytest.mark.faults
def test_an_act_costs_no_more_in_the_sixtieth_coup() -> None:
    first, later = a_shift(), a_shift(coups=59)
    assert [(work.verb, work.statements) for work in later] == [(work.verb, work.statements) for work in first]
    most = MORE_STEPS_IN_A_LONG_TAGLIA
    assert [(now, then) for now, then in zip(later, first, strict=True) if now.steps > then.steps + most] == []


def test_a_search_through_the_record_would_be_seen() -> None:
    table = new_table(shift.HOUSE_OF_THE_SHIFT)
    before = _steps_of_a_search()
    lay_past(table.row)
    assert _steps_of_a_search() > 100 * before


def _steps_of_a_search() -> int:
    with Counting() as count:
        assert not Entry.objects.filter(outcome="nothing")
    return count.steps
