"""In the suite the past is performed in a thread of the same process: what a test puts in place is found there too."""

import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest

from table.models import NO_END, Table
from table.record.past import pruning
from table.record.past.pruning import namings
from table.record.past.reach import PAST, Performs, job
from table.record.past.stage import Copy, Done, Job, Stage
from tests.rig.patience import PATIENCE_SECONDS


class InThread:
    """Does the jobs as the process of the past does: what is handed over and given back is copied."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="past")
        self._stage: Stage | None = None

    def begin(self) -> None:
        """Is there."""

    def perform(self, job: Job, *, within: float) -> Done:  # noqa: ARG002 - as long as it takes
        """What comes of a job."""
        done: Done = pickle.loads(self._thread.submit(self._perform, pickle.dumps(job)).result())
        return done

    def _perform(self, job: bytes) -> bytes:
        self._stage = self._stage or Stage()
        return pickle.dumps(self._stage.perform(pickle.loads(job)))


class Noted:
    """Does the jobs by somebody else, and knows how many entries each had."""

    def __init__(self, other: Performs) -> None:
        self.other, self.entries = other, list[int]()

    def begin(self) -> None:
        """The other one begins."""
        self.other.begin()

    def perform(self, job: Job, *, within: float) -> Done:
        """What comes of a job."""
        self.entries.append(len(job.entries))
        return self.other.perform(job, within=within)


def copy_of(code: str, start: Copy | None = None, *, last: int = NO_END) -> Copy:
    """How a table stands by its register up to an entry; all of it is dealt again, and comes out as it was."""
    todo = job(Table.objects.get(code=code), start, last)._replace(copied=True)
    done = PAST.performs.perform(todo, within=PATIENCE_SECONDS)
    assert done.differences == []
    assert done.copy is not None
    return done.copy


def differences_where_pruned(code: str, *, each: int) -> list[str]:
    """What comes out otherwise where the table is pruned down to its last coup after so many entries at a time.

    What is left is copied then, and the next entries are performed on that copy.
    """
    table, start, found = Table.objects.get(code=code), None, list[str]()
    named = namings(table, table.number)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pruning, "RECENT_COUPS", 1)
        patch.setattr(pruning, "RECENT_ALERTS", 1)
        while start is None or start.number < table.number:
            last = (start.number if start is not None else 0) + each
            keys = [it.key for it in named if it.by > last]
            done = PAST.performs.perform(
                job(table, start, last)._replace(copied=True, named=keys), within=PATIENCE_SECONDS
            )
            found += map(str, done.differences)
            start = done.copy
            assert start is not None
    return found if start.digest == table.digest else [*found, f"{start.digest} instead of {table.digest}"]
