"""Signing by badge and PIN for the bank, at the device of somebody else who stays signed in."""

from typing import Any

import msgspec
from django import forms
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from table.access import given_pins
from table.play.declaration import VERBS
from table.play.texts import decode
from table.record import door
from table.record.press import Step
from table.record.refusals import say
from table.rules.profile import Role
from table.rules.refusal import Code, Refused, require
from table.views.doors.entrance import AT_A_TABLE, signed_in, staff_only, worded_as_at_its_table
from table.views.office.counter import last_shown
from table.views.sign_in import STATUS, SignedHere

SIGNED = frozenset(
    {
        *("count", "attest_count", "accept_count", "recount", "attest_movement", "agree", "close_bank", "count_sealed"),
        *("request_fill", "request_credit", "request_exchange", "withdraw_waiting"),
    }
)
"""Acts that somebody signs at a device where somebody else is signed in."""


class Signed(SignedHere):
    """Badge and PIN of who signs, the nonce of this press, and the act as JSON."""

    step = forms.CharField(max_length=4000)


class _Act(msgspec.Struct):
    verb: str
    given: dict[str, Any]


@sensitive_post_parameters("pin")
@require_POST
@staff_only(*AT_A_TABLE, Role.CASSA)
@worded_as_at_its_table
def sign(request: HttpRequest, code: str) -> HttpResponse:
    """Press an act of the bank by one's own badge and PIN; whoever is signed in at this device stays so.

    Answers with JSON: the ``number`` of the entry, or the ``sentence`` of a refusal, then with status 429, 503 or else
    403. Refuses a wrong PIN (E_SIGNED_OUT), which counts, one that others gave (E_PIN_NOT_OWN), acts other than those
    in SIGNED (E_VERB), a form without ``seen``, the entry that its page showed (E_ARGUMENTS), as
    :meth:`SignedHere.attesting` does an attestation (E_PRESENCE), and as the act does.
    Raises Http404 for an unknown or a training table.
    """
    form = Signed(request.POST)
    try:
        by = form.proved(request)
        step = _step(form)
        declared, at = VERBS[step.verb], signed_in(request).badge
        nonce, seen = form.cleaned_data["nonce"], last_shown(request)
        if "device" in declared.arguments.__struct_fields__:
            step = Step(step.verb, {**step.arguments, "device": at})
        if declared.attests:
            step = form.attesting(request, step, code, by)
        else:
            given_pins.check_own(by)
        answer = door.press(code, [step], by=by, nonce=nonce, seen=seen)
    except Refused as refused:
        return JsonResponse({"sentence": say(refused)}, status=STATUS.get(refused.code, 403))
    return JsonResponse({"number": answer.number})


def _step(form: Signed) -> Step:
    """Return the act that a form carries.

    Refuses (E_ARGUMENTS) what is no JSON of a verb and its arguments, (E_VERB) a verb that is unknown or not in SIGNED,
    and (E_ARGUMENTS) arguments that the house finds out itself.
    """
    try:
        act = decode(form.cleaned_data.get("step", ""), _Act)
    except ValueError as wrong:
        raise Refused(Code.ARGUMENTS, "What was sent is no act.") from wrong
    require(act.verb in SIGNED and act.verb in VERBS, Code.VERB, "There is no act “%(verb)s” here.", verb=act.verb[:40])
    house = VERBS[act.verb].found_out & act.given.keys()
    require(not house, Code.ARGUMENTS, "What the house finds out itself is sent by nobody.")
    return Step(act.verb, act.given)
