"""Access to past states of a table: from the nearest copy, by performing the entries that follow.

Copies are cached of the beginnings of taglie and of what was looked at last. Each is known by the digest of its entry,
which stands for all entries before it too, so that none ever becomes invalid; those used longest ago are dropped.
"""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Any, NamedTuple, Protocol

from django.db.models import OuterRef, QuerySet, Subquery

from table.models import Coup, Entry, Person, Shoe, Table
from table.record.past.child import Child, NoPast
from table.record.past.stage import Copy, Done, Job, Marks, Moment

__all__ = ["PAST", "NoPast", "Past", "Performs", "Seen", "job"]
MOST_CACHED = 32 << 20
"""Maximum bytes of compressed copies that are cached, all tables together; one copy is always kept."""
LARGEST = 256 << 20
"""Maximum bytes of a table's database (uncompressed) for it to be looked at as it was."""
EACH = 100
"""Entries between two copies within the taglia that is looked at, as its coups are looked at back and forth."""
NO_END = 10**15
"""A number larger than that of any entry."""
LONGEST_SECONDS = 20.0
"""Seconds after which a look at the past gives up; copies made by then stay cached."""


class Performs(Protocol):
    """Whatever performs jobs, such as :class:`Child`."""

    def perform(self, job: Job, *, within: float) -> Done:
        """Return the result of a job, which may take ``within`` seconds; raises :class:`NoPast`."""


class Seen(NamedTuple):
    """Results of looking after each entry, by its number, and today's marks on the taglia of the last one."""

    looks: dict[int, Any]
    marks: Marks


class Past:
    """Past of all tables: who performs it, and the cached copies.

    The copies are keyed by table, number and digest, the one used last at the end.
    """

    def __init__(self, performs: Performs) -> None:
        self.performs = performs
        self.copies: OrderedDict[tuple[str, int, str], Copy] = OrderedDict()
        self._turn = Lock()

    def seen(self, table: Table, *, first: int, last: int, look: Callable[[Moment], Any]) -> Seen:
        """Return what ``look`` makes of a table after each entry from ``first`` to ``last``.

        Left out are entries that today's law refuses, and those after them in the same taglia. One caller at a time;
        others wait. Raises :class:`NoPast` where it cannot be done or takes too long: then the next attempt comes
        further.
        """
        until = monotonic() + LONGEST_SECONDS
        if not self._turn.acquire(timeout=LONGEST_SECONDS):
            raise NoPast("others look")
        try:
            start = self._reach(table, first - 1, until)
            done = self._perform(job(table, start, last)._replace(look=look, first=first), until)
        finally:
            self._turn.release()
        return Seen(done.seen, done.marks)

    def _reach(self, table: Table, number: int, until: float) -> Copy | None:
        """Perform everything up to this entry, and return the copy there; None before the first entry.

        Caches that copy, and those at the beginnings of taglie on the way.
        """
        start = self._nearest(table.code, number)
        for leg in _legs(table, start.number if start is not None else 0, number):
            start = self._perform(job(table, start, leg)._replace(copied=True, most=LARGEST), until).copy
            assert start is not None
            self._keep(table.code, start)
        return start

    def _perform(self, it: Job, until: float) -> Done:
        if (left := until - monotonic()) <= 0:
            raise NoPast(f"{it.code}: not reached in time")
        return self.performs.perform(it, within=left + LONGEST_SECONDS)

    # --- copies

    def _nearest(self, code: str, number: int) -> Copy | None:
        """Latest cached copy of a table at or before this entry; None where there is none."""
        numbers = {known for of, known, _digest in self.copies if of == code and known <= number}
        entries = Entry.objects.filter(register=code, number__in=numbers).order_by("-number")
        for key in ((code, *it) for it in entries.values_list("number", "digest")):
            if key in self.copies:
                self.copies.move_to_end(key)
                return self.copies[key]
        return None

    def _keep(self, code: str, reached: Copy) -> None:
        self.copies[code, reached.number, reached.digest] = reached
        while len(self.copies) > 1 and sum(len(it.database) for it in self.copies.values()) > MOST_CACHED:
            self.copies.popitem(last=False)


def job(table: Table, start: Copy | None, last: int = NO_END) -> Job:
    """Build the job that performs the entries of a table after a copy (None: from the first) up to number ``last``."""
    after = start.number if start is not None else 0
    entries = Entry.objects.filter(register=table.code, number__gt=after, number__lte=last).order_by("number")
    people = list(Person.objects.values_list("badge", "role"))
    opening = Coup.objects.filter(shoe=OuterRef("pk")).order_by("number").values("button")[:1]
    begin = _taglie(table, after, last).annotate(button=Subquery(opening)).values_list("loaded_at", "button")
    taglie = {number: button for number, button in begin if number is not None}
    return Job(table.code, table.training, people, taglie, start, list(entries))


def _taglie(table: Table, after: int, upto: int) -> "QuerySet[Shoe]":
    """Query the shoes that were loaded by the entries after number ``after`` up to ``upto``."""
    return Shoe.objects.filter(table=table, loaded_at__gt=after, loaded_at__lte=upto).order_by()


def _legs(table: Table, here: int, there: int) -> list[int]:
    """Numbers of the entries up to which to perform, each to be copied, in their order.

    Those are the last before each taglia, every ``EACH`` in the last taglia, and ``there``.
    """
    begin = [it - 1 for it in _taglie(table, here + 1, there).values_list("loaded_at", flat=True) if it is not None]
    return sorted({*begin, *range(there, max([here, *begin]), -EACH)})


PAST = Past(Child())
"""Past of this house's tables."""
