"""Corrections of cards, declaration, cut card and count that were keyed wrong; what follows is computed anew."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from table.memory.statements import update
from table.models import DrawnCard, Shoe
from table.play.act import Act
from table.play.cards import (
    Known,
    check_multiplicity,
    claim_differs,
    claim_misled,
    follow_punto,
    misplaced,
    place_waiting,
)
from table.play.shoe import call_by_ruling, in_use, name_blank_due, put_cut_card, take_back_cut_card, was_settled
from table.rules.cards import parse, points
from table.rules.phase import Phase
from table.rules.profile import Role
from table.rules.refusal import Code, require
from table.rules.regola import Outcome, Side

SPOKEN = ("voice", "gesture")


class Agreement(NamedTuple):
    """Agreement of the open cards with the declaration and the Regola.

    ``amiss``: they contradict the declaration, or lie where the Regola would not have put them. ``idle``: they
    contradict the declaration, without effect.
    """

    amiss: bool
    idle: bool


class CardFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another face for the card with this number in the order of extraction; None: it was not shown at all.

    ``where``: it lies at this box, not at the one for which it was keyed.
    """

    number: int
    card: str | None
    where: Side | None = None


def correct_card(act: Act, fix: CardFix) -> Any:
    """Correct the face of a turned card, or the box at which it lies; return the face that had been keyed.

    With another box as ``fix.where`` a covered card there gets the face ("lies_elsewhere"); with ``fix.card`` None the
    card is covered again ("was_not_shown"). Either needs a coup that a case holds (else E_PHASE), and a face that no
    shoe has read, or that is known by its box alone (else E_EVIDENCE); both together are refused (E_ARGUMENTS). Refuses
    a card without a face (E_CARD, or E_PHASE between coups), a new face that cannot be (E_CARD, E_CARD_COVERED,
    E_CARD_IMPOSSIBLE), and (E_EVIDENCE) a box without a covered card that can have the face. The coup may be held or
    released ("differs_from_the_regola", "agrees_with_the_regola"), and waiting cards placed ("early_card_placed").
    """
    state, was = act.state, _found(act)
    found = [card for card in (*state.cards, *state.held) if card.number == fix.number and card.face]
    require(
        found or state.coup is not None,
        Code.PHASE,
        "Between two coups only a card that waits beside the sabot can be corrected.",
    )
    require(found, Code.CARD, "Card %(number)s of this coup has not been turned.", number=fix.number)
    old = found[0].face
    card = found[0] if fix.where in (None, found[0].location) else _elsewhere(act, found[0], fix.where)
    if fix.card is None:
        _check_can_move(act, card)
        require(fix.where is None, Code.ARGUMENTS, "What was not shown lies at no box but its own.")
        act.effect("was_not_shown", card=card.number)
        _cover(act, card)
    else:
        face = parse(fix.card)
        check_multiplicity(act, [face], but=[card])
        card.face = str(face)
    update(card)
    if card.number != fix.number and fix.where is not None:
        act.effect("lies_elsewhere", card=fix.number, as_card=card.number, side=fix.where.value, face=card.face)
    if state.coup is not None:
        _follow_the_cards(act, was)
    return old


def _elsewhere(act: Act, card: DrawnCard, where: Side) -> DrawnCard:
    """Give the face of a card to one that lies covered at this box, and return that one; the first is covered again.

    Cards that came by themselves are left out; of several others it is the first. Its ``known`` is that of the face,
    but LATE where that was PLACE. The first card is saved, the returned one is not. Refuses (E_PHASE) while no case
    holds the coup, and (E_EVIDENCE) a face that a shoe has read, or where no card at the box can have it.
    """
    _check_can_move(act, card)
    alone = {it.number for it in act.state.came_alone}
    free = [it for it in act.state.at(where) if not it.face and it.number not in alone]
    require(free, Code.EVIDENCE, "At %(side)s lies no covered card that could be %(card)s.", side=where, card=card.face)
    free[0].face, free[0].known = card.face, card.known if card.by_box else Known.LATE
    _cover(act, card)
    update(card)
    return free[0]


def _cover(act: Act, card: DrawnCard) -> None:
    """Cover the card again, clearing its face and ``known`` in memory; the caller saves its row.

    Where it came by itself and its face was known by its place, faces of the hand that are known as BOX could be its
    own now: they become ``Known.LATE``, and are saved.
    """
    for it in act.state.of_the_hand if card.alone and not card.by_box else ():
        if it.known == Known.BOX:
            it.known = Known.LATE
            update(it)
    card.face, card.known = "", ""


def _check_can_move(act: Act, card: DrawnCard) -> None:
    """Refuse to move a card while no case holds the coup (E_PHASE), or one whose face a shoe has read (E_EVIDENCE).

    A face that is known by its box alone may be moved in any shoe.
    """
    coup = act.state.coup
    require(
        coup is not None and coup.held,
        Code.PHASE,
        "That a card lies elsewhere, or was not shown, is said while a case holds the coup: report first what has gone "
        "wrong.",
    )
    require(
        card.by_box or not card.seal,
        Code.EVIDENCE,
        "The shoe has read %(card)s: it lies where the shoe says that it came out.",
        card=card.face,
    )


class ClaimFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another declaration of the reader; None takes it back."""

    claim: Literal["carta", "no_carta"] | None = None


def correct_declaration(act: Act, fix: ClaimFix) -> Any:
    """Correct what the reader declared by voice or gesture; return what had been keyed.

    The coup is held where the cards then contradict it ("differs_from_the_regola"), or released
    ("agrees_with_the_regola"); one that is wrong without effect is recorded ("declaration_without_effect"). Refused
    (E_PHASE) where nothing was declared or it was declared by turning the cards, once a third card is out, and to
    remove the declaration (``claim`` None) once Banco is turned, or Punto was early.
    """
    coup, was = act.coup, _found(act)
    require(
        not act.state.facts.has_third and coup.claim_means in SPOKEN,
        Code.PHASE,
        "The declaration can be corrected until a card has left the shoe on it.",
    )
    old, coup.claim = coup.claim, fix.claim or ""
    coup.claim_means = coup.claim_means if fix.claim else ""
    require(
        fix.claim or act.state.phase is Phase.READING,
        Code.PHASE,
        "Cards are turned; the declaration cannot be taken back any more, only corrected.",
    )
    update(coup)
    _follow_the_cards(act, was)
    return old


def _follow_the_cards(act: Act, was: Agreement) -> None:
    """Compute anew what follows from the cards; hold the coup where they now differ from the Regola, or release it.

    Waiting cards go to their boxes ("early_card_placed"). ``was`` is how the cards agreed before the correction.
    Records "differs_from_the_regola" or "agrees_with_the_regola" if that changed; else, for a declaration that has
    become wrong without effect, "declaration_without_effect". A coup that another case holds is released as well; what
    follows the act holds it again.
    """
    coup = act.coup
    follow_punto(act)
    place_waiting(act)
    now = _found(act)
    if now.amiss != was.amiss:
        coup.held = now.amiss
        act.effect("differs_from_the_regola" if now.amiss else "agrees_with_the_regola")
    elif now.idle and not was.idle:
        pair = act.state.hand(Side.PUNTO)[:2]
        act.effect("declaration_without_effect", claim=coup.claim, points=points(pair))
    update(coup)


def _found(act: Act) -> Agreement:
    """Return how the open cards agree with declaration and Regola.

    ``amiss``: they are not where the Regola has them, or the declaration that they contradict has misled somebody;
    ``idle``: they only contradict the declaration, without effect. Never both, and neither of them between coups or in
    a coup that has its outcome, such as an annulled one.
    """
    coup = act.state.coup
    if coup is None or coup.outcome:
        return Agreement(amiss=False, idle=False)
    amiss = claim_misled(act) or misplaced(act)
    return Agreement(amiss, idle=claim_differs(act) and not amiss)


class CutCardFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another number of cards of the hand after which the cut card came out; None: it is not out."""

    hand_cards: int | None = None


def correct_cut_card(act: Act, fix: CutCardFix) -> Any:
    """Correct after how many cards of the hand the cut card came out, or whether it did; return what had been keyed.

    That is None where it was not out. The last coup counts as called if a dealer corrects it ("phrase"); else its call
    is due ("phrase_due"), where it is known which one that is and it was not called so. Of one that is the last by a
    ruling the plain call is due where the cut card is not out. Records "blank_due" where one is due as the coup is not
    the last any more. Refuses (E_SHOE) without a shoe in use, (E_PHASE) once the remaining cards are counted or the
    coup of the cut card is over, to take back one that is not out, and to a dealer where it was not keyed: they report
    it, and the Ispettore di Gioco corrects it. That a coup began with it which was paid, or null by a count that was
    taken back since, is for the Ispettore alone (E_ROLE). Refuses (E_COUNT) more cards than are out.
    """
    coup, shoe = act.state.coup, in_use(act)
    out, dealer = shoe.cut_card_at is not None, act.role == Role.DEALER
    require(
        (out or (fix.hand_cards is not None and not dealer)) and not (coup and coup.counted),
        Code.PHASE,
        "The cut card is not out, or the remaining cards are counted already.",
    )
    require(
        not (dealer and coup and coup.began_with_cut_card and was_settled(act.state)),
        Code.ROLE,
        "From here on the Ispettore di Gioco corrects it.",
    )
    require(not shoe.cut_card_taken, Code.PHASE, "The cut card came out in an earlier coup.")
    old = sum(card.number <= (shoe.cut_card_at or 0) for card in act.state.cards) if out else None
    due_before = act.state.blank_known
    if out:
        take_back_cut_card(act)
    if fix.hand_cards is not None:
        put_cut_card(act, fix.hand_cards, said=dealer)
    else:
        call_by_ruling(act)
    name_blank_due(act, due_before=due_before)
    return old


class CountFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The remaining cards were counted wrong."""


def correct_count(act: Act, _: CountFix) -> Any:
    """Take back the count of the remaining cards, which the dealer makes anew; return how many had been counted.

    They are in the sabot again by the record, except those up to the last that an electronic shoe has read, which are
    covered again. A coup that was null for want of cards is open again: once it is counted it is null anew, or paid by
    the differences from what went back. Refused (E_PHASE) where nothing is counted, the coup counts for nothing for
    another reason, or a card came out since the count, and (E_INCIDENT_OPEN) while an incident holds the coup.
    """
    state, coup, shoe = act.state, act.coup, in_use(act)
    require(
        not coup.held,
        Code.INCIDENT_OPEN,
        "An incident holds this coup; it has to be settled before “%(verb)s”.",
        source=act.cite("corrections"),
        verb="extract_remaining",
    )
    require(
        coup.counted and coup.outcome in ("", Outcome.NULL_SEVEN),
        Code.PHASE,
        "The remaining cards are not counted, or the coup counts for nothing already.",
    )
    remaining = [card for card in state.cards if card.location == DrawnCard.Location.REMAINING]
    last_read = max((card.number for card in remaining if card.seal), default=0)
    drawn = [card for card in remaining if card.number > last_read]
    last = [*range(shoe.out - len(drawn) + 1, shoe.out + 1)]
    require(
        [it.number for it in drawn] == last, Code.PHASE, "A card has come out since the remaining ones were counted."
    )
    _put_back(act, shoe, drawn)
    reported = [card for card in remaining if card.number <= last_read]
    for card in reported:
        card.face = ""
    update(*reported)
    coup.counted = False
    if coup.outcome:
        coup.outcome, coup.paid_hands = "", None
    update(coup)
    return len(remaining)


def _put_back(act: Act, shoe: Shoe, drawn: Sequence[DrawnCard]) -> None:
    """Delete the rows of ``drawn``, which are in the shoe again then, and save it; they leave the cards of the coup.

    That they are the last cards that left the shoe is not checked.
    """
    shoe.cards.filter(pk__in=[card.pk for card in drawn]).delete()
    act.state.put(cards=[card for card in act.state.cards if card not in drawn])
    shoe.out -= len(drawn)
    update(shoe)
