"""Exercises for every kind of every article.

Each module of this folder lists its own in EXERCISES, and is found by itself.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules

from django.utils.functional import Promise

from procedures.training.exercises.exercise import Exercise


def _all() -> Iterator[Exercise]:
    """Yield the exercises of every module of this folder, importing each."""
    for module in iter_modules(__path__):
        if module.name != "exercise":
            yield from import_module(f"{__name__}.{module.name}").EXERCISES


EXERCISES: Mapping[str, Exercise] = {it.key: it for it in _all()}
"""Exercises by their keys."""


def titles_of(article: int) -> list[Promise]:
    """List the titles of the exercises that belong to an article, without the lessons, in the order of EXERCISES."""
    return [it.title for it in EXERCISES.values() if it.article.number == article and not it.guide]
