"""Verbs on the shoe: load, shuffle, cut, the cut card, and the count at the end. Super Punto Banco, Art. 4 and 5."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.utils.translation import pgettext_lazy

from table.memory.statements import update
from table.models import Shoe, Sixain, StaffPresence
from table.play.act import Act, check_said
from table.play.declaration import ANYTIME, IDLE, verb
from table.play.in_force import bring_rules_into_force
from table.play.sealed import check_real
from table.play.sealed import load as load_sealed
from table.play.shoe import (
    CUT,
    LOADED,
    MISSING,
    READY,
    SHUFFLED,
    bring_new_decks,
    check_serial,
    end_taglia,
    in_use,
    put_cut_card,
    say_last_coup,
)
from table.rules.profile import Role
from table.rules.reading import check_position
from table.rules.refusal import Code, Refused, require
from table.rules.shoe import check_cut, check_decks, cut_too_deep

DEALER = (Role.DEALER,)
of_the_shoe = partial(verb, roles=DEALER, tables=ANYTIME, phases=(IDLE,), ground=["shoe"], moves=["shoe"])
"""Declare a verb on the shoe between two coups, even of a closed table: the dealer’s, unless it names other roles."""


@of_the_shoe(
    title=pgettext_lazy("act", "load the shoe"),
    said=(pgettext_lazy("record", "%(decks)s decks “%(serial)s” go into the shoe"),),
    public="serial decks",
)
def load(act: Act, *, serial: str, decks: int) -> None:
    """Put the decks with this serial into the shoe, for a new taglia; an Ispettore di Gioco has to be signed on.

    ``decks`` is how many there are. New rules that were decided come into force with it ("rules_in_force" and what
    follows from them); without any no effect is recorded. Refuses
    (E_SHOE) while a shoe is on the table, where the house plays with a virtual shoe, and a serial that was replaced, or
    that was loaded with another number of decks before; (E_PROFILE) a table without rules; (E_COUNT) a number that is
    not the house's; (E_PRESENCE) without an Ispettore di Gioco; (E_ARGUMENTS) what is no serial.
    """
    facts = _new_taglia(act, decks)
    profile = act.state.profile
    require(
        not profile.virtual_shoe, Code.SHOE, "This table plays with a virtual shoe.", source=act.cite("virtual_shoe")
    )
    sixain, _ = Sixain.objects.get_or_create(table=act.table, serial=check_serial(serial), defaults={"decks": decks})
    require(
        not sixain.retired and sixain.decks == decks,
        Code.SHOE,
        "The decks “%(serial)s” were replaced, or are of another number.",
        source=act.cite("deck.serials"),
        serial=serial,
    )
    act.state.put(shoe=Shoe.objects.create(sixain=sixain, **facts))


def _new_taglia(act: Act, decks: int) -> dict[str, Any]:
    """Bring the latest rules into force and return the fields of the shoe of a new taglia, without its decks.

    They are table, number of the taglia, number of cards, this entry and actor as loading it, and the witness. Refused
    where a shoe is on the table (E_SHOE), the table has no rules (E_PROFILE), the number of decks is not that of the
    house (E_COUNT), or no Ispettore di Gioco is signed on (E_PRESENCE). Records "rules_in_force" if new rules waited,
    with what follows from them.
    """
    require(act.state.shoe is None, Code.SHOE, "There is a shoe on the table; end its taglia first.")
    bring_rules_into_force(act)
    last = act.table.shoes.last()
    return {
        "table": act.table,
        "taglia": last.taglia + 1 if last else 1,
        "cards_total": check_decks(act.state.profile, decks),
        "loaded_at": act.number,
        "loaded_by": act.actor,
        "witnessed_by": _inspector(act),
    }


@of_the_shoe(
    title=pgettext_lazy("act", "load the virtual shoe"),
    said=(pgettext_lazy("record", "%(decks)s decks are shuffled by the machine and sealed"),),
    source="virtual_shoe",
    public="decks",
)
def load_virtual(act: Act, *, decks: int) -> None:
    """Load a virtual shoe of ``decks`` decks, shuffled and sealed by the machine, for a new taglia.

    An Ispettore di Gioco has to be signed on. New rules that were decided come into force with it ("rules_in_force").
    The commitment to its cards is published with the entry ("shoe_sealed"). Nobody cuts; the cut card goes in as
    always, and in a house without one the shoe is ready. Refuses (E_SHOE) while a shoe is on the table, where the house
    plays with real cards, and without a store for sealed ones; (E_PROFILE) a table without rules; (E_COUNT) a number of
    decks that is not the house's; (E_PRESENCE) without an Ispettore di Gioco.
    """
    facts = _new_taglia(act, decks)
    profile = act.state.profile
    require(profile.virtual_shoe, Code.SHOE, "This table plays with real cards.", source=act.cite("virtual_shoe"))
    serial = f"virtual-{facts['taglia']}"  # real decks may have this serial already
    sixain, _ = Sixain.objects.get_or_create(table=act.table, serial=serial, defaults={"decks": decks})
    commitment, status = load_sealed(act, decks), CUT if profile.cut_card else READY
    act.state.put(shoe=Shoe.objects.create(sixain=sixain, commitment=commitment, status=status, **facts))


@of_the_shoe(
    title=pgettext_lazy("act", "shuffle"),
    said=(pgettext_lazy("record", "the decks are shuffled"),),
)
def shuffle(act: Act) -> None:
    """Set the loaded decks to shuffled, by whoever presses; they can be cut then. Records no effect.

    Refused (E_SHOE) where none are loaded, or they are shuffled already.
    """
    shoe = _shoe(act, LOADED)
    shoe.status, shoe.shuffled_by = SHUFFLED, act.actor
    update(shoe)


@of_the_shoe(
    title=pgettext_lazy("act", "cut"),
    said=(
        pgettext_lazy("record", "the player at position %(position)s cuts"),
        pgettext_lazy("record", "the dealer cuts"),
    ),
    public="position",
)
def cut(act: Act, *, position: str | None = None) -> None:
    """Note that the shuffled decks are cut, by the player at ``position`` or, where it is None, by the dealer.

    In a house without a cut card the shoe is ready then. Records no effect. Refused where no decks are shuffled
    (E_SHOE), or the table has no such position (E_POSITION); whether somebody sits there is not checked.
    """
    shoe, profile = _shoe(act, SHUFFLED), act.state.profile
    if position is not None:
        check_position(profile, position)
    shoe.status, shoe.cut_by = CUT if profile.cut_card else READY, position or act.actor
    update(shoe)


@of_the_shoe(
    title=pgettext_lazy("act", "put the cut card in"),
    said=(pgettext_lazy("record", "the cut card goes in; cards behind it: %(behind)s"),),
    public="behind",
)
def insert_cut_card(act: Act, *, behind: int) -> None:
    """Put the cut card in with ``behind`` cards behind it, and so make the shoe ready.

    Refused where no shoe waits for it, cut or virtual (E_SHOE), or not at least one card is before it and one behind it
    (E_COUNT). Records "cut_card_too_deep" where those behind are fewer than a last coup needs (seven by Art. 5).
    """
    shoe = _shoe(act, CUT)
    check_cut(act.state.profile, behind=behind, cards_total=shoe.cards_total)
    shoe.status, shoe.behind = READY, behind
    update(shoe)
    if cut_too_deep(act.state.profile, behind):
        act.effect("cut_card_too_deep", behind=behind)


@verb(
    title=pgettext_lazy("act", "cut card out"),
    said=(
        pgettext_lazy("record", "the cut card is out; cards of the hand on the table: %(hand_cards)s"),
        pgettext_lazy("record", "the cut card is out"),
    ),
    roles=[Role.DEALER, Role.SHOE],
    tables=ANYTIME,
    moves=["shoe", "coup"],
    while_held=True,
    source="cut_card",
    public="hand_cards said",
)
def cut_card_out(act: Act, *, hand_cards: int | None = None, said: bool = True) -> None:
    """Enter that the cut card came out after ``hand_cards`` cards of the hand; None: as many as lie there now.

    With this press the dealer confirms that the last coup is called (``said``, "phrase"), where it is known which one
    that is; unsaid, as always from an electronic shoe, the call is due ("phrase_due") unless it was made so before.
    Else "cut_card_of_the_next_coup" or "cut_card_undecided" is recorded; "mask_out_of_place", if it came too far from
    where it was put. Refused for a virtual shoe, or without one (E_SHOE), in a house without a cut card or where
    ``hand_cards`` are more than are out (E_COUNT), for a second cut card (E_CUT_CARD_ALREADY_OUT), and where a paid
    coup would have begun with it (E_ROLE).
    """
    check_real(act, act.state.shoe)
    cards_out = len(act.state.cards) if hand_cards is None else hand_cards
    put_cut_card(act, cards_out, said=said and act.role != Role.SHOE)


def check_no_incident(act: Act, _given: Mapping[str, Any]) -> None:
    """Refuse (E_INCIDENT_OPEN) to call the last coup while an incident holds the coup: which is the last may change.

    Checked at the press alone, as earlier entries did so.
    """
    require(
        act.state.coup is None or not act.state.coup.held,
        Code.INCIDENT_OPEN,
        "An incident holds this coup; it has to be settled before “%(verb)s”.",
        verb="call_last_coup",
    )


@verb(
    title=pgettext_lazy("act", "call the last coup"),
    said=(pgettext_lazy("record", "the last coup is called"),),
    roles=DEALER,
    tables=ANYTIME,
    moves=["shoe"],
    while_held=True,
    source="cut_card",
    public="said",
    at_press=check_no_incident,
)
def call_last_coup(act: Act, *, said: bool) -> None:
    """Confirm that the last coup was called, which is due no more then. Records "phrase".

    Refused without a shoe in use (E_SHOE), where no call is due (E_PHASE), unless the dealer has ``said`` it
    (E_PHRASE), and at the press while the coup is held (E_INCIDENT_OPEN). One is due where the cut card came by itself,
    or was entered without the call or by a shoe reader, where it became known only later which coup is the last, or
    where its betting was cancelled.
    """
    shoe = in_use(act)
    require(shoe.call_due, Code.PHASE, "There is no last coup to be called now.", source=act.cite("cut_card"))
    check_said(said, shoe.call_due)
    say_last_coup(act, shoe.call_due, said=True)


@of_the_shoe(
    title=pgettext_lazy("act", "replace the decks"),
    said=(pgettext_lazy("record", "new decks “%(serial)s” for the next taglia"),),
    roles=[Role.ISPETTORE_GIOCO],
    source="worn.decks",
    public="serial",
)
def replace_decks(act: Act, *, serial: str) -> None:
    """Enter new decks with this serial, between two taglie, and retire those of the last one: they are loaded no more.

    The next shoe may be loaded of any decks not retired, not only of these. Refused while a shoe is on the table, even
    one still in preparation, and before the first taglia (E_PHASE), for a serial that this table ever had (E_SHOE), and
    for what is no serial (E_ARGUMENTS). Records "decks_replaced".
    """
    bring_new_decks(act, serial)


@of_the_shoe(
    title=pgettext_lazy("act", "keep the decks"),
    said=(pgettext_lazy("record", "no new decks for the next taglia"),),
    roles=[Role.ISPETTORE_GIOCO],
    moves=[],
    source="worn.decks",
)
def keep_decks(act: Act) -> None:
    """Record that the Ispettore di Gioco decides against new decks ("decks_kept"); nothing else changes.

    Refused while a shoe is on the table, even one still in preparation, and before the first taglia (E_PHASE), or where
    the decks are replaced already (E_SHOE).
    """
    last = act.table.shoes.select_related("sixain").last()
    if act.state.shoe is not None or last is None:
        raise Refused(
            Code.PHASE, "Whether the decks are kept is decided at the end of a taglia.", source=act.cite("worn.decks")
        )
    require(not last.sixain.retired, Code.SHOE, "New decks are decided on already.", source=act.cite("worn.decks"))
    act.effect("decks_kept", serial=last.sixain.serial)


@of_the_shoe(
    title=pgettext_lazy("act", "take the shoe off the table"),
    said=(pgettext_lazy("record", "the shoe is taken off the table"),),
    roles=[Role.DIREZIONE],
)
def void_shoe(act: Act) -> None:
    """Take the shoe off the table between two coups, ending its taglia as void ("taglia_ended").

    Stakes that a tie left are no longer on the felt: those of the absent are set aside or go into custody ("set_aside",
    "left_without_owner"). Cards held for the next hand are burned, and the seals of a shoe that knows its cards opened
    ("seals_opened"). A Colpo in Bianco that was due lapses, and new rules that were decided come into force
    ("rules_in_force"). Nobody counts its cards. Refused (E_SHOE) where there is none.
    """
    shoe = act.state.shoe
    if shoe is None:
        raise Refused(Code.SHOE, "There is no shoe on the table.")
    end_taglia(act, status=Shoe.Status.VOID)


def check_cards_there(act: Act, _given: Mapping[str, Any]) -> None:
    """Refuse (E_SHOE) to count a taglia since which other cards lay on the table, even void ones.

    Checked at the press alone, as earlier entries did so.
    """
    last = act.table.shoes.last()
    _check_waits(last is not None and last.status == Shoe.Status.ENDED)


def _check_waits(waits: object) -> None:
    """Refuse (E_SHOE) to count a taglia unless one ``waits`` for it."""
    require(waits, Code.SHOE, "There is no ended taglia to be counted.")


@of_the_shoe(
    title=pgettext_lazy("act", "count the taglia"),
    said=(pgettext_lazy("record", "counted: %(burned)s cards burned, %(left_over)s left in the sabot"),),
    source="shoe.counted",
    public="burned left_over",
    at_press=check_cards_there,
)
def reconcile(act: Act, *, burned: int, left_over: int) -> None:
    """Store the physical count of an ended taglia: all cards in the discard (``burned``), and those left in the sabot.

    No result changes. Refused where no ended taglia waits for its count, while another shoe is on the table, at the
    press also once a void one was, or for a virtual shoe (E_SHOE), and for a negative number (E_COUNT). Records
    "count_differs" where it is not what the record says.
    """
    shoe = act.table.shoes.filter(status=Shoe.Status.ENDED).last()
    _check_waits(shoe is not None and shoe.left_over is None and act.state.shoe is None)
    assert shoe is not None
    check_real(act, shoe)
    require(min(burned, left_over) >= 0, Code.COUNT, "A number of cards cannot be negative.")
    shoe.burned_counted, shoe.left_over = burned, left_over
    update(shoe)
    missing = shoe.cards.filter(location=MISSING).count()
    expected = [shoe.out - missing, shoe.cards_total - shoe.out]
    if [burned, left_over] != expected:
        act.effect("count_differs", expected=expected, counted=[burned, left_over], total=shoe.cards_total)


def _shoe(act: Act, status: Shoe.Status) -> Shoe:
    """Return the shoe on the table. Refuses (E_SHOE) one that has another status, or none."""
    shoe = act.state.shoe
    if shoe is None or shoe.status != status:
        raise Refused(
            Code.SHOE,
            "The shoe has to be %(expected)s for that; it is %(status)s.",
            expected=status.value,
            status=shoe.status if shoe else "none",
        )
    return shoe


def _inspector(act: Act) -> str:
    """Badge of the Ispettore di Gioco who signed on at this table first. Refused (E_PRESENCE) where there is none."""
    present = StaffPresence.objects.filter(table=act.table, until=None, role=Role.ISPETTORE_GIOCO)
    badge = present.order_by("since").values_list("person__badge", flat=True).first()
    if badge is None:
        raise Refused(
            Code.PRESENCE, "The decks are loaded in the presence of an Ispettore di Gioco, who first signs on here."
        )
    return str(badge)
