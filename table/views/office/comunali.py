"""Ispettori Comunali: taken on, and given a PIN, by those whom the rules name; else at the machine alone."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from table.access import pins
from table.models import MACHINE, Person
from table.rules.profile import Role
from table.verbs.house.people import comunale_given_by
from table.views.doors.entrance import form_page, signed_in, staff_only
from table.views.office.counter import GIVERS, Sent, serve, show
from table.views.office.people import with_pin

HERE = "office_comunali"


@form_page
@staff_only(*GIVERS)
def comunali(request: HttpRequest) -> HttpResponse:
    """List the Ispettori Comunali.

    A POST takes one on or gives one a new PIN, which is shown once; the door refuses both to whom the rules do not
    name.
    """
    acts = {
        "take_on": lambda: _take_on(request),
        "give_pin": lambda: with_pin(request, request.POST.get("badge", ""), room=HERE),
    }
    return serve(request, acts, lambda sent: _page(request, sent))


def _page(request: HttpRequest, sent: Sent) -> HttpResponse:
    """Render the list, active people first, and who may give them PINs."""
    everybody = Person.objects.filter(role=Role.ISPETTORE_COMUNALE).order_by("-is_active", "badge")
    by, person = comunale_given_by(), signed_in(request)
    given = {"by": by, "machine": by == MACHINE, "may": person.role == by, "own": person.badge}
    given |= {"people": list(everybody), "with_pin": set(pins.stored()), "languages": settings.LANGUAGES}
    return show(request, "comunali", sent=sent, **given)


def _take_on(request: HttpRequest) -> HttpResponse:
    """Press `take_on` for an Ispettore Comunale with the badge that was typed, and show the new PIN once.

    The same press again shows none.
    """
    badge, language = request.POST.get("badge", "").strip(), request.POST.get("language", "")
    given = {"badge": badge, "role": str(Role.ISPETTORE_COMUNALE.value), "language": language}
    return with_pin(request, badge, ("take_on", given), room=HERE)
