"""The exercises that come with the house, for every kind of every article.

A module of this folder names its own; nothing else has to name it.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules

from procedures.training.exercise import Exercise


def _all() -> Iterator[Exercise]:
    for module in iter_modules(__path__):
        yield from import_module(f"{__name__}.{module.name}").EXERCISES


EXERCISES: Mapping[str, Exercise] = {it.key: it for it in _all()}
"""All of them by their keys."""
