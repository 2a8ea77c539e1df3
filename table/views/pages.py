"""Pages for everybody that change nothing: houses and rules, schemas, refusals, errors, security.txt (RFC 9116)."""

import sys
from datetime import timedelta

from django.conf import settings
from django.core.exceptions import BadRequest
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from table.play.offered import offered, own
from table.record.machine import database_lock
from table.record.past.reach import NoPast
from table.record.refusals import say, source_of
from table.record.seals import CannotRead
from table.reports.registers.forms import FILES, schema
from table.rules.houses import HOUSES, profile_named
from table.rules.profile import Profile
from table.rules.refusal import Code, Refused
from table.screens.rules.page import DECKS, decks_from, page
from table.screens.rules.page import front as cards
from table.views.derived import derived
from table.words.numbers import numbers_here
from table.words.voices import spelt, voiced_for

HOLDS_FOR = timedelta(days=90)
"""Validity of an answer, as its contacts may change."""


@require_safe
def welcome(request: HttpRequest) -> HttpResponse:
    """Render the welcome page: what this is, the houses of the documents, and the ways on from here."""
    return render(request, "house/welcome.html", cards(HOUSES.values(), numbers_here()))


@require_safe
def houses(request: HttpRequest) -> HttpResponse:
    """List the houses of the documents and the own ones that are not retired, each in a few words."""
    numbers = numbers_here()
    return render(request, "house/houses.html", cards(offered().values(), numbers) | {"numbers": numbers})


@require_safe
def house_rules(request: HttpRequest, key: str) -> HttpResponse:
    """Show the rules and exact odds of a house, with another number of decks if ``?decks`` names one.

    Own rules, retired ones too, come with their differences from the document's. Answers 404 for an unknown house, and
    400 for a number of decks that is not offered.
    """
    ours = own() if key not in HOUSES else {}
    try:
        shown = profile_named(key, {**HOUSES, **{key: it.profile for key, it in ours.items()}})
    except Refused as refusal:
        return refused(request, refusal, status=404)
    try:
        decks = decks_from(shown, request.GET.get("decks"))
    except Refused as refusal:
        return refused(request, refusal, status=400, shown=shown)
    with translation.override(voiced_for(spelt(get_language() or "", shown.currency), shown)):
        numbers = numbers_here()
        given = page(shown, decks, numbers) | {"numbers": numbers, "derived": derived(ours.get(key), numbers)}
        return HttpResponse(render_to_string("house/rules.html", given, request))


@require_safe
def schema_of(request: HttpRequest, name: str) -> HttpResponse:
    """Answer with the published JSON schema of a file of the record; raises Http404 for an unknown one."""
    if name not in FILES:
        raise Http404
    return HttpResponse(schema(name), content_type="application/schema+json")


def refused(request: HttpRequest, refusal: Refused, *, status: int, shown: Profile | None = None) -> HttpResponse:
    """Render a refusal with its sentence and source, and with this status.

    ``shown`` is the house that it is about: its rules are linked, with each number of decks. None links only the list
    of houses.
    """
    context = {
        "sentence": say(refusal),
        "source": source_of(refusal),
        "shown": shown,
        "houses": HOUSES,
        "choices": DECKS,
    }
    return render(request, "house/refused.html", context, status=status)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404: there is no page at this address."""
    return fault(request, 404, gettext("There is no such page."), gettext("The address leads nowhere in this house."))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400 with the sentence of a BadRequest, else with a general one."""
    sentence = (
        str(exception) if isinstance(exception, BadRequest) else gettext("Begin again from the list of the houses.")
    )
    return fault(request, 400, gettext("This request cannot be read."), sentence)


def not_yours(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 403 with the sentence of the exception."""
    return fault(request, 403, gettext("This page is not for you."), str(exception))


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 503 if the database is locked, the disk is full, or past or seals cannot be read now; else 500.

    The first two also where the door has refused for it (E_HELD), with its sentence.
    """
    match sys.exc_info()[1]:
        case Refused() as refusal if refusal.code is Code.HELD:
            sentence = say(refusal)
        case OperationalError() as error if database_lock.is_locked(error):
            sentence = gettext("Another program holds the database of this house. Try again in a moment.")
        case OperationalError() as error if database_lock.is_full(error):
            sentence = gettext("The disk of this house is full. Tell whoever looks after it.")
        case NoPast():
            sentence = gettext("No picture can be made of this now. Look again in a moment.")
        case CannotRead() as why:
            sentence = str(why)
        case _:
            sentence = gettext(
                "Nothing was half done. What happened is in the log of this house; try again in a moment."
            )
            return fault(request, 500, gettext("Something went wrong on our side."), sentence)
    return fault(request, 503, gettext("The house has to wait."), sentence)


def fault(request: HttpRequest, status: int, heading: str, sentence: str) -> HttpResponse:
    """Render an error page with a heading and a sentence."""
    given = {"status": status, "heading": heading, "sentence": sentence}
    return render(request, "house/fault.html", given, status=status)


# --- whom to tell of a vulnerability


@require_safe
def security_txt(_request: HttpRequest) -> HttpResponse:
    """Answer with the contacts, a day 90 days from now as expiry, and the languages; 404 without SECURITY_CONTACT."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    until = timezone.now().date() + HOLDS_FOR
    languages = ", ".join(code for code, _name in settings.LANGUAGES)
    lines = [f"Contact: {it}" for it in settings.SECURITY_CONTACT]
    lines += [f"Expires: {until:%Y-%m-%d}T00:00:00Z", f"Preferred-Languages: {languages}"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
