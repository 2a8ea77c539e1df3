"""Tables that are made ready once for all tests of a module: each test plays on from there, and then it never was.

A register is proven by dealing it again. What all tests of a module begin with is dealt again once; at the end of a
test only its own entries follow.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from table.record import chain
from table.record.past import replay
from table.record.past.stage import Copy
from table.rules.profile import Profile
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
        yield Ready(self.table, copy_of(self.table.code, self.dealt))
        transaction.savepoint_rollback(mark)

    def check(self) -> None:
        """The chain is unbroken up to the table's own digest, and the register deals the same evening again."""
        entries = list(chain.rows(self.table.code))
        assert chain.faults(entries) == []
        row = self.table.row
        assert (row.number, row.digest) == (entries[-1].number, entries[-1].digest)
        assert replay.differences(self.table.code, start=self.dealt) == []
