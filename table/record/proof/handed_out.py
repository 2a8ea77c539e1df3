"""Exports that lie in a folder, and from which entry the next file of each register continues.

The files themselves say what was handed out last, and are compared with the register as it is now: so it is true after
a restore, and where somebody has taken a file away.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from table.models import Entry, Export, Gap
from table.record import key
from table.rules.readers import Report
from table.verifier.files import ExportPart
from table.verifier.head import NOTHING, End
from table.verifier.reading import Wrong

ENDING = ".jsonl"


class GoesOn(NamedTuple):
    """Entry after which the next file begins, and what should be known of those in the folder.

    ``after`` is :data:`NOTHING` where it begins with the first entry. ``said`` are sentences in the active language,
    ``gaps`` the kinds of what is wrong.
    """

    after: End
    said: Sequence[str]
    gaps: Sequence[Gap.Kind]


def exports_in(folder: Path) -> Mapping[str, list[ExportPart]]:
    """List the exports in a folder and its subfolders, by register, in the order of their paths.

    Only files that end with ``ENDING`` are read; those that are no export, or cannot be read, are left out.
    """
    found = defaultdict[str, list[ExportPart]](list)
    for path in sorted(folder.rglob(f"*{ENDING}")):
        with suppress(Wrong, OSError):
            part = ExportPart.of(path)
            found[part.head.register].append(part)
    return found


def went_on(code: str) -> bool:
    """Whether an export of PROOF is on record whose ``of`` begins with the code and a space: a part of the register."""
    return Export.objects.filter(report=Report.PROOF, of__startswith=f"{code} ").exists()


def copy_of(outcome: Mapping[str, Any]) -> int:
    """Number of the copy that was handed out, from the outcome of an export: that of its first effect ``exported``.

    Raises IndexError for an outcome without one.
    """
    copies: list[int] = [facts["copy"] for name, facts in outcome["effects"] if name == "exported"]
    return copies[0]


def goes_on(code: str, parts: Sequence[ExportPart], *, others: bool = False) -> GoesOn:
    """Return the entry after which the next file of this register is to begin, given the files ``parts`` in the folder.

    It is the last entry of the files that fit the register (:func:`of_now`), or :data:`NOTHING`, so that the register
    is handed out whole, where a file before that is missing, there is none that fits, or none at all. With it come
    sentences on files that are missing or differ and the kinds of these gaps; ``others`` makes it a gap that none lies
    there.
    """
    if others and not parts:
        words = _("%(register)s: none of the files that were handed out lies here, so it is handed out whole.")
        return GoesOn(NOTHING, [words % {"register": code}], [Gap.Kind.MISSING])
    own = of_now(code, parts)
    said = [
        _("%(register)s: %(file)s holds what the register does not (was it restored?); verify the others without it.")
        % {"register": code, "file": it.path}
        for it in parts
        if it not in own
    ]
    last = max((it.head.end for it in own), default=NOTHING)
    differ = [Gap.Kind.DIFFERS] if said else []
    if last in _without_gap(own):
        return GoesOn(last, said, differ)
    words = _(
        "%(register)s: of the files up to entry %(number)s one is missing, so it is handed out whole; what lay here "
        "before is not needed to verify it."
    )
    return GoesOn(NOTHING, [*said, words % {"register": code, "number": last.number}], [*differ, Gap.Kind.MISSING])


def of_now(code: str, parts: Sequence[ExportPart]) -> list[ExportPart]:
    """List the files whose last entry is in the register with this digest, and whose seal keys are the house's.

    The keys that a file names have to be the house's first ones, in their order; later keys may be absent. Makes
    the key file where no key is on record and there is no file.
    """
    numbers, named = [it.head.end.number for it in parts], [it.key for it in key.keyring().named]
    there = dict(Entry.objects.filter(register=code, number__in=numbers).values_list("number", "digest"))
    return [
        it
        for it in parts
        if there.get(it.head.end.number, "") == it.head.end.digest
        and [own.key for own in it.head.keys.named] == named[: len(it.head.keys.named)]
    ]


def _without_gap(parts: Sequence[ExportPart]) -> Iterator[End]:
    """Yield, in no order, the ends of files that are reached from the first entry on, each begun where another ended.

    :data:`NOTHING`, before the first entry, is always among them.
    """
    reached = {NOTHING}
    for it in sorted(parts, key=lambda it: (it.head.after, it.head.end)):
        if it.head.after in reached:
            reached.add(it.head.end)
    return iter(reached)
