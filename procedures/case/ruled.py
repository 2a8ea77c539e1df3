"""Rulings of the Direzione on the coup being played, which nobody else may overturn. Super Punto Banco, Art. 16."""

from collections.abc import Sequence

from procedures.articles import kind_of
from procedures.models import Incident
from table.models import Entry
from table.play.state import TableState
from table.record import chain
from table.rules.profile import Ruling

OF_THE_COUP = (Ruling.CONTINUE, Ruling.VALIDATE, Ruling.ANNUL)
"""Effects that say what becomes of the coup; a ruling has one of them at most."""


def hands_are_ruled(state: TableState) -> bool:
    """Whether the Direzione has ruled on the hands of the coup, so that nobody is asked again about what they show.

    Either on a case that questioned how they lie, or that its result stands. A ruling on anything else, such as a
    disturbance, says nothing of them. False without a coup.
    """
    ruled = _ruled(state)
    return _lets_stand(state, ruled) or any(kind_of(it).blocking and kind_of(it).rebuilds for it in ruled)


def result_stands(state: TableState) -> bool:
    """Whether the latest ruling that says what becomes of the coup lets its result stand; False without a coup."""
    return _lets_stand(state, _ruled(state))


def _lets_stand(state: TableState, ruled: Sequence[Incident]) -> bool:
    """Whether the latest ruling on these cases that says what becomes of the coup is VALIDATE; False without cases."""
    decided = [case.decided for case in ruled if case.decided]
    if not decided:
        return False
    entries = Entry.objects.filter(register=state.table.code, number__in=decided).order_by("-number")
    ordered = (chain.read(it)["effects"] for it in entries.values_list("arguments", flat=True))
    return Ruling.VALIDATE in next((it for it in ordered if not {*OF_THE_COUP}.isdisjoint(it)), ())


def _ruled(state: TableState) -> list[Incident]:
    """List the cases of the coup being played on which the Direzione has ruled."""
    if state.coup is None:
        return []
    return list(Incident.objects.filter(coup=state.coup, status=Incident.Status.RULED))
