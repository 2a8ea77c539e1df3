"""The shoe that is dealt from: cards leave it, its cut card comes, its taglia ends. Super Punto Banco, Art. 4 and 5."""

from collections.abc import Mapping, Sequence

from table.models import Coup, DrawnCard, Shoe, Sixain
from table.play.act import Act, check_said
from table.play.rules_in_force import bring_rules_into_force
from table.play.sealed import check_real, open_all_others, seals_of
from table.play.state import AT_BOX, TableState
from table.rules.profile import Role
from table.rules.refusal import Code, Refused, require
from table.rules.regola import FIRST_CARDS
from table.rules.shoe import (
    LAST_COUP,
    CutCardLies,
    check_cut_card_out,
    counted_phrase,
    counts_seven,
    is_out_of_place,
    where_cut_card_lies,
)
from table.rules.shoe import cut_card_out as cut_card_rule
from table.statements import insert, update

LOADED, SHUFFLED, CUT, READY = Shoe.Status.LOADED, Shoe.Status.SHUFFLED, Shoe.Status.CUT, Shoe.Status.READY
IN_USE = (READY, Shoe.Status.IN_PLAY, Shoe.Status.LAST_COUP)
BURNED = DrawnCard.Location.BURNED
MISSING = DrawnCard.Location.MISSING
NOTHING_KNOWN = {"known": "", "alone": False}
"""How its face is known, and how it came, ends with the coup of a card."""
BESIDE_THE_SABOT = (DrawnCard.Location.HELD_UNDER, DrawnCard.Location.HELD_SEEN)


# --- the cut card (Art. 5)


def put_cut_card(act: Act, hand_cards: int, *, said: bool, at: int | None = None) -> None:
    """The cut card lay between the cards of this hand, or in front of the next one; ``said``: what follows is called.

    What is kept is its place in the order, ``at`` where that is known. Which coup is the last follows from it, see
    :func:`follow_cut_card`.
    """
    state, shoe = act.state, in_use(act)
    lie = len(state.cards)
    require(0 <= hand_cards <= lie, Code.COUNT, "Only %(count)s cards of this hand are out.", count=lie)
    check_cut_card_out(state.profile, already_out=shoe.cut_card_at is not None)
    shoe.status, shoe.cut_card_at = Shoe.Status.LAST_COUP, state.out_before(hand_cards) if at is None else at
    shoe.cut_card_taken = False
    watch_cut_card(act, came=True)
    if state.coup is None:
        hand_on_cut_card(shoe)
        say_last_coup(act, call_of(state, CutCardLies.BEFORE), said=said)
        return
    _check_not_paid(act)
    bring_up_to_date(state)
    _tell_where_it_lies(act, said=said)


def _bring_cut_card(act: Act, shoe: Shoe) -> None:
    """The cut card of a virtual shoe comes by itself, as soon as no card lies in front of it; nobody has called yet."""
    if not shoe.commitment or shoe.behind is None or shoe.cut_card_at is not None:
        return
    place = shoe.cards_total - shoe.behind
    if shoe.out >= place:
        act.effect("cut_card_came", out=place)
        put_cut_card(act, sum(card.number <= place for card in act.state.cards), said=False, at=place)


def _check_not_paid(act: Act) -> None:
    """That a coup which is paid already had begun with it takes the money back: the dealer alone cannot do that."""
    require(
        act.role == Role.ISPETTORE_GIOCO
        or not is_paid(act.state)
        or cut_card_lies(act.state) is not CutCardLies.BEFORE,
        Code.ROLE,
        "This coup is paid already: that it began with the cut card is put right by the Ispettore di Gioco, with a "
        "reason.",
        source=act.cite("corrections.paid"),
    )


def is_paid(state: TableState) -> bool:
    """Whether the stakes of the coup that is played were settled."""
    return state.coup is not None and state.coup.paid_hands is not None


def take_back_cut_card(act: Act) -> None:
    """The cut card is not out: it was keyed by mistake."""
    shoe, coup = in_use(act), act.state.coup
    shoe.cut_card_at, shoe.mask_waits, shoe.cut_card_taken = None, False, False
    if not shoe.last_by_ruling:
        shoe.status = Shoe.Status.IN_PLAY if shoe.coups.exists() else READY
        shoe.coups_left, shoe.call_due = None, ""
    update(shoe)
    if coup is not None:
        coup.began_with_mask = False
        update(coup)


def hand_on_cut_card(shoe: Shoe) -> None:
    """The coming coup begins with the cut card, and is the last one."""
    shoe.mask_waits, shoe.coups_left = True, 1


def cut_card_lies(state: TableState, *, at: int | None = None, over: bool = False) -> CutCardLies:
    """Where the cut card lies in this hand, or would lie at this place; ``over``: the hand is complete."""
    shoe = state.shoe
    assert shoe is not None
    place = shoe.cut_card_at if at is None else at
    assert place is not None
    drawn = [card.number for card in state.at_boxes if not card.waited]
    waited = [card.number for card in state.at_boxes if card.waited]
    more = False if over else state.due is not None or (None if state.undecided else False)
    return where_cut_card_lies(place, drawn=drawn, waited=waited, more=more)


def follow_cut_card(act: Act, *, over: bool = False) -> None:
    """After every act: which coup begins with the cut card, how many are left, and what has to be called.

    All of it follows from the place of the cut card in the order and from the hand, which an act may have changed.
    An act that has not looked at the coup has not changed it.
    """
    coup = act.coup_read
    shoe = act.state.shoe if coup is not None else None
    if coup is None or coup.ended or coup.counted or shoe is None:
        return
    if shoe.cut_card_at is None or shoe.cut_card_taken:
        return
    found = _as_kept(shoe, coup), shoe.coups_left
    bring_up_to_date(act.state, over=over)
    if (_as_kept(shoe, coup), shoe.coups_left) == found:
        return
    update(shoe)
    update(coup)
    if _as_kept(shoe, coup) is not found[0]:
        _tell_where_it_lies(act, said=False)


def bring_up_to_date(state: TableState, *, over: bool = False) -> None:
    """Shoe and coup as the place of the cut card has them; the rows are not written."""
    shoe, coup = state.shoe, state.coup
    assert shoe is not None
    assert coup is not None
    lies = cut_card_lies(state, over=over)
    if shoe.last_by_ruling and lies is not CutCardLies.BEFORE:
        lies = CutCardLies.WITHIN
    coup.began_with_mask, shoe.mask_waits = lies is CutCardLies.BEFORE, lies is CutCardLies.NEXT
    shoe.coups_left = coups_left(state, lies)


def coups_left(state: TableState, lies: CutCardLies) -> int | None:
    """How many coups are still to be finished, this one among them, where the cut card lies so; None: unknown yet."""
    assert state.shoe is not None
    if state.shoe.last_by_ruling:
        return 1
    if lies is CutCardLies.UNKNOWN:
        return None
    if lies is CutCardLies.NEXT:
        return 2
    blank = state.coup is not None and state.coup.kind == state.coup.Kind.BLANK
    return 1 + cut_card_rule(state.profile, hand_cards=int(lies is CutCardLies.WITHIN), blank=blank).coups_after


def _as_kept(shoe: Shoe, coup: Coup) -> CutCardLies:
    if coup.began_with_mask:
        return CutCardLies.BEFORE
    if shoe.mask_waits:
        return CutCardLies.NEXT
    return CutCardLies.UNKNOWN if shoe.coups_left is None else CutCardLies.WITHIN


def _tell_where_it_lies(act: Act, *, said: bool) -> None:
    """The last coup is called as soon as it is known to be this one; of the next one it is, once this one is over."""
    state, shoe = act.state, in_use(act)
    assert state.coup is not None
    lies = _as_kept(shoe, state.coup)
    update(state.coup)
    if words := call_of(state, lies):
        say_last_coup(act, words, said=said)
        return
    shoe.call_due = ""
    update(shoe)
    act.effect("cut_card_of_the_next_coup" if lies is CutCardLies.NEXT else "cut_card_undecided")


def call_of(state: TableState, lies: CutCardLies) -> str:
    """What is called now where the cut card lies so, nothing while it is not this coup that is the last.

    With the number of cards where the coup will be counted, and so not before a Colpo in Bianco.
    """
    if lies in (CutCardLies.NEXT, CutCardLies.UNKNOWN):
        return ""
    coup = state.coup
    blank = (coup is not None and coup.kind == coup.Kind.BLANK) or (state.blank_due and not state.cards)
    counted = counts_seven(state.profile, began_with_mask=lies is CutCardLies.BEFORE, blank=blank)
    return counted_phrase(state.profile) if counted else LAST_COUP


def say_last_coup(act: Act, words: str, *, said: bool) -> None:
    """The last coup is called with these words, or is still to be."""
    shoe = in_use(act)
    shoe.call_due = "" if said else words
    update(shoe)
    act.effect("phrase" if said else "phrase_due", words=words)


def call_last_coup_again(act: Act) -> None:
    """The betting of the last coup was cancelled: nobody stakes on the next one without having been told anew."""
    shoe = act.state.shoe
    if shoe is None or shoe.cut_card_at is None or shoe.coups_left != 1:
        return
    words = LAST_COUP if shoe.cut_card_taken else call_of(act.state, CutCardLies.BEFORE)
    say_last_coup(act, words, said=False)


def check_called(act: Act) -> None:
    """The last coup of a taglia has been called as such."""
    words = in_use(act).call_due
    check_said(not words, words)


def close_cut_card(act: Act) -> None:
    """The coup is over: the cut card was its own, or the next one begins with it, called before anybody stakes."""
    shoe = act.state.shoe
    if shoe is None or shoe.cut_card_at is None or shoe.cut_card_taken:
        return
    if not shoe.mask_waits:
        shoe.cut_card_taken = True
        update(shoe)
    else:
        say_last_coup(act, call_of(act.state, CutCardLies.BEFORE), said=False)


def watch_cut_card(act: Act, *, came: bool) -> None:
    """Once a taglia it is told that the cut card came far from its recorded place, or has not come there.

    The row of the shoe is left to be written by who asks.
    """
    shoe, profile = in_use(act), act.state.profile
    at = shoe.out if shoe.cut_card_at is None else shoe.cut_card_at
    away = is_out_of_place(profile, cards_total=shoe.cards_total, behind=shoe.behind, at=at, came=came)
    if away and not shoe.out_of_place:
        shoe.out_of_place = True
        act.effect("mask_out_of_place", out=at, place=shoe.cards_total - (shoe.behind or 0))


# --- decks, and the cards that leave the shoe


def bring_new_decks(act: Act, serial: str) -> None:
    """The next taglia is played with these decks; the old ones are not used any more."""
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
    """The shoe that is being dealt from; refused while there is none, or it is still being prepared."""
    shoe = act.state.shoe
    if shoe is None or shoe.status not in IN_USE:
        raise Refused(Code.SHOE, "The shoe is not ready: load, shuffle, cut and put in the cut card first.")
    return shoe


def draw(act: Act, location: str, *, seen: bool = False, alone: bool = True) -> DrawnCard:
    """The next card leaves the shoe: for the coup, to wait beside the sabot, or to the discard."""
    return draw_each(act, [location], seen=seen, alone=alone)[0]


def draw_each(act: Act, locations: Sequence[str], *, seen: bool = False, alone: bool = False) -> list[DrawnCard]:
    """The next cards leave the shoe, each to its place; ``alone``: by a press of its own.

    One that lay visible in the sabot was seen, whoever looked when it came out.
    """
    shoe = in_use(act)
    seals = seals_of(act, shoe, range(shoe.out + 1, min(shoe.out + len(locations), shoe.cards_total) + 1))
    cards = [_drawn(act, shoe, location, seals, seen=seen, alone=alone) for location in locations]
    update(shoe)
    _bring_cut_card(act, shoe)
    return cards


def _drawn(act: Act, shoe: Shoe, location: str, seals: Mapping[int, str], *, seen: bool, alone: bool) -> DrawnCard:
    check_not_empty(shoe)
    seen = seen or shoe.next_visible
    shoe.out, shoe.next_visible = shoe.out + 1, False
    coup = None if location in (BURNED, *BESIDE_THE_SABOT) else act.state.coup
    seal, alone = seals.get(shoe.out, ""), alone and _is_behind_the_first(act, location)
    card = insert(
        DrawnCard(shoe=shoe, number=shoe.out, location=location, seen=seen, coup=coup, seal=seal, alone=alone)
    )
    if coup is not None:
        act.state.cards.append(card)
    act.effect("card_drawn", card=card.number, at=str(location), **({"seal": seal} if seal else {}))
    return card


def _is_behind_the_first(act: Act, location: str) -> bool:
    """Whether what comes here is a third card, or waits: of the first four it says nothing that each came alone."""
    if location in AT_BOX.values():
        return len(act.state.at_boxes) >= FIRST_CARDS
    return location in (DrawnCard.Location.WAITING, *BESIDE_THE_SABOT)


def check_not_empty(shoe: Shoe) -> None:
    """No card comes from an empty shoe."""
    require(
        shoe.out < shoe.cards_total,
        Code.CARD_IMPOSSIBLE,
        "The shoe is empty: all %(total)s cards are out.",
        total=shoe.cards_total,
    )


def take_as_empty(act: Act) -> None:
    """The sabot is empty, whatever the record says: the cards that it still expected are missing."""
    shoe = in_use(act)
    check_real(act, shoe)
    expected = range(shoe.out + 1, shoe.cards_total + 1)
    DrawnCard.objects.bulk_create(DrawnCard(shoe=shoe, number=it, location=MISSING) for it in expected)
    shoe.out, shoe.next_visible = shoe.cards_total, False
    update(shoe)
    act.effect("cards_missing", count=len(expected))


def burn_next(act: Act, *, seen: bool) -> None:
    """A card that is out of turn, or lay visible, goes to the discard where a house burns such cards."""
    card = draw(act, BURNED, seen=seen)
    act.effect("cards_burned", cards=[card.number], seen=seen)


def end_taglia(act: Act, *, status: Shoe.Status = Shoe.Status.ENDED) -> None:
    """The taglia is over: cards that waited and coups in bianco that were due lapse, new rules come into force."""
    shoe = act.state.shoe
    assert shoe is not None
    shoe.cards.exclude(location__in=(BURNED, MISSING)).update(location=BURNED, **NOTHING_KNOWN)
    shoe.status, shoe.next_visible, shoe.call_due = status, False, ""
    update(shoe)
    act.table.blank_ordered = False
    act.state.reread("shoe", "held")
    open_all_others(act, shoe)
    act.effect("taglia_ended", taglia=shoe.taglia, out=shoe.out)
    bring_rules_into_force(act)


def check_serial(serial: str) -> str:
    require(0 < len(serial) <= 40 and serial.isprintable(), Code.ARGUMENTS, "This is no serial of decks.")
    return serial


def check_no_blank_due(act: Act) -> None:
    """Nobody stakes on a card that is known."""
    require(
        not act.state.blank_due,
        Code.BLANK_DUE,
        "A Colpo in Bianco is due: it is played before stakes are taken again.",
        source=act.cite("remedies.seen"),
    )


def name_blank_due(act: Act, *, told: bool) -> None:
    """A Colpo in Bianco has become due; ``told`` says that it was due before this act."""
    if act.state.blank_due and not told:
        act.effect("blank_due")
