"""Banks of the house over a gaming day, in one currency: a statement for each session, and their sums."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from bank.models import BankSession
from bank.reports.statement import Statement, statement_of
from bank.reports.words import amount
from table.models import Table
from table.screens.read.numbers import Numbers

Figure = tuple[str, int | None]


class Day(NamedTuple):
    """Sessions of a gaming day whose tables play in one currency; a sum with pending parts is pending."""

    day: str
    currency: str
    statements: tuple[Statement, ...]

    @property
    def provisional(self) -> bool:
        """Whether a count of some session is missing."""
        return any(it.provisional for it in self.statements)

    @property
    def computed(self) -> int | None:
        """Sum of the computed results in cents; None while one of them is pending."""
        return total(it.computed for it in self.statements)

    @property
    def physical(self) -> int | None:
        """Sum of the physical results in cents; None while one of them is pending."""
        return total(it.physical for it in self.statements)

    @property
    def rack_difference(self) -> int | None:
        """Sum of the differences of the racks in cents; None while one of them is pending."""
        return total(it.rack_difference for it in self.statements)

    @property
    def box_difference(self) -> int | None:
        """Sum of the differences of the boxes in cents; None while one of them is pending."""
        return total(it.box_difference for it in self.statements)

    def figures(self, it: Statement) -> tuple[Figure, ...]:
        """Return the figures of a session in the order of the columns, each with its name."""
        return tuple((name, of(it)) for name, of in _columns())

    def sums(self) -> tuple[Figure, ...]:
        """Return the sums of the columns."""
        return tuple((name, total(of(it) for it in self.statements)) for name, of in _columns())

    def written(self, cents: int | None, numbers: Numbers) -> str:
        """Write an amount of this day; of one that is not known that it is pending."""
        return amount(cents, numbers, self.currency)


def _columns() -> Iterator[tuple[str, Callable[[Statement], int | None]]]:
    yield _("opener"), lambda it: it.session.opener
    yield _("fills"), lambda it: it.session.fills
    yield _("credits"), lambda it: it.session.credits
    yield _("notes changed, as keyed"), lambda it: it.session.notes
    yield _("closer"), lambda it: it.closer
    yield _("notes in the box, counted"), lambda it: it.box
    yield _("computed result"), lambda it: it.computed
    yield _("physical result"), lambda it: it.physical
    yield _("difference of the rack"), lambda it: it.rack_difference
    yield _("difference of the box"), lambda it: it.box_difference
    yield _("paid by the cage after closing"), lambda it: it.after_closing


def total(amounts: Iterable[int | None]) -> int | None:
    """Return a sum of cents; None where one of them is pending."""
    found = list(amounts)
    return None if None in found else sum(it for it in found if it is not None)


def day_of(day: str) -> list[Day]:
    """List the sheets of a gaming day (an ISO date), one for each currency; training tables stand on none."""
    rows = BankSession.objects.filter(day=day, table__training=False).select_related("table__policy")
    found: dict[str, list[Statement]] = {}
    for row in sorted(rows, key=lambda it: (it.table.code, it.number)):
        found.setdefault(currency_of(row.table), []).append(statement_of(row.table, row))
    return [Day(day, currency, tuple(its)) for currency, its in sorted(found.items())]


def currency_of(table: Table) -> str:
    """Return the currency of a table that has rules."""
    assert table.policy is not None, "a table with a bank has rules"
    return table.policy.profile.currency
