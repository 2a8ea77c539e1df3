"""Handing out of reports: a press of a form, an entry of the house's register, and the file, sent as it is made."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Collection, Generator, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import wraps
from typing import Any, NamedTuple
from uuid import uuid4

from django.db import connections
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone

from table.models import HOUSE, Entry, Export
from table.record.press import Step
from table.record.proof.handed_out import copy_of
from table.record.refusals import remember
from table.rules.readers import Form, Report
from table.rules.refusal import Code, Refused, require
from table.views import pages
from table.views.doors.entrance import View, signed_in
from table.views.office.counter import press
from table.words.voices import language_here

TYPES = {
    Form.PDF: "application/pdf",
    Form.CSV: "text/csv; charset=utf-8",
    Form.JSON: "application/json",
    Form.JSONL: "application/x-ndjson",
}
PIECE_BYTES = 64 * 1024


class ReportForm(NamedTuple):
    """A form of a report page: where it is sent, in which form the report comes back, and the nonce of its press."""

    address: str
    form: str
    nonce: str


def ways(address: str, forms: Iterable[Form]) -> list[ReportForm]:
    """Return for each file format in which a report can be handed out its form: address, format and a new nonce."""
    return [ReportForm(address, form.value, uuid4().hex) for form in forms]


def pressed_form(request: HttpRequest, among: Collection[Form]) -> Form:
    """Return the file format that was pressed, or the only one where none is named; refuse others (E_ARGUMENTS)."""
    typed = request.POST.get("form", next(iter(among)) if len(among) == 1 else "")
    require(typed in among, Code.ARGUMENTS, "This report is not handed out as “%(form)s”.", form=typed[:10])
    return Form(typed)


class ReportCopy(NamedTuple):
    """Copy of a report that is handed out: of what in plain text, its form and language, and its number."""

    report: Report
    of: str
    form: Form
    language: str
    number: int

    @property
    def entry(self) -> Entry:
        """Entry of the house by which this copy was handed out. Raises DoesNotExist before that.

        It is found by report, what it is of, format, language and number of the copy.
        """
        export = {"report": self.report.value, "of": self.of, "form": self.form.value, "language": self.language}
        number = Export.objects.values_list("number", flat=True).get(**export, copy=self.number)
        return Entry.objects.get(register=HOUSE, number=number)

    @property
    def name(self) -> str:
        """Name of its file, such as ``sabot-taglia-T1-3-copy-2.pdf``; at most 80 characters of it are what it is of."""
        plain = "-".join(re.findall(r"[A-Za-z0-9]+", self.of))[:80]
        return f"sabot-{self.report}-{plain}-copy-{self.number}.{self.form}"


Makes = Mapping[Form, Callable[[ReportCopy], bytes | Iterator[bytes]]]
"""How a report is made in each form in which it is handed out: as a whole, or in pieces."""


def hand_out(request: HttpRequest, report: Report, of: str, makes: Makes) -> HttpResponseBase:
    """Record that a report is to be handed out (``export``, in the house's register), then answer with its file.

    `of` describes in plain text what was asked for; `makes` has a function for each file format that can be pressed;
    others are refused (E_ARGUMENTS). The same press again records nothing and has the same copy number, but its file is
    made anew. Raises Refused before anything is sent, but after the entry where the file is refused: a PDF (E_RATE,
    E_ARGUMENTS), a proof (E_HELD). That refusal is recorded as one of the press, unless it is E_HELD. What is refused
    in making a file piece by piece is raised while it is sent, and breaks it off.
    """
    form, language = pressed_form(request, makes), language_here()
    given = {"report": report.value, "of": of, "form": form.value, "language": language}
    answer = press(request, HOUSE, ("export", given))  # first: a paper names the entry by which it leaves
    copy = ReportCopy(report, of, form, language, copy_of(answer.outcomes[0]))
    try:
        made = makes[form](copy)
    except Refused as refused:
        if refused.code is not Code.HELD:
            by, nonce = signed_in(request), request.POST.get("nonce", "")
            remember(HOUSE, Step("export", given), refused, by=by, at=timezone.now(), nonce=nonce)
        raise
    headers = {"Content-Type": TYPES[form], "Content-Disposition": f'attachment; filename="{copy.name}"'}
    return HttpResponse(made, headers=headers) if isinstance(made, bytes) else AsMade(in_pieces(made), headers=headers)


def refusals_said(view: View) -> View:
    """Decorate a report page: a refusal is answered with its sentence, with status 400 to GET and HEAD, else 422."""

    @wraps(view)
    def shown(request: HttpRequest, **given: Any) -> HttpResponseBase:
        """Serve the view, or answer with the sentence of a refusal: status 400 to GET and HEAD, else 422."""
        try:
            return view(request, **given)
        except Refused as refused:
            return pages.refused(request, refused, status=400 if request.method in ("GET", "HEAD") else 422)

    return shown


# --- files that are sent as they are made


def in_pieces(lines: Iterator[bytes]) -> Generator[bytes]:
    """Join lines to pieces of at least `PIECE_BYTES`; the last piece may be shorter, or empty."""
    piece = bytearray()
    for line in lines:
        piece += line
        if len(piece) >= PIECE_BYTES:
            yield bytes(piece)
            piece.clear()
    yield bytes(piece)


class AsMade(StreamingHttpResponse):
    """Streaming answer whose pieces are made in a thread of their own, so that no act of a table waits for them.

    They are made in the language in which the answer was begun.
    """

    def __init__(self, pieces: Generator[bytes], *, headers: Mapping[str, str]) -> None:
        """Prepare an answer of these pieces; none is made before it is sent.

        They are made in the context of this call, so in its language.
        """
        super().__init__(pieces, headers=dict(headers))
        self._pieces = pieces
        self._begun = copy_context()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Yield the pieces, made one after the other in a thread of this answer's own.

        At the end, or if the client disconnects, the pieces and the thread's database connections are closed.
        """
        thread, loop = ThreadPoolExecutor(1, thread_name_prefix="hand-out"), asyncio.get_running_loop()
        try:
            while piece := await loop.run_in_executor(thread, self._next):
                yield piece
        finally:
            # Also where the client has disconnected before the end.
            thread.submit(self._pieces.close)
            thread.submit(connections.close_all)
            thread.shutdown(wait=False)

    def _next(self) -> bytes:
        """Return the next piece; b"" after the last. An empty piece ends the answer."""
        return self._begun.run(lambda: next(self._pieces, b""))
