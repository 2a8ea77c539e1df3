"""Lines about the cards: whole coups, or step by step the drawing, declaring, turning, announcing and paying."""

from table.rules.cards import Card
from table.rules.regola import Side
from table.script.form import presses, written
from table.script.player import AFTER_THE_CARDS, Player
from table.script.values import WrittenStake


@written("coup STAKES: CARDS [+ LEFT]", "coup P100@2 B40@5: 2H 3C KS QD 4D 4S")
def coup(player: Player, *, stakes: list[WrittenStake], cards: list[Card], left: list[Card] | None = None) -> None:
    """Play a whole coup: lay the stakes, draw the cards in their order, do what is due then, and burn them.

    Without a coup it first opens the betting and clears stakes left by a tie. ``left`` are the cards left in the sabot,
    drawn for the count of a last coup before the burning; in the line they follow a plus.
    """
    player.open_betting()
    player.stake(stakes)
    player.draw(cards)
    _finish(player, left)


@written("colpo in bianco [: CARDS]", "colpo in bianco: 8D KC AH 7S")
def blank(player: Player, *, cards: list[Card] | None = None) -> None:
    """Announce and begin a Colpo in Bianco that is due; if its cards are given, draw and burn them as well.

    Refused (E_PHASE) where none is due. With cards, what the table asks for in between is done.
    """
    player.press("play_blank", said=True)
    if cards is not None:
        player.draw(cards)
        _finish(player, None)


def _finish(player: Player, left: list[Card] | None) -> None:
    """Play the coup on and burn its cards; the burning is refused where the table asks for something else by then.

    With ``left``, the cards left in the sabot, these are drawn for the count before the burning, also if the table does
    not ask for it. With None nothing is drawn for the count, and a coup that has to be counted cannot be burned.
    """
    player.advance("extract_remaining", "burn")
    if left is not None:
        player.extract_remaining(left)
        player.advance("burn")
    player.press("burn")


presses("orders a colpo in bianco", "orders a colpo in bianco", "order_blank")


@written("cards CARDS", "cards 2H 3C KS QD")
def cards(player: Player, *, cards: list[Card]) -> None:
    """Draw these cards in this order, with the dealer's acts before and between them; none follows the last card.

    Cards that waited beside the sabot for this hand are named first, and not drawn again; others in their place are
    refused (E_CARD). Nothing is announced: a card that the table does not ask for is tried all the same, and mostly
    refused.
    """
    player.draw(cards)


@written("early card [SEEN] CARD", "early card unseen 6H")
def early_card(player: Player, *, card: Card, seen: bool = False) -> None:
    """Press `card_out` for this card now, due or not, and remember its face to be keyed when the card is turned.

    If ``seen`` the card is exposed, and its face is keyed at once; else neither.
    """
    player.card_out(card, seen=seen)


@written("turned card CARD", "turned card 5D")
def turned_card(player: Player, *, card: Card) -> None:
    """Do the dealer's acts that come before the next card, then take this card out face up, as exposed, due or not."""
    player.advance("deal", *AFTER_THE_CARDS)
    player.card_out(card, seen=True)


presses("next card visible", "next card visible", "report_visible")


@written("extra card SEEN CARD", "extra card unseen 8D")
def extra_card(player: Player, *, seen: bool, card: Card) -> None:
    """Press `card_out` for this card as one too many (``extra``), and remember its face; keyed now only if ``seen``."""
    player.card_out(card, seen=seen, extra=True)


presses("says CLAIM", "says no carta", "declare", means="voice")
presses("sets the cards apart", "sets the cards apart", "declare", claim="carta", means="gesture")
presses("crosses the cards", "crosses the cards", "declare", claim="no_carta", means="gesture")


@written("turns the cards", "turns the cards")
def turns_the_cards(player: Player) -> None:
    """Key that the reader turns Punto's two cards, with their known faces, and so declares a battuta (8 or 9).

    Where one is not known, no faces are given.
    """
    player.turn("turn_battuta", Side.PUNTO)


presses("declines to read", "declines to read", "pass_reading")


@written("turns SIDE", "turns banco")
def turns(player: Player, *, side: str) -> None:
    """Turn the two cards of a side (``punto`` or ``banco``) with their known faces, due or not.

    Where one is not known, no faces are given.
    """
    player.turn(f"turn_{side}", Side(side))


presses(
    "cut card out [after COUNT]", "cut card out after 2", "cut_card_out", named={"count": "hand_cards"}, hand_cards=None
)


# --- the end of a coup


@written("plays on", "plays on")
def plays_on(player: Player) -> None:
    """Do the dealer's acts as far as the cards are known, up to but without the announcement.

    It stops as well before the count of a last coup, the payment and the burning.
    """
    player.advance("announce", "extract_remaining", "settle", "burn")


@written("announces [BANCO PUNTO]", "announces 5 4")
def announces(player: Player, *, banco: int | None = None, punto: int | None = None) -> None:
    """Play on to the announcement, then announce these points of Banco and Punto.

    Unless both are given, it announces the right ones.
    """
    player.advance("announce", "settle", "burn")
    player.announce(**({} if banco is None or punto is None else {"banco": banco, "punto": punto}))


@written("le carte parlano", "le carte parlano")
def cards_speak(player: Player) -> None:
    """Announce the right points; once points were announced in this coup, right or wrong, as «le carte parlano»."""
    player.announce()


@written("remaining CARDS", "remaining 5C 2D JH")
def remaining(player: Player, *, cards: list[Card]) -> None:
    """Do the dealer's acts up to the count of a last coup, then draw these cards for it: all that the sabot has left.

    The acts end before payment or burning at the latest; then the count is pressed, due or not.
    """
    player.advance("extract_remaining", "settle", "burn")
    player.extract_remaining(cards)


@written("pays", "pays")
def pays(player: Player) -> None:
    """Play on to the payment, then pay and collect (`settle`)."""
    player.advance("settle", "burn")
    player.press("settle")


@written("burns", "burns")
def burns(player: Player) -> None:
    """Play the coup on until its cards are to be burned, as at the end of every coup, and burn them.

    Refused as `burn` is where something else is due first, or a card that comes before is not known.
    """
    player.advance("burn")
    player.press("burn")


presses("annuls [REASON]", "annuls not_clear", "annul", reason="not_clear")
