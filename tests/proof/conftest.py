"""A house for proofs: its keys and seals lie in a folder of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.backup.houses import Home, home
from tests.rig.cast import everybody_is_taken_on


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Home]:
    """That house, with everybody taken on."""
    with home(tmp_path / "house") as found:
        everybody_is_taken_on()
        yield found
