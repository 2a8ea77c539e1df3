"""Lines about the cards: whole coups, or step by step the drawing, declaring, turning, announcing and paying."""

from table.rules.cards import Card
from table.rules.regola import Side
from table.script.form import written
from table.script.player import AFTER_THE_CARDS, Player
from table.script.values import Chips


@written("coup STAKES: CARDS [+ LEFT]", "coup P100@2 B40@5: 2H 3C KS QD 4D 4S")
def coup(player: Player, *, stakes: list[Chips], cards: list[Card], left: list[Card] | None = None) -> None:
    """Play a whole coup: its stakes, its cards, and after a plus those left in the sabot at the end of a taglia.

    Opens the betting as “stakes” does unless there is a coup, and ends with the burning.
    """
    player.open_betting()
    player.stake(stakes)
    player.draw(cards)
    _finish(player, left)


@written("colpo in bianco [: CARDS]", "colpo in bianco: 8D KC AH 7S")
def blank(player: Player, *, cards: list[Card] | None = None) -> None:
    """Begin a Colpo in Bianco; if its cards are given, play it to its end."""
    player.press("play_blank", said=True)
    if cards is not None:
        player.draw(cards)
        _finish(player, None)


def _finish(player: Player, left: list[Card] | None) -> None:
    """Play the coup to its burning.

    ``left`` are the cards drawn and counted before if the table asks for them, None if no line names them.
    """
    player.advance("extract_remaining", "burn")
    if left is not None:
        player.extract_remaining(left)
        player.advance("burn")
    player.press("burn")


@written("orders a colpo in bianco", "orders a colpo in bianco")
def order_blank(player: Player) -> None:
    """Have the Ispettore di Gioco order a Colpo in Bianco, as nobody stakes."""
    player.press("order_blank")


@written("cards CARDS", "cards 2H 3C KS QD")
def cards(player: Player, *, cards: list[Card]) -> None:
    """Draw these cards in this order, with the dealer's acts that the Regola requires in between."""
    player.draw(cards)


@written("early card [SEEN] CARD", "early card unseen 6H")
def early_card(player: Player, *, card: Card, seen: bool = False) -> None:
    """Take a card out of the shoe before its turn; unseen unless the line says “seen”."""
    player.card_out(card, seen=seen)


@written("turned card CARD", "turned card 5D")
def turned_card(player: Player, *, card: Card) -> None:
    """Draw a card face up, after the dealer's acts that come before it."""
    player.advance("deal", *AFTER_THE_CARDS)
    player.card_out(card, seen=True)


@written("next card visible", "next card visible")
def next_card_visible(player: Player) -> None:
    """Report that the next card lies face up inside the sabot."""
    player.press("report_visible")


@written("extra card SEEN CARD", "extra card unseen 8D")
def extra_card(player: Player, *, seen: bool, card: Card) -> None:
    """Take a card too many out of the shoe, seen or unseen."""
    player.card_out(card, seen=seen, extra=True)


@written("says CLAIM", "says no carta")
def says(player: Player, *, claim: str) -> None:
    """Declare by voice."""
    player.press("declare", claim=claim, means="voice")


@written("sets the cards apart", "sets the cards apart")
def sets_apart(player: Player) -> None:
    """Declare «carta» by gesture."""
    player.press("declare", claim="carta", means="gesture")


@written("crosses the cards", "crosses the cards")
def crosses(player: Player) -> None:
    """Declare «no carta» by gesture."""
    player.press("declare", claim="no_carta", means="gesture")


@written("turns the cards", "turns the cards")
def turns_the_cards(player: Player) -> None:
    """Declare a battuta by turning Punto's two cards."""
    player.turn("turn_battuta", Side.PUNTO)


@written("declines to read", "declines to read")
def declines(player: Player) -> None:
    """Pass the reading on to the next position in the ranking, or to the dealer."""
    player.press("pass_reading")


@written("turns SIDE", "turns banco")
def turns(player: Player, *, side: str) -> None:
    """Turn the two cards of a side, due or not."""
    player.turn(f"turn_{side}", Side(side))


@written("cut card out [after COUNT]", "cut card out after 2")
def cut_card_out(player: Player, *, count: int | None = None) -> None:
    """Report that the cut card is out; if it was noticed late, after how many cards of the hand it came."""
    player.press("cut_card_out", hand_cards=count)


# --- the end of a coup


@written("plays on", "plays on")
def plays_on(player: Player) -> None:
    """Do the dealer's acts as far as the cards are known, up to the announcement."""
    player.advance("announce", "extract_remaining", "settle", "burn")


@written("announces [BANCO PUNTO]", "announces 5 4")
def announces(player: Player, *, banco: int | None = None, punto: int | None = None) -> None:
    """Play on to the announcement, then announce Banco's and Punto's points; without figures the right ones."""
    player.advance("announce", "settle", "burn")
    player.announce(**({} if banco is None or punto is None else {"banco": banco, "punto": punto}))


@written("le carte parlano", "le carte parlano")
def cards_speak(player: Player) -> None:
    """Announce the right points, after a wrong announcement."""
    player.announce()


@written("remaining CARDS", "remaining 5C 2D JH")
def remaining(player: Player, *, cards: list[Card]) -> None:
    """Draw and count these cards left in the sabot, when the last coup began with the cut card."""
    player.advance("extract_remaining", "settle", "burn")
    player.extract_remaining(cards)


@written("pays", "pays")
def pays(player: Player) -> None:
    """Play on to the payment, and pay and collect."""
    player.advance("settle", "burn")
    player.press("settle")


@written("burns", "burns")
def burns(player: Player) -> None:
    """Play on to the burning, and burn the cards."""
    player.advance("burn")
    player.press("burn")


@written("annuls [REASON]", "annuls not_clear")
def annul(player: Player, *, reason: str = "not_clear") -> None:
    """Annul the coup as the Ispettore di Gioco."""
    player.press("annul", reason=reason)
