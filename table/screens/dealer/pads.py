"""Pads: which cards the dealer keys for an act, and which places on the felt they fill, in order."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from table.models import DrawnCard
from table.play.declaration import PARTS, GamePart
from table.play.state import TableState
from table.rules.regola import FIRST_CARDS, Side
from table.screens.read.lines import face_text

NEITHER_HAND = "beside"
"""Place of cards that lie in neither hand."""


class Slot(NamedTuple):
    """Place to be filled: hand, number of the card in it from 1, and the face of a card that lies open there."""

    side: str
    place: int
    face: str = ""


class Pad(NamedTuple):
    """Cards keyed for one act, which is pressed with them as its ``argument`` once the last is keyed.

    ``given`` are its other arguments. ``read``: an electronic shoe has read all its covered cards, so that keying
    them is optional. ``doubts``: what was reported of these cards is set aside when one of them is turned.
    """

    verb: str
    argument: str
    slots: list[Slot]
    given: Mapping[str, Any] = {}
    read: bool = False
    doubts: bool = False

    @property
    def key(self) -> str:
        """Name of the pad, by which a screen knows it; another one once a card is turned, or another is to be keyed.

        Joined by hyphens: the verb, the names of its other arguments (sorted), the value of ``number`` if it has one,
        and each place with the face that lies open there.
        """
        number = [str(self.given["number"])] if "number" in self.given else []
        return "-".join(
            [self.verb, *sorted(self.given), *number, *(f"{it.side}{it.place}{it.face}" for it in self.slots)]
        )

    @property
    def filled_by(self) -> dict[str, Any]:
        """Pad for the scripts of the screen: ``verb``, ``argument``, ``given`` (its other arguments) and ``faces``.

        ``faces`` has a code for each place, in their order, "" for one that is still to be keyed.
        """
        faces = [slot.face for slot in self.slots]
        return {"verb": self.verb, "argument": self.argument, "given": dict(self.given), "faces": faces}


def dealt_open(state: TableState) -> Pad:
    """Return the pad for the first four cards, dealt face up in the order Punto, Banco, Punto, Banco.

    Cards that are out already are filled in.
    """
    faces = [card.face for card in state.at_boxes] + [""] * FIRST_CARDS
    sides = (Side.PUNTO, Side.BANCO) * 2
    return Pad("deal", "cards", [Slot(side.value, at // 2 + 1, faces[at]) for at, side in enumerate(sides)])


def of_hand(state: TableState, side: Side, verb: str, **given: Any) -> Pad:
    """Return the pad on which the first two cards of a side are keyed for this verb.

    It has a place for each of them that is on the table, filled where the card lies open. ``given`` are further
    arguments of the act.
    """
    cards = state.at(side)[:2]
    slots = [Slot(side.value, at + 1, card.face) for at, card in enumerate(cards)]
    return Pad(verb, "cards", slots, given, _read(cards))


def _read(cards: Iterable[DrawnCard]) -> bool:
    """Whether each card lies open or was read by an electronic shoe, so that none has to be keyed; True for none."""
    return all(card.face or card.seal for card in cards)


def shown_alone(where: str, cards: Sequence[DrawnCard], *, number: bool = False, doubts: bool = False) -> Iterator[Pad]:
    """Yield a pad on which the first covered one of `cards`, all in one place, is turned by itself in a held coup.

    No pad if all are open, and one at most. ``where`` they lie is a side or NEITHER_HAND; the act names it, and
    with ``number`` also the number of the card in the order of extraction. Its place on the pad is one more than
    the open ones of `cards`, with ``number`` three more. ``doubts``: what was reported of them no longer counts
    then.
    """
    covered = [card for card in cards if not card.face]
    if covered:
        named = {"where": where} | ({"number": covered[0].number} if number else {})
        yield Pad(
            PARTS[GamePart.TURNS_ONE],
            "card",
            [Slot(where, len(cards) - len(covered) + (3 if number else 1))],
            named,
            _read(covered[:1]),
            doubts,
        )


def of_next_act(state: TableState, verb: str) -> Pad | None:
    """Return the pad on which the cards of the table's next act, named by its verb, are keyed.

    It is the hand's for ``turn_banco`` and ``turn_punto``, and that of the third card for ``turn_third`` (the covered
    one, Punto's if both are; StopIteration where none is) and ``card_out`` (None while no side is due a card). None for
    a deal unless it is face up and of a coup that is no Colpo in Bianco, and for any other act.
    """
    match verb:
        case "turn_banco" | "turn_punto":
            return of_hand(state, Side.BANCO if verb == "turn_banco" else Side.PUNTO, verb)
        case "turn_third":
            side = next(side for side in Side if any(not card.face for card in state.at(side)[2:]))
            return Pad("turn_third", "card", [Slot(side.value, 3)], read=_read(state.at(side)[2:]))
        case "card_out" if state.due is not None:
            return Pad("card_out", "card", [Slot(state.due.value, len(state.at(state.due)) + 1)])
        case "deal" if state.profile.dealing == "face_up" and state.coup and state.coup.kind == state.coup.Kind.NORMAL:
            return dealt_open(state)
    return None


def turned_out_of_turn(state: TableState) -> Iterator[Pad]:
    """Yield the pads for hands that were turned too early while a reader has Punto's covered cards.

    Before the declaration Punto's (``turn_battuta``), and Banco's (``turn_banco``) unless one of its cards is open;
    after it Punto's (``turn_punto`` as ``early``). Nothing before each side has two cards, once both of Punto's are
    open, in a coup without a reader, or once it has an outcome.
    """
    punto, banco, coup = state.at(Side.PUNTO)[:2], state.at(Side.BANCO), state.coup
    if min(len(punto), len(banco)) < 2 or all(card.face for card in punto):
        return
    if coup is None or not coup.reader or coup.outcome:
        return
    if not coup.claim:
        yield of_hand(state, Side.PUNTO, "turn_battuta")
        if not any(card.face for card in banco):
            yield of_hand(state, Side.BANCO, "turn_banco")
    else:
        yield of_hand(state, Side.PUNTO, "turn_punto", early=True)


def readable(face: str) -> str:
    """Return the code of a face (``TH``) as :func:`face_text` does (``10♥``), but "" for "", as of a covered card."""
    return face_text(face) if face else ""


def exhausted(state: TableState) -> list[str]:
    """List, sorted, the faces seen of this shoe as often as it has decks: keying one more is refused."""
    return sorted(face for face, count in state.faces().items() if count >= state.profile.decks)
