"""For the tests of the pure rules: nothing is remembered from one test to the next."""

import pytest

from table.rules import payout, roads


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """Each test draws its roads and looks up its rates itself, so that none passes on what another one computed."""
    payout._rates.cache_clear()
    roads._struck.cache_clear()
    roads._compared.cache_clear()
    for road in (roads.BeadPlate, roads.BigRoad, roads.DerivedRoad):
        road._drawings.clear()
