"""Verbs that declare and turn the cards. Super Punto Banco, Premessa.

A declaration is refused while an incident holds the coup; that a card was turned is a fact, and is recorded even then.
"""

from collections.abc import Sequence
from functools import partial
from typing import Literal

from django.utils.translation import pgettext_lazy

from table.memory.statements import update
from table.models import DrawnCard
from table.play.act import Act
from table.play.cards import (
    TURNED,
    Known,
    check_multiplicity,
    claim_differs,
    claim_misled,
    faces_of,
    misplaced,
    place_waiting,
    turn,
)
from table.play.declaration import Faces, Shows, of_the_coup
from table.play.sealed import came_for_others
from table.play.seats import reader_lost_seat
from table.play.shoe import in_use
from table.rules.cards import UNKNOWN, Card, parse, points
from table.rules.phase import Phase
from table.rules.refusal import Code, require
from table.rules.regola import FIRST_CARDS, Claim, Side, claim_of

turns = partial(of_the_coup, while_held=True)
"""Declare a verb by which cards are turned: a fact that is recorded also while an incident holds the coup."""


def _two_of(side: Side) -> Shows:
    """Return a function of an act and its arguments: numbers in the shoe of at most the first two cards of a hand.

    It gives a list, empty where no card of the hand lies.
    """
    return lambda act, _given: [card.number for card in act.state.at(side)[:2]]


# --- the reader


@of_the_coup(
    title=pgettext_lazy("act", "declaration"),
    said=(pgettext_lazy("record", "«%(claim)s», %(means)s"),),
    phases=[Phase.READING],
    source="reader",
    public="claim means unclear lifted",
)
def declare(
    act: Act,
    *,
    claim: Literal["carta", "no_carta"],
    means: Literal["voice", "gesture"],
    unclear: bool = False,
    lifted: bool = False,
) -> None:
    """Store what the reader declares: «carta» or «no carta», by voice or gesture. It is a claim, not a choice.

    Nothing compares it with the Regola here. ``unclear`` records that they were asked again ("asked_again"),
    ``lifted`` that they took the cards from the cloth ("lifted_from_the_cloth"); no other effect is recorded.
    Refused (E_NOT_FREE) where the reader has lost their seat.
    """
    coup = act.coup
    require(
        not reader_lost_seat(act.state),
        Code.NOT_FREE,
        "Who was to read at position %(position)s has lost the seat and declares nothing: pass the reading on.",
        source=act.cite("reader.passed_on"),
        position=coup.reader,
    )
    coup.claim, coup.claim_means = claim, means
    update(coup)
    if unclear:
        act.effect("asked_again")
    if lifted:
        act.effect("lifted_from_the_cloth")


@turns(
    title=pgettext_lazy("act", "battuta"),
    said=(pgettext_lazy("record", "the reader turns both cards at once"),),
    phases=[Phase.READING],
    source="reader.battuta",
    shows=_two_of(Side.PUNTO),
)
def turn_battuta(act: Act, *, cards: Faces) -> None:
    """Turn Punto's two cards before any declaration, and take them for what the reader declares ("card_turned").

    With fewer than eight points the reader should not have: recorded as "premature_turn", and the hand follows the
    Regola. Cards that waited go to the boxes that are due ("early_card_placed"). Unless the coup is held already, one
    card or three where two lie ("wrong_number"), and one that an electronic shoe read for another place
    ("laid_elsewhere"), turn nothing and hold it. Refuses (E_COUNT) any other number but two, and one or three if the
    coup is held already; those that do not lie covered (E_PHASE), and faces that cannot be (E_CARD, E_CARD_COVERED,
    E_CARD_IMPOSSIBLE).
    """
    coup = act.coup
    if not _are_two(act, Side.PUNTO, cards):
        return
    faces = faces_of(cards, 2)
    _turn_hand(act, Side.PUNTO, faces)
    claim = claim_of(points(faces))
    coup.claim, coup.claim_means = claim.value, TURNED
    update(coup)
    if claim is not Claim.BATTUTA:
        act.effect("premature_turn")
    place_waiting(act)


# --- turning


@turns(
    title=pgettext_lazy("act", "turn Banco"),
    said=(pgettext_lazy("record", "Banco is turned"),),
    phases=[Phase.READING, Phase.DECLARED, Phase.DEALING, Phase.BANCO_UP],
    source="reader.order",
    shows=_two_of(Side.BANCO),
)
def turn_banco(act: Act, *, cards: Faces) -> None:
    """Turn Banco's two cards, once Punto has declared or where the dealer completes the hand ("card_turned").

    Before the reader has spoken "banco_turned_early" is recorded first; they then declare nothing, and Punto is turned
    next. Cards that waited go to the boxes that are due ("early_card_placed"). Unless the coup is held already, one
    card or three where two lie ("wrong_number"), and one that an electronic shoe read for another place
    ("laid_elsewhere"), turn nothing and hold it. Refuses (E_COUNT) any other number but two, and one or three if the
    coup is held already; those that do not lie covered (E_PHASE), and faces that cannot be (E_CARD, E_CARD_COVERED,
    E_CARD_IMPOSSIBLE).
    """
    early = act.state.phase is Phase.READING
    if _are_two(act, Side.BANCO, cards):
        if early:
            act.effect("banco_turned_early")
        _turn_hand(act, Side.BANCO, faces_of(cards, 2))
        place_waiting(act)


@turns(
    title=pgettext_lazy("act", "turn Punto"),
    said=(pgettext_lazy("record", "Punto is turned"),),
    phases=[Phase.DECLARED, Phase.DEALING, Phase.BANCO_UP, Phase.DRAWING],
    source="reader.order",
    shows=_two_of(Side.PUNTO),
    public="early",
)
def turn_punto(act: Act, *, cards: Faces, early: bool = False) -> None:
    """Turn Punto's two cards; where a player reads, after Banco and the third cards due by the declaration.

    ``early`` confirms that the reader has turned them before that ("premature_turn"; else E_REGOLA), which is not asked
    in a coup that is held already. A wrong declaration is recorded ("declaration_without_effect") or, if
    it may have changed the hands, holds the coup ("claim_differs"). Hands that lie open otherwise than by the
    Regola hold it, too ("differs_from_the_regola"). Cards that waited go to the boxes that are due
    ("early_card_placed"). Unless the coup is held already, one card or three where two lie ("wrong_number"), and one
    that an electronic shoe read for another place ("laid_elsewhere"), turn nothing and hold it. Else records
    "card_turned". Refuses (E_COUNT) any other number but two, and one or three if the coup is held already; those that
    do not lie covered (E_PHASE), and faces that cannot be (E_CARD, E_CARD_COVERED, E_CARD_IMPOSSIBLE).
    """
    if not _are_two(act, Side.PUNTO, cards):
        return
    if _punto_waits(act):
        _check_early(act, early=early)
        act.effect("premature_turn")
    _turn_hand(act, Side.PUNTO, faces_of(cards, 2))
    if claim_misled(act):
        coup = act.coup
        coup.held = True
        update(coup)
        act.effect("claim_differs", claim=coup.claim, points=points(faces_of(cards, 2)))
    elif claim_differs(act):
        act.effect("declaration_without_effect", claim=act.coup.claim, points=points(faces_of(cards, 2)))
    place_waiting(act)
    _hold_what_differs(act)


def _punto_waits(act: Act) -> bool:
    """Whether Banco has to be turned, or a third card drawn or Punto's turned, before Punto is.

    Always False in a coup that is held or without a declaration.
    """
    state, coup = act.state, act.state.coup
    if coup is None or coup.held or not coup.claim:
        return False
    return state.phase is Phase.DECLARED or state.due is not None or UNKNOWN in state.hand(Side.PUNTO)[2:]


def _check_early(act: Act, *, early: bool) -> None:
    """Refuse (E_REGOLA) unless the dealer confirms as `early` that Punto is turned before Banco and the third cards.

    To be called where Punto has to wait; a card that is still due is named.
    """
    state = act.state
    due = state.due
    if due is not None:
        require(early, Code.REGOLA, "A card is still due to %(side)s.", source=act.cite("regola.table"), side=due)
    require(
        early,
        Code.REGOLA,
        "Punto is turned last: first Banco, and the third cards. Has the reader turned Punto already?",
        source=act.cite("reader.order"),
    )


@turns(
    title=pgettext_lazy("act", "turn the third card"),
    said=(pgettext_lazy("record", "the third card is turned"),),
    phases=[Phase.DRAWING],
    shows=lambda act, _given: [card.number for card in act.state.covered_thirds[:1]],
)
def turn_third(act: Act, *, card: str) -> None:
    """Turn a covered third card, Punto's before Banco's ("card_turned"). Refused (E_PHASE) where none is covered.

    Cards that waited go to the boxes that are due ("early_card_placed"). Refuses a face that cannot be (E_CARD,
    E_CARD_COVERED, E_CARD_IMPOSSIBLE). Once both hands lie open otherwise than by the Regola, the coup is held
    ("differs_from_the_regola").
    """
    third = act.state.covered_thirds
    require(third, Code.PHASE, "No third card lies covered.")
    turn(act, third[:1], [parse(card)], known=Known.PLACE if third[0].alone else Known.BOX)
    place_waiting(act)
    _hold_what_differs(act)


def _hold_what_differs(act: Act) -> None:
    """Hold the coup where both hands lie open otherwise than by the Regola. Records "differs_from_the_regola".

    So it is when a third card was served on a face that was keyed wrong, and corrected since. Nothing is done or
    recorded in a coup that is held already.
    """
    coup = act.coup
    if misplaced(act) and not coup.held:
        coup.held = True
        update(coup)
        act.effect("differs_from_the_regola")


def _are_two(act: Act, side: Side, cards: Faces) -> bool:
    """Whether two cards are keyed for a hand, neither read by an electronic shoe for another place; else hold the coup.

    Two cards of which one came out for another place hold it under Art. 6 ("laid_elsewhere"), one or three where two
    lie under Art. 7 ("wrong_number"); none is turned. In a coup that is held already any two cards pass. Refuses
    (E_CARD) what is no card, and (E_COUNT) any other number, and one or three in a held coup or where not just two lie.
    Where it would hold, refuses as well cards that do not lie covered (E_PHASE), the unknown card (E_CARD_COVERED) and
    faces beyond those of the decks (E_CARD_IMPOSSIBLE).
    """
    coup, hand = act.coup, act.state.at(side)
    if len(cards) == 2:
        return not _was_read_elsewhere(act, side, faces_of(cards, 2))
    require(
        len(cards) in (1, 3) and len(hand) == 2 and not coup.held,
        Code.COUNT,
        "A hand is turned with its two cards. If one or three lie there, report it.",
        source=act.cite("remedies.number"),
    )
    _check_covered(side, hand)
    faces = [parse(card) for card in cards]
    check_multiplicity(act, faces, but=hand)
    coup.held = True
    update(coup)
    act.effect("wrong_number", side=side.value, cards=[str(face) for face in faces])
    return False


def _was_read_elsewhere(act: Act, side: Side, faces: list[Card]) -> bool:
    """Whether an electronic shoe read one of these faces for another place; if so hold the coup ("laid_elsewhere").

    Always False in a coup that is held already. Refuses, only where it would hold, cards that do not lie covered
    (E_PHASE), the unknown card (E_CARD_COVERED) and faces beyond those of the decks (E_CARD_IMPOSSIBLE).
    """
    coup, hand = act.coup, act.state.at(side)[:2]
    came = [] if coup.held else came_for_others(act, in_use(act), hand, faces)
    if not came:
        return False
    _check_covered(side, hand)
    check_multiplicity(act, faces, but=hand)
    coup.held = True
    update(coup)
    act.effect("laid_elsewhere", side=side.value, cards=[str(face) for face in faces], came=[*came])
    return True


def _turn_hand(act: Act, side: Side, faces: list[Card]) -> None:
    """Turn the two cards of a side, once all four are dealt, as :func:`~table.play.cards.turn` ("card_turned").

    Their faces count as known by the box. Where one lies open already, the two ``faces`` change places in their list
    unless the one in its place is its own. Refuses (E_PHASE) before that, where both lie open, and where one of them is
    a covered third card served by itself; and faces that cannot be (E_CARD, E_CARD_COVERED, E_CARD_IMPOSSIBLE).
    """
    hand = act.state.at(side)[:2]
    _check_covered(side, hand if len(act.state.at_boxes) >= FIRST_CARDS else [])
    _check_no_third(act, hand)
    open_card = next((card for card in hand if card.face), None)
    if open_card is not None and faces[hand.index(open_card)] is not open_card.card:
        faces.reverse()
    turn(act, hand, faces, known=Known.BOX)


def _check_no_third(act: Act, hand: Sequence[DrawnCard]) -> None:
    """Refuse (E_PHASE) to key a pair if one of the two is a covered third card that came by a press of its own.

    It is turned first, alone and by its number: the table knows which card that is.
    """
    alone = {it.number for it in act.state.served_by_themselves}
    third = [card.number for card in hand if card.number in alone and not card.face]
    require(
        not third,
        Code.PHASE,
        "Card %(number)s was served there by itself, and lies covered: it is turned first, alone and by its number.",
        source=act.cite("evidence"),
        number=third[0] if third else 0,
    )


def _check_covered(side: Side, hand: Sequence[DrawnCard]) -> None:
    """Refuse (E_PHASE) unless these are two cards that do not both lie open."""
    require(
        len(hand) == 2 and not all(card.face for card in hand),
        Code.PHASE,
        "The two cards of %(side)s do not lie covered on the table.",
        side=side,
    )
