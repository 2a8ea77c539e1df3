"""Tables that are made ready once for all tests: each test plays on from there, and then it never was.

A register is proven by dealing it again. What all tests begin with is dealt again once; at the end of a test only its
own entries follow: after one test in three in `make test`, and after all with `pytest -m ""`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar, NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from table.memory import table_cache
from table.record import chain
from table.record.past import replay
from table.record.past.reach import PAST
from table.record.past.stage import Copy
from table.rules.houses import VENEZIA
from table.rules.profile import Profile
from tests.rig.made_before import YOUNG, Rows, all_of, is_patched, lay_out, names
from tests.rig.past import copy_of
from tests.rig.tables import AtTable, ready_table


@dataclass(frozen=True)
class Ready:
    """A table that is ready to play, and how it stands by its register."""

    table: AtTable
    dealt: Copy

    @classmethod
    def at(cls, profile: Profile, *, code: str, **how: Any) -> "Ready":
        """The table of a house."""
        table = ready_table(profile, code=code, **how)
        return cls(table, copy_of(code))

    @contextmanager
    def evening(self, *, dealt_again: bool = True) -> Iterator[AtTable]:
        """Play from here on; at the end its chain is looked through, its register dealt again, and all of it undone."""
        mark = transaction.savepoint()
        try:
            yield self.table
            self.check(dealt_again=dealt_again)
        finally:
            transaction.savepoint_rollback(mark)

    @contextmanager
    def further(self) -> Iterator["Ready"]:
        """Ready once more, from as far as the evening has come by now: it can be played on in many ways."""
        mark = transaction.savepoint()
        yield Ready(self.table, copy_of(self.table.code, self.dealt))
        transaction.savepoint_rollback(mark)

    def check(self, *, dealt_again: bool = True) -> None:
        """The chain is unbroken up to the table's own digest, and the register, dealt again, gives the same evening."""
        entries = list(chain.rows(self.table.code))
        assert chain.faults(entries) == []
        row = self.table.row
        assert (row.number, row.digest) == (entries[-1].number, entries[-1].digest)
        assert not dealt_again or replay.differences(self.table.code, start=self.dealt) == []


class LaidOut(NamedTuple):
    """When a table was made ready, the table, and everything that was in the database."""

    at: datetime
    ready: Ready
    rows: dict[str, Rows]


class ReadyTables:
    """The tables of a module, of which one stands in the database at a time: that which was asked for last."""

    everywhere: ClassVar[dict[str, LaidOut]] = {}
    """What every module may lay out again, by house and guests."""

    def __init__(self) -> None:
        self._empty, self._stands = transaction.savepoint(), ""
        self._ready: Ready | None = None
        self._patched: dict[str, LaidOut] = {}

    def __call__(self, profile: Profile = VENEZIA, **how: Any) -> Ready:
        """The table of a house, where it stands already or in the place of the one that did."""
        name = repr((profile, how, settings.SEAL_KEY_FILE))
        if self._ready is None or name != self._stands:
            transaction.savepoint_rollback(self._empty)
            table_cache.clear()
            PAST.copies.clear()
            self._ready, self._stands = self._laid_out(name, profile, how), name
        return self._ready

    def _laid_out(self, name: str, profile: Profile, how: dict[str, Any]) -> Ready:
        # What is made with something of a test in its place is of the tests of this module alone.
        cache, now = self._patched if is_patched() else self.everywhere, timezone.now()
        if name in cache and timedelta() <= now - cache[name].at < YOUNG:
            lay_out(cache[name].rows)
        else:
            cache[name] = LaidOut(now, Ready.at(profile, code="T1", **how), {it: all_of(it) for it in names()})
        return cache[name].ready
