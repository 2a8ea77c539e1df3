"""Acts wait for one another at their table, never for ever, and are done on what they find after the wait."""

from functools import partial
from threading import Event
from time import monotonic
from typing import Any

import pytest
from django.db import connection, transaction

from table.models import HOUSE, Guest
from table.record.door import PressResult
from table.rules.refusal import Code, Refused
from tests.faults.coups import plain
from tests.rig.cast import Cast
from tests.rig.crowd import at_once
from tests.rig.patience import PATIENCE_SECONDS
from tests.rig.tables import AtTable, Somebody, new_table, ready_table, seat

pytestmark = [pytest.mark.usefixtures("real_database"), pytest.mark.on("postgresql")]
"""On PostgreSQL they meet at their row; SQLite lets one after the other into the whole database."""


@pytest.mark.faults
def test_an_act_that_waited_for_new_rules_is_done_by_them() -> None:
    table = new_table()
    limits = {"main": [1000, 50_000], "egalite": [500, 5000]}
    locked = Event()

    def changes() -> PressResult:
        with transaction.atomic():
            answer = table.cast.direzione.does("change_rules", changes={"limits_decided_by": "direzione"})
            locked.set()
            until_somebody_waits()
            return answer

    def waits(decider: Somebody) -> PressResult:
        locked.wait()
        return decider.does("set_limits", limits=limits)

    changed, entitled, no_more = at_once(
        changes, partial(waits, table.cast.direzione), partial(waits, table.cast.ispettore)
    )

    assert isinstance(changed, PressResult)
    assert isinstance(entitled, PressResult)
    assert isinstance(no_more, Refused)
    assert no_more.code is Code.ROLE
    table.check()


@pytest.mark.parametrize(
    ("verb", "given", "code"),
    [
        pytest.param("set_role", {"role": "dealer"}, Code.ROLE, marks=pytest.mark.faults),
        ("set_active", {"active": False}, Code.SIGNED_OUT),
    ],
)
def test_an_act_that_waited_is_judged_by_what_its_person_is_by_then(
    verb: str, given: dict[str, Any], code: Code
) -> None:
    table = ready_table()
    irma, direzione = table.cast.second_ispettore, Cast.at(HOUSE).direzione
    locked = Event()

    def changes() -> PressResult:
        with transaction.atomic():
            table.cast.ispettore.does("annotate", text="the table is busy")
            locked.set()
            until_somebody_waits()
            return direzione.does(verb, badge="irma", **given)

    def waits() -> PressResult:
        locked.wait()
        return irma.does("suspend")

    changed, waited = at_once(changes, waits)

    assert isinstance(changed, PressResult)
    assert isinstance(waited, Refused)
    assert waited.code is code
    assert table.row.status == "open"
    table.check()


def until_somebody_waits() -> None:
    """PostgreSQL tells who waits for a lock. On SQLite whoever comes waits at the door of the whole database."""
    waiting, until = connection.vendor == "sqlite", monotonic() + PATIENCE_SECONDS
    while not waiting:
        assert monotonic() < until, "nobody waits for the lock"
        with connection.cursor() as cursor:
            cursor.execute("SELECT COUNT(*) FROM pg_locks WHERE NOT granted")
            waiting = cursor.fetchone()[0] > 0


def test_tables_that_play_at_the_same_time_do_not_wait_for_one_another_for_ever() -> None:
    tables = [ready_table(code=f"T{number}", seats=2) for number in range(1, 4)]

    def plays(table: AtTable) -> int:
        for number in range(1, 3):
            seat(table, f"newcomer {number}", str(number + 2))
            for act in plain(table):
                table.press(act)
        return table.number

    numbers = at_once(*(partial(plays, table) for table in tables), partial(opens_tables, 4))

    assert numbers[:3] == [tables[0].number] * 3
    assert Guest.objects.filter(key__startswith="newcomer").count() == 2
    for table in tables:
        table.check()


def opens_tables(count: int) -> int:
    """The house's own register grows at the same time."""
    for number in range(count):
        new_table(code=f"N{number}")
    return count
