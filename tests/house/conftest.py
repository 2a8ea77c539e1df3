"""A table of Venezia, for the tests of the house."""

from collections.abc import Iterator

import pytest

from tests.rig.tables import AtTable, ready_table


@pytest.fixture
def table() -> Iterator[AtTable]:
    """Seven guests sit at a table of Venezia; 8 and 9 are free."""
    ready = ready_table()
    yield ready
    ready.check()
