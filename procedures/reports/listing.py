"""Listing of the cases of a table, the latest first, a page at a time, by the entry that opened each."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from procedures.articles import ARTICLES, KINDS
from procedures.models import UNDECIDED, Incident
from procedures.screens.wording import STATUSES
from table.models import Table
from table.reports.registers.filters import is_number
from table.reports.registers.pages import times_of

ON_A_PAGE = 50
STATUS_WORDS: Mapping[str, Promise] = {
    "open": _("not decided yet"),
    "referred": _("waits for the Direzione"),
    **STATUSES,
}


class Filters(NamedTuple):
    """Filters from the query of an address; whatever cannot be read there filters nothing."""

    article: int | None
    status: str
    taglia: int | None
    before: int | None

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> "Filters":
        """Read the filters from the query parameters of a page; a value that cannot be read filters nothing.

        ``article``, ``taglia`` and ``before`` (an entry) are numbers of up to 15 plain digits, else None; a ``status``
        that does not exist is "".
        """
        status = str(given.get("status", ""))
        return cls(
            _number(given, "article"),
            status if status in STATUS_WORDS else "",
            _number(given, "taglia"),
            _number(given, "before"),
        )

    @property
    def for_next_page(self) -> dict[str, object]:
        """Query parameters of the filters that are set, without ``before``, for the link to the next page."""
        chosen = {"article": self.article, "status": self.status, "taglia": self.taglia}
        return {name: value for name, value in chosen.items() if value not in (None, "")}


class CaseRow(NamedTuple):
    """Case in one line."""

    number: int
    at: datetime
    coup: str
    article: str
    title: str
    status: str
    stands: bool
    decided_by: str


class CasePage(NamedTuple):
    """Cases of one page, and the number before which the next page goes on; None where this is the last."""

    rows: list[CaseRow]
    onward: int | None


def page(table: Table, filters: Filters) -> CasePage:
    """Return the latest cases of a table that pass the filters, the last opened first, at most :data:`ON_A_PAGE`.

    Cases opened at entry ``before`` or later are left out, and with a ``taglia`` those without a coup; ``onward`` is
    the ``before`` of the next page, None on the last.
    """
    given = {"article": filters.article, "status": filters.status or None, "number__lt": filters.before}
    found = Incident.objects.filter(table=table, **{name: it for name, it in given.items() if it is not None})
    if filters.taglia is not None:
        found = found.filter(coup__shoe__table=table, coup__shoe__taglia=filters.taglia)
    cases = list(found.select_related("coup__shoe").order_by("-number")[: ON_A_PAGE + 1])
    shown, more = cases[:ON_A_PAGE], len(cases) > ON_A_PAGE
    return CasePage(_rows(table, shown), shown[-1].number if more else None)


def _rows(table: Table, cases: list[Incident]) -> list[CaseRow]:
    """Return a row for each of these cases of this table, in their order and in the active language.

    It has entry, local time, key of the coup ("" without), article, title, status in words, whether it is undecided,
    and the badge of who decided ("" for none). Raises KeyError where the register has lost the entry of a case.
    """
    numbers = [case.number for case in cases]
    opened = times_of(table.code, numbers)
    return [
        CaseRow(
            number=case.number,
            at=localtime(opened[case.number]),
            coup=case.coup.key if case.coup is not None else "",
            article=ARTICLES[case.article].name,
            title=str(KINDS[case.kind][1].title),
            status=str(STATUS_WORDS[case.status]),
            stands=case.status in UNDECIDED,
            decided_by=case.decided_by,
        )
        for case in cases
    ]


def _number(given: Mapping[str, Any], name: str) -> int | None:
    """Parse a query parameter of at most 15 ASCII digits; None for anything else, or where it is missing."""
    text = str(given.get(name, ""))
    return int(text) if is_number(text) else None
