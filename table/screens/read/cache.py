"""Drawings are cached: the same things give the same text, so that it is drawn once, for all tables and screens.

A table moves with every act, and hardly anything that its screens show moves with it.
"""

from collections.abc import Hashable
from functools import lru_cache

from django.utils.translation import get_language
from jinja2.runtime import Macro
from markupsafe import Markup

MOST_CACHED = 16384


def cached(macro: Macro, *given: Hashable) -> Markup:
    """What this macro draws of these values, in the language of the moment.

    The macro has to be imported without context: nothing else can then go into its text.
    """
    return drawn(macro, get_language(), given)


@lru_cache(maxsize=MOST_CACHED)
def drawn(macro: Macro, _language: str | None, given: tuple[Hashable, ...]) -> Markup:
    """The same, for a language by its name; what was not asked for the longest is forgotten first."""
    text = macro(*given)
    assert isinstance(text, Markup)  # Jinja has escaped it
    return text
