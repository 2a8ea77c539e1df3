"""Reports of incidents at a table: the list of its cases, the page of each, and the copies handed out."""

from collections.abc import Callable
from functools import partial

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_safe

from procedures.articles import ARTICLES
from procedures.proof.attached import pdf_with_proof, seal_for
from procedures.reports.build import report_of
from procedures.reports.files import as_csv, as_pdf
from procedures.reports.incident import IncidentReport, as_json
from procedures.reports.layouts import drawings
from procedures.reports.listing import STATUS_WORDS, Filters, page
from procedures.reports.record import Record
from procedures.reports.sections import paper_of
from table.models import HOUSE, Entry, Export, Table
from table.record.refusals import say
from table.rules.refusal import Refused
from table.screens.read.numbers import numbers_here
from table.verbs.house.exports import Form, Report
from table.views.doors.entrance import reads
from table.views.pages import fault
from table.views.reports.handing_out import hand_out, pressed_form, ways
from table.views.spelling import spelt_as_at_its_table, worded_as_at_its_table
from table.words.terms import in_words

FORMS = (Form.PDF, Form.CSV, Form.JSON)


@require_safe
@reads(Report.INCIDENT)
@worded_as_at_its_table
def incidents(request: HttpRequest, code: str) -> HttpResponse:
    """List the cases of a table, the latest first, by the filters in the address."""
    table = get_object_or_404(Table.objects.select_related("policy"), code=code)
    filters = Filters.of(request.GET.dict())
    given = {"table": table, "filters": filters, "found": page(table, filters)}
    return render(request, "reports/incidents.html", given | {"articles": ARTICLES, "statuses": STATUS_WORDS})


@require_http_methods(["GET", "HEAD", "POST"])
@reads(Report.INCIDENT)
@spelt_as_at_its_table
def incident(request: HttpRequest, code: str, number: int) -> HttpResponseBase:
    """Show the report of one case, or hand it out in the form that is posted; 404 for an unknown one."""
    return _served(request, Record.of_case(code, number), f"{code}/{number}")


@require_http_methods(["GET", "HEAD", "POST"])
@reads(Report.INCIDENT)
@spelt_as_at_its_table
def uncollected(request: HttpRequest, code: str, slip: int) -> HttpResponseBase:
    """Show the report of what nobody collected, by its slip, whether it was reported or kept by the table itself."""
    return _served(request, Record.of_slip(code, slip), f"{code}/slip/{slip}")


def _served(request: HttpRequest, record: Record | None, of: str) -> HttpResponseBase:
    if record is None:
        raise Http404
    if request.method != "POST":
        return _page(request, report_of(record))
    try:
        form = pressed_form(request, FORMS)
        seal_for(record)
        return hand_out(request, Report.INCIDENT, of, form, partial(_copy, record, of, form))
    except Refused as refused:
        return fault(request, 422, say(refused), in_words(refused.source))


def _copy(record: Record, of: str, form: Form, copy: int) -> bytes:
    """Return this copy with the seal that there was when it was handed out: a seal made since changes nothing."""
    language = get_language() or settings.LANGUAGE_CODE
    copied = {"report": Report.INCIDENT.value, "of": of, "form": form.value, "language": language}
    number = Export.objects.values_list("number", flat=True).get(**copied, copy=copy)
    printed = Entry.objects.values_list("at", flat=True).get(register=HOUSE, number=number)
    report = report_of(record, printed=printed)
    if form is Form.PDF:
        return pdf_with_proof(record, report, paper_of(report, numbers_here(), copy=copy))
    return made(form)(report, copy)


def _page(request: HttpRequest, report: IncidentReport) -> HttpResponse:
    paper = paper_of(report, numbers_here())
    shown = [it.felt for section in paper.sections for block in section.blocks for it in getattr(block, "pictures", ())]
    given = {"report": report, "paper": paper, "drawings": drawings(shown)}
    return render(request, "reports/incident.html", given | {"forms": ways(request.path, FORMS)})


def made(form: Form) -> Callable[[IncidentReport, int], bytes]:
    """Return the function that makes a report in this form, given the number of the copy."""
    return {Form.PDF: _pdf, Form.CSV: _csv, Form.JSON: _json}[form]


def _pdf(report: IncidentReport, copy: int) -> bytes:
    return as_pdf(paper_of(report, numbers_here(), copy=copy))


def _csv(report: IncidentReport, copy: int) -> bytes:
    return as_csv(paper_of(report, numbers_here(), copy=copy))


def _json(report: IncidentReport, _copy: int) -> bytes:
    return as_json(report)
