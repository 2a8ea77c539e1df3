"""Reports of the house on its banks over a gaming day or month: tables of a page, PDF/A, CSV, and JSON by schema."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

import msgspec
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from bank.reports.cash_register import CashLine, CashRegister, cash_registers
from bank.reports.day import HouseStatement, LostTold, SessionLine, house_statements, lost_of
from bank.reports.files import Pending, cell
from bank.reports.result import SessionResult
from bank.reports.tips import TipsStatement, tips_statements
from bank.reports.words import amount, in_words
from table.models import Entry
from table.record.chain import stamp
from table.reports.evenings.paper import head_of_paper, moment
from table.reports.registers import spreadsheet
from table.reports.registers.forms import Cents, HandedOutFile, Utc, head_of
from table.reports.typesetting import compiled
from table.words.numbers import Numbers, numbers_here


class SessionSums(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sums of sessions in cents; null where something of them is not counted yet.

    ``opener_difference`` is what floats that lay locked at a table differed by as they were counted at opening: it is
    in no result, and missing in older files.
    """

    opener: Cents
    fills: Cents
    credits: Cents
    notes: Cents
    closer: Pending
    box: Pending
    computed: Pending
    physical: Pending
    rack_difference: Pending
    box_difference: Pending
    after_closing: Cents
    opener_difference: Pending = None


class DayTold(SessionSums, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Session of a table on the statement of the house, with its gaming day."""

    table: str
    session: int
    day: str


class BankDayFile(HandedOutFile, frozen=True, forbid_unknown_fields=True):
    """Banks of the house over a gaming day (an ISO date) or a month (its year and month), in one currency.

    Provisional until all is counted; what was lost between cage and table is in no result.
    """

    day: str
    currency: str
    provisional: bool
    sessions: list[DayTold]
    computed: Pending
    physical: Pending
    rack_difference: Pending
    box_difference: Pending
    tables: dict[str, SessionSums]
    days: dict[str, SessionSums]
    house: SessionSums
    lost: list[LostTold]


class CashEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Entry by which something went into the cage or out of it; ``paid`` is what a decision after closing cost it."""

    table: str
    session: int
    entry: int
    utc: Utc
    verb: str
    slip: str
    by: str
    chips_in: Cents
    chips_out: Cents
    notes_in: Cents
    notes_out: Cents
    paid: Cents


class CashRegisterFile(HandedOutFile, frozen=True, forbid_unknown_fields=True):
    """What went into the cage and out of it for the banks of a gaming day or month, in one currency, and its sums."""

    day: str
    currency: str
    lines: list[CashEntry]
    chips_in: Cents
    chips_out: Cents
    notes_in: Cents
    notes_out: Cents
    paid: Cents


class SessionTips(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tips of a session: by the record, as counted, and as split under ``slip``; null before they were."""

    table: str
    session: int
    day: str
    counted_by: str
    slip: str
    entry: int | None
    tips: Pending
    counted: Pending
    difference: Pending
    house: Pending
    staff: Pending


class BankTipsFile(HandedOutFile, frozen=True, forbid_unknown_fields=True):
    """Tips of a gaming day or month in one currency; provisional until all are counted and split."""

    day: str
    currency: str
    provisional: bool
    lines: list[SessionTips]
    tips: Pending
    counted: Pending
    difference: Pending
    house: Pending
    staff: Pending


HOUSE_FILES: Mapping[str, type[msgspec.Struct]] = {
    "bank_day": BankDayFile,
    "cash_register": CashRegisterFile,
    "bank_tips": BankTipsFile,
}
"""Formats of the files of the house by the name of their schema."""

RESULTS = ("computed", "physical", "rack_difference", "box_difference")
Value = str | int | date | None
"""Text, a moment, a gaming day, or cents; None is an amount that is pending."""


class ReportTable(NamedTuple):
    """Table of a report: its heads, its rows, and their sums, whose first ``texts`` columns are no amounts.

    In the column ``slips``, if any, are numbers of slips, which stand in one line.
    """

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    sums: tuple[Value, ...]
    texts: int
    slips: int | None = None


class HouseReport(NamedTuple):
    """Report of the house in one currency and the active language.

    ``of`` is a gaming day or month, ``alarm`` says that it is provisional, ``signed_by`` are the offices that sign it.
    ``file`` is the schema of its JSON, ``facts`` are the fields of that which no other paper has.
    """

    of: str
    currency: str
    title: str
    alarm: str
    sections: tuple[ReportTable, ...]
    signed_by: tuple[str, ...]
    file: Callable[..., msgspec.Struct]
    facts: Mapping[str, Any]

    def printed(self, row: Iterable[Value], numbers: Numbers) -> tuple[str, ...]:
        """Return the cells of a row as they are printed, as :func:`_printed` formats them."""
        return tuple(_printed(it, numbers, self.currency) for it in row)


def _printed(value: Value, numbers: Numbers, currency: str) -> str:
    """Return a cell as it is printed: texts, times of the house, days in words, cents as money, None as “pending”."""
    match value:
        case str():
            return value
        case datetime():
            return moment(value, numbers)
        case date():
            return in_words(value.isoformat(), numbers)
    return amount(value, numbers, currency)


def _in_csv(value: Value) -> str:
    """Return a cell of a spreadsheet: text as it is, local times with their offset, ISO dates, money as ``1250,50``.

    None is the word for “pending”.
    """
    match value:
        case str():
            return value
        case datetime():
            return localtime(value).isoformat(timespec="seconds")
        case date():
            return value.isoformat()
    return cell(value)


# --- the banks


def of_banks(of: str) -> list[HouseReport]:
    """List the reports on the banks over a gaming day (ISO date) or month ("2026-11"), one a currency, sorted.

    Texts are in the active language. Currencies and sessions are those of :func:`house_statements`, a currency in which
    the cage only paid among them.
    """
    return [_of_banks(it) for it in house_statements(of)]


def _of_banks(it: HouseStatement) -> HouseReport:
    """Return the report on the banks: for a month a section by table and one by day, for a day one by session.

    A section on the money that was lost between cage and table follows, if :func:`lost_of` lists any. It is marked as
    provisional while a count is missing.
    """
    lost, sums = lost_of(it.of, it.currency), _sums_in_file(it.house)
    if it.is_month:
        days = [((date.fromisoformat(on.label),), on) for on in it.days]
        by_table = _section(_("By table"), (_("Table"),), [((on.label,), on) for on in it.tables], it.house)
        sections = [by_table, _section(_("By day"), (_("Day"),), days, it.house)]
    else:
        lines = [((one.table, str(one.number)), SessionLine("", (one,))) for one in it.results]
        sections = [_section(_("By table"), (_("Table"), _("Session")), lines, it.house)]
    facts = {
        "provisional": it.provisional,
        "sessions": [_session_in_file(one) for one in it.results],
        "tables": {on.label: _sums_in_file(on) for on in it.tables},
        "days": {on.label: _sums_in_file(on) for on in it.days},
        "house": sums,
        "lost": lost,
        **{name: getattr(sums, name) for name in RESULTS},
    }
    title = _("Banks of the house, %(day)s") % {"day": in_words(it.of, numbers_here())}
    alarm = _("Provisional: not everything was counted yet.") if it.provisional else ""
    signed_by, tables = (_("Cashier"), "Direzione"), (*sections, *_of_lost(lost))
    return HouseReport(it.of, it.currency, title, alarm, tables, signed_by, BankDayFile, facts)


def _of_lost(lost: list[LostTold]) -> Iterator[ReportTable]:
    """Yield the section on what was lost between cage and table, a row for each movement, and the sum, if any."""
    if not lost:
        return
    rows = tuple((one.table, str(one.session), date.fromisoformat(one.day), one.slip, one.amount) for one in lost)
    heads = (_("Table"), _("Session"), _("Day"), _("Slip"), _("Amount"))
    sums = (_("House"), "", "", "", sum(one.amount for one in lost))
    yield ReportTable(_("Lost between cage and table, in no result"), heads, rows, sums, 4, slips=3)


def _section(
    title: str, of: Sequence[str], lines: Iterable[tuple[tuple[Value, ...], SessionLine]], house: SessionLine
) -> ReportTable:
    """Return a section: a row for each line, its labels under the heads ``of`` and its figures; sums titled "House"."""
    heads = (*of, *(name for name, _cents in house.figures()))
    rows = tuple((*label, *_cents_of(line)) for label, line in lines)
    return ReportTable(title, heads, rows, (_("House"), *[""] * (len(of) - 1), *_cents_of(house)), len(of))


def _cents_of(line: SessionLine) -> tuple[int | None, ...]:
    """Return the sums of a line in cents, in the order of the columns; None where something is pending."""
    return tuple(cents for _name, cents in line.figures())


def _session_in_file(it: SessionResult) -> DayTold:
    """Convert the result of a session for the JSON: sums as of :func:`_sums_in_file`, table, number and gaming day."""
    sums = msgspec.structs.asdict(_sums_in_file(SessionLine("", (it,))))
    return DayTold(**sums, table=it.table, session=it.number, day=it.day)


def _sums_in_file(line: SessionLine) -> SessionSums:
    """Return the sums of a line in cents, as the file has them: those of all columns (COLUMNS of the day).

    Closer, box, results, differences of rack and box, and what floats differed by at opening are None while something
    of them is pending; the others never are.
    """
    return msgspec.convert(dict(zip(SessionSums.__struct_fields__, _cents_of(line), strict=True)), SessionSums)


# --- the cash register


def of_cash(of: str) -> list[HouseReport]:
    """List the reports on the cash register of a gaming day (ISO date) or month, one for each currency, sorted.

    Texts are in the active language. A currency with a session has one even without a line, and so has one in which the
    cage only paid outside play (:func:`cash_registers`). That ``of`` is a day or a month is the caller's to check.
    """
    return [_of_cash(it) for it in cash_registers(of)]


def _of_cash(it: CashRegister) -> HouseReport:
    """Return the report on a cash register: one section with a row of ten cells for each line, with times and titles.

    Their five amounts are in cents. Below them is a row of the sums of these, 0 without lines. It has lines and sums
    for the JSON, too, with times in UTC and verbs as names.
    """
    heads = (
        *(_("When"), _("Table"), _("What"), _("Slip"), _("Badge")),
        *(_("chips in"), _("chips out"), _("notes in"), _("notes out"), _("paid by the cage after closing")),
    )
    rows = tuple((on.at, f"{on.table} · {on.session}", on.act, on.slip or "–", on.by, *on.amounts) for on in it.lines)
    section = ReportTable(_("Cash register"), heads, rows, (_("House"), *[""] * 4, *it.sums), 5, slips=3)
    lines = [
        CashEntry(on.table, on.session, on.number, stamp(on.at), on.verb, on.slip, on.by, *on.amounts)
        for on in it.lines
    ]
    facts = {"lines": lines} | dict(zip(CashLine._fields[-5:], it.sums, strict=True))
    title = _("Cash register, %(day)s") % {"day": in_words(it.of, numbers_here())}
    return HouseReport(it.of, it.currency, title, "", (section,), (_("Cashier"), "Direzione"), CashRegisterFile, facts)


# --- tips


def of_tips(of: str) -> list[HouseReport]:
    """List the reports on the tips of a gaming day (ISO date) or month, one for each currency, sorted.

    Texts are in the active language; a currency with a session has one even without tips.
    """
    return [_of_tips(it) for it in tips_statements(of)]


def _of_tips(it: TipsStatement) -> HouseReport:
    """Return the report on the tips: a row a session, and sums; provisional while some are not counted or split."""
    heads = (
        *(_("Table"), _("Day"), _("Slip"), _("Counted by")),
        *(_("tips by the record"), _("counted"), _("difference"), _("share of the house"), _("share of the staff")),
    )
    rows = tuple(
        (f"{on.table} · {on.session}", date.fromisoformat(on.day), on.slip or "–", on.counted_by or "–", *on.amounts)
        for on in it.lines
    )
    section = ReportTable(_("Tips"), heads, rows, (_("House"), "", "", "", *it.sums), 4, slips=2)
    names = ("tips", "counted", "difference", "house", "staff")
    facts = {
        "provisional": it.provisional,
        "lines": [
            SessionTips(on.table, on.session, on.day, on.counted_by, on.slip, on.split_at, *on.amounts)
            for on in it.lines
        ],
        **dict(zip(names, it.sums, strict=True)),
    }
    title = _("Tips, %(day)s") % {"day": in_words(it.of, numbers_here())}
    alarm = _("Provisional: not all tips were counted and split yet.") if it.provisional else ""
    signed_by = (_("Cashier"), _("Dealer"), "Direzione")
    return HouseReport(it.of, it.currency, title, alarm, (section,), signed_by, BankTipsFile, facts)


PAPERS: Mapping[str, Callable[[str], list[HouseReport]]] = {
    "bank_day": of_banks,
    "cash_register": of_cash,
    "bank_tips": of_tips,
}
"""By the name of its schema: how a report is made of a gaming day or month."""


# --- as files


def as_pdf(it: HouseReport, numbers: Numbers, *, copy: int, taken: Entry) -> bytes:
    """Return the PDF of a report, dated by ``taken``, the entry of the house by which this copy was handed out.

    The active language has to be that of ``numbers`` and of the report. ``copy`` counts the copies from 1; a later one
    than the first is marked as a reprint. Blocks and refuses as :func:`compiled` does.
    """
    paper = {
        **head_of_paper(copy, taken, numbers),
        "title": it.title,
        "foot": it.currency,
        "alarm": it.alarm,
        "empty": _("None."),
        "sections": [
            {
                "title": one.title,
                "heads": one.heads,
                "rows": [it.printed(row, numbers) for row in one.rows],
                "sums": it.printed(one.sums, numbers),
                "texts": one.texts,
            }
            for one in it.sections
        ],
        "signatures": [(office, "") for office in it.signed_by],
    }
    return compiled("bank_house.typ", paper, timestamp=int(taken.at.timestamp()))


def as_csv(it: HouseReport) -> bytes:
    """Return a report as CSV: a byte order mark; heads, rows and sums of each section, an empty line between two.

    Titles, the alarm and who signs are left out. Amounts are plain numbers, times local with their offset.
    """
    return spreadsheet.BOM + spreadsheet.lines(_csv_rows(it.sections))


def _csv_rows(sections: Iterable[ReportTable]) -> Iterator[tuple[str, ...]]:
    """Yield heads, rows and sums of each section, with cells as of :func:`_in_csv`, an empty row between two."""
    for place, one in enumerate(sections):
        if place:
            yield ()
        yield one.heads
        for row in (*one.rows, one.sums):
            yield tuple(map(_in_csv, row))


def as_json(it: HouseReport, *, schema: str, of: str, language: str, copy: int) -> bytes:
    """Return a paper as JSON by its schema, with a line break at its end.

    ``schema`` is the name of that schema, ``of`` that of the report in the house's register, ``copy`` the number of
    this copy, from 1.
    """
    head = head_of(schema, of=of, language=language, copy=copy)
    return msgspec.json.encode(it.file(**head, day=it.of, currency=it.currency, **it.facts)) + b"\n"
