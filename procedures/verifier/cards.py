"""Cards of a coup after each entry, as the outcomes of the entries tell it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from procedures.verifier.register import ShownEntry
from table.rules.cards import parse
from table.rules.regola import FIRST_CARDS, Layout, Side, lay_out
from table.rules.shoe import fits

BOXES = (Side.PUNTO.value, Side.BANCO.value)
HELD = ("held_under", "held_seen")
COVERED = "??"
BURNED, OF_THE_REST = "burned", "remaining"
"""Where a card is that is in no picture: burned, or counted out of the shoe."""
NumberedFace = tuple[int, str | None]
Facts = Mapping[str, Any]


class CardSoFar(NamedTuple):
    """Card: where it lies, and its face, empty while it is covered, None where no entry that is here tells it."""

    at: str
    face: str | None


class LaidCards(NamedTuple):
    """Cards as they lie at one moment, by box, "" for those at neither, and those ``waiting`` for the next hand.

    They are numbers with their faces, ``??`` for a covered one, None for an unknown face. ``places`` are those in the
    order of extraction, by number: with the burned ones counted, which may be of the hand or not, and without.
    """

    hands: Mapping[str, Sequence[NumberedFace]]
    waiting: Sequence[NumberedFace]
    places: Mapping[int, Collection[int]]


NO_CARDS = LaidCards({}, (), {})


class CardsSoFar:
    """Cards by their numbers in the taglia after the entries so far.

    ``opened`` counts those of a virtual shoe or a shoe reader whose seal was opened, ``unlike`` are those whose face is
    not the sealed one.
    """

    def __init__(self) -> None:
        """Begin with no card out, no seal opened and no difference found, and with the effects that move cards."""
        self.found: dict[int, CardSoFar] = {}
        self.opened = 0
        self.unlike: list[tuple[int, str]] = []
        self._seals: dict[int, str] = {}
        self._entered, self._elsewhere = 0, False
        self._moves: Mapping[str, Callable[[Facts], object]] = {
            "card_drawn": self._drawn,
            "card_turned": self._turned,
            "card_held": lambda it: self._move(it["card"], HELD[it["seen"]]),
            "held_card_enters": self._enters,
            "early_card_placed": lambda it: self._move(it["card"], it["side"]),
            "waiting_card_seen": lambda it: self._move(it["card"], HELD[True]),
            "lies_elsewhere": self._elsewhere_laid,
            "was_not_shown": lambda it: self._face(it["card"], ""),
            "entry_corrected": self._corrected,
            "card_not_out": lambda it: self.found.pop(it["card"], None),
            "cards_burned": self._burned,
            "cards_lie": self._laid,
            "coup_burned": lambda _it: self.keep_held(),
            "coup_cancelled": lambda _it: self.keep_held(),
            "taglia_ended": lambda _it: self.found.clear(),
        }

    def keep_held(self) -> None:
        """Forget all cards but those that wait for the next hand."""
        self.found = {card: it for card, it in self.found.items() if it.at in HELD}

    def take(self, entry: ShownEntry) -> None:
        """Apply the effects on cards of one more entry. Raises LookupError, TypeError, ValueError for unknown forms."""
        self._entered, self._elsewhere = 0, not {"lies_elsewhere", "was_not_shown"}.isdisjoint(dict(entry.effects))
        for name, facts in entry.effects:
            if name in self._moves:
                self._moves[name](facts)

    def _drawn(self, facts: Facts) -> None:
        """Add a card that was drawn, covered, where it lies by the facts; with its seal if its shoe knew it."""
        self.found[facts["card"]] = CardSoFar(facts["at"], "")
        if "seal" in facts:
            self._seals[facts["card"]] = facts["seal"]

    def _turned(self, facts: Facts) -> None:
        """Set the face of a card; where its shoe had sealed it, and the salt is there that opens the seal, check this.

        Such a card is counted in ``opened``; a face that does not fit its seal is added to ``unlike``.
        """
        card, face = facts["card"], facts["face"]
        self._face(card, face)
        if "salt" in facts and card in self._seals:
            self.opened += 1
            self.unlike += [] if fits(face, facts["salt"], self._seals[card]) else [(card, face)]

    def _enters(self, facts: Facts) -> None:
        """Move a card that had waited to Punto, Banco, Punto or Banco by its turn in the entry; a fifth "waiting"."""
        self._move(facts["card"], BOXES[self._entered % 2] if self._entered < FIRST_CARDS else "waiting")
        self._entered += 1

    def _elsewhere_laid(self, facts: Facts) -> None:
        """Cover the card to which a face was keyed by mistake, and give it to ``as_card``; neither is moved."""
        self._face(facts["card"], "")
        self._face(facts["as_card"], facts["face"])

    def _corrected(self, facts: Facts) -> None:
        """Set the corrected face of a card, unless by the same entry one lies elsewhere or was not shown."""
        if facts["what"] == "card" and not self._elsewhere:
            self._face(facts["new"]["number"], facts["new"]["card"])

    def _burned(self, facts: Facts) -> None:
        """Move these cards to the burned ones, so that they lie at no box; their faces stay."""
        for card in facts["cards"]:
            self._move(card, BURNED)

    def _laid(self, facts: Facts) -> None:
        """Replace all cards by those of a list of what lies where: number, face ("" for a covered one), location."""
        self.found = {card: CardSoFar(at, face) for card, face, at in facts["cards"]}

    def _face(self, card: int, face: str) -> None:
        """Set the face of a card; one that is not known so far is added, with the location ""."""
        self.found[card] = self.found.get(card, CardSoFar("", face))._replace(face=face)

    def _move(self, card: int, at: str) -> None:
        """Set the location of a card; one that is not known so far is added, with None for its unknown face."""
        self.found[card] = self.found.get(card, CardSoFar(at, None))._replace(at=at)

    def at(self, *where: str) -> list[NumberedFace]:
        """List number and face of the cards there by number: ``??`` for a covered one, None for an unknown face."""
        return [
            (card, COVERED if it.face == "" else it.face) for card, it in sorted(self.found.items()) if it.at in where
        ]

    def laid(self) -> LaidCards:
        """Return the cards as they lie now; those that were burned, or counted out of the shoe, are in no hand.

        Cards that wait for the next hand are in ``waiting``, and among those at neither box as well. A card has two
        places in the order of extraction: without the burned ones, and with them.
        """
        apart = {it.at for it in self.found.values()} - {*BOXES, BURNED, OF_THE_REST}
        here = sorted(card for card, _face in self.at(*BOXES, *apart))
        with_burned = sorted([*here, *(card for card, _face in self.at(BURNED))])
        first, other = ({card: at for at, card in enumerate(it, start=1)} for it in (here, with_burned))
        places = {card: (first[card], other[card]) for card in here}
        return LaidCards({**{side: self.at(side) for side in BOXES}, "": self.at(*apart)}, self.at(*HELD), places)

    def layout(self) -> Layout | None:
        """Return both hands if they are open, complete, and as the Regola serves them in this order; None otherwise."""
        found = open_hands({side: self.at(side) for side in BOXES})
        if found is None:
            return None
        punto, banco = found.punto, found.banco
        drawn = [punto[0], banco[0], punto[1], banco[1], *punto[2:], *banco[2:]]
        return found if lay_out(drawn) == found and found.due is None else None


def open_hands(found: Mapping[str, Sequence[NumberedFace]]) -> Layout | None:
    """Return hands as they lie, whether by the Regola or not; None unless each has at least two cards, all open."""
    faces = [[face for _card, face in found.get(side, ())] for side in BOXES]
    if any(len(hand) < FIRST_CARDS // 2 or {None, COVERED} & {*hand} for hand in faces):
        return None
    punto, banco = (tuple(map(parse, hand)) for hand in faces)
    return Layout(punto, banco, ())
