"""Reports of incidents at a table: the list of its cases, the page of each, and the copies handed out."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar
from urllib.parse import quote

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe
from msgspec.structs import replace

from procedures.articles import ARTICLES
from procedures.reports.files import as_csv
from procedures.reports.guest import Bettor, bettors_of, for_guest
from procedures.reports.incident import HandedOut, IncidentReport, as_json
from procedures.reports.layouts import drawings
from procedures.reports.listing import STATUS_WORDS, Filters, page
from procedures.reports.proven.attached import attached, full_paper, pdf_with_proof, seal_for
from procedures.reports.proven.report import legible, proven_report
from procedures.reports.record import Record
from procedures.reports.sections import paper_of
from table.models import Table
from table.record.past.replay import one_moment
from table.record.refusals import say, source_of
from table.rules.readers import Form, Report
from table.rules.refusal import Code, Refused
from table.views.doors.entrance import form_page, reads, worded_as_at_its_table
from table.views.pages import fault
from table.views.reports.handing_out import ReportCopy, hand_out, pressed_form, ways
from table.words.numbers import numbers_here

Found = TypeVar("Found")
FORMS = (Form.PDF, Form.CSV, Form.JSON)


@require_safe
@reads(Report.INCIDENT)
@worded_as_at_its_table
def incidents(request: HttpRequest, code: str) -> HttpResponse:
    """Render the page of the cases of a table, at most 50, the latest first, by the filters in the address.

    These are article, status, taglia, and the number of an entry ``before`` which they were opened; one that cannot be
    read filters nothing. 404 for an unknown table or one for training.
    """
    table = get_object_or_404(Table.real.select_related("policy"), code=code)
    filters = Filters.of(request.GET.dict())
    given = {"table": table, "filters": filters, "found": page(table, filters)}
    return render(request, "reports/incidents.html", given | {"articles": ARTICLES, "statuses": STATUS_WORDS})


@form_page
@reads(Report.INCIDENT)
@worded_as_at_its_table
def incident(request: HttpRequest, code: str, number: int) -> HttpResponseBase:
    """Show the report of one case; POST enters that it is handed out, and answers with it in the posted form.

    That is PDF, CSV or JSON. A refusal is answered with its page. 404 for an unknown case, or a training table.
    """
    return _served(request, partial(Record.of_case, code, number))


@form_page
@reads(Report.INCIDENT)
@worded_as_at_its_table
def uncollected(request: HttpRequest, code: str, slip: int) -> HttpResponseBase:
    """Show the report of what nobody collected, by its slip, whether it was reported or kept by the table itself.

    POST enters that it is handed out and answers with it in the posted form (PDF, CSV or JSON), a refusal with its
    page; 404 for an unknown slip.
    """
    return _served(request, partial(Record.of_slip, code, slip))


def _served(request: HttpRequest, find: Callable[[], Record | None]) -> HttpResponseBase:
    """Show a report with its proof, or on POST hand out a numbered copy, an entry of the house ("export").

    The same press again has the same number, and its file is made anew. On POST alone the register is sealed first, if
    that is possible and no seal covers the report yet. With a player's key in the field ``guest`` it is the copy for
    that player, as PDF only. Raises Http404 where there is no record. A refusal is shown as a page with status 422: of
    a report that nothing makes; before the entry for a guest without a part in it, after it for a PDF that takes too
    long.
    """
    try:
        if request.method != "POST":
            with one_moment():
                report = proven_report(_found(find())).report
            return _page(request, report)
        record = _found(find())
        bettor, of = _pressed_bettor(request, record)
        form = pressed_form(request, FORMS if bettor is None else (Form.PDF,))
        with legible(record):
            seal_for(record)
        return hand_out(request, Report.INCIDENT, of, {form: partial(_copy, find, bettor)})
    except Refused as refused:
        return fault(request, 422, say(refused), source_of(refused))


def _pressed_bettor(request: HttpRequest, record: Record) -> tuple[Bettor | None, str]:
    """Return the player for whom a copy is asked, None for the whole report, and the name of that copy in the register.

    The name is that of the report, for a player followed by "/" and what :func:`place_of` gives. For a player it blocks
    while the register is replayed. Refuses (E_ARGUMENTS) somebody of whose money or chips in custody the report says
    nothing.
    """
    if not (typed := request.POST.get("guest", "")):
        return None, record.of
    with one_moment():
        bettors = bettors_of(proven_report(record).report)
    found = next((it for it in bettors if it.key == typed), None)
    if found is None:
        raise Refused(
            Code.ARGUMENTS,
            "“%(guest)s” had no part in this coup: there is no copy of the report for them.",
            guest=typed[:20],
        )
    return found, f"{record.of}/{place_of(found, bettors)}"


def place_of(bettor: Bettor, bettors: Sequence[Bettor]) -> str:
    """Return the end of the address of a player's copy, percent-encoded: ``position/3``.

    Where several played at that position it is ``position/3/KEY``, with the player's key.
    """
    several = sum(it.position == bettor.position for it in bettors) > 1
    whose = f"/{quote(bettor.key, safe='')}" if several else ""
    return f"position/{quote(bettor.position, safe='')}{whose}"


def _found(it: Found | None) -> Found:
    """Return a record that was found. Raises Http404 for None."""
    if it is None:
        raise Http404
    return it


def _copy(find: Callable[[], Record | None], bettor: Bettor | None, copy: ReportCopy) -> bytes:
    """Return the bytes of this copy; ``bettor`` is the player it is for, if any.

    It has the seal that there was when it was handed out, and all of it is read in one transaction. A PDF of the whole
    report carries the files that prove it, unless there is no seal that holds or the house cannot sign. Blocks while
    the register is replayed and the PDF is set. Refuses as :func:`pdf_with_proof`. Raises Http404 where ``find`` finds
    nothing.
    """
    entry = copy.entry
    handed_out = HandedOut(entry=entry.number, by=entry.actor, at=entry.at)
    with one_moment():
        record, report = proven_report(_found(find()), copy=copy.number, handed_out=handed_out)
        report = replace(report, of=copy.of)
        if bettor is not None:
            report = replace(for_guest(report, bettor), full=full_paper(record, report))
        paper = paper_of(report, numbers_here())
        files = attached(record, report, paper) if copy.form is Form.PDF and bettor is None else ()
    # A PDF may have to wait for others; no transaction waits with it.
    match copy.form:
        case Form.PDF:
            return pdf_with_proof(paper, files)
        case Form.CSV:
            return as_csv(paper_of(report, numbers_here(), dated=True))
        case _:
            return as_json(report)


def _page(request: HttpRequest, report: IncidentReport) -> HttpResponse:
    """Render the page of a report, with its drawings and the ways to hand it out."""
    paper = paper_of(report, numbers_here())
    shown = [it.felt for section in paper.sections for block in section.blocks for it in getattr(block, "pictures", ())]
    given: dict[str, Any] = {"report": report, "paper": paper, "drawings": drawings(shown)}
    copies = [(it, way) for it in bettors_of(report) for way in ways(request.path, (Form.PDF,))]
    return render(request, "reports/incident.html", given | {"forms": ways(request.path, FORMS), "for_guests": copies})
