"""What is in the dealer's reach besides the next act: a card that came out, the cut card, a new shoe."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from table.models import Shoe
from table.play.sealed import is_real
from table.play.shoe import IN_USE, call_of, coups_left, cut_card_lies, is_paid
from table.play.state import TableState
from table.record.proposals import CLAIMS
from table.rules.phase import Phase
from table.rules.regola import FIRST_CARDS
from table.rules.shoe import CutCardLies, cut_too_deep
from table.screens.dealer.task import PREPARATION, PREPARES_VIRTUAL, Step, step
from table.screens.read.snapshot import Snapshot

USUALLY_BEHIND = 14
"""Cards behind the cut card as dealers put it in: twice the seven of Super Punto Banco, Art. 5."""


class CardOut(NamedTuple):
    """What it means now that a card comes out: ``sheet`` asks first, and says who it would be for.

    Of a ``first`` card that was seen it is asked whether it lay face up in the sabot or was turned by the dealer; a
    house that ``burns`` a visible one has no Colpo in Bianco for it.
    """

    sheet: bool
    words: str
    first: bool = False
    burns: bool = False


def card_out(state: TableState) -> CardOut:
    """Where the Regola has spoken and nobody is due a card, a press is answered with its sentence; else ask first."""
    if state.coup is None or state.phase is Phase.BETTING:
        return CardOut(True, _("A card that comes out now is the first of the next hand, if nobody saw it."))
    if state.coup.outcome or (state.due is None and not state.undecided and len(state.at_boxes) >= FIRST_CARDS):
        return CardOut(False, "")
    if state.undecided:
        return CardOut(True, _("It is early: it waits for the box to which the Regola gives it."))
    burns = state.profile.remedies == "annul_and_burn"
    return CardOut(True, _("It is due: it goes to its box."), _first_lies_covered(state), burns)


def _first_lies_covered(state: TableState) -> bool:
    """Whether it would be the first of a hand with stakes, and should come out covered."""
    covered = state.profile.dealing == "face_down" and not state.facts.blank
    return covered and state.phase is Phase.CLOSED and not state.blank_due


class CutCardPlace(NamedTuple):
    """Where the cut card can have come out: after how many cards of the hand, what follows, and what is called now."""

    hand_cards: int
    follows: str
    words: str


def cut_card(snapshot: Snapshot) -> tuple[CutCardPlace, ...]:
    """The places at which it can have come out, the latest first; none where it is out already, or there is none.

    Of cards that had waited beside the sabot it does not matter which lay there. That a coup which is paid had begun
    with it is not for the dealer to say.
    """
    state = snapshot.state
    shoe = state.shoe
    if shoe is None or shoe.status not in IN_USE or shoe.cut_card_at is not None or not state.profile.cut_card:
        return ()
    if not is_real(shoe):
        return ()
    if state.coup is None:
        follows = _("The next coup begins with the cut card and is the last.")
        return (CutCardPlace(0, follows, call_of(state, CutCardLies.BEFORE)),)
    places = {state.out_before(lie): lie for lie in range(len(state.cards) + 1)}
    found = [(cut_card_lies(state, at=at), lie) for at, lie in reversed(places.items())]
    return tuple(
        CutCardPlace(lie, _follows(state, lies), call_of(state, lies))
        for lies, lie in found
        if not (lies is CutCardLies.BEFORE and is_paid(state))
    )


def _follows(state: TableState, lies: CutCardLies) -> str:
    """Which coup is the last where the cut card lies so in the hand that is played."""
    if lies is CutCardLies.UNKNOWN:
        return _("Which coup is the last is known when the hand is complete; nothing is called yet.")
    if lies is CutCardLies.NEXT:
        return _("The next coup begins with the cut card and is the last; this one is paid like any other.")
    if coups_left(state, lies) != 1:
        return _("One more coup after this one")
    return (
        _("This coup begins with the cut card and is the last.")
        if lies is CutCardLies.BEFORE
        else _("This coup is the last.")
    )


class Preparation(NamedTuple):
    """What is still to be done with the shoe, as one run, and what has to be known for it."""

    verbs: list[str]
    steps: list[Step]
    behind: int
    least: int
    uncounted: bool


def preparation(snapshot: Snapshot, verb: str) -> Preparation:
    """From this act to the shoe that is ready."""
    profile = snapshot.state.profile
    shoe = snapshot.state.shoe
    virtual = profile.virtual_shoe if shoe is None else not is_real(shoe)
    order = PREPARES_VIRTUAL if virtual else PREPARATION
    verbs = [it for it in order[order.index(verb) :] if profile.cut_card or it != "insert_cut_card"]
    given: Mapping[str, dict[str, Any]] = {it: {"decks": profile.decks} for it in ("load", "load_virtual")}
    least = next(count for count in range(100) if not cut_too_deep(profile, count))
    steps = [step(it, **given.get(it, {})) for it in verbs]
    return Preparation(verbs, steps, USUALLY_BEHIND, least, uncounted(snapshot) is not None)


class Proposal(NamedTuple):
    """What is proposed at a display: its code, the position that it stands at, what, and since when."""

    code: str
    position: str
    proposal: str
    proposed_at: datetime

    @property
    def key(self) -> str:
        """Tells it from what is proposed there later."""
        return f"proposal-{self.code}-{self.proposed_at.timestamp()}"


CONFIRMED = frozenset({"mark", "return", "declare"})
"""The acts with which the dealer grants what is proposed."""


def proposed(snapshot: Snapshot) -> tuple[Proposal, ...]:
    """What the displays propose: the reader's word first, the rest in the order of asking; a late word is left out."""
    reading = snapshot.state.phase is Phase.READING
    asked = [
        Proposal(it.code, it.position, it.proposal, it.proposed_at)
        for it in snapshot.proposals
        if it.proposed_at is not None and (reading or it.proposal not in CLAIMS)
    ]
    return tuple(sorted(asked, key=lambda it: (it.proposal not in CLAIMS, it.proposed_at, it.position)))


class Sabot(NamedTuple):
    """The shoe that was put on the table last: how far it is prepared, its cards, and the serial of its decks.

    ``unwatched``: the place of its cut card was not recorded. ``promised`` is what binds a virtual shoe to its cards.
    """

    status: str
    out: int
    total: int
    serial: str
    unwatched: bool
    promised: str


def sabot(snapshot: Snapshot) -> Sabot | None:
    """None before the first one."""
    shoe = snapshot.shoe
    if shoe is None:
        return None
    unwatched = snapshot.state.profile.cut_card and shoe.status in IN_USE and shoe.behind is None
    return Sabot(shoe.status, shoe.out, shoe.cards_total, shoe.sixain.serial, unwatched, shoe.commitment)


def uncounted(snapshot: Snapshot) -> int | None:
    """The taglia that is over and whose real cards are still to be counted; None if none is."""
    shoe = snapshot.shoe if snapshot.state.shoe is None else None
    if shoe is None or not is_real(shoe) or shoe.status != Shoe.Status.ENDED or shoe.left_over is not None:
        return None
    return shoe.taglia
