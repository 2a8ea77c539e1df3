"""PINs: the page on which all set their own, the notice of one given anew, and their list, where a third confirms."""

from uuid import uuid4

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from table.access import pins, sessions
from table.access.address import client_address
from table.access.given_pins import lately
from table.models import HOUSE, GivenPin, House, Person
from table.record import door
from table.record.press import PressResult
from table.record.refusals import say
from table.rules.refusal import Code, Refused, require
from table.screens.read.sentences import AT_DEVICE, BY_WHOM, waiting_pins
from table.views.doors.entrance import form_page, own_path, signed_in, staff_only, wished
from table.views.office.counter import last_shown
from table.views.sign_in import STATUS, SignIn, enter_after
from table.words.numbers import numbers_here

ANSWERED = {**STATUS, Code.ARGUMENTS: 422, Code.NONCE: 409}


class OwnPin(forms.Form):
    """A badge, its present PIN, the new one twice, and the nonce of the press."""

    badge = forms.CharField(max_length=20)
    pin = forms.CharField(max_length=12)
    new = forms.CharField(max_length=12)
    again = forms.CharField(max_length=12)
    nonce = forms.CharField(max_length=60)

    def check(self) -> None:
        """Refuse (E_ARGUMENTS) a new PIN that differs from its repetition or equals the present one, or is no good one.

        That is as `pins.check` says. Called before the present PIN is tried.
        """
        typed, given = self.data.get("new", ""), self.data.get("again", "")
        require(typed == given, Code.ARGUMENTS, "The two new PINs differ; type the same one twice.")
        pins.check(typed)
        require(typed != self.data.get("pin", ""), Code.ARGUMENTS, "The new PIN is the old one; choose another one.")


@sensitive_post_parameters("pin", "new", "again")
@never_cache
@form_page
def own_pin(request: HttpRequest) -> HttpResponse:
    """Show the form; a POST sets one's own PIN, proved by the present one, and signs in with it.

    Sessions begun with the present one end, at other devices too. It redirects to ``next`` if that is for this person,
    else to where they work; a repeated press only redirects, and so does one whose sign-in is refused. Records
    ``set_own_pin`` and ``sign_in``, and ``sign_out`` of anybody else here; any other refusal is shown on the form.
    """
    onward = wished(request.POST.get("next") or request.GET.get("next") or "")
    if request.method != "POST":
        return _page(request, onward=onward)
    try:
        return _set(request, onward=onward)
    except Refused as refused:
        return _page(request, refused, onward=onward)


@require_safe
@staff_only()
def given_anew(request: HttpRequest) -> HttpResponse:
    """Show by whom and when this person was given a PIN anew in the last thirty days, and where it was first used.

    Latest first, with a link to ``next``, or to the front page where that is no path of this house.
    """
    pins, onward = lately(signed_in(request), timezone.now()), own_path(request.GET.get("next", ""))
    lines = [_in_words(it) for it in pins]
    return render(request, "doors/given_anew.html", {"lines": lines, "onward": onward})


def _in_words(it: GivenPin) -> str:
    """Return in a sentence by whom and when a PIN was given anew, and when and from where it was used first, if so."""
    at, by = numbers_here().moment(it.at), str(BY_WHOM.get(it.by, it.by))
    if it.used is None or it.used_at is None:
        return gettext("given anew by %(by)s on %(at)s, and not used yet") % {"by": by, "at": at}
    said = gettext("given anew by %(by)s on %(at)s, first used on %(used_at)s from %(used_from)s")
    used_from = str(AT_DEVICE.get(it.used_from, it.used_from))
    return said % {"by": by, "at": at, "used_at": numbers_here().moment(it.used_at), "used_from": used_from}


def _badge(request: HttpRequest) -> str:
    """Badge of who is signed in here, unless the page is for whoever was given a PIN; else the one that was typed.

    Where none was typed that of ``?badge``, else "".
    """
    if isinstance(request.user, Person) and not _is_for_given(request):
        return request.user.badge
    return request.POST.get("badge") or request.GET.get("badge") or ""


def _is_for_given(request: HttpRequest) -> bool:
    """Whether somebody was led here with a PIN that others gave, at a device where another may be signed in.

    The page is asked for with their badge, and its form says so.
    """
    return bool(request.POST.get("given") or request.GET.get("badge"))


def _set(request: HttpRequest, *, onward: str) -> HttpResponse:
    """Set the own PIN and sign in with it; a press that was done already, or whose sign-in is refused, only redirects.

    That is to `onward`, or where it is empty to sign-in. Records ``set_own_pin``, ``sign_in``, and ``sign_out`` of
    anybody else here, the first in a transaction of its own; ends the sessions of the PIN before. Refuses, unless it
    was done already, as `OwnPin.check`, `sessions.prove` and `set_own_pin` do.
    """
    nonce, form = request.POST.get("nonce", ""), OwnPin({**request.POST.dict(), "badge": _badge(request)})
    if pins.was_entered(nonce):
        return redirect(onward or reverse("sign_in"))
    form.check()
    given = form.cleaned_data if form.is_valid() else {}
    person = sessions.prove(request, badge=given.get("badge", ""), pin=given.get("pin", ""))
    device = client_address(request)

    def record(setting: pins.PinSetting) -> PressResult:
        """Press `set_own_pin` with the proof of this setting, by the person proved, at this device."""
        return door.perform(HOUSE, "set_own_pin", by=person, nonce=nonce, device=device, proof=setting.proof)

    pins.set_(person.badge, given["new"], record)
    return enter_after(request, Person.objects.get(pk=person.pk), onward=onward)


def _page(request: HttpRequest, refused: Refused | None = None, *, onward: str) -> HttpResponse:
    """Render the form by which one sets one's own PIN, with a new nonce; after a refusal with its sentence.

    The status is then 422 (E_ARGUMENTS), 409 (E_NONCE), 429 (E_RATE), 503 (E_HELD), or 403 for any other.
    The badge is that of who is signed in, else as it was typed; no PIN comes back. Nothing is stored.
    """
    sentence, in_house = say(refused) if refused else "", request.user.is_authenticated and not _is_for_given(request)
    given = {"badge": _badge(request), "sentence": sentence, "onward": onward, "in_house": in_house}
    given["nonce"] = uuid4().hex
    return render(request, "doors/own_pin.html", given, status=ANSWERED.get(refused.code, 403) if refused else 200)


# --- PINs given anew that decide nothing yet


class Third(SignIn):
    """Badge and PIN of who confirms, the badge whose PIN they confirm, and the nonce."""

    of = forms.CharField(max_length=20)
    nonce = forms.CharField(max_length=60)


@sensitive_post_parameters("pin")
@form_page
@staff_only()
def given_pins(request: HttpRequest) -> HttpResponse:
    """List the PINs given anew that decide nothing yet.

    A POST performs ``confirm_pin`` on that of the badge ``of``, for the third person whose own badge and PIN it
    carries, whoever is signed in here, and redirects to the list; a refusal is shown on the page.
    """
    if request.method != "POST":
        return _given_page(request)
    form = Third(request.POST)
    try:
        third = form.person(request)
        given = form.cleaned_data
        seen = last_shown(request)
        door.perform(HOUSE, "confirm_pin", by=third, nonce=given["nonce"], seen=seen, badge=given["of"])
    except Refused as refused:
        return _given_page(request, refused)
    return redirect("given_pins")


def _given_page(request: HttpRequest, refused: Refused | None = None) -> HttpResponse:
    """Render the list of PINs given anew that decide nothing yet, and after a refusal its sentence.

    The status is 200, after a refusal 429 (E_RATE), 503 (E_HELD) or 403 (any other). The badges are filled in as they
    were typed, the PIN is not.
    """
    sent = {name: request.POST.get(name, "") for name in ("badge", "of")}
    seen = House.objects.values_list("number", flat=True).first() or 0  # before what is listed, never after it
    sentence = say(refused) if refused else ""
    given = {"waits": waiting_pins(), "sentence": sentence, "nonce": uuid4().hex, "seen": seen, **sent}
    return render(request, "doors/given_pins.html", given, status=STATUS.get(refused.code, 403) if refused else 200)
