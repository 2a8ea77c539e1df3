"""Verbs by which cards leave the shoe: deal, thirds, cards due to nobody. Super Punto Banco, Premessa and Art. 1."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import pgettext_lazy

from table.memory.statements import update
from table.models import Coup, DrawnCard
from table.play.act import Act, check_said
from table.play.cards import (
    SERVING_ORDER,
    Known,
    check_seen,
    faces_of,
    has_to_be_blank,
    hold_card,
    open_card,
    place_waiting,
    plays_blanks,
    turn,
)
from table.play.coup import begin_blank, begin_coup, check_blank_called
from table.play.declaration import ANYTIME, IDLE, Faces, of_the_coup, verb
from table.play.shoe import burn_next, check_not_empty, draw, draw_each, in_use, is_counted_out, name_blank_due
from table.play.stakes import lacks_stake, left_by_tie
from table.play.state import AT_BOX
from table.rules.cards import Card, parse
from table.rules.phase import Phase
from table.rules.profile import Role
from table.rules.refusal import Code, Refused, require
from table.rules.regola import FIRST_CARDS
from table.rules.shoe import BLANK

DEALER = (Role.DEALER,)


def _dealt_open(act: Act, _given: Mapping[str, Any]) -> list[int] | None:
    """Numbers in the shoe of the coup's first four cards, dealt or not yet, where they are dealt face up.

    Fewer where the shoe has no more. None where they are dealt covered, and without a coup or a shoe.
    """
    state = act.state
    if state.coup is None or state.shoe is None or not state.is_dealt_open:
        return None
    dealt, out = [card.number for card in state.at_boxes], state.shoe.out
    return [*dealt, *range(out + 1, min(out + FIRST_CARDS - len(dealt), state.shoe.cards_total) + 1)]


def _comes_open(act: Act, _given: Mapping[str, Any]) -> list[int] | None:
    """Number in the shoe, as a list of one, of the next card if it is seen as it comes.

    That is a card due to a box, or one of the first four where they are dealt face up. None for any other, without a
    coup, while bets are taken, once the coup has its outcome, and for an empty shoe.
    """
    state = act.state
    if state.coup is None or state.shoe is None or state.phase is Phase.BETTING or state.coup.outcome:
        return None
    first = len(state.at_boxes) < FIRST_CARDS
    comes = state.is_dealt_open if first else state.due is not None
    return [state.shoe.out + 1] if comes and state.shoe.out < state.shoe.cards_total else None


def check_begun_once(act: Act, _given: Mapping[str, Any]) -> None:
    """Refuse (E_PHASE) to begin a Colpo in Bianco in one. Checked at the press alone, as earlier entries did so."""
    coup = act.state.coup
    _check_blank_due(act, coup is None or coup.kind == Coup.Kind.NORMAL)


def _check_blank_due(act: Act, due: object) -> None:
    """Refuse (E_PHASE) a Colpo in Bianco unless it is ``due``."""
    require(due, Code.PHASE, "No Colpo in Bianco is due.", source=act.cite("remedies.seen"))


@verb(
    title=pgettext_lazy("act", "Colpo in Bianco"),
    said=(pgettext_lazy("record", "«Colpo in Bianco»"),),
    roles=DEALER,
    phases=[IDLE, Phase.BETTING, Phase.CLOSED],
    ground=["coup", "shoe"],
    moves=["coup", "shoe"],
    source="remedies.seen",
    public="said",
    at_press=check_begun_once,
)
def play_blank(act: Act, *, said: bool) -> None:
    """Begin a Colpo in Bianco that is due: stakes go back, and the held cards are its first.

    Refused unless the dealer has ``said`` it (E_PHRASE), where none is due, or at the press in one (E_PHASE) and,
    between two coups, without a shoe that goes on (E_SHOE, E_TAGLIA_ENDED) or while a case waits for a decision
    (E_INCIDENT_OPEN). Records what goes back ("bet_returned", "tax_returned"; for absent owners "set_aside" or
    "uncollected"), "held_card_enters" for each, "blank_started" and "phrase"; between two coups "taglia_started" with
    the first of a taglia, and what becomes of stakes that a tie left ("set_aside", "left_without_owner").
    """
    check_said(said, BLANK)
    _check_blank_due(act, act.state.blank_due)
    if act.state.coup is None:
        left_by_tie(act)
    begin_blank(act, act.state.coup or begin_coup(act, Coup.Kind.BLANK), called=True)
    act.effect("phrase", words=BLANK)


@verb(
    title=pgettext_lazy("act", "call the Colpo in Bianco"),
    said=(pgettext_lazy("record", "«Colpo in Bianco»"),),
    roles=DEALER,
    tables=ANYTIME,
    moves=["coup"],
    while_held=True,
    source="remedies.called",
    public="said",
)
def call_blank(act: Act, *, said: bool) -> None:
    """Confirm that the Colpo in Bianco was called which a visible or fallen card has made of this coup.

    Refused where none has to be called (E_PHASE), or unless the dealer has ``said`` it (E_PHRASE). Records "phrase".
    """
    coup = act.state.coup
    if coup is None or not coup.call_due:
        raise Refused(Code.PHASE, "There is no Colpo in Bianco to be called now.", source=act.cite("remedies.called"))
    check_said(said, coup.call_due)
    act.effect("phrase", words=coup.call_due)
    coup.call_due = ""
    update(coup)


def check_stake_in_action(act: Act, _given: Mapping[str, Any]) -> None:
    """Refuse (E_NO_STAKE) to deal the first card of a coup while no stake is in action, as after a correction.

    Passes a Colpo in Bianco, a house that records only the reader's stake, and any phase but CLOSED.
    """
    require(
        not lacks_stake(act.state),
        Code.NO_STAKE,
        "No stake is in action any more: key the one that lies there, or open the betting again.",
        source=act.cite("remedies.nobody_stakes"),
    )


@of_the_coup(
    title=pgettext_lazy("act", "four cards"),
    said=(pgettext_lazy("record", "the four cards are out"),),
    phases=[Phase.CLOSED, Phase.DEALING],
    moves=["coup", "shoe"],
    shows=_dealt_open,
    at_press=check_stake_in_action,
)
def deal(act: Act, *, cards: Faces | None = None) -> None:
    """Deal what is missing of the four cards, 1 and 3 to Punto, 2 and 4 to Banco. Refused (E_PHASE) where none is.

    Where they are dealt face up, ``cards`` are the faces of all four (E_COUNT), of those that lie there already too,
    Punto's and Banco's in turn, and are turned ("card_turned"), and cards that waited go to boxes that are due
    ("early_card_placed"); else None (E_CARD_COVERED). Refused also before the first card while a Colpo in Bianco is
    due, as it is known (E_BLANK_DUE), and at the press while no stake is in action (E_NO_STAKE); while a Colpo in
    Bianco is still to be called (E_PHRASE), or if the shoe has too few cards or its decks have no such face left
    (E_CARD_IMPOSSIBLE), and for what is no card (E_CARD). Records "card_drawn" for each, and "cut_card_came" where a
    virtual shoe's cut card comes with them.
    """
    state = act.state
    require(len(state.at_boxes) < FIRST_CARDS, Code.PHASE, "The four cards are out already.")
    require(
        not has_to_be_blank(act),
        Code.BLANK_DUE,
        "The first card of the hand is known: say «Colpo in Bianco» and give the stakes back first.",
        source=act.cite("remedies.visible"),
    )
    check_blank_called(act)
    _check_open(act, cards)
    draw_each(act, [SERVING_ORDER[place % 2] for place in range(len(state.at_boxes), FIRST_CARDS)])
    if cards is not None:
        turn(act, state.at_boxes, faces_of(cards, FIRST_CARDS), known=Known.OPEN)
        place_waiting(act)


def _check_open(act: Act, cards: Faces | None) -> None:
    """Refuse (E_CARD_COVERED) faces where the first four cards are dealt covered, and None where dealt face up."""
    face_up = act.state.is_dealt_open
    require(
        face_up == (cards is not None),
        Code.CARD_COVERED,
        "In this coup the four cards are dealt %(how)s.",
        source=act.cite("dealing"),
        how="face_up" if face_up else "face_down",
    )


def check_not_counted_out(act: Act, _given: Mapping[str, Any]) -> None:
    """Refuse (E_CARD_IMPOSSIBLE) a card of the sabot while a hand lacks one and the remaining cards are counted.

    Checked at the press alone, as earlier entries drew such cards, or counted again.
    """
    require(
        not is_counted_out(act.state),
        Code.CARD_IMPOSSIBLE,
        "The remaining cards are counted: a third card that a hand lacks is the next of them. Report that it was not "
        "drawn.",
        source=act.cite("min_last_coup_cards.counted"),
    )


@verb(
    title=pgettext_lazy("act", "card out"),
    said=(pgettext_lazy("record", "a card is out"),),
    roles=[Role.DEALER, Role.SHOE],
    tables=ANYTIME,
    moves=["coup", "shoe"],
    while_held=True,
    shows=_comes_open,
    public="exposed extra",
    at_press=check_not_counted_out,
)
def card_out(act: Act, *, card: str | None = None, exposed: bool = False, extra: bool = False) -> None:
    """Draw the next card ("card_drawn"); the Regola says whether it is one of the four, due, early, or extra.

    One of the four, or one that is due, goes to its box; after one that is due so do cards that waited
    ("early_card_placed"). An early one waits for its box ("card_early"). An extra one is refused (E_REGOLA) unless an
    electronic shoe reports it, or ``extra`` confirms that it is out; it is held for the next hand ("card_held", and
    "blank_due" where one becomes due), as is any card between coups and during the betting: beside the sabot if
    somebody saw it (``exposed``), else under it. A house without coups in bianco burns it ("cards_burned"). One that a
    shoe reports after the announcement of a last coup still to be counted is one of the remaining cards. A card with a
    face is turned ("card_turned"); the face of a burned or a remaining one is ignored. A coup that has to become a
    Colpo in Bianco does so first ("blank_started", "phrase_due"; :func:`has_to_be_blank`). Refuses (E_CARD) what is no
    card, (E_SHOE) without a shoe in use, (E_CARD_IMPOSSIBLE) an empty shoe or a face more often than in the decks, and
    (E_CARD_COVERED) a face that nobody saw, unless the card is due to a box or one of four dealt face up. Refuses as
    :func:`check_not_counted_out` at the press.
    """
    state = act.state
    face = parse(card) if card is not None else None
    seen = exposed or in_use(act).next_visible
    if state.coup is not None and has_to_be_blank(act):
        begin_blank(act, state.coup, called=False)
    if state.phase is None or state.phase is Phase.BETTING:
        hold_card(act, face, seen=seen)
    elif state.coup is not None and not state.coup.outcome and len(state.at_boxes) < FIRST_CARDS:
        _first_card(act, face, seen=seen)
    elif (side := state.due) is not None:
        open_card(act, draw(act, AT_BOX[side]), face)
        place_waiting(act)
    elif state.undecided:
        _early(act, face, seen=seen)
    elif act.role == Role.SHOE and state.phase is Phase.ANNOUNCED and state.to_be_counted:
        draw(act, DrawnCard.Location.REMAINING, seen=seen)
    else:
        _check_extra(act, extra=extra)
        hold_card(act, face, seen=seen)


def _check_extra(act: Act, *, extra: bool) -> None:
    """Refuse (E_REGOLA) a card due to no box, unless an electronic shoe reports it or ``extra`` says that it is out.

    That it is due to none is for the caller to check.
    """
    require(
        extra or act.role == Role.SHOE,
        Code.REGOLA,
        "By the Regola no card is due to anybody. Is the card already out?",
        source=act.cite("regola.table"),
    )


def _first_card(act: Act, face: Card | None, *, seen: bool) -> None:
    """Draw the next of the first four cards to its box, Punto's and Banco's in turn; ``face`` None leaves it covered.

    Records "card_drawn", and "card_turned" for a face. Refuses (E_CARD_COVERED) a face that nobody has ``seen``, where
    they are dealt covered or in a Colpo in Bianco; (E_CARD_IMPOSSIBLE) an empty shoe, or a face more often than in the
    decks.
    """
    state, coup = act.state, act.coup
    if state.profile.dealing == "face_down" or coup.kind == Coup.Kind.BLANK:
        check_seen(face, seen=seen)
    open_card(act, draw(act, SERVING_ORDER[len(state.at_boxes) % 2], seen=seen), face)


def _early(act: Act, face: Card | None, *, seen: bool) -> None:
    """Draw a card before its turn; it waits for its box. Records "card_drawn", and "card_early" at last.

    ``face`` is None where nobody looked at it; else the card is turned with it ("card_turned"). Refuses
    (E_CARD_COVERED) a face that nobody has ``seen``, and (E_CARD_IMPOSSIBLE) an empty shoe, or a face more often than
    in the decks.
    """
    check_seen(face, seen=seen)
    card = draw(act, DrawnCard.Location.WAITING, seen=seen)
    open_card(act, card, face)
    act.effect("card_early", card=card.number)


@verb(
    title=pgettext_lazy("act", "next card visible"),
    said=(pgettext_lazy("record", "the next card lies visible in the sabot"),),
    roles=[Role.DEALER, Role.ISPETTORE_GIOCO],
    tables=ANYTIME,
    ground=["shoe"],
    moves=["coup", "shoe"],
    while_held=True,
    source="remedies.visible",
)
def report_visible(act: Act) -> None:
    """Note that the next card lies face up inside the sabot ("card_visible").

    Between coups, or in a coup of kind NORMAL without a card yet, a Colpo in Bianco is then due, recorded as
    "blank_due" unless one was due already; a house without coups in bianco burns the card ("cards_burned"). In a Colpo
    in Bianco, and in a coup of which a card is out, it is valid for that hand; if that does not take it, what is said
    of a card between coups holds once the coup is over. Refused without a shoe in use (E_SHOE), with an empty one
    (E_CARD_IMPOSSIBLE), and where it is on record already (E_STALE).
    """
    state, shoe = act.state, in_use(act)
    check_not_empty(shoe)
    require(not shoe.next_visible, Code.STALE, "That the next card is visible is on the record already.")
    due_before = state.blank_known
    act.effect("card_visible")
    if not state.cards and not plays_blanks(act):
        burn_next(act, seen=True)
        return
    shoe.next_visible = True
    update(shoe)
    name_blank_due(act, due_before=due_before)
