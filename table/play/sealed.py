"""Cards that their shoe knows, as acts use them: sealed when they leave it, opened when they are turned.

A virtual shoe knows all of its cards, and has published a commitment to them: they show what was sealed. An electronic
shoe reads real cards one by one: a card shows what the dealer turns, who may key it.

An act gets from a :class:`Sabot` what it cannot know: seals as cards are dealt, faces and salts as they are turned. At
the table that is the shoe itself; when a register is replayed, it is the entry. What it supplies is recorded in the
effects of the act, so that whoever reads the entry can check it.
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
    """A card whose seal is opened: its number in the order of extraction, its face, and the salt of its seal."""

    number: int
    face: str
    salt: str


class Sabot(Protocol):
    """Interface of shoes that know their cards.

    A virtual one is named by its commitment; where it does not hold a card, LookupError is raised. An electronic one is
    named by its table and taglia, and holds the cards that are still sealed.
    """

    def load(self, decks: int) -> str:
        """Shuffle ``decks`` decks into a new virtual shoe, seal and store its cards, and return its commitment."""

    def seals(self, commitment: str, numbers: Sequence[int]) -> Mapping[int, str]:
        """Return the seals of these cards of a virtual shoe, by number; LookupError for a card it does not hold."""

    def open(self, commitment: str, numbers: Sequence[int]) -> Sequence[Opened]:
        """Return these cards of a virtual shoe, in the order of ``numbers``.

        LookupError for one it does not hold, so for any with a commitment that it does not know.
        """

    def over(self, shoe: str) -> None:
        """Forget all cards of a shoe, named by its commitment if virtual, by table and taglia if electronic.

        They are in the register by then.
        """

    def keep(self, shoe: str, number: int, face: str) -> str:
        """Seal and store the card that an electronic shoe has read as its ``number``, and return its seal.

        It takes the place of an earlier one of that number. Without a face nothing is stored, and "" is returned.
        """

    def stored(self, shoe: str, numbers: Sequence[int]) -> Sequence[Opened]:
        """Return those of these cards of an electronic shoe that are sealed here; the others are left out."""

    def give_up(self, shoe: str, cards: Sequence[Opened]) -> None:
        """Forget these cards of an electronic shoe, named by its table and taglia: they are in the register."""

    def came(self, shoe: str, faces: Sequence[str], numbers: Sequence[int]) -> Sequence[int]:
        """Return, sorted, the number of the first of these cards that the electronic shoe read as each of these faces.

        A face counts once, even if it occurs twice; one that none of these cards was read as gives no number.
        """


class InRegister:
    """A :class:`Sabot` made of the effects of an entry, so that its act can be replayed without the shoe.

    ``read`` returns the effects, as pairs of name and facts; it is called once, and only if an act needs them.
    """

    def __init__(self, read: Callable[[], Sequence[Sequence[Any]]]) -> None:
        """Remember ``read``; it is not called yet."""
        self._read = read

    @cached_property
    def _effects(self) -> Sequence[Sequence[Any]]:
        """Effects of the entry, read at the first access."""
        return self._read()

    def load(self, _decks: int) -> str:
        """Return the commitment that the entry recorded ("shoe_sealed"), whatever the argument.

        Raises StopIteration where it recorded none.
        """
        return next(str(facts["commitment"]) for name, facts in self._effects if name == "shoe_sealed")

    def seals(self, _commitment: str, numbers: Sequence[int]) -> Mapping[int, str]:
        """Return the seals recorded as the cards were drawn, else made of the face and salt that "seals_opened" has.

        KeyError for a card of which the entry has neither.
        """
        known = {number: seal_of(face, salt) for number, face, salt in self._all_together()}
        known |= {
            facts["card"]: facts["seal"] for name, facts in self._effects if name == "card_drawn" and "seal" in facts
        }
        return {number: known[number] for number in numbers}

    def open(self, _commitment: str, numbers: Sequence[int]) -> Sequence[Opened]:
        """Return the cards as they were turned, or opened all together, in the order of ``numbers``.

        Raises KeyError for one that was neither.
        """
        known = {number: (face, salt) for number, face, salt in self._all_together()}
        known |= {it["card"]: (it["face"], it["salt"]) for name, it in self._effects if name == "card_turned"}
        return [Opened(number, *known[number]) for number in numbers]

    def over(self, _shoe: str) -> None:
        """Do nothing: an entry stores nothing elsewhere."""

    def keep(self, _shoe: str, number: int, _face: str) -> str:
        """Return the seal that the entry recorded as it drew this card ("card_drawn"); "" where there is none."""
        drawn = [facts for name, facts in self._effects if name == "card_drawn" and facts["card"] == number]
        return next((str(facts.get("seal", "")) for facts in drawn), "")

    def stored(self, _shoe: str, numbers: Sequence[int]) -> Sequence[Opened]:
        """Return those of these cards that the entry opened: first those turned with a salt, then the others.

        Cards that it did not open are left out.
        """
        turned = [facts for name, facts in self._effects if name == "card_turned" and "salt" in facts]
        alone = [Opened(it["card"], it["face"], it["salt"]) for it in turned]
        return [it for it in (*alone, *(Opened(*it) for it in self._all_together())) if it.number in numbers]

    def give_up(self, _shoe: str, _cards: Sequence[Opened]) -> None:
        """Do nothing: an entry stores nothing elsewhere."""

    def came(self, _shoe: str, _faces: Sequence[str], _numbers: Sequence[int]) -> Sequence[int]:
        """Return the numbers in the entry's effect "laid_elsewhere", whatever the arguments; [] where it has none.

        These are the cards that came out for another box than the one at which their faces were keyed.
        """
        return [number for name, facts in self._effects if name == "laid_elsewhere" for number in facts["came"]]

    def _all_together(self) -> Sequence[Sequence[Any]]:
        """List number, face and salt of each card whose seal "seals_opened" of the entry opened; [] without it."""
        return [it for name, facts in self._effects if name == "seals_opened" for it in facts["cards"]]


def load(act: "Act", decks: int) -> str:
    """Shuffle and seal a new virtual shoe of ``decks`` decks, and return its commitment. Records "shoe_sealed".

    Refuses (E_SHOE) where the act has no store of sealed cards (``act.sabot``).
    """
    published = _sabot(act).load(decks)
    act.effect("shoe_sealed", commitment=published)
    return published


def seals_of(act: "Act", shoe: Shoe, numbers: Sequence[int]) -> Mapping[int, str]:
    """Return the seals with which these cards leave the shoe, by number; {} for real cards that a person deals.

    Those of a virtual shoe were made with it. In an act of an electronic shoe itself (role SHOE) they are made and
    stored here, of the face that it has read ("" where it has read none). Refuses (E_SHOE), in either case, where the
    act has no store of sealed cards (``act.sabot``); raises LookupError where that lacks a card of a virtual shoe.
    """
    if shoe.commitment:
        return _sabot(act).seals(shoe.commitment, numbers)
    if act.role != Role.SHOE:
        return {}
    return {number: _sabot(act).keep(_name(act, shoe), number, act.read) for number in numbers}


def opened(
    act: "Act", shoe: Shoe, cards: Sequence[DrawnCard], keyed: Sequence[Card] | None = None
) -> Mapping[int, Opened]:
    """Return, by number, those of these cards whose seals are opened as they are turned; none without a seal, or open.

    Of a virtual shoe all are, whatever was keyed; refused (E_CARD) if face and salt of one do not fit its seal. Of an
    electronic shoe only those that it read as a face in ``keyed``, and for None none: its store forgets those opened;
    the others stay sealed and stored, and "read_otherwise" is recorded for each. Refuses (E_SHOE), where there is a
    sealed card, an act without a store of them; raises LookupError where that lacks a card of a virtual shoe.
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
    """Return, by number, the sealed cards that an electronic shoe read as faces in ``left``; its store forgets these.

    ``sealed`` are seals by number of card; ``left`` counts the keyed faces that no card shows yet, and is reduced by
    those found. The seals of other cards stay closed and stored ("read_otherwise" for each): what was read of one may
    be the face of a card that is covered elsewhere.
    """
    found = dict[int, Opened]()
    for it in _sabot(act).stored(_name(act, shoe), [*sealed]):
        if left[it.face] and fits(it.face, it.salt, sealed[it.number]):
            left[it.face] -= 1
            found[it.number] = it
    _sabot(act).give_up(_name(act, shoe), [*found.values()])
    for number in sorted(sealed.keys() - found.keys()):
        act.effect("read_otherwise", card=number)
    return found


def came_for_others(act: "Act", shoe: Shoe, here: Sequence[DrawnCard], keyed: Sequence[Card]) -> Sequence[int]:
    """Return the numbers of covered cards outside ``here`` that were read as faces ``keyed`` for the cards ``here``.

    Only of an electronic shoe; () for a virtual one, or if no card ``here``, or none elsewhere, is read and covered.
    Keyed faces that a card ``here`` shows or was read as do not count; if the others are no more than the cards
    ``here`` without a reading, which may show any face, it is (), too. Refuses (E_SHOE) an act without a store.
    """
    sealed = {card.number: card.seal for card in here if card.seal and not card.face}
    others = [card.number for card in act.state.cards if card.seal and not card.face and card.number not in sealed]
    if shoe.commitment or not sealed or not others:
        return ()
    left = Counter(map(str, keyed)) - Counter(card.face for card in here if card.face)
    left -= Counter(it.face for it in _sabot(act).stored(_name(act, shoe), [*sealed]))
    unread = sum(not card.seal and not card.face for card in here)
    return _sabot(act).came(_name(act, shoe), [*left], others) if left.total() > unread else ()


def read_faces(act: "Act", cards: Sequence[DrawnCard]) -> list[str]:
    """Return the faces of these cards, in their order, if each lies open or was read by an electronic shoe; else [].

    Empty as well for a virtual shoe, and where there is no shoe. Otherwise refuses (E_SHOE) an act without a store of
    sealed cards.
    """
    shoe = act.state.shoe
    sealed = [card.number for card in cards if card.seal and not card.face]
    if shoe is None or shoe.commitment or not all(card.face or card.seal for card in cards):
        return []
    read = {it.number: it.face for it in _sabot(act).stored(_name(act, shoe), sealed)}
    faces = [card.face or read.get(card.number, "") for card in cards]
    return faces if all(faces) else []


def open_all_others(act: "Act", shoe: Shoe) -> None:
    """Open all seals of the shoe that are still closed, as the taglia ends, and have the store forget the shoe.

    Of a virtual shoe these are all cards not turned, dealt or not; of an electronic one those dealt with a seal that
    its store still has. Records "seals_opened", unless there are none; the rows of the cards get no face. Refuses
    (E_SHOE) for sealed cards where the act has no store of them; raises LookupError where that lacks a card of a
    virtual shoe, as it does once it has forgotten the shoe.
    """
    if not shoe.commitment:
        if numbers := list(shoe.cards.exclude(seal="").values_list("number", flat=True)):
            tell_opened(act, _sabot(act).stored(_name(act, shoe), numbers))
            _sabot(act).over(_name(act, shoe))
        return
    known = set(shoe.cards.exclude(face="").values_list("number", flat=True))
    others = [number for number in range(1, shoe.cards_total + 1) if number not in known]
    tell_opened(act, _sabot(act).open(shoe.commitment, others))
    _sabot(act).over(shoe.commitment)


def tell_opened(act: "Act", cards: Sequence[Opened]) -> None:
    """Record seals that are opened together ("seals_opened": ``count``, and ``cards`` as [number, face, salt]).

    Nothing where there are none.
    """
    if cards:
        act.effect("seals_opened", count=len(cards), cards=[[*it] for it in cards])


def is_real(shoe: Shoe | None) -> bool:
    """Whether the cards of a shoe are real ones, as those of an electronic shoe are; True without a shoe."""
    return shoe is None or not shoe.commitment


def check_real(act: "Act", shoe: Shoe | None) -> None:
    """Refuse (E_SHOE) to key by hand what a virtual shoe knows itself; passes for real cards, and without a shoe."""
    require(
        is_real(shoe),
        Code.SHOE,
        "The cards come from a virtual shoe: it knows this itself, and nobody keys it.",
        source=act.cite("virtual_shoe"),
    )


def _name(act: "Act", shoe: Shoe) -> str:
    """Name under which the sealed cards of an electronic shoe are stored: the table's code, a space, the taglia."""
    return f"{act.table.code} {shoe.taglia}"


def _sabot(act: "Act") -> Sabot:
    """Return the act's store of sealed cards (``act.sabot``). Refuses (E_SHOE) where it has none."""
    if act.sabot is None:
        raise Refused(Code.SHOE, "There is no virtual shoe here.")
    return act.sabot
