"""Decorators for the pages of a table: the reader's language, with the spelling and the words of the house."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import translation

from table.models import Table
from table.screens.audiences import currency_of
from table.views.doors.entrance import View
from table.words.offices import called_by, named
from table.words.spelling import spelt


def spelt_as_at_its_table(view: View) -> View:
    """Decorate a view whose argument is a table's `code`: it is rendered in the spelling of that table.

    That has ss for ß where it plays in francs. Raises Http404 for an unknown table.
    """
    return _at_its_table(view, _as_it_is)


def worded_as_at_its_table(view: View) -> View:
    """Decorate a view like `spelt_as_at_its_table`, and put its HTML into the words of the table's house.

    For pages without free texts, which would be changed too.
    """
    return _at_its_table(view, _in_the_words)


Shows = Callable[[HttpResponseBase, Table], HttpResponseBase]


def _at_its_table(view: View, shows: Shows) -> View:
    """Wrap a view so that it is served in the spelling of its table's currency.

    `shows` gets its answer and the table.
    """

    @wraps(view)
    def shown(request: HttpRequest, *, code: str, **given: Any) -> HttpResponseBase:
        """Serve the view in the spelling of its table. Raises Http404 for an unknown table."""
        table = get_object_or_404(Table.objects.select_related("policy"), code=code)
        language = translation.get_language() or settings.LANGUAGE_CODE
        with translation.override(spelt(language, currency_of(table))):
            return shows(view(request, code=code, **given), table)

    return shown


def _as_it_is(answer: HttpResponseBase, _table: Table) -> HttpResponseBase:
    return answer


def _in_the_words(answer: HttpResponseBase, table: Table) -> HttpResponseBase:
    """Replace the terms in an HTML page by those of the table's house; other answers stay as they are."""
    if isinstance(answer, HttpResponse) and answer["Content-Type"].startswith("text/html") and table.policy is not None:
        answer.content = named(answer.content.decode(), called_by(table.policy.profile)).encode()
    return answer
