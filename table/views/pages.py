"""Ordinary pages of the table: they are looked at and change nothing."""

import sys

from django.core.exceptions import BadRequest
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from table.offices import called_by, named
from table.play.rules.offered import offered, own
from table.record.machine import held
from table.record.past.reach import NoPast
from table.record.refusals import say
from table.reports.registers.forms import FILES, schema
from table.rules.houses import HOUSES, profile_named
from table.rules.profile import Profile
from table.rules.refusal import Refused
from table.screens.read.numbers import numbers_here
from table.screens.rules.derived import derived
from table.screens.rules.page import DECKS, decks_asked, page
from table.screens.rules.page import front as cards
from table.spelling import spelt
from table.terms import in_words


@require_safe
def welcome(request: HttpRequest) -> HttpResponse:
    """What this is, for whoever comes in, and the doors from here."""
    return render(request, "welcome.html", cards(HOUSES.values(), numbers_here()))


@require_safe
def houses(request: HttpRequest) -> HttpResponse:
    """Every house, in a few words."""
    numbers = numbers_here()
    return render(request, "front.html", cards(offered().values(), numbers) | {"numbers": numbers})


@require_safe
def house_rules(request: HttpRequest, key: str) -> HttpResponse:
    """One house, of a document or one's own: its rules and exact odds, on request with another number of decks."""
    ours = own() if key not in HOUSES else {}
    try:
        shown = profile_named(key, {**HOUSES, **{key: it.profile for key, it in ours.items()}})
    except Refused as refusal:
        return refused(request, refusal, status=404)
    try:
        decks = decks_asked(shown, request.GET.get("decks"))
    except Refused as refusal:
        return refused(request, refusal, status=400, shown=shown)
    with translation.override(spelt(get_language() or "", shown.currency)):
        numbers = numbers_here()
        given = page(shown, decks, numbers) | {"numbers": numbers, "derived": derived(ours.get(key), numbers)}
        text = render_to_string("house.html", given, request)
        return HttpResponse(named(text, called_by(shown)))


@require_safe
def schema_of(request: HttpRequest, name: str) -> HttpResponse:
    """What stands in a file of the record; it tells nothing of what happened, and is there for everybody."""
    if name not in FILES:
        raise Http404
    return HttpResponse(schema(name), content_type="application/schema+json")


def refused(request: HttpRequest, refusal: Refused, *, status: int, shown: Profile | None = None) -> HttpResponse:
    """The table says no: the sentence in the reader's language, and the ways on from here."""
    context = {
        "sentence": say(refusal),
        "source": in_words(refusal.source),
        "shown": shown,
        "houses": HOUSES,
        "choices": DECKS,
    }
    return render(request, "refused.html", context, status=status)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Nothing lies at this address."""
    return fault(request, 404, gettext("There is no such page."), gettext("The address leads nowhere in this house."))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The request itself cannot be read, or was sent to a name that is not this house's."""
    sentence = (
        str(exception) if isinstance(exception, BadRequest) else gettext("Begin again from the list of the houses.")
    )
    return fault(request, 400, gettext("This request cannot be read."), sentence)


def not_yours(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page is for others."""
    return fault(request, 403, gettext("This page is not for you."), str(exception))


def server_error(request: HttpRequest) -> HttpResponse:
    """The house itself made a mistake, or had to wait for too long; nothing was half done."""
    error = sys.exc_info()[1]
    waits = {
        held.is_held: gettext("Another program holds the database of this house. Try again in a moment."),
        held.is_full: gettext("The disk of this house is full. Tell whoever looks after it."),
    }
    for why, sentence in waits.items():
        if isinstance(error, OperationalError) and why(error):
            return fault(request, 503, gettext("The house has to wait."), sentence)
    if isinstance(error, NoPast):
        sentence = gettext("No picture can be made of this now. Look again in a moment.")
        return fault(request, 503, gettext("The house has to wait."), sentence)
    sentence = gettext("Nothing was half done. What happened is in the log of this house; try again in a moment.")
    return fault(request, 500, gettext("Something went wrong on our side."), sentence)


def fault(request: HttpRequest, status: int, heading: str, sentence: str) -> HttpResponse:
    """A page that says plainly what is wrong, and leads back."""
    return render(request, "fault.html", {"status": status, "heading": heading, "sentence": sentence}, status=status)
