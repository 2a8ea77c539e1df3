"""What a good dealer keys with each act: the cards as they truly lie, their points, the words that go with them."""

from collections.abc import Callable, Mapping
from typing import Any

from table.models import DrawnCard
from table.play.state import TableState
from table.rules.regola import Side
from tests.machine.evening import Evening
from tests.machine.laws.printed import count

Given = Mapping[str, Any]


def true_faces(evening: Evening, state: TableState, cards: list[DrawnCard], *, more: int = 0) -> list[str]:
    """What these cards show, and then the next ``more`` of the shoe."""
    assert state.shoe is not None
    numbers = [*(card.number for card in cards), *range(state.shoe.out + 1, state.shoe.out + more + 1)]
    others = state.shoe.cards.exclude(face="").exclude(number__in=numbers)
    lie_there = [evening.truly(number) for number in numbers]
    shown = evening.sabot.show(lie_there, known=others.values_list("face", flat=True))
    faces = dict(zip(numbers, shown, strict=True)) | {card.number: card.face for card in cards if card.face}
    return [faces[number] for number in numbers]


def left(state: TableState) -> int:
    """How many cards are in the sabot."""
    return state.shoe.cards_total - state.shoe.out if state.shoe else 0


def reading(evening: Evening, state: TableState) -> str:
    """What an honest reader does with Punto's two cards."""
    return "turn_battuta" if count(_punto(evening, state)) >= 8 else "declare"


def _punto(evening: Evening, state: TableState) -> list[str]:
    return true_faces(evening, state, state.at(Side.PUNTO)[:2])


def _banco(evening: Evening, state: TableState) -> list[str]:
    return true_faces(evening, state, state.at(Side.BANCO)[:2])


def _load(_: Evening, state: TableState) -> Given:
    return {"serial": f"S-{state.table.number}", "decks": state.profile.decks}


def _insert_cut_card(evening: Evening, _: TableState) -> Given:
    return {"behind": max(1, min(8, len(evening.sabot) - 1))}


def _said(*_: object) -> Given:
    return {"said": True}


def _deal(evening: Evening, state: TableState) -> Given:
    assert state.coup is not None
    if state.profile.dealing == "face_down" or state.coup.kind == "blank":
        return {}
    return {"cards": true_faces(evening, state, state.at_boxes, more=4 - len(state.at_boxes))}


def _third(evening: Evening, state: TableState) -> Given:
    """A third card comes open; in every third coup of a house that deals covered it is turned afterwards."""
    assert state.coup is not None
    if state.profile.dealing == "face_down" and state.coup.number % 3 == 0:
        return {}
    return {"card": true_faces(evening, state, [], more=1)[0]}


def _declare(evening: Evening, state: TableState) -> Given:
    return {"claim": "carta" if count(_punto(evening, state)) <= 5 else "no_carta", "means": "voice"}


def _turn_third(evening: Evening, state: TableState) -> Given:
    third = [card for side in Side for card in state.at(side)[2:] if not card.face]
    return {"card": true_faces(evening, state, third[:1])[0]}


def _announce(_: Evening, state: TableState) -> Given:
    assert state.coup is not None
    said = {str(side): count([str(card) for card in state.hand(side)]) for side in Side}
    return said | {"cards_speak": state.coup.announced_banco is not None}


def _remaining(evening: Evening, state: TableState) -> Given:
    return {"cards": true_faces(evening, state, [], more=left(state))}


GIVEN: dict[str, Callable[[Evening, TableState], Given]] = {
    "load": _load,
    "insert_cut_card": _insert_cut_card,
    "play_blank": _said,
    "call_last_coup": _said,
    "deal": _deal,
    "card_out": _third,
    "declare": _declare,
    "turn_battuta": lambda evening, state: {"cards": _punto(evening, state)},
    "turn_banco": lambda evening, state: {"cards": _banco(evening, state)},
    "turn_punto": lambda evening, state: {"cards": _punto(evening, state)},
    "turn_third": _turn_third,
    "announce": _announce,
    "extract_remaining": _remaining,
}
