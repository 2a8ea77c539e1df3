"""Several registers merged by time, while the entries of each stay in the order of their numbers.

The next entry is the earliest of the next ones of all registers; of two at the same time, that of the register named
first. Where the clock of a table was put back, its entries still follow each other by number.

A place in the merge is therefore the last number of each register, and not a time: no entry is left out or repeated,
whatever a clock did. Registers are read a page's worth at a time, however long they are.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from heapq import merge
from itertools import islice
from operator import attrgetter
from typing import NamedTuple

from django.utils.timezone import localtime

from table.models import Entry, Table
from table.reports.registers.filters import EntryFilters, WantedDay, entries_of, is_number
from table.reports.registers.pages import A_PAGE, AT_ONCE, MOST_STRETCHES, RegisterRow, within
from table.reports.registers.pages import rows_of as rows_of_register
from table.rules.refusal import Code, require
from table.screens.read.snapshot import ReadEntry, read_entry

Places = Mapping[str, int]
"""Number of the last entry passed in each register; a register that is missing has not begun."""
BEGIN = "0"
"""Place before every entry, as addresses have it."""


class MergePlace(NamedTuple):
    """Place of an entry in the merge, by time and then by the rank of its register; its number there, and its key."""

    at: datetime
    rank: int
    number: int
    pk: int


class EntryRange(NamedTuple):
    """Entries of a register from the number `low` to the number `high`, both included."""

    register: str
    low: int
    high: int


class MergedPage(NamedTuple):
    """Rows, newest first, with the places from which the pages of older and newer ones go on; None: no such page.

    `searched` is the house time of the entry at which the search stopped before the page was full; else None.
    """

    rows: Sequence[RegisterRow]
    older: str | None
    newer: str | None
    searched: datetime | None


# --- a place as addresses have it: T1.120_T2.87


def written(places: Places) -> str:
    """Format places (last number passed by register) for an address, in order: ``T1.120_T2.87``; `BEGIN` for none."""
    return "_".join(f"{register}.{number}" for register, number in places.items()) or BEGIN


def places_of(typed: str, known: Collection[str]) -> dict[str, int] | None:
    """Parse the places of an address, such as ``T1.120_T2.87``, to numbers by register.

    None for an empty text, and an empty dict for `BEGIN`. Refuses (E_ARGUMENTS) what cannot be read, a register that is
    not `known`, and one that is named twice.
    """
    if typed in ("", BEGIN):
        return {} if typed else None
    parts = [it.rpartition(".") for it in typed.split("_", len(known))]
    sound = all(code in known and is_number(number) for code, _point, number in parts)
    require(
        sound and len({code for code, *_ in parts}) == len(parts),
        Code.ARGUMENTS,
        "“%(place)s” is no place in the registers of a day.",
        place=typed[:20],
    )
    return {code: int(number) for code, _point, number in parts}


# --- page by page


def page_of(
    wanted: WantedDay, registers: Sequence[str], *, before: Places | None = None, after: Places | None = None
) -> MergedPage:
    """Return a page of the entries of a day in these registers of tables that pass the filters, newest first.

    It is the latest; or, with `before` (a number by register), the page of the entries up to it; or, with `after`, the
    next page of later ones. `before` wins over `after`. It has at most `A_PAGE` rows, or fewer where the search stopped
    before; `searched` is then the time of the entry at which it did. With them come the places, as text, to give as
    `before` and `after` for the older and the newer page, either of which may turn out to have no rows. None says that
    no entry is left that way; but with `before` the newer is always there.
    """
    up = after is not None and before is None
    stretches = _stretches(dict.fromkeys(registers), wanted.at_each)
    start = _within(stretches, after if up else before)
    looked, found, ended = _looked_through(stretches, wanted.at_each, start, up=up)
    full = len(found) > A_PAGE
    shown = found[:A_PAGE]
    passed = looked[: looked.index(shown[-1][0]) + 1] if full else looked
    more = full or not ended
    numbers = {stretches[it.rank].register: it.number if up else it.number - 1 for it in passed}
    onward = written({**start, **numbers}) if more else None
    searched = localtime(looked[-1].at) if more and not full else None
    rows = rows_of(_by_time(shown))[::-1]
    here = written(start)
    if up:
        return MergedPage(
            rows, here if any(start[it.register] >= it.low for it in stretches) else None, onward, searched
        )
    return MergedPage(rows, onward, None if before is None else here, searched)


def _stretches(ends: Mapping[str, int | None], wanted: EntryFilters) -> list[EntryRange]:
    """Return the stretch of numbers that the filters select in each register of `ends`, in its order.

    Empty ones are left out. Its highest number is at most the one given in `ends`; None is no limit. Refuses as
    :func:`entries_of` does.
    """
    found = [EntryRange(register, *entries_of(register, wanted)) for register in ends]
    cut = [it if (end := ends[it.register]) is None else it._replace(high=min(it.high, end)) for it in found]
    return [it for it in cut if it.low <= it.high]


def _within(stretches: Sequence[EntryRange], places: Places | None) -> dict[str, int]:
    """Return for each register the number from which a page goes on: that of `places` within its stretch.

    A register missing in `places` counts as 0. The number is at least `low` - 1, at most `high`. Without places (None)
    it is that of the last entry of the stretch that there is now, as for the latest page; raises KeyError then if one
    of the registers is that of no table.
    """
    if places is None:
        ends = dict(Table.objects.filter(code__in=[it.register for it in stretches]).values_list("code", "number"))
        return {it.register: min(it.high, ends[it.register]) for it in stretches}
    return {it.register: min(max(places.get(it.register, 0), it.low - 1), it.high) for it in stretches}


def _looked_through(
    stretches: Sequence[EntryRange], wanted: EntryFilters, start: Places, *, up: bool
) -> tuple[list[MergePlace], list[tuple[MergePlace, ReadEntry]], bool]:
    """Read entries in chunks until those that pass the filters exceed a page, or as many chunks as allowed are read.

    With filters that no index serves (`EntryFilters.searches`) that is `MOST_STRETCHES` chunks, else a single one. It
    begins at `start` and goes `up` to later or down to earlier ones. Return the marks (place in the merge) of all that
    were read, marks and entries of those that pass, and whether the end was seen: a chunk was not full.
    """
    at_once, stretch = (AT_ONCE, MOST_STRETCHES) if wanted.searches else (A_PAGE + 1, 1)
    looked, found = list[MergePlace](), list[tuple[MergePlace, ReadEntry]]()
    marks = _marks(stretches, wanted, start, up=up)
    for _ in range(stretch):
        some = list(islice(marks, at_once))
        looked += some
        found += [(mark, done) for mark, done in zip(some, _read(some), strict=True) if wanted.fits(done)]
        if len(some) < at_once:
            return looked, found, True
        if len(found) > A_PAGE:
            break
    return looked, found, False


# --- in their order


def all_of(ends: Mapping[str, int], wanted: EntryFilters) -> Iterator[list[ReadEntry]]:
    """Yield the entries that pass the filters, merged by time, oldest first, in lists of at most `AT_ONCE`.

    A list may be empty. Each register is read up to its number in `ends`. Refuses as :func:`entries_of` does.
    """
    stretches = _stretches(ends, wanted)
    marks = _marks(stretches, wanted, {it.register: it.low - 1 for it in stretches}, up=True, at_once=AT_ONCE)
    while some := list(islice(marks, AT_ONCE)):
        yield [done for done in _read(some) if wanted.fits(done)]


def rows_of(entries: Sequence[ReadEntry]) -> list[RegisterRow]:
    """Return the rows of entries of several registers, in the order given, each in the words of its own table.

    Raises DoesNotExist for an entry of a training table.
    """
    of_each = defaultdict[str, list[ReadEntry]](list)
    for done in entries:
        of_each[done.entry.register].append(done)
    rows = {row.entry.pk: row for register, its in of_each.items() for row in rows_of_register(register, its)}
    return [rows[done.entry.pk] for done in entries]


def _marks(
    stretches: Sequence[EntryRange], wanted: EntryFilters, start: Places, *, up: bool, at_once: int = A_PAGE + 1
) -> Iterator[MergePlace]:
    """Yield a mark (time, rank of the register, number, primary key) for each entry of all stretches, merged by time.

    They are of those after the places `start` (a number by register), or if not `up` of those up to them, latest first.
    Entries of one register stay in the order of their numbers, even if a clock was put back; marks have the times as
    recorded. Each register is read in chunks of `at_once`. What only :meth:`EntryFilters.fits` filters is not left out.
    """
    walks = []
    for rank, it in enumerate(stretches):
        come = start[it.register]
        here = it._replace(low=come + 1) if up else it._replace(high=come)
        walks.append(_walk(rank, here, wanted, up=up, at_once=at_once))
    return merge(*walks, key=attrgetter("at", "rank"), reverse=not up)


def _walk(rank: int, here: EntryRange, wanted: EntryFilters, *, up: bool, at_once: int) -> Iterator[MergePlace]:
    """Yield the marks of one stretch in the order of numbers, up or down, reading `at_once` of them with a query.

    Both edges of the stretch are included. `rank` is the place of its register among the others. Filters that only
    :meth:`EntryFilters.fits` applies are not applied.
    """
    register, low, high = here
    while True:
        entries = within(register, wanted, low, high).order_by("number" if up else "-number")
        found = list(entries.values_list("at", "number", "pk")[:at_once])
        yield from (MergePlace(at, rank, number, pk) for at, number, pk in found)
        if len(found) < at_once:
            return
        low, high = (found[-1][1] + 1, high) if up else (low, found[-1][1] - 1)


def _read(marks: Sequence[MergePlace]) -> list[ReadEntry]:
    """Return the entries of marks, in the order of the marks."""
    entries = Entry.objects.in_bulk([it.pk for it in marks])
    return [read_entry(entries[it.pk]) for it in marks]


def _by_time(found: Iterable[tuple[MergePlace, ReadEntry]]) -> list[ReadEntry]:
    """Return the entries in the order of the merge, earliest first, whichever way they were read.

    Those of one register are in the order of their numbers.
    """
    of_each = defaultdict[int, list[tuple[MergePlace, ReadEntry]]](list)
    for it in found:
        of_each[it[0].rank].append(it)
    each = (sorted(its, key=lambda it: it[0].number) for its in of_each.values())
    return [done for _mark, done in merge(*each, key=lambda it: (it[0].at, it[0].rank))]
