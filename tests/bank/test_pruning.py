"""The bank at a table of which the past is pruned: sessions that are closed are not carried along with it."""

import pytest
from django.db import connection

from bank.models import BankCount, BankSession, CountTry, Movement, Posting, Slip
from bank.play.rows import prune_sessions
from bank.rules.table_bank import BankStage
from table.models import Table
from table.record.past import pruning
from table.record.past.reach import PAST, job
from tests.bank.test_machine import Machine
from tests.rig import triggers
from tests.rig.past import differences_where_pruned

pytestmark = pytest.mark.django_db
SEED, MOST = 7, 400
ROWS = (BankSession, BankCount, CountTry, Movement, Posting, Slip)


def rows(table: Table) -> dict[str, list[int]]:
    """The numbers of the rows of each kind; those of slips are their entries."""
    return {it.__name__: sorted(it._base_manager.filter(table=table).values_list("number", flat=True)) for it in ROWS}


def four_sessions(machine: Machine) -> None:
    """Four sessions with a coup, a fill and a change in each; the last one is in play."""
    for _press in range(MOST):
        bank = machine.bank
        stage = bank.pure.stage if bank is not None else BankStage.EMPTY
        if bank is None or stage in (BankStage.EMPTY, BankStage.CLOSED):
            machine.begin(bank)
        elif stage is not BankStage.IN_PLAY:
            machine.lead_on(bank)
        else:
            machine.coup()
            machine.press("dealer", "change_notes", amount=10_000)
            machine.press("ispettore", "request_fill", pieces={"10000": 1})
            if bank.session.number == 4:
                return
            machine.press("ispettore", "close_table")
    raise AssertionError(f"four sessions did not come about: {machine.last}")


@pytest.fixture
def machine() -> Machine:
    """A table with three sessions that are closed and one in play."""
    found = Machine(SEED)
    four_sessions(found)
    return found


def pruned(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[int]]:
    """The rows of the bank in a copy of the table that was pruned down to its last coup."""
    monkeypatch.setattr(pruning, "RECENT_COUPS", 1)
    table = machine.table.row
    copied = PAST.performs.perform(job(table, None)._replace(copied=True, named=[]), within=0).copy
    assert copied is not None
    found: dict[str, list[int]] = PAST.performs.perform(job(table, copied)._replace(end=rows), within=0).end
    return found


def test_a_copy_of_a_table_holds_the_running_session_and_none_that_had_ended_before_its_coups(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, left = rows(machine.table.row), pruned(machine, monkeypatch)
    assert before["BankSession"] == [1, 2, 3, 4]
    assert left["BankSession"] == [3, 4], "the third one ended after the coup before the latest"
    for model in (Movement, BankCount, Posting):
        stay = model._base_manager.filter(table=machine.table.row, session__number__in=(3, 4))
        assert left[model.__name__] == sorted(stay.values_list("number", flat=True))
    slips = list(Slip.objects.filter(table=machine.table.row))
    latest = {max(it.number for it in slips if it.letter == letter) for letter in {it.letter for it in slips}}
    assert latest <= {*left["Slip"]}, "after these the next of their series are numbered"
    assert len(left["Slip"]) < len(slips)
    triggers.drop_triggers(connection)
    uncounted = BankSession.objects.filter(table=machine.table.row, number=1)
    uncounted.update(balances={"notes": {"box": 10_000}})
    apart = BankSession.objects.filter(table=machine.table.row, number=2)
    apart.update(balances={}, midway={"box": True})
    CountTry.objects.filter(count__session__in=[*uncounted, *apart], count__kind="box").delete()
    BankCount.objects.filter(session__in=[*uncounted, *apart], kind="box").delete()
    prune_sessions(machine.table.row, machine.table.number)
    assert rows(machine.table.row)["BankSession"] == [1, 2, 4], "two boxes are still to be counted, one without notes"
    triggers.create_triggers(connection)


@pytest.mark.faults
def test_its_acts_come_out_the_same_at_a_table_that_is_pruned_all_the_while(machine: Machine) -> None:
    assert differences_where_pruned(machine.table.code, each=13) == []
