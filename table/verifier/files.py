"""Files of one register, given in any order: each has to continue where another one ends."""

from collections.abc import Collection, Iterable, Sequence
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
        """Read the head of a file.

        Raises :class:`Wrong` if it does not begin like an export, OSError if it cannot be read.
        """
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
    parts = in_order([_in_file(it, several=len(paths) > 1) for it in paths])
    register = Register(trusted=trusted, seals=seals, last=parts[-1].head)
    for part in parts:
        try:
            _take(register, part.path)
        except Wrong as wrong:
            raise wrong.of(part.path) if len(parts) > 1 else wrong from None
    return register.close()


def _in_file(path: Path, *, several: bool) -> ExportPart:
    """Read the head of a file. Raises :class:`Wrong`, naming the file if there are several, and OSError."""
    try:
        return ExportPart.of(path)
    except Wrong as wrong:
        raise wrong.of(path) if several else wrong from None


def _take(register: Register, path: Path) -> None:
    """Check all lines of a file as the next one of the register; its last line has to be its signed ``end``.

    Raises :class:`Wrong`, without the name of the file, and OSError.
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
        _check_register(before, it)
    for before, it in pairwise(found):
        _check_follows(before, it)
    return found


def _check_register(before: ExportPart, it: ExportPart) -> None:
    """Raise :class:`Wrong`, which names both files, if they are of different registers."""
    if it.head.register != before.head.register:
        raise _wrong(sentences.OTHER_FILE, before, it, register=it.head.register, its=before.head.register)


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
    try:
        with part.path.open("rb") as file:
            entries = (it for it in lines(file) if it.kind == "entry" and isinstance(it.content, dict))
            return next((it.digest for it in entries if it.content.get("number") == number), "")
    except Wrong as wrong:
        raise wrong.of(part.path) from None


def _wrong(sentence: Sentence, before: ExportPart, it: ExportPart, **facts: Any) -> Wrong:
    """Return the fault of the second of two files, which names both; ``facts`` go into the sentence."""
    return Wrong(sentence, file=it.path, other=before.path, **facts)
