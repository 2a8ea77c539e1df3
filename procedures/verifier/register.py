"""Slice of a register that a paper carries, read line by line and checked.

A *stretch* of it is one chain, from the digest of an entry over all entries after it, shown or hidden, to a seal: a
signature over the register up to there. A *slip* is the number under which uncollected chips are kept.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from hashlib import sha256
from io import BytesIO
from typing import Any, NamedTuple

from procedures.verifier import sentences
from table.verifier import sentences as of_exports
from table.verifier.head import NOTHING, End
from table.verifier.hidden import Hidden
from table.verifier.keyring import Keyring, Named, is_hex
from table.verifier.reading import ExportLine, Wrong, lines
from table.verifier.register import NOT_OF_A_NOTE, chained
from table.verifier.seals import SealLine

FORM = 1
HEAD = {"form", "key", "keys", "number", "register", "slip"}
QUESTION = {"after", "before", "cards"}
WHOLE = r"(?<!\w)(?<!\d[’'.,:\u00a0\u202f])(?:%s)(?!\w|[’'.,:\u00a0\u202f]\d)"
"""Pattern of texts that are no part of a word or a number."""


class ShownEntry(NamedTuple):
    """Entry of the slice: its fields, with arguments and effects decoded."""

    number: int
    at: str
    actor: str
    role: str
    verb: str
    given: Mapping[str, Any]
    effects: list[tuple[str, Mapping[str, Any]]]
    digest: str
    previous: str


class Slice:
    """Content of a slice after it was read and every chain and seal of it was checked.

    ``shown`` are its entries by number, ``digests`` those of all entries in it, ``hidden`` the verbs of those that are
    not shown, ``notes`` the texts by digest, None for an erased one, ``question`` that of the verdict, if there is one.
    """

    def __init__(self, data: bytes, *, trusted: Collection[str] = (), seals: Iterable[SealLine] = ()) -> None:
        """Read and check a slice of a register, and keep what it holds.

        ``trusted`` are keys that the reader brought: the slice has to list each of them, and one has to lead to its
        last key. ``seals`` are seals that the reader brought: each of an entry of this slice has to have its digest and
        a right signature, seals of other entries are passed over; ``brought`` counts the former. Raises :class:`Wrong`
        at the first fault.
        """
        self.shown: dict[int, ShownEntry] = {}
        self.digests: dict[int, str] = {}
        self.hidden: dict[int, str] = {}
        self.notes: dict[str, str | None] = {}
        self._named: set[str] = set()
        self.question: Mapping[str, Any] | None = None
        self.sealed: list[SealLine] = []
        self._keys: Keyring | None = None
        self._at = NOTHING
        self._open = False
        self._takes: dict[str, Callable[[ExportLine], None]] = {
            "head": self._take_head,
            "stretch": self._take_stretch,
            "entry": self._take_entry,
            "hidden": self._take_hidden,
            "seal": self._take_seal,
            "note": self._take_note,
            "question": self._take_question,
        }
        for line in lines(BytesIO(data)):
            self._take(line)
        if self._open or not self.sealed:
            raise Wrong(sentences.SLICE_CUT_OFF, number=self._at.number)
        if not self.keys.is_accepted_by(trusted):
            raise Wrong(of_exports.OTHER_KEY)
        self.brought = sum(self._check_brought(it) for it in seals)

    @property
    def keys(self) -> Keyring:
        """Keys of the house, as the head lists them; AssertionError before the head was read."""
        assert self._keys is not None, "the head is the first line"
        return self._keys

    @cached_property
    def typed(self) -> "re.Pattern[str] | None":
        """Pattern that matches each text of a note, without the full stop at its end; None where there are no texts.

        Not where it is only part of a word or of a number.
        """
        texts = sorted(filter(None, (it and it.removesuffix(".") for it in self.notes.values())), key=len, reverse=True)
        return re.compile(WHOLE % "|".join(map(re.escape, texts))) if texts else None

    def _take(self, line: ExportLine) -> None:
        """Check that a line comes where one of its kind may, and take it by its kind.

        Kinds are head, stretch, entry, hidden, seal, note and question. The head is the first line and no other; entry,
        hidden and seal come within a stretch, all else outside of one. Only an entry has a digest. Raises
        :class:`Wrong` for a line out of place, unreadable, or with a fault of its own.
        """
        takes = self._takes.get(line.kind)
        if (
            takes is None
            or (self._keys is None) != (line.kind == "head")
            or bool(line.digest) != (line.kind == "entry")
        ):
            raise Wrong(of_exports.OUT_OF_PLACE, line=line.number, kind=line.kind)
        if self._open != (line.kind in ("entry", "hidden", "seal")):
            raise Wrong(sentences.SLICE_CUT_OFF, number=self._at.number)
        try:
            takes(line)
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
            raise Wrong(of_exports.LINE_UNREADABLE, line=line.number) from None

    def _take_head(self, line: ExportLine) -> None:
        """Set register, number, slip and keys from the first line.

        Raises :class:`Wrong` for any form but FORM, taken for a later one, and for keys that do not each follow from
        the one before, up to the house's present key; LookupError, TypeError or ValueError for any other malformed
        head.
        """
        head = line.content
        if head["form"] != FORM:
            raise Wrong(of_exports.LATER_FORM, unreadable=True, form=head["form"], own=FORM)
        named = [it for it in map(Named.of, head["keys"]) if it is not None]
        number, slip = head["number"], head["slip"]
        if head.keys() != HEAD or len(named) != len(head["keys"]) or not named or not is_hex(head["key"], 64):
            raise ValueError
        if (
            type(number) is not int
            or not isinstance(head["register"], str)
            or (slip is not None and type(slip) is not int)
        ):
            raise ValueError
        self.register, self.number, self.slip = head["register"], number, slip
        self._keys = Keyring(named)
        if not self.keys.hangs_together() or self.keys.today != head["key"]:
            raise Wrong(of_exports.KEYS_UNCHAINED)

    def _check_brought(self, seal: SealLine) -> bool:
        """Whether a seal is of an entry in this slice. Raises :class:`Wrong` if it is, and not as it was sealed."""
        if seal.register != self.register or seal.number not in self.digests:
            return False
        seal.check(self.keys)
        if seal.digest != self.digests[seal.number]:
            raise Wrong(of_exports.BROUGHT_BROKEN, number=seal.number, at=seal.at)
        return True

    # --- the chain

    def _take_stretch(self, line: ExportLine) -> None:
        """Begin a stretch, a chain of entries up to a seal, behind the entry that the line names.

        Raises :class:`Wrong` if that comes before the last entry so far, or if notes or the question of the verdict
        came already.
        """
        after = End.of(**line.content)
        if after.number < self._at.number or self.question is not None or self.notes:
            raise Wrong(of_exports.OUT_OF_PLACE, line=line.number, kind=line.kind)
        self._at, self._open = after, True

    def _take_entry(self, line: ExportLine) -> None:
        """Add an entry to ``shown``. Raises :class:`Wrong` unless it is the next of this register (:func:`chained`)."""
        entry = chained(line, self.register, self._at)
        number = entry["number"]
        given, effects = json.loads(entry["arguments"]), json.loads(entry["outcome"])["effects"]
        named: list[tuple[str, Mapping[str, Any]]] = [(str(name), dict(facts)) for name, facts in effects]
        who = entry["at"], entry["actor"], entry["role"], entry["verb"]
        self.shown[number] = ShownEntry(number, *who, given, named, line.digest, entry["previous"])
        self._named.update(it for name, it in given.items() if name != NOT_OF_A_NOTE and isinstance(it, str))
        self._follow(number, line.digest)

    def _take_hidden(self, line: ExportLine) -> None:
        """Add the next entry, of which the line tells the verb, to ``hidden``; its digest is computed from the line.

        With a wrong line that digest is another one, which the next shown entry or the seal does not fit. Raises
        ValueError for a line that is no hidden entry.
        """
        entry, number = Hidden.of(line.content), self._at.number + 1
        self.hidden[number] = entry.verb
        self._follow(number, entry.digest(register=self.register, previous=self._at.digest))

    def _follow(self, number: int, digest: str) -> None:
        """Set this entry as the last one so far, and add its digest to ``digests``, without any check."""
        self._at = End(number, digest)
        self.digests[number] = digest

    def _take_seal(self, line: ExportLine) -> None:
        """Add a seal to ``sealed``, and end the stretch, the chain of entries up to it, with it.

        Raises :class:`Wrong` unless its signature holds and it is of the entry before it; ValueError where it is no
        seal. What may follow is for :meth:`_take` to check.
        """
        seal = SealLine.of(line.content)
        if seal is None:
            raise ValueError
        seal.check(self.keys)
        if (seal.register, seal.number, seal.digest) != (self.register, *self._at):
            raise Wrong(of_exports.SEAL_BROKEN, number=seal.number, at=seal.at)
        self.sealed.append(seal)
        self._open = False

    # --- texts, and the question of the verdict

    def _take_note(self, line: ExportLine) -> None:
        """Add a text to ``notes``, None for an erased one.

        Raises :class:`Wrong` for one that no shown entry names, that comes twice, or whose digest differs;
        LookupError or ValueError for other fields than those of a text.
        """
        note = line.content
        if note["digest"] not in self._named or note["digest"] in self.notes:
            raise Wrong(of_exports.NOTE_OF_NOBODY, line=line.number, number=self._at.number)
        if note == {"digest": note["digest"], "erased": True}:
            self.notes[note["digest"]] = None
            return
        if note.keys() != {"digest", "salt", "text"}:
            raise ValueError
        if sha256(f"{note['salt']}|{note['text']}".encode()).hexdigest() != note["digest"]:
            raise Wrong(of_exports.NOTE_ALTERED, number=self._at.number)
        self.notes[note["digest"]] = note["text"]

    def _take_question(self, line: ExportLine) -> None:
        """Set ``question``, whatever its values. Raises ValueError for a second one, and for other keys."""
        if self.question is not None or line.content.keys() != QUESTION:
            raise ValueError
        self.question = line.content
