"""Filters of the lists of the office, carried by the address of the page, so that it can be kept as a bookmark."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.functional import Promise

Choices = Iterable[tuple[str, str | Promise]]


@dataclass(frozen=True)
class Filter:
    """A choice beside a list: its parameter, its label, values with their words, and the chosen one; empty is all."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]
    chosen: str

    def lets(self, value: str) -> bool:
        """Whether a row with this value is shown."""
        return self.chosen in ("", value)


def filter_from(request: HttpRequest, name: str, label: str, choices: Choices) -> Filter:
    """Read a filter from the address; a value that cannot be chosen counts as none."""
    offered = tuple((value, str(words)) for value, words in choices)
    wanted = request.GET.get(name, "")
    return Filter(name, label, offered, wanted if wanted in dict(offered) else "")
