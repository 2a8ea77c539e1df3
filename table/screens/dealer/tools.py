"""Reports that the dealer can make besides the next act: a card that came out, the cut card, a new shoe; proposals."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from table.models import Display, Shoe
from table.play.sealed import is_real
from table.play.shoe import (
    by_ruling,
    call_of,
    coups_left,
    holds_cards,
    is_counted_out,
    is_in_use,
    is_paid,
    relation_to_hand,
)
from table.play.state import TableState
from table.rules.cards import DECK_CARDS
from table.rules.phase import Phase
from table.rules.profile import Profile
from table.rules.regola import FIRST_CARDS
from table.rules.shoe import CutCardRelation
from table.screens.dealer.task import PREPARATION, PREPARES_VIRTUAL, Step, step
from table.screens.read.snapshot import Snapshot
from table.words.voices import unbroken

USUALLY_BEHIND = 14
"""Cards behind the cut card as dealers put it in where no last coup has a least number of cards."""


class WayOut(NamedTuple):
    """Possible course of a card that came out: its words, the acts of its button as JSON, and what follows."""

    words: str
    presses: str
    follows: str = ""


class CardOut(NamedTuple):
    """Meaning of a card that comes out now, in ``words``; with ``opens_dialog`` the screen first asks in a dialog.

    ``none``: no card can come out. ``first``: of a card that was seen it is asked whether it lay face up in the sabot
    or was turned by the dealer. ``burns``: the house burns a visible card, and plays no Colpo in Bianco for it.
    """

    opens_dialog: bool
    words: str
    first: bool = False
    burns: bool = False
    none: bool = False

    @property
    def ways(self) -> tuple[WayOut, ...]:
        """List what may have happened to the card, each with its acts: nobody saw its face, or somebody did.

        Both are "card_out" with ``extra``, which confirms a card that is due to no box, the latter also with
        ``exposed`` (seen). With ``first`` there are three: nobody saw it; it lay face up in the sabot
        ("report_visible", then drawn unless ``burns``); the dealer turned it. With ``none`` it is empty.
        """
        if self.none:
            return ()
        if not self.first:
            seen = _way(
                _("somebody saw its face"), step("card_out", extra=True, exposed=True), follows=_("in doubt: seen")
            )
            return (_way(_("nobody saw its face"), step("card_out", extra=True)), seen)
        in_the_sabot, turned = [step("report_visible")], step("card_out", exposed=True)
        if not self.burns:
            in_the_sabot.append(turned)
        follows = _("it is burned") if self.burns else _("stakes go back: Colpo in Bianco")
        return (
            _way(_("nobody saw its face"), step("card_out")),
            _way(_("it lay face up in the sabot"), *in_the_sabot, follows=follows),
            _way(_("the dealer turned it"), turned, follows=_("it is valid")),
        )


def _way(words: str, *steps: Step, follows: str = "") -> WayOut:
    """Return a course of the card: its words, these acts as JSON, and what follows ("" if nothing special)."""
    return WayOut(words, json.dumps(steps), follows)


def card_out(state: TableState) -> CardOut:
    """Return what a card that comes out now is for, in words; the screen shows them in a dialog, but in one case.

    That is once the coup has an outcome or both hands are complete: neither dialog nor words, and the table refuses the
    card unless ``extra`` says it is out. Without a shoe in use, with an empty one, and where a hand lacks a card once
    the remaining ones are counted, there are words alone (``none``). Between coups and during the betting they say that
    it is the first of the next hand if nobody saw it; while a third card is undecided, that it waits; else that it is
    due, with ``first`` where it begins a coup dealt covered, no Colpo in Bianco, and ``burns`` in a house that burns a
    visible card.
    """
    if not is_in_use(state.shoe):
        words = _("The shoe is not ready: load, shuffle, cut and put in the cut card first.")
        return CardOut(True, words, none=True)
    if not holds_cards(state) or is_counted_out(state):
        return CardOut(True, _("The shoe is empty: call the inspector."), none=True)
    if state.coup is None or state.phase is Phase.BETTING:
        return CardOut(True, _("A card that comes out now is the first of the next hand, if nobody saw it."))
    if state.coup.outcome or (state.due is None and not state.undecided and len(state.at_boxes) >= FIRST_CARDS):
        return CardOut(False, "")
    if state.undecided:
        return CardOut(True, _("It is early: it waits for the box to which the Regola gives it."))
    covered = state.profile.dealing == "face_down" and not state.facts.blank
    first = covered and state.phase is Phase.CLOSED and not state.blank_due
    return CardOut(True, _("It is due: it goes to its box."), first, burns=state.profile.remedies == "annul_and_burn")


class CutCardPlace(NamedTuple):
    """Place at which the cut card may have come out: cards of the hand before it, what follows, and what is called."""

    hand_cards: int
    follows: str
    words: str


def cut_card(snapshot: Snapshot) -> tuple[CutCardPlace, ...]:
    """Return the places at which the cut card may have come out, the latest first.

    Empty where it is out already, where there is none, and without a real shoe in use; between coups it is before the
    next coup alone. Cards that had waited beside the sabot make no place of their own. Once the coup is paid, the place
    before it is left out, which an inspector alone reports.
    """
    state = snapshot.state
    shoe = state.shoe
    if not is_in_use(shoe) or not is_real(shoe) or shoe.cut_card_at is not None or not state.profile.cut_card:
        return ()
    if state.coup is None:
        follows = _("The next coup begins with the cut card and is the last.")
        return (CutCardPlace(0, follows, call_of(state, CutCardRelation.BEFORE)),)
    places = {state.out_before(before): before for before in range(len(state.cards) + 1)}
    found = [(by_ruling(state, relation_to_hand(state, at=at)), before) for at, before in reversed(places.items())]
    return tuple(
        CutCardPlace(before, _follows(state, where), call_of(state, where))
        for where, before in found
        if not (where is CutCardRelation.BEFORE and is_paid(state))
    )


def _follows(state: TableState, where: CutCardRelation) -> str:
    """Return the sentence which coup is the last if the cut card lies at this place.

    While that is not known (UNKNOWN) it says when it will be; for AFTER that the next coup is the last and begins with
    the cut card: where a ruling may have made this one the last, the place is to be as :func:`by_ruling` gives it. For
    BEFORE and WITHIN it says that this one is the last or, where the house plays one more and no ruling made this one
    the last, that one more comes.
    """
    if where is CutCardRelation.UNKNOWN:
        return _("Which coup is the last is known when the hand is complete; nothing is called yet.")
    if where is CutCardRelation.AFTER:
        return _("The next coup begins with the cut card and is the last; this one is paid like any other.")
    if coups_left(state, where) != 1:
        return _("One more coup after this one")
    return (
        _("This coup begins with the cut card and is the last.")
        if where is CutCardRelation.BEFORE
        else _("This coup is the last.")
    )


class PreparationStep(NamedTuple):
    """Step of preparing a shoe: its verb, and what it asks for.

    That is the ``serial`` of the decks, who cuts, one of ``cutters`` or the dealer, or how many cards are ``behind``
    the cut card: twice the ``least``, or as many as usually; 0 where it does not ask.
    """

    verb: str
    serial: bool = False
    cutters: tuple[str, ...] = ()
    behind: int = 0
    least: int = 0


class Preparation(NamedTuple):
    """Remaining steps of preparing a shoe: their acts, and what each of them asks for.

    ``uncounted``: the cards of the taglia before are still to be counted.
    """

    steps: list[Step]
    asks: list[PreparationStep]
    uncounted: bool


def preparation(snapshot: Snapshot, verb: str) -> Preparation:
    """Return the steps by which a shoe is prepared, from the act `verb` on: those of a virtual shoe or of a real one.

    A real one is loaded, shuffled and cut, and gets its cut card; a virtual one comes loaded and gets its cut card. It
    follows the shoe on the table or, without one, the rules. In a house without a cut card none puts it in. With them
    comes whether the last taglia is still to be counted. Raises ValueError for a verb that is no such act.
    """
    profile = snapshot.state.profile
    shoe = snapshot.state.shoe
    virtual = profile.virtual_shoe if shoe is None else not is_real(shoe)
    order = PREPARES_VIRTUAL if virtual else PREPARATION
    verbs = [it for it in order[order.index(verb) :] if profile.cut_card or it != "insert_cut_card"]
    given: Mapping[str, dict[str, Any]] = {it: {"decks": profile.decks} for it in ("load", "load_virtual")}
    steps = [step(it, **given.get(it, {})) for it in verbs]
    return Preparation(steps, [_asks(it, profile) for it in verbs], uncounted(snapshot) is not None)


def _asks(verb: str, profile: Profile) -> PreparationStep:
    """Return the step of a verb with what it asks for.

    ``load``: the serial of the decks; ``cut``: who cuts, with all positions to choose from; ``insert_cut_card``: the
    cards behind the cut card, with the ``least`` number that is not too deep, and a proposal: twice that
    (USUALLY_BEHIND if it is 0), or all cards of the decks but one if these are fewer. Any other verb asks for nothing.
    """
    if verb == "load":
        return PreparationStep(verb, serial=True)
    if verb == "cut":
        return PreparationStep(verb, cutters=profile.positions)
    if verb == "insert_cut_card":
        least = profile.min_last_coup_cards or 0
        most = profile.decks * DECK_CARDS - 1
        return PreparationStep(verb, behind=min(2 * least or USUALLY_BEHIND, most), least=least)
    return PreparationStep(verb)


class ConsoleProposal(NamedTuple):
    """Proposal made at a display: the code of the display, its position, what is proposed, and since when."""

    code: str
    position: str
    proposal: str
    proposed_at: datetime

    @property
    def key(self) -> str:
        """Name of the proposal that differs from later ones of the same display."""
        return f"proposal-{self.code}-{self.proposed_at.timestamp()}"


class ProposalButton(NamedTuple):
    """Button that answers a proposal: its words, and the acts as JSON by which it is granted, "" for none.

    ``declares``: the notes of the reader's word go with it. Else it ``opens`` a dialog of the console, or ``leads`` to
    one from the dialog of all proposals.
    """

    words: str
    presses: str = ""
    declares: bool = False
    opens: str = ""
    leads: str = ""


def answers(it: ConsoleProposal, may: frozenset[str]) -> tuple[ProposalButton, ...]:
    """Return the buttons that answer a proposal; a claim, ``mark`` or ``return`` only if its verb is in ``may``.

    A seat leads to its dialog and a dispute opens that of an incident in any case; a claim has one button by voice and
    one by gesture (verb ``declare``), ``mark`` and ``return`` one that confirms them for the position. Else empty.
    """
    what = it.proposal
    if what == "seat":
        return (ProposalButton(_("note it"), leads=f"proposal-{it.code}"),)
    if what == "dispute":
        return (ProposalButton(unbroken(_("Incident …")), opens="incident"),)
    if what in Display.CLAIMS and "declare" in may:
        ways = {"voice": _("by voice"), "gesture": _("by gesture")}
        return tuple(_granted(words, "declare", claim=what, means=means) for means, words in ways.items())
    if what in ("mark", "return") and what in may:
        return (_granted(_("confirm"), what, position=it.position),)
    return ()


def _granted(words: str, verb: str, **given: str) -> ProposalButton:
    """Return a button that presses this verb with ``given``.

    That of ``declare`` sends the notes that are ticked beside the reader's words along (``declares``).
    """
    return ProposalButton(words, json.dumps([step(verb, **given)]), declares=verb == "declare")


def proposed(snapshot: Snapshot) -> tuple[ConsoleProposal, ...]:
    """Return the proposals made at displays for this coup or for none.

    The reader's declaration comes first, and is there only during the reading; then the others by time.
    """
    shown = [
        ConsoleProposal(it.code, it.position, it.proposal, it.proposed_at)
        for it in snapshot.proposals
        if it.proposed_at is not None
    ]
    return tuple(sorted(shown, key=lambda it: (it.proposal not in Display.CLAIMS, it.proposed_at, it.position)))


class SabotOnTable(NamedTuple):
    """Shoe put on the table last: its status, cards out and in all, and the serial of its decks.

    ``unwatched``: it is in use, and the place of its cut card was not recorded. ``promised`` is the commitment of a
    virtual shoe to its cards, empty for a real one.
    """

    status: str
    out: int
    total: int
    serial: str
    unwatched: bool
    promised: str


def sabot(snapshot: Snapshot) -> SabotOnTable | None:
    """Return the latest shoe of the table, in use or not, as the console shows it; None before the first one."""
    shoe = snapshot.shoe
    if shoe is None:
        return None
    unwatched = snapshot.state.profile.cut_card and is_in_use(shoe) and shoe.behind is None
    return SabotOnTable(shoe.status, shoe.out, shoe.cards_total, shoe.sixain.serial, unwatched, shoe.commitment)


def uncounted(snapshot: Snapshot) -> int | None:
    """Return the number of the last taglia, if it has ended and its cards were not counted; else None.

    None also if another shoe is on the table by now, for a virtual shoe, and before the first one.
    """
    shoe = snapshot.shoe if snapshot.state.shoe is None else None
    if shoe is None or not is_real(shoe) or shoe.status != Shoe.Status.ENDED or shoe.left_over is not None:
        return None
    return shoe.taglia
