"""Pages of the bank's record: sessions of a table, their statements, and slips."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import translation
from django.utils.timezone import localtime
from django.views.decorators.http import require_safe

from bank.models import BankSession, Slip
from bank.reports.day import currency_of
from bank.reports.files import statement_as_csv, statement_as_json
from bank.reports.paper import pieces_table, results, statement_as_pdf
from bank.reports.proven import StatementProof, proof_of
from bank.reports.slip import SlipText, by_whom, slip_as_pdf, slip_of
from bank.reports.statement import Statement, slips_of, statement_of, times
from bank.reports.words import CAUSES, COUNTS, LOST, STATUSES, cause, in_words, rest
from bank.rules.pieces import worth
from bank.screens.flow import STAGES
from table.models import Table
from table.record.past.rules_then import policy_at
from table.reports.evenings.paper import signed_by
from table.rules.profile import Role
from table.rules.readers import Form, Report
from table.views.doors.entrance import form_page, reads, signed_in, worded_as_at_its_table
from table.views.reports.handing_out import Makes, hand_out, refusals_said, ways
from table.views.reports.register import FORMS
from table.words.numbers import numbers_here
from table.words.voices import voiced_by

OF_STATEMENT = (Form.PDF, *FORMS)
MOST_SHOWN = 60
"""Latest sessions and slips that are listed."""


@require_safe
@reads(Report.SLIP)
def cash_papers(request: HttpRequest) -> HttpResponse:
    """List the latest slips of all tables, at most :data:`MOST_SHOWN`, each with a link to its page.

    Those of training tables are left out.
    """
    slips = Slip.objects.filter(table__training=False).select_related("table").order_by("-pk")[:MOST_SHOWN]
    return render(request, "reports/slips.html", {"slips": slips})


@require_safe
@reads(Report.STATEMENT)
@worded_as_at_its_table
def sessions(request: HttpRequest, code: str) -> HttpResponse:
    """List the sessions of a table's bank, the latest first, at most :data:`MOST_SHOWN`.

    Raises Http404 for an unknown or a training table.
    """
    table = get_object_or_404(Table.real.select_related("policy"), code=code)
    rows = BankSession.objects.filter(table=table).order_by("-number")[:MOST_SHOWN]
    listed = [(it, in_words(it.day, numbers_here())) for it in rows]
    return render(request, "reports/sessions.html", {"table": table, "sessions": listed, "stages": STAGES})


@form_page
@reads(Report.STATEMENT)
@worded_as_at_its_table
@refusals_said
def statement(request: HttpRequest, code: str, number: int) -> HttpResponseBase:
    """Show the statement of a session with its proof; a POST hands both out as a file (PDF, CSV or JSON).

    What is handed out is recorded in the house's register. Blocks while the register is replayed. Raises Http404 where
    there is no such session or table, and for a training table.
    """
    table = get_object_or_404(Table.real.select_related("policy"), code=code)
    row = get_object_or_404(BankSession, table=table, number=number)
    if request.method == "POST":
        return _hand_out(request, statement_of(table, row), table, proof_of(table, number))
    more = {"proof": proof_of(table, number), "forms": ways(request.path, OF_STATEMENT)}
    return _shown(request, table, row, **more)


@worded_as_at_its_table
def latest_statement(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show the statement of a table's latest session, for the demo stage: nobody's office is checked.

    It cannot be handed out there, and has no proof. Raises Http404 without a session, and for an unknown or a training
    table.
    """
    table = get_object_or_404(Table.real.select_related("policy"), code=code)
    row = BankSession.objects.filter(table=table).order_by("-number").first()
    if row is None:
        raise Http404
    return _shown(request, table, row)


def _shown(request: HttpRequest, table: Table, row: BankSession, **more: Any) -> HttpResponse:
    """Render the page of a statement with ``more`` in its context, in the words of the rules of its session."""
    it = statement_of(table, row)
    with translation.override(voiced_by(it.rules)):
        return render(request, "reports/statement.html", _given(table, it) | more)


def _given(table: Table, it: Statement) -> dict[str, Any]:
    """Return the context of a statement's page: results, pieces, causes, slips, times, and words."""
    numbers, currency = numbers_here(), currency_of(table)
    return {
        "table": table,
        "it": it,
        "signed_by": signed_by(it.rules),
        "day": in_words(it.day, numbers),
        "results": list(results(it, numbers, currency)),
        "pieces": pieces_table(it, numbers, currency),
        "causes": [(cause(one, numbers, currency), one.coups) for one in it.causes],
        "slips": slips_of(it),
        "entries": times(table, it),
        "words": {"causes": CAUSES, "counts": COUNTS, "statuses": STATUSES, "lost": LOST, "stages": STAGES},
        "rest": rest,
        "numbers": numbers,
        "currency": currency,
        "local": localtime,
    }


def _hand_out(request: HttpRequest, it: Statement, table: Table, proof: StatementProof) -> HttpResponseBase:
    """Hand out a statement with its proof as the file pressed for: PDF, CSV or JSON.

    It is in the words of the rules of its session, and is recorded in the house's register, also where the PDF is then
    refused (E_RATE, E_ARGUMENTS).
    """
    currency, numbers = currency_of(table), numbers_here()
    makes: Makes = {
        Form.PDF: lambda to: statement_as_pdf(it, table, numbers, copy=to.number, taken=to.entry, proof=proof),
        Form.CSV: lambda _copy: statement_as_csv(it, numbers, proof=proof),
        Form.JSON: lambda to: statement_as_json(
            it, currency, of=to.of, language=to.language, copy=to.number, proof=proof
        ),
    }
    with translation.override(voiced_by(it.rules)):
        return hand_out(request, Report.STATEMENT, f"{it.table} {it.number}", makes)


@form_page
@reads(Report.SLIP)
@worded_as_at_its_table
@refusals_said
def slip(request: HttpRequest, code: str, letter: str, year: int, serial: int) -> HttpResponseBase:
    """Show a slip, with the proof of its session but for the cash desk; a POST prints it as a PDF.

    Its words are those of the rules by which it was taken. A print is recorded in the house's register. Raises Http404
    where there is no such slip, or nothing was done under it, and for a training table.
    """
    table = get_object_or_404(Table.real.select_related("policy"), code=code)
    row = get_object_or_404(Slip, table=table, letter=letter, year=year, serial=serial)
    with translation.override(voiced_by(policy_at(table, row.number).profile)):
        it = slip_of(table, letter, year, serial)
        if it is None:
            raise Http404
        return _slip(request, table, it)


def _slip(request: HttpRequest, table: Table, it: SlipText) -> HttpResponseBase:
    """Render the page of a slip, with the proof of its session but for the cash desk; a POST hands it out as a PDF.

    The latter is recorded in the house's register, the former blocks while the register of the table is replayed.
    """
    if request.method == "POST":
        makes: Makes = {Form.PDF: lambda to: slip_as_pdf(it, table, numbers_here(), copy=to.number, taken=to.entry)}
        return hand_out(request, Report.SLIP, it.name, makes)
    given = {"table": table, "it": it, "numbers": numbers_here(), "currency": currency_of(table), "local": localtime}
    given["columns"] = [(name, pieces, worth(pieces)) for name, pieces in it.columns]
    given["by_whom"] = by_whom(it)
    given["rest"] = rest(it.lost, it.found, numbers_here(), currency_of(table))
    if signed_in(request).role != Role.CASSA:  # whoever prints it for a receipt does not wait for a replay
        given["proof"] = proof_of(table, it.session)
    return render(request, "reports/slip.html", given | {"forms": ways(request.path, (Form.PDF,))})
