"""Registers as pages: of a table, of the house, and what was refused there; and as files."""

from collections.abc import Iterator, Sequence

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_safe

from table.models import HOUSE, House, Table
from table.reports.registers import pages, wrong_pins
from table.reports.registers import refused as refusals
from table.reports.registers.files import Asked, as_csv, as_json
from table.reports.registers.filters import Wanted, asked, number
from table.verbs.declaration import VERBS
from table.verbs.house.exports import Form, Report
from table.views.entrance import reads
from table.views.reports.handing_out import asked_form, hand_out, refusals_said, ways
from table.views.spelling import spelt_as_at_its_table

ASKS = ["GET", "HEAD", "POST"]
FORMS = (Form.CSV, Form.JSON)


@require_http_methods(ASKS)
@reads(Report.REGISTER)
@spelt_as_at_its_table
@refusals_said
def register(request: HttpRequest, code: str) -> HttpResponseBase:
    """The register of a table; sent to, it is handed out as a file."""
    table = get_object_or_404(Table, code=code)
    return _register(request, Report.REGISTER, table.code, table=table)


@require_http_methods(ASKS)
@reads(Report.HOUSE)
@refusals_said
def house(request: HttpRequest) -> HttpResponseBase:
    """The register of the house: its people, tables and devices, and what left it."""
    return _register(request, Report.HOUSE, HOUSE, table=None)


@require_http_methods(ASKS)
@reads(Report.REGISTER)
@spelt_as_at_its_table
@refusals_said
def refused(request: HttpRequest, code: str) -> HttpResponseBase:
    """The acts that were refused at a table; sent to, they are handed out as a file."""
    table = get_object_or_404(Table, code=code)
    return _refused(request, Report.REGISTER, table.code, table=table)


@require_http_methods(ASKS)
@reads(Report.HOUSE)
@refusals_said
def house_refused(request: HttpRequest) -> HttpResponseBase:
    """The acts that were refused in the house; sent to, they are handed out as a file."""
    return _refused(request, Report.HOUSE, HOUSE, table=None)


@require_safe
@reads(Report.HOUSE)
@refusals_said
def house_wrong_pins(request: HttpRequest) -> HttpResponse:
    """The wrong PINs that were tried in the house."""
    wanted = asked(request.GET)
    page = wrong_pins.page_of(wanted.actor, before=number(request.GET, "before"), after=number(request.GET, "after"))
    given = {"wanted": Wanted(actor=wanted.actor), "page": page, "attacks": wrong_pins.told()}
    return render(request, "reports/wrong_pins.html", given)


def _register(request: HttpRequest, report: Report, of: str, *, table: Table | None) -> HttpResponseBase:
    wanted = asked(request.GET)
    if request.method == "POST":
        return hand_out_entries(request, report, [of], wanted, of=of)
    page = pages.page_of(of, wanted, before=number(request.GET, "before"), after=number(request.GET, "after"))
    forms = ways(request.path + wanted.address(), FORMS)
    given = {"table": table, "wanted": wanted, "page": page, "verbs": _verbs(table), "forms": forms}
    return render(request, "reports/register.html", given)


def _refused(request: HttpRequest, report: Report, of: str, *, table: Table | None) -> HttpResponseBase:
    wanted = asked(request.GET)
    if request.method == "POST":
        return _hand_out_refusals(request, report, of, wanted)
    page = refusals.page_of(of, wanted, before=number(request.GET, "before"), after=number(request.GET, "after"))
    forms = ways(request.path + wanted.address(), FORMS)
    given = {"table": table, "wanted": wanted, "page": page, "verbs": _verbs(table), "forms": forms}
    return render(request, "reports/refused.html", given)


def _hand_out_refusals(request: HttpRequest, report: Report, of: str, wanted: Wanted) -> HttpResponseBase:
    form, language = asked_form(request, FORMS), get_language() or settings.LANGUAGE_CODE
    told = f"{of} refused{wanted.address()}"

    def make(copy: int) -> Iterator[bytes]:
        if form is Form.CSV:
            return refusals.as_csv(of, wanted, language=language)
        return refusals.as_json(of, wanted, language=language, of=told, copy=copy)

    return hand_out(request, report, told, form, make)


def _verbs(table: Table | None) -> list[tuple[str, str]]:
    """The acts that can stand in this register, by their titles."""
    owner = House if table is None else Table
    found = [(name, str(verb.title)) for name, verb in VERBS.items() if verb.owner is owner]
    return sorted(found, key=lambda it: it[1].casefold())


def hand_out_entries(
    request: HttpRequest, report: Report, of_registers: Sequence[str], wanted: Wanted, *, of: str
) -> HttpResponseBase:
    """The entries that are asked for as a file; ``of`` names them, the filters follow."""
    form = asked_form(request, FORMS)
    entries = Asked(of_registers, wanted, get_language() or settings.LANGUAGE_CODE)
    told = f"{of}{wanted.address()}"

    def make(copy: int) -> Iterator[bytes]:
        return as_csv(entries) if form is Form.CSV else as_json(entries, of=told, copy=copy)

    return hand_out(request, report, told, form, make)
