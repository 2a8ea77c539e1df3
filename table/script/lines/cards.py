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
written("cards CARDS", "cards 2H 3C KS QD")(lambda player, cards: player.draw(cards))
written("early card [SEEN] CARD", "early card unseen 6H")(lambda player, **given: player.card_out(**given))


@written("turned card CARD", "turned card 5D")
def turned_card(player: Player, *, card: Card) -> None:
    """Do the dealer's acts that come before the next card, then take this card out face up, as exposed, due or not."""
    player.advance("deal", *AFTER_THE_CARDS)
    player.card_out(card, seen=True)


presses("next card visible", "next card visible", "report_visible")
written("extra card SEEN CARD", "extra card unseen 8D")(lambda player, **given: player.card_out(**given, extra=True))
presses("says CLAIM", "says no carta", "declare", means="voice")
presses("sets the cards apart", "sets the cards apart", "declare", claim="carta", means="gesture")
presses("crosses the cards", "crosses the cards", "declare", claim="no_carta", means="gesture")
written("turns the cards", "turns the cards")(lambda player: player.turn("turn_battuta", Side.PUNTO))
presses("declines to read", "declines to read", "pass_reading")
written("turns SIDE", "turns banco")(lambda player, side: player.turn(f"turn_{side}", Side(side)))
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


written("le carte parlano", "le carte parlano")(lambda player: player.announce())


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
