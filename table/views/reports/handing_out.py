"""Handing out of reports: one press of a form, an entry of the house's register, and then the file."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
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
    """Return a button for each file format in which a report can be handed out, each with a new nonce."""
    return [Way(address, form.value, uuid4().hex) for form in forms]


def pressed_form(request: HttpRequest, among: Collection[Form]) -> Form:
    """Return the file format that was pressed, or the only one where none is named; refuse others (E_ARGUMENTS)."""
    typed = request.POST.get("form", next(iter(among)) if len(among) == 1 else "")
    found = next((form for form in among if form == typed), None)
    require(found is not None, Code.ARGUMENTS, "This report is not handed out as “%(form)s”.", form=typed[:10])
    assert found is not None
    return found


class Copy(NamedTuple):
    """Copy of a report that is handed out: of what in plain text, its form and language, and its number."""

    report: Report
    of: str
    form: Form
    language: str
    number: int

    @property
    def entry(self) -> Entry:
        """Entry of the house by which it was handed out. Raises DoesNotExist before that."""
        export = {"report": self.report.value, "of": self.of, "form": self.form.value, "language": self.language}
        number = Export.objects.values_list("number", flat=True).get(**export, copy=self.number)
        return Entry.objects.get(register=HOUSE, number=number)

    @property
    def name(self) -> str:
        """Name of its file, such as ``sabot-taglia-T1-3-copy-2.pdf``; at most 80 characters of it are what it is of."""
        plain = "-".join(re.findall(r"[A-Za-z0-9]+", self.of))[:80]
        return f"sabot-{self.report}-{plain}-copy-{self.number}.{self.form}"


Makes = Mapping[Form, Callable[[Copy], bytes | Iterator[bytes]]]
"""How a report is made in each form in which it is handed out: as a whole, or in pieces."""


def hand_out(request: HttpRequest, report: Report, of: str, makes: Makes) -> HttpResponseBase:
    """Record the hand-out of a report (``export``), then answer with the file as an attachment.

    `of` describes in plain text what was asked for; `makes` has a function for each file format that can be pressed;
    others are refused (E_ARGUMENTS). The same press again gets the same copy. Raises Refused before anything is sent.
    """
    form, language = pressed_form(request, makes), language_here()
    given = {"report": report.value, "of": of, "form": form.value, "language": language}
    answer = press(request, HOUSE, ("export", given))
    copy = Copy(report, of, form, language, copy_of(answer.outcomes[0]))
    made = makes[form](copy)
    headers = {"Content-Type": TYPES[form], "Content-Disposition": f'attachment; filename="{copy.name}"'}
    return HttpResponse(made, headers=headers) if isinstance(made, bytes) else AsMade(in_pieces(made), headers=headers)


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
