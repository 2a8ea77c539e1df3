"""Files of one register, given in any order: each has to continue where another one ends."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from table.verifier import sentences
from table.verifier.head import Head
from table.verifier.reading import Wrong, lines
from table.verifier.register import CheckedRegister, Register
from table.verifier.seals import SealLine
from table.verifier.sentences import Sentence


class ExportPart(NamedTuple):
    """File of an export, and its head."""

    path: Path
    head: Head

    @classmethod
    def of(cls, path: Path) -> "ExportPart":
        """Read the head of a file. Raises :class:`Wrong` unless it begins like an export, and OSError."""
        with path.open("rb") as file:
            for line in lines(file):
                return cls(path, Head.of(line))
        raise Wrong(sentences.NOT_AN_EXPORT, unreadable=True)


def check(paths: Sequence[Path], *, trusted: Collection[str] = (), seals: Iterable[SealLine] = ()) -> CheckedRegister:
    """Check the files of one register, in any order, and return its counts.

    There has to be a file (else IndexError). ``trusted`` are public keys in hexadecimal, ``seals`` the reader's own.
    Raises :class:`Wrong` at the first fault, also for files of several registers, with its file if there are several
    and it lies in one of them; OSError where a file cannot be read.
    """
    several, parts = len(paths) > 1, list[ExportPart]()
    for path in paths:
        with _within(path, named=several):
            parts.append(ExportPart.of(path))
    parts = in_order(parts)
    register = Register(trusted=trusted, seals=seals, last=parts[-1].head)
    for part in parts:
        with _within(part.path, named=several):
            _take(register, part.path)
    return register.close()


@contextmanager
def _within(path: Path, *, named: bool = True) -> Iterator[None]:
    """Have a fault that the block meets name this file, unless ``named`` is False."""
    try:
        yield
    except Wrong as wrong:
        raise wrong.of(path) if named else wrong from None


def _take(register: Register, path: Path) -> None:
    """Check a file as the next one of the register, to its signed ``end``.

    Raises :class:`Wrong` at the first fault, which does not name the file, and OSError where it cannot be read.
    """
    register.begin()
    with path.open("rb") as file:
        for line in lines(file):
            register.take(line)
    register.end()


def in_order(parts: Iterable[ExportPart]) -> list[ExportPart]:
    """Sort the files of a register by their first entries. Raises :class:`Wrong` unless each continues the one before.

    Raises it, too, if they are of different registers, or two have an entry in common. The first may begin after any.
    """
    found = sorted(parts, key=lambda it: (it.head.after.number, it.head.end.number))
    for before, it in pairwise(found):
        if it.head.register != before.head.register:
            raise _wrong(sentences.OTHER_FILE, before, it, register=it.head.register, its=before.head.register)
    for before, it in pairwise(found):
        _check_follows(before, it)
    return found


def _check_follows(before: ExportPart, it: ExportPart) -> None:
    """Raise :class:`Wrong` unless a file goes on where the one before it ends.

    The fault says that a file is missing between them, that both have an entry, with the same or another digest, or
    that it goes on from another digest.
    """
    end, after = before.head.end, it.head.after
    if after.number > end.number:
        raise _wrong(sentences.FILE_MISSING, before, it, number=end.number, after=after.number)
    if after.number < end.number:
        common = min(end.number, it.head.end.number)
        agree = _digest(before, common) == _digest(it, common)
        raise _wrong(sentences.TWICE if agree else sentences.DIFFER, before, it, number=common)
    if after != end:
        raise _wrong(sentences.GOES_ON_ELSEWHERE, before, it, number=end.number)


def _digest(part: ExportPart, number: int) -> str:
    """Return the digest of this entry in a file, "" if it is not there; being chained, it covers the entries before.

    Raises :class:`Wrong`, naming the file, at a line before it that is not as the house writes it.
    """
    with _within(part.path), part.path.open("rb") as file:
        entries = (it for it in lines(file) if it.kind == "entry" and isinstance(it.content, dict))
        return next((it.digest for it in entries if it.content.get("number") == number), "")


def _wrong(sentence: Sentence, before: ExportPart, it: ExportPart, **facts: Any) -> Wrong:
    """Return the fault of the second of two files, which names both; ``facts`` go into the sentence."""
    return Wrong(sentence, file=it.path, other=before.path, **facts)
