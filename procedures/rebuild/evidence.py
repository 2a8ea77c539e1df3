"""What the reconstruction is asked about the cards of a coup, and what it answers. Premessa, Art. 3 and 6 to 8."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from procedures.models import Incident
from procedures.rebuild.placement import HERE, box_of, of_the_hand
from procedures.rebuild.reconstruction import Before, Found, Reconstruction, boxes, excess, moves, reconstruct
from table.models import DrawnCard
from table.play.state import AT_BOX, TableState
from table.rules.refusal import Code, Refused, require
from table.rules.regola import Side


class Question(NamedTuple):
    """The cards of the coup by their rows, and what is known of each."""

    cards: list[DrawnCard]
    found: list[Found]
    before: list[Before]


def question(state: TableState, cases: Sequence[Incident], *, more: int = 0) -> Question:
    """The cards found, with ``more`` of those that were counted out, and all that was said of their order.

    Of a card that has no place at which all incidents could have it, no order tells: it came out before itself.
    """
    counted = [card for card in state.cards if card.location == HERE.REMAINING]
    cards = [*of_the_hand(state), *counted[:more]]
    places = _certain(cards)
    index = {card.number: at for at, card in enumerate(cards)}
    said = [pair for case in cases for pair in case.evidence.get("before", [])]
    told: dict[int, frozenset[int]] = {}
    for case in cases:
        among = {int(number): frozenset(those) for number, those in case.evidence.get("places", {}).items()}
        said += [[card, card] for card in told.keys() & among if told[card].isdisjoint(among[card])]
        told |= among
    places |= told
    before = [Before(index[one], index[two]) for one, two in said if {one, two} <= index.keys()]
    return Question(cards, [_found(card, places[card.number]) for card in cards], before)


def _certain(cards: Sequence[DrawnCard]) -> dict[int, frozenset[int]]:
    """Where nobody says otherwise a card has its own place; two turned together have one of both."""
    together = {
        location: frozenset(
            place for place, card in enumerate(cards, start=1) if card.location == location and not card.order_known
        )
        for location in AT_BOX.values()
    }
    return {
        card.number: frozenset({place}) if card.order_known else together.get(HERE(card.location), frozenset({place}))
        for place, card in enumerate(cards, start=1)
    }


def _found(card: DrawnCard, places: frozenset[int]) -> Found:
    certain = next(iter(places)) if len(places) == 1 else None
    return Found(card.card, box_of(card), certain, card.seen, frozenset() if certain else places)


def answer(state: TableState, cases: Sequence[Incident]) -> tuple[Question, Reconstruction]:
    """What the Regola makes of the cards; those that are lacking come from the ones that were counted out, if any.

    Refused with E_COUNT while one or three cards were turned at a box, and nobody has told where each card lies.
    """
    require(
        not any(map(untold, cases)),
        Code.COUNT,
        "First it has to be told how many cards are out, and at which box each of them lies.",
    )
    counted = sum(card.location == HERE.REMAINING for card in state.cards)
    asked = question(state, cases)
    made = reconstruct(asked.found, asked.before)
    for more in range(1, counted + 1):
        if made.proposal is None or not made.proposal.missing:
            break
        asked = question(state, cases, more=more)
        made = reconstruct(asked.found, asked.before)
    return asked, made


def untold(case: Incident) -> bool:
    """Whether the table noticed a wrong number of cards, and how they lie is still to be told. Art. 7."""
    return case.noticed and case.kind == "wrong_number" and "laid" not in case.facts


def in_words(state: TableState, cases: Sequence[Incident]) -> dict[str, Any]:
    """The answer as it is kept and shown: verdict, number of orders, proposal; or why there is none yet."""
    try:
        asked, made = answer(state, cases)
    except Refused as refused:
        return {"verdict": "", "why": refused.code.value}
    return {"verdict": made.verdict.value, "orders": made.orders, "proposal": _proposal(asked, made)}


def _proposal(asked: Question, made: Reconstruction) -> Mapping[str, Any] | None:
    reading = made.proposal
    if reading is None:
        return None
    numbers = [card.number for card in asked.cards]
    placed = list(zip(reading.order, boxes(reading.layout), strict=True))
    counted = {card.number for card in asked.cards if card.location == HERE.REMAINING}
    hands = {
        side.value: [{"number": numbers[it], "card": str(asked.found[it].card)} for it, box in placed if box is side]
        for side in Side
    }
    return hands | {
        "moves": [[numbers[it.card], it.laid, it.ought] for it in moves(asked.found, reading)],
        "excess": [numbers[it] for it in excess(reading) if numbers[it] not in counted],
        "missing": reading.missing,
    }
