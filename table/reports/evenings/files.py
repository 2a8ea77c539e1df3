"""Reports of a taglia and of an evening as files: the figures of their pages, as CSV or JSON."""

from collections.abc import Iterator

import msgspec
from django.utils.translation import gettext, pgettext

from table.models import Table
from table.record.chain import stamp
from table.record.proof.sealed import key_of
from table.reports.evenings.closing import Closing
from table.reports.evenings.sums import AtWork, Sums
from table.reports.evenings.taglie import Counted, Taglia
from table.reports.evenings.words import CARDS, ENDINGS, MONEY, RESULTS
from table.reports.registers import spreadsheet
from table.reports.registers.forms import VERSION, CardsLie, ClosingFile, Count, OnDuty, SealTold, TagliaFile, WornCard
from table.reports.registers.pages import called_at
from table.words.offices import named


def as_json(report: Taglia, *, of: str, language: str, copy: int) -> bytes:
    """Return the report of a taglia as a :class:`table.reports.registers.forms.TagliaFile`."""
    shoe = report.shoe
    file = TagliaFile(
        schema="taglia",
        version=VERSION,
        of=of,
        language=language,
        copy=copy,
        table=shoe.table.code,
        taglia=shoe.taglia,
        decks=shoe.sixain.serial,
        first=report.low,
        last=report.high,
        cards=CardsLie(**report.cards._asdict()),
        burned=_count(report.burned),
        left=_count(report.left),
        replaced=[WornCard(**it._asdict()) for it in report.replaced],
        coups=dict(report.sums.coups),
        results=dict(report.sums.results),
        money=dict(report.sums.money),
        of_table=report.sums.of_table,
        incidents=list(report.incidents),
        dealers=sorted({it.badge for it in report.dealers}),
    )
    return msgspec.json.encode(file) + b"\n"


def _count(counted: Counted) -> Count:
    return Count(counted.expected, counted.counted)


def as_csv(report: Taglia) -> bytes:
    """Return the report of a taglia as CSV, a line for each figure."""
    return _in_the_words(report.shoe.table, _rows(report))


def _in_the_words(table: Table, rows: Iterator[tuple[object, ...]]) -> bytes:
    """Encode rows as CSV, in the words of the house by whose rules the table plays."""
    return spreadsheet.BOM + named(spreadsheet.lines(rows).decode(), called_at(table)).encode()


def _rows(report: Taglia) -> Iterator[tuple[object, object]]:
    yield gettext("Table"), report.shoe.table.code
    yield "Taglia", report.shoe.taglia
    yield from ((words, getattr(report.cards, name)) for name, words in CARDS.items())
    yield gettext("all cards of the decks"), report.cards.total
    yield gettext("counted in the discard"), report.burned.counted
    yield gettext("counted in the sabot"), report.left.counted
    yield from _summed(report.sums)


def _summed(sums: Sums) -> Iterator[tuple[object, object]]:
    yield from ((ENDINGS[ending], count) for ending, count in sums.coups.items())
    yield from ((RESULTS[result], count) for result, count in sums.results.items())
    yield from ((MONEY[kind], spreadsheet.amount(cents)) for kind, cents in sums.money)
    yield gettext("result of the table"), spreadsheet.amount(sums.of_table)


def closing_as_json(report: Closing, table: Table, *, of: str, language: str, copy: int) -> bytes:
    """Return a closing report as a :class:`table.reports.registers.forms.ClosingFile`."""
    file = ClosingFile(
        schema="closing",
        version=VERSION,
        of=of,
        language=language,
        copy=copy,
        table=table.code,
        first=report.low,
        last=report.high,
        closed=report.evening.closed is not None,
        taglie=[shoe.taglia for shoe in report.taglie],
        coups=dict(report.sums.coups),
        results=dict(report.sums.results),
        money=dict(report.sums.money),
        of_table=report.sums.of_table,
        tronc_chips=report.tronc.chips,
        tronc_cash=report.tronc.cash,
        refused=report.refused,
        incidents=list(report.incidents),
        on_duty=[_on_duty(it) for it in report.people],
        seal=_seal(report),
    )
    return msgspec.json.encode(file) + b"\n"


def _on_duty(at: AtWork) -> OnDuty:
    return OnDuty(at.badge, at.role, stamp(at.since.at), stamp(at.until.at) if at.until else None)


def _seal(report: Closing) -> SealTold | None:
    if (seal := report.seal) is None:
        return None
    return SealTold(seal.number, seal.at, seal.digest, seal.signature, key_of(seal), report.holds)


def closing_as_csv(report: Closing, table: Table) -> bytes:
    """Return a closing report as CSV: a line for each figure, for each person on duty, and for the seal."""
    return _in_the_words(table, _closing_rows(report, table))


def _closing_rows(report: Closing, table: Table) -> Iterator[tuple[object, ...]]:
    yield gettext("Table"), table.code
    yield pgettext("evening", "from number"), report.low
    yield pgettext("evening", "up to number"), report.high
    yield gettext("Taglie"), " ".join(str(shoe.taglia) for shoe in report.taglie)
    yield from _summed(report.sums)
    yield "Tronc", spreadsheet.amount(report.tronc.total)
    yield pgettext("page", "Refusals"), report.refused
    yield gettext("Incidents"), " ".join(map(str, report.incidents))
    for at in report.people:
        yield at.badge, at.role, stamp(at.since.at), at.until and stamp(at.until.at)
    if report.seal is not None:
        yield gettext("Digest"), report.seal.digest
