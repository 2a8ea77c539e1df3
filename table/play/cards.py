"""Cards that are out: turned, set aside for the next hand, or due to a box. Super Punto Banco, Premessa and Art. 1."""

from collections.abc import Mapping, Sequence

from table.memory.statements import update
from table.models import Coup, DrawnCard
from table.play.act import Act
from table.play.sealed import Opened, opened
from table.play.shoe import burn_next, draw, in_use, name_blank_due
from table.play.state import AT_BOX
from table.rules.cards import UNKNOWN, Card, parse, points
from table.rules.phase import Phase
from table.rules.refusal import Code, Refused, require
from table.rules.regola import FIRST_CARDS, Claim, Side, claim_of, lay_out, third_due
from table.rules.shoe import check_faces

TURNED = "turned"
CARDS_OF_A_HAND = 2
"""Cards of a side before a third is served."""
SERVING_ORDER = (DrawnCard.Location.PUNTO, DrawnCard.Location.BANCO)
Known = DrawnCard.Known


def claim_differs(act: Act) -> bool:
    """Whether the reader declared another claim than Punto's two open cards require, by which nobody has a choice.

    They require a card on 0 to 5 points, no card on 6 and 7, and are a natural on 8 and 9. False where nobody declared
    by voice or gesture, or one of the two lies covered.
    """
    coup, punto = act.state.coup, act.state.hand(Side.PUNTO)[:2]
    if coup is None or coup.claim_means in ("", TURNED) or UNKNOWN in punto:
        return False
    return coup.claim != claim_of(points(punto))


def claim_misled(act: Act) -> bool:
    """Whether the reader declared wrongly (:func:`claim_differs`), so that the hands may be other ones.

    With both hands open they may be if a third card was due by the declaration or by the cards, or if a card is
    misplaced or waits. Before that, and where ``presence`` is ``always_both``, every wrong declaration counts.
    """
    state = act.state
    if not claim_differs(act) or state.profile.presence == "always_both" or not state.facts.both_turned:
        return claim_differs(act)
    punto, banco = points(state.hand(Side.PUNTO)[:2]), points(state.hand(Side.BANCO)[:2])
    due = [third_due(claim, banco) for claim in (Claim(act.coup.claim), claim_of(punto))]
    return any(due) or misplaced(act) or bool(state.waiting)


def misplaced(act: Act) -> bool:
    """Whether both hands lie open, and the Regola would have laid one of their cards at the other, or at neither."""
    state = act.state
    if not state.facts.both_turned:
        return False
    due = lay_out([card.card for card in state.at_boxes])
    return bool(due.excess) or (due.punto, due.banco) != (state.hand(Side.PUNTO), state.hand(Side.BANCO))


def follow_punto(act: Act) -> None:
    """Set the reader's claim to what Punto's two cards say, if they declared by turning these, once both are known.

    Saves the coup if that is another claim; nothing for any other reader.
    """
    coup, pair = act.state.coup, act.state.hand(Side.PUNTO)[:2]
    if coup is None or coup.claim_means != TURNED or len(pair) < CARDS_OF_A_HAND or UNKNOWN in pair:
        return
    if coup.claim != (claim := claim_of(points(pair)).value):
        coup.claim = claim
        update(coup)


def place_waiting(act: Act) -> None:
    """Move cards that came out early to their boxes, in order, for as long as the Regola gives them one.

    Nothing moves while a third card lies covered, or while several wait of which one is known by its face but not by
    its place. Records "early_card_placed".
    """
    state = act.state
    while state.waiting and not _is_one_of_several(state.waiting):
        side = None if state.covered_thirds else state.due
        if side is None:
            return
        card = state.waiting[0]
        card.location = AT_BOX[side]
        update(card)
        act.effect("early_card_placed", card=card.number, side=side.value)


def _is_one_of_several(waiting: Sequence[DrawnCard]) -> bool:
    """Whether several cards wait, and one was shown of which nobody knows which of them it is."""
    return len(waiting) > 1 and any(card.by_box for card in waiting)


def faces_of(cards: list[str], count: int) -> list[Card]:
    """Parse the faces of cards, “??” as the unknown card.

    Refuses (E_COUNT) unless there are ``count``, and (E_CARD) what is no card.
    """
    require(len(cards) == count, Code.COUNT, "%(count)s cards are needed here.", count=count)
    return [parse(card) for card in cards]


def turn(act: Act, cards: list[DrawnCard], faces: list[Card], *, known: str = Known.PLACE) -> None:
    """Turn cards up with as many faces. Records "card_turned" for each that was covered.

    They are paired in order, but a card whose seal is opened by it gets the face that was sealed; "read_otherwise" is
    recorded for one that an electronic shoe read as none of these. ``known``, how it is known which card has which
    face, is stored, but for sealed cards or while one that came by itself is unknown (:func:`_how_known`). Refuses
    (E_SHOE) without a shoe in use, (E_CARD) where a card lies open with another face or was not sealed so,
    (E_CARD_COVERED) the unknown card, and (E_CARD_IMPOSSIBLE) a face more often than in the decks.
    """
    opened_cards = opened(act, in_use(act), cards, faces)
    pairs = _paired(cards, faces, opened_cards)
    for card, face in pairs:
        require(card.face in ("", str(face)), Code.CARD, "%(card)s lies open there already.", card=card.face)
    turned = [(card, face) for card, face in pairs if not card.face]
    check_multiplicity(act, [face for _, face in turned])
    for card, face in turned:
        it = opened_cards.get(card.number)
        card.face, card.known = str(face), _how_known(act, card, known, read=it is not None)
        update(card)
        act.effect("card_turned", card=card.number, face=card.face, **({"salt": it.salt} if it is not None else {}))


def _how_known(act: Act, card: DrawnCard, known: str, *, read: bool) -> str:
    """Return how the face of a card that is turned now is known.

    PLACE if ``known`` is PLACE, or if its shoe has ``read`` the same face. Else LATE if ``known`` is BOX while a card
    that came by itself, this one included, is covered or not known by its place; else BOX for a card with a seal, and
    ``known`` for others.
    """
    if read or known == Known.PLACE:
        return Known.PLACE
    unknown = any(not it.face or it.by_box for it in act.state.came_alone)
    return Known.LATE if known == Known.BOX and unknown else Known.BOX if card.seal else known


def _paired(
    cards: Sequence[DrawnCard], faces: Sequence[Card], opened_cards: Mapping[int, Opened]
) -> list[tuple[DrawnCard, Card]]:
    """Pair the cards, in their order, with the faces in the order keyed.

    Where a seal was opened, first each card that shows a face or was read gets that face, and the others what is left
    of the faces, in the order keyed. A face that was got so and not keyed takes none of them away: the last stay
    unused.
    """
    if not opened_cards:
        return list(zip(cards, faces, strict=True))
    known = {
        card.number: parse(card.face or opened_cards[card.number].face)
        for card in cards
        if card.face or card.number in opened_cards
    }
    left = list(faces)
    for face in known.values():
        if face in left:
            left.remove(face)
    return [(card, known[card.number] if card.number in known else left.pop(0)) for card in cards]


def check_multiplicity(act: Act, faces: list[Card], *, but: Sequence[DrawnCard] = ()) -> None:
    """Refuse (E_CARD_IMPOSSIBLE) faces that, with those this shoe's cards show, come more often than in the decks.

    Cards in ``but`` do not count, as far as they are in the coup or held. Refused, too, without a shoe in use (E_SHOE),
    and the unknown card (E_CARD_COVERED).
    """
    if UNKNOWN in faces:
        raise Refused(Code.CARD_COVERED, "A card that is turned shows its face.")
    in_use(act)  # without a shoe no card can be turned
    known = act.state.faces(but=but)
    check_faces([*map(parse, known.elements()), *faces], act.state.profile.decks)


# --- the cards that waited


def enter_held_cards(act: Act) -> None:
    """Bring the held cards into the hand as its first, Punto and Banco by turns. Records "held_card_enters" each.

    From the fifth on they are not held any more, but WAITING for a third card of this hand, and count as come by
    themselves (``alone``). Each becomes a card of the coup, marked as one that ``waited``.
    """
    coup, state = act.coup, act.state
    for place, card in enumerate(state.held):
        card.location = SERVING_ORDER[place % 2] if place < FIRST_CARDS else DrawnCard.Location.WAITING
        card.coup, card.waited, card.alone = coup, True, place >= FIRST_CARDS
        update(card)
        state.cards.append(card)
        act.effect("held_card_enters", card=card.number)
    state.reread("held")


def set_aside(act: Act, cards: list[DrawnCard]) -> None:
    """Set cards of this coup aside for the next hand: under the sabot, or beside it if ``seen``, which the caller sets.

    Saves them, and records "card_held" for each. They belong to no coup then, and are ``alone``, each a card by itself
    and of no hand; where a card has a face, that is known by the place of the card (``Known.PLACE``).
    """
    for card in cards:
        card.location = DrawnCard.Location.HELD_SEEN if card.seen else DrawnCard.Location.HELD_UNDER
        card.coup, card.waited, card.alone, card.known = None, False, True, Known.PLACE if card.face else ""
        update(card)
        act.effect("card_held", card=card.number, seen=card.seen)
    act.state.reread("cards", "held")


def has_to_be_blank(act: Act) -> bool:
    """Whether the coup has to become a Colpo in Bianco now: one is due, the betting is closed, and no card is out.

    False in a coup that is one already, even if another is due, in an annulled one, while bets are taken, and between
    coups.
    """
    coup = act.state.coup
    normal = coup is not None and coup.kind == Coup.Kind.NORMAL
    return normal and act.state.phase is Phase.CLOSED and act.state.blank_due


def hold_card(act: Act, face: Card | None, *, seen: bool) -> None:
    """Draw a card that belongs to no hand of this coup, and hold it for the next: "card_drawn", "card_held".

    It is held beside the sabot if ``seen``, else under it; "card_turned" is recorded for a ``face``, and "blank_due" if
    a blank becomes due by it. A house without coups in bianco burns it instead ("cards_burned"), and its face is not
    kept (Art. 1) or checked. Refuses (E_CARD_COVERED) a face that nobody has seen, (E_SHOE) without a shoe in use, and
    (E_CARD_IMPOSSIBLE) with an empty one, or a face more often than in the decks.
    """
    check_seen(face, seen=seen)
    if not plays_blanks(act):
        burn_next(act, seen=seen)
        return
    due_before = act.state.blank_known
    location = DrawnCard.Location.HELD_SEEN if seen else DrawnCard.Location.HELD_UNDER
    card = draw(act, location, seen=seen)
    open_card(act, card, face)
    act.state.reread("held")
    act.effect("card_held", card=card.number, seen=seen)
    name_blank_due(act, due_before=due_before)


def check_seen(face: Card | None, *, seen: bool) -> None:
    """Refuse (E_CARD_COVERED) the face of a card that nobody has seen: whoever may read the record would know it."""
    require(
        face is None or seen,
        Code.CARD_COVERED,
        "A card that lies covered has no face yet: report it without one, or say that it was seen.",
    )


def open_card(act: Act, card: DrawnCard, face: Card | None) -> None:
    """Turn a card up with this face ("card_turned"), known to be of this very card (PLACE); nothing where it is None.

    Refuses as :func:`turn` does (E_SHOE, E_CARD, E_CARD_COVERED, E_CARD_IMPOSSIBLE).
    """
    if face is not None:
        turn(act, [card], [face])


def plays_blanks(act: Act) -> bool:
    """Whether the house of an act plays coups in bianco (``remedies``), and does not burn a card too many instead."""
    return act.state.profile.remedies == "blank_coup"
