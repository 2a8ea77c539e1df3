"""The report of a taglia as a file: every figure of its page, for a spreadsheet or as JSON."""

from collections.abc import Iterator

import msgspec
from django.utils.translation import gettext

from table.reports.evenings.taglie import Counted, Taglia
from table.reports.evenings.words import CARDS, ENDINGS, MONEY, RESULTS
from table.reports.registers import spreadsheet
from table.reports.registers.forms import CardsLie, Count, TagliaFile, WornCard


def as_json(report: Taglia, *, of: str, language: str, copy: int) -> bytes:
    """A :class:`table.reports.registers.forms.TagliaFile`."""
    shoe = report.shoe
    file = TagliaFile(
        schema="taglia",
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
    """A line for each figure."""
    return spreadsheet.BOM + spreadsheet.lines(_rows(report))


def _rows(report: Taglia) -> Iterator[tuple[object, object]]:
    yield gettext("Table"), report.shoe.table.code
    yield "Taglia", report.shoe.taglia
    yield from ((words, getattr(report.cards, name)) for name, words in CARDS.items())
    yield gettext("all cards of the decks"), report.cards.total
    yield gettext("counted in the discard"), report.burned.counted
    yield gettext("counted in the sabot"), report.left.counted
    yield from ((ENDINGS[ending], count) for ending, count in report.sums.coups.items())
    yield from ((RESULTS[result], count) for result, count in report.sums.results.items())
    yield from ((MONEY[kind], spreadsheet.amount(cents)) for kind, cents in report.sums.money)
    yield gettext("result of the table"), spreadsheet.amount(report.sums.of_table)
