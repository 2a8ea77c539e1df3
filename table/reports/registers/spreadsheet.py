"""Tables as an Italian spreadsheet opens them by a double click: semicolons, a mark of UTF-8, and no cell that acts.

A cell that begins like a formula would be one, whoever wrote the remark that stands in it: it begins with an apostrophe
here, which makes it text.
"""

import csv
import io
import re
from collections.abc import Iterable

BOM = "\ufeff".encode()
AMOUNT = re.compile(r"[+-]?(€|EUR|CHF)?\s?\d[\d.,’'\s]*(€|EUR|CHF)?")
BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def lines(rows: Iterable[Iterable[object]]) -> bytes:
    """These rows, each a line; the mark of UTF-8 stands before the first of a file and is not part of them."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    writer.writerows([cell(value) for value in row] for row in rows)
    return text.getvalue().encode()


def cell(value: object) -> str:
    """A value as a cell, on one line, and never a formula; an amount has the minus with which one can compute."""
    if value is None:
        return ""
    text = str(value)
    if AMOUNT.fullmatch(number := text.replace("−", "-")):
        return number
    guarded = f"'{text}" if text.startswith(BEGINS_A_FORMULA) or text.lstrip().startswith(BEGINS_A_FORMULA) else text
    return " ".join(guarded.splitlines())


def amount(cents: int) -> str:
    """An amount that can be summed up: whole and two places with a comma, ``1250,50``; never with a point in it."""
    whole, places = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole},{places:02d}"
