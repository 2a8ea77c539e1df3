"""Middleware that refuses control characters in an address, a header, a cookie or a form."""

from collections.abc import Callable, Iterator

import msgspec
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.utils.translation import gettext

from table.outside.openapi import Problem
from table.play.texts import legible
from table.views.pages import fault

FOR_PROGRAMS = "/api/"
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


class OnlyLegible:
    """Middleware that answers a request with a control character with 400 and a sentence, before any view has read it.

    Line ends and tabs may stand in headers and in the values of form fields.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve a request, or answer 400 without serving it if it holds a control character or its form breaks off.

        Path, query, cookies, headers other than Content-Type and Content-Length, and names and values of a POSTed form
        are checked by :func:`table.play.texts.legible`, no other body and no file. Line ends and tabs pass in headers
        other than Cookie and in values of form fields alone.
        """
        try:
            good = all(legible(text) for text in _lines(request)) and all(
                legible(text, lines=True) for text in _typed(request)
            )
        except UnreadablePostError:
            good = False  # the client disconnected while it was sent
        return self.get_response(request) if good else _refused(request)


def _lines(request: HttpRequest) -> Iterator[str]:
    """Yield the texts of a request that may have no line ends: path, query, cookies, names of the fields of its form.

    Of query and cookies names and values. Raises UnreadablePostError as `_form`.
    """
    yield request.path
    for key, values in request.GET.lists():
        yield key
        yield from values
    for name, value in request.COOKIES.items():
        yield name
        yield value
    yield from _form(request)


def _typed(request: HttpRequest) -> Iterator[str]:
    """Yield the texts of a request that may have line ends: headers, and values of the fields of a POSTed form.

    Of the headers all but Cookie, Content-Type and Content-Length. Raises UnreadablePostError as `_form`.
    """
    for name, value in request.META.items():
        if name.startswith("HTTP_") and name != "HTTP_COOKIE":
            # Headers are decoded as Latin-1, in which a byte of a UTF-8 letter can look like a control character.
            yield str(value).encode("latin-1", "replace").decode("utf-8", "replace")
    for values in _form(request).values():
        yield from values


def _form(request: HttpRequest) -> dict[str, list[str]]:
    """Return the fields of a POSTed form, by name the list of their values; {} for any other request or body.

    Reads the body. Raises UnreadablePostError where the client breaks off.
    """
    sent = request.method == "POST" and request.content_type in FORMS
    return dict(request.POST.lists()) if sent else {}


def _refused(request: HttpRequest) -> HttpResponse:
    """Answer 400: as JSON to programs, whose addresses begin with FOR_PROGRAMS, and to others as a page."""
    if request.path.startswith(FOR_PROGRAMS):
        problem = Problem(400, "characters", "A control character stands in the request.")
        return HttpResponse(msgspec.json.encode(problem), status=400, content_type="application/json")
    sentence = gettext("It holds a control character, which cannot be written here. Nothing was changed.")
    return fault(request, 400, gettext("This request cannot be read."), sentence)
