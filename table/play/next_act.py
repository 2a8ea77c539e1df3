"""Next act that a table asks of its dealer, computed from the facts, with the words to be spoken."""

from typing import NamedTuple

from table.models import Coup, Shoe, Table
from table.play.seats import reader_lost_seat
from table.play.state import TableState
from table.rules.cards import points
from table.rules.houses import announcement
from table.rules.phase import Phase
from table.rules.regola import FIRST_CARDS, Side
from table.rules.shoe import BLANK

PREPARING = {
    Shoe.Status.LOADED: "shuffle",
    Shoe.Status.SHUFFLED: "cut",
    Shoe.Status.CUT: "insert_cut_card",
}
NO_MORE_BETS = "Rien ne va plus"
BEFORE_A_CARD = (Phase.BETTING, Phase.CLOSED)
"""Phases of a coup of kind NORMAL of which no card is out; those held for the next hand are not among its cards."""
IN_PHASE = {
    Phase.READING: "declare",
    Phase.DECLARED: "turn_banco",
    Phase.COUNTING: "settle",
    Phase.SETTLED: "burn",
}


class NextAct(NamedTuple):
    """A verb, and the mandatory words that go with it; "" where there are none."""

    verb: str
    words: str = ""


def next_act(state: TableState) -> NextAct | None:
    """Return the next act of the dealer and its words; None while somebody else has to act first, or nothing is to do.

    None while an incident holds the coup or the table is not open; between two coups also while a case waits for a
    decision. But between coups a shoe is loaded and prepared in any of these, and a call of the last coup that is due
    comes before the decision. While a card is due and the shoe is empty it is "extract_remaining" where a card of the
    hand is out and the remaining cards have to be counted, else None; but a call or a Colpo in Bianco that is due comes
    first.
    """
    shoe, coup = state.shoe, state.coup
    if coup is not None and coup.held:
        return None
    if coup is None and (shoe is None or shoe.status in PREPARING):
        return NextAct(PREPARING[Shoe.Status(shoe.status)] if shoe else _load(state))
    if state.table.status != Table.Status.OPEN:
        return None
    if shoe is not None and shoe.call_due:
        return NextAct("call_last_coup", shoe.call_due)
    if coup is not None and coup.call_due:
        return NextAct("call_blank", coup.call_due)
    if state.table.awaits and coup is None:
        return None
    if state.blank_due and (coup is None or (coup.kind == Coup.Kind.NORMAL and state.phase in BEFORE_A_CARD)):
        return NextAct("play_blank", BLANK)
    return NextAct("open_bets") if coup is None else _in_coup(state, coup)


def _load(state: TableState) -> str:
    """Verb that loads the shoe of a new taglia: ``load_virtual`` where the house has a virtual shoe, else ``load``.

    It is ``load``, too, before the table has rules.
    """
    return "load_virtual" if state.table.policy_id is not None and state.profile.virtual_shoe else "load"


def _in_coup(state: TableState, coup: Coup) -> NextAct | None:
    """Return the next act in a coup by its phase, with words to call; None while a card is due and the shoe is empty.

    Where the remaining cards have to be counted it is "extract_remaining" instead, if a card of the coup is out, and so
    it is after the announcement; else "settle" there, in a Colpo in Bianco "burn". A reader who is absent or has lost
    the seat is passed over ("pass_reading").
    """
    phase = state.phase
    assert phase is not None
    if phase in BEFORE_A_CARD and state.stuck:
        return None
    if phase is Phase.BETTING:
        return NextAct("close_bets", NO_MORE_BETS)
    if phase is Phase.PUNTO_UP:
        return NextAct("announce", _announcement(state, coup))
    if phase is Phase.READING and (coup.reader not in state.present or reader_lost_seat(state)):
        return NextAct("pass_reading")
    if phase in IN_PHASE:
        return NextAct(IN_PHASE[phase])
    if phase is Phase.ANNOUNCED and not state.to_be_counted:
        return NextAct("burn" if coup.kind == Coup.Kind.BLANK else "settle")
    if phase is Phase.ANNOUNCED or state.stuck:
        return NextAct("extract_remaining") if state.to_be_counted else None
    return NextAct(_with_cards(state))


def _announcement(state: TableState, coup: Coup) -> str:
    """Return the words of the announcement: Banco's points, Punto's, then the winner or what the house calls a tie.

    They begin with «Le carte parlano:» if the dealer has announced this coup before, with other figures.
    """
    words = announcement(state.profile, points(state.hand(Side.BANCO)), points(state.hand(Side.PUNTO)))
    return words if coup.announced_banco is None else f"Le carte parlano: {words}"


def _with_cards(state: TableState) -> str:
    """Return the verb for the deal and the thirds: "deal" below four cards, then one that turns a covered one.

    A covered third card comes first ("turn_third"), then Punto's pair ("turn_punto"), then Banco's ("turn_banco"). But
    if Punto's pair alone is covered, and the reader has declared, a third card that is due comes before it
    ("card_out"). With nothing covered it is "card_out".
    """
    if len(state.at_boxes) < FIRST_CARDS:
        return "deal"
    if state.covered_thirds:
        return "turn_third"
    covered = [side for side in Side if not all(card.face for card in state.at(side)[:2])]
    if covered == [Side.PUNTO] and state.coup is not None and state.coup.claim:
        return "turn_punto" if state.due is None else "card_out"
    if covered:
        return "turn_punto" if Side.PUNTO in covered else "turn_banco"
    return "card_out"
