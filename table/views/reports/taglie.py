"""Reports of a taglia and of an evening, and what was changed at a table."""

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import translation
from django.utils.timezone import localtime
from django.views.decorators.http import require_safe

from table.models import Shoe, Table
from table.record import seals
from table.record.proof.sealed import key_of
from table.reports.evenings import changes
from table.reports.evenings.closing import MOST_EVENINGS, Closing, closing_of, evening_of, evenings_of
from table.reports.evenings.files import as_csv, as_json, closing_as_csv, closing_as_json
from table.reports.evenings.paper import closing_as_pdf, signed_by
from table.reports.evenings.taglie import taglia_of
from table.reports.fields import fields_of
from table.reports.links import qr
from table.reports.registers.filters import number as number_from
from table.reports.registers.forms import CardsLie, ClosingFile
from table.rules.readers import Form, Report
from table.views.doors.entrance import form_page, reads, worded_as_at_its_table
from table.views.reports.handing_out import Makes, hand_out, refusals_said, ways
from table.views.reports.register import FORMS
from table.words.numbers import numbers_here
from table.words.terms import ENDINGS, MONEY, RESULTS
from table.words.voices import voiced_by

OF_CLOSING = (Form.PDF, *FORMS)


@form_page
@reads(Report.TAGLIA)
@worded_as_at_its_table
@refusals_said
def taglia(request: HttpRequest, code: str, taglia: int) -> HttpResponseBase:
    """Show the report of a taglia. Raises Http404 for an unknown one, and at a training table.

    A POST hands it out as CSV or JSON, and records that in the house's register.
    """
    found = Shoe.objects.select_related("table__policy", "sixain")
    shoe = get_object_or_404(found, table__code=code, taglia=taglia)
    report = taglia_of(shoe)
    if request.method == "POST":
        makes: Makes = {
            Form.CSV: lambda _copy: as_csv(report),
            Form.JSON: lambda it: as_json(report, of=it.of, language=it.language, copy=it.number),
        }
        return hand_out(request, Report.TAGLIA, f"{code} {taglia}", makes)
    with translation.override(voiced_by(report.rules)):
        given = {"table": shoe.table, "taglia": report, "forms": ways(request.path, FORMS), **_words()}
        return render(request, "reports/taglia.html", given)


@require_safe
@reads(Report.CLOSING)
@worded_as_at_its_table
@refusals_said
def evenings(request: HttpRequest, code: str) -> HttpResponse:
    """List the evenings of a table, latest first, at most `MOST_EVENINGS`.

    With ``?before`` only those that were opened by an entry with a lower number; unless it is empty or up to 15 digits,
    it is refused, with status 400. 404 for an unknown table and for one for training.
    """
    table = get_object_or_404(Table.real, code=code)
    found = evenings_of(table, before=number_from(request.GET, "before"))
    return render(
        request, "reports/evenings.html", {"table": table, "evenings": found, "local": localtime, "most": MOST_EVENINGS}
    )


@form_page
@reads(Report.CLOSING)
@worded_as_at_its_table
@refusals_said
def closing(request: HttpRequest, code: str, number: int) -> HttpResponseBase:
    """Show the closing report of the evening that an entry opened, also of one that is not over.

    A POST hands it out as PDF, CSV or JSON, and records that in the house's register. Its seal, if it has one, is shown
    as a QR code with the public key. Raises Http404 where the entry opened none, and for an unknown or training table.
    """
    table = get_object_or_404(Table.real.select_related("policy"), code=code)
    evening = evening_of(table, number)
    if evening is None:
        raise Http404
    report = closing_of(table, evening)
    if request.method == "POST":
        return _hand_out_closing(request, report, table)
    given = {"table": table, "closing": report, "forms": ways(request.path, OF_CLOSING)}
    given["qr"] = qr(seals.written(report.seal)) if report.seal else ""
    given["public_key"] = key_of(report.seal) if report.seal else ""
    with translation.override(voiced_by(report.rules)):
        given["signed_by"] = signed_by(report.rules)
        return render(request, "reports/closing.html", given | _words())


def _hand_out_closing(request: HttpRequest, report: Closing, table: Table) -> HttpResponseBase:
    """Record the hand-out of a closing report, and answer with the file: PDF, CSV or JSON, whichever was pressed.

    Refused as :func:`hand_out`: a PDF that cannot be set now is refused after the record.
    """
    makes: Makes = {
        Form.PDF: lambda it: closing_as_pdf(report, table, numbers_here(), copy=it.number, taken=it.entry),
        Form.CSV: lambda _copy: closing_as_csv(report, table),
        Form.JSON: lambda it: closing_as_json(report, table, of=it.of, language=it.language, copy=it.number),
    }
    return hand_out(request, Report.CLOSING, f"{table.code} {report.low}", makes)


@require_safe
@reads(Report.REGISTER)
@worded_as_at_its_table
@refusals_said
def changed(request: HttpRequest, code: str) -> HttpResponse:
    """Show the latest decisions on limits and rules of a table, the Tronc of its evenings, and who worked there.

    Each list is newest first and has at most `changes.MOST` rows; evenings that are not over, or had no tips, are left
    out. ``?before`` goes on in that of the people, after the row with this primary key; unless it is empty or up to 15
    digits, it is refused, with status 400. 404 for an unknown table and for one for training.
    """
    table = get_object_or_404(Table.real.select_related("policy"), code=code)
    people = changes.presence_of(table, before=number_from(request.GET, "before"))
    given = {
        "table": table,
        "limits": changes.limits_of(table),
        "versions": changes.versions_of(table),
        "tronc": changes.tronc_of(table),
        "people_here": [at for _key, at in people],
        "onward": people[-1][0] if len(people) == changes.MOST else None,
    }
    return render(request, "reports/changes.html", given | _words())


def _words() -> dict[str, object]:
    """Return the context that the templates of reports share.

    ``numbers`` and ``local`` format numbers and times; ``endings``, ``results`` and ``kinds_of_money`` name values;
    ``fields`` and ``of_cards`` have, by name, the labelled fields of a closing and of where the cards of a taglia are.
    """
    fields = {"of_cards": fields_of(CardsLie), "fields": fields_of(ClosingFile)}
    words = {"endings": ENDINGS, "results": RESULTS, "kinds_of_money": MONEY}
    return {"numbers": numbers_here(), "local": localtime, **words, **fields}
