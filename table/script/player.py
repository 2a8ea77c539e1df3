"""Dealer of the cast, who does the acts that the table expects, and the cards that are known to come.

Cards are keyed in as at a table: covered ones leave the shoe without a face, which is keyed when they are turned.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from table.models import DrawnCard, Person
from table.play.next_act import next_act
from table.play.state import TableState
from table.rules.cards import Card, points
from table.rules.profile import Role
from table.rules.refusal import Code, require
from table.rules.regola import FIRST_CARDS, Claim, Side, claim_of
from table.script.cast import person
from table.script.staff import Staff
from table.script.values import Chips

AFTER_THE_CARDS = ("announce", "extract_remaining", "settle", "burn")


class Player(Staff):
    """Cast with a dealer who goes on as far as the cards are known.

    ``coming`` are the next cards of the shoe, ``faces`` those of covered cards, by taglia and number. Where
    ``cut_card_at`` is set, ``coming`` is the whole shoe, and the cut card comes by itself once that number of cards is
    out.
    """

    def __init__(
        self, code: str, *, wait: Callable[[], object] = lambda: None, who: Callable[[Role], Person] = person
    ) -> None:
        super().__init__(code, wait=wait, who=who)
        self.cut_card_at: int | None = None
        self.coming: deque[Card] = deque()
        self.faces: dict[tuple[int, int], Card] = {}

    # --- stakes

    @property
    def coup(self) -> str:
        """Key of the current coup, as acts name it; ``0.0`` if there is none."""
        coup = self.state.coup
        return coup.key if coup else "0.0"

    def open_betting(self) -> None:
        """Open the betting unless there is a coup, and clear stakes left by a tie, so that all stakes are new."""
        if self.state.coup is not None:
            return
        self.press("open_bets")
        if self.state.stakes:
            self.press("clear", coup=self.coup)

    def stake(self, stakes: Iterable[Chips], *, cash: bool = False) -> None:
        """Lay these stakes, one after the other."""
        coup = self.coup
        for box, amount, position, guest in stakes:
            self.press("place", coup=coup, position=position, box=box.value, amount=amount, cash=cash, guest=guest)

    # --- the dealer's next act

    def advance(self, *goals: str) -> None:
        """Do the dealer's next acts until one of ``goals`` is next, or none can be done as a fact is missing."""
        while self.step(*goals):
            pass

    def step(self, *goals: str) -> bool:
        """Do the dealer's next act and return True; False if there is none, it is one of ``goals`` or lacks a fact."""
        state = self.state
        act = next_act(state)
        return act is not None and act.verb not in goals and self._do(act.verb, state)

    def _do(self, verb: str, state: TableState) -> bool:
        """Do this act; return False if it is not the dealer's or a fact that it needs is not known."""
        match verb:
            case "close_bets" | "call_last_coup" | "call_blank":
                self.press(verb, said=True)
            case "settle" | "burn" | "pass_reading":
                self.press(verb)
            case "announce":
                self.announce()
            case "deal" | "card_out" | "extract_remaining":
                return self._take(verb, state)
            case "declare" | "turn_punto" | "turn_banco" | "turn_third":
                return self._show(verb, state)
            case _:
                return False
        return True

    def announce(self, banco: int | None = None, punto: int | None = None) -> None:
        """Announce the points of both hands, or those given; from the second time in a coup as «le carte parlano»."""
        state = self.state
        coup = state.coup
        hands = {side: [card for card in state.hand(side) if card.rank != "?"] for side in Side}
        self.press(
            "announce",
            banco=points(hands[Side.BANCO]) if banco is None else banco,
            punto=points(hands[Side.PUNTO]) if punto is None else punto,
            cards_speak=coup is not None and coup.announced_banco is not None,
        )

    # --- cards leave the shoe

    def draw(self, cards: Sequence[Card]) -> None:
        """Draw these cards, one by one, with the acts that fall between them, as far as the announcement.

        If cards waited for this hand, ``cards`` begins with them, and they are not drawn again; others are refused
        (E_CARD).
        """
        self.advance("deal", *AFTER_THE_CARDS)
        self.coming = deque(_behind_the_waiting(self.state, cards, self.faces))
        try:
            while self.coming:
                if not self.step(*AFTER_THE_CARDS):
                    self.ask_for_a_card()
        finally:
            self.coming.clear()

    def ask_for_a_card(self) -> None:
        """Draw the next card although none is due, so that the table refuses it by the Regola."""
        state = self.state
        if state.coup is None:
            self.press("deal")
        self._card_out(state)

    def _take(self, verb: str, state: TableState) -> bool:
        if verb == "extract_remaining":
            # Only where the whole shoe is known; else a line of the script says which cards were left in it.
            if self.cut_card_at is None:
                return False
            self.extract_remaining(list(self.coming))
            return True
        if not self.coming:
            return False
        if verb == "card_out" or not self._deal(state):
            self._card_out(state)
        return True

    def extract_remaining(self, cards: Iterable[Card]) -> None:
        """Draw the cards left in the sabot, for the count."""
        self.press("extract_remaining", cards=[str(card) for card in cards])
        self.coming.clear()

    def _deal(self, state: TableState) -> bool:
        """Deal what is lacking of the four cards at once; return False where they have to be drawn one by one."""
        lacking = FIRST_CARDS - len(state.at_boxes)
        covered = state.profile.dealing == "face_down"
        if len(self.coming) < lacking or self._cut_card_comes(state, lacking - 1) or not (covered or lacking == 4):
            return False
        cards = [self.coming.popleft() for _ in range(lacking)]
        out = self._out(state)
        self.press("deal", cards=None if covered else [str(card) for card in cards])
        for place, card in enumerate(cards, start=1):
            self.faces[out[0], out[1] + place] = card
        return True

    def _card_out(self, state: TableState) -> None:
        if self._cut_card_comes(state):
            self.press("cut_card_out")
        card, (taglia, out) = self.coming.popleft(), self._out(state)
        covered = state.profile.dealing == "face_down" and len(state.at_boxes) < FIRST_CARDS
        self.press("card_out", card=None if covered else str(card))
        self.faces[taglia, out + 1] = card

    def card_out(self, card: Card, *, seen: bool = False, extra: bool = False) -> None:
        """Take this card out of the shoe now, due or not; its face is keyed only if ``seen``; ``extra``: undue."""
        taglia, out = self._out(self.state)
        self.press("card_out", card=str(card) if seen else None, exposed=seen, extra=extra)
        self.faces[taglia, out + 1] = card

    def _cut_card_comes(self, state: TableState, cards: int = 0) -> bool:
        """Whether the cut card comes within the next ``cards`` cards; 0: it is next."""
        shoe = state.shoe
        if shoe is None or self.cut_card_at is None or shoe.cut_card_at is not None:
            return False
        return shoe.out + cards >= self.cut_card_at

    @staticmethod
    def _out(state: TableState) -> tuple[int, int]:
        """Return the taglia and the number of its cards that are out; zeros without a shoe."""
        return (state.shoe.taglia, state.shoe.out) if state.shoe else (0, 0)

    # --- cards are turned

    def _show(self, verb: str, state: TableState) -> bool:
        if verb == "turn_third":
            cards = [card for side in Side for card in state.at(side)[2:] if not card.face]
        else:
            cards = state.at(Side.BANCO if verb == "turn_banco" else Side.PUNTO)[:2]
        faces = _known(cards, self.faces)
        if not faces:
            return False
        if verb == "declare":
            self._declare(faces)
        elif verb == "turn_third":
            self.press(verb, card=str(faces[0]))
        else:
            self.press(verb, cards=[str(card) for card in faces])
        return True

    def _declare(self, faces: list[Card]) -> None:
        """Declare what the Regola requires on these faces, or turn a battuta."""
        claim = claim_of(points(faces))
        if claim is Claim.BATTUTA:
            self.press("turn_battuta", cards=[str(card) for card in faces])
        else:
            self.press("declare", claim=claim.value, means="voice")

    def turn(self, verb: str, side: Side) -> None:
        """Turn the two cards of a side by this verb, due or not; without cards if their faces are unknown."""
        faces = _known(self.state.at(side)[:2], self.faces) or []
        self.press(verb, cards=[str(card) for card in faces])


def _known(cards: list[DrawnCard], faces: dict[tuple[int, int], Card]) -> list[Card] | None:
    """Return the faces of these cards, those of covered ones from ``faces``; None if one is unknown."""
    found = [card.card if card.face else faces.get((card.shoe.taglia, card.number)) for card in cards]
    return None if None in found else [card for card in found if card is not None]


def _behind_the_waiting(state: TableState, cards: Sequence[Card], faces: dict[tuple[int, int], Card]) -> Sequence[Card]:
    """Return the cards without those that waited beside the sabot: they are the first of this hand, and out already.

    Refuses other cards in their place (E_CARD).
    """
    if state.coup is None or not all(card.waited for card in state.cards):
        return cards
    waited = _known(state.cards, faces) or []
    for waiting, named in zip(waited, cards, strict=False):
        require(
            waiting is named,
            Code.CARD,
            "%(waiting)s waited beside the sabot and is the first card of this hand; %(named)s cannot be.",
            waiting=waiting,
            named=named,
        )
    return cards[len(state.cards) :]
