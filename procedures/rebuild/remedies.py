"""Remedies for a coup: lay the cards anew, burn or set some aside, play on in bianco.

Super Punto Banco, Premessa and Art. 1 to 8.
"""

from collections.abc import Sequence

from procedures.rebuild import placement
from procedures.rebuild.evidence import Question
from procedures.rebuild.placement import Location
from procedures.rebuild.reconstruction import Reading, Reconstruction, boxes
from table.models import Coup, DrawnCard
from table.play.act import Act
from table.play.cards import SERVING_ORDER, TURNED, Known, place_waiting, plays_blanks, set_aside
from table.play.coup import make_blank
from table.play.shoe import BURNED, name_blank_due
from table.play.state import AT_BOX, TableState
from table.rules.cards import UNKNOWN, points
from table.rules.regola import FIRST_CARDS, Side, claim_of

# --- lay anew by the Regola


def lay_anew(act: Act, question: Question, made: Reconstruction, *, served_is_undue: bool) -> None:
    """Put the cards into the proposed order, each where the Regola has it, and save them. Records ``cards_laid_anew``.

    There has to be a proposal. The rows stay in order of extraction: each takes over the face and marks of the card
    that by the proposal came out there; a face is known by its place if that is certain, else by its box. Excess cards,
    unless held already or counted out of the shoe, are set aside for the next hand or burned, as the house has it;
    ``served_is_undue`` marks those of them that lay at a hand as served without a right to it (Art. 8). Voids a
    declaration or announcement made on other cards. Records all of this, too: "card_held" or "cards_burned",
    "cards_lie", "declaration_void", "announcement_void", and as :func:`name_blank_due` if a blank becomes due.
    """
    reading, state = made.proposal, act.state
    assert reading is not None
    before, pair = placement.faces(state), _pair(state)
    known_before = state.blank_known
    states = [(card.face, card.seen, card.undue, card.known) for card in question.cards]
    left_over, placed = [], list[DrawnCard]()
    for card, index, side in zip(question.cards, reading.order, boxes(reading.layout), strict=True):
        card.face, card.seen, card.undue, card.known = states[index]
        _know_by(card, certain=reading.orders == 1 or question.found[index].place is not None, place=len(placed))
        placed.append(card)
        if side is not None:
            card.location, card.coup = AT_BOX[side], state.coup
        elif card.location not in (Location.REMAINING, *DrawnCard.HELD):
            left_over.append((card, question.found[index].laid is not None))
        act.update(card)
    state.reread("cards", "held")
    _leave_over(act, left_over, undue=served_is_undue)
    placement.record_placement(act)
    act.effect("cards_laid_anew", before=before, after=placement.faces(state))
    _void_what_was_said(act, changed=before != placement.faces(state) or pair != _moved_pair(question, reading, pair))
    name_blank_due(act, due_before=known_before)


def _know_by(card: DrawnCard, *, certain: bool, place: int) -> None:
    """Set how a card's face is known: by its place if ``certain`` or behind the first four, else by its box. Not saved.

    ``place`` is its index in the order of extraction, from 0: from FIRST_CARDS (4) on it is marked as come alone,
    before that as not. How the face of a covered card is known stays as it was.
    """
    card.alone = place >= FIRST_CARDS
    if card.face:
        card.known = Known.PLACE if certain or place >= FIRST_CARDS else Known.BOX


def _pair(state: TableState) -> list[int]:
    """List the numbers in the taglia of the first two cards at Punto, by extraction; fewer where fewer lie there."""
    return [card.number for card in state.at(Side.PUNTO)[:2]]


def _moved_pair(question: Question, reading: Reading, pair: list[int]) -> list[int]:
    """List the numbers, as before the move, of the first two cards that the reading gives to Punto.

    Fewer if fewer than three cards are out. ``pair``, the numbers of the two that lay there before, comes back as it is
    if they are the same two in any order.
    """
    now = [question.cards[index].number for index in reading.order[0:4:2]]
    return pair if set(now) == set(pair) else now


def _leave_over(act: Act, cards: Sequence[tuple[DrawnCard, bool]], *, undue: bool) -> None:
    """Set cards to which no hand has a right aside for the next hand, or burn them where the house does so; save them.

    ``cards`` are pairs: a card, and whether it lay at a hand; with ``undue`` those that did are marked as served
    without a right. Those that lie open count as seen. Records "card_held" or "cards_burned", nothing for no cards.
    """
    for card, served in cards:
        card.seen = card.seen or bool(card.face)
        card.undue = card.undue or (undue and served)
        act.update(card)
    over = [card for card, _ in cards]
    if plays_blanks(act):
        set_aside(act, over)
    elif over:
        burn_cards(act, over)


def _void_what_was_said(act: Act, *, changed: bool) -> None:
    """Void the declaration and the announced points of the coup where its cards are others now. Saves the coup.

    ``changed``, whether the hands are others than before, voids the announced points, and the declaration unless
    Punto's two cards lie open. If they do, it is void if they belie it, changed or not, and what they say replaces it
    as if turned. Records ``declaration_void`` and ``announcement_void`` for what was void.
    """
    coup, state = act.coup, act.state
    punto = state.hand(Side.PUNTO)[:2]
    shown = claim_of(points(punto)).value if len(punto) == 2 and UNKNOWN not in punto else ""
    if coup.claim and (changed if not shown else coup.claim != shown):
        act.effect("declaration_void", claim=coup.claim, shown=shown)
        coup.claim, coup.claim_means = shown, TURNED if shown else ""
    if changed and coup.announced_banco is not None:
        act.effect("announcement_void", banco=coup.announced_banco, punto=coup.announced_punto)
        coup.announced_banco, coup.announced_punto = None, None
    act.update(coup)


# --- cards are burned, coups played in bianco


def burn_cards(act: Act, cards: Sequence[DrawnCard]) -> None:
    """Move these cards to the discard, out of the coup, which goes on; save them.

    How their faces were known, and that they came alone, is cleared. Records ``cards_burned`` with their numbers, even
    if empty, and whether any of them was seen.
    """
    for card in cards:
        card.location, card.coup, card.known, card.alone = BURNED, None, "", False
        act.update(card)
    act.state.reread("cards", "held")
    act.effect("cards_burned", cards=[card.number for card in cards], seen=any(card.seen for card in cards))


def show(act: Act, card: DrawnCard) -> None:
    """Mark a card as seen and save it; one that waited face down under the sabot moves to the seen ones next to it.

    Only then records ``waiting_card_seen``.
    """
    if card.location == Location.HELD_UNDER:
        card.location = Location.HELD_SEEN
        act.effect("waiting_card_seen", card=card.number)
    card.seen = True
    act.update(card)


def burn_stuck(act: Act, stuck: Sequence[DrawnCard], *, first: int) -> None:
    """Burn the stuck cards, and move the cards left in the hand to the boxes of their new places in the serving order.

    ``first`` is the index, among the cards left, from which they move. From the fifth card on they wait at no box until
    a third is due, and are placed at once where one is. Voids what was said on another pair of Punto
    (:func:`_void_what_was_said`). Records "cards_burned", where all cards lie ("cards_lie"), "early_card_placed", and
    what became void.
    """
    pair = _pair(act.state)
    burn_cards(act, stuck)
    for place, card in list(enumerate(act.state.cards))[first:]:
        card.location = SERVING_ORDER[place % 2] if place < FIRST_CARDS else Location.WAITING
        act.update(card)
    placement.record_placement(act)
    _void_what_was_said(act, changed=pair != _pair(act.state))
    place_waiting(act)


def play_in_bianco(act: Act, coup: Coup, *, called: bool) -> None:
    """Turn the coup into a Colpo in Bianco: its stakes go back, and cards that lie there stay as its first.

    Stakes of owners who are gone go into custody. Declaration, reader and limits are dropped, an order for a Colpo in
    Bianco is used up, and the betting is closed. Unless ``called``, the dealer's call is due ("phrase_due"). Records
    ``blank_started``, what goes back, and "phrase_due", too, where a call of the last coup that is due names no number
    of cards any more. The coup is saved, the table is not.
    """
    coup.claim, coup.claim_means = "", ""
    make_blank(act, coup, called=called)
    act.effect("blank_started")
