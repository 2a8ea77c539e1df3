"""Sign-in with badge and PIN, sign-out, and the change of dealer at a table: a PIN never goes further than here."""

from typing import Any
from uuid import uuid4

from django import forms
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from table.access import given_pins, sessions
from table.access.address import client_address
from table.models import HOUSE, Person, Table
from table.record import door, in_charge
from table.record.machine import database_lock
from table.record.press import Step
from table.record.refusals import say
from table.rules.profile import Role
from table.rules.refusal import Code, Refused, require
from table.screens.audiences import WATCHERS
from table.views.doors.entrance import address, console_at, form_page, is_for, own_path, signed_in, wished
from table.views.doors.landing import place_of
from table.views.doors.powers import with_camera

STATUS = {Code.RATE: 429, Code.HELD: 503}
"""HTTP status of a refused sign-in by the code of the refusal; 403 for every other code."""


class SignIn(forms.Form):
    """A badge, and the PIN that proves it."""

    badge = forms.CharField(max_length=20)
    pin = forms.CharField(max_length=12)

    def person(self, request: HttpRequest) -> Person:
        """Return the person with this badge and PIN.

        Refuses as `proved`, and (E_PIN_NOT_OWN) a PIN that was given by somebody else.
        """
        person = self.proved(request)
        given_pins.check_own(person)
        return person

    def proved(self, request: HttpRequest) -> Person:
        """Return the person with this badge and PIN, even if somebody else gave them the PIN.

        Then its wrong PINs at this device are forgiven, and the device is noted as theirs. Refuses (E_SIGNED_OUT), as a
        wrong PIN, if they do not belong together, and who works here no more or may not sign in by a PIN; so, too, but
        counted as no wrong PIN, one that cannot be compared; (E_RATE) too many wrong ones, or sign-ins at this moment.
        """
        # A malformed badge or PIN belongs to nobody, and is answered like any other wrong PIN.
        given = self.cleaned_data if self.is_valid() else {}
        return sessions.prove(request, badge=given.get("badge", ""), pin=given.get("pin", ""))


class SignedHere(SignIn):
    """Badge and PIN of who signs an act, or takes a table over, at the device of somebody else; nonce of this press."""

    nonce = forms.CharField(max_length=60)

    def attesting(self, request: HttpRequest, step: Step, code: str, by: Person) -> Step:
        """Return the attesting `step` with the facts of a PIN that others gave `by` lately; unchanged without one.

        Refuses (E_PIN_NOT_OWN) while their PIN is one that others gave, and (E_PRESENCE) at the device that showed such
        a PIN or where whoever gave it is signed in; the refusal is recorded in the register `code`. Only for a valid
        form.
        """
        device, at, nonce = client_address(request), signed_in(request).badge, self.cleaned_data["nonce"]
        return given_pins.with_pin_history(step, code, by=by, device=device, signed_in=at, nonce=nonce)


@sensitive_post_parameters("pin")
@never_cache
@form_page
@with_camera
def sign_in(request: HttpRequest) -> HttpResponse:
    """Show the form; a POST signs in with badge and PIN, and records `sign_in`, and `sign_out` of anybody else here.

    Redirects to the page in ``next`` if it is for this person, else to where they work; after a PIN given anew lately
    first to a notice of it. A GET while somebody is signed in redirects at once. A PIN that somebody else gave leads
    to the page for one's own; other refusals, a locked database (E_HELD) too, are shown on the form. If ``next`` is
    the console of a table with a dealer in charge it says so, without a name, and links to the change of dealer.
    """
    onward = wished(request.POST.get("next") or request.GET.get("next") or "")
    if request.method != "POST":
        if isinstance(request.user, Person):
            return redirect(_place(request, request.user, onward))
        return _page(request, "doors/sign_in.html", onward=onward, taken=_taken(onward))
    try:
        with database_lock.refuse_if_locked():
            person = SignIn(request.POST).person(request)
            return enter(request, person, onward=onward)
    except Refused as refused:
        again = _page(request, "doors/sign_in.html", refused, onward=onward, taken=_taken(onward))
        return to_own_pin(request, refused, onward=onward) or again


def _taken(onward: str) -> str:
    """Return the code of the table whose console is at this path, if any dealer is in charge there; else ""."""
    code = console_at(onward)
    return code if code and in_charge.dealing().filter(table__code=code).exists() else ""


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out at this device, which goes back to the language of its browser, and redirect to the front page.

    Records ``sign_out`` if somebody was signed in.
    """
    with transaction.atomic():
        _leave(request)
        sessions.end(request)
    return speaks(redirect("front"), "")


@sensitive_post_parameters("pin")
@never_cache
@form_page
def change_dealer(request: HttpRequest, code: str) -> HttpResponse:
    """Show the form by which a dealer takes a table over. Raises Http404 for an unknown table.

    A POST puts a dealer in charge of it by badge and PIN (`sign_on`, or `take_over` from another), unless they are
    already, and signs them in here as :func:`enter_after` does. An inspector who came from a page of theirs (``next``)
    stays signed in, and goes back to it. Somebody who is no dealer is refused on the page (E_ROLE), as is a wrong PIN;
    a PIN that others gave leads to the page for one's own.
    """
    table = get_object_or_404(Table.objects, code=code)
    onward, back = address("console", code) or own_path(""), _back(request)
    if request.method != "POST":
        badge = request.GET.get("badge", "")[:20]
        return _page(request, "doors/change_dealer.html", table=table, nonce=uuid4().hex, back=back, badge=badge)
    form = SignedHere(request.POST)
    try:
        dealer = form.person(request)
        require(dealer.role == Role.DEALER, Code.ROLE, "Only a dealer takes over from a dealer.")
        _begin_work(table, dealer, nonce=form.cleaned_data["nonce"])
        if back:
            return redirect(back)
        return enter_after(request, dealer, onward=onward)
    except Refused as refused:
        again = _page(request, "doors/change_dealer.html", refused, table=table, nonce=uuid4().hex, back=back)
        return to_own_pin(request, refused, onward=request.path) or again


def _back(request: HttpRequest) -> str:
    """Return the page in ``next`` to which one of WATCHERS, such as an inspector, goes back; "" for everybody else.

    Also "" where that is no page of this house.
    """
    stays = isinstance(request.user, Person) and Role(request.user.role) in WATCHERS
    return wished(request.POST.get("next") or request.GET.get("next") or "") if stays else ""


def to_own_pin(request: HttpRequest, refused: Refused, *, onward: str) -> HttpResponse | None:
    """Redirect to the page where one sets one's own PIN, if the refusal is that the PIN was given (E_PIN_NOT_OWN).

    Its query has the posted ``badge``, "" without one, and as ``next`` the page `onward`, to which it goes on from
    there. None for any other refusal.
    """
    if refused.code is not Code.PIN_NOT_OWN:
        return None
    query = {"badge": request.POST.get("badge", ""), "next": onward}
    return redirect(f"{reverse('own_pin')}?{urlencode(query)}")


def _begin_work(table: Table, dealer: Person, *, nonce: str) -> None:
    """Perform ``sign_on`` for a dealer, or ``take_over`` where another dealer is in charge; nothing if this one is.

    Refused as the act is.
    """
    there = in_charge.dealer_at(table.code)
    if there is None or there.person != dealer:
        verb = "sign_on" if there is None else "take_over"
        door.perform(table.code, verb, by=dealer, nonce=nonce, seen=table.number)


def enter(request: HttpRequest, person: Person, *, onward: str) -> HttpResponse:
    """Sign a person in at this device, in place of anybody signed in, and redirect to their work.

    That is `onward` if it is for them, else where they work; first to the notice that they were given a PIN anew,
    if that was lately. The device speaks the language of the person from now on, else that of its browser. Records
    ``sign_in``, and ``sign_out`` of anybody else who was here.
    """
    onward = _place(request, person, onward)
    with transaction.atomic():  # open screens look up who is signed in once this is entered
        if request.user != person:
            _leave(request)
        door.perform(HOUSE, "sign_in", by=person, nonce=uuid4().hex, device=client_address(request))
        sessions.begin(request, person)
    pins = given_pins.lately(person, timezone.now())
    answer = redirect(f"{reverse('given_anew')}?{urlencode({'next': onward})}" if pins else onward)
    return speaks(answer, person.language)


def enter_after(request: HttpRequest, person: Person, *, onward: str) -> HttpResponse:
    """Sign a person in as :func:`enter` does, after an act of theirs that is on record already.

    Where that is refused, only redirect to `onward`, or to sign-in if it is empty.
    """
    try:
        return enter(request, person, onward=onward)
    except Refused:  # whose sentence says that nothing was recorded
        return redirect(onward or reverse("sign_in"))


def speaks(answer: HttpResponse, language: str) -> HttpResponse:
    """Set the language cookie of the device that gets this answer, until its browser is closed; return the answer.

    "" deletes it, so that the browser's language holds.
    """
    if language:
        secure = settings.LANGUAGE_COOKIE_SECURE
        answer.set_cookie(settings.LANGUAGE_COOKIE_NAME, language, secure=secure, httponly=True, samesite="Lax")
    else:
        answer.delete_cookie(settings.LANGUAGE_COOKIE_NAME, samesite="Lax")
    return answer


def _place(request: HttpRequest, person: Person, onward: str) -> str:
    """Return `onward` unless it is empty or a page for other roles, else where this person works with this device."""
    return onward if onward and is_for(onward, person) else place_of(request, person)


def _leave(request: HttpRequest) -> None:
    """Perform ``sign_out`` in the house's register for whoever is signed in here; nothing where nobody is.

    The session itself goes on; callers end or replace it.
    """
    if isinstance(request.user, Person):
        door.perform(HOUSE, "sign_out", by=request.user, nonce=uuid4().hex, device=client_address(request))


def _page(request: HttpRequest, template: str, refused: Refused | None = None, **more: Any) -> HttpResponse:
    """Render a form, and after a refusal its sentence and status; the badge stays as it was typed, the PIN does not."""
    context = {"badge": request.POST.get("badge", ""), "sentence": say(refused) if refused else ""}
    status = STATUS.get(refused.code, 403) if refused else 200
    return render(request, template, context | more, status=status)
