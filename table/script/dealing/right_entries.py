"""Entries of a good dealer for each act: the cards as they truly lie, their points, the words that go with them."""

from collections.abc import Callable, Mapping
from typing import Any

from table.play.state import TableState
from table.rules.cards import parse, points
from table.rules.phase import Phase
from table.rules.regola import FIRST_CARDS, Claim, Side, claim_of
from table.script.dealing.cards import TrueCards, faces

Given = Mapping[str, Any]
Step = tuple[str, Given]
"""Act as a press carries it: the verb and what is keyed with it."""


def keyed(verb: str, state: TableState, known: TrueCards) -> Step:
    """Return the act and its arguments: true cards, right points or declaration, or ``said``; {} for any other act.

    With a battuta of Punto the act ``declare`` becomes ``turn_battuta``, and so does ``turn_punto`` while the reader
    has not declared. Raises LookupError where a card for it is not known.
    """
    battuta = verb == "declare" and _claim(state, known) is Claim.BATTUTA
    if battuta or (verb == "turn_punto" and state.phase is Phase.READING):
        verb = "turn_battuta"
    return verb, KEYS[verb](state, known) if verb in KEYS else {}


def right_points(state: TableState) -> Given:
    """Return the points of both hands, by ``punto`` and ``banco``, with ``cards_speak``; covered cards do not count.

    ``cards_speak`` is True if points were already announced in this coup.
    """
    again = state.coup is not None and state.coup.announced_banco is not None
    hands = {side.value: [card for card in state.hand(side) if card.rank != "?"] for side in Side}
    return {side: points(hand) for side, hand in hands.items()} | {"cards_speak": again}


def _deal(state: TableState, known: TrueCards) -> Given:
    """Return the faces of the first four cards as ``cards``, also of those that are out already.

    No arguments where cards are dealt covered. Raises LookupError where a face is not known.
    """
    if not state.is_dealt_open:
        return {}
    return {"cards": faces(state, known, state.at_boxes, more=FIRST_CARDS - len(state.at_boxes))}


def _card_out(state: TableState, known: TrueCards) -> Given:
    """Return the face of the next card as ``card`` where it is dealt open; else no arguments.

    Open is a third card, or one of the first four of a coup dealt face up. Raises LookupError where it is not known.
    """
    opened = len(state.at_boxes) >= FIRST_CARDS or state.is_dealt_open
    return {"card": faces(state, known, [], more=1)[0]} if opened else {}


def _pair(state: TableState, known: TrueCards, side: Side) -> list[str]:
    """Return the faces of the first two cards of a side; raises LookupError where one is not known."""
    return faces(state, known, state.at(side)[:2])


def _claim(state: TableState, known: TrueCards) -> Claim:
    """Return the declaration that Punto's two cards require: CARTA to 5 points, NO_CARTA on 6 or 7, BATTUTA from 8 on.

    Raises LookupError where one of them is not known.
    """
    return claim_of(points([parse(face) for face in _pair(state, known, Side.PUNTO)]))


def _turn_punto(state: TableState, known: TrueCards) -> Given:
    """Return the faces of Punto's two cards as ``cards``; raises LookupError where one is not known.

    Adds ``early`` (True) where an incident holds the coup and its reader has declared already.
    """
    early = state.coup is not None and bool(state.coup.claim) and state.coup.held
    return {"cards": _pair(state, known, Side.PUNTO)} | ({"early": True} if early else {})


def _turn_third(state: TableState, known: TrueCards) -> Given:
    """Return the face of the first covered third card as ``card``, Punto's before Banco's.

    Raises LookupError where no third card is covered, or its face is not known.
    """
    covered = [card for side in Side for card in state.at(side)[2:] if not card.face]
    return {"card": faces(state, known, covered[:1])[0]}


def _said(*_: object) -> Given:
    """Return the argument ``said``, True: the dealer has said the words of the act."""
    return {"said": True}


KEYS: dict[str, Callable[[TableState, TrueCards], Given]] = {
    **dict.fromkeys(("close_bets", "play_blank", "call_last_coup", "call_blank"), _said),
    "deal": _deal,
    "card_out": _card_out,
    "declare": lambda state, known: {"claim": _claim(state, known).value, "means": "voice"},
    "turn_battuta": lambda state, known: {"cards": _pair(state, known, Side.PUNTO)},
    "turn_punto": _turn_punto,
    "turn_banco": lambda state, known: {"cards": _pair(state, known, Side.BANCO)},
    "turn_third": _turn_third,
    "announce": lambda state, _: right_points(state),
    "extract_remaining": lambda _, known: {"cards": known.remaining()},
}
