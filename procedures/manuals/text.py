"""Text of a manual, rendered for one house."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import get_language
from markupsafe import Markup

from procedures.manuals.contents import MANUALS
from procedures.manuals.words import ALL_ARTICLES, Section, Words
from table.rules.profile import Profile
from table.screens.read.numbers import numbers_here
from table.screens.rules.sentences import tableau
from table.words.offices import called_by, named
from table.words.spelling import SWISS_GERMAN, swiss
from table.words.terms import CALLS

SPOKEN = (
    "section",
    "article",
    "act",
    "alert",
    "kind",
    "button",
    "rules",
    "office",
    "role",
    "severity",
    "say",
    "typed",
)
"""Methods of :class:`Words` that the templates call, under the same names."""


class Text(NamedTuple):
    """Rendered manual, its list of contents, and the names it uses by what they are (acts, alerts, …)."""

    html: Markup
    sections: tuple[Section, ...]
    named: Mapping[str, frozenset[str]]


def text_of(manual: str, profile: Profile) -> Text:
    """Render a manual in the active language; cached by manual, house and language."""
    return _text(manual, profile, get_language() or "it")


@lru_cache(maxsize=64)
def _text(manual: str, profile: Profile, language: str) -> Text:
    words = Words(profile, numbers_here())
    given = {it: getattr(words, it) for it in SPOKEN} | {"house": profile, "calls": CALLS}
    given |= {"punto": tableau.punto(), "banco": tableau.banco(), "articles": ALL_ARTICLES}
    html = "\n".join(render_to_string(f"manuals/{manual}/{it}.html", given) for it in MANUALS[manual].sections)
    found = {what: frozenset(names) for what, names in words.named.items()}
    sections = tuple(Section(it.anchor, _as_here(it.title, profile, language)) for it in words.sections)
    return Text(Markup(_as_here(html, profile, language)), sections, found)  # noqa: S704 - a template escaped it


def _as_here(text: str, profile: Profile, language: str) -> str:
    """Use the house's own names of offices in a text, and Swiss spelling where it is the language."""
    text = named(text, called_by(profile))
    return swiss(text) if language == SWISS_GERMAN else text
