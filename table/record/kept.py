"""What was read of the tables, kept between acts: an act finds it behind the lock of its table's row.

It is good only for the register's number and digest as the row tells them. Who takes it has it to himself; it is put
back once what was done with it is committed, and never after a failure. What others write meanwhile, past the door
or at another table, is counted for each model, and the parts that are read from such rows are forgotten.
"""

from collections import Counter, OrderedDict, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from django.db import connection, models, transaction

from table.models import Entry, Table
from table.parts import Parted
from table.play.state import TableState
from table.statements import Model, Written, watched

MOST_TABLES = 500
MOST_NEWS = 40


class Kept(NamedTuple):
    """What was read of a table as of one entry of its register, and how much others had written by then.

    ``shown`` is what its screens read besides, and ``news`` are the latest entries since they did. ``as_shown`` says
    that nobody has written anything since it was taken before.
    """

    state: TableState
    shown: Parted | None
    written: Counter[Model]
    news: deque[Entry]
    as_shown: bool = False

    def forget(self, written: Written) -> None:
        """Forget what was read from rows that were written since."""
        self.state.forget(written)
        if self.shown is not None:
            self.shown.forget(written)


_kept: OrderedDict[str, tuple[Table, Kept]] = OrderedDict()
_written: Counter[Model] = Counter()
"""How often rows of each model were written by this process beside the acts whose state is kept."""


def take(row: Table) -> Kept:
    """What is kept of this table, from now on for whoever asked; what is not known is read when it is asked for."""
    watched().told = _count
    before, kept = _kept.pop(row.code, (None, None))
    now = Counter(_written)
    if before is None or kept is None or not _same(before, row):
        return Kept(TableState(row), None, now, deque(maxlen=MOST_NEWS))
    changed: Written = {model: None for model in now if now[model] != kept.written[model]}
    kept.forget(changed)
    row.policy, row.next_policy = before.policy, before.next_policy
    kept.state.table = row
    return kept._replace(written=now, as_shown=not changed)


def _same(before: Table, row: Table) -> bool:
    """Whether nothing was entered since. Of a table without a register nothing tells whether it is the same."""
    known = (before.pk, before.number, before.digest, before.policy_id, before.next_policy_id)
    return bool(row.digest) and known == (row.pk, row.number, row.digest, row.policy_id, row.next_policy_id)


def last_row(code: str, number: int) -> Table | None:
    """The row of a table as it was kept, if that was at this number or later.

    None as well if somebody wrote to the table past the door since.
    """
    row, kept = _kept.get(code, (None, None))
    good = row is not None and kept is not None and row.number >= number and kept.written[Table] == _written[Table]
    return row if good else None


def put(row: Table, kept: Kept) -> None:
    """Keep it for who comes next, unless an act of another thread has brought the table further meanwhile.

    Of more tables than a house has the one that rested longest is forgotten.
    """
    there, _known = _kept.get(row.code, (None, None))
    if there is not None and there.pk == row.pk and there.number > row.number:
        return
    _kept[row.code] = row, kept
    while len(_kept) > MOST_TABLES:
        _kept.popitem(last=False)


def clear() -> None:
    """Forget all, as at the start."""
    _kept.clear()


# --- what is written


@contextmanager
def writes(kept: Kept | None) -> Iterator[None]:
    """During an act at a table whose state is kept: the parts that it wrote past are forgotten when it is done."""
    if kept is None:
        yield
        return
    watch, written = watched(), dict[Model, list[models.Model] | None]()

    def note(model: Model, rows: Sequence[models.Model] | None) -> None:
        before = written.get(model, [])
        written[model] = None if rows is None or before is None else [*before, *rows]
        kept.news.extend(row for row in rows or () if isinstance(row, Entry))

    watch.told = note
    try:
        yield
    finally:
        watch.told = _count
    kept.forget(written)


def _count(model: Model, _rows: object) -> None:
    """Somebody else wrote: once now, and once more when it is committed, as somebody may have read in between."""
    _written[model] += 1
    if connection.in_atomic_block:
        transaction.on_commit(lambda: _written.update([model]))
