"""Manuals as pages, for everybody who is signed in, in their language and as their house plays.

They hold no secret. But they are written for those who work here, name the offices of the house, and are no page for
players, who have its rules; so whoever is signed in reads each of them, whatever their office.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_safe

from procedures.manuals.card import as_pdf
from procedures.manuals.manual import MANUALS, Manual, text_of
from table.models import Person, StaffPresence, Table
from table.rules.houses import VENEZIA
from table.rules.profile import Profile, Role
from table.views.doors.entrance import signed_in, staff_only
from table.words.spelling import spelt


@require_safe
@staff_only()
def manuals(request: HttpRequest) -> HttpResponse:
    """List all manuals, those for one’s own office first."""
    role = signed_in(request).role
    found = sorted(_listed(Role(role)), key=lambda it: role not in it.readers)
    table = _chosen_table(request, signed_in(request))
    return render(request, "manuals/contents.html", {"manuals": found, "table": table, "tables": _tables()})


@require_safe
@staff_only()
def manual(request: HttpRequest, name: str) -> HttpResponse:
    """Show a manual, as the chosen table plays; 404 for an unknown one."""
    if name not in MANUALS:
        raise Http404
    table = _chosen_table(request, signed_in(request))
    profile = _played_at(table)
    with translation.override(spelt(translation.get_language() or "", profile.currency)):
        text = text_of(name, profile)
        given = {"manual": MANUALS[name], "text": text, "table": table, "tables": _tables(), "profile": profile}
        return render(request, "manuals/manual.html", given | {"manuals": _listed(Role(signed_in(request).role))})


@require_safe
@staff_only()
def card(request: HttpRequest) -> HttpResponseBase:
    """Return the quick card of the dealer as PDF, both sides of an A5 sheet, to be printed."""
    profile = _played_at(_chosen_table(request, signed_in(request)))
    with translation.override(spelt(translation.get_language() or "", profile.currency)):
        answer = HttpResponse(as_pdf(profile), content_type="application/pdf")
    answer["Content-Disposition"] = 'inline; filename="sabot-card.pdf"'
    return answer


def _listed(reader: Role) -> list[Manual]:
    """List the manuals; one of the bank only for its readers, or where some table has a bank."""
    banked = any(it.policy is not None and it.policy.profile.bank == "on" for it in _tables())
    return [it for it in MANUALS.values() if not it.of_the_bank or banked or reader in it.readers]


def _tables() -> list[Table]:
    """List the tables that have rules and at which somebody deals."""
    found = Table.objects.select_related("policy").order_by(*Table.IN_ORDER)
    return [it for it in found if it.policy is not None and it.policy.profile.dealing != "automatic"]


def _chosen_table(request: HttpRequest, person: Person) -> Table | None:
    """Return the table that is named, else one where the reader is at work, else the first; None if there is none."""
    tables = {it.code: it for it in _tables()}
    if request.GET.get("table", "") in tables:
        return tables[request.GET["table"]]
    at_work = StaffPresence.objects.filter(person=person, until=None).values_list("table__code", flat=True)
    return next((tables[code] for code in at_work if code in tables), next(iter(tables.values()), None))


def _played_at(table: Table | None) -> Profile:
    return VENEZIA if table is None or table.policy is None else table.policy.profile
