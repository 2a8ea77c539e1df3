"""Figures of a page as files: the tables beneath its pictures and its alarms, in the language of the figures."""

from collections.abc import Iterator
from decimal import Decimal

import msgspec
from django.utils.translation import gettext

from table.reports.figures.page import Figures
from table.reports.figures.picture import Picture
from table.reports.registers import spreadsheet
from table.reports.registers.forms import AlarmTold, FiguresFile, Measure, head_of
from table.words.voices import language_here


def as_json(figures: Figures, *, copy: int) -> bytes:
    """Return the figures as indented JSON, a :class:`FiguresFile`, with a value for each cell, and every alarm.

    It is in the active language; `copy` is the number of the hand-out. Amounts are in cents; a cell that has no number
    is null. The table by person is among them if there is one.
    """
    file = FiguresFile(
        **head_of("figures", of=figures.described, language=language_here(), copy=copy),
        taglie=len(figures.taglie.rows),
        more=figures.taglie.more,
        coups=figures.coups,
        figures=list(_measures(figures)),
        threshold=figures.threshold,
        alarms=[AlarmTold(it.key, it.test, it.looked, list(it.found)) for it in figures.alarms],
    )
    return msgspec.json.format(msgspec.json.encode(file), indent=2) + b"\n"


def as_csv(figures: Figures) -> bytes:
    """Return the figures as CSV in UTF-8 with a byte order mark, in the active language: heads, cells, alarms.

    The row of a cell has picture, row, measure and value, which has a decimal comma, is in cents for an amount, and ""
    without a number. The table by person is among them if there is one. The first row of an alarm has the threshold and
    the number of its findings; one for each of them follows.
    """
    heads: list[object] = [gettext("Picture"), gettext("Row"), gettext("Measure"), gettext("Value")]
    rows: list[list[object]] = [heads]
    for picture in _pictures(figures):
        for line in picture.lines:
            for head, cell in zip(picture.head, line.cells, strict=True):
                rows.append([picture.title, line.label, head.label, _number(cell.value)])
    for alarm in figures.alarms:
        rows.append([alarm.title, "", f"p ≤ {figures.threshold}", len(alarm.found)])
        rows.extend([alarm.title, found, "", ""] for found in alarm.found)
    return spreadsheet.BOM + spreadsheet.lines(rows)


def _pictures(figures: Figures) -> Iterator[Picture]:
    """Yield the pictures of the page, then the table by person if there is one."""
    yield from figures.pictures
    if figures.persons is not None:
        yield figures.persons


def _measures(figures: Figures) -> Iterator[Measure]:
    """Yield each cell of the tables as a measure by its keys and label; None, or a number, in cents of an amount."""
    for picture in _pictures(figures):
        for line in picture.lines:
            for head, cell in zip(picture.head, line.cells, strict=True):
                value = float(cell.value) if isinstance(cell.value, Decimal) else cell.value
                yield Measure(picture.key, line.key, line.label, head.key, value)


def _number(value: int | Decimal | None) -> str:
    """Format a number for a spreadsheet with a decimal comma; "" for None."""
    return "" if value is None else format(value, "f" if isinstance(value, Decimal) else "d").replace(".", ",")
