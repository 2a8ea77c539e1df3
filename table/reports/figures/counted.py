"""Coups counted by taglia, ending and result, in one query for many figures.

Only coups that are over count: until its cards are burned some may be face down, and no figure depends on them.
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


class CountedCoups(NamedTuple):
    """Number of coups of a taglia (the key of its shoe) that ended alike; `cards` is None where no hands were paid."""

    taglia: int
    kind: str
    outcome: str
    result: str
    cards: int | None
    natural: bool
    coups: int


class _Length(Func):
    """Length of a JSON array in the database."""

    function = "JSON_ARRAY_LENGTH"
    output_field = IntegerField()

    def as_postgresql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **given: Any) -> Any:
        """Return the SQL by the name that the function has in PostgreSQL for JSONB."""
        return self.as_sql(compiler, connection, function="JSONB_ARRAY_LENGTH", **given)


def counted(taglie: Iterable[int]) -> list[CountedCoups]:
    """Count the coups of these taglie (primary keys of shoes) that are over, without those cancelled before a card.

    There is an element for each shoe, kind, outcome, result, number of cards that were paid (None if unknown), and
    whether one of the announced points was 8 or 9 with four cards.
    """
    served = _Length(KeyTransform("0", "paid_hands")) + _Length(KeyTransform("1", "paid_hands"))
    highest = Q(announced_banco__gte=NATURAL) | Q(announced_punto__gte=NATURAL)
    coups = Coup.objects.filter(shoe__in=list(taglie), ended=True).exclude(outcome=Outcome.CANCELLED).order_by()
    ended = coups.annotate(cards_served=served).annotate(
        natural=Case(When(highest, cards_served=FIRST_CARDS, then=Value(1)), default=Value(0))
    )
    names = ("shoe_id", "kind", "outcome", "result", "cards_served", "natural")
    rows = ended.values(*names).annotate(count=Count("pk")).values_list(*names, "count")
    return [
        CountedCoups(taglia, kind, outcome, result, cards, bool(natural), count)
        for taglia, kind, outcome, result, cards, natural, count in rows
    ]


def came(coups: Iterable[CountedCoups]) -> dict[int, Came]:
    """Return by primary key of a shoe the counts of results, naturals and numbers of cards in its settled normal coups.

    Colpi in Bianco, annulled and null coups are not counted, and shoes without a result are left out.
    """
    by_taglia: dict[int, Came] = defaultdict(Came)
    for it in coups:
        if it.kind == Coup.Kind.NORMAL and it.outcome == Outcome.SETTLED and it.result:
            by_taglia[it.taglia] = by_taglia[it.taglia].and_with(_came(it))
    return dict(by_taglia)


def _came(coups: CountedCoups) -> Came:
    """Count these coups under their result, number of cards, and as naturals if they are; everything else is 0."""
    four, five, six = (coups.coups if coups.cards == cards else 0 for cards in (4, 5, 6))
    banco, punto, tie = (coups.coups if coups.result == it else 0 for it in (Result.BANCO, Result.PUNTO, Result.TIE))
    return Came(banco, punto, tie, coups.coups if coups.natural else 0, cards=(four, five, six))
