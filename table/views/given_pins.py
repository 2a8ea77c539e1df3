"""PINs that were given anew and decide nothing yet: their list, and the form by which a third person confirms one."""

from uuid import uuid4

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters

from table.models import HOUSE, House
from table.record import door
from table.record.refusals import say
from table.rules.refusal import Refused
from table.screens.read.sentences import waiting_pins
from table.views.doors.entrance import form_page, staff_only
from table.views.office.counter import last_shown
from table.views.sign_in import STATUS, SignIn


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
        return _page(request)
    form = Third(request.POST)
    try:
        third = form.person(request)
        given = form.cleaned_data
        seen = last_shown(request)
        door.perform(HOUSE, "confirm_pin", by=third, nonce=given["nonce"], seen=seen, badge=given["of"])
    except Refused as refused:
        return _page(request, refused)
    return redirect("given_pins")


def _page(request: HttpRequest, refused: Refused | None = None) -> HttpResponse:
    """Render the list of PINs given anew that decide nothing yet, and after a refusal its sentence.

    The status is 200, after a refusal 429 (E_RATE), 503 (E_HELD) or 403 (any other). The badges are filled in as they
    were typed, the PIN is not.
    """
    sent = {name: request.POST.get(name, "") for name in ("badge", "of")}
    seen = House.objects.values_list("number", flat=True).first() or 0  # before what is listed, never after it
    sentence = say(refused) if refused else ""
    given = {"waits": waiting_pins(), "sentence": sentence, "nonce": uuid4().hex, "seen": seen, **sent}
    return render(request, "doors/given_pins.html", given, status=STATUS.get(refused.code, 403) if refused else 200)
