"""Gaps in exports that were handed out, and altered rows, recorded for auditors, the pit, and whoever gets alerts."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import F
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext

from table.models import HOUSE, Gap
from table.record.compared import RowFault
from table.record.cross_register.waiting import drawn_anew

GOES_ON = timedelta(days=2)
"""Time within which a file that differs, found again every night, counts as the same gap."""
SHOWN = timedelta(days=7)
"""Time for which a gap is shown after it was found last."""
MOST_LETTERS = 400
MOST_ROWS = 5
"""Maximum rows that a sentence names."""


class ShownGap(NamedTuple):
    """A gap: its register, its kind, the altered rows, and when it was found last, in house time."""

    register: str
    kind: str
    rows: str
    last: datetime

    @property
    def said(self) -> str:
        """Sentence on the gap in the active language: kind, register and altered rows, as :func:`said` returns it."""
        return said(self)


def found(register: str, kind: Gap.Kind, rows: str = "") -> None:
    """Record a gap in a register, and redraw the tables' screens; ``rows`` names the rows that are altered.

    One of the same register, kind and rows that was found last within ``GOES_ON`` is counted once more in its row, but
    a missing file is always a new one.
    """
    now, register = timezone.now(), register[:20]
    same = Gap.objects.filter(register=register, kind=kind, rows=rows, last__gte=now - GOES_ON)
    if kind is Gap.Kind.MISSING or not same.update(last=now, times=F("times") + 1):
        Gap.objects.create(register=register, kind=kind, rows=rows, since=now, last=now)
    drawn_anew()


def altered(register: str, faults: Sequence[str]) -> None:
    """Record as a gap that rows stored for a register differ from what its entries make of them.

    Of ``faults`` it names the rows of each :class:`RowFault` once, in their order, the first ``MOST_ROWS``, and no row
    where there is none; the text is cut to ``MOST_LETTERS`` characters. An ellipsis stands for what was left out. As in
    :func:`found` the screens are redrawn, and the same gap, found again soon, is only counted once more.
    """
    named = dict.fromkeys(it.row for it in faults if isinstance(it, RowFault))
    rows = "; ".join([*list(named)[:MOST_ROWS], *(["…"] if len(named) > MOST_ROWS else [])])
    found(register, Gap.Kind.ALTERED, rows if len(rows) <= MOST_LETTERS else f"{rows[: MOST_LETTERS - 1]}…")


def lately() -> tuple[ShownGap, ...]:
    """List the gaps found within the last week (``SHOWN``), latest first: of each register and kind only the latest.

    Each with the rows that are altered, and when it was found last in house time.
    """
    shown = dict[tuple[str, str], ShownGap]()
    for it in Gap.objects.filter(last__gte=timezone.now() - SHOWN).order_by("-last", "-pk"):
        shown.setdefault((it.register, it.kind), ShownGap(it.register, it.kind, it.rows, localtime(it.last)))
    return tuple(shown.values())


def said(it: Gap | ShownGap) -> str:
    """Return the sentence on a gap in the active language, by its kind.

    It says that the named rows are altered (where none are named, that the register and what is stored for it do not
    fit), or that a file is missing; of any other kind, that a file holds what the register does not.
    """
    facts = {"register": pgettext("register of", "the house") if it.register == HOUSE else it.register, "rows": it.rows}
    if it.kind == Gap.Kind.ALTERED and it.rows:
        return gettext("Rows are not what the register of %(register)s makes of them: %(rows)s.") % facts
    if it.kind == Gap.Kind.ALTERED:
        return gettext("The register of %(register)s and what stands beside it do not fit.") % facts
    if it.kind == Gap.Kind.MISSING:
        return gettext("Of what was handed out of %(register)s a file is missing.") % facts
    return gettext("A file that was handed out of %(register)s holds what the register does not.") % facts
