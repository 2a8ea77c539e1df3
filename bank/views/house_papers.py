"""Pages of the house's banks over a gaming day or month: statement, cash register and tips, each in three forms."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import NamedTuple

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from bank.play.day import gaming_day
from bank.reports.house_files import PAPERS, HouseReport, as_csv, as_json, as_pdf
from bank.reports.words import in_words
from table.record.days import calendar_day
from table.rules.profile import Role
from table.rules.readers import READERS, Form, Report
from table.views.doors.entrance import form_page, reads, signed_in
from table.views.reports.handing_out import Makes, hand_out, refusals_said, ways
from table.views.reports.register import FORMS
from table.words.numbers import numbers_here

OF_HOUSE = (Form.PDF, *FORMS)
REPORTS: dict[Report, Promise] = {
    Report.BANK_DAY: _("Banks of the house"),
    Report.CASH_REGISTER: _("Cash register"),
    Report.BANK_TIPS: _("Tips"),
}
"""Reports of the house on its banks with their names; each has a page of the name of the report."""


class PageLink(NamedTuple):
    """Way to another day, month or report; ``here`` if it is the one that is shown."""

    address: str
    words: str
    here: bool = False


def _page(report: Report) -> Callable[..., HttpResponseBase]:
    """Return the page of a report over a gaming day or month; a POST to it hands out that of one currency as a file.

    ``day`` is an ISO date or a month (2026-11), "" for the present gaming day. What is handed out is recorded in
    the house's register. Raises Http404 for anything else, and on a POST for a currency without a report.
    """

    @form_page
    @reads(report)
    @refusals_said
    def page(request: HttpRequest, day: str = "", currency: str = "") -> HttpResponseBase:
        """Show the report of a day or month, or on a POST hand out that of ``currency``, as :func:`_report` does."""
        return _report(request, report, day, currency)

    return page


def _report(request: HttpRequest, report: Report, typed: str, currency: str) -> HttpResponseBase:
    """Show a report of a day or month, by default the present gaming day; a POST hands out that of `currency`.

    Raises Http404 for what is no day or month, and on a POST for a currency without a report.
    """
    of = _checked(typed) if typed else gaming_day(timezone.now())
    papers = PAPERS[report](of)
    if request.method == "POST":
        found = next((it for it in papers if it.currency == currency), None)
        if found is None:
            raise Http404
        return _hand_out(request, report, found)
    given = {
        "of": in_words(of, numbers_here()),
        "title": REPORTS[report],
        "papers": papers,
        "numbers": numbers_here(),
        "turns": _turns(report, of),
        "reports": _reports(report, of, Role(signed_in(request).role)),
        "ways_of": {
            it.currency: ways(reverse(f"{report.value}_of", args=[of, it.currency]), OF_HOUSE) for it in papers
        },
    }
    return render(request, "reports/bank_house.html", given)


def _checked(of: str) -> str:
    """Return a day (2026-11-26) or a month (2026-11) unchanged. Raises Http404 for any other, or outside `YEARS`."""
    try:
        day = calendar_day(of if len(of) == len("2026-11-26") else f"{of}-01")
    except ValueError as wrong:
        raise Http404 from wrong
    if of not in (day.isoformat(), day.isoformat()[:7]):
        raise Http404
    return of


def _turns(report: Report, of: str) -> list[PageLink]:
    """List links to the same report: of a day those to the days before and after and to its month.

    Of a month those to the months before and after. ``of`` is the day or month in ISO form, such as 2026-11-28 or
    2026-11. Days to come are among them.
    """
    if len(of) == len("2026-11"):
        first = date.fromisoformat(f"{of}-01")
        others = [(first - timedelta(days=1)).isoformat()[:7], (first + timedelta(days=31)).isoformat()[:7]]
    else:
        day = date.fromisoformat(of)
        others = [(day - timedelta(days=1)).isoformat(), (day + timedelta(days=1)).isoformat(), of[:7]]
    return [PageLink(reverse(report.value, args=[it]), in_words(it, numbers_here())) for it in others]


def _reports(here: Report, of: str, role: Role) -> list[PageLink]:
    """List links to the reports of this day or month that this role reads, the one shown (``here``) among them."""
    return [
        PageLink(reverse(it.value, args=[of]), str(name), here=it is here)
        for it, name in REPORTS.items()
        if role in READERS[it]
    ]


def _hand_out(request: HttpRequest, report: Report, it: HouseReport) -> HttpResponseBase:
    """Record the hand-out of a report in the house's register, and answer with the file pressed for: PDF, CSV or JSON.

    Refuses (E_ARGUMENTS) any other form, before anything is recorded, and as :func:`as_pdf` does, after that.
    """
    makes: Makes = {
        Form.PDF: lambda to: as_pdf(it, numbers_here(), copy=to.number, taken=to.entry),
        Form.CSV: lambda _copy: as_csv(it),
        Form.JSON: lambda to: as_json(it, schema=report.value, of=to.of, language=to.language, copy=to.number),
    }
    return hand_out(request, report, f"{it.of} {it.currency}", makes)


bank_day, cash_register, bank_tips = map(_page, REPORTS)
