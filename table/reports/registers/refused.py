"""What was refused: acts that changed nothing, kept beside the register, each with the reason that was given."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.timezone import localtime

from table.models import Refusal
from table.reports.registers.filters import Wanted, refusals_of
from table.verbs.declaration import VERBS

A_PAGE = 50


class Line(NamedTuple):
    """An act that was refused after entry ``number``: when, in house time and UTC, who, what, why and by which source.

    ``repeated`` counts those that followed within the minute and were not kept one by one.
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


class Page(NamedTuple):
    """Lines, the newest first, and from which rows the pages of older and newer ones go on (None: there are none)."""

    lines: Sequence[Line]
    older: int | None
    newer: int | None


def page_of(register: str, wanted: Wanted, *, before: int | None = None, after: int | None = None) -> Page:
    """A page of what is asked for; that inspectors were told says nothing of a refusal."""
    low, high = refusals_of(register, wanted)
    up = after is not None and before is None
    low, high = max(low, (after or 0) + 1 if up else 0), high if before is None else min(high, before - 1)
    asked = Refusal.objects.filter(register=register, pk__gte=low, pk__lte=high)
    for name in ("verb", "actor"):
        asked = asked.filter(**{name: value}) if (value := getattr(wanted, name)) else asked
    found = list(asked.order_by("pk" if up else "-pk")[: A_PAGE + 1])
    shown, more = [_line(it) for it in found[:A_PAGE]], len(found) > A_PAGE
    onward = shown[-1].key if more else None
    if up:
        return Page(shown[::-1], shown[0].key if shown else (after or 0) + 1, onward)
    back = None if before is None else (shown[0].key if shown else before - 1)
    return Page(shown, onward, back)


def _line(row: Refusal) -> Line:
    act = str(VERBS[row.verb].title) if row.verb in VERBS else row.verb
    return Line(row.pk, row.number, localtime(row.at), row.at, row.actor, act, row.code, row.source, row.repeated)
