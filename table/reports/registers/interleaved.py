"""Several registers as one: their entries by time, and those of each register always by their numbers.

At each place stands the earliest of the entries that come next in their registers; of two at the same time that of the
register that is named first. Where the clock of a table went back, its entries follow on each other all the same.

A place is therefore named by how far each register has come, and not by a time: nothing is left out and nothing shown
twice, whatever a clock did. Of each register as many entries are looked at as a page has, however long it is.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from heapq import merge
from itertools import islice
from typing import NamedTuple

from django.utils.timezone import localtime

from table.models import Entry
from table.reports.registers.filters import Wanted, WantedDay, entries_of
from table.reports.registers.pages import A_PAGE, AT_ONCE, MOST_STRETCHES, Row, within
from table.reports.registers.pages import rows_of as rows_of_register
from table.rules.refusal import Code, require
from table.screens.read.snapshot import ReadEntry, read_entry

Places = Mapping[str, int]
"""How far each register has come, by the number of its last entry; one that is not named has not begun."""
BEGIN = "0"
"""The place before every entry, as addresses have it."""
DIGITS = 15
"""No register comes so far that it takes more."""


class Mark(NamedTuple):
    """Where an entry stands: its time, the rank of its register, its number there, and its row."""

    at: datetime
    rank: int
    number: int
    pk: int


class Stretch(NamedTuple):
    """The entries of a register from the one number to the other."""

    register: str
    low: int
    high: int


class Page(NamedTuple):
    """Rows, the newest first, and from which places the pages of older and newer ones go on (None: there are none).

    ``searched`` is the time, in house time, down or up to which was looked where the page could not be filled by then.
    """

    rows: Sequence[Row]
    older: str | None
    newer: str | None
    searched: datetime | None


# --- a place as addresses have it: T1.120_T2.87


def written(places: Places) -> str:
    """These places as addresses have them."""
    return "_".join(f"{register}.{number}" for register, number in places.items()) or BEGIN


def places_of(typed: str, known: Collection[str]) -> dict[str, int] | None:
    """The places that an address names; None where it names none. Refused where they are of no ``known`` register."""
    if typed in ("", BEGIN):
        return {} if typed else None
    parts = [it.rpartition(".") for it in typed.split("_", len(known))]
    sound = all(code in known and _is_number(number) for code, _point, number in parts)
    require(
        sound and len({code for code, *_ in parts}) == len(parts),
        Code.ARGUMENTS,
        "“%(place)s” is no place in the registers of a day.",
        place=typed[:20],
    )
    return {code: int(number) for code, _point, number in parts}


def _is_number(typed: str) -> bool:
    return typed.isascii() and typed.isdigit() and len(typed) <= DIGITS


# --- page by page


def page_of(
    wanted: WantedDay, registers: Sequence[str], *, before: Places | None = None, after: Places | None = None
) -> Page:
    """A page of a day at these tables: the newest entries, those up to some places, or those after them."""
    up = after is not None and before is None
    stretches = _stretches(dict.fromkeys(registers), wanted.at_each)
    start = _within(stretches, after if up else before)
    looked, found, ended = _looked_through(stretches, wanted.at_each, start, up=up)
    full = len(found) > A_PAGE
    shown = found[:A_PAGE]
    passed = looked[: looked.index(shown[-1][0]) + 1] if full else looked
    more = full or not ended
    onward = written(_passed(stretches, start, passed, up=up)) if more else None
    searched = localtime(looked[-1].at) if more and not full else None
    rows = rows_of(_by_time(shown))[::-1]
    here = written(start)
    if up:
        return Page(rows, here if any(start[it.register] >= it.low for it in stretches) else None, onward, searched)
    return Page(rows, onward, None if before is None else here, searched)


def _stretches(ends: Mapping[str, int | None], wanted: Wanted) -> list[Stretch]:
    """Where in each register that lies; those in which it lies nowhere are left out."""
    found = [Stretch(register, *entries_of(register, wanted)) for register in ends]
    cut = [it if (end := ends[it.register]) is None else it._replace(high=min(it.high, end)) for it in found]
    return [it for it in cut if it.low <= it.high]


def _within(stretches: Iterable[Stretch], places: Places | None) -> dict[str, int]:
    """Where to begin in each: at these places, or at the end; what an address names is not believed."""
    if places is None:
        return {it.register: it.high for it in stretches}
    return {it.register: min(max(places.get(it.register, 0), it.low - 1), it.high) for it in stretches}


def _looked_through(
    stretches: Sequence[Stretch], wanted: Wanted, start: Places, *, up: bool
) -> tuple[list[Mark], list[tuple[Mark, ReadEntry]], bool]:
    """What was looked at, what of it fits, at least one more than a page has, and whether there is no more."""
    at_once, stretch = (AT_ONCE, MOST_STRETCHES) if wanted.searches else (A_PAGE + 1, 1)
    looked, found = list[Mark](), list[tuple[Mark, ReadEntry]]()
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


def _passed(stretches: Sequence[Stretch], start: Places, marks: Iterable[Mark], *, up: bool) -> Places:
    """How far each register has come once these were passed."""
    numbers = {stretches[it.rank].register: it.number if up else it.number - 1 for it in marks}
    return {**start, **numbers}


# --- in their order


def all_of(ends: Mapping[str, int], wanted: Wanted) -> Iterator[list[ReadEntry]]:
    """All that is asked for in these registers up to their ends, the oldest first, so many entries at a time."""
    stretches = _stretches(ends, wanted)
    marks = _marks(stretches, wanted, {it.register: it.low - 1 for it in stretches}, up=True, at_once=AT_ONCE)
    while some := list(islice(marks, AT_ONCE)):
        yield [done for done in _read(some) if wanted.fits(done)]


def rows_of(entries: Sequence[ReadEntry]) -> list[Row]:
    """These entries in words, in their order, each as at its own table."""
    of_each = defaultdict[str, list[ReadEntry]](list)
    for done in entries:
        of_each[done.entry.register].append(done)
    rows = {row.entry.pk: row for register, its in of_each.items() for row in rows_of_register(register, its)}
    return [rows[done.entry.pk] for done in entries]


def _marks(
    stretches: Sequence[Stretch], wanted: Wanted, start: Places, *, up: bool, at_once: int = A_PAGE + 1
) -> Iterator[Mark]:
    """Where the entries after these places stand, or those up to them from the last one on."""
    walks = []
    for rank, it in enumerate(stretches):
        come = start[it.register]
        here = it._replace(low=come + 1) if up else it._replace(high=come)
        walks.append(_walk(rank, here, wanted, up=up, at_once=at_once))
    return merge(*walks, key=_when, reverse=not up)


def _walk(rank: int, here: Stretch, wanted: Wanted, *, up: bool, at_once: int) -> Iterator[Mark]:
    """Those of one register by their numbers, so many read at a time."""
    register, low, high = here
    while True:
        asked = within(register, wanted, low, high).order_by("number" if up else "-number")
        found = list(asked.values_list("at", "number", "pk")[:at_once])
        yield from (Mark(at, rank, number, pk) for at, number, pk in found)
        if len(found) < at_once:
            return
        low, high = (found[-1][1] + 1, high) if up else (low, found[-1][1] - 1)


def _when(mark: Mark) -> tuple[datetime, int]:
    return mark.at, mark.rank


def _read(marks: Sequence[Mark]) -> list[ReadEntry]:
    """The entries that stand there."""
    entries = Entry.objects.in_bulk([it.pk for it in marks])
    return [read_entry(entries[it.pk]) for it in marks]


def _by_time(found: Iterable[tuple[Mark, ReadEntry]]) -> list[ReadEntry]:
    """These from the earliest to the latest, whichever way they were found."""
    of_each = defaultdict[int, list[tuple[Mark, ReadEntry]]](list)
    for it in found:
        of_each[it[0].rank].append(it)
    each = (sorted(its, key=lambda it: it[0].number) for its in of_each.values())
    return [done for _mark, done in merge(*each, key=lambda it: _when(it[0]))]
