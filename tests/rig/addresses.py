"""Every address of the house with the view behind it, as they are declared."""

from collections.abc import Callable, Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from table.rules.readers import Report
from table.views.doors.entrance import READS

View = Callable[..., Any]


def addresses(patterns: list[URLPattern | URLResolver] | None = None, before: str = "") -> Iterator[tuple[str, View]]:
    """In the form in which an address is declared, such as ``tables/<str:code>/coups/``."""
    for it in get_resolver().url_patterns if patterns is None else patterns:
        here = before + str(it.pattern)
        if isinstance(it, URLResolver):
            yield from addresses(it.url_patterns, here)
        else:
            yield here, it.callback


def pages_of_the_record() -> dict[str, Report]:
    """The addresses that show a part of the record, each with the report that it shows."""
    return {address: getattr(view, READS) for address, view in addresses() if hasattr(view, READS)}
