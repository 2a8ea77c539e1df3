"""Pictures of figures: bars or columns along an axis, and beneath it the same figures as a table.

Lengths and places are in per cent of the axis. What is printed is in the language of the reader; the plain number of a
cell is for files.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from table.words.numbers import Numbers

MOST_TICKS = 5
LONGEST_LABEL = 18


class FigureCell(NamedTuple):
    """A figure as it is printed, and the number itself; None where there is none."""

    said: str
    value: int | Decimal | None = None

    @classmethod
    def of(cls, number: int | Decimal, numbers: Numbers) -> "FigureCell":
        """Return the cell of a number, such as a count: as the language writes it, also a 0."""
        return cls(numbers.decimal(number), number)

    @classmethod
    def of_money(cls, cents: int, currency: str, numbers: Numbers) -> "FigureCell":
        """Return the cell of an amount; its number is cents."""
        return cls(numbers.money(cents, currency), cents)

    @classmethod
    def of_share(cls, part: Fraction | None, numbers: Numbers, places: int = 2) -> "FigureCell":
        """Return the cell of a share, in per cent with `places` decimals; empty for None.

        Its number is a share of 1, to six decimals.
        """
        return EMPTY if part is None else cls(numbers.percent(part, places), Decimal(f"{float(part):.6f}"))


EMPTY = FigureCell("")


class PictureLine(NamedTuple):
    """A row of the table beneath a picture; `key` is the same in every language."""

    key: str
    label: str
    cells: tuple[FigureCell, ...]


class ColumnHead(NamedTuple):
    """A column of the table beneath a picture; `key` is the same in every language."""

    key: str
    label: str


class Bar(NamedTuple):
    """A bar: `mark` is where it would end by the exact odds, `band` where it would in nineteen of twenty series."""

    label: str
    said: str
    length: float
    look: str = ""
    mark: float | None = None
    band: tuple[float, float] | None = None


class ColumnPart(NamedTuple):
    """A part of a column, from `low` to `high`."""

    look: str
    low: float
    high: float


class Column(NamedTuple):
    """A column of stacked parts."""

    label: str
    parts: tuple[ColumnPart, ...]


class Tick(NamedTuple):
    """A number on the axis, and its place."""

    at: float
    said: str


@dataclass(frozen=True)
class Axis:
    """An axis from zero to `top`, with a number at every `step`."""

    top: Decimal
    step: Decimal

    @classmethod
    def up_to(cls, most: Decimal | float) -> "Axis":
        """Return the axis from 0 with the smallest round step that reaches `most` in at most `MOST_TICKS` steps.

        Round steps are 1, 2 or 5 times a power of ten. A `most` below a millionth, also 0 or less, counts as that.
        """
        most = max(Decimal(str(most)), Decimal("0.000001"))
        power = Decimal(1).scaleb(most.adjusted() - 1)
        step = next(
            step * power for step in map(Decimal, (1, 2, 5, 10, 20, 50, 100)) if step * power * MOST_TICKS >= most
        )
        return cls(ceil(most / step) * step, step)

    def at(self, value: Decimal | float) -> float:
        """Return the place of a value on the axis: 0 for zero, 100 for `top`, not cut, with three decimals."""
        return round(100 * float(value) / float(self.top), 3)

    def ticks(self, numbers: Numbers) -> tuple[Tick, ...]:
        """Return the ticks of the axis from zero to the top, one at each step, printed as :meth:`Numbers.decimal` does.

        So they have at most three decimals, however small a step is.
        """
        places = [self.step * count for count in range(int(self.top / self.step) + 1)]
        return tuple(Tick(self.at(it), numbers.decimal(it.normalize() + 0)) for it in places)


class PictureLink(NamedTuple):
    """A link from a picture to a page."""

    href: str
    words: str


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A picture with its table: `about` says what is counted and from how many, `notes` what follows from it.

    `unit` stands at the end of the axis, `marked` says what the marks are; `legend` names the looks of parts.
    """

    key: str
    title: str
    about: str
    head: tuple[ColumnHead, ...]
    lines: tuple[PictureLine, ...]
    notes: tuple[str, ...] = ()
    ways: tuple[PictureLink, ...] = ()
    bars: tuple[Bar, ...] = ()
    columns: tuple[Column, ...] = ()
    ticks: tuple[Tick, ...] = ()
    unit: str = ""
    marked: str = ""
    legend: tuple[tuple[str, str], ...] = ()

    @property
    def in_words(self) -> str:
        """Text alternative of the picture: its bars, or `about` where there are none."""
        drawn = [f"{bar.label}: {bar.said}" for bar in self.bars]
        return "; ".join(drawn) if drawn else self.about


def short(label: str) -> str:
    """Cut a label to `LONGEST_LABEL` characters, the last of them an ellipsis; one that fits is unchanged."""
    return label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 1]}…"


def counts(counted: Iterable[tuple[str, int]], numbers: Numbers) -> tuple[tuple[Bar, ...], tuple[Tick, ...]]:
    """Return a bar for each label and count, in their order, and the ticks of the common axis.

    A label is cut to `LONGEST_LABEL` characters. Without rows there is no bar; then, and if all counts are 0, the axis
    ends at 1.
    """
    rows = list(counted)
    axis = Axis.up_to(max((count for _, count in rows), default=1) or 1)
    bars = tuple(Bar(short(label), numbers.decimal(count), axis.at(count)) for label, count in rows)
    return bars, axis.ticks(numbers)
