"""A picture of figures as it is drawn: bars or columns along an axis, and beneath it the same figures as a table.

Lengths and places are in per cent of the axis. What is printed is written in the language of the reader; beside it
stands the plain number, for who takes the figures out of the house.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from math import ceil
from typing import NamedTuple

from table.screens.read.numbers import Numbers

MOST_TICKS = 5
LONGEST_LABEL = 18


class Cell(NamedTuple):
    """A figure as it is printed and as it is."""

    said: str
    value: int | Decimal | None = None


class Line(NamedTuple):
    """A row of the table beneath a picture; ``key`` names it alike in every language."""

    key: str
    label: str
    cells: tuple[Cell, ...]


class Head(NamedTuple):
    """A column of that table."""

    key: str
    label: str


class Bar(NamedTuple):
    """A bar: ``mark`` is where the exact odds would have it end, ``band`` where nineteen of twenty series would."""

    label: str
    said: str
    length: float
    look: str = ""
    mark: float | None = None
    band: tuple[float, float] | None = None


class Part(NamedTuple):
    """A part of a column, from so high to so high."""

    look: str
    low: float
    high: float


class Column(NamedTuple):
    """A column of one or several parts, one on the other."""

    label: str
    parts: tuple[Part, ...]


class Tick(NamedTuple):
    """A place on the axis with its number."""

    at: float
    said: str


@dataclass(frozen=True)
class Axis:
    """An axis from nothing to ``top``, with its numbers."""

    top: Decimal
    step: Decimal

    @classmethod
    def up_to(cls, most: Decimal | float) -> "Axis":
        """The shortest axis in round numbers that holds this."""
        most = max(Decimal(str(most)), Decimal("0.000001"))
        power = Decimal(1).scaleb(most.adjusted() - 1)
        step = next(
            step * power for step in map(Decimal, (1, 2, 5, 10, 20, 50, 100)) if step * power * MOST_TICKS >= most
        )
        return cls(ceil(most / step) * step, step)

    def at(self, value: Decimal | float) -> float:
        """Where this lies, in per cent of the axis."""
        return round(100 * float(value) / float(self.top), 3)

    def ticks(self, numbers: Numbers) -> tuple[Tick, ...]:
        """Its numbers."""
        places = [self.step * count for count in range(int(self.top / self.step) + 1)]
        return tuple(Tick(self.at(it), numbers.decimal(it.normalize() + 0)) for it in places)


class Way(NamedTuple):
    """Where to go on from a picture."""

    href: str
    words: str


@dataclass(frozen=True, kw_only=True)
class Picture:
    """One picture with its table. ``about`` says what is counted and from how many, ``notes`` what follows from it.

    ``unit`` stands at the end of the axis, ``marked`` says what the marks are; ``legend`` names the looks of parts.
    """

    key: str
    title: str
    about: str
    head: tuple[Head, ...]
    lines: tuple[Line, ...]
    notes: tuple[str, ...] = ()
    ways: tuple[Way, ...] = ()
    bars: tuple[Bar, ...] = ()
    columns: tuple[Column, ...] = ()
    ticks: tuple[Tick, ...] = ()
    unit: str = ""
    marked: str = ""
    legend: tuple[tuple[str, str], ...] = ()

    @property
    def told(self) -> str:
        """The picture in words, for whoever does not see it."""
        drawn = [f"{bar.label}: {bar.said}" for bar in self.bars]
        return "; ".join(drawn) if drawn else self.about


def short(label: str) -> str:
    """A label that has room beside its bar; the whole of it stands in the table."""
    return label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 1]}…"


def counts(counted: Iterable[tuple[str, int]], numbers: Numbers) -> tuple[tuple[Bar, ...], tuple[Tick, ...]]:
    """Bars of plain counts, and their axis."""
    told = list(counted)
    axis = Axis.up_to(max((count for _, count in told), default=1) or 1)
    bars = tuple(Bar(short(label), numbers.decimal(count), axis.at(count)) for label, count in told)
    return bars, axis.ticks(numbers)
