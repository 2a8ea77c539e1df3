"""API for programs outside the house, with a token of their own: tables, coups and events, as JSON.

No cookie is read or set here, and nothing can be changed. Errors are in English, as programs read them.
"""

import hashlib
import re
from collections.abc import Callable, Collection
from functools import wraps
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.csrf import csrf_exempt

from table.access import tokens
from table.access.address import client_address
from table.access.pace import TokenBuckets
from table.models import Reader, Table
from table.outside import coups as played
from table.outside import events as done
from table.outside import openapi
from table.outside.news import VERSION
from table.outside.openapi import Coups, Events, Problem, Tables
from table.record.epoch import epoch

METHODS = "GET, HEAD, OPTIONS"
NUMBER = re.compile(r"[0-9]{1,15}")
COUP = re.compile(r"[0-9]{1,6}\.[0-9]{1,6}")
JSON = "application/json"
PACE = TokenBuckets()

Answered = Callable[..., msgspec.Struct]
View = Callable[..., HttpResponse]


class ApiFault(Exception):
    """Raised for a request that gets no answer, with HTTP status, code and message."""

    def __init__(self, status: int, code: str, message: str) -> None:
        """Store the three as ``problem``, which is the JSON of the answer."""
        super().__init__(message)
        self.problem = Problem(status, code, message)


# --- how it is asked


def for_readers(*names: str) -> Callable[[Answered], View]:
    """Decorate a function of request and reader, whose struct is answered as JSON with an ETag, for valid tokens only.

    Without one the answer is 401, to whoever asks too often, with a valid token too, 429, to query parameters other
    than `names` or repeated ones 400, to methods other than GET, HEAD and OPTIONS 405, and where ``If-None-Match`` has
    the ETag 304. An `ApiFault` of the function is answered as JSON, too; no answer may be stored in a cache.
    """

    def declare(answer: Answered) -> View:
        """Wrap the function as a view for readers with a valid token."""

        def view(request: HttpRequest, **given: Any) -> HttpResponse:
            """Check token and parameters, and answer with the struct as JSON and an ETag. Raises `ApiFault`."""
            reader = _reader(request)
            _check_parameters(request, names)
            return _with_etag(request, msgspec.json.encode(answer(request, reader, **given)))

        return _to_programs(wraps(answer)(view))

    return declare


def _to_programs(view: View) -> View:
    """Wrap a view: it is served for GET and HEAD, OPTIONS lists these, other methods get 405.

    An `ApiFault` is answered as JSON, and every answer has `no-store`.
    """

    @csrf_exempt  # nothing is changed here, and no cookie says who asks
    def guarded(request: HttpRequest, **given: Any) -> HttpResponse:
        """Serve the view for GET and HEAD, or answer OPTIONS, other methods and an `ApiFault`; always `no-store`."""
        try:
            answer = view(request, **given) if request.method in ("GET", "HEAD") else _other(request)
        except ApiFault as wrong:
            answer = _refused(wrong.problem)
        answer["Cache-Control"] = "no-store"
        return answer

    return guarded


def _other(request: HttpRequest) -> HttpResponse:
    """Answer OPTIONS with 204 and the methods. Raises `ApiFault` (405) for any other method."""
    if request.method != "OPTIONS":
        raise ApiFault(405, "method", f"Only {METHODS} are answered here.")
    return HttpResponse(status=204, headers={"Allow": METHODS})


def _refused(problem: Problem) -> HttpResponse:
    """Answer with a problem as ``application/json`` and the header that belongs to its status (401, 405, 429)."""
    headers = {
        401: {"WWW-Authenticate": 'Bearer realm="sabot"'},
        405: {"Allow": METHODS},
        429: {"Retry-After": "1"},
    }.get(problem.status)
    return HttpResponse(msgspec.json.encode(problem), status=problem.status, content_type=JSON, headers=headers)


def _with_etag(request: HttpRequest, body: bytes) -> HttpResponse:
    """Answer with the JSON body and its ETag; with 304 if the request names that ETag in If-None-Match."""
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    answer = HttpResponse(body, content_type=JSON, headers={"ETag": etag})
    return get_conditional_response(request, etag=etag, response=answer) or answer


def _reader(request: HttpRequest) -> Reader:
    """Return the reader whose token comes with the request.

    Raises `ApiFault` (429) if this reader, or without a valid token this address, asks too often, and (401) without a
    valid token.
    """
    token = tokens.bearer(request.headers.get("Authorization", ""))
    reader = tokens.reader_with(token) if token else None
    caller = f"reader {reader.key}" if reader is not None else f"address {client_address(request)}"
    if not PACE.take(caller):
        raise ApiFault(429, "pace", "Asked too often; wait a moment.")
    if reader is None:
        raise ApiFault(401, "token", "Send the token of a reader of this house: “Authorization: Bearer …”.")
    return reader


def _check_parameters(request: HttpRequest, names: Collection[str]) -> None:
    """Raise `ApiFault` (400) for an unknown parameter, or one that comes twice."""
    for name, values in request.GET.lists():
        if name not in names:
            known = ", ".join(names) or "none"
            raise ApiFault(400, "parameter", f"There is no parameter “{name[:40]}” here; there are: {known}.")
        if len(values) != 1:
            raise ApiFault(400, "parameter", f"The parameter “{name}” is given more than once.")


def _number(request: HttpRequest, name: str, usual: int, *, least: int, most: int) -> int:
    """Return a query parameter as a number; one that is missing is read as `usual`.

    Raises `ApiFault` (400) unless it is a whole number from `least` to `most`; an empty value is none.
    """
    given = request.GET.get(name, str(usual))
    if not NUMBER.fullmatch(given) or not least <= int(given) <= most:
        raise ApiFault(400, "parameter", f"“{name}” is a whole number from {least} to {most}.")
    return int(given)


def _table(reader: Reader, code: str) -> Table:
    """Return a table of this reader; raises `ApiFault` (404) for any other, known or not, and for training tables."""
    readable = reader.may_read(code) and code.isascii() and code.isprintable()
    found = Table.real.filter(code=code).first() if readable else None
    if found is None:
        raise ApiFault(404, "table", f"There is no table “{code[:20]}” for this reader.")
    return found


# --- what is asked


@for_readers()
def tables(request: HttpRequest, reader: Reader) -> Tables:
    """List the tables, none for training, that this reader may read, in the order of the house.

    That is every one for a reader who was admitted without a list of tables.
    """
    return Tables(VERSION, epoch(), played.tables(reader.tables or None))


@for_readers("after", "limit")
def coups(request: HttpRequest, reader: Reader, code: str) -> Coups:
    """List at most `limit` coups of a table in the order begun, from the one behind the key `after` or from its first.

    Guests have the pseudonyms of this reader. The key to go on with is that of the last in the list that is over, so
    that a running coup comes again, or `after` itself if none is over; the answer says, too, whether there are more.
    Raises `ApiFault` (404) for another table, (400) for a wrong `limit` and for a key that the table does not have.
    """
    table, after = _table(reader, code), request.GET.get("after", "")
    most = _number(request, "limit", openapi.USUAL_COUPS, least=1, most=openapi.MOST_COUPS)
    row: int | None = 0
    if after:
        row = played.row_of(table, after) if COUP.fullmatch(after) else None
    if row is None:
        raise ApiFault(400, "parameter", "“after” is the key of a coup of this table, such as 3.17.")
    found = played.coups(table, reader=f"reader:{reader.key}", after=row, most=most + 1)
    over = [it.key for it in found[:most] if it.over]
    return Coups(VERSION, epoch(), found[:most], over[-1] if over else after, len(found) > most)


@for_readers("after", "limit")
def events(request: HttpRequest, reader: Reader, code: str) -> Events:
    """List at most `limit` events of a table with numbers above `after`, ascending.

    Guests have the pseudonyms of this reader. The answer has the number to go on after, `after` itself where there is
    none, and whether there are more. Raises `ApiFault` (404) for another table, (400) for a wrong number.
    """
    table = _table(reader, code)
    after = _number(request, "after", 0, least=0, most=10**15 - 1)
    most = _number(request, "limit", openapi.USUAL_EVENTS, least=1, most=openapi.MOST_EVENTS)
    found = done.events(code, reader=f"reader:{reader.key}", after=after, upto=table.number, most=most)
    last = found[-1].number if found else after
    return Events(VERSION, epoch(), found, last, last < table.number)


@_to_programs
def document(request: HttpRequest) -> HttpResponse:
    """Return the OpenAPI document as JSON with an ETag; it tells nothing of the house and is for everybody."""
    return _with_etag(request, msgspec.json.encode(openapi.document()))


@for_readers()
def nothing(request: HttpRequest, reader: Reader, rest: str) -> Problem:
    """Raise `ApiFault` (404) for any other address of the API."""
    raise ApiFault(404, "address", "There is no such address; /api/v1/openapi.json names all there are.")
