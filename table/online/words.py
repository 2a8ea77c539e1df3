"""Terms of Baccarat online: its pages use the document's own names for the boxes and a tie."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from table.rules.topics.sources import BACCARAT_ONLINE
from table.words.offices import named


def render(request: HttpRequest, template: str, given: Mapping[str, Any], status: int = 200) -> HttpResponse:
    """Render a template with this context in the terms of the game."""
    return HttpResponse(in_words(render_to_string(template, dict(given), request)), status=status)


def in_words(text: str) -> str:
    """Replace the house's terms in a text by those of the game, in the active language."""
    return named(text, BACCARAT_ONLINE)
