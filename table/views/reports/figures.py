"""Figures as pictures, of one table or of all; the same are handed out as files."""

from datetime import datetime

from babel.dates import format_date
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods

from table.models import Table
from table.reports.figures import files
from table.reports.figures.filters import figure_filters, houses
from table.reports.figures.page import Figures, figures
from table.reports.registers.days import day_of
from table.rules.profile import Role
from table.screens.read.numbers import numbers_here
from table.verbs.house.exports import Form, Report
from table.views.doors.entrance import reads, signed_in
from table.views.reports.handing_out import hand_out, pressed_form, refusals_said, ways
from table.views.spelling import worded_as_at_its_table

FORMS = (Form.CSV, Form.JSON)


@require_http_methods(["GET", "HEAD", "POST"])
@reads(Report.STATISTICS)
@worded_as_at_its_table
@refusals_said
def of_table(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show the figures of a table; a POST hands them out as a file."""
    return _serve(request, get_object_or_404(Table.objects.select_related("policy"), code=code))


@require_http_methods(["GET", "HEAD", "POST"])
@reads(Report.STATISTICS)
@refusals_said
def of_house(request: HttpRequest) -> HttpResponseBase:
    """Show the figures of all tables; a POST hands them out as a file."""
    return _serve(request, None)


def _serve(request: HttpRequest, table: Table | None) -> HttpResponseBase:
    """Render the page, or answer a POST with the file."""
    wanted = figure_filters(request.GET.dict(), table)
    report = figures(wanted, Role(signed_in(request).role), numbers_here())
    if request.method == "POST":
        return _handed_out(request, report)
    given = {
        "report": report,
        "table": table,
        "houses": houses(table),
        "day": _day,
        "forms": ways(request.get_full_path(), FORMS),
    }
    return render(request, "reports/figures.html", given)


def _handed_out(request: HttpRequest, report: Figures) -> HttpResponseBase:
    form = pressed_form(request, FORMS)

    def made(copy: int) -> bytes:
        return files.as_csv(report) if form is Form.CSV else files.as_json(report, copy=copy)

    return hand_out(request, Report.STATISTICS, report.described, form, made)


def _day(at: datetime) -> str:
    """Write the day to which a moment belongs, in the language of the reader."""
    return format_date(day_of(at), "medium", locale=numbers_here().locale)
