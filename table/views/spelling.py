"""Pages of a table, in the language of whoever reads and the spelling of the house."""

from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import translation

from table.models import Table
from table.screens.audiences import currency_of
from table.spelling import spelt
from table.views.entrance import View


def spelt_as_at_its_table(view: View) -> View:
    """A page about the table that its address names."""

    @wraps(view)
    def shown(request: HttpRequest, *, code: str, **given: Any) -> HttpResponseBase:
        table = get_object_or_404(Table.objects.select_related("policy"), code=code)
        language = translation.get_language() or settings.LANGUAGE_CODE
        with translation.override(spelt(language, currency_of(table))):
            return view(request, code=code, **given)

    return shown
