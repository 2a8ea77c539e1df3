"""Pages of a register, of entries as lines, each with its place in a coup; and of rows by their keys."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Generic, NamedTuple, TypeVar

from django.db.models import Model, QuerySet
from django.utils import translation

from table.models import HOUSE, NO_END, Entry, Table
from table.reports.registers.filters import EntryFilters, entries_of
from table.screens.read.lines import RecordLine, lines
from table.screens.read.snapshot import ReadEntry, read_entry
from table.screens.read.stretches import PlaceInCoup, places
from table.words.numbers import numbers_here
from table.words.offices import called_by
from table.words.voices import voiced_here

A_PAGE = 50
AT_ONCE = 250
"""Entries that are read at a time where each is checked by itself, or where a file is written."""
MOST_STRETCHES = 8
"""Most chunks of entries that are read for one page; if it is not full by then, it says how far the search came."""
L = TypeVar("L")
R = TypeVar("R", bound=Model)


class RegisterRow(NamedTuple):
    """An entry with its line and, where it is an act of a coup, its place in the history of that coup.

    `back`: its time is earlier than that of the entry before it, as a clock was put back.
    """

    entry: Entry
    line: RecordLine
    place: PlaceInCoup | None
    back: bool


class KeyPage(NamedTuple, Generic[L]):
    """Lines, newest first, with the keys from which the pages of older and newer ones go on; None: no such page."""

    lines: Sequence[L]
    older: int | None
    newer: int | None


def page_by_key(
    rows: "QuerySet[R]",
    line: Callable[[R], L],
    bounds: tuple[int, int] = (0, NO_END),
    *,
    before: int | None,
    after: int | None,
) -> KeyPage[L]:
    """Return a page of rows by primary key, newest first, at most `A_PAGE`, each as `line` makes a line of it.

    It is the latest page; or, with `before`, those with keys below it; or, with `after`, those next above it. `before`
    wins over `after`; `bounds` are the lowest and the highest key of all. With it come the keys to give as `before` and
    `after` for the older and the newer page: the one back to where one came from always, the other None where nothing
    follows.
    """
    up = after is not None and before is None
    low, high = max(bounds[0], (after or 0) + 1 if up else 0), min(bounds[1], NO_END if before is None else before - 1)
    found = list(rows.filter(pk__gte=low, pk__lte=high).order_by("pk" if up else "-pk")[: A_PAGE + 1])
    keys, lines = [it.pk for it in found[:A_PAGE]], list(map(line, found[:A_PAGE]))
    onward = keys[-1] if len(found) > A_PAGE else None
    if up:
        return KeyPage(lines[::-1], keys[0] if keys else (after or 0) + 1, onward)
    back = None if before is None else (keys[0] if keys else before - 1)
    return KeyPage(lines, onward, back)


class RegisterPage(NamedTuple):
    """Rows, newest first, with the numbers from which the pages of older and newer entries go on; None: no such page.

    `searched` is the number at which the search stopped before the page was full; else None.
    """

    rows: Sequence[RegisterRow]
    older: int | None
    newer: int | None
    searched: int | None


def page_of(
    register: str, wanted: EntryFilters, *, before: int | None = None, after: int | None = None
) -> RegisterPage:
    """Return a page of the entries that pass the filters, newest first.

    It is the latest page; or, with `before`, those before this number; or, with `after`, those next after it. `before`
    wins over `after`. It has at most `A_PAGE` rows, or fewer where the search stopped before, which `searched` says.
    With it come the numbers for the older and the newer page: the one back to where one came from always, the other
    None where the end was reached; after a search that stopped it may have no rows. Refuses a taglia that the register
    does not have (E_ARGUMENTS); raises DoesNotExist for a code that no table has, or that of a training table.
    """
    up = after is not None and before is None
    found, edge, ended = _looked_through(register, wanted, start=after if up else before, up=up)
    shown, more = found[:A_PAGE], len(found) > A_PAGE or not ended
    onward = (shown[-1].entry.number if len(found) > A_PAGE else edge) if more else None
    searched = onward if more and len(found) <= A_PAGE else None
    first = shown[0].entry.number if shown else None
    if up:
        return RegisterPage(rows_of(register, shown[::-1]), first or (after or 0) + 1, onward, searched)
    back = None if before is None else (first or before - 1)
    return RegisterPage(rows_of(register, shown), onward, back, searched)


def _looked_through(
    register: str, wanted: EntryFilters, *, start: int | None, up: bool
) -> tuple[list[ReadEntry], int | None, bool]:
    """Read entries beyond `start` (None: from the end) until those that pass the filters exceed a page.

    At most `MOST_STRETCHES` chunks are read, `up` to later entries, else down to earlier ones. Returns those that pass
    in the order read (ascending if `up`), maybe more than a page; the number of the last entry of the last full chunk
    (`start` if none was full), and whether the end was seen: a chunk was not full.
    """
    found: list[ReadEntry] = []
    edge = start
    for chunk in islice(_chunks(register, wanted, start=start, up=up), MOST_STRETCHES):
        found += [done for done in chunk if wanted.fits(done)]
        if len(chunk) < _at_once(wanted):
            return found, edge, True
        edge = chunk[-1].entry.number
        if len(found) > A_PAGE:
            break
    return found, edge, False


def _chunks(register: str, wanted: EntryFilters, *, start: int | None, up: bool) -> Iterator[list[ReadEntry]]:
    """Yield the entries beyond `start`, which is excluded, in chunks, ascending if `up`, else descending.

    They are those that the filters by taglia and day select and, if an act is given, that by act, else that by badge;
    with None for `start` from their first, or if not `up` their last. What only :meth:`EntryFilters.fits` filters is
    not left out. The last chunk is not full, and may be empty. Refuses as :func:`entries_of` does.
    """
    low, high = entries_of(register, wanted)
    at_once = _at_once(wanted)
    while True:
        if start is not None:
            low, high = (max(low, start + 1), high) if up else (low, min(high, start - 1))
        entries = within(register, wanted, low, high).order_by("number" if up else "-number")
        found = [read_entry(entry) for entry in entries[:at_once]]
        yield found
        if len(found) < at_once:
            return
        start = found[-1].entry.number


def _at_once(wanted: EntryFilters) -> int:
    """Return the size of a chunk: `AT_ONCE` where entries have to be read one by one, else one more than a page."""
    return AT_ONCE if wanted.searches else A_PAGE + 1


def within(register: str, wanted: EntryFilters, low: int, high: int) -> "QuerySet[Entry]":
    """Query the entries from number `low` to `high`, both included, filtered by act, or by badge if no act is given.

    With both the badge is left to :meth:`EntryFilters.fits`. In no order.
    """
    # One bound at each end: with two the database might begin at the wrong one, and read all that lies between them.
    entries = Entry.objects.filter(register=register, number__gte=low, number__lte=high)
    if wanted.verb:
        return entries.filter(verb=wanted.verb)
    return entries.filter(actor=wanted.actor) if wanted.actor else entries


def rows_of(register: str, entries: Sequence[ReadEntry]) -> list[RegisterRow]:
    """Return the rows of entries of a register in the order given, in the words of the table's house.

    Each has the entry, its line in the active language, its place in a coup (None without one), and whether its time
    lies before that of the entry before it in the register, which is looked up also where it is not among them. Raises
    DoesNotExist for a code that no table has, or that of a training table.
    """
    table = table_of(register)
    located = places(table, [done.entry.number for done in entries]) if table is not None and entries else {}
    with translation.override(voiced_here(called_at(table))):
        written = lines(entries, numbers_here())
    before = times_of(register, [it.entry.number - 1 for it in entries])
    return [
        RegisterRow(
            it.entry, line, located.get(line.number), back=it.entry.at < before.get(line.number - 1, it.entry.at)
        )
        for it, line in zip(entries, written, strict=True)
    ]


def table_of(register: str) -> Table | None:
    """Return the table of a register, with its policy; None for the house. Raises DoesNotExist for none or training."""
    return None if register == HOUSE else Table.real.select_related("policy").get(code=register)


def called_at(table: Table | None) -> str:
    """Return the title of the document whose words a table uses; "" for the usual ones, no table or no rules."""
    return called_by(table.policy.profile) if table is not None and table.policy is not None else ""


def times_of(register: str, numbers: Sequence[int]) -> dict[int, datetime]:
    """Return the times of entries by their numbers; a number without an entry is left out."""
    # The digest is read so that the database finds the entries by their numbers: the index of the times holds the other
    # columns, and would be read from the first entry to the last.
    found = Entry.objects.filter(register=register, number__in=numbers).order_by()
    return {number: at for number, at, _digest in found.values_list("number", "at", "digest")} if numbers else {}
