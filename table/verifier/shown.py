"""What was read from elsewhere is shown sign by sign: a terminal obeys none of it."""

from unicodedata import category

OBEYED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Signs of these kinds move the cursor, hide or turn around what follows, begin a line, or are none."""


def shown(text: str) -> str:
    """A text of several lines; whatever a terminal would obey is written out, but for their ends and their tabs."""
    return "\n".join("\t".join(map(in_one_line, line.split("\t"))) for line in text.split("\n"))


def in_one_line(text: str) -> str:
    """A text of one line; also what would end it is written out."""
    return text if text.isascii() and text.isprintable() else "".join(map(_sign, text))


def _sign(sign: str) -> str:
    """As JSON writes it, so that it may stand there too."""
    if category(sign) not in OBEYED:
        return sign
    return "".join(f"\\u{int.from_bytes(pair):04x}" for pair in _pairs(sign.encode("utf-16-be", "surrogatepass")))


def _pairs(data: bytes) -> list[bytes]:
    return [data[at : at + 2] for at in range(0, len(data), 2)]
