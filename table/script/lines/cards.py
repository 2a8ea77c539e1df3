"""Lines about the cards: whole coups, or step by step what is drawn, said, turned, called and paid."""

from table.rules.cards import Card
from table.rules.regola import Side
from table.script.form import written
from table.script.player import AFTER_THE_CARDS, Player
from table.script.values import Chips


@written("coup STAKES: CARDS [+ LEFT]", "coup P100@2 B40@5: 2H 3C KS QD 4D 4S")
def coup(player: Player, *, stakes: list[Chips], cards: list[Card], left: list[Card] | None = None) -> None:
    """A whole coup: its stakes, its cards, and behind a plus those left in the sabot at the end of a taglia."""
    player.open_betting()
    player.stake(stakes)
    player.draw(cards)
    _finish(player, left)


@written("colpo in bianco [: CARDS]", "colpo in bianco: 8D KC AH 7S")
def blank(player: Player, *, cards: list[Card] | None = None) -> None:
    """A coup without stakes begins; with its cards it is played to its end."""
    player.press("play_blank", said=True)
    if cards is not None:
        player.draw(cards)
        _finish(player, None)


def _finish(player: Player, left: list[Card] | None) -> None:
    player.advance("extract_remaining", "burn")
    if left is not None:
        player.extract_remaining(left)
        player.advance("burn")
    player.press("burn")


@written("orders a colpo in bianco", "orders a colpo in bianco")
def order_blank(player: Player) -> None:
    """Nobody stakes, and the Ispettore di Gioco has the hand played all the same."""
    player.press("order_blank")


@written("cards CARDS", "cards 2H 3C KS QD")
def cards(player: Player, *, cards: list[Card]) -> None:
    """These cards leave the shoe in this order; the dealer does between them what the Regola asks."""
    player.draw(cards)


@written("early card [SEEN] CARD", "early card unseen 6H")
def early_card(player: Player, *, card: Card, seen: bool = False) -> None:
    """A card leaves the shoe before its turn; nobody saw it, unless that is said."""
    player.card_out(card, seen=seen)


@written("turned card CARD", "turned card 5D")
def turned_card(player: Player, *, card: Card) -> None:
    """The dealer turns over the card that he is just dealing."""
    player.advance("deal", *AFTER_THE_CARDS)
    player.card_out(card, seen=True)


@written("next card visible", "next card visible")
def next_card_visible(player: Player) -> None:
    """The next card is seen to lie face up inside the sabot."""
    player.press("report_visible")


@written("extra card SEEN CARD", "extra card unseen 8D")
def extra_card(player: Player, *, seen: bool, card: Card) -> None:
    """A card too many is out; somebody saw it, or nobody did."""
    player.card_out(card, seen=seen, extra=True)


@written("says CLAIM", "says no carta")
def says(player: Player, *, claim: str) -> None:
    """The reader's declaration by voice."""
    player.press("declare", claim=claim, means="voice")


@written("sets the cards apart", "sets the cards apart")
def sets_apart(player: Player) -> None:
    """The reader asks for a card by gesture."""
    player.press("declare", claim="carta", means="gesture")


@written("crosses the cards", "crosses the cards")
def crosses(player: Player) -> None:
    """The reader asks for none, by gesture."""
    player.press("declare", claim="no_carta", means="gesture")


@written("turns the cards", "turns the cards")
def turns_the_cards(player: Player) -> None:
    """The reader turns Punto's two cards at once."""
    player.turn("turn_battuta", Side.PUNTO)


@written("declines to read", "declines to read")
def declines(player: Player) -> None:
    """The reader does not read; the next in the ranking does, or the dealer."""
    player.press("pass_reading")


@written("turns SIDE", "turns banco")
def turns(player: Player, *, side: str) -> None:
    """The two cards of a side are turned."""
    player.turn(f"turn_{side}", Side(side))


@written("cut card out [after COUNT]", "cut card out after 2")
def cut_card_out(player: Player, *, count: int | None = None) -> None:
    """The cut card comes out; after so many cards of the hand, if it is noticed later."""
    player.press("cut_card_out", hand_cards=count)


# --- the end of a coup


@written("plays on", "plays on")
def plays_on(player: Player) -> None:
    """The dealer does what comes next as far as the cards are known, up to the announcement."""
    player.advance("announce", "extract_remaining", "settle", "burn")


@written("announces [BANCO PUNTO]", "announces 5 4")
def announces(player: Player, *, banco: int | None = None, punto: int | None = None) -> None:
    """Banco's points and Punto's are called; without figures the right ones."""
    player.advance("announce", "settle", "burn")
    player.announce(banco, punto)


@written("le carte parlano", "le carte parlano")
def cards_speak(player: Player) -> None:
    """After a wrong announcement the right one."""
    player.announce()


@written("remaining CARDS", "remaining 5C 2D JH")
def remaining(player: Player, *, cards: list[Card]) -> None:
    """The cards left in the sabot, when the last coup began with the cut card."""
    player.advance("extract_remaining", "settle", "burn")
    player.extract_remaining(cards)


@written("pays", "pays")
def pays(player: Player) -> None:
    """Losing stakes are taken, winning ones paid."""
    player.advance("settle", "burn")
    player.press("settle")


@written("burns", "burns")
def burns(player: Player) -> None:
    """The cards go to the discard, after whatever was still to be done."""
    player.advance("burn")
    player.press("burn")


@written("annuls [REASON]", "annuls not_clear")
def annul(player: Player, *, reason: str = "not_clear") -> None:
    """The Ispettore di Gioco annuls the coup."""
    player.press("annul", reason=reason)
