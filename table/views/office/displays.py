"""Displays: paired with a seat or a sign by the code that they show, and revoked."""

from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from table.models import HOUSE, Display, Table
from table.rules.refusal import Code, Refused
from table.terms import DISPLAYS
from table.views.entrance import staff_only
from table.views.office.counter import KEEPERS, Sent, done, press, serve, show
from table.views.office.people import ASKS


class Place(NamedTuple):
    """Where a display can stand: how the form sends it, and how it is called."""

    value: str
    name: str


@require_http_methods(ASKS)
@staff_only(*KEEPERS)
def displays(request: HttpRequest) -> HttpResponse:
    """Every display that is in use, and a form to pair one; the code on a display's own screen leads here too."""

    acts = {"pair_display": lambda: _pair(request), "revoke_display": lambda: _revoke(request)}
    return serve(request, acts, lambda sent: _displays(request, sent))


def _displays(request: HttpRequest, sent: Sent) -> HttpResponse:
    found = Display.objects.filter(revoked=False).select_related("table").order_by("table__code", "kind", "position")
    given = {"places": places(), "kinds": DISPLAYS, "languages": settings.LANGUAGES}
    code = sent.typed.get("code") or request.GET.get("code", "")
    return show(request, "displays", sent=sent, displays=found, code=code, **given)


def places() -> dict[str, list[Place]]:
    """The signs and seats of every table that has its rules."""
    tables = Table.objects.exclude(policy=None).prefetch_related("positions").order_by(*Table.IN_ORDER)
    return {it.code: [Place(f"{it.code}|sign|", str(DISPLAYS["sign"])), *_seats(it)] for it in tables}


def _seats(table: Table) -> list[Place]:
    name = gettext("Position %(position)s")
    return [Place(f"{table.code}|seat|{it.label}", name % {"position": it.label}) for it in table.positions.all()]


def _pair(request: HttpRequest) -> HttpResponse:
    table, _bar, rest = request.POST.get("place", "").partition("|")
    kind, _bar, position = rest.partition("|")
    if not table:
        raise Refused(Code.ARGUMENTS, "Choose where the display stands.")
    code = request.POST.get("code", "").strip().upper()
    given = {"code": code, "kind": kind, "table": table, "position": position}
    press(request, HOUSE, ("pair_display", given | {"language": request.POST.get("language", "")}))
    return done(request, gettext("The display “%(code)s” is paired.") % {"code": code}, "office_displays")


def _revoke(request: HttpRequest) -> HttpResponse:
    code = request.POST.get("code", "")
    press(request, HOUSE, ("revoke_display", {"code": code}))
    return done(
        request,
        gettext("The display “%(code)s” is revoked; it shows nothing more.") % {"code": code},
        "office_displays",
    )
