"""Figures of a day as files: PDF/A and CSV as the page has them, JSON by the published schema."""

from collections.abc import Iterator
from typing import Any

import msgspec
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext

from table.record.days import begins
from table.reports.days.cells import ShownDay
from table.reports.days.decisions import TimedCase, by_article, decided
from table.reports.days.money import TableMoney
from table.reports.days.page import DayFigures
from table.reports.figures.picture import Picture
from table.reports.registers import spreadsheet
from table.reports.registers.forms import (
    BoxSums,
    CaseTimes,
    DayFile,
    DaySums,
    DecisionTimes,
    DropSums,
    TableSums,
    head_of,
)
from table.reports.typesetting import compiled
from table.words.voices import language_here


def as_json(figures: DayFigures, *, copy: int) -> bytes:
    """Return the figures as indented JSON, a :class:`table.reports.registers.forms.DayFile`, in the active language.

    `copy` is the number of the hand-out. Dealers, and those who decided cases, are null unless the figures have
    persons; ``drops`` is left out without banks.
    """
    day, before, week_before = (_day(it) for it in figures.days)
    by_person = figures.persons
    file = DayFile(
        **head_of("day", of=figures.described, language=language_here(), copy=copy),
        over=figures.over,
        day=day,
        day_before=before,
        week_before=week_before,
        tables=[_table(it) for it in figures.money],
        hours=figures.days[0].in_seconds,
        cases=list(_cases(figures)),
        dealers=None if by_person is None else [it.in_file for it in by_person.dealers],
        drops=[DropSums(str(of.day), *it) for of in figures.banks for it in of.drops] or msgspec.UNSET,
        deciders=None if by_person is None else [DecisionTimes(badge, *it) for badge, it in by_person.deciders],
    )
    return msgspec.json.format(msgspec.json.encode(file), indent=2) + b"\n"


def _day(shown: ShownDay) -> list[DaySums]:
    """Return the sums of a day for each currency, sorted by its code: tables, coups, turnover and what the tables won.

    Amounts are in cents. A currency in which no coup ended is left out.
    """
    return [
        DaySums(
            str(shown.day),
            currency,
            len({it.code for it in its}),
            sum(it.coups.played for it in its),
            sum(it.turnover for it in its),
            sum(it.win for it in its),
        )
        for currency in sorted({it.currency for it in shown.money})
        if (its := [it for it in shown.money if it.currency == currency])
    ]


def _table(it: TableMoney) -> TableSums:
    """Return the sums of a table as the file has them: coups played and paid, and in cents turnover and wins.

    The win has what disputes moved, which is in no box and also by itself, as is what was moved after the day.
    Theoretical wins are rounded. Boxes without turnover and win are left out.
    """
    total = it.total
    return TableSums(
        it.code,
        it.currency,
        it.coups.played,
        it.coups.paid,
        total.turnover,
        total.win,
        round(total.expected),
        it.disputes,
        it.later,
        [BoxSums(box.value, one.turnover, one.win, round(one.expected)) for box, one in it.boxes.items()],
    )


def _cases(figures: DayFigures) -> Iterator[CaseTimes]:
    """Yield for each table and article the number of cases of the day, and how long their decisions took.

    That is, of those that somebody decided, the number, and the median and longest time in seconds. Tables come in the
    order of the cases, articles ascending. Withdrawn cases and those opened before the day do not count; tables and
    articles without any other are left out.
    """
    for code in dict.fromkeys(it.table for it in figures.cases):
        of_table: list[TimedCase] = [it for it in figures.cases if it.table == code]
        for article, its in by_article(of_table):
            yield CaseTimes(code, article, *decided(its))


# --- as the page has them


def as_csv(figures: DayFigures) -> bytes:
    """Return as CSV a row for each cell with a value, in the tables of the page and those of each box at every table.

    A row has the title of the table, label of the row, measure, and value; the first row has their heads. Amounts are
    in cents, times in seconds, shares as parts of 1, with a decimal comma. A cell without a number, such as a pending
    one, has its text. It is UTF-8 with a byte order mark.
    """
    rows: list[list[object]] = [[gettext("Table of figures"), gettext("Row"), gettext("Measure"), gettext("Value")]]
    for picture in (*figures.pictures, *figures.each_box):
        for line in picture.lines:
            for head, cell in zip(picture.head, line.cells, strict=True):
                if value := cell.said if cell.value is None else str(cell.value).replace(".", ","):
                    rows.append([picture.title, line.label, head.label, value])
    return spreadsheet.BOM + spreadsheet.lines(rows)


def as_pdf(figures: DayFigures, *, title: str, copy: int) -> bytes:
    """Return the PDF/A of the page on A4 paper, in the active language, with this title and the number of this copy.

    The same arguments give the same bytes. Blocks and refuses (E_RATE, E_ARGUMENTS) as :func:`compiled` does.
    """
    return compiled("day_figures.typ", _paper(figures, title, copy), timestamp=0)


def _paper(figures: DayFigures, title: str, copy: int) -> dict[str, Any]:
    """Return the inputs of the Typst template: title, date, copy, notes and sections, in the active language.

    The date is when the day begins, at six in house time. The only note says that the day is not over. The sections are
    the tables of figures that the page shows.
    """
    language = (get_language() or "en")[:2]
    so_far = "" if figures.over else gettext("The day is not over: these are its figures so far.")
    return {
        "language": language,
        "title": title,
        "at": list(localtime(begins(figures.day)).timetuple()[:6]),
        "copy": gettext("copy %(copy)s") % {"copy": copy},
        "page": gettext("page {page} of {pages}"),
        "notes": [it for it in (so_far,) if it],
        "sections": [_section(it) for it in figures.shown],
    }


def _section(picture: Picture) -> dict[str, Any]:
    """Return a table of figures as input of the template: title, about, notes, heads, and rows, each after its label.

    The heads are those of the cells alone; ``last`` is how many of the rows are no sums.
    """
    return {
        "title": picture.title,
        "about": picture.about,
        "notes": list(picture.notes),
        "heads": [it.label for it in picture.head],
        "rows": [[line.label, *(cell.said for cell in line.cells)] for line in picture.lines],
        "last": sum(not line.key.startswith(("total", "together")) for line in picture.lines),
    }
