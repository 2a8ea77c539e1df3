"""Decorator for the pages of a table: the reader's language, with the spelling and the words of the house."""

from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import translation

from table.models import Table
from table.reports.registers.pages import called_at
from table.screens.audiences import currency_of
from table.views.doors.entrance import View
from table.words.spelling import spelt
from table.words.voices import voiced


def worded_as_at_its_table(view: View) -> View:
    """Decorate a view whose argument is a table's `code`: it is rendered in that table's spelling and words.

    The spelling has ss for ß where it plays in francs. Raises Http404 for an unknown table and for one for
    training.
    """

    @wraps(view)
    def shown(request: HttpRequest, *, code: str, **given: Any) -> HttpResponseBase:
        """Serve the view in the voice of its table. Raises Http404 for an unknown table."""
        table = get_object_or_404(Table.real.select_related("policy"), code=code)
        language = spelt(translation.get_language() or settings.LANGUAGE_CODE, currency_of(table))
        with translation.override(voiced(language, called_at(table))):
            return view(request, code=code, **given)

    return shown
