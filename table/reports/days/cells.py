"""Cells and tables of a day's figures: a column in which no row has a number is left out."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from babel.dates import format_date
from msgspec import Struct

from table.reports.days.hours import TableTimes, in_seconds
from table.reports.days.money import DayMoney
from table.reports.fields import fields_of
from table.reports.figures.picture import EMPTY, ColumnHead, FigureCell, Picture, PictureLine
from table.reports.registers.forms import TableHours
from table.words.numbers import Numbers


class ShownDay(NamedTuple):
    """A day: its date, its sums by table and currency, and its hours."""

    day: date
    money: Sequence[DayMoney]
    hours: Mapping[str, TableTimes]

    @property
    def in_seconds(self) -> list[TableHours]:
        """Hours of each table as durations in seconds, with the number of its coups."""
        return [in_seconds(code, it, self.coups(code)) for code, it in self.hours.items()]

    def coups(self, code: str = "") -> int:
        """Count the coups played at the table with this code, at all tables for ""; cancelled bettings are none."""
        return sum(it.coups.played for it in self.money if code in ("", it.code))


ShownDays = tuple[ShownDay, ShownDay, ShownDay]
"""Day itself, day before, and the same weekday before."""


def table_of(
    key: str,
    title: str,
    head: Sequence[ColumnHead],
    lines: Sequence[PictureLine],
    *,
    about: str = "",
    notes: Iterable[str] = (),
) -> Picture:
    """Return a table of these columns and rows, without the columns in which the cells of all rows are empty.

    `key` names it in files, `about` says what is counted. Without rows it has no columns.
    """
    columns = [place for place in range(len(head)) if any(line.cells[place].said for line in lines)]
    return Picture(
        key=key,
        title=title,
        about=about,
        head=tuple(head[it] for it in columns),
        lines=tuple(line._replace(cells=tuple(line.cells[it] for it in columns)) for line in lines),
        notes=tuple(notes),
    )


def day_in_words(day: date, numbers: Numbers) -> str:
    """Format a day with its weekday in the form of the language: ``Fri Nov 20, 2026``, ``ven 20 nov 2026``."""
    return f"{format_date(day, 'EEE', locale=numbers.locale)} {format_date(day, 'medium', locale=numbers.locale)}"


def short_day(day: date, numbers: Numbers) -> str:
    """Format a day without its year, the day first in every language: ``20 Nov``."""
    return str(format_date(day, "d MMM", locale=numbers.locale))


class Columns(NamedTuple):
    """Columns of a table that are fields of a struct, in one language."""

    numbers: Numbers

    def text(self, value: float | None) -> str:
        """Format a number in the local form, with at most three decimals; "" for None."""
        return "" if value is None else self.numbers.decimal(Decimal(str(value)))

    def hours(self, seconds: int) -> str:
        """Format seconds as hours and minutes, rounded, ``7:05``; "" for 0."""
        hours, minutes = divmod(round(seconds / 60), 60)
        return f"{hours}:{minutes:02}" if seconds else ""

    def cells(self, it: Struct) -> tuple[FigureCell, ...]:
        """Return the cells of those fields of a struct that have a label, in their order."""
        fields = fields_of(type(it)).items()
        return tuple(self._cell(field.text(self, it, name), getattr(it, name)) for name, field in fields)

    def number(self, value: float | None) -> FigureCell:
        """Return the cell of a number; the empty cell for None."""
        return self._cell(self.text(value), value)

    def _cell(self, text: str, value: float | None) -> FigureCell:
        """Return the cell of a text and its number, a float as a Decimal; the empty cell if the text is ""."""
        return FigureCell(text, Decimal(str(value)) if isinstance(value, float) else value) if text else EMPTY


def heads(struct: type[Struct]) -> tuple[ColumnHead, ...]:
    """Return the heads of the fields of a struct that have a label."""
    return tuple(ColumnHead(name, field.title()) for name, field in fields_of(struct).items())
