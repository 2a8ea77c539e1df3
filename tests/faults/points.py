"""The points of an act at which something can happen to it: before and after each statement, and its COMMIT."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections

BEFORE_COMMIT, AFTER_COMMIT = "before COMMIT", "after COMMIT"
Place = int | str
"""A point by its number, from 0 on, or by its name."""


class Point:
    """Something that happens at one point of an act; ``passed`` are the names of those that it came by."""

    def __init__(self, place: Place, happens: Callable[[], None]) -> None:
        self.place = place
        self.happens = happens
        self.passed: list[str] = []

    @property
    def reached(self) -> bool:
        """Whether the act came there."""
        return self.place in self.passed or self.place in range(len(self.passed))

    def come_by(self, name: str) -> None:
        """The act is at its next point."""
        self.passed.append(name)
        if self.place in (name, len(self.passed) - 1):
            self.happens()


@contextmanager
def watched(point: Point) -> Iterator[Point]:
    """What this thread asks of its database comes by the point, statement by statement."""
    # Django wraps what goes through a cursor; a COMMIT goes to the driver itself.
    connected: Any = connections[DEFAULT_DB_ALIAS]
    driver_commits = connected._commit

    def watch(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        point.come_by(f"before {sql}")
        result = execute(sql, params, many, context)
        point.come_by(f"after {sql}")
        return result

    def commit() -> None:
        point.come_by(BEFORE_COMMIT)
        driver_commits()
        point.come_by(AFTER_COMMIT)

    connected._commit = commit
    try:
        with connected.execute_wrapper(watch):
            yield point
    finally:
        del connected._commit
