"""Reports of a taglia and of an evening as files: the figures of their pages, as CSV or JSON."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from django.utils import translation
from msgspec import Struct
from msgspec.structs import astuple

from table.models import Table
from table.record.chain import stamp
from table.record.proof.sealed import key_of
from table.reports.evenings.closing import Closing
from table.reports.evenings.sums import Sums
from table.reports.evenings.taglie import TagliaReport
from table.reports.fields import Field, fields_of
from table.reports.registers import spreadsheet
from table.reports.registers.forms import ClosingFile, Count, OnDuty, SealTold, TagliaFile, head_of
from table.rules.profile import Profile
from table.words.voices import voiced_by


def as_json(report: TagliaReport, *, of: str, language: str, copy: int) -> bytes:
    """Return the report of a taglia as JSON, a :class:`table.reports.registers.forms.TagliaFile` and a new line.

    `of` describes what was asked for, `language` is a code, `copy` counts the hand-outs, from 1.
    """
    return msgspec.json.encode(_file(report, of, language, copy)) + b"\n"


def as_csv(report: TagliaReport) -> bytes:
    """Return the report of a taglia as CSV in UTF-8 with a byte order mark: a line of label and value for each figure.

    It is in the active language and the words of the house by whose rules the taglia was played.
    """
    return _in_the_words(report.rules, _file(report))


def _file(report: TagliaReport, of: str = "", language: str = "", copy: int = 1) -> TagliaFile:
    """Return the report of a taglia as the struct of its file.

    `of` describes what was asked for, `language` is a code, `copy` counts the hand-outs; for CSV, which shows none of
    these, they keep their defaults. Its dealers are badges, sorted, each once.
    """
    shoe = report.shoe
    return TagliaFile(
        **head_of("taglia", of=of, language=language, copy=copy),
        table=shoe.table.code,
        taglia=shoe.taglia,
        decks=shoe.sixain.serial,
        first=report.low,
        last=report.high,
        cards=report.cards,
        burned=report.burned,
        left=report.left,
        replaced=report.replaced,
        **_summed(report.sums, report.rules),
        incidents=report.incidents,
        dealers=sorted({it.badge for it in report.dealers}),
    )


def _summed(sums: Sums, rules: Profile) -> dict[str, Any]:
    """Return the fields of a file on coups by ending, results, cents by kind of money, and cents won by the table.

    What disputes moved is a field of its own, in cents. The currency is that of `rules`.
    """
    counts = {"coups": dict(sums.coups), "results": dict(sums.results), "money": dict(sums.money)}
    return {**counts, "adjusted": sums.adjusted, "of_table": sums.of_table, "currency": rules.currency}


def _in_the_words(rules: Profile, file: Struct) -> bytes:
    """Encode the figures of a file as CSV in UTF-8 with a byte order mark: label and value, without a row of heads.

    They are in the words of the house with these rules, and in the active language.
    """
    with translation.override(voiced_by(rules)):
        return spreadsheet.BOM + spreadsheet.lines(_figures(file))


def closing_as_json(report: Closing, table: Table, *, of: str, language: str, copy: int) -> bytes:
    """Return a closing report as JSON, a :class:`table.reports.registers.forms.ClosingFile` and a new line.

    `of` describes what was asked for, `language` is a code, `copy` counts the hand-outs, from 1.
    """
    return msgspec.json.encode(_closing(report, table, of, language, copy)) + b"\n"


def closing_as_csv(report: Closing, table: Table) -> bytes:
    """Return a closing report as CSV: a line of label and value for each figure, and for the digest of the seal.

    Between them comes a line for each person on duty: badge, role as it is stored, from and to in UTC. It is UTF-8 with
    a byte order mark, in the active language and the words of the house by whose rules the evening was played.
    """
    return _in_the_words(report.rules, _closing(report, table))


def _closing(report: Closing, table: Table, of: str = "", language: str = "", copy: int = 1) -> ClosingFile:
    """Return a closing report as the struct of its file; the public key of its seal is looked up.

    `of` describes what was asked for, `language` is a code, `copy` counts the hand-outs; for CSV, which shows none of
    these, they keep their defaults.
    """
    return ClosingFile(
        **head_of("closing", of=of, language=language, copy=copy),
        table=table.code,
        first=report.low,
        last=report.high,
        closed=report.evening.closed is not None,
        taglie=[shoe.taglia for shoe in report.taglie],
        **_summed(report.sums, report.rules),
        tronc_chips=report.tronc.chips,
        tronc_cash=report.tronc.cash,
        refused=report.refused,
        incidents=list(report.incidents),
        on_duty=[
            OnDuty(it.badge, it.role, stamp(it.since.at), stamp(it.until.at) if it.until else None)
            for it in report.people
        ],
        seal=_seal(report),
    )


def _seal(report: Closing) -> SealTold | None:
    """Return the seal of a closing report as its file has it, with whether that still holds; None without a seal.

    It holds while the entry that it names has the digest that was sealed. Its public key is that of :func:`key_of`,
    which may make the key file, and raises OSError if that fails.
    """
    if (seal := report.seal) is None:
        return None
    return SealTold(seal.number, seal.at, seal.digest, seal.signature, key_of(seal), report.holds)


class SpreadsheetWriter:
    """Writer of values for a spreadsheet."""

    def text(self, value: Any) -> Any:
        """Return a list as one text, its parts with spaces between them, and anything else unchanged."""
        return " ".join(map(str, value)) if isinstance(value, list) else value

    def amounts(self, cents: Any) -> Any:
        """Format cents as an amount for a spreadsheet; of a mapping each value, by the same keys."""
        if isinstance(cents, Mapping):
            return {key: spreadsheet.amount(it) for key, it in cents.items()}
        return spreadsheet.amount(cents)

    def counted(self, it: Count) -> int | None:
        """Return the number of cards that was counted at the table; None while nobody has counted."""
        return it.counted

    def tronc(self, it: ClosingFile) -> str:
        """Format the total of the tips, chips and banknotes added up, for a spreadsheet: ``1250,50``, or ``0,00``."""
        return spreadsheet.amount(it.tronc_chips + it.tronc_cash)


def _figures(file: Struct) -> Iterator[tuple[object, ...]]:
    """Yield the CSV rows of a file, label and value; fields without a label are left out.

    A field with labels by key (coups, results, money) gives a row for each key that it has, a struct in the file
    the rows of its own fields, as they are shown, and each person on duty a row of all their fields.
    """
    fields = fields_of(type(file))
    for name in file.__struct_fields__:
        value = getattr(file, name)
        if name in fields:
            yield from _figure(fields[name], file, name)
        elif isinstance(value, Struct):
            yield from (row for of, field in fields_of(type(value)).items() for row in _figure(field, value, of))
        elif name == "on_duty":
            yield from map(astuple, value)


def _figure(field: Field, it: Struct, name: str) -> Iterator[tuple[object, object]]:
    """Yield the row of a field: its label, and its value as :class:`SpreadsheetWriter` formats it.

    If the label is a mapping, so is the value: then one row for each key, in the order of the value. Raises KeyError
    for a key of the value that has no label.
    """
    value = field.text(SpreadsheetWriter(), it, name)
    if isinstance(field.label, Mapping):
        yield from ((field.label[key], one) for key, one in value.items())
    else:
        yield field.title(), value
