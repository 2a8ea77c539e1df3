"""The dealer of the cast, who does what the table asks of him, and the cards that somebody knows to be coming.

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
    """The cast with a dealer who goes on by himself as far as he knows the cards.

    ``coming`` are the cards that leave the shoe next, ``faces`` those that lie covered, by taglia and number. Where
    ``cut_card_at`` is told, ``coming`` is the whole shoe, and the cut card comes by itself once so many cards are out.
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
        """How acts name the coup that is being played."""
        coup = self.state.coup
        return coup.key if coup else "0.0"

    def open_betting(self) -> None:
        """A new betting, unless one is open; what stayed from a tie is taken off, so that all stakes are new."""
        if self.state.coup is not None:
            return
        self.press("open_bets")
        if self.state.stakes:
            self.press("clear", coup=self.coup)

    def stake(self, stakes: Iterable[Chips], *, cash: bool = False) -> None:
        """Stakes are laid, one after the other."""
        coup = self.coup
        for box, amount, position, guest in stakes:
            self.press("place", coup=coup, position=position, box=box.value, amount=amount, cash=cash, guest=guest)

    # --- what the dealer does next

    def advance(self, *goals: str) -> None:
        """The dealer does what comes next until it is the turn of one of these acts, or he has to be told a fact."""
        while self.step(*goals):
            pass

    def step(self, *goals: str) -> bool:
        """The one act that comes next; False when it is one of these, or the dealer has to be told a fact."""
        state = self.state
        act = next_act(state)
        return act is not None and act.verb not in goals and self._do(act.verb, state)

    def _do(self, verb: str, state: TableState) -> bool:
        """Do what the table asks for; False when something that it needs is not known."""
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
        """The points are called: the right ones, unless others are told. After wrong ones the cards speak."""
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
        """These cards come out, one after the other; those that waited for this hand are named first once more."""
        self.advance("deal", *AFTER_THE_CARDS)
        self.coming = deque(_behind_the_waiting(self.state, cards, self.faces))
        try:
            while self.coming:
                if not self.step(*AFTER_THE_CARDS):
                    self.ask_for_a_card()
        finally:
            self.coming.clear()

    def ask_for_a_card(self) -> None:
        """The dealer draws although nobody is due a card; the table answers with the Regola."""
        state = self.state
        if state.coup is None:
            self.press("deal")
        self._card_out(state)

    def _take(self, verb: str, state: TableState) -> bool:
        if verb == "extract_remaining":
            # Only where the whole shoe is known; else a line of the script tells what was left in it.
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
        """The cards left in the sabot come out and are counted."""
        self.press("extract_remaining", cards=[str(card) for card in cards])
        self.coming.clear()

    def _deal(self, state: TableState) -> bool:
        """The four cards at once, unless some are out already or the cut card lies between them."""
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
        """This card leaves the shoe now, whether it is due or not; its face is keyed if it was seen."""
        taglia, out = self._out(self.state)
        self.press("card_out", card=str(card) if seen else None, exposed=seen, extra=extra)
        self.faces[taglia, out + 1] = card

    def _cut_card_comes(self, state: TableState, cards: int = 0) -> bool:
        """Whether the cut card is the next thing in the shoe, or comes within so many cards more."""
        shoe = state.shoe
        if shoe is None or self.cut_card_at is None or shoe.cut_card_at is not None:
            return False
        return shoe.out + cards >= self.cut_card_at

    @staticmethod
    def _out(state: TableState) -> tuple[int, int]:
        """The taglia, and how many of its cards are out."""
        return (state.shoe.taglia, state.shoe.out) if state.shoe else (0, 0)

    # --- cards are turned

    def _show(self, verb: str, state: TableState) -> bool:
        if verb == "turn_third":
            lie = [card for side in Side for card in state.at(side)[2:] if not card.face]
        else:
            lie = state.at(Side.BANCO if verb == "turn_banco" else Side.PUNTO)[:2]
        faces = _known(lie, self.faces)
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
        """The reader says what he has to say, or turns a battuta at once."""
        claim = claim_of(points(faces))
        if claim is Claim.BATTUTA:
            self.press("turn_battuta", cards=[str(card) for card in faces])
        else:
            self.press("declare", claim=claim.value, means="voice")

    def turn(self, verb: str, side: Side) -> None:
        """The two cards of a side are turned now, whether it is their turn or not."""
        faces = _known(self.state.at(side)[:2], self.faces) or []
        self.press(verb, cards=[str(card) for card in faces])


def _known(lie: list[DrawnCard], faces: dict[tuple[int, int], Card]) -> list[Card] | None:
    """The faces of these cards, covered ones as the script has told them; None if it has not told all."""
    found = [card.card if card.face else faces.get((card.shoe.taglia, card.number)) for card in lie]
    return None if None in found else [card for card in found if card is not None]


def _behind_the_waiting(state: TableState, cards: Sequence[Card], faces: dict[tuple[int, int], Card]) -> Sequence[Card]:
    """The cards without those that waited beside the sabot: they are this hand's first, and out already."""
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
