"""Report of a case with its proof: the same code makes it of the rows of the house and of the replayed register.

What no register holds is taken over from the house: free texts, which have their digests, seals and copies.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

import structlog
from django.db.models import Model
from django.utils import translation
from django.utils.translation import get_language, gettext_noop
from msgspec import Struct
from msgspec.structs import replace

from procedures.reports.build import report_of, unsealed
from procedures.reports.incident import HandedOut, IncidentReport, Proof
from procedures.reports.layouts import CoupLayouts
from procedures.reports.proven.carried import CaseKey, carried, put_back
from procedures.reports.proven.coup_rows import Rows, rows_of, unlike
from procedures.reports.proven.reach import ends_of
from procedures.reports.proven.sentences import words_of
from procedures.reports.record import NotReplayed, Record
from table.models import Entry, Table
from table.record.past.reach import PAST, NoPast
from table.record.past.stage import Marks, Moment
from table.record.proof.laws import Laws
from table.rules.refusal import Code, Refused
from table.rules.topics.sources import LAW

UNREADABLE = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""Errors of making a report of rows that no act leaves so."""
ILLEGIBLE = gettext_noop(
    "NOT PROVEN: no report of case %(number)s of table %(table)s can be made, as its rows or its entries say what no "
    "act writes. Have the register verified."
)
log = structlog.stdlib.get_logger("sabot.reports")


class MadeReport(NamedTuple):
    """Report with the rows behind it; ``report`` is None where they make none."""

    report: IncidentReport | None
    rows: Rows


class ReplayedReport(NamedTuple):
    """Report of the replayed register, and today's marks on its taglia; ``made`` is None where an act is refused."""

    made: MadeReport | None
    marks: Marks


class ProvenReport(NamedTuple):
    """Report with its proof, and the record of which it was made, to make its files of."""

    record: Record
    report: IncidentReport


def proven_report(record: Record, *, copy: int | None = None, handed_out: HandedOut | None = None) -> ProvenReport:
    """Make the report of a record, with its proof, in the active language; blocks while the register is replayed.

    It is proven if it and its rows come out the same from the replayed register. If the database rows are too damaged
    to make a report it is that of the register, without a seal. If nothing can be replayed now it is not compared and
    has no pictures, which is logged. Refuses as :func:`legible` where neither rows nor register make one. Make its
    files of the returned record, within the same :func:`one_moment`. ``copy`` and ``handed_out`` are as for
    :func:`report_of`.
    """
    with legible(record):
        try:
            given = _given(record)
            again = _again(record, given)
        except NoPast as why:
            log.warning("a report was not compared", table=record.table.code, number=record.case.number, why=str(why))
            blind = record.with_given(NotReplayed(CoupLayouts(), record.notes, record.notes_fit))
            report = report_of(blind, copy=copy, handed_out=handed_out)
            return ProvenReport(blind, _with(report, Proof(words="", proven=False, why="unreachable")))
        own = record.with_given(given)
        house = _made(record, partial(report_of, own, copy=copy, handed_out=handed_out))
        made = house.report
        if made is None:
            assert again.made is not None, "neither the rows nor the register make this report"
            assert again.made.report is not None, "neither the rows nor the register make this report"
            made = replace(again.made.report, copy=copy, handed_out=handed_out)
        return ProvenReport(own, _with(made, _proof(record.table.code, house, again)))


@contextmanager
def legible(record: Record) -> Iterator[None]:
    """Refuse (E_HELD), and log it, where the block raises UNREADABLE: rows or entries are as no act leaves them."""
    try:
        yield
    except UNREADABLE:
        code, number = record.table.code, record.case.number
        log.exception("neither the rows nor the register make a report", table=code, number=number)
        raise Refused(Code.HELD, ILLEGIBLE, table=code, number=number) from None


def _given(record: Record) -> NotReplayed:
    """Return what no replay can make of a record: layouts of its coup as seen in a replay, and free texts.

    Empty, with ``notes_fit`` False, if its database rows are too damaged to read. Raises :class:`NoPast` where nothing
    can be replayed now.
    """
    try:
        return NotReplayed(record.followed, record.notes, record.notes_fit)
    except UNREADABLE:
        return NotReplayed(CoupLayouts(), {}, notes_fit=False)


def _with(report: IncidentReport, proof: Proof) -> IncidentReport:
    """Return a copy of the report with this proof, the ``words`` of which become its sentences (:func:`words_of`)."""
    return replace(report, proof=replace(proof, words=words_of(report, proof)))


def _made(record: Record, make: Callable[[], IncidentReport]) -> MadeReport:
    """Return the report by ``make``, None (logged) if rows or entries are too damaged, and the rows behind it."""
    try:
        return MadeReport(make(), rows_of(record))
    except UNREADABLE:
        log.exception("the rows make no report", table=record.table.code, number=record.case.number)
        return MadeReport(None, rows_of(record))


# --- of the replayed register


def _again(record: Record, given: NotReplayed) -> ReplayedReport:
    """Make the report from the replayed register, at the last entry that concerns the case (see :func:`ends_of`).

    If the replay refuses an entry after those of the report, it is made right before that entry. ``made`` is None where
    the replay did not come that far, or not to the end of the taglia. With it come the marks of the replay; among its
    entries that come out otherwise are those of the taglia. Raises :class:`NoPast` where nothing can be replayed now.
    """
    ends, key = ends_of(record), CaseKey.of(record)
    look = partial(_look, key=key, given=given, language=get_language())
    earlier: tuple[int, ...] = ()
    if ends.last > ends.taglia:
        seen = PAST.seen(record.table, first=ends.taglia, last=ends.taglia, look=partial(carried, key=key))
        if ends.taglia not in seen.looks:
            return ReplayedReport(None, seen.marks)
        earlier = seen.marks.otherwise
        look = partial(look, entries=[it.entry for it in record.entries], rows=seen.looks[ends.taglia])
    again = _at(record.table, ends.last, look)
    refused = again.marks.refused
    if again.made is None and refused is not None and refused > record.entries[-1].entry.number:
        again = _at(record.table, refused - 1, look)
    return again._replace(marks=again.marks._replace(otherwise=(*earlier, *again.marks.otherwise)))


def _at(table: Table, number: int, look: Callable[[Moment], MadeReport]) -> ReplayedReport:
    """Replay the register of a table up to entry ``number``; return what ``look`` makes there, and the marks.

    ``made`` is None where the replay refuses that entry or an earlier one of its taglia. Raises :class:`NoPast`
    where nothing can be replayed now.
    """
    seen = PAST.seen(table, first=number, last=number, look=look)
    return ReplayedReport(seen.looks.get(number), seen.marks)


def _look(
    _moment: Moment,
    *,
    key: CaseKey,
    given: NotReplayed,
    language: str | None,
    entries: Sequence[Entry] = (),
    rows: Sequence[Model] = (),
) -> MadeReport:
    """Make report and rows from the tables of a replay as :func:`_made`; None and no rows where it has no such case.

    ``entries`` and ``rows`` were read earlier in the replay; where they were pruned since they are inserted for this
    look, and rolled back after. ``given`` is what no replay can make, ``language`` that of the report; ``_moment`` is
    not used.
    """
    with translation.override(language), put_back(entries, rows):
        record = key.find()
        if record is None:
            return MadeReport(None, {})
        return _made(record, partial(unsealed, record.with_given(given)))


# --- compared


def _proof(code: str, house: MadeReport, again: ReplayedReport) -> Proof:
    """Compare both reports and the rows behind them; return the proof, still without its words.

    It is proven if all rows, and all fields but NOT_COMPARED, are the same, and no entry differs by the law of its
    time; ``otherwise`` then names entries up to the report's last whose outcome differs under today's law alone. Else
    ``why`` is, in this order: "refused" (not replayed up to the case), "outcome" (entries differ by the law of their
    time), "law" (rows or fields differ, and so do outcomes under today's law) or "rows" (rows or fields alone). Fields
    are compared only if both reports were made. Where the rows are the same and only one side makes one, it is "rows"
    with "entries" as the only field: no row but these can be what makes none.
    """
    made, otherwise = again.made, again.marks.otherwise
    if made is None:
        return Proof(words="", proven=False, why="refused", refused=again.marks.refused)
    laws = Laws.of(code) if otherwise else None
    fault = tuple(it for it in otherwise if laws is not None and laws.at(it) >= LAW)
    if fault:
        return Proof(words="", proven=False, why="outcome", otherwise=fault)
    rows = tuple(unlike(house.rows, made.rows))
    both = house.report is not None and made.report is not None
    if not (both or rows):
        return Proof(words="", proven=False, why="rows", fields=("entries",), otherwise=otherwise)
    fields = tuple(differences(house.report, made.report)) if both else ()
    if fields or rows:
        proof, adopted = Proof(words="", proven=False, why="rows", fields=fields, rows=rows), again.marks.adopted
        acts = otherwise if adopted is None else (adopted, *otherwise)
        return replace(proof, why="law", otherwise=acts) if acts else proof
    assert house.report is not None, "without a report of the house some row differs, or its entries make none"
    last = house.report.entries[-1].number
    return Proof(words="", proven=True, otherwise=tuple(it for it in otherwise if it <= last))


NOT_COMPARED = ("proof", "copy", "handed_out", "seal")
"""Fields that only the report of the house has."""


def differences(one: object, other: object, path: str = "") -> Iterator[str]:
    """Yield the path of each field in which two reports differ, such as ``money.0.after``.

    Only structs of one type and tuples of one length are compared field by field; any other value, also a dict,
    differs as a whole ("" is the path of the values themselves). Fields named ``proof``, ``copy``, ``handed_out``
    and ``seal`` of the outermost structs are not compared.
    """
    if isinstance(one, Struct) and type(one) is type(other):
        for name in one.__struct_fields__:
            if name not in NOT_COMPARED or path:
                yield from differences(getattr(one, name), getattr(other, name), f"{path}.{name}" if path else name)
    elif isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        for place, (mine, its) in enumerate(zip(one, other, strict=True)):
            yield from differences(mine, its, f"{path}.{place}")
    elif one != other:
        yield path
