"""Cache of what was read of the tables, kept between acts; an act takes it once it has locked the table's row.

A cached state is good only for the register's number and digest as the row gives them. Whoever takes it has it
exclusively; it is put back once what was done with it is committed, and never after a failure. Writes of this process
outside an act at a table are counted for each model, and the parts read from such rows are forgotten.
"""

from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from django.db import connection, models, transaction

from table.memory.parts import CachedRows
from table.memory.statements import Model, Written, watched
from table.models import MOST_TABLES, Entry, Table

MOST_NEWS = 40


class OfTable(Protocol):
    """State of a table that is read in parts, and belongs to its row."""

    table: Table

    def forget(self, written: Written) -> None:
        """Forget what was read from rows that were written since."""


State = TypeVar("State", bound=OfTable)


class CachedTable(NamedTuple, Generic[State]):
    """Cached state of a table as of one entry of its register, and the count of others' writes until then.

    ``shown`` is what its screens read besides, ``latest_entries`` those since they read it, at most ``MOST_NEWS``.
    ``unchanged`` says that no such write was counted between the time when the state was cached and its being taken.
    """

    state: State
    shown: CachedRows | None
    written: Counter[Model]
    latest_entries: deque[Entry]
    unchanged: bool = False

    def forget(self, written: Written) -> None:
        """Forget what state and screens have read from the rows ``written``, as :meth:`CachedRows.forget` says."""
        self.state.forget(written)
        if self.shown is not None:
            self.shown.forget(written)


_cache: OrderedDict[str, CachedTable[Any]] = OrderedDict()
_written: Counter[Model] = Counter()
"""Number of writes to each model by this process outside the acts whose state is cached."""


def check_out(row: Table, new: Callable[[Table], State]) -> CachedTable[State]:
    """Remove the cached state of a table from the cache and return it with this row, or start an empty one with `new`.

    It is empty, too, if the register has no entry yet, or has one made elsewhere since the state was cached, or the
    table has other rules. Parts read from rows that were written elsewhere since are forgotten; `row` gets the cached
    rules. From the first call on writes of this thread are counted.
    """
    watched().on_write = _count
    cached, now = _cache.pop(row.code, None), Counter(_written)
    if cached is None or not _same(before := cached.state.table, row):
        return uncached(new(row))._replace(written=now)
    changed: Written = {model: None for model in now if now[model] != cached.written[model]}
    cached.forget(changed)
    row.policy, row.next_policy = before.policy, before.next_policy
    cached.state.table = row
    return cached._replace(written=now, unchanged=not changed)


def uncached(state: State) -> CachedTable[State]:
    """Wrap the state of a table that is in no cache, so that :func:`writes` keeps it up to date."""
    return CachedTable(state, None, Counter(), deque(maxlen=MOST_NEWS))


def _same(before: Table, row: Table) -> bool:
    """Whether the row is at the same entry, by number and digest, and has the same rules as the row ``before``.

    False for a table without entries, which has no digest.
    """
    known = (before.pk, before.number, before.digest, before.policy_id, before.next_policy_id)
    return bool(row.digest) and known == (row.pk, row.number, row.digest, row.policy_id, row.next_policy_id)


def last_row(code: str, number: int) -> Table | None:
    """Return the cached row of a table if it is at this entry number or a later one, and leave it in the cache.

    None otherwise, and also where this process has written a row of :class:`Table`, of this table or another, outside
    an act at a table since the state was cached.
    """
    cached = _cache.get(code)
    if cached is None or cached.written[Table] != _written[Table]:
        return None
    row: Table = cached.state.table
    return row if row.number >= number else None


def check_in(cached: CachedTable[Any]) -> None:
    """Cache a table's state with its row, unless an act of another thread has cached a later one meanwhile.

    Beyond ``MOST_TABLES`` tables the one that was cached longest ago is dropped.
    """
    row, there = cached.state.table, _cache.get(cached.state.table.code)
    if there is not None and there.state.table.pk == row.pk and there.state.table.number > row.number:
        return
    _cache[row.code] = cached
    while len(_cache) > MOST_TABLES:
        _cache.popitem(last=False)


def clear() -> None:
    """Empty the cache."""
    _cache.clear()


# --- noticing writes


@contextmanager
def writes(cached: CachedTable[Any] | None) -> Iterator[None]:
    """Track what an act writes while the block runs, and then forget the cached parts read from the models it wrote.

    Parts stay where :meth:`CachedRows.forget` finds the rows written among the cached objects. Entries that it inserts
    are appended to ``latest_entries``. Meanwhile the writes of this thread are not counted as made outside of acts.
    After an error nothing is forgotten. Does nothing where ``cached`` is None.
    """
    if cached is None:
        yield
        return
    watch, written = watched(), dict[Model, list[models.Model] | None]()

    def note(model: Model, rows: Sequence[models.Model] | None) -> None:
        """Note the rows written of a model, None once they are not known; append entries to ``latest_entries``."""
        before = written.get(model, [])
        written[model] = None if rows is None or before is None else [*before, *rows]
        cached.latest_entries.extend(row for row in rows or () if isinstance(row, Entry))

    watch.on_write = note
    try:
        yield
    finally:
        watch.on_write = _count
    cached.forget(written)


def _count(model: Model, _rows: object) -> None:
    """Count a write to a model's rows outside the acts whose state is cached.

    Once now, and in a transaction once more on commit, as somebody may have read in between.
    """
    _written[model] += 1
    if connection.in_atomic_block:
        transaction.on_commit(lambda: _written.update([model]))
