"""Registers as files: written piece by piece, however long they are, in the language of whoever takes them."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

import msgspec
from django.utils import translation
from django.utils.translation import gettext

from table.models import HOUSE, House, Table
from table.record.chain import stamp
from table.reports.registers import interleaved, spreadsheet
from table.reports.registers.filters import Wanted
from table.reports.registers.forms import Line, Played
from table.reports.registers.pages import Row

T = TypeVar("T")


class Asked(NamedTuple):
    """What goes into a file: of which registers, what of them, and in which language."""

    registers: Sequence[str]
    wanted: Wanted
    language: str


def as_csv(asked: Asked) -> Iterator[bytes]:
    """One row an entry; those of several registers by time."""
    with translation.override(asked.language):
        heads = _heads()
    yield spreadsheet.BOM + spreadsheet.lines([heads])
    for rows in _pieces(asked, _cells):
        yield spreadsheet.lines(rows)


def as_json(asked: Asked, *, of: str, copy: int) -> Iterator[bytes]:
    """A :class:`table.reports.registers.forms.RegisterFile`."""
    head = {"schema": "register", "of": of, "language": asked.language, "copy": copy}
    yield msgspec.json.encode(head)[:-1] + b',"entries":['
    before = b"\n"
    for rows in _pieces(asked, line_of):
        if rows:
            yield before + b",\n".join(map(msgspec.json.encode, rows))
            before = b",\n"
    yield b"\n]}\n"


def _pieces(asked: Asked, written: Callable[[Row], T]) -> Iterator[list[T]]:
    """What is there when the file is begun; between two pieces the language is that of whoever else is served."""
    ends = {code: _end(code) for code in asked.registers}
    for entries in interleaved.all_of(ends, asked.wanted):
        with translation.override(asked.language):
            piece = [written(row) for row in interleaved.rows_of(entries)]
        yield piece


def _end(register: str) -> int:
    rows = House.objects.all() if register == HOUSE else Table.objects.filter(code=register)
    return rows.values_list("number", flat=True).first() or 0


def line_of(row: Row) -> Line:
    """An entry as the file of JSON has it."""
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
    return [
        gettext("Register"),
        gettext("Number"),
        gettext("House time"),
        "UTC",
        gettext("Badge"),
        gettext("Role"),
        gettext("Act"),
        gettext("What came of it"),
        "Taglia",
        gettext("Coup"),
        gettext("Alert"),
        gettext("Clock put back"),
        gettext("Digest before"),
        gettext("Digest"),
    ]


def _cells(row: Row) -> list[object]:
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
        # Apart: with a point between them a spreadsheet would make a date of the two.
        place.coup.shoe.taglia if place else "",
        place.coup.number if place else "",
        gettext("yes") if line.alarming else "",
        gettext("yes") if back else "",
        entry.previous,
        entry.digest,
    ]
