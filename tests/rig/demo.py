"""A demo house of the tests' own: one table, or those that are named, with a database and a file of PINs of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple
from unittest.mock import patch

from django.test import override_settings

from table.demo import house, keys
from table.demo.house import Setting
from table.rules.houses import VENEZIA
from tests.rig.engines import Engine, at_home_in

TABLE = Setting("T1", VENEZIA)


class Demo(NamedTuple):
    """Where a demo house lies, and the PINs of its people."""

    settings: dict[str, str]
    pins: keys.Pins


@contextmanager
def demo_house(engine: Engine, folder: Path, *tables: Setting) -> Iterator[Demo]:
    """A demo house, for this process and for one that is served with its settings."""
    file = folder / "demo.json"
    with engine.fresh() as url, at_home_in(url), override_settings(DEMO=True, DEMO_FILE=file):
        with patch.object(house, "TABLES", tables or (TABLE,)):
            house.found(language="it", rng=Random(1))
        pins = keys.pins()
        assert pins is not None
        yield Demo({"DATABASE_URL": url, "DEMO": "on", "DEMO_FILE": str(file)}, pins)
