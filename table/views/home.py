"""Front page: for visitors the houses and their odds, for staff what each of them may open."""

from collections.abc import Iterator
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language

from table.models import Person, StaffPresence, Table
from table.rules.profile import Role
from table.rules.readers import READERS, Report
from table.screens.audiences import MAY_OPEN, PAGES, StaffPage
from table.views import pages
from table.views.doors.entrance import address, own_path, signed_in, staff_only
from table.views.office.counter import OFFICE
from table.words.terms import STATUSES

RECORDS = (Role.AUDITOR, Role.DIREZIONE, Role.OPERATOR)
IN_THE_RECORD = _("Registers, coups, taglie and evenings, and what was refused.")
IN_THE_PROOF = _("Registers to be checked elsewhere, and the key of this house.")
OF_THE_HOUSE = (
    StaffPage("pit", _("The pit"), _("All tables at a glance, and each from its tile."), MAY_OPEN["pit"]),
    StaffPage("office", _("House office"), _("People, tables, rules, limits and displays."), OFFICE),
    StaffPage("records", _("The record"), IN_THE_RECORD, READERS[Report.REGISTER]),
    StaffPage("proof", _("Proof"), IN_THE_PROOF, READERS[Report.PROOF]),
    StaffPage("admin:index", _("Records"), _("Everything that is kept, to look at only."), RECORDS),
)
"""Pages of the house to which the front page of the staff links after those that extensions have added."""


class HomeLink(NamedTuple):
    """A link: its address, its title, and a few words about it."""

    address: str
    title: str
    words: str


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """Show visitors the welcome page, and staff the links of :func:`ways`, at least that to the rules of all houses."""
    if not isinstance(request.user, Person):
        return pages.welcome(request)
    answer = render(request, "doors/home.html", {"person": request.user, "ways": [*ways(request.user)]})
    add_never_cache_headers(answer)
    return answer


def ways(person: Person) -> Iterator[HomeLink]:
    """Yield the links to what a person may open, and at the end that to the rules of all houses.

    Without those to screens that this house does not have.
    """
    yield from (way for way in _work(person) if way.address)
    yield HomeLink(address("houses"), gettext("House rules and odds"), gettext("Every house, every bet, exactly."))


def _work(person: Person) -> Iterator[HomeLink]:
    """Yield the links to what a role may open: consoles, added pages, and those of OF_THE_HOUSE.

    An added page is left out while its own condition ``shown`` is False. One to a screen that this house does not have
    has an empty address, by which `ways` leaves it out.
    """
    role = Role(person.role)
    if role in MAY_OPEN["dealer"]:
        yield from _consoles(person)
    for it in (*PAGES, *OF_THE_HOUSE):
        if role in it.roles and (it.shown is None or it.shown()):
            yield HomeLink(address(it.url), str(it.title), str(it.words))


def _consoles(person: Person) -> Iterator[HomeLink]:
    """Yield links to the consoles of all tables: first where the person is signed on, then the others.

    Among each, those for training come last.
    Each says that the person is signed on there, else that the table is for training, else its status.
    """
    mine = set(StaffPresence.objects.filter(person=person, until=None).values_list("table_id", flat=True))
    tables = Table.objects.order_by(*Table.IN_ORDER)
    for table in sorted(tables, key=lambda it: (it.pk not in mine, it.training)):
        there = gettext("Training: nothing here counts") if table.training else str(STATUSES[table.status])
        here = gettext("You are signed on here.") if table.pk in mine else there
        yield HomeLink(address("console", table.code), gettext("Table %(table)s") % {"table": table.code}, here)


@require_POST
def own_language(request: HttpRequest) -> HttpResponse:
    """Store the language of this device in a cookie, and with the person if one is signed in, and redirect back.

    It is entered in no register. One that the house does not have is not stored with the person, and in the cookie
    only if Django has it.
    """
    chosen = request.POST.get("language", "")
    if isinstance(request.user, Person) and chosen in dict(settings.LANGUAGES):
        Person.objects.filter(pk=request.user.pk).update(language=chosen)
    return set_language(request)


@require_POST
@staff_only()
def own_hand(request: HttpRequest, *, left: bool) -> HttpResponse:
    """Store in the row of this person whether they press with the left hand, which mirrors their console.

    Redirects to ``next`` of the form: that is a path of this house, else the front page. No register has it.
    """
    Person.objects.filter(pk=signed_in(request).pk).update(left_handed=left)
    return redirect(own_path(request.POST.get("next", "")))
