"""What docs/security.md promises of whatever is altered is so: the tool that is named finds it."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from django.db import connection, transaction

from table.models import HOUSE, Coup, House, Policy, Shoe, Table
from table.record.past.replay import replay
from table.record.proof import audit
from tests.backup.houses import home
from tests.proof import altered
from tests.proof.promises import promises
from tests.proof.trials import trials
from tests.rig import triggers
from tests.rig.tampering import said

pytestmark = pytest.mark.django_db
SEED = 30
SOME = [*altered.WAYS][::4]
"""Ways of which each tool has one to find."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[None]:
    """The house of a shift, sealed, and in the hands of somebody who holds its database."""
    with home(tmp_path / "house"):
        altered.make_house()
        assert not [line for line in said("verify", "--all") if "unbroken" not in line]
        yield
        triggers.create_triggers(connection)


def test_every_way_to_alter_a_house_stands_on_the_page_with_a_tool_and_no_other_tool_does() -> None:
    named = promises()
    assert {what for what, tool in named.items() if tool} == altered.WAYS.keys()
    assert {tool for tool in named.values() if tool} == {"manage.py verify", "manage.py replay", "sabot-verify.pyz"}


@pytest.mark.parametrize(("ways", "times"), [(SOME, 1), pytest.param([*altered.WAYS], 4, marks=pytest.mark.faults)])
def test_whatever_is_altered_is_found_by_the_tool_that_is_promised(house: None, ways: list[str], times: int) -> None:
    done = list(trials(seed=SEED, count=times * len(ways), ways=ways))
    assert {it.tool for it in done} == {*promises().values()} - {""}
    assert [it for it in done if not it.noticed] == []


def test_reading_finds_every_column_of_money_results_custody_cases_and_attestations(house: None) -> None:
    for model, change in (*altered.SEEN_BY_READING.items(), *altered.OF_CASES.items()):
        row = [it for it in altered.rows(model) if getattr(it, "decided", getattr(it, "closed", 0)) is not None][-1]
        for column, value in change.items():
            now = next(it for it in map(value, map(Random, range(99))) if it != getattr(row, column))
            mark = transaction.savepoint()
            model._base_manager.filter(pk=row.pk).update(**{column: now})
            faults = [it for code in (altered.CODE, altered.VIRTUAL, altered.BANK) for it in audit.faults(code)]
            assert any(column in fault or "on no record" in fault for fault in faults), (model, column)
            transaction.savepoint_rollback(mark)


def test_reading_finds_every_column_of_the_rows_of_the_house(house: None) -> None:
    for model, change in (*altered.OF_THE_HOUSE.items(), *altered.OF_DAYS_AND_CASH.items()):
        row = [*altered.rows(model)][-1]
        for column, value in change.items():
            now = next(it for it in map(value, map(Random, range(99))) if it != getattr(row, column))
            mark = transaction.savepoint()
            model._base_manager.filter(pk=row.pk).update(**{column: now})
            assert audit.faults(HOUSE), (model, column)
            transaction.savepoint_rollback(mark)


def test_a_row_of_another_table_in_the_place_of_its_own_is_found_by_the_replay(house: None) -> None:
    of_bank, of_other = (Policy.objects.get(table__code=it, version=1) for it in (altered.BANK, altered.CODE))
    coup = Coup.objects.filter(table__code=altered.CODE, policy=of_other, number__gt=1, shoe__taglia=1).first()
    assert coup is not None
    shoe = Shoe.objects.get(table__code=altered.VIRTUAL, taglia=coup.shoe.taglia)
    assert [*replay(altered.BANK), *replay(altered.CODE)] == []
    for rows, column, code, now in (
        (Table.objects.filter(code=altered.BANK), "policy", altered.BANK, of_other),
        (Coup.objects.filter(pk=coup.pk), "policy", altered.CODE, of_bank),
        (Coup.objects.filter(pk=coup.pk), "shoe", altered.CODE, shoe),
    ):
        mark = transaction.savepoint()
        rows.update(**{column: now})
        assert any("of another table" in fault for fault in replay(code)), (code, column)
        transaction.savepoint_rollback(mark)


def test_what_is_no_key_on_the_row_of_the_house_is_said_in_a_sentence(house: None) -> None:
    row = House.objects.get()
    for written in ([*row.seal_keys, 1], [*row.seal_keys, {**row.seal_keys[0], "key": []}], {"key": 1}, 7):
        House.objects.update(seal_keys=written)
        assert "house: a key of the seals on its row cannot be read" in said("verify", HOUSE)
