"""What was read of the tables, kept between acts: an act finds it behind the lock of its table's row.

It is good only for the register's number and digest as the row tells them. Who takes it has it to himself; it is put
back once what was done with it is committed, and never after a failure. What others write meanwhile, past the door
or at another table, is counted for each model, and the parts that are read from such rows are forgotten.
"""

import re
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

from django.apps import apps
from django.db import connection, models, transaction

from table.models import Table
from table.parts import Parted
from table.play.state import TableState

MOST_TABLES = 500
Model = type[models.Model]
WRITES = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"')


class Kept(NamedTuple):
    """What was read of a table as of one entry of its register, and how much others had written by then.

    ``shown`` is what its screens read besides.
    """

    state: TableState
    shown: Parted | None
    written: Counter[Model]

    def forget(self, written: Collection[Model]) -> None:
        """Forget what was read from rows of these models."""
        self.state.forget(written)
        if self.shown is not None:
            self.shown.forget(written)


_kept: OrderedDict[str, tuple[Table, Kept]] = OrderedDict()
_written: Counter[Model] = Counter()
"""How often rows of each model were written by this process beside the acts whose state is kept."""


def take(row: Table) -> Kept:
    """What is kept of this table, from now on for whoever asked; what is not known is read when it is asked for."""
    _watched()
    before, kept = _kept.pop(row.code, (None, None))
    now = Counter(_written)
    if before is None or kept is None or not _same(before, row):
        return Kept(TableState(row), None, now)
    others = {model for model in now if now[model] != kept.written[model]}
    kept.forget(others)
    row.policy, row.next_policy = before.policy, before.next_policy
    kept.state.table = row
    return kept._replace(written=now)


def _same(before: Table, row: Table) -> bool:
    """Whether nothing was entered since. Of a table without a register nothing tells whether it is the same."""
    known = (before.pk, before.number, before.digest, before.policy_id, before.next_policy_id)
    return bool(row.digest) and known == (row.pk, row.number, row.digest, row.policy_id, row.next_policy_id)


def put(row: Table, kept: Kept) -> None:
    """Keep it for who comes next; of more tables than a house has the one that rested longest is forgotten."""
    _kept[row.code] = row, kept
    while len(_kept) > MOST_TABLES:
        _kept.popitem(last=False)


def clear() -> None:
    """Forget all, as at the start."""
    _kept.clear()


# --- what is written


class Watch:
    """Sees what one connection writes: rows of the act that is being done there, or else of nobody whom we know."""

    def __init__(self) -> None:
        self.act: set[Model] | None = None

    def __call__(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        done, writes = execute(sql, *rest), WRITES.match(sql)
        model = _models().get(writes[1]) if writes else None
        if model is not None and self.act is not None:
            self.act.add(model)
        elif model is not None:
            _count(model)
        return done


def _count(model: Model) -> None:
    """Once now, and once more when it is committed: somebody may have read in between what was there before."""
    _written[model] += 1
    if connection.in_atomic_block:
        transaction.on_commit(lambda: _written.update([model]))


@contextmanager
def writes(kept: Kept | None) -> Iterator[None]:
    """During an act at a table whose state is kept: the parts whose rows it writes are forgotten when it is done."""
    if kept is None:
        yield
        return
    watch, written = _watched(), set[Model]()
    before, watch.act = watch.act, written
    try:
        yield
    finally:
        watch.act = before
    kept.forget(written)


def _watched() -> Watch:
    """What watches the connection of this thread."""
    for it in connection.execute_wrappers:
        if isinstance(it, Watch):
            return it
    watch = Watch()
    connection.execute_wrappers.insert(0, watch)
    return watch


@cache
def _models() -> dict[str, Model]:
    """The models by their tables in the database."""
    return {model._meta.db_table: model for model in apps.get_models()}
