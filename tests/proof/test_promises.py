"""What docs/security.md promises of whatever is altered is so: the tool that is named finds it."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from django.db import connection, transaction

from table.record.machine import triggers
from table.record.proof import audit
from tests.backup.houses import home
from tests.proof import altered
from tests.proof.promises import promises
from tests.proof.trials import trials
from tests.rig.tampering import said

pytestmark = pytest.mark.django_db
SEED = 30


@pytest.fixture
def house(tmp_path: Path) -> Iterator[None]:
    """The house of a shift, sealed, and in the hands of somebody who holds its database."""
    with home(tmp_path / "house"):
        altered.make_house()
        assert not [line for line in said("verify", "--all") if "unbroken" not in line]
        yield
        triggers.lay(connection)


def test_every_way_to_alter_a_house_stands_on_the_page_with_a_tool_and_no_other_tool_does() -> None:
    named = promises()
    assert {what for what, tool in named.items() if tool} == altered.WAYS.keys()
    assert {tool for tool in named.values() if tool} == {"manage.py verify", "manage.py replay", "sabot-verify.pyz"}


def test_whatever_is_altered_is_found_by_the_tool_that_is_promised(house: None) -> None:
    done = list(trials(seed=SEED, count=3 * len(altered.WAYS)))
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
