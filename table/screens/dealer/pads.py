"""The cards that the dealer keys: which act they belong to, and which places on the felt they fill, in their order."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from table.models import DrawnCard
from table.play.state import TableState
from table.rules.regola import FIRST_CARDS, Side
from table.screens.register.lines import face_text

BESIDE = "beside"
"""Where cards lie that are in neither hand."""


class Slot(NamedTuple):
    """A place to be filled: at which hand, as which of its cards, and the face of one that lies open there already."""

    side: str
    place: int
    face: str = ""


class Pad(NamedTuple):
    """Cards for one act: they are pressed as its ``argument``, all of them or the one, as soon as the last is keyed.

    ``read`` tells that their shoe knows all that lie covered: what is not keyed is asked of it. ``doubts``: what was
    said of the cards of which one is turned is set aside by it.
    """

    verb: str
    argument: str
    slots: list[Slot]
    given: Mapping[str, Any] = {}
    read: bool = False
    doubts: bool = False

    @property
    def key(self) -> str:
        """Tells this pad from the next one."""
        number = [str(self.given["number"])] if "number" in self.given else []
        return "-".join(
            [self.verb, *sorted(self.given), *number, *(f"{it.side}{it.place}{it.face}" for it in self.slots)]
        )

    @property
    def filled_by(self) -> dict[str, Any]:
        """What the keys of the screen have to know."""
        faces = [slot.face for slot in self.slots]
        return {"verb": self.verb, "argument": self.argument, "given": dict(self.given), "faces": faces}


def dealt_open(state: TableState) -> Pad:
    """The four cards where they are dealt face up: Punto, Banco, Punto, Banco."""
    faces = [card.face for card in state.at_boxes] + [""] * FIRST_CARDS
    sides = (Side.PUNTO, Side.BANCO) * 2
    return Pad("deal", "cards", [Slot(side.value, at // 2 + 1, faces[at]) for at, side in enumerate(sides)])


def of_hand(state: TableState, side: Side, verb: str, **given: Any) -> Pad:
    """The two cards of a side; one of them may lie open."""
    lie = state.at(side)[:2]
    slots = [Slot(side.value, at + 1, card.face) for at, card in enumerate(lie)]
    return Pad(verb, "cards", slots, given, _read(lie))


def _read(lie: Iterable[DrawnCard]) -> bool:
    return all(card.face or card.seal for card in lie)


def covered_third(state: TableState) -> Pad:
    """The third card that lies covered."""
    side = next(side for side in Side if any(not card.face for card in state.at(side)[2:]))
    return Pad("turn_third", "card", [Slot(side.value, 3)], read=_read(state.at(side)[2:]))


def shown_alone(where: str, lie: Sequence[DrawnCard], *, number: bool = False, doubts: bool = False) -> Iterator[Pad]:
    """One of the cards that lie covered there while an incident holds the coup; by its ``number`` if that is known."""
    covered = [card for card in lie if not card.face]
    if covered:
        named = {"where": where} | ({"number": covered[0].number} if number else {})
        yield Pad(
            "show_card",
            "card",
            [Slot(where, len(lie) - len(covered) + (3 if number else 1))],
            named,
            _read(covered[:1]),
            doubts,
        )


def third_due(state: TableState) -> Pad:
    """The card that comes next, for whom it is due."""
    side = state.due
    assert side is not None
    return Pad("card_out", "card", [Slot(side.value, len(state.at(side)) + 1)])


def of_next_act(state: TableState, verb: str) -> Pad | None:
    """The cards of the act that the table asks for; None where it needs no faces."""
    match verb:
        case "turn_banco" | "turn_punto":
            return of_hand(state, Side.BANCO if verb == "turn_banco" else Side.PUNTO, verb)
        case "turn_third":
            return covered_third(state)
        case "card_out" if state.due is not None:
            return third_due(state)
        case "deal" if state.profile.dealing == "face_up" and state.coup and state.coup.kind == state.coup.Kind.NORMAL:
            return dealt_open(state)
    return None


def turned_out_of_turn(state: TableState) -> Iterator[Pad]:
    """Cards that are turned early: Punto's by its reader, instead of declaring or before the thirds; or Banco's."""
    punto = state.at(Side.PUNTO)[:2]
    if len(punto) < 2 or all(card.face for card in punto) or state.coup is None or not state.coup.reader:
        return
    if not state.coup.claim:
        yield of_hand(state, Side.PUNTO, "turn_battuta")
        if not any(card.face for card in state.at(Side.BANCO)):
            yield of_hand(state, Side.BANCO, "turn_banco")
    else:
        yield of_hand(state, Side.PUNTO, "turn_punto", early=True)


def readable(face: str) -> str:
    """A card as people read it: ``10♥``; nothing for one that lies covered."""
    return face_text(face) if face else ""


def exhausted(state: TableState) -> list[str]:
    """The faces of which every card of the decks lies open or is burned: a seventh of six is refused at its key."""
    return sorted(face for face, count in state.faces().items() if count >= state.profile.decks)
