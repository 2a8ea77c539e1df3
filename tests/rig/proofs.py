"""Reports of the cases of a table, with their proofs and without."""

from functools import partial

from django.urls import reverse
from django.utils import translation

from procedures.models import Incident
from procedures.reports.build import report_of
from procedures.reports.incident import IncidentReport, Proof
from procedures.reports.proven.report import proven_report
from procedures.reports.record import Record
from table.models import Uncollected


def address(case: Incident) -> str:
    """The page of a report."""
    return reverse("incident_report", args=[case.table.code, case.number])


def value(case: Incident, language: str = "en") -> IncidentReport:
    """A report without its proof."""
    record = Record.of_case(case.table.code, case.number)
    assert record is not None
    with translation.override(language):
        return report_of(record)


def report_at(code: str, number: int, *, slip: int | None = None, language: str = "en") -> IncidentReport:
    """The report of a case, or of a slip, as it is on the page."""
    find = partial(Record.of_case, code, number) if slip is None else partial(Record.of_slip, code, slip)
    record = find()
    assert record is not None
    with translation.override(language):
        return proven_report(record).report


def proof_at(code: str, number: int, *, slip: int | None = None, language: str = "en") -> Proof:
    """Its proof alone."""
    proof = report_at(code, number, slip=slip, language=language).proof
    assert proof is not None
    return proof


def proofs_at(code: str) -> dict[str, Proof]:
    """The proofs of all cases and of all slips of a table."""
    cases = Incident.objects.filter(table__code=code).values_list("number", flat=True)
    slips = Uncollected.objects.filter(table__code=code).values_list("slip", flat=True)
    of_slips = {f"slip {slip}": proof_at(code, 0, slip=slip) for slip in slips}
    return {f"case {number}": proof_at(code, number) for number in cases} | of_slips
