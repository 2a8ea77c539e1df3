"""The cards of a virtual shoe as acts meet them: sealed when they leave it, opened when they are turned.

An act is told by a :class:`Sabot` what it cannot know: seals as cards are dealt, faces and salts as they are turned. At
the table that is the shoe itself; when a register is dealt again it is the entry. What it says stands in the effects of
the act, so that whoever reads the entry can check it.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from table.models import DrawnCard, Shoe
from table.rules.refusal import Code, Refused, require
from table.rules.shoe import fits, seal_of

if TYPE_CHECKING:
    from table.play.act import Act


class Opened(NamedTuple):
    """A card whose seal is opened: its order, its face, and the salt with which it was sealed."""

    number: int
    face: str
    salt: str


class Sabot(Protocol):
    """Virtual shoes, each by what was published of it; of a card that one does not hold they raise LookupError."""

    def load(self, decks: int) -> str:
        """A new one, shuffled and sealed: what is published of it before its first card."""

    def seals(self, commitment: str, numbers: Sequence[int]) -> Mapping[int, str]:
        """The seals of these cards."""

    def open(self, commitment: str, numbers: Sequence[int]) -> Sequence[Opened]:
        """These cards, in their order."""

    def over(self, commitment: str) -> None:
        """Every card of it stands in the register."""


class InRegister:
    """What an entry says of a virtual shoe, by its effects: so its act is done again without the shoe."""

    def __init__(self, read: Callable[[], Sequence[Sequence[Any]]]) -> None:
        self._read = read

    @cached_property
    def _effects(self) -> Sequence[Sequence[Any]]:
        """Read once, and only of an act that asks."""
        return self._read()

    def load(self, _decks: int) -> str:
        """As it was published."""
        return next(str(facts["commitment"]) for name, facts in self._effects if name == "shoe_sealed")

    def seals(self, _commitment: str, numbers: Sequence[int]) -> Mapping[int, str]:
        """As the cards were drawn; of those that came out to be counted it follows from what they were opened to."""
        told = {number: seal_of(face, salt) for number, face, salt in self._all_together()}
        told |= {
            facts["card"]: facts["seal"] for name, facts in self._effects if name == "card_drawn" and "seal" in facts
        }
        return {number: told[number] for number in numbers}

    def open(self, _commitment: str, numbers: Sequence[int]) -> Sequence[Opened]:
        """As they were turned, or opened all together."""
        told = {number: (face, salt) for number, face, salt in self._all_together()}
        told |= {it["card"]: (it["face"], it["salt"]) for name, it in self._effects if name == "card_turned"}
        return [Opened(number, *told[number]) for number in numbers]

    def over(self, _commitment: str) -> None:
        """Nothing is kept of it elsewhere."""

    def _all_together(self) -> Sequence[Sequence[Any]]:
        return [it for name, facts in self._effects if name == "seals_opened" for it in facts["cards"]]


def load(act: "Act", decks: int) -> str:
    """A new virtual shoe, and what binds it to every card of it."""
    published = _sabot(act).load(decks)
    act.effect("shoe_sealed", commitment=published)
    return published


def seals_of(act: "Act", shoe: Shoe, numbers: Sequence[int]) -> Mapping[int, str]:
    """The seals with which these cards leave the shoe; nothing of real cards."""
    return _sabot(act).seals(shoe.commitment, numbers) if shoe.commitment else {}


def opened(act: "Act", shoe: Shoe, cards: Sequence[DrawnCard]) -> Mapping[int, Opened]:
    """Those of these cards that lie sealed, by their numbers, with face and salt; nothing of real cards.

    Refused if one is not what was sealed: then somebody has exchanged it.
    """
    sealed = {card.number: card.seal for card in cards if card.seal and not card.face}
    found = _sabot(act).open(shoe.commitment, [*sealed]) if sealed else ()
    for it in found:
        require(
            fits(it.face, it.salt, sealed[it.number]),
            Code.CARD,
            "Card %(number)s of the virtual shoe is not the one that was sealed.",
            number=it.number,
        )
    return {it.number: it for it in found}


def open_all_others(act: "Act", shoe: Shoe) -> None:
    """The taglia is over: every seal that is not open yet is opened, whether its card was dealt or not."""
    if not shoe.commitment:
        return
    known = set(shoe.cards.exclude(face="").values_list("number", flat=True))
    others = [number for number in range(1, shoe.cards_total + 1) if number not in known]
    tell_opened(act, _sabot(act).open(shoe.commitment, others))
    _sabot(act).over(shoe.commitment)


def tell_opened(act: "Act", cards: Sequence[Opened]) -> None:
    """Seals that are opened together, in one effect."""
    if cards:
        act.effect("seals_opened", count=len(cards), cards=[[*it] for it in cards])


def is_real(shoe: Shoe | None) -> bool:
    """Whether its cards are real ones, which people key and about which they can err."""
    return shoe is None or not shoe.commitment


def check_real(act: "Act", shoe: Shoe | None) -> None:
    """Of a virtual shoe nobody says by hand what it knows itself."""
    require(
        is_real(shoe),
        Code.SHOE,
        "The cards come from a virtual shoe: it knows this itself, and nobody keys it.",
        source=act.state.profile.source,
    )


def _sabot(act: "Act") -> Sabot:
    if act.sabot is None:
        raise Refused(Code.SHOE, "There is no virtual shoe here.")
    return act.sabot
