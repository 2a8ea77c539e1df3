"""Check of a register line by line: chain, notes, refusals, money lines, seals, and the signed end.

A register comes in one file, or in several that continue one another. Memory does not grow with its length, except for
the reader's own seals.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from table.verifier import sentences
from table.verifier.ed25519 import verifies
from table.verifier.felt import Felt
from table.verifier.head import NOTHING, UNREAD_SEALS, End, Head
from table.verifier.keyring import Named, is_hex
from table.verifier.reading import ExportLine, Wrong, canonical, is_canonical
from table.verifier.seals import SealLine
from table.verifier.sentences import Sentence
from table.verifier.shoe import ShoeSoFar

HOUSE = "house"
"""Register that names the keys."""
NAMES_A_KEY = "seal_key_named"
"""Effect by which an entry of the house names a key."""
OF_AN_ENTRY = {"register", "number", "at", "actor", "role", "nonce", "verb", "arguments", "outcome", "previous"}
NOT_OF_A_NOTE = "digest"
"""Argument with the digest of a token; every other digest among the arguments is that of a note."""
POSTS = {"settled", "money_corrected", "refunded", "money_ordered", "adjusted"}
"""Effects that post money lines."""


class CheckedRegister(NamedTuple):
    """Counts of a sound register, from the entry after ``since`` up to ``entries``, and the keys of its house in order.

    ``counted`` has notes, erased ones, refused acts, money lines and seals by name; ``coups`` were paid again with the
    same result, ``laid`` of them with the stakes as they were laid, ``not_paid`` were not, by the reason.
    """

    register: str
    since: int
    entries: int
    key: str
    counted: Mapping[str, int]
    coups: int
    laid: int
    not_paid: Mapping[sentences.Sentence, int]
    keys: tuple[Named, ...]


class Register:
    """State of a register while its lines are read. ``trusted`` keys and ``seals`` are the reader's own, if any.

    For several files ``last`` is the head of the last one, whose keys hold for all of them.
    """

    def __init__(
        self, *, trusted: Collection[str] = (), seals: Iterable[SealLine] = (), last: Head | None = None
    ) -> None:
        """Begin a register of which no line is read.

        ``trusted`` keys and ``seals`` are the reader's; ``last`` is the head of the last of several files.
        """
        self.trusted, self.last = trusted, last
        self._said_keys: list[tuple[str, int, str]] = []
        self.since = NOTHING.number
        self.number, self.digest = NOTHING
        self.counted = Counter[str]()
        self.felt, self.sabot = Felt(), ShoeSoFar()
        self._sealed = set[SealLine]()
        self.begin()
        self._notes: list[str] = []
        self._money: list[list[Any]] = []
        self._place = 0
        self._refused, self._counting = 0, False
        self._takes: dict[str, Callable[[ExportLine], None]] = {
            "head": self._take_head,
            "refusal": self._take_refusal,
            "entry": self._take_entry,
            "note": self._take_note,
            "money": self._take_money,
            "seal": self._take_seal,
            "end": self._take_end,
        }
        self._given: list[SealLine] | None = list(seals)
        self._brought = defaultdict[int, list[SealLine]](list)

    def begin(self) -> None:
        """Begin a file, of which no line is read; what was read of the files before stays."""
        self.head: Head | None = None
        self.lines, self.hash, self.ended = 0, sha256(), False

    def take(self, line: ExportLine) -> None:
        """Check one more line. Raises :class:`table.verifier.reading.Wrong` at the first fault.

        A fault is also a kind that is not known, a line before the head or behind the signed end, an entry without a
        digest, and a digest on any other line.
        """
        takes = self._takes.get(line.kind)
        if self.head is None and line.kind != "head":
            raise Wrong(sentences.NOT_AN_EXPORT, unreadable=True)
        if takes is None or self.ended or bool(line.digest) != (line.kind == "entry"):
            raise Wrong(sentences.OUT_OF_PLACE, line=line.number, kind=line.kind)
        try:
            takes(line)
        except (LookupError, TypeError, ValueError, AttributeError):
            raise Wrong(sentences.LINE_UNREADABLE, line=line.number) from None
        self.lines += 1
        self.hash.update(line.raw)

    def end(self) -> Head:
        """Return the head, which is the first line, of the file that was taken.

        Raises :class:`Wrong` without it, or without a signed end.
        """
        if self.head is None:
            raise Wrong(sentences.NOT_AN_EXPORT, unreadable=True)
        if not self.ended:
            raise Wrong(sentences.CUT_OFF, number=self.number)
        return self.head

    def close(self) -> CheckedRegister:
        """End the register and return its counts.

        Raises :class:`Wrong` if the last file has no signed end, or if a seal of the reader whose entry has not come is
        left.
        """
        head = self.end()
        self._check_brought(all_of_them=True)
        self.counted["uncounted"] = self._refused
        if self.sabot.opened:
            self.counted["shoes"] = self.sabot.opened
        if self.sabot.read:
            self.counted["read"] = self.sabot.read
        felt = self.felt
        laid = felt.paid, felt.as_laid, felt.not_paid
        reached = head.register, self.since, self.number, head.key
        return CheckedRegister(*reached, self.counted, *laid, tuple(head.keys.named))

    # --- head and end

    def _take_head(self, line: ExportLine) -> None:
        """Take the first line of a file. Raises :class:`Wrong` if it is no head, or follows one.

        The keys that it lists have to be the first of those that the last file lists; at the first file those of the
        last one are checked against the reader's trusted ones. The first file may begin after any entry, each other has
        to go on where the one before ended.
        """
        if self.head is not None:
            raise Wrong(sentences.NOT_AN_EXPORT, unreadable=True)
        head = Head.of(line)
        last = self.last or head
        if not head.is_of_the_keys_of(last):
            raise Wrong(sentences.KEYS_OF_ANOTHER)
        self.head, self.keys = head, last.keys
        if head.seals_unreadable:
            self.counted[UNREAD_SEALS] = max(self.counted[UNREAD_SEALS], head.seals_unreadable)
        if self._given is not None:
            if not last.keys.is_accepted_by(self.trusted, whole=last.lists_keys):
                raise Wrong(sentences.OTHER_KEY)
            self._sort(self._given, head.register)
            self._given = None
            self._begin_after(head.after)
        elif (self.number, self.digest) != head.after:
            raise Wrong(sentences.UNCHAINED, number=head.after.number + 1)

    def _sort(self, seals: Iterable[SealLine], register: str) -> None:
        """Store the reader's seals on this register, listed by entry number, and count those of other registers."""
        for seal in seals:
            if seal.register == register:
                self._brought[seal.number].append(seal)
            else:
                self.counted["elsewhere"] += 1

    def _begin_after(self, after: End) -> None:
        """Begin after this entry, the earlier ones of which are unknown; from the first one where its number is 0.

        The reader's seals on that very entry are checked against its digest (raises :class:`Wrong`), those on earlier
        ones only counted.
        """
        self.since = after.number
        self.number, self.digest = after
        if self.since:
            self.felt, self.sabot = Felt(midway=True), ShoeSoFar(midway=True)
            before = [number for number in self._brought if number < self.since]
            self.counted["before"] = sum(len(self._brought.pop(number)) for number in before)
            self._check_brought()

    def _take_end(self, line: ExportLine) -> None:
        """Check the signed end of a file: last entry, count and SHA-256 of lines, signature by the key of its head.

        Raises :class:`Wrong`, also where notes or money lines of the last entry have not come. In the register of the
        house the entries so far, also of earlier files, have to name the keys that the head lists, at the times that it
        gives; keys named before an export that begins midway are left out.
        """
        self._check_complete()
        end, head = line.content, self._of_this_file
        if (self.number, self.digest) != head.end:
            raise Wrong(sentences.ENDS_ELSEWHERE, number=self.number, said=head.end.number)
        facts = {"lines": self.lines, "register": head.register, "sha256": self.hash.hexdigest()}
        signed = is_hex(end["signature"], 128) and end == {**facts, "signature": end["signature"]}
        message = canonical({"export": facts}).encode()
        if not signed or not verifies(bytes.fromhex(head.key), message, bytes.fromhex(end["signature"])):
            raise Wrong(sentences.END_FALSE)
        named = [(it.key, it.number, it.at) for it in head.keys.named if it.number > self.since]
        if head.register == HOUSE and self._said_keys != named:
            raise Wrong(sentences.KEYS_DIFFER)
        self.ended = True

    @property
    def _of_this_file(self) -> Head:
        """Head of the file that is being read; AssertionError before its first line."""
        assert self.head is not None, "the head is the first line"
        return self.head

    # --- entries

    def _take_entry(self, line: ExportLine) -> None:
        """Check an entry: its place in the chain, refusals, hands, payments and sealed cards. Raises :class:`Wrong`.

        Its notes (arguments of 64 hexadecimal digits, but the one named ``digest``) and the money lines of its effects
        in `POSTS` have to come next. Seals of the reader on it are checked, too.
        """
        self._check_complete()
        entry = chained(line, self._of_this_file.register, End(self.number, self.digest))
        self.number, self.digest = entry["number"], line.digest
        self._sealed.clear()
        given, outcome = json.loads(entry["arguments"]), json.loads(entry["outcome"])
        self._check_refusals(outcome.get("refused", 0))
        self._notes = [it for name, it in given.items() if name != NOT_OF_A_NOTE and is_hex(it, 64)]
        self._money, self._place = list[Any](), 0
        for name, facts in outcome["effects"]:
            if name in POSTS:
                self._money += facts["lines"]
        named = self.number, entry["at"]
        self._said_keys += [(facts["key"], *named) for name, facts in outcome["effects"] if name == NAMES_A_KEY]
        self.felt.take(entry["number"], entry["verb"], given, outcome["effects"])
        self.sabot.take(entry["number"], entry["verb"], given, outcome["effects"])
        self._check_brought()

    def _check_complete(self) -> None:
        """Raise :class:`Wrong` unless all notes and money lines of the last entry have come."""
        if self._notes:
            raise Wrong(sentences.NOTE_GONE, number=self.number)
        if self._money:
            raise Wrong(sentences.MONEY_GONE, number=self.number)

    # --- what lies beside them

    def _take_note(self, line: ExportLine) -> None:
        """Take a note of the last entry, in any order among its notes, and count it, an erased one by itself.

        Raises :class:`Wrong` for one that the entry does not name, that has no text and is not erased, or is altered.
        """
        note = line.content
        if note["digest"] not in self._notes:
            raise Wrong(sentences.NOTE_OF_NOBODY, line=line.number, number=self.number)
        self._notes.remove(note["digest"])
        if note == {"digest": note["digest"], "erased": True}:
            self.counted["erased"] += 1
            return
        if note.keys() != {"digest", "salt", "text"}:
            raise Wrong(sentences.NOTE_GONE, number=self.number)
        if sha256(f"{note['salt']}|{note['text']}".encode()).hexdigest() != note["digest"]:
            raise Wrong(sentences.NOTE_ALTERED, number=self.number)
        self.counted["notes"] += 1

    def _take_money(self, line: ExportLine) -> None:
        """Count a money line. Raises :class:`Wrong` unless it is the next that the entry posts, after its notes."""
        content = line.content
        facts = [content["where"], content["whose"], content["kind"], content["amount"]]
        posted = self._money.pop(0) if self._money and not self._notes else None
        if facts != posted or (content["number"], content["place"]) != (self.number, self._place):
            raise Wrong(sentences.MONEY_ALTERED, number=self.number)
        self._place += 1
        self.counted["money"] += 1

    def _take_refusal(self, line: ExportLine) -> None:
        """Count a refusal and its repetitions. Raises :class:`Wrong` if it is not behind all of the entry it names."""
        self._check_complete()
        self._refused += 1 + line.content["repeated"]
        if line.content["number"] != self.number:
            raise Wrong(sentences.OUT_OF_PLACE, line=line.number, kind=line.kind)

    def _check_refusals(self, counted: int) -> None:
        """Compare the refused acts that an entry counts, repetitions too, with those since an entry last counted any.

        Raises :class:`Wrong` if they differ; else adds them to the register's count of refusals. Entries before the
        first that counts are of an earlier form, and not compared. In an export that begins midway that first one may
        count more than are here.
        """
        known = self._counting or not self.since or counted < self._refused
        if known and (counted or self._counting) and counted != self._refused:
            raise Wrong(sentences.REFUSALS_DIFFER, number=self.number, counted=counted, kept=self._refused)
        if counted:
            self._counting, self._refused = True, 0
            self.counted["refused"] += counted

    # --- seals

    def _take_seal(self, line: ExportLine) -> None:
        """Check that a seal is of the last entry of this register, by a key in use at its time. Raises :class:`Wrong`.

        Raises it, too, before all notes and money lines of that entry have come. The seal is counted once if it comes
        again behind that entry, as where two files meet. The keys are those that the head of the last file lists;
        whether the reader trusts them is not checked here.
        """
        self._check_complete()
        seal = SealLine.of(line.content)
        if seal is None or seal.register != self._of_this_file.register:
            raise Wrong(sentences.LINE_UNREADABLE, line=line.number)
        self._check_seal(seal, gone=sentences.SEALED_GONE, broken=sentences.SEAL_BROKEN)
        # A seal on the last entry of a file may come again at the beginning of the next.
        self.counted["seals"] += seal not in self._sealed
        self._sealed.add(seal)

    def _check_brought(self, *, all_of_them: bool = False) -> None:
        """Check the reader's seals on the entry that has come last, and count them as compared. Raises :class:`Wrong`.

        With ``all_of_them`` it is raised if any are left: their entries have not come.
        """
        numbers = sorted(self._brought) if all_of_them else [self.number]
        for seal in [seal for number in numbers for seal in self._brought.pop(number, ())]:
            self._check_seal(seal, gone=sentences.BROUGHT_GONE, broken=sentences.BROUGHT_BROKEN)
            self.counted["brought"] += 1
            self.counted["brought_up_to"] = seal.number

    def _check_seal(self, seal: SealLine, *, gone: Sentence, broken: Sentence) -> None:
        """Raise :class:`Wrong` unless a seal is of the last entry, and signed by a key that was in use at its time.

        It says ``gone`` of a seal on an entry that has not come, ``broken`` of one on any other or with another digest.
        Counts nothing.
        """
        seal.check(self.keys)
        if seal.number > self.number:
            raise Wrong(gone, number=seal.number, at=seal.at)
        if seal.number != self.number or seal.digest != self.digest:
            raise Wrong(broken, number=seal.number, at=seal.at)


def chained(line: ExportLine, register: str, before: End) -> Mapping[str, Any]:
    """Return the fields of an entry of this register that follows the entry ``before``.

    Raises :class:`Wrong` if it is of another register or does not follow, for other fields than those of an entry, and
    unless it has the digest of the line, and arguments and outcome are canonical.
    """
    entry: Mapping[str, Any] = line.content
    if entry.keys() != OF_AN_ENTRY:
        raise Wrong(sentences.LINE_UNREADABLE, line=line.number)
    number = entry["number"]
    if number != before.number + 1:
        raise Wrong(sentences.GAP, number=number, before=before.number)
    if entry["register"] != register:
        raise Wrong(sentences.OTHER_REGISTER, number=number, register=entry["register"])
    if entry["previous"] != before.digest:
        raise Wrong(sentences.UNCHAINED, number=number)
    altered = sha256(canonical(entry).encode()).hexdigest() != line.digest
    if altered or not (is_canonical(entry["arguments"]) and is_canonical(entry["outcome"])):
        raise Wrong(sentences.ALTERED, number=number)
    return entry
