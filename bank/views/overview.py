"""Pages about all tables with a bank: dealers and their breaks, and the walls of cage and camera desk."""

from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from bank.views.rota import rota
from table.reports.evenings.hours import A_BREAK
from table.rules.profile import Role
from table.screens.audiences import WATCHERS, staff_view
from table.views.doors.entrance import signed_in, staff_only
from table.views.office.counter import show
from table.views.screens import live


@require_safe
@staff_only(Role.CASSA)
def cassa(request: HttpRequest) -> HttpResponse:
    """Show the screen of the cage, on which each table with a bank has what it asks; its socket keeps it up to date.

    Training tables are left out.
    """
    return _wall(request, "cassa")


@require_safe
@staff_only(Role.VIDEO)
def video(request: HttpRequest) -> HttpResponse:
    """Show the screen of the camera desk, with the feed of each table with a bank; its socket keeps it up to date.

    Training tables are left out.
    """
    return _wall(request, "video")


def _wall(request: HttpRequest, screen: str) -> HttpResponse:
    """Render the page of ``screen`` ("cassa" or "video") with the regions of its tables; its socket follows them."""
    person = signed_in(request)
    view = staff_view(screen, "", person, get_language() or "")
    given = {"person": person, "code": "", "away": f"{reverse('sign_in')}?next={request.path}", "app": "staff"}
    return live(request, screen, view, given)


@require_safe
@staff_only(*WATCHERS)
def dealers_and_breaks(request: HttpRequest) -> HttpResponse:
    """Show the rota of this moment. Raises Http404 where no table has a bank."""
    found = rota(timezone.now())
    if not found.tables:
        raise Http404
    least = A_BREAK // timedelta(minutes=1)
    return show(request, "dealers", rota=found, least=least, local=localtime, here=request.path)
