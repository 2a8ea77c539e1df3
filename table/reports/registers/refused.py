"""Refused acts as pages and files: they changed nothing, and stand beside the register, each with its reason."""

from collections.abc import Iterator
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
from table.reports.registers.forms import RefusedAct, head_of, json_pieces
from table.reports.registers.pages import AT_ONCE, KeyPage, called_at, page_by_key, table_of
from table.screens.read.lines import title_of
from table.words.terms import in_words
from table.words.voices import voiced, voiced_here


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


def page_of(
    register: str, wanted: EntryFilters, *, before: int | None = None, after: int | None = None
) -> KeyPage[RefusedLine]:
    """Return a page of refusals, newest first, by their keys (:func:`page_by_key`).

    The filter by alarm is ignored. Refuses a taglia that the register does not have (E_ARGUMENTS); raises DoesNotExist
    for a code that no table has, or that of a training table.
    """
    bounds = refusals_of(register, wanted)
    with translation.override(voiced_here(called_at(table_of(register)))):
        return page_by_key(_selected(register, wanted), _line, bounds, before=before, after=after)


def _selected(register: str, wanted: EntryFilters) -> "QuerySet[Refusal]":
    """Query the refusals of a register, by act and badge where these are set, not by alarm, in no order."""
    given = {"verb": wanted.verb, "actor": wanted.actor}
    return Refusal.objects.filter(register=register, **{name: value for name, value in given.items() if value})


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
    head = head_of("refusals", of=of, language=language, copy=copy)
    yield from json_pieces(head, "refused", _pieces(register, wanted, language))


def _pieces(register: str, wanted: EntryFilters, language: str) -> Iterator[list[RefusedAct]]:
    """Yield the refusals as the file has them, oldest first, in lists of at most `AT_ONCE`; none if no refusal passes.

    They are in `language` and the words of the table's house. Those made after the file was begun are left out. Refuses
    a taglia that the register does not have (E_ARGUMENTS); raises DoesNotExist for a code that no table has, or that of
    a training table.
    """
    low, high = refusals_of(register, wanted)
    rows = _selected(register, wanted)
    high = rows.filter(pk__gte=low, pk__lte=high).order_by("-pk").values_list("pk", flat=True).first() or 0
    voice = voiced(language, called_at(table_of(register)))
    while found := list(rows.filter(pk__gte=low, pk__lte=high).order_by("pk")[:AT_ONCE]):
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
