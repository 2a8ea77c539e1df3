"""Verbs that announce, settle, annul and burn a coup; tips, and custody. Super Punto Banco, Art. 9, 10, 15 and 16."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from django.utils.translation import pgettext_lazy

from table.memory.statements import update
from table.models import Coup, Tip
from table.play.act import Act, check_said
from table.play.coup import check_blank_called, end_coup
from table.play.declaration import ANYTIME, Amount, Text, of_the_coup, verb
from table.play.money import annul_coup, close_slip, settle_on
from table.play.shoe import check_called
from table.play.stakes import check_notes_changed
from table.rules.cards import points
from table.rules.phase import Phase
from table.rules.profile import Role
from table.rules.refusal import Code, Refused, require
from table.rules.regola import Side
from table.rules.shoe import check_may_settle

Slip = Annotated[int, msgspec.Meta(gt=0, le=10**9)]
CARDS_SPEAK = "Le carte parlano"
IN_HAND = (Phase.DEALING, Phase.READING, Phase.DECLARED, Phase.BANCO_UP, Phase.DRAWING)


@of_the_coup(
    title=pgettext_lazy("act", "announce the points"),
    said=(pgettext_lazy("record", "«Banco %(banco)s, Punto %(punto)s»"),),
    phases=[Phase.PUNTO_UP],
    source="announced",
    public="banco punto cards_speak",
)
def announce(act: Act, *, banco: int, punto: int, cards_speak: bool = False) -> None:
    """Announce and store the points of both hands. Refused (E_ANNOUNCEMENT) where they do not lie in 0 to 9.

    Wrong points are recorded ("wrong_announcement", with the right ones). An announcement after another in this coup
    has to confirm «Le carte parlano» by ``cards_speak`` (recorded as "phrase", else E_PHRASE), and may be wrong again.
    Refused (E_PHRASE) also while a Colpo in Bianco is to be called.
    """
    state, coup = act.state, act.coup
    check_blank_called(act)
    require({banco, punto} <= set(range(10)), Code.ANNOUNCEMENT, "Points go from 0 to 9.")
    true = points(state.hand(Side.BANCO)), points(state.hand(Side.PUNTO))
    if coup.announced_banco is not None:
        check_said(cards_speak, CARDS_SPEAK)
        act.effect("phrase", words=CARDS_SPEAK)
    coup.announced_banco, coup.announced_punto = banco, punto
    update(coup)
    if (banco, punto) != true:
        act.effect("wrong_announcement", banco=true[0], punto=true[1])


@of_the_coup(
    title=pgettext_lazy("act", "pay and collect"),
    said=(pgettext_lazy("record", "paid and collected"),),
    phases=[Phase.ANNOUNCED, Phase.COUNTING],
    at_press=check_notes_changed,
)
def settle(act: Act) -> None:
    """Take losing stakes and pay winning ones, as the cards say, and store result and hands.

    Records "settled" or, where the coup was paid before, the differences alone ("money_corrected"), or that there is
    none ("payment_stands"); a house that keeps only the reader's stake posts nothing ("not_computed"). What is paid to
    somebody who is gone goes into custody ("uncollected", "custody_changed"). Refused in a Colpo in Bianco
    (E_BLANK_NO_BETS), while the last coup is still to be called (E_PHRASE), or its cards to be counted (E_SEVEN_FIRST),
    for a win of broken cents where the house does not round (E_MONEY), and at the press while banknotes are to be
    changed (E_CASH_PENDING).
    """
    state, coup = act.state, act.coup
    require(
        coup.kind == Coup.Kind.NORMAL,
        Code.BLANK_NO_BETS,
        "In a Colpo in Bianco nothing is paid.",
        source=act.cite("remedies.seen"),
    )
    check_called(act)
    remaining = state.facts.remaining
    check_may_settle(state.profile, began_with_cut_card=coup.began_with_cut_card, blank=False, remaining=remaining)
    settle_on(act, coup)


def check_beyond_completion(act: Act, _given: Mapping[str, Any]) -> None:
    """Refuse (E_PHASE) to annul a hand that can be completed, be it with cards of the count.

    Checked at the press alone, as earlier entries have annulled some that cards of the count would have completed.
    """
    _check_stuck(act, act.state.beyond_completion)


def _check_stuck(act: Act, stuck: object) -> None:
    """Refuse (E_PHASE) to annul a hand unless it is ``stuck``."""
    require(
        stuck,
        Code.PHASE,
        "The hand can be completed. What was done wrong is reported, and annulled by its incident.",
        source=act.cite("cut_card.empty"),
    )


@of_the_coup(
    title=pgettext_lazy("act", "annul the coup"),
    said=(pgettext_lazy("record", "the coup is annulled: %(reason)s"),),
    roles=[Role.ISPETTORE_GIOCO],
    phases=[Phase.BETTING, Phase.CLOSED, *IN_HAND],
    source="cut_card.empty",
    at_press=check_beyond_completion,
)
def annul(act: Act, *, reason: Text) -> None:
    """Annul a hand that the empty shoe cannot complete, and give the stakes back.

    Records as :func:`annul_coup` does: "refunded" (after a payment "money_corrected" or "payment_stands";
    "not_computed" in a house that keeps only the reader's stake), "uncollected" or "custody_changed" for whoever is
    gone, and at last "coup_annulled". The cards are not burned, and the coup is not ended. Refused while the hand can
    be completed from the shoe, and at the press also while cards of the count complete it (E_PHASE), and without a
    reason (E_ARGUMENTS). What was done wrong is reported instead, and annulled by its incident, which makes sure that
    those are present who have to be.
    """
    _check_stuck(act, act.state.stuck)
    annul_coup(act, reason)


# --- the end of the coup


@of_the_coup(
    title=pgettext_lazy("act", "burn the cards"),
    said=(pgettext_lazy("record", "the cards are burned"),),
    phases=[Phase.SETTLED, Phase.ANNOUNCED],
    moves=["coup", "shoe", "limits"],
    public="open_next",
    at_press=check_notes_changed,
)
def burn(act: Act, *, open_next: bool = False) -> None:
    """End the coup ("coup_burned"): burn its cards, pass the Button on, and end the taglia after its last coup.

    An empty shoe ends it, too ("taglia_ended"). Cards that wait for the next hand are held instead of burned
    ("card_held"). ``open_next`` opens the next betting at once, under the refusals of that (E_INCIDENT_OPEN, E_LIMITS);
    not where a Colpo in Bianco or the call of the last coup is due, or no shoe is left. A suspension that waited takes
    effect instead ("suspended"). Records "button_moved", "blank_due" and "phrase_due", too, where it comes to that.
    Refuses (E_PHASE) stakes that are not settled, (E_PHRASE) while a call, of the last coup or of a Colpo in Bianco, is
    due, and at the press (E_CASH_PENDING) while banknotes are to be changed.
    """
    coup = act.coup
    require(
        act.state.phase is Phase.SETTLED or coup.kind == Coup.Kind.BLANK,
        Code.PHASE,
        "Settle the stakes first: once the cards are burned the coup is exhausted.",
        source=act.cite("disputes_decided_by.over"),
    )
    check_blank_called(act)
    check_called(act)
    end_coup(act, coup, open_next=open_next)


def check_opened(act: Act, _given: Mapping[str, Any]) -> None:
    """Refuse (E_PHASE) a tip at a table that was never opened: it would stand on the papers of no evening.

    Checked at the press alone, as earlier entries did so.
    """
    if not act.table.opened:
        raise Refused(Code.PHASE, "This table was never opened: a tip is entered once it is.", source=act.cite("tips"))


@verb(
    title=pgettext_lazy("act", "tip"),
    said=(pgettext_lazy("record", "%(amount)s for the Tronc"),),
    roles=[Role.DEALER],
    tables=ANYTIME,
    while_held=True,
    source="tips",
    public="amount form",
    at_press=check_opened,
)
def tip(act: Act, *, amount: Amount, form: Literal["chips", "cash"] = "chips") -> None:
    """Insert a row (`Tip`) of ``amount`` cents for the Tronc, in chips or cash; set ``act.tipped`` to ``amount``.

    It is no stake and in nobody's result; no effect is recorded. At a closed table it is taken, too; refused (E_PHASE)
    only at the press, at a table that was never opened.
    """
    Tip.objects.create(table=act.table, number=act.number, amount=amount, form=form)
    act.tipped = amount


# --- what nobody collected (Art. 15)


@verb(
    title=pgettext_lazy("act", "dispose of what nobody collected"),
    said=(pgettext_lazy("record", "disposes of what is kept under slip %(slip)s: %(text)s"),),
    roles=[Role.DIREZIONE],
    tables=ANYTIME,
    while_held=True,
    source="uncollected",
    public="slip",
)
def dispose(act: Act, *, slip: Slip, text: Text) -> None:
    """Close a slip of custody, in the words of the Direzione for what becomes of the chips; nobody's result changes.

    Refused without words, or for a slip that never was (E_ARGUMENTS) or is closed (E_FINAL). Records "custody_closed".
    """
    require(text, Code.ARGUMENTS, "Say what becomes of it; the words stand in the record.", source=act.cite("custody"))
    found = next((it for it in act.state.custody if it.slip == slip), None)
    if found is None:
        known = act.table.uncollected.filter(slip=slip).exists()
        require(known, Code.ARGUMENTS, "Nothing is kept here under slip %(slip)s.", slip=slip)
        raise Refused(
            Code.FINAL,
            "What was kept under slip %(slip)s was disposed of already.",
            source=act.cite("custody"),
            slip=slip,
        )
    close_slip(act, found)
    act.effect("custody_closed", amount=found.amount, position=found.position, guest=found.owner)
