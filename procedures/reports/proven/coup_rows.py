"""Rows of a coup and of its cases as plain columns, to be compared with what the replayed register has in their place.

Nothing of them is of the house: names of people, free texts, seals and hand-outs are rows of other models.
"""

from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import Model, Q, QuerySet

from procedures.models import Attestation, Incident
from procedures.reports.record import Record
from table.models import Adjustment, Coup, DrawnCard, Money, Policy, Stake, Uncollected
from table.record.compared import differing
from table.record.past.replay import columns

Rows = Mapping[str, Mapping[str, object]]
"""Columns with their values, by the name of the model and the natural key of the row."""


class ComparedRows(NamedTuple):
    """A kind of row: the rows of a record, and the natural key that names one of them among these."""

    rows: "Callable[[Record], QuerySet[Any]]"
    key: Callable[[Any], object]


def rows_of(record: Record) -> Rows:
    """Return the columns of the rows of rules, coup and cases behind a report, by a text such as ``Money 34.0``.

    The text is the name of the model and the natural key of the row. They are the policy, the coup, its stakes, money,
    adjustments and cards, the slips, the cases and their attestations; without a coup the policy, the case, its
    attestations and its slips.
    """
    return {
        f"{model.__name__} {compared.key(row)}": columns(row)
        for model, compared in COMPARED.items()
        for row in compared.rows(record)
    }


def unlike(one: Rows, other: Rows) -> Iterator[str]:
    """Yield a text for each row that differs, with its differing columns: ``Money 34.0: amount, kind``.

    A row that only one side has is named by its key alone. Rows come in the order of ``one``, then those that only
    ``other`` has. A row on both sides needs the same columns there.
    """
    for key, names in differing(one, other):
        yield f"{key}: {', '.join(names)}" if names else key


def cases_of(record: Record) -> "QuerySet[Incident]":
    """Query the case of a record and all others on its coup by entry; without a coup that case alone."""
    return Incident.objects.filter(_own(record), table=record.table).select_related("coup__shoe").order_by("number")


def slips_of(record: Record) -> "QuerySet[Uncollected]":
    """Query the slips for chips of a record's coup, and those made by the entry of its case or its decision, by slip.

    Without a coup only the latter two. Slips that are closed, as their chips were disposed of, are among them.
    """
    own = _own(record) | Q(number=record.case.decided) if record.case.decided is not None else _own(record)
    return Uncollected.objects.filter(own, table=record.table).select_related("coup__shoe")


def _own(record: Record) -> Q:
    """Return the filter for rows of the entry that opened the record's case, or of its coup where it has one."""
    of_case = Q(number=record.case.number)
    return of_case if record.coup is None else of_case | Q(coup=record.coup.pk)


def _coups(record: Record) -> list[int]:
    """Return the primary key of a record's coup, as the only one; [] where it has none, and nothing is queried."""
    return [record.coup.pk] if record.coup is not None else []


def _of_coup(model: type[Model], *related: str) -> "Callable[[Record], QuerySet[Any]]":
    """Return a function that queries all rows of a model with the coup of a record, none where it has no coup."""
    rows: QuerySet[Any] = model._default_manager.select_related("coup__shoe", *related)
    return lambda record: rows.filter(coup__in=_coups(record))


COMPARED: dict[type[Model], ComparedRows] = {
    Policy: ComparedRows(lambda it: Policy.objects.filter(pk=it.policy.pk), attrgetter("version")),
    Coup: ComparedRows(
        lambda it: Coup.objects.select_related("shoe", "policy").filter(pk__in=_coups(it)), attrgetter("key")
    ),
    Stake: ComparedRows(_of_coup(Stake), lambda row: f"{row.position} {row.slot}"),
    Money: ComparedRows(_of_coup(Money, "stake__coup__shoe"), lambda row: f"{row.number}.{row.place}"),
    Adjustment: ComparedRows(_of_coup(Adjustment), lambda row: f"{row.number}.{row.place}"),
    DrawnCard: ComparedRows(_of_coup(DrawnCard, "shoe"), attrgetter("number")),
    Uncollected: ComparedRows(slips_of, attrgetter("slip")),
    Incident: ComparedRows(cases_of, attrgetter("number")),
    Attestation: ComparedRows(
        lambda it: Attestation.objects.filter(incident__in=cases_of(it)).select_related("incident"),
        lambda row: f"{row.incident.number} {row.badge}",
    ),
}
"""Compared rows by their model."""
