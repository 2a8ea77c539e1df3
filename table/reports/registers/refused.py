"""Refused acts as pages and files: they changed nothing, and stand beside the register, each with its reason."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec
from django.db.models import QuerySet
from django.utils import translation
from django.utils.timezone import localtime

from table.models import Refusal
from table.record.chain import stamp
from table.reports.fields import fields_of
from table.reports.registers import spreadsheet
from table.reports.registers.filters import EntryFilters, refusals_of
from table.reports.registers.forms import VERSION, RefusedAct
from table.reports.registers.pages import called_at, table_of
from table.screens.read.lines import title_of
from table.words.terms import in_words
from table.words.voices import voiced, voiced_here

A_PAGE = 50
AT_ONCE = 250
"""Refusals that are read at a time where a file is written."""


class RefusedLine(NamedTuple):
    """An act refused after entry `number`: its key, when in house time and UTC, who, what, why, by which source.

    `repeated` counts those that followed within the minute and were not stored one by one.
    """

    key: int
    number: int
    at: datetime
    utc: datetime
    actor: str
    act: str
    code: str
    source: str
    repeated: int


class RefusalPage(NamedTuple):
    """Lines, newest first, with the keys from which the pages of older and newer ones go on; None: no such page."""

    lines: Sequence[RefusedLine]
    older: int | None
    newer: int | None


def page_of(register: str, wanted: EntryFilters, *, before: int | None = None, after: int | None = None) -> RefusalPage:
    """Return a page of refusals, newest first, at most `A_PAGE`.

    It is the latest page; or, with `before`, those with keys below it; or, with `after`, those next above it. `before`
    wins over `after`. The filter by alarm is ignored. With it come the keys for the older and the newer page: the one
    back to where one came from always, the other None where nothing follows. Refuses a taglia that the register does
    not have (E_ARGUMENTS); raises DoesNotExist for a code that no table has, or that of a training table.
    """
    low, high = refusals_of(register, wanted)
    up = after is not None and before is None
    low, high = max(low, (after or 0) + 1 if up else 0), high if before is None else min(high, before - 1)
    found = list(_selected(register, wanted, low, high).order_by("pk" if up else "-pk")[: A_PAGE + 1])
    with translation.override(voiced_here(called_at(table_of(register)))):
        shown, more = [_line(it) for it in found[:A_PAGE]], len(found) > A_PAGE
    onward = shown[-1].key if more else None
    if up:
        return RefusalPage(shown[::-1], shown[0].key if shown else (after or 0) + 1, onward)
    back = None if before is None else (shown[0].key if shown else before - 1)
    return RefusalPage(shown, onward, back)


def _selected(register: str, wanted: EntryFilters, low: int, high: int) -> "QuerySet[Refusal]":
    """Query the refusals from key `low` to `high`, both included, filtered by act and badge where these are set.

    In no order; the filter by alarm is ignored.
    """
    rows = Refusal.objects.filter(register=register, pk__gte=low, pk__lte=high)
    for name in ("verb", "actor"):
        rows = rows.filter(**{name: value}) if (value := getattr(wanted, name)) else rows
    return rows


def as_csv(register: str, wanted: EntryFilters, *, language: str) -> Iterator[bytes]:
    """Yield a CSV file in pieces: its heads, then a row for each stored refusal that passes, oldest first.

    Both are in `language`. The filter by alarm is ignored; a column counts the refusals that were not stored one by
    one. Once the heads are out, refuses a taglia that the register does not have (E_ARGUMENTS), and raises DoesNotExist
    for a code that no table has, or that of a training table.
    """
    with translation.override(language):
        heads = [it.title() for it in fields_of(RefusedAct).values()]
    yield spreadsheet.BOM + spreadsheet.lines([heads])
    for acts in _pieces(register, wanted, language):
        yield spreadsheet.lines(msgspec.structs.astuple(it) for it in acts)


def as_json(register: str, wanted: EntryFilters, *, language: str, of: str, copy: int) -> Iterator[bytes]:
    """Yield a JSON file in pieces, with the form of :class:`table.reports.registers.forms.RefusalsFile`.

    It has the stored refusals that :func:`as_csv` has, oldest first. Its head has schema, version, language, `of` (what
    was asked for) and `copy` (how often it was handed out). Once that is out, refuses a taglia that the register does
    not have (E_ARGUMENTS), and raises DoesNotExist for a code that no table has, or that of a training table.
    """
    head = {"schema": "refusals", "version": VERSION, "of": of, "language": language, "copy": copy}
    yield msgspec.json.encode(head)[:-1] + b',"refused":['
    before = b"\n"
    for acts in _pieces(register, wanted, language):
        yield before + b",\n".join(map(msgspec.json.encode, acts))
        before = b",\n"
    yield b"\n]}\n"


def _pieces(register: str, wanted: EntryFilters, language: str) -> Iterator[list[RefusedAct]]:
    """Yield the refusals as the file has them, oldest first, in lists of at most `AT_ONCE`; none if no refusal passes.

    They are in `language` and the words of the table's house. Those made after the file was begun are left out. Refuses
    a taglia that the register does not have (E_ARGUMENTS); raises DoesNotExist for a code that no table has, or that of
    a training table.
    """
    low, high = refusals_of(register, wanted)
    high = _selected(register, wanted, low, high).order_by("-pk").values_list("pk", flat=True).first() or 0
    voice = voiced(language, called_at(table_of(register)))
    while found := list(_selected(register, wanted, low, high).order_by("pk")[:AT_ONCE]):
        with translation.override(voice):
            piece = [_as_in_file(_line(row)) for row in found]
        yield piece
        low = found[-1].pk + 1


def _as_in_file(line: RefusedLine) -> RefusedAct:
    """Return a refusal as the struct of the file: after which entry, its time in the house and in UTC, badge.

    Further the title of the act, the code, the source that it cites, and how many were not stored; no sentence, and no
    arguments of the act.
    """
    house_time = line.at.isoformat(timespec="seconds")
    return RefusedAct(
        line.number, house_time, stamp(line.utc), line.actor, line.act, line.code, line.source, line.repeated
    )


def _line(row: Refusal) -> RefusedLine:
    """Return the line of a refusal: after which entry, when, who, which act, code, source, and how many had no line.

    The latter are later ones of the same person, of whatever act, after the same entry. The source is the rule that
    was cited, "" for none. It and the act are in the active language; an act that is no verb any more stands by its
    name.
    """
    return RefusedLine(
        row.pk,
        row.number,
        localtime(row.at),
        row.at,
        row.actor,
        title_of(row.verb),
        row.code,
        in_words(row.source),
        row.repeated,
    )
