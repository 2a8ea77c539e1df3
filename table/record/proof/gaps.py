"""Gaps in what was handed out, of which auditors, the pit and whoever alerts go to are told."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import F
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext

from table.models import Gap
from table.record.beside.waiting import drawn_anew

GOES_ON = timedelta(days=2)
"""A file that differs is found every night for as long as it lies there: within this time it is the same one."""
SHOWN = timedelta(days=7)
"""So long after it was found last it stands on the pages and screens."""


class Told(NamedTuple):
    """A gap: of which register, in a sentence, and when it was found last, in house time."""

    register: str
    kind: str
    said: str
    last: datetime


def found(register: str, kind: Gap.Kind) -> None:
    """Keep that it was found: once more, or for the first time. After a missing file the register goes out whole, so
    that another one is another gap.
    """
    now, register = timezone.now(), register[:20]
    same = Gap.objects.filter(register=register, kind=kind, last__gte=now - GOES_ON)
    if kind is Gap.Kind.MISSING or not same.update(last=now, times=F("times") + 1):
        Gap.objects.create(register=register, kind=kind, since=now, last=now)
    drawn_anew()


def lately() -> tuple[Told, ...]:
    """Those that stand, the newest first: one of a register and a kind."""
    told = dict[tuple[str, str], Told]()
    for it in Gap.objects.filter(last__gte=timezone.now() - SHOWN).order_by("-last", "-pk"):
        told.setdefault((it.register, it.kind), Told(it.register, it.kind, said(it), localtime(it.last)))
    return tuple(told.values())


def said(it: Gap) -> str:
    """What was found, in a sentence."""
    if it.kind == Gap.Kind.MISSING:
        return gettext("Of what was handed out of %(register)s a file is missing.") % {"register": it.register}
    return gettext("A file that was handed out of %(register)s holds what the register does not.") % {
        "register": it.register
    }
