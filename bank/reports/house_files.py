"""Reports of the house on its banks over a gaming day or month: tables of a page, PDF/A, CSV, and JSON by schema."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Annotated, Any, NamedTuple

import msgspec
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from bank.reports.cash_register import CashLine, CashRegister, cash_registers
from bank.reports.day import HouseStatement, LostPieces, SessionLine, house_statements, lost_of
from bank.reports.files import Pending, cell
from bank.reports.paper import compiled
from bank.reports.result import SessionResult
from bank.reports.tips import TipsLine, TipsStatement, tips_statements
from bank.reports.words import amount, in_words
from table.models import Entry
from table.reports.evenings.paper import moment
from table.reports.registers import spreadsheet
from table.reports.registers.forms import VERSION, Cents, Utc, Version
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


class LostTold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cents of a movement that were found nowhere between cage and table, with its slip."""

    table: str
    session: int
    day: str
    slip: str
    amount: Cents


class BankDayFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Banks of the house over a gaming day (an ISO date) or a month (its year and month), in one currency.

    Provisional until all is counted; what was lost between cage and table is in no result.
    """

    schema: str
    version: Version
    of: str
    language: str
    copy: Annotated[int, msgspec.Meta(ge=1)]
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


class CashRegisterFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What went into the cage and out of it for the banks of a gaming day or month, in one currency, and its sums."""

    schema: str
    version: Version
    of: str
    language: str
    copy: Annotated[int, msgspec.Meta(ge=1)]
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


class BankTipsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tips of a gaming day or month in one currency; provisional until all are counted and split."""

    schema: str
    version: Version
    of: str
    language: str
    copy: Annotated[int, msgspec.Meta(ge=1)]
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
    """Table of a report: its heads, its rows, and their sums, whose first ``texts`` columns are no amounts."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    sums: tuple[Value, ...]
    texts: int


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
    """Return a cell as it is printed: text as it is, times by the house's clock, days in words, cents as money.

    Every number is cents. None is the word for “pending”.
    """
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
    names = tuple(name for name, _cents in it.house.figures())
    house, lost = _cents_of(it.house), lost_of(it.of, it.currency)
    if it.is_month:
        by_table = _section(_("By table"), (_("Table"),), names, [((on.label,), on) for on in it.tables], house)
        days = [((date.fromisoformat(on.label),), on) for on in it.days]
        by_day = _section(_("By day"), (_("Day"),), names, days, house)
        sections: tuple[ReportTable, ...] = by_table, by_day
    else:
        lines = [((one.table, str(one.number)), SessionLine("", (one,))) for one in it.results]
        sections = (_section(_("By table"), (_("Table"), _("Session")), names, lines, house),)
    facts = {
        "provisional": it.provisional,
        "sessions": [_session_in_file(one) for one in it.results],
        "tables": {on.label: _sums_in_file(on) for on in it.tables},
        "days": {on.label: _sums_in_file(on) for on in it.days},
        "house": _sums_in_file(it.house),
        "lost": [LostTold(*one) for one in lost],
        **{name: getattr(_sums_in_file(it.house), name) for name in RESULTS},
    }
    title = _("Banks of the house, %(day)s") % {"day": in_words(it.of, numbers_here())}
    alarm, signed_by = (
        _("Provisional: not everything was counted yet.") if it.provisional else "",
        (_("Cashier"), "Direzione"),
    )
    return HouseReport(it.of, it.currency, title, alarm, (*sections, *_of_lost(lost)), signed_by, BankDayFile, facts)


def _of_lost(lost: list[LostPieces]) -> Iterator[ReportTable]:
    """Yield the section on what was lost between cage and table; none without any.

    It has a row for each movement, with table, session, day, slip and cents, and the sum of these.
    """
    if not lost:
        return
    rows = tuple((one.table, str(one.session), date.fromisoformat(one.day), one.slip, one.amount) for one in lost)
    heads = (_("Table"), _("Session"), _("Day"), _("Slip"), _("Amount"))
    sums = (_("House"), "", "", "", sum(one.amount for one in lost))
    yield ReportTable(_("Lost between cage and table, in no result"), heads, rows, sums, 4)


def _section(
    title: str,
    of: tuple[str, ...],
    names: tuple[str, ...],
    lines: Iterable[tuple[tuple[Value, ...], SessionLine]],
    sums: Any,
) -> ReportTable:
    """Return a section: a row for each line, its label before its figures; its ``sums`` are titled "House".

    ``of`` are the heads of the labels, ``names`` those of the figures, ``sums`` the cents of all lines together.
    """
    rows = tuple((*label, *_cents_of(line)) for label, line in lines)
    return ReportTable(title, (*of, *names), rows, (_("House"), *[""] * (len(of) - 1), *sums), len(of))


def _cents_of(line: SessionLine) -> tuple[int | None, ...]:
    """Return the sums of a line in cents, in the order of the columns; None where something is pending."""
    return tuple(cents for _name, cents in line.figures())


def _session_in_file(it: SessionResult) -> DayTold:
    """Convert the result of a session for the JSON: sums as of :func:`_sums_in_file`, table, number and gaming day."""
    sums = msgspec.structs.asdict(_sums_in_file(SessionLine("", (it,))))
    return DayTold(**sums, table=it.table, session=it.number, day=it.day)


def _sums_in_file(line: SessionLine) -> SessionSums:
    """Return the sums of a line in cents, as the file has them: those of all columns (see :func:`_columns` of the day).

    Closer, box, results, differences of rack and box, and what floats differed by at opening are None while something
    of them is pending; the others never are.
    """
    opener, fills, credits_, notes, closer, box, *results, after_closing, overnight = _cents_of(line)
    computed, physical, rack, of_box = results
    return SessionSums(
        opener or 0,
        fills or 0,
        credits_ or 0,
        notes or 0,
        closer,
        box,
        computed,
        physical,
        rack,
        of_box,
        after_closing or 0,
        overnight,
    )


# --- the cash register


def of_cash(of: str) -> list[HouseReport]:
    """List the reports on the cash register of a gaming day (ISO date) or month, one for each currency, sorted.

    Texts are in the active language. A currency with a session has one even without a line, and so has one in which the
    cage only paid outside play (:func:`cash_registers`). That ``of`` is a day or a month is the caller's to check.
    """
    return [_of_cash(it) for it in cash_registers(of)]


def _of_cash(it: CashRegister) -> HouseReport:
    """Return the report on a cash register: one section with a row for each line, as of :func:`_cash_row`.

    Below them is a row of the sums of the five amounts, 0 without lines. It has lines and sums for the JSON, too.
    """
    heads = (
        *(_("When"), _("Table"), _("What"), _("Slip"), _("Badge")),
        *(_("chips in"), _("chips out"), _("notes in"), _("notes out"), _("paid by the cage after closing")),
    )
    rows = tuple(map(_cash_row, it.lines))
    section = ReportTable(_("Cash register"), heads, rows, (_("House"), *[""] * 4, *it.sums), 5)
    lines = [_cash_in_file(line) for line in it.lines]
    facts = {"lines": lines} | dict(zip(CashLine._fields[-5:], it.sums, strict=True))
    title = _("Cash register, %(day)s") % {"day": in_words(it.of, numbers_here())}
    return HouseReport(it.of, it.currency, title, "", (section,), (_("Cashier"), "Direzione"), CashRegisterFile, facts)


def _cash_in_file(it: CashLine) -> CashEntry:
    """Convert a line of the cash register for the JSON: its time in UTC, its verb as a name, its cents by column."""
    utc = it.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    return CashEntry(it.table, it.session, it.number, utc, it.verb, it.slip, it.by, *it.amounts)


def _cash_row(it: CashLine) -> tuple[Value, ...]:
    """Return a line as a row of ten cells: time, "T1 · 3" (table and session), title of the act, slip or a dash, badge.

    Then come its five amounts in cents: chips in and out, notes in and out, and what the cage paid outside play.
    """
    return (it.at, f"{it.table} · {it.session}", it.act, it.slip or "–", it.by, *it.amounts)


# --- tips


def of_tips(of: str) -> list[HouseReport]:
    """List the reports on the tips of a gaming day (ISO date) or month, one for each currency, sorted.

    Texts are in the active language; a currency with a session has one even without tips.
    """
    return [_of_tips(it) for it in tips_statements(of)]


def _of_tips(it: TipsStatement) -> HouseReport:
    """Return the report on the tips: one section with a row for each session of the statement, and their sums.

    It is marked as provisional while tips are not counted or not split.
    """
    heads = (
        *(_("Table"), _("Day"), _("Slip"), _("Counted by")),
        *(_("tips by the record"), _("counted"), _("difference"), _("share of the house"), _("share of the staff")),
    )
    section = ReportTable(_("Tips"), heads, tuple(map(_tips_row, it.lines)), (_("House"), "", "", "", *it.sums), 4)
    names = ("tips", "counted", "difference", "house", "staff")
    facts = {
        "provisional": it.provisional,
        "lines": [_tips_in_file(one) for one in it.lines],
        **dict(zip(names, it.sums, strict=True)),
    }
    title = _("Tips, %(day)s") % {"day": in_words(it.of, numbers_here())}
    alarm = _("Provisional: not all tips were counted and split yet.") if it.provisional else ""
    signed_by = (_("Cashier"), _("Dealer"), "Direzione")
    return HouseReport(it.of, it.currency, title, alarm, (section,), signed_by, BankTipsFile, facts)


def _tips_row(it: TipsLine) -> tuple[Value, ...]:
    """Return the tips of a session as a row: "T1 · 3" (table and session), day, slip, badge of who counted, amounts.

    Slip and badge are a dash where there is none. The amounts are five, in cents, None while pending: by the record,
    counted, the difference, and the shares of house and staff.
    """
    of = (f"{it.table} · {it.session}", date.fromisoformat(it.day), it.slip or "–", it.counted_by or "–")
    return (*of, *it.amounts)


def _tips_in_file(it: TipsLine) -> SessionTips:
    """Convert the tips of a session for the JSON; ``entry`` is that of the split."""
    return SessionTips(it.table, it.session, it.day, it.counted_by, it.slip, it.split_at, *it.amounts)


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
    than the first is marked as a reprint. Blocks and refuses as :func:`~bank.reports.paper.compiled` does.
    """
    paper = {
        "language": numbers.locale.language,
        "title": it.title,
        "foot": it.currency,
        "handed_out": _("Handed out by %(who)s, %(when)s, house entry %(entry)s")
        % {"who": taken.actor, "when": moment(taken.at, numbers), "entry": taken.number},
        "copy": _("Copy %(copy)s") % {"copy": copy},
        "reprint": _("Reprint: copy %(copy)s") % {"copy": copy} if copy > 1 else "",
        "alarm": it.alarm,
        "page": _("Page %(page)s of %(pages)s") % {"page": "{page}", "pages": "{pages}"},
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
    return compiled("bank_house.typ", paper, taken)


def as_csv(it: HouseReport) -> bytes:
    """Return a report as CSV: a byte order mark; heads, rows and sums of each section, an empty line between two.

    Titles, the alarm and who signs are left out. Amounts are plain numbers, times local with their offset.
    """
    return spreadsheet.BOM + spreadsheet.lines(_csv_rows(it.sections))


def _csv_rows(sections: Iterable[ReportTable]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the CSV: head, rows and sums of each section, with an empty row between two sections.

    Cells of rows and sums are as of :func:`_in_csv`.
    """
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
    head = {"schema": schema, "version": VERSION, "of": of, "language": language, "copy": copy}
    return msgspec.json.encode(it.file(**head, day=it.of, currency=it.currency, **it.facts)) + b"\n"
