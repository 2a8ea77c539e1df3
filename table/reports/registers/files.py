"""Registers as CSV or JSON files, written piece by piece in the language of whoever takes them."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from django.utils import translation
from django.utils.translation import gettext

from table.models import HOUSE, House, Table
from table.record.chain import stamp
from table.reports.fields import fields_of
from table.reports.registers import interleaved, spreadsheet
from table.reports.registers.filters import EntryFilters
from table.reports.registers.forms import Line, Played, head_of, json_pieces
from table.reports.registers.pages import RegisterRow

T = TypeVar("T")


class FileContents(NamedTuple):
    """Contents of a file: the codes of the registers, the filters, and the language."""

    registers: Sequence[str]
    wanted: EntryFilters
    language: str


def as_csv(contents: FileContents) -> Iterator[bytes]:
    """Yield a CSV file in pieces, in UTF-8 with a byte order mark: heads, then a row for each entry that passes.

    They come oldest first; entries of several registers are merged by time. Those made after the file was begun, and
    training tables, are left out. Refuses a taglia that a register does not have (E_ARGUMENTS), once the heads are out.
    """
    with translation.override(contents.language):
        heads = _heads()
    yield spreadsheet.BOM + spreadsheet.lines([heads])
    for rows in _pieces(contents, _cells):
        yield spreadsheet.lines(rows)


def as_json(contents: FileContents, *, of: str, copy: int) -> Iterator[bytes]:
    """Yield a JSON file in pieces, with the form of :class:`table.reports.registers.forms.RegisterFile`.

    It has the entries that :func:`as_csv` has, oldest first, those of several registers merged by time. Its head has
    schema, version, `of` (what was asked for), language, and `copy` (how often it was handed out), and no time. Refuses
    a taglia that a register does not have (E_ARGUMENTS), once the head is out.
    """
    head = head_of("register", of=of, language=contents.language, copy=copy)
    yield from json_pieces(head, "entries", _pieces(contents, line_of))


def _pieces(contents: FileContents, written: Callable[[RegisterRow], T]) -> Iterator[list[T]]:
    """Yield lists of entries as `written` converts them in the language of the file, oldest first; a list may be empty.

    Entries of several registers are merged by time. Those made after the file was begun are left out, as are those of
    training tables. Refuses a taglia that a register does not have (E_ARGUMENTS).
    """
    ends = {code: _end(code) for code in contents.registers}
    for entries in interleaved.all_of(ends, contents.wanted):
        # Between two pieces the thread serves others, in their own languages.
        with translation.override(contents.language):
            piece = [written(row) for row in interleaved.rows_of(entries)]
        yield piece


def _end(register: str) -> int:
    """Return the number of the last entry of a register; 0 for one of a training table, or unknown."""
    rows = House.objects.all() if register == HOUSE else Table.real.filter(code=register)
    return rows.values_list("number", flat=True).first() or 0


def line_of(row: RegisterRow) -> Line:
    """Return an entry as the JSON file has it, with its time in UTC and in the house, badge, role, verb, and digests.

    Act and effects are in words of the active language; flags say whether it is alarming, and whether its clock had
    gone back. `played` (taglia, coup, step) is None if it is no act of a coup.
    """
    entry, line, place, back = row
    return Line(
        register=entry.register,
        number=entry.number,
        utc=stamp(entry.at),
        house_time=line.at.isoformat(timespec="seconds"),
        actor=entry.actor,
        role=entry.role,
        verb=entry.verb,
        act=line.act,
        effects=list(line.effects),
        alarming=line.alarming,
        clock_went_back=back,
        played=place and Played(place.coup.shoe.taglia, place.coup.number, place.step),
        previous=entry.previous,
        digest=entry.digest,
    )


def _heads() -> list[str]:
    """Return the heads of the CSV file: the labels of `Line`, with taglia and coup as two columns after the eighth."""
    heads = [it.title() for it in fields_of(Line).values()]
    return [*heads[:8], "Taglia", gettext("Coup"), *heads[8:]]


def _cells(row: RegisterRow) -> list[object]:
    """Return the cells of an entry in the CSV file, in the order of its heads and the active language.

    They are register, number, time in the house and in UTC, badge, role, act, effects in one cell, taglia and coup (""
    without one), "yes" or "" for alert and for a clock put back, the digest before, and the digest.
    """
    entry, line, place, back = row
    return [
        entry.register,
        entry.number,
        line.at.strftime("%d/%m/%Y %H:%M:%S"),
        stamp(entry.at),
        entry.actor,
        line.role,
        line.act,
        " · ".join(line.effects),
        # In two columns: of 3.17 a spreadsheet would make a date.
        place.coup.shoe.taglia if place else "",
        place.coup.number if place else "",
        gettext("yes") if line.alarming else "",
        gettext("yes") if back else "",
        entry.previous,
        entry.digest,
    ]
