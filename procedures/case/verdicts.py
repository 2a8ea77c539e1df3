"""Verdict of the Regola on the open cases of a coup, and rulings of the Direzione on it, final for everybody else.

A verdict is one question for all of the cases, and one answer. Rulings: Super Punto Banco, Art. 16.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from procedures.articles import kind_of
from procedures.models import Incident
from procedures.rebuild.evidence import Question, build_question, contradiction
from procedures.rebuild.placement import Location
from procedures.rebuild.reconstruction import Reconstruction, boxes, excess, moves, reconstruct
from table.models import Entry
from table.play.state import TableState
from table.record import chain
from table.rules.profile import Ruling
from table.rules.refusal import Code, Refused, require
from table.rules.regola import Side

OF_THE_COUP = (Ruling.CONTINUE, Ruling.VALIDATE, Ruling.ANNUL)
"""Effects that say what becomes of the coup; a ruling has one of them at most."""


def awaits_placement(case: Incident) -> bool:
    """Whether the table noticed this case by itself, as one of Art. 6 or 7, and no report says where the cards lie.

    Whether the case is still open is not looked at.
    """
    return case.noticed and kind_of(case).placement_awaited and "laid" not in case.facts


def lacks_card(cases: Iterable[Incident]) -> bool:
    """Whether a card of the coup is not on the table by what was answered in one of these cases.

    Nothing can be said then of how the cards ought to lie, in any of them.
    """
    return any(kind_of(it).lacks_card(it.facts) for it in cases)


def answer(state: TableState, cases: Sequence[Incident]) -> tuple[Question, Reconstruction]:
    """Reconstruct the coup: return the evidence as a question, and the answer to it.

    Cards that the answer lacks are taken from those counted out of the shoe, one by one, while there are any. Refuses
    (E_COUNT) while a case awaits a report of where each card lies, and as
    :func:`~procedures.rebuild.reconstruction.reconstruct` does.
    """
    require(
        not any(map(awaits_placement, cases)),
        Code.COUNT,
        "First it has to be told how many cards are out, and at which box each of them lies.",
    )
    counted = sum(card.location == Location.REMAINING for card in state.cards)
    question = build_question(state, cases)
    made = reconstruct(question.found, question.before, state.profile)
    for more in range(1, counted + 1):
        if made.proposal is None or not made.proposal.missing:
            break
        question = build_question(state, cases, more=more)
        made = reconstruct(question.found, question.before, state.profile)
    return question, made


def can_be_completed(state: TableState, lacking: int) -> bool:
    """Whether the shoe still holds at least this many cards; without a shoe, or once the rest is counted, only 0."""
    left = state.shoe.cards_total - state.shoe.out if state.shoe is not None and not state.counted else 0
    return lacking <= left


def in_words(state: TableState, cases: Sequence[Incident]) -> dict[str, Any]:
    """Return the answer as an incident stores it: ``verdict``, number of ``orders``, ``proposal`` (None if not clear).

    Where a reconstruction is refused it has only an empty ``verdict`` and the code of the refusal as ``why``. Where no
    order is possible ``contradict`` lists the entries that contradict each other, [] where none were found.
    """
    try:
        question, made = answer(state, cases)
    except Refused as refused:
        return {"verdict": "", "why": refused.code.value}
    found = {"verdict": made.verdict.value, "orders": made.orders, "proposal": _proposal(question, made)}
    return found if made.orders else found | {"contradict": contradiction(state, cases)}


def _proposal(question: Question, made: Reconstruction) -> Mapping[str, Any] | None:
    """Return the proposal as an incident stores it, None if there is none.

    Its keys: each side, a list of ``{"number", "card"}``, the face as text; ``moves``, lists of number, box it lies at,
    box it belongs to; ``excess``, numbers of the cards due to no hand, without those counted out of the shoe;
    ``missing``, how many cards are lacking.
    """
    reading = made.proposal
    if reading is None:
        return None
    numbers = [card.number for card in question.cards]
    placed = list(zip(reading.order, boxes(reading.layout), strict=True))
    counted = {card.number for card in question.cards if card.location == Location.REMAINING}
    hands = {
        side.value: [{"number": numbers[it], "card": str(question.found[it].card)} for it, box in placed if box is side]
        for side in Side
    }
    return hands | {
        "moves": [[numbers[it.card], it.laid, it.ought] for it in moves(question.found, reading)],
        "excess": [numbers[it] for it in excess(reading) if numbers[it] not in counted],
        "missing": reading.missing,
    }


# --- rulings on the coup being played


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
