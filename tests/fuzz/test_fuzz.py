"""A few hundred of what `make fuzz` sends by the ten thousand, on each engine; the seed is the same in every run."""

from typing import Any

import pytest
from django.db import connection

from table.models import Entry
from tests.fuzz.attack import attack, not_whole
from tests.rig import triggers
from tests.rig.engines import Engine
from tests.rig.tables import ready_table

SEED = 1408


def test_whatever_is_sent_is_answered_and_nothing_fails(engine: Engine, django_db_blocker: Any) -> None:
    with django_db_blocker.unblock():
        found = attack(engine, seed=SEED, frames=150, requests=60, sockets=12)
    assert found.wrong == []
    assert found.taken >= 150
    assert len(found.meanwhile) >= 2, "a dealer pressed and was answered"
    assert sum(found.frames.values()) > 100
    assert sum(found.requests.values()) == 60


@pytest.mark.django_db
def test_a_register_in_which_an_entry_was_altered_is_not_whole() -> None:
    table = ready_table()
    assert not_whole(table, table.number) == []
    triggers.drop_triggers(connection)
    Entry.objects.filter(register=table.code, number=7).update(actor="somebody")
    assert not_whole(table, table.number) == [f"{table.code} 7: its digest does not fit what it says"]
