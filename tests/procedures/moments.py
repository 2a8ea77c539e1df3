"""When something goes wrong in a coup, how it comes about, and the form in which it is told what becomes of it.

Everything befalls a coup with 100.00 on Punto at position 1 and 50.00 on Banco at position 2. Cards are written in the
order in which they truly leave the shoe.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from tests.croupier.coups import lay
from tests.croupier.dealer import Croupier

STAKES = ("P100@1", "B50@2")
P, B = "punto", "banco"
BATTUTA = "9S 4H KD 3C 8D"
"""Nine and seven; the eight behind them is nobody's."""
THIRD_DUE = "2H 5C 2D KS 3H"
"""Punto has four and draws the three; Banco stands with five."""
Moment = Callable[[Croupier], None]


# --- when it happens


def between(dealer: Croupier) -> None:
    """No coup is being played."""


def betting(dealer: Croupier) -> None:
    """The stakes lie on the felt; in a Colpo in Bianco there are none."""
    if dealer.next_verb() in ("open_bets", "close_bets"):
        lay(dealer.table, *STAKES)


def closed(dealer: Croupier) -> None:
    """«Rien ne va plus», and no card is out."""
    betting(dealer)
    dealer.advance("deal")


def _out(cards: int) -> Moment:
    """So many cards are out."""

    def out(dealer: Croupier) -> None:
        closed(dealer)
        for _ in range(cards):
            dealer.table.does("card_out")

    return out


def pulled(dealer: Croupier) -> None:
    """A card came out while the stakes were being laid; nobody saw it."""
    betting(dealer)
    dealer.table.does("card_out")


one_out, two_out, three_out = _out(1), _out(2), _out(3)


def dealt(dealer: Croupier) -> None:
    """The four cards are out."""
    closed(dealer)
    dealer.perform("deal")


def third_due(dealer: Croupier) -> None:
    """The next card of the shoe is a third card."""
    closed(dealer)
    dealer.advance("card_out")


def complete(dealer: Croupier) -> None:
    """Both hands lie open and nobody is due a card."""
    closed(dealer)
    dealer.advance("announce")


# --- what becomes of it


class After(NamedTuple):
    """The hands when the coup is over, its outcome, what waits beside the sabot, whether a Colpo in Bianco is due.

    ``burned`` are the cards that went to the discard before the coup was over.
    """

    punto: str = "9S KD"
    banco: str = "4H 3C"
    outcome: str = "settled"
    waits: str = ""
    blank: bool = False
    burned: int = 0


HANDS = After()
"""Nothing becomes of it: the hands are played and paid."""


@dataclass(frozen=True, kw_only=True)
class Mishap:
    """One of them. ``present`` are the offices that have to be there, ``status`` how its incident is decided.

    ``elsewhere`` is what becomes of it in a house that burns such cards and plays no coup in bianco. Some happen only
    ``where`` there is a reader.
    """

    name: str
    article: int
    kind: str
    at: Moment = dealt
    cards: str = BATTUTA
    facts: Mapping[str, Any] | None = None
    acts: Callable[[Croupier], object] = lambda _: None
    after: After = HANDS
    elsewhere: After | None = None
    present: tuple[str, ...] = ()
    status: str = "settled_by_law"
    unnoticed: str = ""
    says: str = ""
    where: str = ""

    def happens(self, dealer: Croupier) -> None:
        """It comes about: it is reported, or an act brings it about."""
        if self.facts is not None:
            dealer.tells(self.kind, **self.facts)
        self.acts(dealer)

    def follows(self, *, blanks: bool) -> After:
        """What becomes of it in a house that plays coups in bianco, or in one that does not."""
        return self.after if blanks or self.elsewhere is None else self.elsewhere


# --- how it comes about


def leaves_the_shoe(*, seen: bool, extra: bool = False) -> Callable[[Croupier], object]:
    """A card leaves the shoe."""

    def out(dealer: Croupier) -> None:
        face = dealer.next_card() if seen else None
        dealer.table.does("card_out", card=face, exposed=seen, extra=extra)

    return out


def visible(dealer: Croupier) -> None:
    """The next card is seen to lie face up inside the sabot."""
    dealer.table.does("report_visible")


def turns_third(dealer: Croupier) -> None:
    """A third card that lies covered is turned."""
    dealer.perform("turn_third")


def wrong_points(dealer: Croupier) -> None:
    """Points are called that the cards do not have."""
    dealer.table.does("announce", banco=1, punto=1)


def until_complete(dealer: Croupier) -> None:
    """The dealer plays on until the points are to be called."""
    dealer.advance("announce")


def until_held(dealer: Croupier) -> None:
    """The dealer plays on until the cards belie the reader."""
    dealer.advance()
