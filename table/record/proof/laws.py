"""Proof of a register by its chain, and by today's law as far as that makes the same of it.

A law is what one release makes of the rules, by number (:data:`~table.rules.topics.sources.LAW`). A taglia may have
been dealt under an earlier one. Where today's law makes something else of one of its entries nothing is wrong: the
record stands as it was written, and from there on only the chain proves it.
"""

from bisect import bisect_right
from typing import NamedTuple

from table.models import HOUSE, Entry, Table
from table.record import chain
from table.record.compared import RowFault
from table.record.past.replay import differences, one_moment
from table.record.past.stage import STARTED, EntryDifference
from table.record.proof import audit
from table.rules.topics.sources import LAW

FIRST_LAW = 1
"""Law of registers that are older than the recording of its number."""


class LawChanged(NamedTuple):
    """An entry of which today's law makes something else, and the number of the law under which it was made."""

    law: int
    difference: EntryDifference


class RegisterProof(NamedTuple):
    """Faults by which chain, outcomes or rows do not fit, and where an earlier law ends the replay."""

    faults: list[str]
    changed: LawChanged | None = None


def prove(code: str) -> RegisterProof:
    """Return the faults that the audit of a register finds, and of a table those of its replay, as sentences.

    A row that both name comes once. Of a table that is gone only the chain is checked. Where the audit finds nothing,
    the replay ends without a fault at the first entry of an earlier law that comes out otherwise today or is refused,
    which is then ``changed``; rows are not compared. Raises :class:`~table.record.past.child.NoPast` where it cannot be
    replayed.
    """
    if code == HOUSE:
        return RegisterProof(_audited(code))
    if not Table.objects.filter(code=code).exists():
        return RegisterProof(chain.faults(chain.rows(code)))
    faults, laws = _audited(code), Laws.of(code)

    def law_changed(difference: EntryDifference) -> bool:
        """Whether a difference ends the replay: at an entry of an earlier law, where the audit found nothing."""
        return not faults and laws.at(difference.entry.number) < LAW

    found = differences(code, enough=law_changed)
    last = found[-1] if found else None
    if isinstance(last, EntryDifference) and law_changed(last):
        return RegisterProof(list(map(str, found[:-1])), LawChanged(laws.at(last.entry.number), last))
    known = {it.row for it in faults if isinstance(it, RowFault)}
    more = (it if isinstance(it, str) else str(it) for it in found)
    return RegisterProof([*faults, *(it for it in more if not isinstance(it, RowFault) or it.row not in known)])


def _audited(code: str) -> list[str]:
    """Return the faults that the audit of a register finds (:func:`.audit.faults`), all read as of one moment."""
    with one_moment():
        return audit.faults(code)


class Laws(NamedTuple):
    """Numbers of the entries that start a register's taglie, and the law of each."""

    starts: list[int]
    laws: list[int]

    @classmethod
    def of(cls, code: str) -> "Laws":
        """Read the starts of a register's taglie, and the law that each records: FIRST_LAW where it records none."""
        entries = Entry.objects.filter(register=code, outcome__contains="taglia_started").order_by("number")
        by_start = {
            entry.number: int(start[2] or FIRST_LAW) for entry in entries if (start := STARTED.search(entry.outcome))
        }
        return cls([*by_start.keys()], [*by_start.values()])

    def at(self, number: int) -> int:
        """Law of an entry: that of the last start up to it, or else of the first start; today's if there is none."""
        return self.laws[max(bisect_right(self.starts, number) - 1, 0)] if self.laws else LAW
