"""Tables that screens look at, and the language in which their words are read."""

from collections.abc import Iterator

import pytest
from django.utils import translation

from tests.rig.tables import AtTable, ready_table


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def table() -> AtTable:
    """Guests sit at a table of Venezia, and an Ispettore is there."""
    return ready_table()
