"""Attestation by badge and PIN, at the device of somebody else who stays signed in."""

from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters

from procedures.models import UNDECIDED, Incident
from table.record import door
from table.record.press import Step
from table.record.refusals import say
from table.rules.profile import Role
from table.rules.refusal import Refused
from table.views.doors.entrance import AT_A_TABLE, form_page, signed_in, staff_only, worded_as_at_its_table
from table.views.sign_in import STATUS, SignedHere


@sensitive_post_parameters("pin")
@form_page
@staff_only(*AT_A_TABLE)
@worded_as_at_its_table
def attest(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show the form; POST presses `attest` as whoever typed badge and PIN, and returns to this device's screen.

    That is the console for a dealer, else the desk of the inspectors, at the case. Whoever is signed in at the device
    stays so. 404 for an unknown table or one for training, and for a case that is unknown or decided. A refusal shows
    the form again, with its sentence; a wrong PIN counts as one.
    """
    case = get_object_or_404(
        Incident.objects.select_related("table"), table__code=code, number=number, status__in=UNDECIDED
    )
    if request.method != "POST":
        return _page(request, case)
    form = SignedHere(request.POST)
    try:
        present = form.proved(request)
        step = Step("attest", {"incident": number, "device": signed_in(request).badge})
        step = form.attesting(request, step, code, present)
        door.press(code, [step], by=present, nonce=form.cleaned_data["nonce"], seen=case.table.number)
    except Refused as refused:
        return _page(request, case, refused)
    screen = "console" if signed_in(request).role == Role.DEALER else "inspector"
    return redirect(f"{reverse(screen, args=[code])}#incident-{number}")


def _page(request: HttpRequest, case: Incident, refused: Refused | None = None) -> HttpResponse:
    """Render the form; after a refusal with its sentence and HTTP status, and with the badge that was typed.

    The PIN is never shown again.
    """
    sentence, badge = say(refused) if refused else "", request.POST.get("badge", "")
    given = {"case": case, "table": case.table, "sentence": sentence, "badge": badge, "nonce": uuid4().hex}
    return render(request, "doors/attest.html", given, status=STATUS.get(refused.code, 403) if refused else 200)
