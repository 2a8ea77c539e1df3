"""Waiting list of the pit: who waits for which tables, and which free positions they could be called to."""

from collections.abc import Iterable
from datetime import timedelta
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from django.utils.translation import gettext

from table.models import HOUSE, Position, Table, Waiting
from table.record.cross_register.waiting import Waits, wait_for, who_waits
from table.rules.profile import Profile
from table.verbs.house.seating import SEATERS
from table.verbs.house.waiting import AT_THE_PIT
from table.views.doors.entrance import form_page, signed_in, staff_only
from table.views.office.counter import Sent, done, press, serve, show

LONG = 30
"""Minutes of waiting from which on a guest stands out."""
MOST_OFFERED = 6
"""Most tables with a free position that are offered for a guest."""


class FreePosition(NamedTuple):
    """First free position of a table; `seen` is the number of its last entry, `checks` that it checks identities."""

    table: str
    position: str
    seen: int
    checks: bool


class WaitingLine(NamedTuple):
    """A guest who waits, for how many whole minutes, and the positions to call them to: none if the reader may not."""

    it: Waits
    minutes: int
    places: tuple[FreePosition, ...]

    @property
    def late(self) -> bool:
        """Whether the guest has waited LONG minutes or more, and so stands out."""
        return self.minutes >= LONG


@form_page
@staff_only(*AT_THE_PIT)
def waiting(request: HttpRequest) -> HttpResponse:
    """Show the waiting list; a POST enters a guest, takes one off, or calls one to a position."""
    acts = {
        "wait_for_seat": lambda: _enter(request),
        "leave_list": lambda: _take_off(request),
        "call_guest": lambda: _call(request),
    }
    return serve(request, acts, lambda sent: _page(request, sent))


def _page(request: HttpRequest, sent: Sent) -> HttpResponse:
    """Render the list, to roles that may call with the positions to which guests can be called.

    With the tables that have rules, none for training, and the houses played at them, for entering a guest.
    """
    tables = list(Table.real.exclude(policy=None).select_related("policy").order_by(*Table.IN_ORDER))
    houses = {profile.key: profile.title for _table, profile in _playing(tables)}
    calls = signed_in(request).role in SEATERS
    given = {"sent": sent, "tables": [it.code for it in tables], "houses": houses, "calls": calls}
    ticked = request.POST.getlist("tables")
    return show(request, "waiting", **given, ticked=ticked, lines=_lines(tables if calls else []))


def _playing(tables: Iterable[Table]) -> list[tuple[Table, Profile]]:
    """Pair with the rules in force those of the tables that have any, in the same order."""
    return [(it, it.policy.profile) for it in tables if it.policy is not None]


def _lines(tables: list[Table]) -> list[WaitingLine]:
    """List the first MOST_SHOWN guests who wait, with their minutes and the positions to which they can be called.

    Those passed over least often come first. The positions are the first free one of at most MOST_OFFERED of those of
    `tables`, open or suspended, for which the guest waits. A guest who has been called, or sits at such a table, has
    none.
    """
    known, moment = who_waits(), now()
    free = _free([it for it in tables if it.status != Table.Status.CLOSED]) if known else {}
    at = [
        (table, {it.number for it in wait_for(known, table.code, profile.key)}) for table, profile in _playing(tables)
    ]
    return [
        WaitingLine(
            it,
            max(0, (moment - it.since) // timedelta(minutes=1)),
            tuple(
                free[table.code]
                for table, wished in at
                if it.has_one is None and it.number in wished and table.code in free
            )[:MOST_OFFERED],
        )
        for it in known
    ]


def _free(tables: list[Table]) -> dict[str, FreePosition]:
    """Return by code the first free position of each of these tables that has one, whatever the table's status.

    All of them have rules. With the number of the table's last entry, and whether its rules require an identity check.
    """
    checks = {table.pk: profile.identity_check for table, profile in _playing(tables)}
    numbers = {it.pk: it for it in tables}
    found: dict[str, FreePosition] = {}
    for it in Position.objects.filter(table__in=tables, state=Position.State.FREE).order_by("table_id", "order"):
        table = numbers[it.table_id]
        found.setdefault(table.code, FreePosition(table.code, it.label, table.number, checks[table.pk]))
    return found


# --- what is pressed


def _enter(request: HttpRequest) -> HttpResponse:
    """Press `wait_for_seat` with what was typed, and redirect to the list with a sentence that has the guest's number.

    A house of rules that was chosen counts only where no table is. Raises Refused.
    """
    tables, profile = request.POST.getlist("tables"), request.POST.get("house", "")
    given = {"guest": _guest(request), "tables": tables or None, "profile": "" if tables else profile}
    answer = press(request, HOUSE, ("wait_for_seat", given))
    entered = Waiting.objects.get(asked=answer.number)
    facts = {"number": entered.number, "guest": given["guest"]}
    return done(request, gettext("“%(guest)s” waits with number %(number)s.") % facts, "waiting")


def _take_off(request: HttpRequest) -> HttpResponse:
    """Press `leave_list` for the guest that was sent, and redirect to the list with a sentence. Raises Refused."""
    press(request, HOUSE, ("leave_list", {"guest": _guest(request)}))
    return done(request, gettext("“%(guest)s” is off the list.") % {"guest": _guest(request)}, "waiting")


def _call(request: HttpRequest) -> HttpResponse:
    """Press `call_guest` at the table that was chosen, and redirect to the list with a sentence. Raises Refused.

    The guest's number on the list has at most three digits; anything else counts as 0.
    """
    table, position, number = (request.POST.get(it, "") for it in ("table", "position", "number"))
    called = int(number) if number.isascii() and number.isdigit() and len(number) < 4 else 0
    press(request, table, ("call_guest", {"guest": _guest(request), "position": position, "number": called}))
    facts = {"number": called, "position": position, "table": table}
    sentence = gettext("Number %(number)s is called to position %(position)s of table %(table)s.")
    return done(request, sentence % facts, "waiting")


def _guest(request: HttpRequest) -> str:
    """Key of the guest in the posted form, without spaces around it; "" where there is none, as in a GET."""
    return request.POST.get("guest", "").strip()
