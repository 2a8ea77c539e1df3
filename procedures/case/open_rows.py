"""Rows of cases at a table that is pruned: the cases that are undecided stay, with all that they are about."""

from procedures.models import SPOKEN_OF, Incident
from table.models import Coup, Table
from table.record.past.pruning import Open

NAMES_COUPS = ("report_incident",)
"""Verbs that may name a coup that is over: a dispute about it."""


def prune_cases(table: Table, since: int) -> Open:
    """Delete the cases of a table that were decided before the entry ``since``, and return what the others need.

    That is their coup, the cards of its taglia or of that which they name, and the entries from the end of the coup
    before, or from their own report, to the last that spoke of them.
    """
    Incident.objects.filter(table=table, decided__lt=since).delete()
    left = list(Incident.objects.filter(table=table).select_related("coup__shoe"))
    coups = [case.coup for case in left if case.coup is not None]
    named = {case.facts["taglia"] for case in left if "taglia" in case.facts}
    return Open(
        coups=frozenset(coup.pk for coup in coups),
        taglie=frozenset(named | {coup.shoe.taglia for coup in coups}),
        entries=tuple(map(_entries_of, left)),
    )


def _entries_of(case: Incident) -> tuple[int, int]:
    """First and last entry that a case needs."""
    spoken_of = [case.number, *case.facts.get(SPOKEN_OF, []), *case.attestations.values_list("number", flat=True)]
    if case.coup is None:
        return case.number, max(spoken_of)
    earlier = Coup.objects.filter(table=case.table_id, pk__lt=case.coup.pk).order_by("-pk")
    before = earlier.values_list("ended_at", flat=True).first() or 0
    return min(before, case.number), max(*spoken_of, case.coup.ended_at or 0)
