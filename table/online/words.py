"""The words of Baccarat online: its pages call the boxes and a tie as its own game does."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from table.offices import named
from table.rules.topics.sources import BACCARAT_ONLINE


def render(request: HttpRequest, template: str, given: Mapping[str, Any], status: int = 200) -> HttpResponse:
    """A page of the game."""
    return HttpResponse(in_words(render_to_string(template, dict(given), request)), status=status)


def in_words(text: str) -> str:
    """The same in the words of the game, for a reader of the language in force."""
    return named(text, BACCARAT_ONLINE)
