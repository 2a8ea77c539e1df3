"""A page of the figures of a day: everything that is counted, and the same in tables for one language."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import translation

from table.record.days import ends
from table.reports.days.cells import ShownDay, ShownDays
from table.reports.days.decisions import TimedCase, cases_of
from table.reports.days.holds import OfDay, drops_of, holds
from table.reports.days.hours import hours_of
from table.reports.days.money import TableMoney, money_of, sums_of
from table.reports.days.paces import paces
from table.reports.days.persons import Persons, persons
from table.reports.days.spans import DAY, Span, days_of
from table.reports.days.yields import each_box, yields
from table.reports.figures.picture import Picture
from table.rules.profile import Role
from table.words.numbers import Numbers
from table.words.offices import called_by, common
from table.words.voices import voiced_here

MOST_IN_FULL = 12
"""Most tables of which a page shows each box; files have them of all."""


@dataclass(frozen=True)
class DayFigures:
    """Figures of a day, of the tables that were named or (where none was) of all.

    They are there also as pictures; `each_box` are those of each box at each table.

    `over`: the day has ended. `days` are the day itself, the day before, and the same weekday before; `persons` is None
    unless the reader may know of persons. `banks` are the banks of these days.
    """

    day: date
    named: tuple[str, ...]
    over: bool
    money: Sequence[TableMoney]
    cases: Sequence[TimedCase]
    days: ShownDays
    banks: Sequence[OfDay]
    persons: Persons | None
    pictures: tuple[Picture, ...]
    each_box: tuple[Picture, ...]

    @property
    def shown(self) -> tuple[Picture, ...]:
        """Pictures of a page: `pictures`, then `each_box`, which is left out as a whole above `MOST_IN_FULL` tables.

        A table that played in two currencies counts twice.
        """
        return (*self.pictures, *self.each_box) if len(self.money) <= MOST_IN_FULL else self.pictures

    @property
    def described(self) -> str:
        """Plain text with which a hand-out is recorded: ``day 2026-11-20 T1 T3 by person``.

        The tables are those that were named, none if the figures are of all; “by person” is there only if persons are.
        """
        by_person = ["by person"] if self.persons is not None else []
        return " ".join(["day", str(self.day), *self.named, *by_person])


def day_figures(day: date, named: Collection[str], role: Role, numbers: Numbers, now: datetime) -> DayFigures:
    """Compute the figures of a day at the tables with these codes (all if empty; never training ones) for a reader.

    The figures are money, cases, hours, banks, and persons if `role` may read of them, and the tables that show them. A
    code that no table has adds none. Texts are in the active language and the words of the house; stretches that still
    go on last until `now`, which also decides whether the day is over. The number of queries grows only with batches of
    tables.
    """
    found = days_of(day, named)
    money, cases = money_of(found.day), cases_of(found.day)
    shown = ShownDay(day, [it.summed for it in money], hours_of(found.day, cases, now))
    days = shown, _shown(day - DAY, found.before, now), _shown(day - 7 * DAY, found.week_before, now)
    banks = [OfDay(it.day, drops_of(it.day, named), it.money) for it in days]
    by_person = persons(found.day, money, shown.hours, cases, role)
    document = common(called_by(profile) for it in money for profile in it.profiles)
    with translation.override(voiced_here(document)):
        made = tuple(_pictures(money, days, banks, cases, by_person=by_person, numbers=numbers))
        boxes = tuple(each_box(money, numbers))
    return DayFigures(day, tuple(named), ends(day) <= now, money, cases, days, banks, by_person, made, boxes)


def _shown(day: date, spans: Sequence[Span], now: datetime) -> ShownDay:
    """Return a day with its sums by table and version of its rules, and the hours of its tables, and nothing else.

    A table with entries but no coups has hours alone. The cases, of which those that hold a table count in its hours,
    are looked up.
    """
    return ShownDay(day, list(sums_of(spans)), hours_of(spans, cases_of(spans), now))


def _pictures(
    money: Sequence[TableMoney],
    days: ShownDays,
    banks: Sequence[OfDay],
    cases: Sequence[TimedCase],
    *,
    by_person: Persons | None,
    numbers: Numbers,
) -> Iterator[Picture]:
    """Yield the tables of the page: yields, drop and hold, hours, cases and persons; none for a day without entries."""
    if days[0].hours:
        yield from yields(money, days, numbers)
        yield from holds(money, banks, numbers)
        yield from paces(days, cases, by_person, numbers)
