"""Access to past states of a table: from the nearest copy, by performing the entries that follow.

Copies are cached of the beginnings of taglie and of what was looked at last; those of the beginnings are stored on disk
as well (:mod:`table.record.past.starts`). Each is known by the digest of its entry, which stands for all entries before
it too, so that none ever becomes invalid; those used longest ago are dropped from memory.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from threading import Lock
from time import monotonic
from typing import Any, NamedTuple, Protocol

from django.conf import settings
from django.db.models import OuterRef, QuerySet, Subquery

from table.models import NO_END, Coup, Entry, Person, Shoe, Table
from table.record.past import starts
from table.record.past.child import Child, NoPast
from table.record.past.pruning import Naming, namings
from table.record.past.stage import Copy, Done, Job, Marks, Moment

__all__ = ["PAST", "NoPast", "OutOfTime", "Past", "Performs", "SeenEntries", "job"]
MOST_CACHED = 32 << 20
"""Maximum bytes of compressed copies that are cached, all tables together; one copy is always kept."""
LARGEST = 256 << 20
"""Maximum bytes of a table's database (uncompressed) for it to be looked at as it was."""
EACH = 100
"""Entries between two copies within the taglia that is looked at, as its coups are looked at back and forth."""
AT_ONCE = 1000
"""Maximum entries of one job, so that neither this process nor that of the past ever holds a whole register."""
LONGEST_SECONDS = 20.0
"""Seconds after which a look at the past gives up; copies made by then stay cached."""


class Performs(Protocol):
    """Performer of jobs, such as :class:`Child`."""

    def begin(self) -> None:
        """Start whatever performs jobs, if it does not run, while the job is still put together; returns at once."""

    def perform(self, job: Job, *, within: float) -> Done:
        """Return the result of a job, which may take ``within`` seconds; raises :class:`NoPast`."""


class SeenEntries(NamedTuple):
    """Results of looking after each entry, by its number, and today's marks on the taglia of the last one."""

    looks: dict[int, Any]
    marks: Marks


class OutOfTime(NoPast):
    """Raised where more entries have to be performed than the time allows; what was reached is kept."""


class Past:
    """Past of all tables: who performs it, and the cached copies.

    The copies are keyed by table, number and digest, the one used last at the end.
    """

    def __init__(self, performs: Performs) -> None:
        """Begin without copies; ``performs`` carries out the jobs."""
        self.performs = performs
        self.copies: OrderedDict[tuple[str, int, str], Copy] = OrderedDict()
        self._turn = Lock()

    def seen(self, table: Table, *, first: int, last: int, look: Callable[[Moment], Any]) -> SeenEntries:
        """Return what ``look`` gives for a table as it was after each entry from ``first`` to ``last``, by its number.

        With it come the marks on the last taglia: which entries come out otherwise by this program's rules. Left out
        are entries that these rules refuse, and those after them in the same taglia. ``look`` is called in another
        process: it and its results have to be picklable. One caller at a time. Raises :class:`NoPast` where the turn
        has not come within ``LONGEST_SECONDS``, a job would begin later than that or takes that long beyond it, or the
        register cannot be performed; copies made on the way stay cached.
        """
        until = monotonic() + LONGEST_SECONDS
        if not self._turn.acquire(timeout=LONGEST_SECONDS):
            raise NoPast("others look")
        try:
            self.performs.begin()
            start = self._reach(table, first - 1, until, upto=last)
            done = self._perform(table, start, last, until, look=look, first=first, most=LARGEST)
        finally:
            self._turn.release()
        return SeenEntries(done.seen, done.marks)

    def make_starts(self, table: Table, *, within: float) -> int:
        """Store those starts of a table's taglie (copies from before their first entries) that are wanted and missing.

        Those that do not fit are made again; the oldest come first. Returns how many were made. Raises
        :class:`OutOfTime` where a job of performing would begin later than ``within`` seconds from now, the wait for
        its turn, however long, included; one that has begun may end later. Raises :class:`NoPast` where the register
        cannot be performed, or its process is killed amid a job, OSError or ValueError where a start cannot be signed
        or written. Those that were made stay.
        """
        until, made = monotonic() + within, 0
        with self._turn:
            for at in starts.wanted(table):
                if not _is_made(table, at):
                    copy = self._reach(table, at, until, upto=at)
                    if copy is not None and not _is_made(table, at):
                        starts.store(table, copy)  # it was cached, or could not be stored
                    made += _is_made(table, at)
        return made

    def _reach(self, table: Table, number: int, until: float, *, upto: int) -> Copy | None:
        """Return a copy of the table after entry ``number``, performing what follows the nearest; None for number 0.

        Caches that copy and others on the way. Those before the beginnings of taglie are pruned, and stored on disk as
        well where they can be; they hold the coups that entries name up to the end of the taglia of ``upto`` + 1, as
        :func:`namings` lists them. Each is ``sound`` if the register is one chain up to it. Raises :class:`OutOfTime`
        after ``until`` of the monotonic clock.
        """
        named = namings(table, upto)
        start = self._nearest(table, number, named)
        for leg in _legs(table, start.number if start is not None else 0, number):
            keys = [it.key for it in named if it.by > leg.number] if leg.begins else None
            wanted = {"copied": True, "most": LARGEST, "named": keys}
            copy = self._perform(table, start, leg.number, until, **wanted).copy
            assert copy is not None
            start = copy._replace(sound=starts.are_sound(table.code, start, copy))
            self._keep(table.code, start)
            if leg.begins:
                starts.store_if_possible(table, start)
        return start

    def _perform(self, table: Table, start: Copy | None, last: int, until: float, **wanted: Any) -> Done:
        """Perform the entries after ``start`` (None: all, on a new table) up to number ``last``; return the result.

        A job has at most ``AT_ONCE`` of them. ``wanted`` are further fields of :class:`Job`: all of them for the last
        job, only ``look`` and ``first`` for the others. The result is that of the last job, with ``seen`` of all.
        Blocks; raises OutOfTime where a job would begin after ``until`` of the monotonic clock.
        """
        looks, look = dict[int, Any](), {name: it for name, it in wanted.items() if name in ("look", "first")}
        while True:
            piece = job(table, start, last)
            over = not piece.entries or piece.entries[-1].number >= last
            if (left := until - monotonic()) <= 0:
                raise OutOfTime(f"{table.code}: not reached in time")
            done = self.performs.perform(piece._replace(**(wanted if over else look)), within=left + LONGEST_SECONDS)
            looks |= done.seen
            if over:
                return done._replace(seen=looks)
            start = done.here

    # --- copies

    def _nearest(self, table: Table, number: int, named: Iterable[Naming]) -> Copy | None:
        """Return the latest copy of a table at or before entry ``number``, in memory or on disk; None if there is none.

        Only copies count that hold every coup which, according to ``named``, any entry after them names, also beyond
        ``number``. One from disk is cached.
        """
        cached = self._cached(table.code, number, named)
        for at in starts.numbers(table.code, after=cached.number if cached is not None else -1, upto=number):
            start = starts.read(table, at)
            if start is not None and _holds(start, named):
                self._keep(table.code, start)
                return start
        return cached

    def _cached(self, code: str, number: int, named: Iterable[Naming]) -> Copy | None:
        """Return the latest cached copy of the table ``code`` at or before entry ``number``; None where there is none.

        Only copies count that have the digest of the stored entry, and hold every coup which, according to ``named``,
        an entry after them names. The copy is marked as the last used of the cache.
        """
        numbers = {known for of, known, _digest in self.copies if of == code and known <= number}
        entries = Entry.objects.filter(register=code, number__in=numbers).order_by("-number")
        for key in ((code, *it) for it in entries.values_list("number", "digest")):
            if key in self.copies and _holds(self.copies[key], named):
                self.copies.move_to_end(key)
                return self.copies[key]
        return None

    def _keep(self, code: str, reached: Copy) -> None:
        """Cache a copy under its table, number and digest; drop those used longest ago while over MOST_CACHED bytes.

        A table may have several copies. This one stays, however large.
        """
        self.copies[code, reached.number, reached.digest] = reached
        self.copies.move_to_end((code, reached.number, reached.digest))
        while len(self.copies) > 1 and sum(len(it.database) for it in self.copies.values()) > MOST_CACHED:
            self.copies.popitem(last=False)


def _is_made(table: Table, number: int) -> bool:
    """Whether a start after entry ``number`` is on disk and fits; one that does not fit is deleted.

    It also has to hold every coup that entries name up to the end of the taglia which begins there.
    """
    start = starts.head(table, number)
    return start is not None and _holds(start, namings(table, number))


def _holds(copy: Copy | starts.Start, named: Iterable[Naming]) -> bool:
    """Whether a copy holds every coup that, according to ``named``, an entry after it names."""
    return all(copy.retained.holds(it.key, it.ended) for it in named if it.by > copy.number)


def job(table: Table, start: Copy | None, last: int = NO_END) -> Job:
    """Build the job that performs the entries of a table after a copy (None: from the first) up to number ``last``.

    It has at most ``AT_ONCE`` entries, in their order; with them the badge and role of everybody on record, and, by the
    entry that loaded it, the first Button of each taglia begun among these numbers, None without a coup.
    """
    after = start.number if start is not None else 0
    last = min(last, after + AT_ONCE)
    entries = Entry.objects.filter(register=table.code, number__gt=after, number__lte=last).order_by("number")
    people = list(Person.objects.values_list("badge", "role"))
    opening = Coup.objects.filter(shoe=OuterRef("pk")).order_by("number").values("button")[:1]
    begin = _taglie(table, after, last).annotate(button=Subquery(opening)).values_list("loaded_at", "button")
    taglie = {number: button for number, button in begin if number is not None}
    return Job(table.code, table.training, people, taglie, start, list(entries))


def _taglie(table: Table, after: int, upto: int) -> "QuerySet[Shoe]":
    """Query, in no order, the shoes that were loaded by the entries after number ``after`` up to ``upto`` inclusive."""
    return Shoe.objects.filter(table=table, loaded_at__gt=after, loaded_at__lte=upto).order_by()


class Leg(NamedTuple):
    """Entry up to which to perform, where a copy is made; ``begins``: the next one begins a taglia."""

    number: int
    begins: bool


def _legs(table: Table, here: int, there: int) -> list[Leg]:
    """List the entries up to which to perform, one after the other, to get from ``here`` on to ``there``.

    Each, also the last, is a :class:`Leg` of the number and whether the next entry begins a taglia. In ascending order
    they are the last entry before each taglia that begins on the way; in the last taglia, or since ``here``, the
    entries a multiple of ``EACH`` before ``there``; and ``there``. None if both are equal; ``there`` may not be before
    ``here``.
    """
    begin = _taglie(table, here + 1, there + 1).values_list("loaded_at", flat=True)
    beginnings = {it - 1 for it in begin if it is not None}
    ends = {*beginnings, *range(there, max([here, *beginnings]), -EACH)}
    return [Leg(it, it in beginnings) for it in sorted(ends)]


PAST = Past(Child(stays=settings.PAST_READY))
"""Past of this house's tables."""
