"""Figures as pictures, of one table or of all, and figures of a day; the same are handed out as files."""

from collections.abc import Sequence
from datetime import date, datetime

from babel.dates import format_date
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext

from table.models import Table
from table.record.days import day_of
from table.reports.chance.apart import computed
from table.reports.chance.day import of_day as of_day_by_chance
from table.reports.days import files as day_files
from table.reports.days.page import DayFigures, day_figures
from table.reports.days.spans import days_of
from table.reports.figures import files
from table.reports.figures.filters import figure_filters, houses
from table.reports.figures.page import figures
from table.reports.registers.filters import day_filters
from table.rules.profile import Role
from table.rules.readers import Form, Report
from table.views.doors.entrance import form_page, reads, signed_in, worded_as_at_its_table
from table.views.reports.handing_out import Makes, hand_out, refusals_said, ways
from table.words.numbers import numbers_here

FORMS = (Form.CSV, Form.JSON)
DAY_FORMS = (Form.PDF, Form.CSV, Form.JSON)


@form_page
@reads(Report.STATISTICS)
@worded_as_at_its_table
@refusals_said
def of_table(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show the figures of a table.

    A POST hands them out as CSV or JSON, and records that in the house's register. The query filters them by day,
    taglia and house of rules; what cannot be is refused. Raises Http404 for an unknown table and a training table.
    """
    return _serve(request, get_object_or_404(Table.real.select_related("policy"), code=code))


@form_page
@reads(Report.STATISTICS)
@refusals_said
def of_house(request: HttpRequest) -> HttpResponseBase:
    """Show the figures of all tables, none for training.

    A POST hands them out as CSV or JSON, and records that in the house's register. The query filters them by day and
    house of rules, all by default; what cannot be is refused.
    """
    return _serve(request, None)


@form_page
@reads(Report.STATISTICS)
@refusals_said
def of_day(request: HttpRequest) -> HttpResponseBase:
    """Show the figures of a day at some tables or at all, ``?on=2026-11-20&tables=T1+T3``; today by default.

    With ``?chance`` also what chance does to it. A POST hands them out as PDF, CSV or JSON, and records that in the
    house's register. A date that cannot be read and an unknown table are refused, as `refusals_said` answers.
    """
    now = timezone.now()
    known = list(Table.real.order_by(*Table.IN_ORDER).values_list("code", flat=True))
    wanted = day_filters({it: request.GET.get(it, "") for it in ("on", "tables")}, known, today=day_of(now))
    report = day_figures(wanted.on, wanted.tables, Role(signed_in(request).role), numbers_here(), now)
    title = _title(wanted.on, wanted.tables)
    if request.method == "POST":
        return _day_handed_out(request, report, title)
    chance = None
    if "chance" in request.GET:
        chance = computed(lambda: of_day_by_chance(days_of(wanted.on, wanted.tables).day, numbers_here()))
    given = {"report": report, "title": title, "wanted": wanted, "chance": chance}
    return render(request, "reports/day_figures.html", given | {"forms": ways(request.get_full_path(), DAY_FORMS)})


def _title(day: date, tables: Sequence[str]) -> str:
    """Return the title of the figures (win and pace) of a day, with the codes of these tables, none for all.

    In the active language, the day written in full.
    """
    said = {"day": format_date(day, "full", locale=numbers_here().locale), "tables": ", ".join(tables)}
    return gettext("Win and pace of %(tables)s, %(day)s") % said if tables else gettext("Win and pace, %(day)s") % said


def _day_handed_out(request: HttpRequest, report: DayFigures, title: str) -> HttpResponseBase:
    """Record the hand-out of the figures of a day, and answer with the file: PDF, CSV or JSON, as was pressed.

    `title` is that of the PDF alone. Refuses as :func:`hand_out` does.
    """
    makes: Makes = {
        Form.PDF: lambda it: day_files.as_pdf(report, title=title, copy=it.number),
        Form.CSV: lambda _copy: day_files.as_csv(report),
        Form.JSON: lambda it: day_files.as_json(report, copy=it.number),
    }
    return hand_out(request, Report.STATISTICS, report.described, makes)


def _serve(request: HttpRequest, table: Table | None) -> HttpResponseBase:
    """Show the figures of a table, or of all (None); a POST hands them out as CSV or JSON, and records that.

    Refuses (E_ARGUMENTS) a filter that cannot be, and as :func:`hand_out` does.
    """
    wanted = figure_filters(request.GET.dict(), table)
    report = figures(wanted, Role(signed_in(request).role), numbers_here())
    if request.method == "POST":
        makes: Makes = {
            Form.CSV: lambda _copy: files.as_csv(report),
            Form.JSON: lambda it: files.as_json(report, copy=it.number),
        }
        return hand_out(request, Report.STATISTICS, report.described, makes)
    given = {"report": report, "table": table, "houses": houses(table), "day": _day}
    return render(request, "reports/figures.html", given | {"forms": ways(request.get_full_path(), FORMS)})


def _day(at: datetime) -> str:
    """Format the day of the house to which a time belongs (see :func:`day_of`), in the active language."""
    return format_date(day_of(at), "medium", locale=numbers_here().locale)
