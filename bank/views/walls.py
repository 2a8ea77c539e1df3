"""Walls of the bank: the cage's and the camera desk's, each drawn once and then following all tables."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from table.rules.profile import Role
from table.screens.audiences import staff_view
from table.views.doors.entrance import signed_in, staff_only
from table.views.screens import live


@require_safe
@staff_only(Role.CASSA)
def cassa(request: HttpRequest) -> HttpResponse:
    """Show what the tables ask of the cage."""
    return _wall(request, "cassa")


@require_safe
@staff_only(Role.VIDEO)
def video(request: HttpRequest) -> HttpResponse:
    """Show the feed of the camera desk."""
    return _wall(request, "video")


def _wall(request: HttpRequest, screen: str) -> HttpResponse:
    """Draw a wall's page, which then follows all tables."""
    person = signed_in(request)
    view = staff_view(screen, "", person, get_language() or "")
    given = {"person": person, "code": "", "away": f"{reverse('sign_in')}?next={request.path}", "app": "staff"}
    return live(request, screen, view, given)
