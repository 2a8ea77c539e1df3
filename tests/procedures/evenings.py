"""Tables that are made ready once for all tests of a module: each test plays on from there, and then it never was.

A register is proven by dealing it again. What all tests of a module begin with is dealt again once, at a scratch table
that waits there; at the end of a test only its own entries follow.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from table.models import Entry, Table
from table.record import chain, replay
from table.rules.profile import Profile
from tests.rig.tables import AtTable, ready_table


@dataclass(frozen=True)
class Ready:
    """A table that is ready to play, the number of its last entry, and the scratch table that has come as far."""

    table: AtTable
    number: int
    scratch: str

    @classmethod
    def at(cls, profile: Profile, *, code: str, **how: Any) -> "Ready":
        """The table of a house, with its scratch table."""
        table = ready_table(profile, code=code, **how)
        scratch = Table.objects.create(code=f"{code}~beside")
        assert list(replay.perform(scratch, _entries(code, after=0))) == []
        return cls(table, table.number, scratch.code)

    @contextmanager
    def evening(self) -> Iterator[AtTable]:
        """Play from here on; at the end its register is proven, and nothing of it has happened."""
        mark = transaction.savepoint()
        try:
            yield self.table
            self.check()
        finally:
            transaction.savepoint_rollback(mark)

    @contextmanager
    def further(self) -> Iterator["Ready"]:
        """Ready once more, from as far as the evening has come by now: it can be played on in many ways."""
        mark = transaction.savepoint()
        self._deal_again()
        yield Ready(self.table, self.table.number, self.scratch)
        transaction.savepoint_rollback(mark)

    def check(self) -> None:
        """The chain is unbroken up to the table's own digest, and the register deals the same evening again."""
        entries = list(chain.rows(self.table.code))
        assert chain.faults(entries) == []
        row = self.table.row
        assert (row.number, row.digest) == (entries[-1].number, entries[-1].digest)
        assert list(replay.compare(row, self._deal_again())) == []

    def _deal_again(self) -> Table:
        """What has been done since is done at the scratch table too."""
        scratch = Table.objects.get(code=self.scratch)
        assert list(replay.perform(scratch, _entries(self.table.code, after=self.number))) == []
        return scratch


def _entries(code: str, *, after: int) -> Any:
    return Entry.objects.filter(register=code, number__gt=after).order_by("number")
