"""`python3 sabot-verify.pyz EXPORT… [--seals FILE] [--key HEX]…`: is a register that left the house what it was?

It lies in one file, or in several that go on from one another. Ends with 0 if it is, with 1 if something in it was
changed, taken out or put in, with 2 if it cannot be read, and with 3 if nothing in it is wrong but it is not proven:
what was before its first file is not here, the house could not read all of its seals, or none of the seals that were
brought along is of this register.
"""

import argparse
import json
import locale
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from table.verifier import sentences
from table.verifier.files import check
from table.verifier.head import UNREAD_SEALS
from table.verifier.keyring import is_hex
from table.verifier.reading import Wrong
from table.verifier.register import CheckedRegister
from table.verifier.seals import SealLine, read
from table.verifier.sentences import ENGLISH, ITALIAN, Sentence
from table.verifier.shown import in_one_line, shown

SOUND, UNSOUND, UNREADABLE, UNPROVEN = 0, 1, 2, 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Check an export and print what was found; return 0 if it is sound, 1 if not, 2 if unreadable, 3 if not proven.

    It is not proven if it begins after the first entry, if it says that seals may be missing in it, or if a file of
    seals was given and none of them was compared; without such a file it can be sound. Unreadable is also a file that
    cannot be opened. What was found, or the first fault, goes to standard output in sentences, or with ``--json`` as
    one line of JSON. ``arguments`` are those of the command line; wrong ones end the process with 2.
    """
    options = parser().parse_args(arguments)
    try:
        checked = check(options.export, trusted=options.key, seals=brought(options.seals))
    except (Wrong, OSError) as error:
        wrong = error if isinstance(error, Wrong) else Wrong(sentences.CANNOT_OPEN, unreadable=True, why=error)
        status, said = UNREADABLE if wrong.unreadable else UNSOUND, [wrong.said(options.language)]
        report = {"status": status, "said": said, **{key: str(it) for key, it in wrong.facts.items()}}
    else:
        own_seals = options.seals is not None
        sentences_said = _said(checked, files=len(options.export), own_key=bool(options.key), own_seals=own_seals)
        said = [it.said(options.language, facts) for it, facts in sentences_said]
        incomplete = checked.since or checked.counted.get(UNREAD_SEALS)
        unproven = incomplete or (own_seals and not checked.counted.get("brought"))
        status = UNPROVEN if unproven else SOUND
        report = {"status": status, "said": said, "files": len(options.export), **_facts(checked)}
    words = in_one_line(json.dumps(report, ensure_ascii=False)) if options.json else shown("\n".join(said))
    sys.stdout.write(f"{words}\n")
    return status


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line: the files of an export, and options for what the reader has brought.

    These are ``--seals`` (a file), ``--key`` (any number), ``--json`` and ``--language`` (``en`` or ``it``, by the
    locale).
    """
    parser = argparse.ArgumentParser(prog="sabot-verify", description=str(__doc__).partition("\n")[2].strip())
    words = "a register that was handed out for proof (JSON Lines); all its files, in any order, if several"
    parser.add_argument("export", type=Path, nargs="+", help=words)
    parser.add_argument("--seals", type=Path, help="a file of seals that was kept elsewhere")
    words = "a public key that you had from the house, 64 hexadecimal digits; each that you had, if several"
    parser.add_argument("--key", type=_key, action="append", default=[], help=words)
    parser.add_argument("--json", action="store_true", help="say it in JSON")
    italian = str(locale.getlocale()[0]).startswith(ITALIAN)
    parser.add_argument("--language", choices=[ENGLISH, ITALIAN], default=ITALIAN if italian else ENGLISH)
    return parser


def _key(text: str) -> str:
    """Return a key as it is. Raises ArgumentTypeError for anything but 64 lower-case hexadecimal digits."""
    if not is_hex(text, 64):
        raise argparse.ArgumentTypeError("64 hexadecimal digits")
    return text


def brought(file: Path | None) -> list[SealLine]:
    """Read the seals in this file; [] without one. Raises OSError, and :class:`Wrong` at any other line, even empty."""
    if file is None:
        return []
    with file.open("rb") as seals:
        return read(seals)


def _said(
    checked: CheckedRegister, *, files: int, own_key: bool, own_seals: bool
) -> Iterator[tuple[Sentence, dict[str, object]]]:
    """Yield the sentences on what was found in an export of this number of files, each with its facts.

    In order: whether it begins with the first entry; its files, if several; counts, and refusals that no entry
    counts, if any; the seals that fit, even none; shoes, read cards and coups paid again, if any, and those not, by
    reason; the reader's seals as :func:`_not_proven` (``own_seals``: they have brought a file); each later key; and
    the key itself unless the reader has brought one (``own_key``).
    """
    counted = checked.counted
    reach = {"register": checked.register, "first": checked.since + 1, "entries": checked.entries}
    yield sentences.MIDWAY if checked.since else sentences.SOUND, reach
    if files > 1:
        yield sentences.IN_FILES, {"files": files}
    counts = {name: counted.get(name, 0) for name in ("notes", "erased", "refused", "money")}
    yield sentences.COUNTS, {**counts}
    if counted.get("uncounted"):
        yield sentences.UNCOUNTED, {"count": counted["uncounted"]}
    yield sentences.SEALS_FIT, {"count": counted.get("seals", 0)}
    if shoes := checked.counted.get("shoes"):
        yield sentences.SHOES_FIT, {"count": shoes}
    if read := checked.counted.get("read"):
        yield sentences.READ_FITS, {"count": read}
    if checked.coups:
        yield sentences.PAID_AGAIN, {"coups": checked.coups, "laid": checked.laid}
    for why, count in checked.not_paid.items():
        yield sentences.NOT_PAID_AGAIN, {"count": count, "why": why}
    yield from _not_proven(checked, own_seals=own_seals)
    for it in checked.keys[1:]:
        yield sentences.KEY_LOST if it.after_a_loss else sentences.KEY_CHANGED, it._asdict()
    if not own_key:
        yield sentences.KEY_OF_THE_EXPORT, {"key": checked.key}


def _not_proven(checked: CheckedRegister, *, own_seals: bool) -> Iterator[tuple[Sentence, dict[str, object]]]:
    """Yield what the reader's seals show, or that there are none: a seal that was not compared proves nothing.

    That the export may lack seals, if it says so, comes first. ``own_seals``: the reader has brought a file of them.
    Compared ones are counted, with the entries after the last of them, if any; seals on entries before the export's
    beginning are counted by themselves; if all are of other registers, or the file is empty, that is said.
    """
    if lines := checked.counted.get(UNREAD_SEALS):
        yield sentences.MAY_LACK_SEALS, {"count": lines}
    counts = {"count": checked.counted.get("brought", 0), "elsewhere": checked.counted.get("elsewhere", 0)}
    before = checked.counted.get("before", 0)
    if not own_seals:
        yield sentences.NONE_BROUGHT, {}
    elif counts["count"]:
        yield sentences.BROUGHT_FIT, {**counts}
        if after := checked.entries - checked.counted["brought_up_to"]:
            yield sentences.BROUGHT_UP_TO, {"last": checked.entries - after, "after": after}
    elif not before:
        yield sentences.NONE_OF_THIS, {**counts, "register": checked.register}
    if before:
        yield sentences.BROUGHT_BEFORE, {"count": before, "first": checked.since}


def _facts(checked: CheckedRegister) -> dict[str, object]:
    """Return what was found, for JSON.

    That is the register, the number of the entry that it goes on after (``since``, 0 if it begins with the first), that
    of its last one (``entries``), its key, the counts by their names (one of nothing may be missing), all keys, and how
    many coups were paid again, how many of them as laid, and how many not, by the reason in English.
    """
    return {
        "register": checked.register,
        "since": checked.since,
        "entries": checked.entries,
        "key": checked.key,
        **checked.counted,
        "keys": [it._asdict() for it in checked.keys],
        "coups_paid_again": checked.coups,
        "with_stakes_as_laid": checked.laid,
        "not_paid_again": {why.en: count for why, count in checked.not_paid.items()},
    }


if __name__ == "__main__":
    sys.exit(main())
