"""Beginning and end of a coup, with stakes or in bianco, and of the game. Super Punto Banco, Art. 5 and 10."""

from table.memory.statements import insert, update
from table.models import Coup, DrawnCard, Shoe, Table
from table.play.act import Act, check_said
from table.play.cards import enter_held_cards, plays_blanks, set_aside
from table.play.in_force import apply_limits_while_closed, bring_limits_into_force
from table.play.money import keep_what_was_set_aside
from table.play.seats import clear_seats, owner_seated
from table.play.shoe import (
    BURNED,
    NOTHING_KNOWN,
    burn_next,
    call_without_count,
    check_called,
    check_no_blank_due,
    close_cut_card,
    end_taglia,
    follow_cut_card,
    in_use,
    name_blank_due,
    watch_cut_card,
)
from table.play.stakes import lay, left_by_tie, new_stake, return_stakes
from table.play.state import BY_ITS_END, laid
from table.rules.reading import button_after
from table.rules.refusal import Code, require
from table.rules.regola import Outcome
from table.rules.shoe import BLANK
from table.rules.stakes import check_limits
from table.rules.topics.sources import LAW


def open_betting(act: Act) -> None:
    """Begin a coup of kind NORMAL, under new limits that wait for it; stakes that a tie left in the same taglia stay.

    Those whose owner is absent are set aside ("set_aside") or go into custody ("left_without_owner"). A visible next
    card is burned first, where the house burns such cards ("cards_burned"). Records "taglia_started", "limits_applied"
    and "mask_out_of_place" where it comes to that. Refuses while a Colpo in Bianco is due (E_BLANK_DUE), the last coup
    is still to be called (E_PHRASE) or a case waits for a decision (E_INCIDENT_OPEN), without a shoe in use (E_SHOE,
    E_TAGLIA_ENDED), and limits that the rules do not admit (E_LIMITS).
    """
    check_no_blank_due(act)
    if (shoe := act.state.shoe) is not None:
        check_called(act)
        if shoe.cut_card_at is None:
            watch_cut_card(act, came=False)
    coup = begin_coup(act, Coup.Kind.NORMAL)
    if coup.shoe.next_visible:
        burn_next(act, seen=True)
    coup.limits = bring_limits_into_force(act)
    check_limits(act.state.profile, act.state.limits)
    update(coup)
    for old in left_by_tie(act):
        stake = laid(old)._replace(laid=old.in_action or 0)
        on_foot = not owner_seated(act.state, old)
        lay(act, new_stake(act, stake, standing=on_foot, laid_by=old.laid_by, left_over=True))


def begin_coup(act: Act, kind: Coup.Kind) -> Coup:
    """Insert a coup of this kind, with no cards, stakes or limits yet, numbered on in its taglia, and return its row.

    The first of a shoe begins its taglia ("taglia_started"). A cut card that waited begins the coup, and waits no
    longer. A shoe that was ready is in play from now on; it is always saved. Refuses as :func:`_shoe_in_use` (E_SHOE,
    E_TAGLIA_ENDED), and while a case that holds play waits for a decision (E_INCIDENT_OPEN).
    """
    state, shoe = act.state, _shoe_in_use(act)
    check_nobody_awaited(act)
    number = shoe.coups.count() + 1
    if number == 1:
        act.effect("taglia_started", taglia=shoe.taglia, law=LAW)
    if shoe.status == Shoe.Status.READY:
        shoe.status = Shoe.Status.IN_PLAY
    assert act.table.policy is not None
    coup = Coup(
        table=act.table,
        shoe=shoe,
        number=number,
        kind=kind,
        policy=act.table.policy,
        button=act.table.button,
    )
    coup.began_with_cut_card = shoe.cut_card_waits
    insert(coup)
    shoe.cut_card_waits = False
    update(shoe)
    state.put(coup=coup, cards=[], stakes=[], money=[])
    return coup


def check_nobody_awaited(act: Act) -> None:
    """Refuse (E_INCIDENT_OPEN) while the table's ``awaits`` names a role: a case that holds play awaits its decision.

    So it is also between two coups. A dispute does not refuse, even once it was referred, nor does any other case that
    holds nothing.
    """
    require(
        not act.table.awaits,
        Code.INCIDENT_OPEN,
        "A case waits for the decision of the role “%(role)s”; play stands still until then.",
        source=act.cite("acts.awaited"),
        role=act.table.awaits,
    )


def _shoe_in_use(act: Act) -> Shoe:
    """Return the shoe to begin a coup with.

    Refuses (E_TAGLIA_ENDED) where the last shoe is ended or void and no new one loaded, (E_SHOE) where none was ever
    loaded, or it is still being prepared.
    """
    require(
        act.state.shoe is not None or not act.table.shoes.exists(),
        Code.TAGLIA_ENDED,
        "The taglia is over: a new shoe is loaded, shuffled and cut before the next coup.",
        source=act.cite("cut_card"),
    )
    return in_use(act)


def end_coup(act: Act, coup: Coup, *, open_next: bool = False) -> None:
    """End a coup: burn its cards, pass the Button on, end the taglia after its last one, start a pending suspension.

    Its outcome is BLANK for a Colpo in Bianco, else stays, SETTLED if it has none ("coup_burned"). Cards for the next
    hand are held, see :func:`_clear_the_table` ("card_held", "cards_burned"). First settles which coup the cut card
    makes the last, as :func:`follow_cut_card` does; if it is the next, that has to be called ("phrase_due").
    ``open_next`` opens the next betting at once, and may be refused (E_INCIDENT_OPEN, E_LIMITS); not if the table is
    suspended now, the taglia is over, or a Colpo in Bianco or a call is due. Records "button_moved", "taglia_ended",
    "blank_due", "suspended" and what these functions do where it comes to that. The coup is saved, the table is not.
    """
    state, table = act.state, act.table
    due_before = state.blank_known
    follow_cut_card(act, over=True)
    outcome = Outcome.BLANK if coup.kind == Coup.Kind.BLANK else Outcome(coup.outcome or Outcome.SETTLED)
    _clear_the_table(act, coup)
    coup.outcome, coup.ended, coup.ended_at = outcome.value, True, act.number
    update(coup)
    act.effect("coup_burned", outcome=outcome.value)
    _pass_button(act, outcome)
    before, money = state.stakes or state.read_of(["stakes_before"]).get("stakes_before"), state.money
    state.reread(*BY_ITS_END)
    state.put(coup=None, coup_before=coup, money_before=money)
    if before:
        state.put(stakes_before=before)
    _count_down(act)
    close_cut_card(act)
    name_blank_due(act, due_before=due_before)
    if table.suspend_pending:
        table.suspend_pending, table.status = False, Table.Status.SUSPENDED
        act.effect("suspended")
    elif open_next and state.shoe is not None and not state.blank_due and not state.shoe.call_due:
        open_betting(act)


def _clear_the_table(act: Act, coup: Coup) -> None:
    """Burn the cards of the coup, but hold those that wait for a box or lie in excess for the next hand ("card_held").

    Where the house plays no coups in bianco, or the taglia ends with this coup, all are burned. Those of an annulled
    coup are, too, and with them the cards held before ("cards_burned", if there are any, names these alone; Art. 6, 7).
    Of burned cards ``known`` and ``alone`` are cleared.
    """
    state = act.state
    if coup.outcome == Outcome.ANNULLED:
        extra = [card.number for card in state.held]
        DrawnCard.objects.filter(shoe=coup.shoe, number__in=extra).update(location=BURNED, **NOTHING_KNOWN)
        if extra:
            act.effect("cards_burned", cards=extra)
    elif plays_blanks(act) and not state.is_last:
        set_aside(act, state.for_the_next)
    DrawnCard.objects.filter(coup=coup).update(location=BURNED, **NOTHING_KNOWN)


def _pass_button(act: Act, outcome: Outcome) -> None:
    """Pass the Button on after a coup with this outcome, as the house's rules say. Records "button_moved" if it moves.

    It moves after a settled coup, after one without a result only in some houses, and never after a Colpo in Bianco or
    a cancelled betting, nor where there is no Button: to the next position, or in some houses the next one whose
    players are present, if there is another. The table is not saved.
    """
    table, state = act.table, act.state
    before = table.button
    table.button = button_after(state.profile, before, outcome, present=state.present)
    if table.button != before:
        act.effect("button_moved", position=table.button)


def _count_down(act: Act) -> None:
    """Save that one coup fewer is left in the taglia, and end the taglia after its last coup, or with an empty shoe.

    Where it is not known how many coups are left, none is counted, but an empty shoe ends it all the same. Records what
    :func:`end_taglia` does then. Does nothing without a shoe.
    """
    shoe = act.state.shoe
    if shoe is None:
        return
    if shoe.coups_left is not None:
        shoe.coups_left -= 1
        update(shoe)
    if shoe.coups_left == 0 or shoe.out >= shoe.cards_total:
        end_taglia(act)


def begin_blank(act: Act, coup: Coup, *, called: bool) -> None:
    """Make the coup a Colpo in Bianco: give its stakes back, close the betting, and bring the held cards into it.

    They are its first cards; from the fifth on they wait for a third card. Records what :func:`make_blank` does,
    "held_card_enters" for each, then "blank_started". Unless ``called``, the dealer has to call it before play goes on
    ("phrase_due"). The table is not saved.
    """
    make_blank(act, coup, called=called)
    enter_held_cards(act)
    act.effect("blank_started")


def make_blank(act: Act, coup: Coup, *, called: bool) -> None:
    """Make the coup a Colpo in Bianco: give its stakes back, close its betting, and clear its limits and reader.

    Who was named highest or passed over as reader is cleared, too, and an order of the Ispettore for a Colpo in Bianco
    is used up. Records what goes back, as :func:`return_stakes` does, and "phrase_due" for a call of the last coup that
    names no number of cards any more, and for that of the blank unless it was ``called``: it is due before the coup
    goes on. The coup is saved, the table is not.
    """
    return_stakes(act)
    coup.kind, coup.closed, coup.limits = Coup.Kind.BLANK, True, {}
    coup.reader, coup.highest, coup.passed_over = "", "", []
    coup.call_due = "" if called else BLANK
    update(coup)
    act.table.blank_ordered = False
    call_without_count(act)
    if not called:
        act.effect("phrase_due", words=BLANK)


def check_blank_called(act: Act) -> None:
    """Refuse (E_PHRASE) to go on in a Colpo in Bianco that is still to be called; other coups pass. Asserts a coup."""
    coup = act.coup
    check_said(not coup.call_due, coup.call_due)


def end_game(act: Act) -> None:
    """Close the table: end the taglia that has begun, clear the Button, apply decided limits, then free all seats.

    A shoe that is not in play and of which no card is out stays. An ordered Colpo in Bianco and a pending suspension
    lapse. What was set aside at a seat goes into custody before the seats are freed. Records what these steps record,
    such as "taglia_ended", "limits_applied", "uncollected" and "seats_cleared". Refuses nothing: that no coup is being
    played is the caller's to check. The table is not saved.
    """
    table, shoe = act.table, act.state.shoe
    if shoe is not None and (shoe.out or shoe.status in (Shoe.Status.IN_PLAY, Shoe.Status.LAST_COUP)):
        end_taglia(act)
    table.status, table.button, table.blank_ordered, table.suspend_pending = Table.Status.CLOSED, "", False, False
    apply_limits_while_closed(act)
    for place in act.state.positions.values():
        keep_what_was_set_aside(act, place)
    clear_seats(act)
