"""Lines of an export: canonical JSON, one object a line, so that every content has exactly one form in bytes."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from table.verifier import sentences
from table.verifier.sentences import Sentence
from table.verifier.shown import in_one_line

MOST_BYTES = 16 * 1024 * 1024
"""Maximum bytes of a line of an export."""
_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, sort_keys=True, separators=(",", ":")).encode


class Wrong(Exception):
    """First fault of an export; ``unreadable`` if it could not be checked at all."""

    def __init__(self, sentence: Sentence, *, unreadable: bool = False, **facts: Any) -> None:
        """Store the sentence of a fault and the facts for it; only :meth:`said` fills them in, ``str`` does not.

        ``unreadable``: it says nothing of whether the register is sound.
        """
        super().__init__(sentence.en)
        self.sentence = sentence
        self.facts = facts
        self.unreadable = unreadable
        self.file: Path | None = None

    def of(self, file: Path) -> "Wrong":
        """Set the file in which the fault is, in place of one named before, and return this same fault."""
        self.file = file
        return self

    def said(self, language: str) -> str:
        """Return the sentence in a language, after the name of its file if there is one."""
        sentence = self.sentence.said(language, self.facts)
        return f"{in_one_line(str(self.file))}: {sentence}" if self.file else sentence


class ExportLine(NamedTuple):
    """Line of an export: number from 1, bytes, kind, value, and the digest that an entry carries."""

    number: int
    raw: bytes
    kind: str
    content: Any
    digest: str = ""


def canonical(value: Any) -> str:
    """Return the canonical JSON of a value: sorted keys, no spaces.

    Only quotes, backslashes and control characters are escaped. NaN and Infinity, which are no JSON, are written by
    these names; raises TypeError for what JSON cannot hold.
    """
    return _encode(value)


def stamp(at: datetime) -> str:
    """Format a time as registers have it: UTC in ISO format, always with microseconds, and a ``Z`` at the end."""
    return f"{at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def is_canonical(text: str) -> bool:
    """Whether a text is canonical JSON, as :func:`canonical` writes it; NaN and Infinity, which are no JSON, pass."""
    try:
        return canonical(json.loads(text)) == text
    except (ValueError, RecursionError):
        return False


def lines(stream: BinaryIO) -> Iterator[ExportLine]:
    """Yield the lines of an export. Raises :class:`Wrong` at one not canonical or longer than `MOST_BYTES`."""
    number = 0
    while raw := stream.readline(MOST_BYTES):
        number += 1
        yield _line(number, raw)


def _line(number: int, raw: bytes) -> ExportLine:
    """Parse a line of an export: an object of one key, its kind, and at most a ``digest`` with it.

    Any kind passes. Raises :class:`Wrong`, as of a register that is not sound, unless it is canonical JSON with a
    newline behind it.
    """
    try:
        text = raw.decode()
        value = json.loads(text)
        same = isinstance(value, dict) and f"{_encode(value)}\n" == text
    except (ValueError, RecursionError):
        value, same = {}, False
    digest = value.pop("digest", "") if same else ""
    if len(value) != 1 or not same:
        raise Wrong(sentences.LINE_UNREADABLE, line=number)
    [(kind, content)] = value.items()
    return ExportLine(number, raw, kind, content, digest)
