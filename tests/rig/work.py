"""How much an act asks of the database: how many statements, and how many steps SQLite takes to carry them out."""

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Self

from django.db import connection

from tests.rig.cast import Doing, number

EVERY = 5
"""SQLite calls back after so many steps of its machine."""
BRACKETS = ("SAVEPOINT", "RELEASE", "BEGIN", "ROLLBACK")
"""What opens and closes a transaction is no work of the act."""


@dataclass(frozen=True)
class Work:
    """One act of a shift, its statements, and the steps of SQLite's machine in them."""

    verb: str
    statements: int
    steps: int


def measured(cast: object, doings: Iterable[Doing]) -> list[Work]:
    """Do all this, and say what each act cost."""
    return [_measured(cast, who, verb, given) for who, verb, given in doings]


def _measured(cast: object, who: str, verb: str, given: dict[str, Any]) -> Work:
    somebody, count = getattr(cast, who), Counting()
    seen = number(somebody.owner)
    with count:
        somebody.does(verb, seen=seen, **given)
    return Work(verb, count.statements, count.steps)


class Counting(ExitStack):
    """Counts while it is open; steps on SQLite alone."""

    statements = steps = 0

    def __enter__(self) -> Self:
        self.enter_context(connection.execute_wrapper(self._statement))
        if connection.vendor == "sqlite":
            connection.connection.set_progress_handler(self._tick, EVERY)
            self.callback(connection.connection.set_progress_handler, None, EVERY)
        return self

    def _statement(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        self.statements += not sql.startswith(BRACKETS)
        return execute(sql, *rest)

    def _tick(self) -> int:
        self.steps += EVERY
        return 0
