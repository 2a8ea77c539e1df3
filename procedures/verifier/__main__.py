"""`python3 sabot-verify.pyz FILE… [--seals FILE] [--key HEX]…`: is a register, or the paper of a case, what it was?

A paper (PDF) is one file; a register (JSON Lines) one or several. Ends with 0 if it is, with 1 if something in it was
changed, taken out or put in, or does not follow from the entries; with 2 if it cannot be read; and with 3 if nothing
in it is wrong but it is not proven, as where none of the seals that were brought along is of its entries.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from procedures.verifier import sentences
from procedures.verifier.check import CheckedPaper, check
from procedures.verifier.pdf import MOST_FILE
from table.verifier import __main__ as of_registers
from table.verifier import sentences as of_exports
from table.verifier.reading import Wrong
from table.verifier.seals import SealLine
from table.verifier.sentences import Sentence
from table.verifier.shown import in_one_line, shown

SIGN = b"%PDF-"
Facts = dict[str, object]


def main(arguments: Sequence[str] | None = None) -> int:
    """Check a paper (if a file is a PDF) or an export, print what was found, and return the exit status.

    It prints sentences, or JSON if an option asks for it. The status is SOUND, UNSOUND where something differs, is
    missing or broken, UNREADABLE, or UNPROVEN where seals were given and none of them is of its entries; an export is
    left to the verifier of registers. ``arguments`` are those of the command line (None: of this process); wrong ones
    raise SystemExit (2).
    """
    options = of_registers.parser().parse_args(arguments)
    if not any(map(_is_pdf, options.export)):
        return of_registers.main(arguments)
    try:
        seals = of_registers.brought(options.seals)
        checked = _check(options.export, options.key, seals)
    except (Wrong, OSError) as error:
        wrong = error if isinstance(error, Wrong) else Wrong(of_exports.CANNOT_OPEN, unreadable=True, why=error)
        status = of_registers.UNREADABLE if wrong.unreadable else of_registers.UNSOUND
        words, report = [wrong.said(options.language)], {}
    else:
        own_seals = None if options.seals is None else len(seals)
        found = [*_said(checked, own_key=bool(options.key), own_seals=own_seals)]
        words = [sentence.said(options.language, dict(facts)) for sentence, facts in found]
        unproven = of_registers.UNPROVEN if own_seals is not None and not checked.brought else of_registers.SOUND
        status = of_registers.UNSOUND if checked.differ else unproven
        report = {
            "register": checked.register,
            "number": checked.number,
            "derived": checked.derived,
            "underived": checked.underived,
            "labels": checked.labels,
        }
    said = in_one_line(json.dumps({"status": status, "said": words, **report}, ensure_ascii=False))
    sys.stdout.write(f"{said if options.json else shown(chr(10).join(words))}\n")
    return status


def _check(files: Sequence[Path], keys: Sequence[str], seals: Sequence[SealLine]) -> CheckedPaper:
    """Check the one given file as a paper; ``keys`` are trusted, ``seals`` are the reader's own.

    Raises :class:`Wrong` for several files, and as :func:`check` does, and OSError where it cannot be opened.
    """
    if len(files) > 1:
        raise Wrong(sentences.ONE_PAPER, unreadable=True)
    with files[0].open("rb") as opened:
        data = opened.read(MOST_FILE + 1)
    return check(data, trusted=keys, seals=seals)


def _is_pdf(path: Path) -> bool:
    """Whether a file begins as a PDF; False where it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(SIGN)) == SIGN
    except OSError:
        return False


def _said(checked: CheckedPaper, *, own_key: bool, own_seals: int | None) -> Iterator[tuple[Sentence, Facts]]:
    """Yield the sentences of a check, each with its facts: what differs first, then what was compared and what not.

    ``own_key``: the reader has brought a key; else the last sentence names that of the paper. ``own_seals`` is the
    number of seals that they have brought, None where they were not asked to be compared.
    """
    if checked.differ:
        yield sentences.NOT_PROVEN, {"count": len(checked.differ)}
    yield from ((it.sentence, dict(it.facts)) for it in checked.differ)
    yield sentences.CASE, {**checked.counted}
    if checked.counted["verbs"]:
        yield sentences.HIDDEN_ON_CASES, {**checked.counted}
    yield sentences.COMPARED, {**checked.counted, "derived": checked.derived}
    if checked.counted["sealed"] and not checked.differ:
        yield sentences.SEALED_CARDS, {**checked.counted}
    if checked.verdict:
        yield sentences.RECONSTRUCTED, {"verdict": checked.verdict}
    yield sentences.OF_THE_SLICE, {"digest": checked.slice_sha256}
    if own_seals is not None:
        yield (
            sentences.BROUGHT if checked.brought else sentences.NONE_BROUGHT_FITS,
            {"count": checked.brought or own_seals},
        )
    if checked.underived:
        yield sentences.UNDERIVED, {"count": len(checked.underived)}
    for text in checked.underived:
        yield sentences.NOT_DERIVED, {"said": text}
    if checked.labels:
        yield sentences.LABELS, {"count": len(checked.labels), "said": " · ".join(checked.labels)}
    if not own_key:
        yield sentences.KEY_OF_THE_PAPER, {"key": checked.key}


if __name__ == "__main__":
    sys.exit(main())
