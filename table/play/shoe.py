"""Shoe in use: cards leave it, its cut card comes, its taglia ends. Super Punto Banco, Art. 4 and 5."""

from collections.abc import Mapping, Sequence
from typing import TypeGuard

from django.db.models import Q

from table.memory.statements import insert, update
from table.models import Coup, DrawnCard, Entry, Shoe, Sixain
from table.play.act import Act, check_said
from table.play.in_force import bring_rules_into_force
from table.play.sealed import check_real, open_all_others, seals_of
from table.play.stakes import left_by_tie
from table.play.state import AT_BOX, TableState
from table.play.texts import decode
from table.rules.payout import MoneyKind
from table.rules.profile import Role
from table.rules.refusal import Code, Refused, require
from table.rules.regola import FIRST_CARDS
from table.rules.shoe import (
    LAST_COUP,
    CutCardRelation,
    check_cut_card_out,
    counted_phrase,
    counts_seven,
    cut_card_relation,
    is_out_of_place,
)
from table.rules.shoe import cut_card_out as cut_card_rule
from table.rules.topics.sources import LAW

LOADED, SHUFFLED, CUT, READY = Shoe.Status.LOADED, Shoe.Status.SHUFFLED, Shoe.Status.CUT, Shoe.Status.READY
IN_USE = (READY, Shoe.Status.IN_PLAY, Shoe.Status.LAST_COUP)
BURNED = DrawnCard.Location.BURNED
MISSING = DrawnCard.Location.MISSING
CALLS = Q(outcome__contains='["phrase",') | Q(outcome__contains='["entry_corrected",')
"""Entries by which something was called, or something keyed was corrected: perhaps that the cut card is out."""
CALLED_BY_RULING = 18
"""First law under which the call of a coup that a ruling makes the last stands if the cut card is not out after all."""
NOTHING_KNOWN = {"known": "", "alone": False}
"""Fields of a card that lose their meaning when its coup is over."""


# --- the cut card (Art. 5)


def put_cut_card(act: Act, hand_cards: int, *, said: bool, at: int | None = None) -> None:
    """Note that the cut card came out after ``hand_cards`` cards of this hand, or between coups before the next hand.

    The shoe is in its last coup from now on; between coups the coming one begins with the cut card and is the last.
    ``at`` is how many cards of the taglia were out then, if known. Records "phrase" if the last coup was called with it
    (``said``), else "phrase_due" unless it was called so before; but "cut_card_of_the_next_coup" where it lies before
    the hand after this one, and "cut_card_undecided" where that is not known yet. Records "mask_out_of_place" where it
    came too far from its place. Refuses (E_SHOE) without a shoe in use, (E_COUNT) a number beyond the cards of the hand
    or a house without a cut card, (E_CUT_CARD_ALREADY_OUT) a second one, and (E_ROLE) all but the Ispettore di Gioco if
    a paid coup began with it.
    """
    state, shoe = act.state, in_use(act)
    dealt = len(state.cards)
    require(0 <= hand_cards <= dealt, Code.COUNT, "Cards of this hand that are out: %(count)s.", count=dealt)
    check_cut_card_out(state.profile, already_out=shoe.cut_card_at is not None)
    shoe.status, shoe.cut_card_at = Shoe.Status.LAST_COUP, state.out_before(hand_cards) if at is None else at
    shoe.cut_card_taken = False
    watch_cut_card(act, came=True)
    if state.coup is None:
        hand_on_cut_card(shoe)
        say_last_coup(act, call_of(state, CutCardRelation.BEFORE), said=said)
        return
    _check_not_paid(act)
    bring_up_to_date(state)
    _say_its_place(act, said=said)


def _bring_cut_card(act: Act, shoe: Shoe) -> None:
    """Bring out the cut card of a virtual shoe once all cards before it are drawn ("cut_card_came").

    Records as :func:`put_cut_card`, too, with a call of the last coup that is still to be made. Does nothing for
    another shoe, without a recorded place of the cut card, or once it is out.
    """
    if not shoe.commitment or shoe.behind is None or shoe.cut_card_at is not None:
        return
    place = shoe.cards_total - shoe.behind
    if shoe.out >= place:
        act.effect("cut_card_came", out=place)
        put_cut_card(act, sum(card.number <= place for card in act.state.cards), said=False, at=place)


def _check_not_paid(act: Act) -> None:
    """Refuse (E_ROLE) all but the Ispettore di Gioco if the coup was paid and the cut card lies BEFORE its hand.

    Its payment may have to be taken back then. Passes for a coup not paid.
    """
    require(
        act.role == Role.ISPETTORE_GIOCO
        or not is_paid(act.state)
        or relation_to_hand(act.state) is not CutCardRelation.BEFORE,
        Code.ROLE,
        "This coup is paid already: that it began with the cut card is put right by the Ispettore di Gioco, with a "
        "reason.",
        source=act.cite("corrections.paid"),
    )


def is_paid(state: TableState) -> bool:
    """Whether the present coup was settled on its cards, even without stakes; False between coups.

    It stays so if the coup is annulled.
    """
    return state.coup is not None and state.coup.paid_hands is not None


def was_settled(state: TableState) -> bool:
    """Whether the present coup was paid, or its stakes went back as it was null, by a count that was taken back since.

    False between coups, and for stakes that went back otherwise, as in an annulled coup that was not paid.
    """
    coup = state.coup
    if coup is None or coup.outcome:
        return is_paid(state)
    return is_paid(state) or any(line.kind == MoneyKind.REFUND for line in state.money)


def take_back_cut_card(act: Act) -> None:
    """Undo that the cut card is out, as it was keyed by mistake, and with it which coup is the last and its call.

    The present coup did not begin with it then, and unless it is overdue it is no longer out of its place. Saves shoe
    and coup, and records nothing. If this coup was made the last one by a ruling, it stays so. Refuses as
    :func:`in_use` (E_SHOE).
    """
    shoe, coup, profile = in_use(act), act.state.coup, act.state.profile
    shoe.cut_card_at, shoe.cut_card_waits, shoe.cut_card_taken = None, False, False
    overdue = is_out_of_place(profile, cards_total=shoe.cards_total, behind=shoe.behind, at=shoe.out, came=False)
    shoe.out_of_place = shoe.out_of_place and overdue
    if not shoe.last_by_ruling:
        shoe.status = Shoe.Status.IN_PLAY if shoe.coups.exists() else READY
        shoe.coups_left, shoe.call_due = None, ""
    update(shoe)
    if coup is not None:
        coup.began_with_cut_card = False
        update(coup)


def hand_on_cut_card(shoe: Shoe) -> None:
    """Note on the shoe that the coming coup begins with the cut card, and that it is the last; the row is not saved."""
    shoe.cut_card_waits, shoe.coups_left = True, 1


def relation_to_hand(state: TableState, *, at: int | None = None, over: bool = False) -> CutCardRelation:
    """Return where the cut card lies relative to this hand, or would, had it come after ``at`` cards of the taglia.

    It lies BEFORE its first card, WITHIN it, AFTER its last, or UNKNOWN while nobody knows if the hand takes another
    card. ``over``: the hand takes no more cards. Asserts a shoe and, unless ``at`` is given, that the cut card is out;
    unless ``over``, also a coup.
    """
    shoe = state.shoe
    assert shoe is not None
    place = shoe.cut_card_at if at is None else at
    assert place is not None
    drawn = [card.number for card in state.at_boxes if not card.waited]
    waited = [card.number for card in state.at_boxes if card.waited]
    more = False if over else state.due is not None or (None if state.undecided else False)
    return cut_card_relation(place, drawn=drawn, waited=waited, more=more)


def follow_cut_card(act: Act, *, over: bool = False) -> None:
    """Update which coup begins with the cut card, how many are left, and what has to be called; done after every act.

    All of it follows from the place of the cut card and from the hand; shoe and coup are saved if anything changed, and
    if the place did, "phrase_due", "cut_card_of_the_next_coup" or "cut_card_undecided" is recorded. Does nothing if the
    act has not read the coup, the coup is over or counted, or the cut card is not out or was taken. ``over``: the hand
    is complete.
    """
    coup = act.state.coup_read
    shoe = act.state.shoe if coup is not None else None
    if coup is None or coup.ended or coup.counted or shoe is None:
        return
    if shoe.cut_card_at is None or shoe.cut_card_taken:
        return
    found = _stored_place(shoe, coup), shoe.coups_left
    bring_up_to_date(act.state, over=over)
    if (_stored_place(shoe, coup), shoe.coups_left) == found:
        return
    update(shoe)
    update(coup)
    if _stored_place(shoe, coup) is not found[0]:
        _say_its_place(act, said=False)


def bring_up_to_date(state: TableState, *, over: bool = False) -> None:
    """Set what follows from the place of the cut card: whether this coup began with it, the next does, and coups left.

    If a ruling made this coup the last one, the next does not begin with it. ``over``: the hand takes no more cards.
    The rows of shoe and coup are not saved. Asserts shoe, coup, and a cut card that is out.
    """
    shoe, coup = state.shoe, state.coup
    assert shoe is not None
    assert coup is not None
    place = by_ruling(state, relation_to_hand(state, over=over))
    coup.began_with_cut_card, shoe.cut_card_waits = place is CutCardRelation.BEFORE, place is CutCardRelation.AFTER
    shoe.coups_left = coups_left(state, place)


def by_ruling(state: TableState, place: CutCardRelation) -> CutCardRelation:
    """Return ``place``, or WITHIN for AFTER and UNKNOWN once a ruling has made this coup the last: none follows it.

    Asserts a shoe.
    """
    assert state.shoe is not None
    if state.shoe.last_by_ruling and place is not CutCardRelation.BEFORE:
        return CutCardRelation.WITHIN
    return place


def coups_left(state: TableState, place: CutCardRelation) -> int | None:
    """Return how many coups are to be finished, this one included, with a cut card that is out at ``place``.

    1 after a ruling that this is the last coup, whatever the place. Else None if that is UNKNOWN, 2 if it is AFTER, as
    the next coup begins with it. Otherwise 1, or 2 in a house that plays one more after a cut card that came WITHIN a
    hand, or in a Colpo in Bianco. Asserts a shoe.
    """
    assert state.shoe is not None
    if state.shoe.last_by_ruling:
        return 1
    if place is CutCardRelation.UNKNOWN:
        return None
    if place is CutCardRelation.AFTER:
        return 2
    blank = state.coup is not None and state.coup.kind == state.coup.Kind.BLANK
    return 1 + cut_card_rule(state.profile, hand_cards=int(place is CutCardRelation.WITHIN), blank=blank).coups_after


def _stored_place(shoe: Shoe, coup: Coup) -> CutCardRelation:
    """Return where the cut card lies relative to the hand, by the columns of shoe and coup; nothing is computed anew.

    BEFORE if the coup began with it, AFTER if it waits for the next one; else UNKNOWN while it is not known how many
    coups are left, and WITHIN if it is. Only for a cut card that is out.
    """
    if coup.began_with_cut_card:
        return CutCardRelation.BEFORE
    if shoe.cut_card_waits:
        return CutCardRelation.AFTER
    return CutCardRelation.UNKNOWN if shoe.coups_left is None else CutCardRelation.WITHIN


def _say_its_place(act: Act, *, said: bool) -> None:
    """Record the call of the last coup, unless the cut card lies before the next hand or that is not known yet.

    It is called with this coup, even in a house that plays one more after it. "phrase" if ``said``, else "phrase_due";
    but if none is to be made, "cut_card_of_the_next_coup" or "cut_card_undecided", and a call that was due lapses.
    Saves shoe and coup. Asserts a coup; refuses (E_SHOE) without a shoe in use.
    """
    state, shoe = act.state, in_use(act)
    assert state.coup is not None
    place = _stored_place(shoe, state.coup)
    update(state.coup)
    if words := call_of(state, place):
        say_last_coup(act, words, said=said)
        return
    shoe.call_due = ""
    update(shoe)
    act.effect("cut_card_of_the_next_coup" if place is CutCardRelation.AFTER else "cut_card_undecided")


def call_of(state: TableState, place: CutCardRelation) -> str:
    """Return the words that call the last coup with the cut card at ``place``; "" if that is AFTER or UNKNOWN.

    They are called with this coup, even in a house that plays one more after it. They name the least number of cards
    where the coup begins with the cut card and has to be counted; they do not for a Colpo in Bianco, or before the
    first card while one is due.
    """
    if place in (CutCardRelation.AFTER, CutCardRelation.UNKNOWN):
        return ""
    coup = state.coup
    blank = (coup is not None and coup.kind == coup.Kind.BLANK) or (state.blank_due and not state.cards)
    counted = counts_seven(state.profile, began_with_cut_card=place is CutCardRelation.BEFORE, blank=blank)
    return counted_phrase(state.profile) if counted else LAST_COUP


def say_last_coup(act: Act, words: str, *, said: bool) -> None:
    """Record the call of the last coup: that it was made ("phrase") if ``said``, else that it is due ("phrase_due").

    It is not due, and nothing is recorded, if this coup was called so already; words that are due to a ruling stay due.
    Stores the words on the shoe while they are due, else "", and saves it. Refuses (E_SHOE) without a shoe in use.
    """
    shoe = in_use(act)
    stays_due = shoe.call_due == words and is_last_by_ruling(act.state)
    due = not said and (stays_due or words != words_called(act))
    shoe.call_due = words if due else ""
    update(shoe)
    if said or due:
        act.effect("phrase" if said else "phrase_due", words=words)


def words_called(act: Act) -> str:
    """Return the words with which the last coup was called last, in this coup or before its betting, by the register.

    "" if it was not called since the coup before ended or the shoe was loaded, or if the cut card was then found not to
    be out and no ruling makes this coup the last. Asserts a shoe.
    """
    shoe, stands = act.state.shoe, is_last_by_ruling(act.state)
    assert shoe is not None
    before = act.state.coup_before
    since = max(shoe.loaded_at or 0, (before.ended_at or 0) if before is not None else 0)
    entries = Entry.objects.filter(CALLS, register=act.table.code, number__gt=since).order_by("-number")
    for outcome in entries.values_list("outcome", flat=True):
        for name, facts in reversed(decode(outcome)["effects"]):
            if name == "phrase" and facts["words"].startswith(LAST_COUP):
                return str(facts["words"])
            taken_back = name == "entry_corrected" and facts["what"] == "cut_card"
            if taken_back and not stands and facts["new"].get("hand_cards") is None:
                return ""
    return ""


def is_last_by_ruling(state: TableState) -> bool:
    """Whether a ruling makes this coup the last, so that its call stands whether or not the cut card is out.

    False of a taglia that started under a law before :data:`CALLED_BY_RULING`.
    """
    shoe = state.shoe
    return shoe is not None and shoe.last_by_ruling and law_here(state) >= CALLED_BY_RULING


def call_by_ruling(act: Act) -> None:
    """Have the last coup called plainly if a ruling makes it the last.

    For a coup of which the cut card was found not to be out, which is not checked. Saves the shoe, and records
    "phrase_due" unless it was called plainly or that is due.
    """
    if is_last_by_ruling(act.state) and in_use(act).call_due != LAST_COUP:
        say_last_coup(act, LAST_COUP, said=False)


def law_here(state: TableState) -> int:
    """Return the law under which the taglia on the table started, as its start records it; 1 where that records none.

    Today's where no entry has started it yet. Asserts a shoe.
    """
    shoe = state.shoe
    assert shoe is not None
    since = Entry.objects.filter(register=state.table.code, number__gt=shoe.loaded_at or 0)
    started = since.filter(outcome__contains='["taglia_started",').order_by("number")
    outcome = started.values_list("outcome", flat=True).first()
    return LAW if outcome is None else int(dict(decode(outcome)["effects"])["taglia_started"].get("law", 1))


def call_without_count(act: Act) -> None:
    """Have the last coup called plainly if it is a Colpo in Bianco by now, or one is due and no card is out.

    Its cards are not counted then. Saves the shoe, and records "phrase_due". Does nothing unless the call that names
    the least number of cards is due, or was made.
    """
    shoe = act.state.shoe
    if shoe is None or shoe.status != Shoe.Status.LAST_COUP:
        return
    if (shoe.call_due or words_called(act)) in ("", LAST_COUP):
        return
    if (words := call_of(act.state, CutCardRelation.BEFORE)) == LAST_COUP:
        say_last_coup(act, words, said=False)


def call_last_coup_again(act: Act) -> None:
    """Have the last coup called again, as its betting was cancelled and the coming coup is the last now ("phrase_due").

    By the words for a coup that begins with the cut card if that waits for it, else by the plain ones: it was taken, or
    a ruling made the coup the last. Saves the shoe. Does nothing unless just one coup is left, or without a shoe.
    """
    shoe = act.state.shoe
    if shoe is None or shoe.coups_left != 1:
        return
    words = call_of(act.state, CutCardRelation.BEFORE) if shoe.cut_card_waits else LAST_COUP
    say_last_coup(act, words, said=False)


def check_called(act: Act) -> None:
    """Refuse (E_PHRASE) while the last coup of the taglia still has to be called; (E_SHOE) without a shoe in use."""
    words = in_use(act).call_due
    check_said(not words, words)


def close_cut_card(act: Act) -> None:
    """Mark the cut card as taken at the end of the coup in which it came, or which began with it, and save the shoe.

    If instead the next coup begins with it, have that one called as the last ("phrase_due"). Does nothing without a
    shoe, or unless the cut card is out and not taken yet.
    """
    shoe = act.state.shoe
    if shoe is None or shoe.cut_card_at is None or shoe.cut_card_taken:
        return
    if not shoe.cut_card_waits:
        shoe.cut_card_taken = True
        update(shoe)
    else:
        say_last_coup(act, call_of(act.state, CutCardRelation.BEFORE), said=False)


def watch_cut_card(act: Act, *, came: bool) -> None:
    """Record that the cut card, come at ``cut_card_at``, is further from its place than is tolerated.

    With ``came`` false, as a betting begins without it: that MOST_HAND_CARDS cards or more are out beyond its place,
    whatever the tolerance. Records "mask_out_of_place", and marks the row of the shoe, which the caller saves. Nothing
    where it is marked already, its place was not recorded or the house does not watch it. Refuses (E_SHOE) without a
    shoe in use.
    """
    shoe, profile = in_use(act), act.state.profile
    at = shoe.out if shoe.cut_card_at is None else shoe.cut_card_at
    away = is_out_of_place(profile, cards_total=shoe.cards_total, behind=shoe.behind, at=at, came=came)
    if away and not shoe.out_of_place:
        shoe.out_of_place = True
        act.effect("mask_out_of_place", out=at, place=shoe.cards_total - (shoe.behind or 0))


# --- decks, and the cards that leave the shoe


def bring_new_decks(act: Act, serial: str) -> None:
    """Bring decks with this serial for the next taglia, and retire those of the last one. Records "decks_replaced".

    Refuses while a shoe is on the table, even one still in preparation, or before the first (E_PHASE), a serial that
    this table ever had, retired or not (E_SHOE), and what is no serial (E_ARGUMENTS).
    """
    last = act.table.shoes.last()
    if act.state.shoe is not None or last is None:
        raise Refused(
            Code.PHASE, "The decks are replaced at the end of a taglia, not during it.", source=act.cite("worn.decks")
        )
    _, new = Sixain.objects.get_or_create(
        table=act.table, serial=check_serial(serial), defaults={"decks": act.state.profile.decks}
    )
    require(
        new, Code.SHOE, "The decks “%(serial)s” were in use already.", source=act.cite("deck.serials"), serial=serial
    )
    last.sixain.retired = True
    update(last.sixain)
    act.effect("decks_replaced", old=last.sixain.serial, new=serial)


def in_use(act: Act) -> Shoe:
    """Return the shoe of the table that is ready, in play or in its last coup.

    Refuses (E_SHOE) where none was loaded, while it is in preparation, and once its taglia has ended or is void.
    """
    shoe = act.state.shoe
    if not is_in_use(shoe):
        raise Refused(Code.SHOE, "The shoe is not ready: load, shuffle, cut and put in the cut card first.")
    return shoe


def is_in_use(shoe: Shoe | None) -> TypeGuard[Shoe]:
    """Whether cards are drawn from a shoe: it is ready, in play or in its last coup; False for None."""
    return shoe is not None and shoe.status in IN_USE


def holds_cards(state: TableState) -> bool:
    """Whether the shoe of the table is in use, and a card is left in it."""
    return is_in_use(state.shoe) and state.shoe.out < state.shoe.cards_total


def is_counted_out(state: TableState) -> bool:
    """Whether a third card is due, or may be, and the remaining cards are counted: the next of those is that card."""
    return state.counted and (state.due is not None or state.undecided)


def next_may_be_visible(state: TableState) -> bool:
    """Whether a card is left in a shoe in use, and it is not on record yet that the next one is visible."""
    return holds_cards(state) and state.shoe is not None and not state.shoe.next_visible


def draw(act: Act, location: str, *, seen: bool = False, alone: bool = True) -> DrawnCard:
    """Draw the next card to a location, such as a box or the discard, and return its row. Records as `draw_each` does.

    ``seen``: somebody saw its face, as is true of one that lay visible in the sabot; ``alone``: it comes by a press of
    its own, noted as :func:`_is_behind_the_first` has it. Unless burned or held it joins the cards of the coup. Refuses
    (E_SHOE) without a shoe in use, and (E_CARD_IMPOSSIBLE) with an empty one.
    """
    return draw_each(act, [location], seen=seen, alone=alone)[0]


def draw_each(act: Act, locations: Sequence[str], *, seen: bool = False, alone: bool = False) -> list[DrawnCard]:
    """Draw the next cards, one to each location, and return their rows in that order. Records "card_drawn" for each.

    They have no face yet, but a seal if their shoe knows them (:func:`seals_of`). ``seen``: somebody saw their faces,
    as is true of a first one that lay visible in the sabot. ``alone``: each comes by a press of its own; noted as
    :func:`_is_behind_the_first` has it. Unless burned or held they join the cards of the coup. Brings out the cut card
    of a virtual shoe once all cards before it are out ("cut_card_came", and as :func:`put_cut_card`). Refuses (E_SHOE)
    without a shoe in use, and (E_CARD_IMPOSSIBLE) more cards than there are.
    """
    shoe = in_use(act)
    seals = seals_of(act, shoe, range(shoe.out + 1, min(shoe.out + len(locations), shoe.cards_total) + 1))
    cards = [_drawn(act, shoe, location, seals, seen=seen, alone=alone) for location in locations]
    insert(*cards)
    update(shoe)
    _bring_cut_card(act, shoe)
    return cards


def _drawn(act: Act, shoe: Shoe, location: str, seals: Mapping[int, str], *, seen: bool, alone: bool) -> DrawnCard:
    """Take the next card out of the shoe and return its row, still to be inserted. Records "card_drawn".

    ``seen``: somebody saw its face, as it counts if it lay visible in the sabot. ``alone``: it came by a press of its
    own; noted as :func:`_is_behind_the_first` has it. Unless burned or held it joins the cards of the coup. The row of
    the shoe is not saved. Refuses (E_CARD_IMPOSSIBLE) with an empty shoe.
    """
    check_not_empty(shoe)
    seen = seen or shoe.next_visible
    shoe.out, shoe.next_visible = shoe.out + 1, False
    coup = None if location in (BURNED, *DrawnCard.HELD) else act.state.coup
    seal, alone = seals.get(shoe.out, ""), alone and _is_behind_the_first(act, location)
    card = DrawnCard(shoe=shoe, number=shoe.out, location=location, seen=seen, coup=coup, seal=seal, alone=alone)
    if coup is not None:
        act.state.cards.append(card)
    act.effect("card_drawn", card=card.number, at=str(location), **({"seal": seal} if seal else {}))
    return card


def _is_behind_the_first(act: Act, location: str) -> bool:
    """Whether a card drawn to this location comes behind the first four of the hand.

    It does if it is to wait or to be held, however many cards are out, and at a box once four cards lie at the boxes;
    never anywhere else, such as in the discard.
    """
    if location in AT_BOX.values():
        return len(act.state.at_boxes) >= FIRST_CARDS
    return location in (DrawnCard.Location.WAITING, *DrawnCard.HELD)


def check_not_empty(shoe: Shoe) -> None:
    """Refuse (E_CARD_IMPOSSIBLE) to draw from an empty shoe."""
    require(
        shoe.out < shoe.cards_total,
        Code.CARD_IMPOSSIBLE,
        "The shoe is empty: all %(total)s cards are out.",
        total=shoe.cards_total,
    )


def take_as_empty(act: Act) -> None:
    """Take a sabot as empty that the record did not expect to be: insert each card it should still hold as missing.

    Saves the shoe, all of whose cards are out now. Records "cards_missing" with their number, which may be 0. Refuses
    (E_SHOE) a virtual shoe, and one not in use.
    """
    shoe = in_use(act)
    check_real(act, shoe)
    expected = range(shoe.out + 1, shoe.cards_total + 1)
    DrawnCard.objects.bulk_create(DrawnCard(shoe=shoe, number=it, location=MISSING) for it in expected)
    shoe.out, shoe.next_visible = shoe.cards_total, False
    update(shoe)
    act.effect("cards_missing", count=len(expected))


def burn_next(act: Act, *, seen: bool) -> None:
    """Draw the next card straight into the discard; ``seen``: somebody saw its face.

    Records what :func:`draw_each` does, then "cards_burned". Meant for a card that comes out of turn or lies visible in
    a house without coups in bianco, which is not checked. Refuses (E_SHOE) without a shoe in use, and
    (E_CARD_IMPOSSIBLE) with an empty one.
    """
    card = draw(act, BURNED, seen=seen)
    act.effect("cards_burned", cards=[card.number], seen=seen)


def end_taglia(act: Act, *, status: Shoe.Status = Shoe.Status.ENDED) -> None:
    """End the taglia: give the shoe this status, burn all its cards on the table and held, and open its seals.

    A call that was due, a visible next card and a Colpo in Bianco that was due lapse, and new rules that were decided
    come into force. Records "set_aside" or "left_without_owner" for stakes of a tie whose owners are absent,
    "seals_opened" where there were seals, "taglia_ended", then what :func:`bring_rules_into_force` records. Asserts a
    shoe; that no coup is being played is the caller's to check. The table is not saved.
    """
    shoe = act.state.shoe
    assert shoe is not None
    left_by_tie(act)
    shoe.cards.exclude(location__in=(BURNED, MISSING)).update(location=BURNED, **NOTHING_KNOWN)
    shoe.status, shoe.next_visible, shoe.call_due = status, False, ""
    update(shoe)
    act.table.blank_ordered = False
    act.state.reread("shoe", "held")
    open_all_others(act, shoe)
    act.effect("taglia_ended", taglia=shoe.taglia, out=shoe.out)
    bring_rules_into_force(act)


def check_serial(serial: str) -> str:
    """Return a serial of decks as it is. Refuses (E_ARGUMENTS) one that is empty, longer than 40 or not printable."""
    require(0 < len(serial) <= 40 and serial.isprintable(), Code.ARGUMENTS, "This is no serial of decks.")
    return serial


def check_no_blank_due(act: Act) -> None:
    """Refuse (E_BLANK_DUE) while a Colpo in Bianco is due, ordered by the Ispettore or by a card, on whose word it is.

    See :attr:`TableState.blank_due`, and :attr:`TableState.blank_topic`.
    """
    require(
        not act.state.blank_due,
        Code.BLANK_DUE,
        "A Colpo in Bianco is due: it is played before stakes are taken again.",
        source=act.cite(act.state.blank_topic),
    )


def name_blank_due(act: Act, *, due_before: bool) -> None:
    """Record that a Colpo in Bianco is known to be due ("blank_due"), unless it was before this act (``due_before``).

    It is if :attr:`TableState.blank_known` is true. A call of the last coup that is due or was made then names no
    number of cards any more ("phrase_due"), unless a card of the coup is out.
    """
    if act.state.blank_known and not due_before:
        act.effect("blank_due")
        call_without_count(act)
