"""A PostgreSQL that says nothing any more: it is waited for so long, and then its connection is given up as lost.

A server that stands still, or that the network has lost, closes nothing: whoever waits for its answer would wait for
ever, and behind him the one thread that acts. What became of a statement that was sent nobody knows then, as with any
connection that is cut: whoever pressed asks for his press, and is answered by a server that speaks.
"""

from typing import Any, TypeVar

import psycopg
from django.db import connection
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus

LONGEST_SECONDS = 10.0
"""For one statement: no page asks for so long, and an act waits for its lock not half of it."""
T = TypeVar("T")


class Patient(psycopg.Connection[Any]):
    """A connection that is closed where an answer does not come in time; whoever waited gets an OperationalError."""

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        try:
            return super().wait(gen, interval, LONGEST_SECONDS if timeout is None else timeout)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.close()  # its answer may still come, and would be taken for that of the next statement
            raise


def begin() -> None:
    """The house is served from now on, by such connections; whatever migrates before waits as long as it takes."""
    if pool := connection.settings_dict["OPTIONS"].get("pool"):
        connection.close_pool()  # type: ignore[attr-defined]
        pool["connection_class"] = Patient
