"""Cells and tables of a day's figures: a column in which no row has a number is left out."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from babel.dates import format_date

from table.reports.days.hours import Hours
from table.reports.days.money import DayMoney
from table.reports.figures.picture import Cell, Head, Picture, PictureLine
from table.screens.read.numbers import Numbers

EMPTY = Cell("")


class Shown(NamedTuple):
    """A day: its date, its sums by table and currency, and its hours."""

    day: date
    money: Sequence[DayMoney]
    hours: Mapping[str, Hours]


ShownDays = tuple[Shown, Shown, Shown]
"""The day itself, the day before, and the same weekday before."""


class Section(NamedTuple):
    """Name of a table in files, its title, and what is counted in it."""

    key: str
    title: str
    about: str = ""


def table_of(
    section: Section, head: Sequence[Head], lines: Sequence[PictureLine], notes: Iterable[str] = ()
) -> Picture:
    """Make a table without the columns in which no row has a number."""
    columns = [place for place in range(len(head)) if any(line.cells[place].said for line in lines)]
    return Picture(
        key=section.key,
        title=section.title,
        about=section.about,
        head=tuple(head[it] for it in columns),
        lines=tuple(line._replace(cells=tuple(line.cells[it] for it in columns)) for line in lines),
        notes=tuple(notes),
    )


def day_in_words(day: date, numbers: Numbers) -> str:
    """Write a day with its weekday, as it stands in a table: ``Fri, 20 Nov 2026``."""
    return f"{format_date(day, 'EEE', locale=numbers.locale)} {format_date(day, 'medium', locale=numbers.locale)}"


def count(number: int, numbers: Numbers) -> Cell:
    """Write a number of things."""
    return Cell(numbers.decimal(number), number)


def money(cents: int, currency: str, numbers: Numbers) -> Cell:
    """Write an amount; its number is cents."""
    return Cell(numbers.money(cents, currency), cents)


def share(part: Fraction | None, numbers: Numbers) -> Cell:
    """Write a share in per cent; its number is a share of 1. Nothing for None."""
    return EMPTY if part is None else Cell(numbers.percent(part, 2), Decimal(f"{float(part):.6f}"))


def hours(time: timedelta) -> Cell:
    """Write a time as hours and minutes, ``7:05``; its number is seconds. Nothing for no time."""
    seconds = round(time.total_seconds())
    whole, minutes = divmod(round(seconds / 60), 60)
    return Cell(f"{whole}:{minutes:02}", seconds) if seconds else EMPTY


def seconds(time: timedelta | None, numbers: Numbers) -> Cell:
    """Write a time in whole seconds; nothing for None."""
    whole = None if time is None else round(time.total_seconds())
    return EMPTY if whole is None else Cell(numbers.decimal(whole), whole)


def pace(an_hour: float | None, numbers: Numbers) -> Cell:
    """Write coups an hour, to one decimal; nothing for None."""
    number = None if an_hour is None else Decimal(str(an_hour))
    return EMPTY if number is None else Cell(numbers.decimal(number), number)
