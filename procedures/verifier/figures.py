"""Figures in the words of a paper, and the values that they may name."""

import re
from collections.abc import Iterator
from typing import Any

FIGURE = re.compile(r"\d+(?:[’'.,\u00a0\u202f-]\d+)*")
DIGITS = re.compile(r"\d+")


def digits(text: str) -> str:
    """Join all digits of a text into one string; "" for a text without any."""
    return "".join(filter(str.isdecimal, text))


def unknown(words: str, values: Any) -> list[str]:
    """List the figures in words that are none of the names of these values, see :func:`figures`, at any depth.

    Digits alone are compared: ``1.5`` names 15, ``0,05`` names 5, and ``3`` names 300 as well, as cents.
    """
    known = {*figures(values)}
    return [it for it in FIGURE.findall(words) if digits(it) not in known]


def figures(value: Any) -> Iterator[str]:
    """Yield the texts by which words may name a value, at any depth of dicts (keys, too), lists and tuples.

    Of a whole number (True is 1) its digits without sign, also with zeros before them, as of cents in ``0,05``, and of
    whole hundreds of cents those of the units. Of a text the text itself, each figure in it as digits alone, each run
    of digits, and "10" if it begins with T (else "", which no figure equals). Nothing of other values.
    """
    if isinstance(value, int):
        yield from (str(abs(value)), f"{abs(value):03}")
        yield from [str(abs(value) // 100)] if value % 100 == 0 else []
    elif isinstance(value, str):
        yield value
        yield from ("10" if value[:1] == "T" else "", *map(digits, FIGURE.findall(value)), *DIGITS.findall(value))
    elif isinstance(value, dict):
        yield from figures([*value.keys(), *value.values()])
    elif isinstance(value, list | tuple):
        for it in value:
            yield from figures(it)
