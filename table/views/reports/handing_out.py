"""How a report leaves the house: one press of a form, an entry of the house's register, and then the file."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple
from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils.text import slugify
from django.utils.translation import get_language

from table.models import HOUSE
from table.rules.refusal import Code, require
from table.verbs.house.exports import Form, Report, copy_of
from table.views.office.counter import press
from table.views.reports.as_made import AsMade, in_pieces

TYPES = {
    Form.PDF: "application/pdf",
    Form.CSV: "text/csv; charset=utf-8",
    Form.JSON: "application/json",
    Form.JSONL: "application/x-ndjson",
}


class Way(NamedTuple):
    """A form of a report page: where it is sent, and in which form the report comes back."""

    address: str
    form: str
    nonce: str


def ways(address: str, forms: Iterable[Form]) -> list[Way]:
    """The forms at the foot of a report page, each a press of its own."""
    return [Way(address, form.value, uuid4().hex) for form in forms]


def asked_form(request: HttpRequest, among: Iterable[Form]) -> Form:
    """The form that was pressed; refused where this report is not handed out in it."""
    asked = request.POST.get("form", "")
    found = next((form for form in among if form == asked), None)
    require(found is not None, Code.ARGUMENTS, "This report is not handed out as “%(form)s”.", form=asked[:10])
    assert found is not None
    return found


def hand_out(request: HttpRequest, report: Report, of: str, form: Form, make: Callable[[int], bytes]) -> HttpResponse:
    """Enter that the report is handed out, and answer with the file; ``make`` is told the number of this copy.

    The same press again gets the same copy. Raises :class:`table.rules.refusal.Refused`, and then nothing left.
    """
    copy = _entered(request, report, of, form)
    return HttpResponse(make(copy), headers=_headers(report, of, form))


def hand_out_as_made(
    request: HttpRequest, report: Report, of: str, form: Form, lines: Callable[[], Iterator[bytes]]
) -> StreamingHttpResponse:
    """The same with a file that is sent while it is made, as it may be too long for the memory."""
    _entered(request, report, of, form)
    return AsMade(in_pieces(lines()), headers=_headers(report, of, form))


def _entered(request: HttpRequest, report: Report, of: str, form: Form) -> int:
    """Enter that the report is handed out; gives the number of this copy."""
    language = get_language() or settings.LANGUAGE_CODE
    given = {"report": report.value, "of": of, "form": form.value, "language": language}
    answer = press(request, HOUSE, ("export", given))
    return copy_of(answer.outcomes[0])


def _headers(report: Report, of: str, form: Form) -> dict[str, str]:
    name = slugify(f"sabot {report} {of}".replace("/", " "))[:80]
    return {"Content-Type": TYPES[form], "Content-Disposition": f'attachment; filename="{name}.{form}"'}
