"""Odds of the next coup as a page for those who look after a table; its desk shows it on request."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from table.models import Table
from table.screens.audiences import WATCHERS
from table.screens.inspector.odds import remaining
from table.screens.read.numbers import numbers_here
from table.screens.read.snapshot import Snapshot
from table.views.doors.entrance import staff_only
from table.views.office.counter import show
from table.views.spelling import worded_as_at_its_table


@require_safe
@staff_only(*WATCHERS)
@worded_as_at_its_table
def odds(request: HttpRequest, code: str) -> HttpResponse:
    """Show the odds as the table stands now; later acts do not update the page."""
    table = get_object_or_404(Table.objects.select_related("policy"), code=code)
    return show(request, "odds", code=code, told=remaining(Snapshot(table)), numbers=numbers_here())
