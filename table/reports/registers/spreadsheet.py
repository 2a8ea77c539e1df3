"""CSV files that an Italian spreadsheet opens by a double click: semicolons, a byte order mark, no formulas.

A text that begins like a formula would be one, whoever wrote it: an apostrophe before it makes it text.
"""

import csv
import io
import re
from collections.abc import Iterable

BOM = "\ufeff".encode()
SPACE = " \u00a0\u202f"
SIGN = r"[A-Z]{0,3}[$£¥\u20a0-\u20cf]"
CURRENCY = rf"(?:{SIGN}|[A-Z]{{3}})"
"""Currency as languages write it before a number: a sign, perhaps behind letters (``US$``), or its code."""
CURRENCY_BEHIND = rf"(?:{SIGN}[A-Z]{{0,3}}|[A-Z]{{3}})"
"""The same behind a number, where the letters may follow the sign (``$US``)."""
AMOUNT = re.compile(
    rf"[+-]?(?:\d[\d.,’'{SPACE}]*|{CURRENCY}\d[\d.,’']*[.,]\d\d|\d[\d.,’'{SPACE}]*[{SPACE}]{CURRENCY_BEHIND})", re.ASCII
)
BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def lines(rows: Iterable[Iterable[object]]) -> bytes:
    """Encode rows as CSV in UTF-8, with semicolons, each value as :func:`cell` writes it; without a byte order mark."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    writer.writerows([cell(value) for value in row] for row in rows)
    return text.getvalue().encode()


def cell(value: object) -> str:
    """Return a value as the text of a cell in one line; None is "".

    A minus sign of an amount becomes ASCII. Any other text gets an apostrophe before it if it begins like a formula,
    also behind white space, and spaces instead of the line breaks within it.
    """
    if value is None:
        return ""
    text = str(value)
    if AMOUNT.fullmatch(number := text.replace("−", "-")):
        return number
    guarded = f"'{text}" if text.startswith(BEGINS_A_FORMULA) or text.lstrip().startswith(BEGINS_A_FORMULA) else text
    return " ".join(guarded.splitlines())


def amount(cents: int) -> str:
    """Format cents as a number that a spreadsheet can sum: with a comma and no separators, ``1250,50``, ``-0,05``."""
    whole, places = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole},{places:02d}"
