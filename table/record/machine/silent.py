"""A PostgreSQL that no longer answers: after a time its connection is given up as lost.

A server that is stopped, or cut off by the network, closes nothing: whoever waits for its answer would wait for ever,
and with them the one thread that acts. Nobody knows then what became of the statement, as with any lost connection:
whoever pressed asks again once a server answers.
"""

from typing import Any, TypeVar

import psycopg
from django.db import connection
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus

LONGEST_SECONDS = 10.0
"""Seconds for one statement: no page needs as many, and an act waits for its lock less than half of it."""
T = TypeVar("T")


class Patient(psycopg.Connection[Any]):
    """A connection that closes itself where an answer takes too long; its caller gets an OperationalError."""

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        """Wait for the answer of a statement, at most LONGEST_SECONDS unless `timeout` is given.

        Raises OperationalError after that, and closes a connection whose answer may still come.
        """
        try:
            return super().wait(gen, interval, LONGEST_SECONDS if timeout is None else timeout)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.close()  # its answer may still come, and would be taken for that of the next statement
            raise


def begin() -> None:
    """Have the connection pool, if there is one, make :class:`Patient` connections from now on; it is closed first.

    To be called as the house begins to be served: a migration before that waits as long as it takes.
    """
    if pool := connection.settings_dict["OPTIONS"].get("pool"):
        connection.close_pool()  # type: ignore[attr-defined]
        pool["connection_class"] = Patient
