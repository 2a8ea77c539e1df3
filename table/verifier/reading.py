"""The lines of an export: JSON as the register writes it, one value a line, and every byte has one way to be."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from table.verifier import sentences
from table.verifier.sentences import Sentence
from table.verifier.shown import in_one_line

MOST_BYTES = 16 * 1024 * 1024
"""No line of an export is longer."""
_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, sort_keys=True, separators=(",", ":")).encode


class Wrong(Exception):
    """The first thing in an export that is not as it should be; ``unreadable`` where nothing can be said of it."""

    def __init__(self, sentence: Sentence, *, unreadable: bool = False, **facts: Any) -> None:
        super().__init__(sentence.en)
        self.sentence = sentence
        self.facts = facts
        self.unreadable = unreadable
        self.file: Path | None = None

    def of(self, file: Path) -> "Wrong":
        """The same, with the file in which it is."""
        self.file = file
        return self

    def said(self, language: str) -> str:
        """The sentence in a language, after the name of its file where there are several."""
        sentence = self.sentence.said(language, self.facts)
        return f"{in_one_line(str(self.file))}: {sentence}" if self.file else sentence


class Line(NamedTuple):
    """A line with its number from 1, its bytes, and what they say."""

    number: int
    raw: bytes
    kind: str
    told: Any
    digest: str = ""


def canonical(value: Any) -> str:
    """The one text of a value: keys in order, no spaces, signs as they are."""
    return _encode(value)


def stamp(at: datetime) -> str:
    """A time as the register writes it: UTC, always with microseconds."""
    return f"{at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def is_canonical(text: str) -> bool:
    """Whether a text is the one text of what it says."""
    try:
        return canonical(json.loads(text)) == text
    except (ValueError, RecursionError):
        return False


def lines(stream: BinaryIO) -> Iterator[Line]:
    """The lines of an export; refused at the first one that the register would not have written so."""
    number = 0
    while raw := stream.readline(MOST_BYTES):
        number += 1
        yield _line(number, raw)


def _line(number: int, raw: bytes) -> Line:
    try:
        text = raw.decode()
        value = json.loads(text)
        same = isinstance(value, dict) and f"{_encode(value)}\n" == text
    except (ValueError, RecursionError):
        value, same = {}, False
    digest = value.pop("digest", "") if same else ""
    if len(value) != 1 or not same:
        raise Wrong(sentences.LINE_UNREADABLE, line=number)
    [(kind, told)] = value.items()
    return Line(number, raw, kind, told, digest)
