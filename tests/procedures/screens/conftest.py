"""Tables that screens look at, and the language in which their words are read."""

import pytest

from tests.rig.tables import AtTable, ready_table


@pytest.fixture(autouse=True)
def _in_english(in_english: None) -> None:
    """All screens are read in English."""


@pytest.fixture
def table() -> AtTable:
    """Guests sit at a table of Venezia, and an Ispettore is there."""
    return ready_table()
