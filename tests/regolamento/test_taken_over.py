"""Every evening of ``scenarios/``: what the screens take over from the act before is what they would read anew."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.db.models import Model

from table.screens.snapshot import Done, Snapshot, take
from table.screens.taken_over import take_over
from table.script.follow import follow, read
from table.script.player import Player
from tests.regolamento.test_scenarios import SCENARIOS

pytestmark = pytest.mark.django_db

READ: Mapping[str, Callable[[Snapshot], Any]] = {
    "positions": lambda it: list(it.floor.positions.values()),
    "standing": lambda it: it.floor.standing,
    "limits": lambda it: it.floor.limit_ranges,
    "reservations": lambda it: it.reservations,
    "wishes": lambda it: it.wishes,
    "last coup": lambda it: it.last,
    "what it paid": lambda it: it.last_payments,
    "results": lambda it: it.results,
    "entries": lambda it: it.entries,
    "recent acts": lambda it: it.recent,
    "alerts": lambda it: it.alerts,
    "alerts, counted": lambda it: it.alert_counts,
}
"""What is read of a table, by what it is called."""


class Looker(Player):
    """A cast at whose table a screen looks on, act by act."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.before: Snapshot | None = None
        self.differences: list[tuple[str, str]] = []
        self.taken_over: set[str] = set()

    def press(self, verb: str, **given: Any) -> None:
        super().press(verb, **given)
        now, anew = take(self.code), take(self.code)
        if now is None or anew is None or not now.ready:
            return
        if self.before is not None:
            take_over(now, self.before)
            self.taken_over |= {name for name in vars(self.before) if vars(now).get(name) is vars(self.before)[name]}
        self.differences += [(verb, name) for name, read in READ.items() if plain(read(now)) != plain(read(anew))]
        self.before = now


def plain(read: Any) -> Any:
    """What was read, as values: two rows are the same if all that stands in them is."""
    if isinstance(read, Model):
        return {field.attname: getattr(read, field.attname) for field in read._meta.concrete_fields}
    if isinstance(read, Done):
        return plain(read.entry), read.arguments, read.effects
    return [plain(it) for it in read] if isinstance(read, list | tuple) else read


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_what_is_taken_over_is_what_would_be_read(path: Path) -> None:
    cast = Looker("T1")
    assert [str(it) for it in follow(cast, read(path.read_text(encoding="utf-8"))) if it.found] == []
    assert cast.differences == []
    assert {"last", "results", "reservations", "wishes", "alerts"} <= cast.taken_over
