"""Landing of the staff after sign-in: each at the screen where they work."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, ResolverMatch, resolve, reverse
from django.views.decorators.http import require_safe

from table.models import Person, StaffPresence, Table
from table.record import in_charge
from table.rules.profile import Role
from table.screens.audiences import PAGES, WATCHERS
from table.views.doors.entrance import address, signed_in, staff_only

STOOD = "sabot_stood"
"""Cookie of a device: the address of the console, or of the pit, that it showed last.

It opens nothing: whoever signs in there is led to it, and let in or not like anybody else.
"""
STOOD_SECONDS = 400 * 24 * 3600
STANDS = ("console", "pit")
"""Names of the addresses of the screens that a device remembers."""
DESKS = (Role.CASSA, Role.VIDEO)
"""Roles that work at a page which an extension has added."""


@require_safe
@staff_only()
def work(request: HttpRequest) -> HttpResponse:
    """Redirect to where this person works, or to sign-in if nobody is signed in; the installed app opens here."""
    return redirect(place_of(request, signed_in(request)))


@require_safe
@staff_only(Role.DEALER)
def which_table(request: HttpRequest) -> HttpResponse:
    """List the tables that have rules, without those for training, for a dealer to choose.

    First come those without a dealer, then the others; of each those that are not closed come before the closed.
    """
    dealers = {it.table_id: it.person for it in in_charge.dealing()}
    tables = [(it, dealers.get(it.pk)) for it in _tables()]
    tables.sort(key=lambda it: (it[1] is not None, it[0].status == Table.Status.CLOSED))
    return render(request, "doors/which_table.html", {"tables": tables})


def place_of(request: HttpRequest, person: Person) -> str:
    """Return the address at which this person works, by their role and what this device showed last.

    A dealer's is that of :func:`_table_of`. A Capo Tavolo's, if signed on at one table, is its desk; the Direzione's
    the office, unless the device showed the pit last. That of the other WATCHERS, and of these two otherwise, is the
    pit. For Cassa and Video it is the first added page for their role, for operators the office, for auditors the
    records, for instructors the training; for anybody else, and where no page was added, the front page.
    """
    role = Role(person.role)
    if role is Role.DEALER:
        return _table_of(request, person)
    if role is Role.CAPO_TAVOLO and (code := _only_table_of(person)):
        return reverse("inspector", args=[code])
    if role is Role.DIREZIONE and _stood(request, "pit") is None:
        return reverse("office")
    if role in WATCHERS:
        return reverse("pit")
    if role in DESKS:
        return next((reverse(it.url) for it in PAGES if role in it.roles), reverse("front"))
    return address({Role.OPERATOR: "office", Role.AUDITOR: "records", Role.INSTRUCTOR: "training"}.get(role, "front"))


def _table_of(request: HttpRequest, dealer: Person) -> str:
    """Return the address of the console of which a dealer is in charge, or of the one that this device showed last.

    That counts only if its table has rules and is not for training; else the console of the only such table, or the
    choice of tables, or the front page where there is none.
    """
    if own := in_charge.table_of(dealer):
        return reverse("console", args=[own])
    codes = [it.code for it in _tables()]
    stood = _stood(request, "console")
    here = [stood.kwargs["code"]] if stood and stood.kwargs["code"] in codes else codes
    if len(here) == 1:
        return reverse("console", args=here)
    return reverse("which_table" if here else "front")


def _tables() -> list[Table]:
    """List the tables that have rules, without those for training."""
    return list(Table.real.exclude(policy=None).order_by(*Table.IN_ORDER))


def _only_table_of(person: Person) -> str:
    """Code of the table, none for training, at which a person is signed on; empty where none, or more than one."""
    present = StaffPresence.objects.filter(person=person, until=None, table__training=False)
    codes = present.values_list("table__code", flat=True)[:2]
    return codes[0] if len(codes) == 1 else ""


# --- where a device stands


def stays(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Set the cookie by which this device remembers the page, if it is a console or the pit; return the answer.

    It is not set again where it names this page already; any other page leaves it as it is.
    """
    match = request.resolver_match
    if match is not None and match.url_name in STANDS and request.COOKIES.get(STOOD) != request.path:
        secure = request.is_secure()
        answer.set_cookie(STOOD, request.path, max_age=STOOD_SECONDS, secure=secure, httponly=True, samesite="Lax")
    return answer


def _stood(request: HttpRequest, screen: str) -> ResolverMatch | None:
    """Return the resolved address of the console or pit that this device showed last, if it was this screen.

    The cookie STOOD has it, as the browser sends it. None otherwise; other pages that were shown since do not count.
    """
    try:
        match = resolve(request.COOKIES.get(STOOD, ""))
    except Resolver404:
        return None
    return match if match.url_name == screen else None
