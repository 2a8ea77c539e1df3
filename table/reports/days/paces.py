"""Tables of the time of a day: hours and coups an hour, from case to decision, and persons, in the active language."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from table.reports.days.cells import Columns, ShownDays, day_in_words, heads, table_of
from table.reports.days.decisions import TimedCase, by_article, decided
from table.reports.days.hours import TableTimes, in_seconds
from table.reports.days.persons import Persons
from table.reports.fields import fields_of
from table.reports.figures.picture import ColumnHead, FigureCell, Picture, PictureLine
from table.reports.registers.forms import CaseTimes, DealerPace, DecisionTimes, TableHours
from table.words.numbers import Numbers


def paces(
    days: ShownDays, cases: Sequence[TimedCase], by_person: Persons | None, numbers: Numbers
) -> Iterator[Picture]:
    """Yield the table of hours, then those of cases, if any, then those of persons, unless they are None."""
    yield _hours(days, numbers)
    yield from _cases(cases, numbers)
    if by_person is not None:
        yield from _persons(by_person, numbers)


def _hours(days: ShownDays, numbers: Numbers) -> Picture:
    """Return the table of hours: a row for each table on the day, then one for all tables on each of up to three days.

    These are the day itself (“together”), the day before, and the day a week before; one without hours is left out. The
    columns are hours open, hours without play (in all and by reason), coups, and coups an hour of play, without those
    that are empty in all rows; a time of 0 is an empty cell, as is a pace that too few coups give.
    """
    columns = Columns(numbers)
    lines = [PictureLine(it.table, it.table, columns.cells(it)) for it in days[0].in_seconds]
    names = (pgettext("figures", "together"), *(day_in_words(it.day, numbers) for it in days[1:]))
    for key, name, day in zip(("day", "day-before", "week-before"), names, days, strict=True):
        if day.hours:
            times = columns.cells(in_seconds("", _together(day.hours), day.coups()))
            lines.append(PictureLine(f"together-{key}", name, times))
    about = _(
        "Hours and minutes. A table stands still while the game is suspended, while a case holds it, and from the last "
        "coup of a taglia to the betting on the next one; coups an hour are those of the rest of the time."
    )
    return table_of("hours", _("Open, standing still, coups an hour"), heads(TableHours), lines, about=about)


def _together(hours: Mapping[str, TableTimes]) -> TableTimes:
    """Return the sums of these hours; their times by dealer (`dealt`) are not summed, and empty."""
    total = TableTimes()
    for it in hours.values():
        total = TableTimes(
            total.opened + it.opened,
            total.still + it.still,
            total.suspended + it.suspended,
            total.decision + it.decision,
            total.cards + it.cards,
        )
    return total


# --- cases


def _cases(cases: Sequence[TimedCase], numbers: Numbers) -> Iterator[Picture]:
    """Yield the table of cases by article, and if they were at several tables one by table and article.

    Only cases opened on the day itself and not withdrawn are counted; nothing is yielded if there are none. The columns
    are cases, those that somebody decided, and median and longest time to that, which are empty, or left out if they
    are in all rows, where nobody decided. A note of the first says how many of them are not decided yet, if any.
    """
    articles = list(by_article(cases))
    if not articles:
        return
    lines = [PictureLine(str(it), f"{its[0].name} · {its[0].title}", _took(its, numbers)) for it, its in articles]
    about = _(
        "From the act by which a case was opened to the one by which somebody decided it; withdrawn cases are left "
        "out, and what the cards settle is decided by nobody."
    )
    title, notes = _("From case to decision by article"), _still_open(cases)
    yield table_of("cases", title, heads(CaseTimes), lines, about=about, notes=notes)
    tables = list(dict.fromkeys(it.table for it in cases if it.within))
    if len(tables) > 1:
        each = ((code, its, [it for it in its if it.table == code]) for code in tables for _article, its in articles)
        lines = [
            PictureLine(f"{code} {its[0].article}", f"{code} · {its[0].name}", _took(here, numbers))
            for code, its, here in each
            if here
        ]
        yield table_of("cases-tables", _("From case to decision by table and article"), heads(CaseTimes), lines)


def _still_open(cases: Sequence[TimedCase]) -> list[str]:
    """List one sentence on how many cases opened on the day, and not withdrawn, still stand; none where none does."""
    count = sum(it.within and it.ended is None for it in cases)
    text = ngettext("%(count)s case is not decided yet.", "%(count)s cases are not decided yet.", count)
    return [text % {"count": count}] if count else []


def _took(cases: Iterable[TimedCase], numbers: Numbers) -> tuple[FigureCell, ...]:
    """Return four cells: number of cases, of those somebody decided, and median and longest seconds to the decision.

    Cases opened earlier or withdrawn are not counted; the times are empty where nobody decided any.
    """
    return Columns(numbers).cells(CaseTimes("", 0, *decided(cases)))


# --- persons


def _persons(by_person: Persons, numbers: Numbers) -> Iterator[Picture]:
    """Yield the tables of dealers (coups, time and pace) and of those who decided cases (number and times), by badge.

    A table without rows is left out.
    """
    text = _("By badge, at %(tables)s, and for your office alone. Nobody is ranked.")
    about, columns = text % {"tables": ", ".join(by_person.tables)}, Columns(numbers)
    if by_person.dealers:
        head = [*heads(DealerPace), ColumnHead("an_hour", fields_of(TableHours)["an_hour"].title())]
        lines = [
            PictureLine(it.badge, it.badge, (*columns.cells(it.in_file), columns.number(it.an_hour)))
            for it in by_person.dealers
        ]
        yield table_of("dealers", _("Coups an hour by dealer"), head, lines, about=about)
    if by_person.deciders:
        lines = [
            PictureLine(badge, badge, columns.cells(DecisionTimes(badge, *its))) for badge, its in by_person.deciders
        ]
        yield table_of("deciders", _("From case to decision by person"), heads(DecisionTimes), lines, about=about)
