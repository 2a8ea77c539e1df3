"""Page of the pit on its dealers at tables with a bank: who deals where, who is due for a break, and who relieves."""

from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.timezone import localtime
from django.views.decorators.http import require_safe

from bank.house.rota import rota
from table.reports.evenings.hours import A_BREAK
from table.screens.audiences import WATCHERS
from table.views.doors.entrance import staff_only
from table.views.office.counter import show


@require_safe
@staff_only(*WATCHERS)
def dealers_and_breaks(request: HttpRequest) -> HttpResponse:
    """Show the rota of this moment. Raises Http404 where no table has a bank."""
    found = rota(timezone.now())
    if not found.tables:
        raise Http404
    least = A_BREAK // timedelta(minutes=1)
    return show(request, "dealers", rota=found, least=least, local=localtime, here=request.path)
