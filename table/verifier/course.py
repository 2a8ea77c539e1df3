"""Order of taglie, coups and cards in a register, and whether what an entry names agrees with the entries around it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from table.rules.cards import parse
from table.rules.regola import Outcome
from table.verifier import sentences
from table.verifier.reading import Wrong
from table.verifier.sentences import Sentence

Facts = Mapping[str, Any]
LOADS = {"load", "load_virtual"}
OF_THE_COUP = {"place", "raise", "lower", "withdraw", "clear", "change_cash", "keep", "repeat", "name_highest"}
"""Verbs that name the coup being played by its key."""
TURN = {"deal", "turn_battuta", "turn_banco", "turn_punto", "turn_third"}
"""Verbs whose keyed cards are turned, but for those that lie open already."""
TURN_NONE = {"wrong_number", "laid_elsewhere"}
"""Effects by which the keyed cards stay covered; they name them."""
MADE_BY = {
    Outcome.SETTLED: {"settled", "not_computed"},
    Outcome.ANNULLED: {"coup_annulled"},
    Outcome.NULL_SEVEN: {"coup_null"},
    Outcome.BLANK: {"blank_started"},
}
"""Effects of which a coup that ends so has one."""


class Course:
    """Taglia and coup being played, and the cards out of the shoe, after the entries so far."""

    def __init__(self) -> None:
        """Follow a register from its first entry."""
        self._taglia = self._ended = 0
        self._out: int | None = 0
        self._names = set[str]()

    def take(self, number: int, verb: str, given: Facts, effects: Sequence[Any]) -> None:
        """Apply one more entry. Raises :class:`Wrong` if it names a card, coup, taglia or outcome that does not follow.

        So it does where other cards were keyed than it turns.
        """
        if verb in LOADS:
            self._taglia, self._ended, self._out = self._taglia + 1, 0, 0
        for name, facts in effects:
            self._names.add(name)
            self._follow(number, name, facts)
        if verb in OF_THE_COUP:
            _check(number, sentences.COUP, given["coup"], f"{self._taglia}.{self._ended + 1}")
        if verb in TURN:
            self._check_keyed(number, given, effects)

    def _follow(self, number: int, name: str, facts: Facts) -> None:
        """Apply one effect. Raises :class:`Wrong` as :meth:`take` does.

        How many cards are out is not known once the rest of the shoe was counted, until the next one is loaded.
        """
        match name:
            case "card_drawn":
                if self._out is not None:
                    self._out += 1
                    _check(number, sentences.CARD, facts["card"], self._out)
            case "card_not_out" if self._out is not None:
                self._out -= 1
            case "remaining_extracted" | "cards_missing":
                self._out = None
            case "taglia_started" | "taglia_ended":
                _check(number, sentences.TAGLIA, facts["taglia"], self._taglia)
            case "coup_burned" | "coup_cancelled":
                self._end(number, facts)

    def _check_keyed(self, number: int, given: Facts, effects: Sequence[Any]) -> None:
        """Raise :class:`Wrong` unless the cards that an entry turns were keyed; any other keyed one lay open before."""
        keyed = Counter(str(parse(card)) for card in given.get("cards") or [*filter(None, [given.get("card")])])
        turned = Counter(facts["face"] for name, facts in effects if name == "card_turned")
        turned += Counter(card for name, facts in effects if name in TURN_NONE for card in facts["cards"])
        if turned - keyed:
            raise Wrong(sentences.KEYED_OTHERWISE, number=number)

    def _end(self, number: int, facts: Facts) -> None:
        """Count a coup that ends. Raises :class:`Wrong` if nothing in it makes the outcome that is named."""
        outcome = facts.get("outcome")
        if outcome is not None and not MADE_BY[Outcome(outcome)] & self._names:
            raise Wrong(sentences.ENDS_OTHERWISE, number=number, outcome=outcome)
        self._ended += 1
        self._names.clear()


def _check(number: int, what: Sentence, named: object, follows: object) -> None:
    """Raise :class:`Wrong` if an entry names another card, coup or taglia than the one that follows."""
    if named != follows:
        raise Wrong(sentences.NOT_THE_NEXT, number=number, what=what, named=named, follows=follows)
