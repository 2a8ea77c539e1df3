"""What a good dealer keys with each act: the cards as they truly lie, their points, the words that go with them."""

from collections.abc import Callable, Mapping
from typing import Any

from table.models import DrawnCard
from table.play.state import Floor
from table.rules.regola import Side
from tests.machine.evening import Evening
from tests.machine.laws.printed import count

Given = Mapping[str, Any]


def true_faces(evening: Evening, floor: Floor, cards: list[DrawnCard], *, more: int = 0) -> list[str]:
    """What these cards show, and then the next ``more`` of the shoe."""
    assert floor.shoe is not None
    numbers = [*(card.number for card in cards), *range(floor.shoe.out + 1, floor.shoe.out + more + 1)]
    others = floor.shoe.cards.exclude(face="").exclude(number__in=numbers)
    lie_there = [evening.truly(number) for number in numbers]
    shown = evening.sabot.show(lie_there, known=others.values_list("face", flat=True))
    faces = dict(zip(numbers, shown, strict=True)) | {card.number: card.face for card in cards if card.face}
    return [faces[number] for number in numbers]


def left(floor: Floor) -> int:
    """How many cards are in the sabot."""
    return floor.shoe.cards_total - floor.shoe.out if floor.shoe else 0


def reading(evening: Evening, floor: Floor) -> str:
    """What an honest reader does with Punto's two cards."""
    return "turn_battuta" if count(_punto(evening, floor)) >= 8 else "declare"


def _punto(evening: Evening, floor: Floor) -> list[str]:
    return true_faces(evening, floor, floor.at(Side.PUNTO)[:2])


def _banco(evening: Evening, floor: Floor) -> list[str]:
    return true_faces(evening, floor, floor.at(Side.BANCO)[:2])


def _load(_: Evening, floor: Floor) -> Given:
    return {"serial": f"S-{floor.table.number}", "decks": floor.house.decks}


def _insert_cut_card(evening: Evening, _: Floor) -> Given:
    return {"behind": max(1, min(8, len(evening.sabot) - 1))}


def _said(*_: object) -> Given:
    return {"said": True}


def _deal(evening: Evening, floor: Floor) -> Given:
    assert floor.coup is not None
    if floor.house.dealing == "face_down" or floor.coup.kind == "blank":
        return {}
    return {"cards": true_faces(evening, floor, floor.at_boxes, more=4 - len(floor.at_boxes))}


def _third(evening: Evening, floor: Floor) -> Given:
    """A third card comes open; in every third coup of a house that deals covered it is turned afterwards."""
    assert floor.coup is not None
    if floor.house.dealing == "face_down" and floor.coup.number % 3 == 0:
        return {}
    return {"card": true_faces(evening, floor, [], more=1)[0]}


def _declare(evening: Evening, floor: Floor) -> Given:
    return {"claim": "carta" if count(_punto(evening, floor)) <= 5 else "no_carta", "means": "voice"}


def _turn_third(evening: Evening, floor: Floor) -> Given:
    third = [card for side in Side for card in floor.at(side)[2:] if not card.face]
    return {"card": true_faces(evening, floor, third[:1])[0]}


def _announce(_: Evening, floor: Floor) -> Given:
    assert floor.coup is not None
    said = {str(side): count([str(card) for card in floor.hand(side)]) for side in Side}
    return said | {"cards_speak": floor.coup.announced_banco is not None}


def _remaining(evening: Evening, floor: Floor) -> Given:
    return {"cards": true_faces(evening, floor, [], more=left(floor))}


GIVEN: dict[str, Callable[[Evening, Floor], Given]] = {
    "load": _load,
    "insert_cut_card": _insert_cut_card,
    "play_blank": _said,
    "call_last_coup": _said,
    "deal": _deal,
    "card_out": _third,
    "declare": _declare,
    "turn_battuta": lambda evening, floor: {"cards": _punto(evening, floor)},
    "turn_banco": lambda evening, floor: {"cards": _banco(evening, floor)},
    "turn_punto": lambda evening, floor: {"cards": _punto(evening, floor)},
    "turn_third": _turn_third,
    "announce": _announce,
    "extract_remaining": _remaining,
}
