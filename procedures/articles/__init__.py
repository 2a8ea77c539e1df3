"""Articles of the regulations, one module each, all of one shape.

A module of this folder that is called ``premise`` or ``article_…`` is an article: nothing else has to name it.
"""

from collections.abc import Iterable
from importlib import import_module
from pkgutil import iter_modules

from procedures.articles.article import Article, Kind
from procedures.models import Incident

_NAMES = [it.name for it in iter_modules(__path__) if it.name == "premise" or it.name.startswith("article_")]
ROOMS = tuple(sorted((import_module(f"{__name__}.{name}") for name in _NAMES), key=lambda room: room.ARTICLE.number))
"""Modules of the articles by their numbers, that of the premise first."""
ARTICLES: dict[int, Article] = {room.ARTICLE.number: room.ARTICLE for room in ROOMS}
"""Articles by their numbers, 0 being the premise."""
KINDS: dict[str, tuple[Article, Kind]] = {
    it.name: (article, it) for article in ARTICLES.values() for it in article.kinds
}
"""Kinds of incident by their names, each with its article."""


def kind_of(case: Incident) -> Kind:
    """Return the declared kind of an incident, by its name; KeyError for a name that no article declares."""
    return KINDS[case.kind][1]


def leaves_undue(cases: Iterable[Incident]) -> bool:
    """Whether the kind of any of these cases says that a left-over card had been served without a right to it.

    False without cases.
    """
    return any(kind_of(case).left_over_is_undue for case in cases)
