"""JSON from outside, control characters, which are refused wherever a text comes in, and the form of keys.

A database may refuse to store them, a terminal that shows a log obeys them, and those that change the direction of
writing make a document read differently from what it says. Line ends and tabs are allowed only in free texts.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar, overload

import msgspec

from table.models import HOUSE, MACHINE
from table.rules.refusal import Code, require

T = TypeVar("T")
RESERVED = (HOUSE, MACHINE)
"""Reserved keys, by which registers name the house itself and its machine."""

_decoder = cache(msgspec.json.Decoder)
_NEVER = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
_IN_LINES = re.compile(f"[{_NEVER}]")
_IN_A_LINE = re.compile(f"[{_NEVER}\t\n\r]")
_PLACE = re.compile(r"(?: field `(?P<field>[^`]*)`)?(?: - at (?:`key` in )?`\$\.?(?P<path>[^`]*)`)?\Z")
_MAY_HOLD_ONE = re.compile(f"[{_NEVER}\t\n\r\\\\]")


def legible(text: str, *, lines: bool = False) -> bool:
    """Whether ``text`` holds no control character; ``lines`` allows line ends and tabs.

    Separators of lines and paragraphs, halves of surrogate pairs, and the marks that embed, override or isolate a
    direction of writing (U+202A to U+202E, U+2066 to U+2069) count as such.
    """
    return not (_IN_LINES if lines else _IN_A_LINE).search(text)


def all_legible(value: object, *, lines: bool = False) -> bool:
    """Whether no text in ``value``, at any depth, holds a control character, as :func:`legible` counts them.

    Keys may never hold line ends or tabs, other texts may if ``lines``.
    """
    # No recursion: what a screen sends may be nested deeper than Python's stack bears.
    values = [value]
    while values:
        match values.pop():
            case str() as text if not legible(text, lines=lines):
                return False
            case Mapping() as named if not all(map(all_legible, named)):
                return False
            case Mapping() as named:
                values += named.values()
            case list() | tuple() | set() | frozenset() as parts:
                values += parts
    return True


def surely_legible(json: str) -> bool:
    """Whether no text in this JSON can hold a control character: it has none itself, and no backslash escape.

    Line ends and tabs count as control characters, also between the values. False does not mean that a text holds one.
    """
    return not _MAY_HOLD_ONE.search(json)


def written(text: str, most: int) -> str:
    """Return the first ``most`` characters of a text from outside, each control character replaced by U+FFFD.

    Control characters are those of :func:`legible`, line ends and tabs among them.
    """
    return _IN_A_LINE.sub("\N{REPLACEMENT CHARACTER}", text[:most])


@overload
def decode(text: str | bytes, form: type[T]) -> T: ...
@overload
def decode(text: str | bytes, form: Any = ...) -> Any: ...
def decode(text: str | bytes, form: Any = Any) -> Any:
    """Decode JSON that somebody may have typed, sent or altered into ``form``, a type that msgspec knows.

    Raises ValueError for whatever is no such JSON, no UTF-8, or nested deeper than Python's stack.
    """
    try:
        return _decoder(form).decode(text)
    except RecursionError as error:
        raise ValueError(str(error)) from None


def misfit(error: Exception) -> str:
    """Return where data did not fit its form, such as ``new.guest`` or ``cards[0]``, from an error of :func:`decode`.

    “JSON” where it says of no place, as of data that is no JSON. Its English words are left out: refusals are read in
    the language of whoever reads them.
    """
    found = _PLACE.search(str(error))
    assert found is not None, "it fits at the end of any text"
    return written(".".join(it for it in (found["path"], found["field"]) if it) or "JSON", 120)


def check_legible(name: str, value: object, *, lines: bool = False) -> None:
    """Refuse (E_ARGUMENTS) a value of which any text, at any depth, holds a control character; see :func:`all_legible`.

    ``name`` names the argument in the sentence of the refusal. Line ends and tabs pass if ``lines``, but not in keys.
    """
    require(
        all_legible(value, lines=lines),
        Code.ARGUMENTS,
        "“%(name)s” holds a control character; write it again without it.",
        name=name,
    )


def is_key(text: str) -> bool:
    """Whether a text has the form of a key, as badges, tables and displays have one; reserved keys have it as well.

    That is at most 20 ASCII letters, digits and hyphens, at least one of them no hyphen.
    """
    return text.isascii() and text.replace("-", "").isalnum() and len(text) <= 20


def check_new(key: str, *, taken: bool) -> None:
    """Refuse (E_ARGUMENTS) a key that is malformed, reserved, or ``taken``.

    Well formed are 1 to 20 ASCII letters, digits and hyphens, not hyphens alone.
    """
    require(is_key(key), Code.ARGUMENTS, "“%(key)s” is no key: up to 20 letters, digits and hyphens.", key=key[:20])
    require(key not in RESERVED, Code.ARGUMENTS, "“%(key)s” is a key of Sabot itself; choose another one.", key=key)
    require(not taken, Code.ARGUMENTS, "“%(key)s” exists already.", key=key)
