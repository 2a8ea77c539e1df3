"""Escaping of text from elsewhere, so that a terminal obeys nothing in it."""

from unicodedata import category

OBEYED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories of characters that move the cursor, hide or reorder text, begin a line, or are unassigned."""


def shown(text: str) -> str:
    """Escape what a terminal would obey in a text of several lines, except newlines and tabs: see :func:`_sign`."""
    return "\n".join("\t".join(map(in_one_line, line.split("\t"))) for line in text.split("\n"))


def in_one_line(text: str) -> str:
    """Escape what a terminal would obey in a text of one line, newlines and tabs too: see :func:`_sign`."""
    return text if text.isascii() and text.isprintable() else "".join(map(_sign, text))


def _sign(sign: str) -> str:
    """Return a character, or its JSON escape (backslash, u, four hexadecimal digits) if its category is among OBEYED.

    One beyond the BMP gives two escapes. Quotes and backslashes stay, so a JSON text stays one.
    """
    if category(sign) not in OBEYED:
        return sign
    pairs = sign.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{int.from_bytes(pairs[at : at + 2]):04x}" for at in range(0, len(pairs), 2))
