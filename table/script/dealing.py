"""Good dealer, whoever plays a coup: what a table asks for is keyed with the cards as they truly lie."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Protocol

from table.models import DrawnCard
from table.play.next_act import next_act
from table.play.state import TableState
from table.rules.cards import parse, points
from table.rules.phase import Phase
from table.rules.regola import FIRST_CARDS, Claim, Side, claim_of

BOXES = {"P": (0, 2), "B": (1, 3)}
"""Places of the first four cards of a hand at each box, by its letter."""
Given = Mapping[str, Any]
Step = tuple[str, Given]
"""Act as a press carries it: the verb and what is keyed with it."""


# --- the cards as they truly lie, whatever the record has of them


class TrueCards(Protocol):
    """Knowledge of somebody who could look under every card."""

    def shown(self, numbers: Sequence[int]) -> list[str]:
        """Return the faces of the cards that truly lie where the record has the cards with these numbers of the taglia.

        After an error in dealing those may be others than the record has. In the order of the numbers. Raises
        LookupError where one is not known.
        """

    def remaining(self) -> list[str]:
        """Return the faces of all cards left in the shoe, next first. Raises LookupError where they are not known."""


def found_at(boxes: str, *, first: int) -> dict[int, int]:
    """Map the recorded number of each of the first four cards to the number of the card that truly lies there.

    ``boxes`` are the letters of the boxes in the order in which the cards came out, while the record has them as
    ``PBPB``: with ``BPPB`` and ``first`` 1 it is 1 to 2, 3 to 3, 2 to 1 and 4 to 4. ``first`` is the number of the
    first of these cards. A card with no counterpart in its box is left out.
    """
    true = {box: [place for place, at in enumerate(boxes) if at == box] for box in BOXES}
    pairs = chain.from_iterable(zip(places, true[box], strict=False) for box, places in BOXES.items())
    return {first + by_the_record: first + truly for by_the_record, truly in pairs}


def faces(state: TableState, known: TrueCards, cards: Iterable[DrawnCard], *, more: int = 0) -> list[str]:
    """Return the faces of these cards, followed by those of the next ``more`` cards of the shoe, each in its order.

    A face that the record has is taken from there, any other from ``known``. Raises LookupError where one is not known.
    """
    wanted, out = list(cards), state.shoe.out if state.shoe else 0
    covered = [card.number for card in wanted if not card.face]
    shown = iter(known.shown([*covered, *range(out + 1, out + more + 1)]))
    return [*[card.face or next(shown) for card in wanted], *shown]


# --- what is keyed for each act


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
    return {"card": faces(state, known, state.covered_thirds[:1])[0]}


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


# --- the dealer


class GoodDealer(ABC):
    """Good dealer at one table.

    ``says`` is what the reader declares against the Regola, if anything; ``leaves`` are the acts that somebody else
    does.
    """

    says = ""
    leaves: tuple[str, ...] = ()

    # --- hooks

    @property
    @abstractmethod
    def state(self) -> TableState:
        """State of the table."""

    @property
    @abstractmethod
    def cards(self) -> TrueCards:
        """Cards of the shoe as they truly lie."""

    @abstractmethod
    def send(self, act: Step) -> object:
        """Perform an act at the table, and return what the subclass has for it. Raises Refused as the table does."""

    def keyed(self, verb: str, state: TableState) -> Step:
        """Return the act ``verb`` with its arguments for this state, as a good dealer keys it.

        A declaration is the one in the attribute ``says``, by voice, if that is not empty. The verb may become another
        one, as :func:`keyed` says. Raises LookupError where a card for it is not known.
        """
        if verb == "declare" and self.says:
            return verb, {"claim": self.says, "means": "voice"}
        return keyed(verb, state, self.cards)

    # --- what the table asks for

    def next_verb(self) -> str:
        """Return the verb of the act that the table asks of its dealer; empty where it asks for none."""
        return next_verb(self.state)

    def acts(self, *goals: str) -> Iterator[Step]:
        """Yield the acts that the table asks its dealer for, each with its arguments.

        The caller has to perform one before it takes the next, else the same comes again. Ends before an act that is
        one of ``goals`` or of the attribute ``leaves`` (acts that others do), where none is asked for, or where a card
        for it is not known.
        """
        while (verb := next_verb(state := self.state)) not in ("", *goals, *self.leaves):
            try:
                act = self.keyed(verb, state)
            except LookupError:
                return
            yield act

    def step(self, *goals: str) -> bool:
        """Perform the next act that the table asks for, unless it is one of ``goals`` or of the attribute ``leaves``.

        Return whether one was performed: False too where none is asked for, or a card for it is not known. Raises
        Refused as the table does.
        """
        act = next(self.acts(*goals), None)
        if act is not None:
            self.send(act)
        return act is not None

    def advance(self, *goals: str) -> None:
        """Perform the acts that the table asks for, up to but without one of ``goals``; until :meth:`step` is False."""
        while self.step(*goals):
            pass

    def perform(self, verb: str) -> None:
        """Perform an act with the cards as they truly lie, whether the table asks for it or not.

        The verb may become another one, as :meth:`keyed` says. Raises Refused as the table does, and LookupError where
        a card for it is not known.
        """
        self.send(self.keyed(verb, self.state))


def next_verb(state: TableState) -> str:
    """Return the verb of the act that a table asks of its dealer; empty where it asks for none."""
    act = next_act(state)
    return act.verb if act else ""
