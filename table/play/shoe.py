"""The shoe that is dealt from: cards leave it, its cut card comes, its taglia ends. Super Punto Banco, Art. 4 and 5."""

from collections.abc import Sequence

from table.models import DrawnCard, Shoe, Sixain
from table.play.act import Act
from table.play.rules_in_force import bring_rules_into_force
from table.rules.refusal import Code, Refused, require
from table.rules.shoe import LAST_COUP
from table.rules.shoe import cut_card_out as cut_card_rule
from table.rules.sources import art
from table.statements import insert, update

LOADED, SHUFFLED, CUT, READY = Shoe.Status.LOADED, Shoe.Status.SHUFFLED, Shoe.Status.CUT, Shoe.Status.READY
IN_USE = (READY, Shoe.Status.IN_PLAY, Shoe.Status.LAST_COUP)
BURNED = DrawnCard.Location.BURNED
BESIDE_THE_SABOT = (DrawnCard.Location.HELD_UNDER, DrawnCard.Location.HELD_SEEN)


def put_cut_card(act: Act, hand_cards: int) -> str:
    """The cut card lay between the cards of this hand: what follows for coup and shoe, and what is to be called."""
    state, shoe = act.state, in_use(act)
    coup, lie = state.coup, len(state.cards)
    require(0 <= hand_cards <= lie, Code.COUNT, "Only %(count)s cards of this hand are out.", count=lie)
    blank = coup is not None and coup.kind == coup.Kind.BLANK
    already_out = shoe.cut_card_at is not None
    out = cut_card_rule(state.profile, hand_cards=hand_cards, blank=blank, already_out=already_out)
    shoe.status, shoe.cut_card_at = Shoe.Status.LAST_COUP, state.out_before(hand_cards)
    left = out.coups_after + 1
    shoe.coups_left, shoe.mask_waits = min(left, shoe.coups_left or left), coup is None
    update(shoe)
    if coup is not None:
        coup.began_with_mask = out.began_with_mask
        update(coup)
    return LAST_COUP if state.blank_due and not lie else out.phrase


def take_back_cut_card(act: Act) -> None:
    """The cut card is not out: it was keyed by mistake."""
    shoe, coup = in_use(act), act.state.coup
    shoe.status = Shoe.Status.IN_PLAY if shoe.coups.exists() else READY
    shoe.cut_card_at, shoe.coups_left, shoe.mask_waits, shoe.call_due = None, None, False, ""
    update(shoe)
    if coup is not None:
        coup.began_with_mask = False
        update(coup)


def bring_new_decks(act: Act, serial: str) -> None:
    """The next taglia is played with these decks; the old ones are not used any more."""
    last = act.table.shoes.last()
    if act.state.shoe is not None or last is None:
        raise Refused(
            Code.PHASE, "The decks are replaced at the end of a taglia, not during it.", source=act.cite(art(4))
        )
    _, new = Sixain.objects.get_or_create(
        table=act.table, serial=check_serial(serial), defaults={"decks": act.state.profile.decks}
    )
    require(new, Code.SHOE, "The decks “%(serial)s” were in use already.", source=act.cite(art(4)), serial=serial)
    last.sixain.retired = True
    update(last.sixain)
    act.effect("decks_replaced", old=last.sixain.serial, new=serial)


def in_use(act: Act) -> Shoe:
    """The shoe that is being dealt from; refused while there is none, or it is still being prepared."""
    shoe = act.state.shoe
    if shoe is None or shoe.status not in IN_USE:
        raise Refused(Code.SHOE, "The shoe is not ready: load, shuffle, cut and put in the cut card first.")
    return shoe


def draw(act: Act, location: str, *, seen: bool = False) -> DrawnCard:
    """The next card leaves the shoe: for the coup, to wait beside the sabot, or to the discard."""
    return draw_each(act, [location], seen=seen)[0]


def draw_each(act: Act, locations: Sequence[str], *, seen: bool = False) -> list[DrawnCard]:
    """The next cards leave the shoe, each to its place.

    One that lay visible in the sabot was seen, whoever looked when it came out.
    """
    shoe = in_use(act)
    cards = [_drawn(act, shoe, location, seen=seen) for location in locations]
    update(shoe)
    return cards


def _drawn(act: Act, shoe: Shoe, location: str, *, seen: bool) -> DrawnCard:
    check_not_empty(shoe)
    seen = seen or shoe.next_visible
    shoe.out, shoe.next_visible = shoe.out + 1, False
    coup = None if location in (BURNED, *BESIDE_THE_SABOT) else act.state.coup
    card = insert(DrawnCard(shoe=shoe, number=shoe.out, location=location, seen=seen, coup=coup))
    if coup is not None:
        act.state.cards.append(card)
    act.effect("card_drawn", card=card.number, at=str(location))
    return card


def check_not_empty(shoe: Shoe) -> None:
    """No card comes from an empty shoe."""
    require(
        shoe.out < shoe.cards_total,
        Code.CARD_IMPOSSIBLE,
        "The shoe is empty: all %(total)s cards are out.",
        total=shoe.cards_total,
    )


def burn_next(act: Act, *, seen: bool) -> None:
    """A card that is out of turn, or lay visible, goes to the discard where a house burns such cards."""
    card = draw(act, BURNED, seen=seen)
    act.effect("cards_burned", cards=[card.number], seen=seen)


def end_taglia(act: Act, *, status: Shoe.Status = Shoe.Status.ENDED) -> None:
    """The taglia is over: cards that waited and coups in bianco that were due lapse, new rules come into force."""
    shoe = act.state.shoe
    assert shoe is not None
    shoe.cards.exclude(location=BURNED).update(location=BURNED)
    shoe.status, shoe.next_visible, shoe.call_due = status, False, ""
    update(shoe)
    act.table.blank_ordered = False
    act.state.reread("shoe", "held")
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
        source=act.cite(art(1)),
    )


def name_blank_due(act: Act, *, told: bool) -> None:
    """A Colpo in Bianco has become due; ``told`` says that it was due before this act."""
    if act.state.blank_due and not told:
        act.effect("blank_due")
