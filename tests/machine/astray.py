"""Cards that go astray: stuck, fallen, visible, one too many, worn; each at the moment of a coup when it happens."""

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from table.rules.phase import Phase
from table.script.dealing import faces
from tests.croupier.cards import left
from tests.machine import incidents
from tests.machine.evening import Evening, Press
from tests.machine.mishaps import decided, somebody_meddles

if TYPE_CHECKING:
    from tests.machine.machine import WholeTable

Given = dict[str, Any]
Happening = tuple[str, Given]
MOMENTS = [None, Phase.BETTING, Phase.CLOSED, Phase.CLOSED, Phase.READING, Phase.BANCO_UP, Phase.PUNTO_UP]


def cards_go_astray(table: "WholeTable", dice: Random) -> None:
    """Something of the kind happens, others have their say, and some acts later good staff have put it right."""
    table.play_up_to(dice.choice(MOMENTS))
    evening = table.evening
    if evening.state.shoe is None or left(evening.state) < 6:
        return
    for _ in range(dice.choice([1, 1, 2])):
        happens = dice.choice(BETWEEN if evening.record.coup is None else IN_A_COUP)
        verb, given = happens(evening, dice)
        role = "ispettore_gioco" if verb == "order_blank" else "dealer"
        evening.press(Press(evening.by(role), ((verb, given),)))
    somebody_meddles(table, dice)
    table.play(dice.randint(0, 4))
    if evening.record.held():
        evening.press(Press(evening.by("dealer"), (_a_waiting_card_is_seen(evening, dice),)))
    decided(table)


def _reported(kind: str, **facts: Any) -> Happening:
    return "report_incident", {"kind": kind, "facts": facts, "text": "as seen"}


def _stuck(evening: Evening, dice: Random) -> Happening:
    """The next cards, or also some of the last that came out."""
    before = max(0, _out(evening) - dice.choice([0, 0, 0, 1, 2]))
    facts = {"restored": dice.random() < 0.3, "seen": dice.random() < 0.4}
    return _reported("stuck_cards", before=before, packet=dice.choice([2, 2, 3]), **facts)


def _fallen(evening: Evening, dice: Random) -> Happening:
    """One card, or several whose order is lost; now and then one is not found any more."""
    out = max(1, _out(evening))
    places = dice.choice([[1], [1], [out], sorted({1, out}), sorted({max(1, out - 2), out})])
    facts = {"order_lost": dice.random() < 0.5, "recovered": dice.random() < 0.95, "seen": dice.random() < 0.5}
    return _reported("fallen_card", places=places, said=facts["seen"], by_guest=dice.random() < 0.1, **facts)


def _one_too_many(evening: Evening, dice: Random) -> Happening:
    """In doubt it was seen."""
    seen = dice.random() < 0.6
    shows = {"card": faces(evening.state, evening, [], more=1)[0]} if seen and dice.random() < 0.7 else {}
    return "card_out", {"extra": True, "exposed": seen} | shows


def _a_waiting_card_is_seen(evening: Evening, dice: Random) -> Happening:
    return _reported("waiting_card_seen", number=dice.choice([card["number"] for card in evening.record.held()]))


def _overlooked(evening: Evening, dice: Random) -> Happening:
    return _reported("overlooked_card", seen=dice.random() < 0.5)


def _turned_over(evening: Evening, dice: Random) -> Happening:
    """By the dealer's hand, whichever lies covered."""
    covered = [card for card in evening.state.at_boxes if not card.face]
    if not covered:
        return _visible(evening, dice)
    card = dice.choice(covered)
    return _reported("turned_by_dealer", number=card.number, card=faces(evening.state, evening, [card])[0])


def _visible(_: Evening, __: Random) -> Happening:
    return "report_visible", {}


def worn(evening: Evening, dice: Random) -> Happening:
    """One of the cards that somebody has seen is stained, bent, torn or marked."""
    faces = [card["face"] for card in evening.record.cards if card["face"]] or [incidents.FACES[0]]
    return _reported("worn_card", card=dice.choice(faces), damage=dice.choice(["stained", "bent", "torn", "marked"]))


def _unforeseen(_: Evening, dice: Random) -> Happening:
    return _reported("unforeseen", what=dice.choice(["missing_card", "shoe_broken", "disturbance"]))


def _blank_ordered(_: Evening, __: Random) -> Happening:
    return "order_blank", {}


def _out(evening: Evening) -> int:
    return len(evening.state.cards) + len(evening.state.held)


IN_A_COUP: list[Callable[[Evening, Random], Happening]] = [
    *(_stuck, _stuck, _fallen, _fallen, _one_too_many, _one_too_many, _turned_over),
    *(_visible, _overlooked, worn, _unforeseen),
]
BETWEEN: list[Callable[[Evening, Random], Happening]] = [
    *(_one_too_many, _fallen, _visible, _overlooked, worn, _unforeseen, _blank_ordered, _blank_ordered)
]
