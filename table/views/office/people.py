"""People of the house and their badges: taken on, in their roles, given PINs, locked out, gone; the Comunali."""

from collections.abc import Container, Iterator

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_safe
from segno import make_qr

from table.access import attempts, pins
from table.access.address import client_address
from table.models import HOUSE, MACHINE, Person, StaffPresence
from table.models.tables import given_pin_delay
from table.record.press import PressResult
from table.rules.profile import Role
from table.rules.refusal import Code, require
from table.verbs.house.people import SIGN_IN, comunale_given_by
from table.views.doors.entrance import form_page, signed_in, staff_only
from table.views.office.counter import DIREZIONE, GIVERS, Sent, done, filter_from, press, serve, show
from table.words.terms import ROLES

STATES = {
    "active": gettext_lazy("works here"),
    "inactive": gettext_lazy("inactive"),
    "locked": gettext_lazy("locked out"),
    "no_pin": gettext_lazy("no PIN"),
}
"""States by which people are filtered; several may hold of one person."""
OFFERED = [(role, words) for role, words in ROLES.items() if role in SIGN_IN]
"""Roles that a person can have, with their names: a shoe reader is none, and signs in nowhere."""
COMUNALI = "office_comunali"
"""Name of the page of the Ispettori Comunali."""


@form_page
@staff_only(*DIREZIONE)
def people(request: HttpRequest) -> HttpResponse:
    """List the people of the house that the filters let through; a POST takes somebody on and shows their PIN once.

    What is refused shows the list again with the sentence.
    """
    acts = {"take_on": lambda: _take_on(request, request.POST.get("role", ""))}
    return serve(request, acts, lambda sent: _people(request, sent))


def _people(request: HttpRequest, sent: Sent) -> HttpResponse:
    """Render the people that the filters by role and state let through, active ones first, then by office and badge."""
    offices = [*ROLES]
    everybody = sorted(Person.objects.all(), key=lambda it: (not it.is_active, offices.index(Role(it.role)), it.badge))
    locked, with_pin = attempts.locked(), set(pins.stored())
    role = filter_from(request, "role", gettext("Role"), OFFERED)
    state = filter_from(request, "state", gettext("State"), STATES.items())
    given = {
        "locked": locked,
        "with_pin": with_pin,
        "languages": settings.LANGUAGES,
        "filters": (role, state),
        "offered": OFFERED,
    }
    found = [it for it in everybody if role.lets(it.role) and state.chosen in ("", *_states(it, locked, with_pin))]
    return show(request, "people", sent=sent, people=found, **given)


def _states(person: Person, locked: Container[str], with_pin: Container[str]) -> Iterator[str]:
    """Yield the keys of `STATES` that hold of a person: active or inactive, locked, no_pin.

    `locked` has the badges that are locked out, `with_pin` those that have a PIN.
    """
    yield "active" if person.is_active else "inactive"
    if person.badge in locked:
        yield "locked"
    if person.badge not in with_pin:
        yield "no_pin"


def _take_on(request: HttpRequest, role: str, *, room: str = "office_people") -> HttpResponse:
    """Press `take_on` with the language and the badge, stripped, and `give_pin`, in one transaction; show the new PIN.

    The same press again shows none. Refuses as :func:`with_pin` (E_ROLE for the own badge) and the acts do. `room` is
    the name of the page to which the answer leads back.
    """
    badge = request.POST.get("badge", "").strip()
    given = {"badge": badge, "role": role, "language": request.POST.get("language", "")}
    return with_pin(request, badge, ("take_on", given), room=room)


@form_page
@staff_only(*DIREZIONE)
def person(request: HttpRequest, badge: str) -> HttpResponse:
    """Show a person; 404 for an unknown badge.

    A POST changes their role, gives them a new PIN, ends their lock-out, or lets them work here or not.
    """
    found = get_object_or_404(Person, badge=badge)
    acts = {
        "set_role": lambda: _set_role(request, badge),
        "give_pin": lambda: with_pin(request, badge),
        "lift_lock_out": lambda: _lift(request, badge),
        "set_active": lambda: _set_active(request, badge),
    }
    return serve(request, acts, lambda sent: _person(request, found, sent))


def _person(request: HttpRequest, found: Person, sent: Sent) -> HttpResponse:
    """Render a person with the tables, none for training, at which they are signed on, and their lock-out.

    With whether they are the one who is signed in here, and whether that one may give a PIN to somebody of this role:
    an Ispettore Comunale gets one only by the role that the rules name, anybody else by whoever opens this page; true
    of oneself, too, to whom none is given here.
    """
    present, by = StaffPresence.objects.filter(person=found, until=None, table__training=False), signed_in(request)
    given = {
        "offered": OFFERED,
        "own": found == by,
        "gives_pin": found.role != Role.ISPETTORE_COMUNALE or by.role == comunale_given_by(),
        "at_work": list(present.values_list("table__code", flat=True)),
        "locked": attempts.locked().get(found.badge),
    }
    return show(request, "person", sent=sent, person=found, **given)


def _set_role(request: HttpRequest, badge: str) -> HttpResponse:
    """Press `set_role` with the role that was chosen, and redirect to the person with a sentence. Raises Refused."""
    press(request, HOUSE, ("set_role", {"badge": badge, "role": request.POST.get("role", "")}))
    return done(request, gettext("The role of “%(badge)s” was changed.") % {"badge": badge}, "office_person", badge)


def _lift(request: HttpRequest, badge: str) -> HttpResponse:
    """Press `lift_lock_out`, lift the lock-out of the badge, and redirect to the person with a sentence.

    It is lifted as by :func:`attempts.lift`; whether there is one is not checked. The same press again lifts none: what
    was tried since is another lock-out, and its lifting another entry.
    """
    lifted_before = pins.was_entered(request.POST.get("nonce", ""))

    def forget() -> None:
        """Lift the lock-out of the badge (:func:`attempts.lift`), unless this very press was recorded before."""
        if not lifted_before:
            attempts.lift(badge)

    pins.in_one_transaction(lambda: press(request, HOUSE, ("lift_lock_out", {"badge": badge})), forget)
    return done(request, gettext("“%(badge)s” may try again.") % {"badge": badge}, "office_person", badge)


def _set_active(request: HttpRequest, badge: str) -> HttpResponse:
    """Press `set_active`, and redirect to the person with a sentence. Raises Refused.

    Any ``active`` in the form but “yes”, also none, makes the person inactive.
    """
    press(request, HOUSE, ("set_active", {"badge": badge, "active": request.POST.get("active") == "yes"}))
    return done(request, gettext("“%(badge)s” was changed.") % {"badge": badge}, "office_person", badge)


@require_safe
@staff_only(*DIREZIONE)
def badge(request: HttpRequest, badge: str) -> HttpResponse:
    """Show the badge of a person as large as a bank card, with its text as a QR code; 404 for an unknown badge."""
    person = get_object_or_404(Person, badge=badge)
    square = make_qr(person.badge, error="q").svg_inline(omitsize=True, border=4, dark="#14110f", light="#f4ecd8")
    return show(request, "badge", person=person, square=square)


def with_pin(
    request: HttpRequest, badge: str, *before: tuple[str, dict[str, str]], room: str = "office_people"
) -> HttpResponse:
    """Press the acts `before` and `give_pin` in one transaction, and show the new PIN in this answer alone.

    It replaces the PIN of before, and the sessions begun with that end. The same press again gives no other PIN and
    shows none. Refuses one's own badge (E_ROLE). `room` is the name of the page to which the answer leads back.
    """
    own = badge == signed_in(request).badge
    require(not own, Code.ROLE, "One’s own PIN is set on the page for that, and by nobody else.")
    shown_at = client_address(request)

    def record(setting: pins.PinSetting) -> PressResult:
        """Press the acts `before`, and `give_pin` with this setting."""
        given = {"badge": badge, "shown_at": shown_at, "proof": setting.proof, "anew": setting.anew}
        given["hours"] = given_pin_delay()
        return press(request, HOUSE, *before, ("give_pin", given))

    pin = pins.give(badge, record, nonce=request.POST.get("nonce", ""))
    return show(request, "pin", badge=badge, pin=pin, room=room)


# --- Ispettori Comunali


@form_page
@staff_only(*GIVERS)
def comunali(request: HttpRequest) -> HttpResponse:
    """List the Ispettori Comunali.

    A POST takes one on or gives one a new PIN, which is shown once; the door refuses both to whom the rules do not
    name.
    """
    acts = {
        "take_on": lambda: _take_on(request, Role.ISPETTORE_COMUNALE.value, room=COMUNALI),
        "give_pin": lambda: with_pin(request, request.POST.get("badge", ""), room=COMUNALI),
    }
    return serve(request, acts, lambda sent: _comunali_page(request, sent))


def _comunali_page(request: HttpRequest, sent: Sent) -> HttpResponse:
    """Render the list, active people first, each with whether they have a PIN.

    With who may give them PINs, a role or the machine, and whether that is the role of this person.
    """
    everybody = Person.objects.filter(role=Role.ISPETTORE_COMUNALE).order_by("-is_active", "badge")
    by, person = comunale_given_by(), signed_in(request)
    given = {"by": by, "machine": by == MACHINE, "may": person.role == by, "own": person.badge}
    given |= {"people": list(everybody), "with_pin": set(pins.stored()), "languages": settings.LANGUAGES}
    return show(request, "comunali", sent=sent, **given)
