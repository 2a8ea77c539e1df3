"""Cards that their shoe knows, as acts meet them: sealed when they leave it, opened when they are turned.

A virtual shoe knows all of its cards, and what it has published binds it to them: what they show is what was sealed.
An electronic shoe reads real cards one by one: what a card shows is what the dealer turns, and he may key it.

An act is told by a :class:`Sabot` what it cannot know: seals as cards are dealt, faces and salts as they are turned. At
the table that is the shoe itself; when a register is dealt again it is the entry. What it says stands in the effects of
the act, so that whoever reads the entry can check it.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from table.models import DrawnCard, Shoe
from table.rules.cards import Card
from table.rules.profile import Role
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
    """Shoes that know their cards.

    Virtual ones are called by what was published of them; of a card that one does not hold they raise LookupError.
    Of an electronic one, called by its table and taglia, those cards are here that lie sealed still.
    """

    def load(self, decks: int) -> str:
        """A new one, shuffled and sealed: what is published of it before its first card."""

    def seals(self, commitment: str, numbers: Sequence[int]) -> Mapping[int, str]:
        """The seals of these cards."""

    def open(self, commitment: str, numbers: Sequence[int]) -> Sequence[Opened]:
        """These cards, in their order."""

    def over(self, shoe: str) -> None:
        """Every card of it stands in the register."""

    def keep(self, shoe: str, number: int, face: str) -> str:
        """An electronic shoe has read this card: its seal; empty where no face was read."""

    def kept(self, shoe: str, numbers: Sequence[int]) -> Sequence[Opened]:
        """Those of these cards of an electronic shoe that lie sealed still, in their order."""

    def give_up(self, shoe: str, cards: Sequence[Opened]) -> None:
        """These cards of an electronic shoe stand in the register."""

    def came(self, shoe: str, faces: Sequence[str], numbers: Sequence[int]) -> Sequence[int]:
        """Those of these cards of an electronic shoe of which one of these faces was read."""


class InRegister:
    """What an entry says of a shoe that knows its cards, by its effects: so its act is done again without the shoe."""

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

    def over(self, _shoe: str) -> None:
        """Nothing is kept of it elsewhere."""

    def keep(self, _shoe: str, number: int, _face: str) -> str:
        """As the card was drawn."""
        drawn = [facts for name, facts in self._effects if name == "card_drawn" and facts["card"] == number]
        return next((str(facts.get("seal", "")) for facts in drawn), "")

    def kept(self, _shoe: str, numbers: Sequence[int]) -> Sequence[Opened]:
        """Those that were opened: as they were turned, or all together."""
        turned = [facts for name, facts in self._effects if name == "card_turned" and "salt" in facts]
        told = [Opened(it["card"], it["face"], it["salt"]) for it in turned]
        return [it for it in (*told, *(Opened(*it) for it in self._all_together())) if it.number in numbers]

    def give_up(self, _shoe: str, _cards: Sequence[Opened]) -> None:
        """They are kept nowhere else."""

    def came(self, _shoe: str, _faces: Sequence[str], _numbers: Sequence[int]) -> Sequence[int]:
        """As it was noticed."""
        return [number for name, facts in self._effects if name == "laid_elsewhere" for number in facts["came"]]

    def _all_together(self) -> Sequence[Sequence[Any]]:
        return [it for name, facts in self._effects if name == "seals_opened" for it in facts["cards"]]


def load(act: "Act", decks: int) -> str:
    """A new virtual shoe, and what binds it to every card of it."""
    published = _sabot(act).load(decks)
    act.effect("shoe_sealed", commitment=published)
    return published


def seals_of(act: "Act", shoe: Shoe, numbers: Sequence[int]) -> Mapping[int, str]:
    """The seals with which these cards leave the shoe; nothing of real cards that no electronic shoe has read."""
    if shoe.commitment:
        return _sabot(act).seals(shoe.commitment, numbers)
    if act.role != Role.SHOE:
        return {}
    return {number: _sabot(act).keep(_name(act, shoe), number, act.read) for number in numbers}


def opened(
    act: "Act", shoe: Shoe, cards: Sequence[DrawnCard], keyed: Sequence[Card] | None = None
) -> Mapping[int, Opened]:
    """Those of these cards whose seals are opened now, by their numbers, with face and salt; nothing of unread cards.

    Refused if one of a virtual shoe is not what was sealed: then somebody has exchanged it. Of the cards that an
    electronic shoe has read those are opened that show a face that is ``keyed``, and it is told of the others.
    """
    sealed = {card.number: card.seal for card in cards if card.seal and not card.face}
    if not sealed:
        return {}
    if not shoe.commitment:
        left = Counter(map(str, keyed or ())) - Counter(card.face for card in cards if card.face)
        return _as_keyed(act, shoe, sealed, left)
    found = _sabot(act).open(shoe.commitment, [*sealed])
    for it in found:
        require(
            fits(it.face, it.salt, sealed[it.number]),
            Code.CARD,
            "Card %(number)s of the virtual shoe is not the one that was sealed.",
            number=it.number,
        )
    return {it.number: it for it in found}


def _as_keyed(act: "Act", shoe: Shoe, sealed: Mapping[int, str], left: Counter[str]) -> Mapping[int, Opened]:
    """The cards of which the faces that are left say what was read; of another one its seal stays closed.

    What was read of that one may be the face of a card that lies covered elsewhere.
    """
    found = dict[int, Opened]()
    for it in _sabot(act).kept(_name(act, shoe), [*sealed]):
        if left[it.face] and fits(it.face, it.salt, sealed[it.number]):
            left[it.face] -= 1
            found[it.number] = it
    _sabot(act).give_up(_name(act, shoe), [*found.values()])
    for number in sorted(sealed.keys() - found.keys()):
        act.effect("read_otherwise", card=number)
    return found


def came_for_others(act: "Act", shoe: Shoe, lie: Sequence[DrawnCard], keyed: Sequence[Card]) -> Sequence[int]:
    """The cards, by their numbers, that came out for another place and are turned here, where these lie by the record.

    A face that was read of none of these, and was read of a card that lies covered elsewhere. What was read of those
    that ought to lie here is told by nothing. Of those that could not be read any face may be.
    """
    sealed = {card.number: card.seal for card in lie if card.seal and not card.face}
    others = [card.number for card in act.state.cards if card.seal and not card.face and card.number not in sealed]
    if shoe.commitment or not sealed or not others:
        return ()
    left = Counter(map(str, keyed)) - Counter(card.face for card in lie if card.face)
    left -= Counter(it.face for it in _sabot(act).kept(_name(act, shoe), [*sealed]))
    unread = sum(not card.seal and not card.face for card in lie)
    return _sabot(act).came(_name(act, shoe), [*left], others) if left.total() > unread else ()


def read_faces(act: "Act", cards: Sequence[DrawnCard]) -> list[str]:
    """The faces of these cards, each of which lies open or was read by an electronic shoe; empty if one is unknown."""
    shoe = act.state.shoe
    sealed = [card.number for card in cards if card.seal and not card.face]
    if shoe is None or shoe.commitment or not all(card.face or card.seal for card in cards):
        return []
    told = {it.number: it.face for it in _sabot(act).kept(_name(act, shoe), sealed)}
    faces = [card.face or told.get(card.number, "") for card in cards]
    return faces if all(faces) else []


def open_all_others(act: "Act", shoe: Shoe) -> None:
    """The taglia is over: every seal that is not open yet is opened, whether its card was dealt or not."""
    if not shoe.commitment:
        _open_what_was_read(act, shoe)
        return
    known = set(shoe.cards.exclude(face="").values_list("number", flat=True))
    others = [number for number in range(1, shoe.cards_total + 1) if number not in known]
    tell_opened(act, _sabot(act).open(shoe.commitment, others))
    _sabot(act).over(shoe.commitment)


def _open_what_was_read(act: "Act", shoe: Shoe) -> None:
    """Of cards that nobody turned, and of those that were keyed otherwise than they were read."""
    if numbers := list(shoe.cards.exclude(seal="").values_list("number", flat=True)):
        tell_opened(act, _sabot(act).kept(_name(act, shoe), numbers))
        _sabot(act).over(_name(act, shoe))


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
        source=act.cite("virtual_shoe"),
    )


def _name(act: "Act", shoe: Shoe) -> str:
    """What an electronic shoe’s cards of this taglia are called by."""
    return f"{act.table.code} {shoe.taglia}"


def _sabot(act: "Act") -> Sabot:
    if act.sabot is None:
        raise Refused(Code.SHOE, "There is no virtual shoe here.")
    return act.sabot
