"""Cards that are out: turned, set aside for the next hand, or due in a box. Super Punto Banco, Premessa and Art. 1."""

from collections.abc import Mapping, Sequence

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
from table.statements import update

TURNED = "turned"
CARDS_OF_A_HAND = 2
"""Before a third is served."""
Known = DrawnCard.Known


def claim_differs(act: Act) -> bool:
    """Whether the reader declared something else than his two turned cards say."""
    coup, punto = act.state.coup, act.state.hand(Side.PUNTO)[:2]
    if coup is None or coup.claim_means in ("", TURNED) or UNKNOWN in punto:
        return False
    return coup.claim != claim_of(points(punto))


def claim_misled(act: Act) -> bool:
    """Whether a wrong declaration has to be looked into, because another card was due by it than by the cards.

    It had no effect where nobody was due a card either way, as when Banco has a battuta, and where none lies. A house
    that wants both inspectors at everything has that looked into too.
    """
    state = act.state
    if not claim_differs(act) or state.profile.presence == "always_both" or not state.facts.both_turned:
        return claim_differs(act)
    punto, banco = points(state.hand(Side.PUNTO)[:2]), points(state.hand(Side.BANCO)[:2])
    due = [third_due(claim, banco) for claim in (Claim(act.coup.claim), claim_of(punto))]
    return any(due) or misplaced(act) or bool(state.waiting)


def misplaced(act: Act) -> bool:
    """Whether both hands lie open, and the Regola would have put one of their cards elsewhere."""
    state = act.state
    if not state.facts.both_turned:
        return False
    due = lay_out([card.card for card in state.at_boxes])
    return bool(due.excess) or (due.punto, due.banco) != (state.hand(Side.PUNTO), state.hand(Side.BANCO))


def follow_punto(act: Act) -> None:
    """What the reader has by turning his cards follows from them; while one of the two lies covered it waits."""
    coup, pair = act.state.coup, act.state.hand(Side.PUNTO)[:2]
    if coup is None or coup.claim_means != TURNED or len(pair) < CARDS_OF_A_HAND or UNKNOWN in pair:
        return
    if coup.claim != (claim := claim_of(points(pair)).value):
        coup.claim = claim
        update(coup)


def place_waiting(act: Act) -> None:
    """A card that came out early goes to its box as soon as the Regola gives it one; one that gets none waits on."""
    state = act.state
    while state.waiting and not _is_one_of_several(state.waiting):
        covered = any(not it.face for side in Side for it in state.at(side)[2:])
        side = None if covered else state.due
        if side is None:
            return
        card = state.waiting[0]
        card.location = AT_BOX[side]
        update(card)
        act.effect("early_card_placed", card=card.number, side=side.value)


def _is_one_of_several(waiting: Sequence[DrawnCard]) -> bool:
    """Whether one was shown beside the hands of which nobody knows which of them it is."""
    return len(waiting) > 1 and any(card.by_box for card in waiting)


def faces_of(cards: list[str], count: int) -> list[Card]:
    """The faces of so many cards."""
    require(len(cards) == count, Code.COUNT, "%(count)s cards are needed here.", count=count)
    return [parse(card) for card in cards]


def turn(act: Act, cards: list[DrawnCard], faces: list[Card], *, known: str = Known.PLACE) -> None:
    """Cards are turned up; one that lies open shows what it showed, and no face comes more often than in the decks.

    How their faces are ``known``: what is turned where it lies is known by its box. A shoe that knows its cards knows
    the place of those that show what was sealed, and what came by a press of its own, or waits, has a place as well.
    """
    told = opened(act, in_use(act), cards, faces)
    pairs = _paired(cards, faces, told)
    for card, face in pairs:
        require(card.face in ("", str(face)), Code.CARD, "%(card)s lies open there already.", card=card.face)
    turned = [(card, face) for card, face in pairs if not card.face]
    check_multiplicity(act, [face for _, face in turned])
    for card, face in turned:
        it = told.get(card.number)
        card.face, card.known = str(face), _how_known(act, card, known, read=it is not None)
        update(card)
        act.effect("card_turned", card=card.number, face=card.face, **({"salt": it.salt} if it is not None else {}))


def _how_known(act: Act, card: DrawnCard, known: str, *, read: bool) -> str:
    """How the face of a card is known that is turned now; ``read``: it is what its shoe has read."""
    if read or known == Known.PLACE:
        return Known.PLACE
    unknown = any(not it.face or it.by_box for it in act.state.came_alone)
    return Known.LATE if known == Known.BOX and unknown else Known.BOX if card.seal else known


def _paired(
    cards: Sequence[DrawnCard], faces: Sequence[Card], told: Mapping[int, Opened]
) -> list[tuple[DrawnCard, Card]]:
    """Each card with what it shows: what its shoe knows of it, and of the others as they are keyed."""
    if not told:
        return list(zip(cards, faces, strict=True))
    known = {
        card.number: parse(card.face or told[card.number].face) for card in cards if card.face or card.number in told
    }
    left = list(faces)
    for face in known.values():
        if face in left:
            left.remove(face)
    return [(card, known[card.number] if card.number in known else left.pop(0)) for card in cards]


def check_multiplicity(act: Act, faces: list[Card], *, but: Sequence[DrawnCard] = ()) -> None:
    """No face comes more often than in the decks, these cards left aside."""
    if UNKNOWN in faces:
        raise Refused(Code.CARD_COVERED, "A card that is turned shows its face.")
    in_use(act)  # without a shoe no card can be turned
    known = act.state.faces(but=but)
    check_faces([*map(parse, known.elements()), *faces], act.state.profile.decks)


# --- the cards that waited


def enter_held_cards(act: Act) -> None:
    """Cards that waited beside the sabot are the first of the hand, in the order in which they came out.

    A fifth one waits on for a third card of this hand.
    """
    coup, state = act.coup, act.state
    boxes = (DrawnCard.Location.PUNTO, DrawnCard.Location.BANCO)
    for place, card in enumerate(state.held):
        card.location = boxes[place % 2] if place < FIRST_CARDS else DrawnCard.Location.WAITING
        card.coup, card.waited, card.alone = coup, True, place >= FIRST_CARDS
        update(card)
        state.cards.append(card)
        act.effect("held_card_enters", card=card.number)
    state.reread("held")


def set_aside(act: Act, cards: list[DrawnCard]) -> None:
    """Cards that belong to no hand of this coup wait beside the sabot for the next: under it those nobody saw."""
    for card in cards:
        card.location = DrawnCard.Location.HELD_SEEN if card.seen else DrawnCard.Location.HELD_UNDER
        card.coup, card.waited, card.alone, card.known = None, False, True, Known.PLACE if card.face else ""
        update(card)
        act.effect("card_held", card=card.number, seen=card.seen)
    act.state.reread("cards", "held")


SERVING_ORDER = (DrawnCard.Location.PUNTO, DrawnCard.Location.BANCO)


def first_is_known(act: Act) -> bool:
    """Whether stakes lie on a hand whose first card lies visible in the sabot, or was seen beside it."""
    coup = act.state.coup
    normal = coup is not None and coup.kind == Coup.Kind.NORMAL
    return normal and act.state.phase is Phase.CLOSED and act.state.blank_due


def hold_card(act: Act, face: Card | None, *, seen: bool) -> None:
    """A card that belongs to no hand of this coup waits for the next one, or is burned (Art. 1)."""
    check_seen(face, seen=seen)
    if not plays_blanks(act):
        burn_next(act, seen=seen)
        return
    told = act.state.blank_known
    location = DrawnCard.Location.HELD_SEEN if seen else DrawnCard.Location.HELD_UNDER
    card = draw(act, location, seen=seen)
    open_card(act, card, face)
    act.state.reread("held")
    act.effect("card_held", card=card.number, seen=seen)
    name_blank_due(act, told=told)


def check_seen(face: Card | None, *, seen: bool) -> None:
    """The record keeps no face that nobody at the table has seen: everybody who may read it would know the card."""
    require(
        face is None or seen,
        Code.CARD_COVERED,
        "A card that lies covered has no face yet: report it without one, or say that it was seen.",
    )


def open_card(act: Act, card: DrawnCard, face: Card | None) -> None:
    if face is not None:
        turn(act, [card], [face])


def plays_blanks(act: Act) -> bool:
    return act.state.profile.remedies == "blank_coup"
