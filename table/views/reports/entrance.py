"""Entrance to the record: its tables, a day of the house, and who dealt on it."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.timezone import localtime
from django.views.decorators.http import require_safe

from table.models import Table
from table.record.days import day_of
from table.record.proof import gaps
from table.reports.evenings.closing import day_of_house
from table.reports.evenings.hours import A_BREAK, hours_of
from table.reports.registers.filters import WantedDay, day
from table.reports.registers.forms import FILES
from table.reports.registers.pages import called_at
from table.rules.profile import Role
from table.rules.readers import READERS, Report
from table.screens.read.sentences import waiting_pins
from table.views.doors.entrance import form_page, reads, signed_in
from table.views.reports.handing_out import refusals_said, ways
from table.views.reports.register import FORMS, hand_out_day
from table.words.numbers import numbers_here
from table.words.offices import common
from table.words.voices import voiced_here


@require_safe
@reads(Report.REGISTER)
def records(request: HttpRequest) -> HttpResponse:
    """List the tables, none for training, with links to their reports and to the published schemas.

    With links to the reports of the house if this role may read them, and warnings of PINs given anew that decide
    nothing yet and of gaps of registers found in the last week.
    """
    tables = Table.real.select_related("policy").order_by(*Table.IN_ORDER)
    role = Role(signed_in(request).role)
    given = {"tables": tables, "today": day_of(timezone.now()), "of_house": role in READERS[Report.HOUSE]}
    given["given_pins"] = waiting_pins()
    given["gaps"] = gaps.lately()
    return render(request, "reports/records.html", given | {"schemas": FILES})


@form_page
@reads(Report.REGISTER)
@refusals_said
def house_day(request: HttpRequest) -> HttpResponseBase:
    """Show the sums of a day (``?on``, else today) at each table that has an entry on it, none for training.

    A day lasts from six to six in house time. A POST hands out the entries of that day as one file, CSV or JSON, and
    records that in the house's register. A date that cannot be read is refused.
    """
    on = day(request.GET.get("on", "")) or day_of(timezone.now())
    if request.method == "POST":
        codes = list(Table.real.order_by(*Table.IN_ORDER).values_list("code", flat=True))
        return hand_out_day(request, WantedDay(on=on), codes)
    tables = day_of_house(on)
    given = {"day": on, "tables": tables, "forms": ways(f"{request.path}?on={on}", FORMS), "local": localtime}
    with translation.override(voiced_here(common(called_at(it.table) for it in tables))):
        return render(request, "reports/day.html", given | {"numbers": numbers_here()})


@require_safe
@reads(Report.REGISTER)
@refusals_said
def dealers(request: HttpRequest) -> HttpResponse:
    """Show who dealt on a day (``?on``, else today), where, how long in all, and the longest time without a break.

    Training tables are left out. On a day that is not over it shows, too, how long each has dealt without a break up to
    now, or since when they are free: first those at a table, the longest first, then those free, the longest first.
    On a day that is over they are sorted by badge. A date that cannot be read is refused (E_ARGUMENTS).
    """
    now = timezone.now()
    on = day(request.GET.get("on", "")) or day_of(now)
    given = {"day": on, "hours": hours_of(on, now), "long": _long, "local": localtime}
    return render(request, "reports/hours.html", given | {"least": A_BREAK // timedelta(minutes=1)})


def _long(time: timedelta) -> str:
    """Format a time as hours and whole minutes, rounded down: ``1:05``."""
    hours, minutes = divmod(time // timedelta(minutes=1), 60)
    return f"{hours}:{minutes:02}"
