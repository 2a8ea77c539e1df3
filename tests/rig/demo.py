"""A demo house of the tests' own: one table, or those that are named, with a database and a file of PINs of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from django.conf import settings
from django.test import override_settings
from django.utils import timezone

from table.demo import house, identity
from table.demo.house import DemoTable
from table.models import HOUSE, Person
from table.record import door
from table.rules.houses import VENEZIA
from table.rules.profile import Role
from tests.rig.engines import Engine, at_home_in

TABLE = DemoTable("T1", VENEZIA)
YOUNG = timedelta(minutes=5)
"""A house that was founded longer ago is founded anew: nobody has waited there for hours."""


class Demo(NamedTuple):
    """Where a demo house lies, and the PINs of its people."""

    settings: dict[str, str]
    pins: identity.Pins


class Founded(NamedTuple):
    """A demo house to be copied: database, file of PINs, the key that its register names, and when it was founded."""

    url: str
    pins: bytes
    key: bytes
    at: datetime

    @property
    def fits(self) -> bool:
        """Whether it is young, and no other key lies where its own belongs."""
        place = Path(settings.SEAL_KEY_FILE)
        return timezone.now() - self.at < YOUNG and (not place.exists() or place.read_bytes() == self.key)


FOUNDED: dict[tuple[str, str], Founded] = {}
"""By the database of the engine, and what is said of the tables."""


@contextmanager
def demo_house(engine: Engine, folder: Path, *tables: DemoTable) -> Iterator[Demo]:
    """A demo house, for this process and for one that is served with its settings."""
    file, wanted = folder / "demo.json", (engine.template, repr(tables))
    with override_settings(DEMO=True, DEMO_FILE=file):
        like = FOUNDED.get(wanted)
        if like is None or not like.fits:
            like = FOUNDED[wanted] = _founded(engine, file, tables or (TABLE,))
        for path, text in ((file, like.pins), (Path(settings.SEAL_KEY_FILE), like.key)):
            path.touch(mode=0o600)
            path.write_bytes(text)
        with engine.like(like.url) as url, at_home_in(url):
            pins = identity.pins()
            assert pins is not None
            yield Demo({"DATABASE_URL": url, "DEMO": "on", "DEMO_FILE": str(file)}, pins)


def begins_as_demo(nonce: str) -> None:
    """The house begins as a demo does, by a press of this name."""
    given: dict[str, Any] = {"badge": "ispettore", "role": Role.ISPETTORE_GIOCO.value}
    door.perform(HOUSE, "take_on", by=Person(badge="direzione", role=Role.DIREZIONE), nonce=nonce, **given)


def _founded(engine: Engine, file: Path, tables: tuple[DemoTable, ...]) -> Founded:
    url, at = engine.copy(engine.template), timezone.now()
    with at_home_in(url), patch.object(house, "TABLES", tables):
        house.found(language="it", rng=Random(1))
    return Founded(url, file.read_bytes(), Path(settings.SEAL_KEY_FILE).read_bytes(), at)
