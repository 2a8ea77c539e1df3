"""Dealer of the cast, who does the acts that the table expects, and the cards that are known to come.

Cards are keyed in as at a table: covered ones leave the shoe without a face, which is keyed when they are turned.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from table.models import Person
from table.play.state import TableState
from table.rules.cards import Card
from table.rules.profile import Role
from table.rules.refusal import Code, require
from table.rules.regola import FIRST_CARDS, Side
from table.script.cast import person
from table.script.dealing import GoodDealer, Step, TrueCards, faces, right_points
from table.script.staff import Staff
from table.script.values import WrittenStake

PREPARES = ("load", "load_virtual", "shuffle", "cut", "insert_cut_card", "open_bets", "play_blank")
"""Acts that a script or chance has to decide."""
AFTER_THE_CARDS = ("announce", "extract_remaining", "settle", "burn")


class Player(Staff, GoodDealer):
    """Cast with a dealer who goes on as far as the cards are known.

    Of the present table ``coming`` are the next cards of the shoe, ``faces`` those of covered cards, by taglia and
    number. Where ``cut_card_at`` is set, ``coming`` is the whole shoe, and the cut card comes by itself once that
    number of cards is out.
    """

    leaves: tuple[str, ...] = PREPARES

    def __init__(
        self, code: str, *, wait: Callable[[], object] = lambda: None, who: Callable[[Role], Person] = person
    ) -> None:
        """Prepare to play at the table with this code, with no cards known yet.

        ``wait`` is called before each act, ``who`` returns the person of an office.
        """
        super().__init__(code, wait=wait, who=who)
        self.cut_card_at: int | None = None
        self.coming: deque[Card] = deque()
        self.faces: dict[tuple[int, int], Card] = {}
        self._elsewhere: dict[str, tuple[deque[Card], dict[tuple[int, int], Card], int | None]] = {}

    def go_to(self, code: str) -> None:
        """Go on at the table with this code as :meth:`Staff.go_to` does, with the cards that were known there last."""
        self._elsewhere[self.code] = self.coming, self.faces, self.cut_card_at
        super().go_to(code)
        self.coming, self.faces, self.cut_card_at = self._elsewhere.pop(code, (deque(), {}, None))

    # --- stakes

    @property
    def coup(self) -> str:
        """Key of the current coup, as acts name it; ``0.0`` if there is none."""
        coup = self.state.coup
        return coup.key if coup else "0.0"

    def open_betting(self) -> None:
        """Open the betting and take off the stakes left by a tie, by one act (`clear`); nothing if there is a coup."""
        if self.state.coup is not None:
            return
        self.press("open_bets")
        if self.state.stakes:
            self.press("clear", coup=self.coup)

    def stake(self, stakes: Iterable[WrittenStake], *, cash: bool = False) -> None:
        """Lay these stakes in the current coup, one after the other; with ``cash`` in banknotes.

        Refused as the table refuses them, the first (E_PHASE) without a coup; those laid before a refusal stay.
        """
        coup = self.coup
        for box, amount, position, guest in stakes:
            self.press("place", coup=coup, position=position, box=box.value, amount=amount, cash=cash, guest=guest)

    # --- the dealer's acts

    @property
    def cards(self) -> "Player":
        """This player itself, who knows ``coming`` and ``faces``."""
        return self

    def shown(self, numbers: Sequence[int]) -> list[str]:
        """Return the faces of the cards with these numbers of the taglia, in that order, out or still to come.

        Raises LookupError where one is not known.
        """
        taglia, out = self._out(self.state)
        return [str(self.coming[it - out - 1] if it > out else self.faces[taglia, it]) for it in numbers]

    def remaining(self) -> list[str]:
        """Return the faces of all cards to come, next first.

        Raises LookupError unless ``cut_card_at`` is set, as only then the whole shoe is known.
        """
        if self.cut_card_at is None:
            # A line of the script says which cards were left.
            raise LookupError
        return [str(card) for card in self.coming]

    def keyed(self, verb: str, state: TableState) -> Step:
        """Return the act with its arguments, as :meth:`GoodDealer.keyed` does; ``deal`` may become ``card_out``.

        That is where the first four cannot be dealt by one act. Raises LookupError where a card for it is not known,
        and for a card out of the shoe where none is known to come.
        """
        if verb == "deal" and self._one_by_one(state):
            verb = "card_out"
        if verb in ("deal", "card_out") and not self.coming:
            raise LookupError
        return super().keyed(verb, state)

    def send(self, act: Step) -> None:
        """Press an act as the person entitled to it.

        Before a ``card_out`` behind the cut card, presses ``cut_card_out``. After ``extract_remaining`` no cards are
        known to come any more.
        """
        verb, given = act
        if verb == "card_out" and self._cut_card_comes(self.state):
            self.press("cut_card_out")
        self.press(verb, **given)
        if verb == "extract_remaining":
            self.coming.clear()

    def press(self, verb: str, /, **given: Any) -> None:
        """Press an act as the office entitled to it, as :meth:`Staff.press` does.

        Moves as many cards as left the shoe by it from ``coming`` to ``faces``; cards that were not known to come stay
        unknown.
        """
        before = self._out(self.state)[1] if self.coming else 0
        super().press(verb, **given)
        taglia, out = self._out(self.state) if self.coming else (0, 0)
        for number in range(before + 1, min(out, before + len(self.coming)) + 1):
            self.faces[taglia, number] = self.coming.popleft()

    def announce(self, **points: int) -> None:
        """Announce the points of both hands by ``punto`` and ``banco``: those in ``points``, else the right ones.

        Once points were announced in this coup, as «le carte parlano».
        """
        self.press("announce", **{**right_points(self.state), **points})

    # --- cards leave the shoe

    def draw(self, cards: Sequence[Card]) -> None:
        """Draw these cards, with the acts before and between them, but none after the last of them.

        Nothing is announced: a card that is not asked for by then is tried (:meth:`ask_for_a_card`). If cards waited
        for this hand, ``cards`` begins with them, and they are not drawn again; refuses others in their place (E_CARD).
        No cards are known to come after it.
        """
        self.advance("deal", *AFTER_THE_CARDS)
        self.coming = deque(_behind_the_waiting(self.state, cards, self))
        try:
            while self.coming:
                if not self.step(*AFTER_THE_CARDS):
                    self.ask_for_a_card()
        finally:
            self.coming.clear()

    def ask_for_a_card(self) -> None:
        """Press `card_out` with the next known card although the table asks for none.

        Raises Refused as the table does, unless the card may still be one of the hand, as while an incident holds the
        coup; LookupError where no card is known to come. Without a coup ``deal`` is pressed first, and its refusal is
        raised.
        """
        if self.state.coup is None:
            self.press("deal")
        self.perform("card_out")

    def extract_remaining(self, cards: Iterable[Card]) -> None:
        """Draw these cards, all that are left in the sabot, by one act for the count; then none are known to come."""
        self.send(("extract_remaining", {"cards": [str(card) for card in cards]}))

    def _one_by_one(self, state: TableState) -> bool:
        """Whether the rest of the first four cards cannot be dealt by one act.

        Because ``coming`` has too few of them, or the cut card lies in front of one of them.
        """
        lacking = FIRST_CARDS - len(state.at_boxes)
        return len(self.coming) < lacking or self._cut_card_comes(state, lacking - 1)

    def card_out(self, card: Card, *, seen: bool = False, extra: bool = False) -> None:
        """Draw this card now, due or not, and remember its face as that of the next number of the taglia.

        The face goes to the table only if ``seen``, as that of an exposed card; ``extra`` says that it is one too many.
        """
        taglia, out = self._out(self.state)
        self.press("card_out", card=str(card) if seen else None, exposed=seen, extra=extra)
        self.faces[taglia, out + 1] = card

    def _cut_card_comes(self, state: TableState, cards: int = 0) -> bool:
        """Whether the cut card lies in front of one of the next ``cards`` + 1 cards of the shoe.

        False once it is out, where its place is not known, and without a shoe.
        """
        shoe = state.shoe
        if shoe is None or self.cut_card_at is None or shoe.cut_card_at is not None:
            return False
        return shoe.out + cards >= self.cut_card_at

    @staticmethod
    def _out(state: TableState) -> tuple[int, int]:
        """Return the number of the taglia and how many of its cards are out; (0, 0) without a shoe."""
        return (state.shoe.taglia, state.shoe.out) if state.shoe else (0, 0)

    def turn(self, verb: str, side: Side) -> None:
        """Press ``verb`` with the faces of the first two cards of a side as ``cards``; [] if one is not known."""
        state, cards = self.state, list[str]()
        with suppress(LookupError):
            cards = faces(state, self, state.at(side)[:2])
        self.press(verb, cards=cards)


def _behind_the_waiting(state: TableState, cards: Sequence[Card], known: TrueCards) -> Sequence[Card]:
    """Return ``cards`` without those that waited beside the sabot for this hand, which come first and are out already.

    Refuses (E_CARD) where the first of ``cards`` differ from those, if all of their faces are known. Returns all of
    ``cards`` without a coup, or once another card of the hand is out.
    """
    if state.coup is None or not all(card.waited for card in state.cards):
        return cards
    waited = list[str]()
    with suppress(LookupError):
        waited = faces(state, known, state.cards)
    for waiting, named in zip(waited, cards, strict=False):
        require(
            waiting == str(named),
            Code.CARD,
            "%(waiting)s waited beside the sabot and is the first card of this hand; %(named)s cannot be.",
            waiting=waiting,
            named=named,
        )
    return cards[len(state.cards) :]
