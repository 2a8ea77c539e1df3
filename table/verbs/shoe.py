"""The shoe: loading, shuffling, cutting, the cut card, and the count at the end. Super Punto Banco, Art. 4 and 5."""

from table.models import DrawnCard, Shoe, Sixain, StaffPresence
from table.rules.profiles import Role
from table.rules.reading import check_position
from table.rules.refusal import Code, Refused, require
from table.rules.shoe import LAST_COUP, check_cut, check_decks, cut_too_deep
from table.rules.shoe import cut_card_out as cut_card_rule
from table.verbs.declaration import ANYTIME, IDLE, Act, check_said, verb
from table.verbs.house.office import bring_rules_into_force

DEALER = (Role.DEALER,)
ART_4, ART_5 = "Super Punto Banco, Art. 4", "Super Punto Banco, Art. 5"
LOADED, SHUFFLED, CUT, READY = Shoe.Status.LOADED, Shoe.Status.SHUFFLED, Shoe.Status.CUT, Shoe.Status.READY
IN_USE = (READY, Shoe.Status.IN_PLAY, Shoe.Status.LAST_COUP)
BURNED = DrawnCard.Location.BURNED
BESIDE_THE_SABOT = (DrawnCard.Location.HELD_UNDER, DrawnCard.Location.HELD_SEEN)


@verb(roles=DEALER, tables=ANYTIME, phases=[IDLE], ground=["shoe"], moves=["shoe"], source=ART_4)
def load(act: Act, *, serial: str, decks: int) -> None:
    """The decks of a new taglia go into the shoe, an Ispettore di Gioco looking on."""
    table, floor = act.table, act.floor
    require(floor.shoe is None, Code.SHOE, "There is a shoe on the table; end its taglia first.")
    bring_rules_into_force(act)
    cards, witness = check_decks(floor.house, decks), _inspector(act)
    sixain, _ = Sixain.objects.get_or_create(table=table, serial=check_serial(serial), defaults={"decks": decks})
    require(
        not sixain.retired and sixain.decks == decks,
        Code.SHOE,
        "The decks “%(serial)s” were replaced, or are of another number.",
        source=act.cite(ART_4),
        serial=serial,
    )
    last = table.shoes.last()
    floor.__dict__["shoe"] = Shoe.objects.create(
        table=table,
        taglia=last.taglia + 1 if last else 1,
        sixain=sixain,
        cards_total=cards,
        loaded_by=act.actor,
        witnessed_by=witness,
    )


@verb(roles=DEALER, tables=ANYTIME, phases=[IDLE], ground=["shoe"], moves=["shoe"])
def shuffle(act: Act) -> None:
    """The decks are shuffled."""
    shoe = _shoe(act, LOADED)
    shoe.status, shoe.shuffled_by = SHUFFLED, act.actor
    shoe.save()


@verb(roles=DEALER, tables=ANYTIME, phases=[IDLE], ground=["shoe"], moves=["shoe"])
def cut(act: Act, *, position: str | None = None) -> None:
    """The decks are cut, by the player at a position or by the dealer. Without a cut card the shoe is ready now."""
    shoe, house = _shoe(act, SHUFFLED), act.floor.house
    if position is not None:
        check_position(house, position)
    shoe.status, shoe.cut_by = CUT if house.cut_card else READY, position or act.actor
    shoe.save()


@verb(roles=DEALER, tables=ANYTIME, phases=[IDLE], ground=["shoe"], moves=["shoe"], source=ART_5)
def insert_cut_card(act: Act, *, behind: int) -> None:
    """The cut card goes in, with so many cards behind it; fewer than the seven of Art. 5 is warned of."""
    shoe = _shoe(act, CUT)
    check_cut(act.floor.house, behind=behind, cards_total=shoe.cards_total)
    shoe.status, shoe.behind = READY, behind
    shoe.save()
    if cut_too_deep(act.floor.house, behind):
        act.effect("cut_card_too_deep", behind=behind)


@verb(roles=[Role.DEALER, Role.SHOE], tables=ANYTIME, ground=[], moves=["shoe", "coup"], while_held=True, source=ART_5)
def cut_card_out(act: Act, *, hand_cards: int | None = None, said: bool = True) -> None:
    """The cut card came out, when so many cards of the hand lay on the table (left out: as many as lie there now).

    By this press the dealer confirms that he calls the last coup; a shoe reader cannot call it, and it is still due.
    """
    words = put_cut_card(act, len(act.floor.cards) if hand_cards is None else hand_cards)
    _call(act, words, said=said and act.role != Role.SHOE)


def put_cut_card(act: Act, hand_cards: int) -> str:
    """The cut card lay between the cards of this hand: what follows for coup and shoe, and what is to be called."""
    floor, shoe = act.floor, in_use(act)
    coup, lie = floor.coup, len(floor.cards)
    require(0 <= hand_cards <= lie, Code.COUNT, "Only %(count)s cards of this hand are out.", count=lie)
    blank = coup is not None and coup.kind == coup.Kind.BLANK
    already_out = shoe.cut_card_at is not None
    out = cut_card_rule(floor.house, hand_cards=hand_cards, blank=blank, already_out=already_out)
    shoe.status, shoe.cut_card_at = Shoe.Status.LAST_COUP, floor.out_before(hand_cards)
    left = out.coups_after + 1
    shoe.coups_left, shoe.mask_waits = min(left, shoe.coups_left or left), coup is None
    shoe.save()
    if coup is not None:
        coup.began_with_mask = out.began_with_mask
        coup.save()
    return LAST_COUP if floor.blank_due and not lie else out.phrase


def take_back_cut_card(act: Act) -> None:
    """The cut card is not out: it was keyed by mistake."""
    shoe, coup = in_use(act), act.floor.coup
    shoe.status = Shoe.Status.IN_PLAY if shoe.coups.exists() else READY
    shoe.cut_card_at, shoe.coups_left, shoe.mask_waits, shoe.call_due = None, None, False, ""
    shoe.save()
    if coup is not None:
        coup.began_with_mask = False
        coup.save()


@verb(roles=DEALER, tables=ANYTIME, moves=["shoe"], while_held=True, source=ART_5)
def call_last_coup(act: Act, *, said: bool) -> None:
    """The dealer calls the last coup, whose cut card the shoe reader reported."""
    shoe = in_use(act)
    require(shoe.call_due, Code.PHASE, "There is no last coup to be called now.", source=act.cite(ART_5))
    check_said(said, shoe.call_due)
    _call(act, shoe.call_due, said=True)


def _call(act: Act, words: str, *, said: bool) -> None:
    shoe = in_use(act)
    shoe.call_due = "" if said else words
    shoe.save()
    act.effect("phrase" if said else "phrase_due", words=words)


@verb(roles=[Role.ISPETTORE_GIOCO], tables=ANYTIME, phases=[IDLE], ground=["shoe"], moves=["shoe"], source=ART_4)
def replace_decks(act: Act, *, serial: str) -> None:
    """Six new decks for the next taglia: at the end of a taglia and by the Ispettore di Gioco alone."""
    bring_new_decks(act, serial)


def bring_new_decks(act: Act, serial: str) -> None:
    """The next taglia is played with these decks; the old ones are not used any more."""
    last = act.table.shoes.last()
    if act.floor.shoe is not None or last is None:
        raise Refused(
            Code.PHASE, "The decks are replaced at the end of a taglia, not during it.", source=act.cite(ART_4)
        )
    _, new = Sixain.objects.get_or_create(
        table=act.table, serial=check_serial(serial), defaults={"decks": act.floor.house.decks}
    )
    require(new, Code.SHOE, "The decks “%(serial)s” were in use already.", source=act.cite(ART_4), serial=serial)
    last.sixain.retired = True
    last.sixain.save()
    act.effect("decks_replaced", old=last.sixain.serial, new=serial)


@verb(roles=[Role.DIREZIONE], tables=ANYTIME, phases=[IDLE], ground=["shoe"], moves=["shoe"])
def void_shoe(act: Act) -> None:
    """The Direzione takes the shoe off the table: its taglia counts for nothing more."""
    shoe = act.floor.shoe
    if shoe is None:
        raise Refused(Code.SHOE, "There is no shoe on the table.")
    end_taglia(act, status=Shoe.Status.VOID)


@verb(roles=DEALER, tables=ANYTIME, phases=[IDLE], ground=["shoe"], moves=["shoe"], source=ART_5)
def reconcile(act: Act, *, burned: int, left_over: int) -> None:
    """The count at the end of a taglia: cards in the discard, and cards left in the sabot. It changes no result."""
    shoe = act.table.shoes.filter(status=Shoe.Status.ENDED).last()
    if shoe is None or shoe.left_over is not None or act.floor.shoe is not None:
        raise Refused(Code.SHOE, "There is no ended taglia to be counted.")
    require(min(burned, left_over) >= 0, Code.COUNT, "A number of cards cannot be negative.")
    shoe.burned_counted, shoe.left_over = burned, left_over
    shoe.save()
    expected = [shoe.out, shoe.cards_total - shoe.out]
    if [burned, left_over] != expected:
        act.effect("count_differs", expected=expected, counted=[burned, left_over], total=shoe.cards_total)


def in_use(act: Act) -> Shoe:
    """The shoe that is being dealt from; refused while there is none, or it is still being prepared."""
    shoe = act.floor.shoe
    if shoe is None or shoe.status not in IN_USE:
        raise Refused(Code.SHOE, "The shoe is not ready: load, shuffle, cut and put in the cut card first.")
    return shoe


def draw(act: Act, location: str, *, seen: bool = False) -> DrawnCard:
    """The next card leaves the shoe: for the coup, to wait beside the sabot, or to the discard.

    One that lay visible in the sabot was seen, whoever looked when it came out.
    """
    shoe, floor = in_use(act), act.floor
    check_not_empty(shoe)
    seen = seen or shoe.next_visible
    shoe.out, shoe.next_visible = shoe.out + 1, False
    shoe.save()
    coup = None if location in (BURNED, *BESIDE_THE_SABOT) else floor.coup
    card = DrawnCard.objects.create(shoe=shoe, number=shoe.out, location=location, seen=seen, coup=coup)
    if coup is not None:
        floor.cards.append(card)
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
    shoe = act.floor.shoe
    assert shoe is not None
    shoe.cards.exclude(location=BURNED).update(location=BURNED)
    shoe.status, shoe.next_visible, shoe.call_due = status, False, ""
    shoe.save()
    act.table.blank_ordered = False
    for known in ("shoe", "held"):
        act.floor.__dict__.pop(known, None)
    act.effect("taglia_ended", taglia=shoe.taglia, out=shoe.out)
    bring_rules_into_force(act)


def _shoe(act: Act, status: Shoe.Status) -> Shoe:
    shoe = act.floor.shoe
    if shoe is None or shoe.status != status:
        raise Refused(
            Code.SHOE,
            "The shoe has to be %(expected)s for that; it is %(status)s.",
            expected=status.value,
            status=shoe.status if shoe else "none",
        )
    return shoe


def check_serial(serial: str) -> str:
    require(0 < len(serial) <= 40 and serial.isprintable(), Code.ARGUMENTS, "This is no serial of decks.")
    return serial


def _inspector(act: Act) -> str:
    """The badge of an Ispettore di Gioco who is present at the table."""
    present = StaffPresence.objects.filter(table=act.table, until=None, role=Role.ISPETTORE_GIOCO)
    badge = present.order_by("since").values_list("person__badge", flat=True).first()
    if badge is None:
        raise Refused(
            Code.PRESENCE, "The decks are loaded in the presence of an Ispettore di Gioco; first he signs on here."
        )
    return str(badge)
