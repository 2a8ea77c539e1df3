"""Handing out of reports: one press of a form, an entry of the house's register, and then the file."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any, NamedTuple
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from table.models import HOUSE, Entry, Export
from table.rules.refusal import Code, Refused, require
from table.verbs.house.exports import Form, Report, copy_of
from table.views import pages
from table.views.doors.entrance import View
from table.views.office.counter import press
from table.views.reports.as_made import AsMade, in_pieces
from table.words.voices import language_here

TYPES = {
    Form.PDF: "application/pdf",
    Form.CSV: "text/csv; charset=utf-8",
    Form.JSON: "application/json",
    Form.JSONL: "application/x-ndjson",
}


class Way(NamedTuple):
    """A form of a report page: where it is sent, in which form the report comes back, and the nonce of its press."""

    address: str
    form: str
    nonce: str


def ways(address: str, forms: Iterable[Form]) -> list[Way]:
    """Return a button for each form in which a report can be handed out, each with a new nonce."""
    return [Way(address, form.value, uuid4().hex) for form in forms]


def pressed_form(request: HttpRequest, among: Iterable[Form]) -> Form:
    """Return the form that was pressed. Refuses (E_ARGUMENTS) one that is not among these."""
    typed = request.POST.get("form", "")
    found = next((form for form in among if form == typed), None)
    require(found is not None, Code.ARGUMENTS, "This report is not handed out as “%(form)s”.", form=typed[:10])
    assert found is not None
    return found


def hand_out(
    request: HttpRequest, report: Report, of: str, form: Form, make: Callable[[int], bytes | Iterator[bytes]]
) -> HttpResponseBase:
    """Record the hand-out of a report (``export``), then answer with the file as an attachment.

    `of` describes in plain text what was asked for; `make` gets the number of this copy, and returns the file or yields
    it in pieces. The same press again gets the same copy. Raises Refused before anything is sent.
    """
    given = {"report": report.value, "of": of, "form": form.value, "language": _language()}
    answer = press(request, HOUSE, ("export", given))
    copy = copy_of(answer.outcomes[0])
    made, name = make(copy), file_name(report, of, form, copy)
    headers = {"Content-Type": TYPES[form], "Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(made, headers=headers) if isinstance(made, bytes) else AsMade(in_pieces(made), headers=headers)


def entry_of(report: Report, of: str, form: Form, copy: int) -> Entry:
    """Return the house's entry by which this copy of the report was handed out in the active language.

    There has to be one.
    """
    copied = {"report": report.value, "of": of, "form": form.value, "copy": copy}
    number = Export.objects.values_list("number", flat=True).get(**copied, language=_language())
    return Entry.objects.get(register=HOUSE, number=number)


def _language() -> str:
    return language_here()


def file_name(report: Report, of: str, form: Form, copy: int) -> str:
    """Return a name such as ``sabot-taglia-T1-3-copy-2.pdf``.

    It has the report, what it is of (at most 80 characters), the copy, the form.
    """
    plain = "-".join(re.findall(r"[A-Za-z0-9]+", of))[:80]
    return f"sabot-{report}-{plain}-copy-{copy}.{form}"


def refusals_said(view: View) -> View:
    """Decorate a report page: a refusal is answered with its sentence, with status 400 to GET and HEAD, else 422."""

    @wraps(view)
    def shown(request: HttpRequest, **given: Any) -> HttpResponseBase:
        """Serve the view, or answer with the sentence of a refusal."""
        try:
            return view(request, **given)
        except Refused as refused:
            return pages.refused(request, refused, status=400 if request.method in ("GET", "HEAD") else 422)

    return shown
