"""How the past of a table is reached: from the nearest copy of it, by the entries that follow, to what is looked at.

Copies are kept of the beginnings of taglie and of what was looked at last. Each is known by the digest of its entry,
which stands for all entries before it too, so that none is ever wrong: what is not needed any more is forgotten.
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
MOST_KEPT = 32 << 20
"""So many bytes of copies are kept in all."""
LARGEST = 256 << 20
"""A table whose rows take more bytes than this is not looked at as it was."""
EACH = 100
"""Within the taglia that is looked at a copy is kept of every so many entries: coups are looked at back and forth."""
NO_END = 10**15
"""No register comes so far."""
LONGEST_SECONDS = 20.0
"""After so long whoever looks is told to come back; what was reached by then is kept."""


class Performs(Protocol):
    """Who does the jobs."""

    def perform(self, job: Job, *, within: float) -> Done:
        """What comes of a job; raises :class:`NoPast`."""


class Seen(NamedTuple):
    """What was seen after each entry, by its number, and what today's law makes of the taglia up to the last one."""

    looks: dict[int, Any]
    marks: Marks


class Past:
    """The past of all tables: who performs it, and the copies that are kept, the one that was used last at the end."""

    def __init__(self, performs: Performs) -> None:
        self.performs = performs
        self.copies: OrderedDict[tuple[str, int, str], Copy] = OrderedDict()
        self._turn = Lock()

    def seen(self, table: Table, *, first: int, last: int, look: Callable[[Moment], Any]) -> Seen:
        """Look at a table as it was after each of these entries; one that is not performed today is left out.

        Raises :class:`NoPast` where that cannot be done, or takes too long: then it comes further the next time.
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
        """Perform everything up to this entry; a copy is kept there, and at the beginning of each taglia on the way."""
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
        """The copy from which the way to this entry is the shortest."""
        numbers = {known for of, known, _digest in self.copies if of == code and known <= number}
        entries = Entry.objects.filter(register=code, number__in=numbers).order_by("-number")
        for key in ((code, *it) for it in entries.values_list("number", "digest")):
            if key in self.copies:
                self.copies.move_to_end(key)
                return self.copies[key]
        return None

    def _keep(self, code: str, reached: Copy) -> None:
        self.copies[code, reached.number, reached.digest] = reached
        while len(self.copies) > 1 and sum(len(it.database) for it in self.copies.values()) > MOST_KEPT:
            self.copies.popitem(last=False)


def job(table: Table, start: Copy | None, last: int = NO_END) -> Job:
    """Perform the entries of a table from a copy on up to this number."""
    after = start.number if start is not None else 0
    entries = Entry.objects.filter(register=table.code, number__gt=after, number__lte=last).order_by("number")
    people = list(Person.objects.values_list("badge", "role"))
    opening = Coup.objects.filter(shoe=OuterRef("pk")).order_by("number").values("button")[:1]
    begin = _taglie(table, after, last).annotate(button=Subquery(opening)).values_list("loaded_at", "button")
    taglie = {number: button for number, button in begin if number is not None}
    return Job(table.code, table.training, people, taglie, start, list(entries))


def _taglie(table: Table, after: int, upto: int) -> "QuerySet[Shoe]":
    """The shoes whose decks went in by the entries after one up to another."""
    return Shoe.objects.filter(table=table, loaded_at__gt=after, loaded_at__lte=upto).order_by()


def _legs(table: Table, here: int, there: int) -> list[int]:
    """Up to which entries the way goes, with a copy at the end of each: each taglia, amid the last, and there."""
    begin = [it - 1 for it in _taglie(table, here + 1, there).values_list("loaded_at", flat=True) if it is not None]
    return sorted({*begin, *range(there, max([here, *begin]), -EACH)})


PAST = Past(Child())
"""The past as the house looks at it."""
