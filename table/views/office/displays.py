"""Displays: paired with a seat or a sign by the code that they show, and revoked."""

from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from table.live.callers import presence
from table.models import HOUSE, Display, Table
from table.rules.refusal import Code, Refused
from table.views.doors.entrance import form_page, staff_only
from table.views.office.counter import KEEPERS, Sent, done, filter_from, press, serve, show
from table.words.numbers import numbers_here
from table.words.terms import DISPLAYS


class DisplayPlace(NamedTuple):
    """A place for a display: the value that the form sends, and its name."""

    value: str
    name: str


class DisplayLine(NamedTuple):
    """A display of the list, and the key of its state."""

    display: Display
    state: str


STATES = {
    "here": gettext_lazy("connected now"),
    "lately": gettext_lazy("seen in the last two minutes"),
    "silent": gettext_lazy("not connected"),
    "never": gettext_lazy("never seen"),
}
LATELY = timedelta(minutes=2)
"""Longest time since a display was seen that counts as lately: other processes write it down once a minute."""


@form_page
@staff_only(*KEEPERS)
def displays(request: HttpRequest) -> HttpResponse:
    """List the displays in use, at training tables too; a POST pairs or revokes one. ``?code`` fills in its code."""

    acts = {"pair_display": lambda: _pair(request), "revoke_display": lambda: _revoke(request)}
    return serve(request, acts, lambda sent: _displays(request, sent))


def _displays(request: HttpRequest, sent: Sent) -> HttpResponse:
    """Render the displays in use, by table, that the filters by table and state let through, with the form for pairing.

    Each has its state; at a table they are sorted by kind and position (as texts), and tables of which none is shown
    are left out.
    The form has the code that was typed, else that of ``?code``.
    """
    tables = list(Table.objects.order_by(*Table.IN_ORDER).values_list("code", flat=True))
    at = filter_from(request, "table", gettext("Table"), ((it, it) for it in tables))
    state = filter_from(request, "state", gettext("Connection"), STATES.items())
    found = Display.objects.filter(revoked=False).select_related("table").order_by("kind", "position")
    shown = [DisplayLine(it, state_of(it)) for it in found if at.lets(it.table.code)]
    by_table = {it: [one for one in shown if one.display.table.code == it and state.lets(one.state)] for it in tables}
    given = {"places": places(), "kinds": DISPLAYS, "languages": settings.LANGUAGES, "states": STATES}
    code = sent.to("pair_display").typed.get("code") or request.GET.get("code", "")
    return show(
        request,
        "displays",
        sent=sent,
        tables={it: rows for it, rows in by_table.items() if rows},
        filters=(at, state),
        any=bool(found),
        moment=numbers_here().moment,
        code=code,
        **given,
    )


def state_of(display: Display) -> str:
    """Return the key of a display's state: ``here`` if connected to this process, else by when it was seen last.

    That is ``never``, ``lately`` (in the last two minutes) or ``silent``.
    """
    if display.pk in presence.connected:
        return "here"
    if display.seen is None:
        return "never"
    return "lately" if timezone.now() - display.seen <= LATELY else "silent"


def places() -> dict[str, list[DisplayPlace]]:
    """Return by table code the places for displays, the sign and each position, of all tables with rules.

    Tables for training are among them, and so are places that have a display already.
    """
    tables = Table.objects.exclude(policy=None).prefetch_related("positions").order_by(*Table.IN_ORDER)
    return {it.code: [DisplayPlace(f"{it.code}|sign|", str(DISPLAYS["sign"])), *_seats(it)] for it in tables}


def _seats(table: Table) -> list[DisplayPlace]:
    """List the seats of a table as places for a display, such as ``T1|seat|4`` with the name “Position 4”."""
    name = gettext("Position %(position)s")
    return [
        DisplayPlace(f"{table.code}|seat|{it.label}", name % {"position": it.label}) for it in table.positions.all()
    ]


def _pair(request: HttpRequest) -> HttpResponse:
    """Press `pair_display` with what was typed, and redirect to the list with a sentence.

    The place is as in `places`, the code may be in small letters. Refuses (E_ARGUMENTS) without a place.
    """
    table, _bar, rest = request.POST.get("place", "").partition("|")
    kind, _bar, position = rest.partition("|")
    if not table:
        raise Refused(Code.ARGUMENTS, "Choose where the display stands.")
    code = request.POST.get("code", "").strip().upper()
    given = {"code": code, "kind": kind, "table": table, "position": position}
    press(request, HOUSE, ("pair_display", given | {"language": request.POST.get("language", "")}))
    return done(request, gettext("The display “%(code)s” is paired.") % {"code": code}, "office_displays")


def _revoke(request: HttpRequest) -> HttpResponse:
    """Press `revoke_display` with the posted code, and redirect to the list, which says so once. Raises Refused."""
    code = request.POST.get("code", "")
    press(request, HOUSE, ("revoke_display", {"code": code}))
    return done(
        request,
        gettext("The display “%(code)s” is revoked; it shows nothing more.") % {"code": code},
        "office_displays",
    )
