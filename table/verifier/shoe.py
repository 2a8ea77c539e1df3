"""Check of sealed cards: commitment, seals and their opening, from the entries of a register.

Nobody has to be believed: whoever has the commitment from before the first card of a virtual shoe detects every card
that was exchanged, at the latest when the last seal is opened after the taglia. A shoe reader reads real cards one by
one: for those that it read the same holds, card by card.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from table.rules.cards import DECK_CARDS, decks
from table.rules.shoe import commitment_of, fits, seal_of
from table.verifier import sentences
from table.verifier.reading import Wrong

Facts = Mapping[str, Any]
LOADS = "load_virtual"


class ShoeSoFar:
    """Shoe on the table after the entries so far.

    ``opened`` counts virtual shoes whose cards were all opened, ``read`` the opened cards of shoe readers. If it begins
    ``midway``, the seals of the running taglia are unknown: checks begin with the next one.
    """

    def __init__(self, *, midway: bool = False) -> None:
        """Follow the sealed cards of a register from its first entry; ``midway``: from a later one.

        Then nothing is checked until the running taglia has ended or a virtual shoe is loaded. In a shoe of real cards
        one that was drawn without a seal is not checked; opening it raises :class:`Wrong`.
        """
        self._midway = midway
        self.opened = self.read = 0
        self._put_away()

    @property
    def is_known(self) -> bool:
        """Whether a commitment or any seal of its cards is known."""
        return bool(self._commitment or self._seals)

    def take(self, number: int, verb: str, given: Facts, effects: Sequence[Any]) -> None:
        """Apply one more entry, of a virtual shoe or of real cards that an electronic shoe has read and sealed.

        Raises :class:`Wrong` at the first card that is not the sealed one, and for facts that it cannot read. Of a
        record that begins midway nothing is checked before a virtual shoe is loaded, or up to the end of the taglia,
        that entry included.
        """
        if self._midway and verb != LOADS:
            self._midway = "taglia_ended" not in dict(effects)
            return
        self._midway = False
        try:
            if verb == LOADS or self._commitment:
                self._take(number, verb, given, effects)
            else:
                self._take_read(number, effects)
        except (LookupError, TypeError, ValueError):
            raise Wrong(sentences.SHOE_UNREADABLE, number=number) from None

    def _take_read(self, number: int, effects: Sequence[Any]) -> None:
        """Store the seals of real cards as an electronic shoe reads them, and check each card as it is opened.

        Takes the effects of one entry. The order of the cards is not checked. A card turned with another face than was
        read carries no salt; its seal is opened with "seals_opened". All have to be open when the taglia ends, but of
        cards that turned out not to be out ("card_not_out"). Raises :class:`Wrong`.
        """
        for name, facts in effects:
            match name:
                case "card_drawn" if "seal" in facts:
                    self._seals[facts["card"]] = facts["seal"]
                case "card_not_out":
                    self._seals.pop(facts["card"], None)
                case "card_turned" if "salt" in facts:
                    self._open_read(number, facts["card"], facts["face"], facts["salt"])
                case "seals_opened":
                    for card, face, salt in facts["cards"]:
                        self._open_read(number, card, face, salt)
                case "taglia_ended":
                    self._check_all_open(number, sorted(self._seals))
                    self._put_away()

    def _open_read(self, number: int, card: int, face: str, salt: str) -> None:
        """Open the seal of a real card, and count it as read.

        Raises :class:`Wrong` if it was opened before, has no seal, or the seal is not that of this face and salt;
        ``number`` is the entry that the fault names.
        """
        if card in self._open_cards or not fits(face, salt, self._seals.get(card, "")):
            raise Wrong(sentences.SEALED_OTHERWISE, number=number, card=card, face=face)
        self._open_cards[card] = face
        self.read += 1

    def _check_all_open(self, number: int, cards: Sequence[int]) -> None:
        """Raise :class:`Wrong`, naming entry ``number``, if one of these cards was not opened."""
        missing = [card for card in cards if card not in self._open_cards]
        if missing:
            raise Wrong(sentences.SEAL_NOT_OPENED, number=number, card=missing[0], count=len(missing))

    def _take(self, number: int, verb: str, given: Facts, effects: Sequence[Any]) -> None:
        """Follow the cards of a virtual shoe through one entry. Raises :class:`Wrong`.

        That is its commitment as it is loaded, the seals of cards drawn, the faces of cards turned or opened, and the
        end of the taglia.
        """
        if verb == LOADS:
            self._put_away()
            self._commitment, self._cards = dict(effects)["shoe_sealed"]["commitment"], given["decks"] * DECK_CARDS
        for name, facts in effects:
            match name:
                case "card_drawn":
                    self._deal(number, facts["card"], facts.get("seal", ""))
                case "card_turned":
                    self._open(number, facts["card"], facts["face"], facts.get("salt", ""))
                case "seals_opened":
                    for card, face, salt in facts["cards"]:
                        self._open(number, card, face, salt)
                case "taglia_ended":
                    self._close(number)

    def _put_away(self) -> None:
        """Forget the shoe: its commitment, seals and open cards."""
        self._commitment, self._cards = "", 0
        self._seals: dict[int, str] = {}
        self._open_cards: dict[int, str] = {}

    def _deal(self, number: int, card: int, seal: str) -> None:
        """Store the seal of a card, by its number in the shoe. Raises :class:`Wrong` without one, or out of its order.

        A card may come again, with the same seal only: its drawing was struck from the record. ``number`` is the entry
        that the fault names.
        """
        again = self._seals.get(card, seal)
        if card not in range(1, len(self._seals) + 2) or not seal or again != seal:
            raise Wrong(sentences.DEALT_OUT_OF_ORDER, number=number, card=card)
        self._seals[card] = seal

    def _open(self, number: int, card: int, face: str, salt: str) -> None:
        """Store the face of an opened card. Raises :class:`Wrong` unless it is the sealed one, and was not open before.

        Where its seal is not known yet (dealt and opened in one act, or left in the shoe) it is computed from the face,
        and checked with the commitment at the end of the taglia. ``number`` is the entry that the fault names.
        """
        if not fits(face, salt, self._seals.get(card, seal_of(face, salt))) or card in self._open_cards:
            raise Wrong(sentences.SEALED_OTHERWISE, number=number, card=card, face=face)
        self._seals.setdefault(card, seal_of(face, salt))
        self._open_cards[card] = face

    def _close(self, number: int) -> None:
        """Check a virtual shoe as its taglia ends, count it as opened, and forget it.

        Raises :class:`Wrong` unless every card of its decks is open, the seals give the commitment, and the faces are
        whole decks; so it does without a virtual shoe, which is for the caller to check.
        """
        self._check_all_open(number, range(1, self._cards + 1))
        if commitment_of(self._seals[card] for card in sorted(self._seals)) != self._commitment:
            raise Wrong(sentences.SHOE_EXCHANGED, number=number)
        if Counter(self._open_cards.values()) != Counter(map(str, decks(self._cards // DECK_CARDS))):
            raise Wrong(sentences.NOT_THE_DECKS, number=number)
        self.opened += 1
        self._put_away()
