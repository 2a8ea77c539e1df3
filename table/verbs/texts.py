"""What can be written: signs that a person reads. Control characters are refused wherever anything comes in.

A database may refuse to keep them, a terminal that shows a log obeys them, and those that turn the direction of writing
let a paper read as something else than it says. Line ends and tabs stand only in free texts, which have lines.
"""

import re
from collections.abc import Mapping

from table.rules.refusal import Code, require

_NEVER = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
_IN_LINES = re.compile(f"[{_NEVER}]")
_IN_A_LINE = re.compile(f"[{_NEVER}\t\n\r]")
_MAY_HOLD_ONE = re.compile(f"[{_NEVER}\t\n\r\\\\]")


def legible(text: str, *, lines: bool = False) -> bool:
    """Whether this holds no control character; ``lines`` lets line ends and tabs pass."""
    return not (_IN_LINES if lines else _IN_A_LINE).search(text)


def all_legible(value: object, *, lines: bool = False) -> bool:
    """Whether no text in this holds a control character, however deep it lies; names never have lines."""
    match value:
        case str():
            return legible(value, lines=lines)
        case Mapping():
            return all(all_legible(key) and all_legible(it, lines=lines) for key, it in value.items())
        case list() | tuple() | set() | frozenset():
            return all(all_legible(it, lines=lines) for it in value)
    return True


def surely_legible(json: str) -> bool:
    """Whether texts in this JSON cannot hold a control character: it holds none itself, and writes none in signs."""
    return not _MAY_HOLD_ONE.search(json)


def written(text: str, most: int) -> str:
    """What is written down of a text from outside: so many letters, and a mark for each sign that cannot be written."""
    return _IN_A_LINE.sub("\N{REPLACEMENT CHARACTER}", text[:most])


def check_legible(name: str, value: object, *, lines: bool = False) -> None:
    """Refuse what holds a control character; ``name`` says where it was written."""
    require(
        all_legible(value, lines=lines),
        Code.ARGUMENTS,
        "“%(name)s” holds a control character; write it again without it.",
        name=name,
    )
