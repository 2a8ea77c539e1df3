"""What a good dealer keys with each act: the cards as they truly lie, their points, the words that go with them."""

from collections.abc import Callable, Mapping
from typing import Any

from table.models import Coup
from table.play.state import TableState
from table.rules.cards import parse, points
from table.rules.phase import Phase
from table.rules.regola import FIRST_CARDS, Claim, Side, claim_of
from tests.croupier.cards import TrueCards, faces

Given = Mapping[str, Any]
Step = tuple[str, Given]
"""An act as a press carries it: the verb and what is keyed with it."""


def keyed(verb: str, state: TableState, known: TrueCards) -> Step:
    """The act with the cards as they lie; a reader who holds a battuta turns it instead of declaring."""
    battuta = verb == "declare" and _claim(state, known) is Claim.BATTUTA
    if battuta or (verb == "turn_punto" and state.phase is Phase.READING):
        verb = "turn_battuta"
    return verb, KEYS[verb](state, known) if verb in KEYS else {}


def right_points(state: TableState) -> Given:
    """The points of both hands; after wrong ones the cards speak."""
    again = state.coup is not None and state.coup.announced_banco is not None
    return {side.value: points(state.hand(side)) for side in Side} | {"cards_speak": again}


def _deal(state: TableState, known: TrueCards) -> Given:
    """Nothing where the cards are covered, else the faces of all four, also of those that lie there already."""
    if state.profile.dealing == "face_down" or state.coup is None or state.coup.kind == Coup.Kind.BLANK:
        return {}
    return {"cards": faces(state, known, state.at_boxes, more=FIRST_CARDS - len(state.at_boxes))}


def _card_out(state: TableState, known: TrueCards) -> Given:
    """Third cards come open."""
    return {"card": faces(state, known, [], more=1)[0]} if len(state.at_boxes) >= FIRST_CARDS else {}


def _pair(state: TableState, known: TrueCards, side: Side) -> list[str]:
    return faces(state, known, state.at(side)[:2])


def _claim(state: TableState, known: TrueCards) -> Claim:
    """What the reader has to say of what he holds."""
    return claim_of(points([parse(face) for face in _pair(state, known, Side.PUNTO)]))


def _turn_punto(state: TableState, known: TrueCards) -> Given:
    """The reader has turned them himself, where a case holds the coup that he has declared."""
    early = state.coup is not None and bool(state.coup.claim) and state.coup.held
    return {"cards": _pair(state, known, Side.PUNTO)} | ({"early": True} if early else {})


def _turn_third(state: TableState, known: TrueCards) -> Given:
    covered = [card for side in Side for card in state.at(side)[2:] if not card.face]
    return {"card": faces(state, known, covered[:1])[0]}


def _said(*_: object) -> Given:
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
