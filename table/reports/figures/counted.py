"""The coups that were played, counted by taglia, ending and result: one question of the database for many figures.

A coup is counted once its cards are burned. Until then some may be covered, and nothing here depends on them.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Case, Count, Func, IntegerField, Q, Value, When
from django.db.models.fields.json import KeyTransform
from django.db.models.sql.compiler import SQLCompiler

from table.models import Coup
from table.reports.alarms.results import Came
from table.rules.regola import FIRST_CARDS, NATURAL, Outcome, Result


class Counted(NamedTuple):
    """So many coups of a taglia that ended alike. ``cards`` is None where no cards were paid."""

    taglia: int
    kind: str
    outcome: str
    result: str
    cards: int | None
    natural: bool
    coups: int


class _Length(Func):
    """The number of things in a list that is kept as JSON."""

    function = "JSON_ARRAY_LENGTH"
    output_field = IntegerField()

    def as_postgresql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **given: Any) -> Any:
        return self.as_sql(compiler, connection, function="JSONB_ARRAY_LENGTH", **given)


def counted(taglie: Iterable[int]) -> list[Counted]:
    """The coups of these taglie that are over; one whose betting was given up was not played."""
    served = _Length(KeyTransform("0", "paid_hands")) + _Length(KeyTransform("1", "paid_hands"))
    highest = Q(announced_banco__gte=NATURAL) | Q(announced_punto__gte=NATURAL)
    coups = Coup.objects.filter(shoe__in=list(taglie), ended=True).exclude(outcome=Outcome.CANCELLED).order_by()
    told = coups.annotate(cards_served=served).annotate(
        natural=Case(When(highest, cards_served=FIRST_CARDS, then=Value(1)), default=Value(0))
    )
    names = ("shoe_id", "kind", "outcome", "result", "cards_served", "natural")
    rows = told.values(*names).annotate(count=Count("pk")).values_list(*names, "count")
    return [
        Counted(taglia, kind, outcome, result, cards, bool(natural), count)
        for taglia, kind, outcome, result, cards, natural, count in rows
    ]


def came(coups: Iterable[Counted]) -> dict[int, Came]:
    """By taglia, how often each result came; a Colpo in Bianco and what was annulled or null has none."""
    told: dict[int, Came] = defaultdict(Came)
    for it in coups:
        if it.kind == Coup.Kind.NORMAL and it.outcome == Outcome.SETTLED and it.result:
            told[it.taglia] = told[it.taglia].and_with(_came(it))
    return dict(told)


def _came(coups: Counted) -> Came:
    four, five, six = (coups.coups if coups.cards == cards else 0 for cards in (4, 5, 6))
    banco, punto, tie = (coups.coups if coups.result == it else 0 for it in (Result.BANCO, Result.PUNTO, Result.TIE))
    return Came(banco, punto, tie, coups.coups if coups.natural else 0, cards=(four, five, six))
