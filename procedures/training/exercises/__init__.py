"""Exercises for every kind of every article.

Each module of this folder lists its own in EXERCISES, and is found by itself.
"""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from django.utils.functional import Promise

from procedures.training.exercises.exercise import Exercise

_NAMES = [it.name for it in iter_modules(__path__) if it.name != "exercise"]
EXERCISES: Mapping[str, Exercise] = {
    it.key: it for name in _NAMES for it in import_module(f"{__name__}.{name}").EXERCISES
}
"""Exercises by their keys."""


def titles_of(article: int) -> list[Promise]:
    """List the titles of the exercises that belong to an article, without the lessons, in the order of EXERCISES."""
    return [it.title for it in EXERCISES.values() if it.article.number == article and not it.guide]
