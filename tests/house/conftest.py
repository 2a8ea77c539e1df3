"""A table of Venezia, for the tests of the house."""

from collections.abc import Iterator

import pytest

from table.record.past.reach import PAST
from tests.rig.made_before import is_as_it_was_made
from tests.rig.past import Noted
from tests.rig.tables import AtTable, ready_table


@pytest.fixture
def table() -> Iterator[AtTable]:
    """Seven guests sit at a table of Venezia; 8 and 9 are free. Its register is proven, where anything was written."""
    ready = ready_table()
    yield ready
    if not is_as_it_was_made():
        ready.check()


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> Noted:
    """What the house asks of the past."""
    noted = Noted(PAST.performs)
    monkeypatch.setattr(PAST, "performs", noted)
    return noted
