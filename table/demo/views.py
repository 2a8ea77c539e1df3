"""Pages of the demo house: the overview, the control of tables that play by themselves, and displays."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from asgiref.sync import async_to_sync
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from table.access import pairing
from table.access.address import by_a_stranger, local
from table.demo import house, identity
from table.demo.house import TRAINED_AT, TRAINEE, cookie
from table.demo.plays import Speed, plays
from table.demo.stage import may_play, stage, tables
from table.models import Table
from table.views import screens
from table.views.doors.entrance import own_path

View = Callable[..., HttpResponse]
EVERY = "*"
"""Stands for all tables, in place of a table's code."""


def in_a_demo_house(view: View) -> View:
    """Decorate a view: 404 in any other house; 403 if the request came through a proxy that the house does not know.

    Its answer is not cached.
    """

    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, **given: Any) -> HttpResponse:
        """Call the view, unless the house is no demo house (Http404), or does not know the proxy (PermissionDenied)."""
        if not identity.is_demo():
            raise Http404
        if by_a_stranger(request):
            raise PermissionDenied(gettext("A demo house is not shown through a proxy that it does not know."))
        return view(request, **given)

    return guarded


@require_safe
@in_a_demo_house
def demo(request: HttpRequest) -> HttpResponse:
    """Show the overview of tables and people; with the PINs only if the request comes from this machine.

    Says whether the viewer may control the plays, and whether there is a training table.
    """
    here = local(request)
    people = [it if here else it._replace(pin="") for it in house.people()]
    lesson = Table.objects.filter(code=TRAINED_AT).exists()  # none in demo houses of earlier versions
    given = {"tables": tables(), "people": people, "may_play": may_play(request), "pins": here, "lesson": lesson}
    return render(request, "demo/demo.html", given | {"trained_at": TRAINED_AT, "trainee": TRAINEE})


@require_POST
@in_a_demo_house
def play(request: HttpRequest) -> HttpResponse:
    """Pause the play of the table in the field ``pause``, begin that in ``begin``, and redirect to ``next``.

    It begins at the ``speed`` given, else the normal one, also if the table plays already. ``*`` in ``pause`` or
    ``begin`` is all tables, an unknown code none. Raises PermissionDenied for those who may not.
    """
    if not may_play(request):
        raise PermissionDenied(
            gettext("Tables are let play at the machine itself, or by those who look after the pit.")
        )
    for code in _chosen(request.POST.get("pause", "")):
        async_to_sync(plays.pause)(code)
    speed = request.POST.get("speed", "")
    for code in _chosen(request.POST.get("begin", "")):
        async_to_sync(plays.begin)(code, Speed(speed) if speed in set(Speed) else Speed.NORMAL)
    return redirect(own_path(request.POST.get("next", "")))


def _chosen(code: str) -> list[str]:
    """List the codes of the chosen tables: the one with this code, all for EVERY, none for an unknown one.

    Only tables with rules are chosen, and none for training.
    """
    return [it.code for it in tables() if code in (it.code, EVERY)]


@require_safe
@in_a_demo_house
def states(request: HttpRequest) -> HttpResponse:
    """Answer with the play of each table as JSON: by code, whether it is ``playing``, and ``words`` on its state.

    Empty for those who may not control the plays.
    """
    shown = (stage(request) or {}).get("tables", [])
    return JsonResponse({it.code: {"playing": it.playing, "words": str(it.words)} for it in shown})


@require_safe
@in_a_demo_house
def display(request: HttpRequest, code: str, place: str) -> HttpResponse:
    """Show the display at a place of a table of the demo house, and set its cookie: no sign-in, and nothing is saved.

    Raises Http404 for an unknown table or place.
    """
    if not any(it.code == code and place in it.places for it in tables()):
        raise Http404
    # Set in the request as well as in the response: this URL is the same display each time it is loaded.
    request.COOKIES[pairing.COOKIE] = cookie(code, place)
    return screens.display(request)
