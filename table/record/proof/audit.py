"""Audit of a register and the rows beside it by reading, without performing it again.

The chain alone shows that nothing inside it was altered. This compares the register with what depends on it: its end
with the row that owns it, each note with the digest in its entry, the refusals with the entries that count them, the
rows of a table with what the effects of its entries leave, and the house's rows with what its entries make of them.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from itertools import islice
from typing import Any

from django.db.models import Count, Sum

from table.models import HOUSE, Entry, House, Note, Policy, Refusal, Table
from table.record import chain
from table.record.chain import Row
from table.record.compared import Columns, MadeRows
from table.record.proof.house import HouseMade
from table.record.proof.table_rows import TableMade
from table.rules.houses import of_values
from table.rules.profile import as_values
from table.verifier.reading import Wrong
from table.verifier.sentences import ENGLISH
from table.verifier.shoe import ShoeSoFar

UNREADABLE = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""Errors of reading an entry that no act has written so."""
ERASES = ("erase_guest", "erase_notes", "erase_person")
"""Verbs of the house that erase texts."""


def faults(code: str) -> list[str]:
    """List what is wrong with a register as sentences in English; empty if it is sound.

    In this order: its chain, entries that cannot be read and cards that are not as sealed, its end, notes, refusals,
    then the house's rows, or the table's and its rules. That there is no such table is a fault.
    """
    read = ReadRegister(code)
    found = chain.faults(read.entries())
    others = read.house.differences() if code == HOUSE else (*read.table.faults(code), *_policies(read))
    return [*found, *read.shoes, *_end(read), *_notes(read), *_refusals(read), *others]


class ReadRegister:
    """A register that is read once from its first entry, and what the checks need to remember of it."""

    def __init__(self, code: str) -> None:
        """Begin a register of which no entry is read; reads the row of its table or of the house, None without one."""
        self.code = code
        self.row = House.objects.first() if code == HOUSE else Table.objects.filter(code=code).first()
        self.number, self.digest = 0, ""
        self.refused: dict[int, int] = {}
        self.rules: list[dict[str, Any]] = []
        self.house, self.table, self.noted = HouseMade(), TableMade(), MadeRows()
        self.shoes: list[str] = []
        self._sabot = ShoeSoFar()

    def entries(self) -> Iterator[Row]:
        """Yield the entries of the register in order, and remember, after each, what the checks need of it.

        One whose content cannot be read is yielded all the same, remembered as a fault, and the next ones follow.
        """
        for row in chain.rows(self.code):
            yield row
            self.number, self.digest = row.number, row.digest
            try:
                self._look(row)
            except UNREADABLE:
                self.shoes.append(f"{self.code} {row.number}: what it says cannot be read")

    def _look(self, row: Row) -> None:
        """Remember what the checks need of an entry: how many refusals it counts, and the notes that it names.

        One of the house is then applied to the house's rows; one of a table to its rows, to the sealed cards of its
        shoe, and, with a verb in ``RULES``, as one more version of the rules, completed with what held before later
        keys existed. Raises an error of ``UNREADABLE`` for content that no act writes; what came before it is
        remembered.
        """
        if not row.outcome.endswith(NONE_REFUSED) and (counted := chain.refused_before(row.outcome)):
            self.refused[row.number] = counted
        for note in chain.named_notes(row):
            self.noted.put("note", note, number=row.number, at=row.at, erased=False)
        if self.code == HOUSE:
            self.house.perform(row)
            return
        self.table.perform(row)
        if self._sabot.is_known or SEALED in row.outcome or READ in row.outcome:
            self._look_into_the_shoe(row)
        if row.verb in RULES:
            before = self.rules[-1] if self.rules else {}
            self.rules.append(as_values(of_values(before | chain.read(row.arguments)[RULES[row.verb]])))

    def _look_into_the_shoe(self, row: Row) -> None:
        """Check the cards of an entry against their seals: of a virtual shoe, or those that an electronic one has read.

        The first difference in the entry is added to ``shoes``, as a sentence in English, and so are cards in it that
        cannot be read.
        """
        try:
            self._sabot.take(row.number, row.verb, chain.read(row.arguments), chain.effects(row.outcome))
        except Wrong as wrong:
            self.shoes.append(f"{self.code} {row.number}: {wrong.said(ENGLISH)}")


SEALED = '"shoe_sealed"'
"""Marks, in the canonical text of an outcome, a virtual shoe that is put on the table."""
READ = '"seal":'
"""Marks, in the canonical text of an outcome, a card that its shoe knew."""
NONE_REFUSED = "]}"
"""End of the canonical text of an outcome that counts no refusal."""
RULES = {"set_up": "rules", "change_rules": "changes"}
"""By verb: its argument with the values that it sets in the table's rules, the first time all of them."""


# --- every register


def _end(read: ReadRegister) -> Iterator[str]:
    """Yield a sentence if the row of the table or house has another last number or digest than the entries read.

    So entries that were cut off or appended are found. A table without a row is a fault; a house without one is not.
    """
    row = read.row
    if row is None and read.code != HOUSE:
        yield f"{read.code}: there is no such table, but a register of {read.number} entries"
    elif row is not None and (row.number, row.digest) != (read.number, read.digest):
        yield f"{read.code} {read.number}: it ends here, and its row knows of number {row.number}"


def _notes(read: ReadRegister) -> Iterator[str]:
    """Yield a sentence for each note named by an entry, if it is gone, altered or moved, in the order of their digests.

    And if it was erased without an entry, or an entry says that it was, and its text is there still.
    """
    _note_erasures(read)
    wanted = read.noted.each("note")
    while some := dict(islice(wanted, 500)):
        stored = {it.digest: it for it in Note.objects.filter(digest__in=[*some])}
        for digest, row in some.items():
            if fault := _fault_of(stored.get(digest), read.code, row):
                yield f"{read.code} {row['number']}: the note that it names {fault}"


def _fault_of(note: Note | None, code: str, row: Columns) -> str:
    """Return what is wrong with a note, as this row of its register has it, such as "was altered"; "" if nothing is.

    The first of these: no row, erased with no entry that says so, not erased though an entry says so, altered, moved. A
    note erased on record is not checked further.
    """
    if note is None:
        return "is gone"
    if note.erased and not row["erased"]:
        return "is gone, and nobody erased it on record"
    if row["erased"]:
        return "was erased on record, and its text is there" if note.text or note.salt or not note.erased else ""
    if not chain.says(note):
        return "was altered"
    # By these it is erased one day.
    stands = (note.register, note.number, note.at) == (code, row["number"], datetime.fromisoformat(row["at"]))
    return "" if stands else "stands at another entry, or another time"


def _note_erasures(read: ReadRegister) -> None:
    """Mark the notes of this register as erased whose digests an erasing entry of the house (``ERASES``) names.

    Entries that cannot be read are passed over.
    """
    entries = Entry.objects.filter(register=HOUSE, verb__in=ERASES).values_list("arguments", flat=True)
    for arguments in entries.iterator():
        with suppress(*UNREADABLE):
            for digest in chain.read(arguments)["notes"]:
                read.noted.change("note", digest, erased=True)


def _refusals(read: ReadRegister) -> Iterator[str]:
    """Yield a sentence for each number at which the stored refusals are not as many as the register counts.

    They are counted by the entry after them, or by the owner's row. The first entry that counts any counts all before
    it, as early entries counted none.
    """
    counted = {number - 1: count for number, count in read.refused.items()}
    if read.row is not None and read.row.refused:
        counted[read.row.number] = read.row.refused
    first, stored = min(counted, default=0), Counter[int]()
    rows = Refusal.objects.filter(register=read.code).order_by("number").values_list("number")
    for number, one, repeated in rows.annotate(Count("pk"), Sum("repeated")):
        stored[max(number, first)] += one + repeated
    for number in sorted(counted.keys() | stored.keys()):
        if counted.get(number, 0) != stored[number]:
            said = counted.get(number, 0)
            yield f"{read.code} {number}: {said} refusals after it are on record, and {stored[number]} kept"


# --- tables


def _policies(read: ReadRegister) -> Iterator[str]:
    """Yield a sentence for each version of the rules that is not as it was set or changed, or if their number differs.

    Only keys that both the stored version and the entries have are compared, as later keys are missing in older
    versions.
    """
    stored = list(Policy.objects.filter(table__code=read.code).order_by("version").values_list("values", flat=True))
    if len(stored) != len(read.rules):
        yield f"{read.code}: {len(stored)} versions of its rules, and {len(read.rules)} on record"
    for version, (row, said) in enumerate(zip(stored, read.rules, strict=False), start=1):
        unlike = sorted(key for key in row if key in said and row[key] != said[key])
        if unlike:
            yield f"{read.code}: version {version} of its rules says otherwise on {', '.join(unlike)}"
