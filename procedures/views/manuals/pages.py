"""Manuals as pages for everybody, chapter by chapter, in the reader's language and as their house plays.

They hold no secret. The quick card is for the staff: it is made anew for whoever asks.
"""

import re
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import require_safe
from markupsafe import Markup

from procedures.views.manuals.card import as_pdf
from procedures.views.manuals.manual import MANUALS, Chapter, Manual, ManualText, text_of
from procedures.views.manuals.words import ANCHOR
from table.models import Person, StaffPresence, Table
from table.rules.houses import VENEZIA
from table.rules.profile import Profile
from table.views.doors.entrance import staff_only
from table.views.reports.handing_out import refusals_said
from table.words.voices import spelt

WITHIN = re.compile(r'href="#([\w-]+)"')
"""Links within a manual."""


@require_safe
def manuals(request: HttpRequest) -> HttpResponse:
    """List the manuals, those for one’s own office first.

    Those of the bank are listed for their readers, and for everybody once a table at which a person deals has a
    bank.
    """
    person = _reader(request)
    found = sorted(_listed(person), key=lambda it: person is None or person.role not in it.readers)
    return _page(request, "contents", {"manuals": found})


@require_safe
def manual(request: HttpRequest, name: str) -> HttpResponse:
    """List the chapters of a manual, or show all of it where ``?whole`` asks for that; 404 for an unknown one.

    Its text is that by the rules of the chosen table, else of Venezia.
    """
    return _of(request, name, lambda text: {"text": text, "chapter": None, "whole": "whole" in request.GET})


@require_safe
def chapter(request: HttpRequest, name: str, chapter: str) -> HttpResponse:
    """Show a chapter of a manual with the ways to those before and after it; 404 for an unknown one.

    Its text is that by the rules of the chosen table, else of Venezia.
    """
    return _of(request, name, lambda text: _chapter(text, name, chapter))


@require_safe
def place(request: HttpRequest, name: str, place: str) -> HttpResponse:
    """Redirect to a place of a manual, in whichever chapter it is; to its list of chapters if it has no such place.

    Raises Http404 for an unknown manual.
    """
    if name not in MANUALS:
        raise Http404
    found = text_of(name, _played_at(_chosen_table(request))).chapter_with(f"{ANCHOR}{place}")
    if found is None:
        return redirect("manual", name)
    return redirect(f"{reverse('manual_chapter', args=[name, found.name])}#{ANCHOR}{place}")


def _of(request: HttpRequest, name: str, shown: Callable[[ManualText], dict[str, object]]) -> HttpResponse:
    """Render a page of a manual by the rules of the chosen table; ``shown`` makes the context from its text.

    404 for an unknown manual.
    """
    if name not in MANUALS:
        raise Http404
    profile = _played_at(_chosen_table(request))
    with translation.override(spelt(translation.get_language() or "", profile.currency)):
        return _page(request, "manual", {"manual": MANUALS[name], "profile": profile} | shown(text_of(name, profile)))


def _chapter(text: ManualText, manual: str, name: str) -> dict[str, object]:
    """Return the context of a chapter, with its neighbours as ``before`` and ``after``, None at either end.

    Raises Http404 for an unknown one.
    """
    names = [it.name for it in text.chapters]
    if name not in names:
        raise Http404
    at = names.index(name)
    around = {"before": text.chapters[at - 1] if at else None, "after": next(iter(text.chapters[at + 1 :]), None)}
    return {"text": text, "chapter": text.chapters[at], "html": _linked(text, manual, text.chapters[at]), **around}


def _linked(text: ManualText, manual: str, chapter: Chapter) -> Markup:
    """Return the HTML of a chapter with each link to an anchor of another chapter leading to that chapter's page."""

    def link(found: re.Match[str]) -> str:
        """Return the ``href`` to the chapter of its anchor; unchanged if that is this one, or unknown."""
        there = chapter if chapter.has(found[1]) else text.chapter_with(found[1])
        if there is None or there is chapter:
            return found[0]
        return f'href="{reverse("manual_chapter", args=[manual, there.name])}#{found[1]}"'

    return Markup(WITHIN.sub(link, chapter.html))  # noqa: S704 - a template escaped it


def _page(request: HttpRequest, template: str, given: dict[str, object]) -> HttpResponse:
    """Render a page of the manuals; whoever is signed in gets the staff's bar and the choice of a table.

    These are added to ``given``, the context.
    """
    staff = _reader(request) is not None
    given |= {"layout": "staff.html" if staff else "page.html", "staff": staff}
    given |= {"table": _chosen_table(request) if staff else None, "tables": _tables() if staff else []}
    return render(request, f"manuals/{template}.html", given)


@require_safe
@staff_only()
@refusals_said
def card(request: HttpRequest) -> HttpResponseBase:
    """Return to anybody of the staff the dealer's quick card as PDF, both sides of an A5 sheet, for the chosen table.

    It has the rules of that table (:func:`_chosen_table`: an unknown ``?table`` counts as none named), those of Venezia
    where there is no table. Others are sent to sign in; a refusal of :func:`as_pdf` is shown as a page.
    """
    profile = _played_at(_chosen_table(request))
    with translation.override(spelt(translation.get_language() or "", profile.currency)):
        answer = HttpResponse(as_pdf(profile), content_type="application/pdf")
    answer["Content-Disposition"] = 'inline; filename="sabot-card.pdf"'
    return answer


def _reader(request: HttpRequest) -> Person | None:
    """Return the person who is signed in; None for a visitor."""
    return request.user if isinstance(request.user, Person) else None


def _listed(reader: Person | None) -> list[Manual]:
    """List the manuals in the order of ``MANUALS``; one of the bank only for its readers, unless a table has a bank.

    Then it is listed for everybody, with ``reader`` None as well. Only tables of :func:`_tables` count.
    """
    banked = any(it.policy is not None and it.policy.profile.bank == "on" for it in _tables())
    role = reader.role if reader is not None else None
    return [it for it in MANUALS.values() if not it.of_the_bank or banked or role in it.readers]


def _tables() -> list[Table]:
    """List the tables whose rules have a person deal (not ``automatic``), in the usual order; none for training."""
    found = Table.real.select_related("policy").order_by(*Table.IN_ORDER)
    return [it for it in found if it.policy is not None and it.policy.profile.dealing != "automatic"]


def _chosen_table(request: HttpRequest) -> Table | None:
    """Return the table that ``?table`` names, else any where the reader is at work, else the first of :func:`_tables`.

    None if there is none. An unknown ``?table`` counts as none named. For visitors, who are not signed in, it is always
    the first. Only tables of :func:`_tables` are looked at.
    """
    tables, person = {it.code: it for it in _tables()}, _reader(request)
    if person is None:
        return next(iter(tables.values()), None)
    if request.GET.get("table", "") in tables:
        return tables[request.GET["table"]]
    at_work = StaffPresence.objects.filter(person=person, until=None).values_list("table__code", flat=True)
    return next((tables[code] for code in at_work if code in tables), next(iter(tables.values()), None))


def _played_at(table: Table | None) -> Profile:
    """Return the rules in force at a table; those of Venezia for None, or for a table without rules."""
    return VENEZIA if table is None or table.policy is None else table.policy.profile
