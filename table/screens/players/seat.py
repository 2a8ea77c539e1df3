"""The strip of a seat display: what a player at one position has to know, and what he may propose to the dealer."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext as _

from table.models import Coup, Display, Position, Table
from table.rules.phase import Phase
from table.rules.reading import order_from
from table.rules.regola import Claim, Outcome
from table.screens.felt.piles import Pile, pile_of
from table.screens.players.boards import boards
from table.screens.players.prices import limits, lines
from table.screens.read.notices import Notice, headline, notices, stakes_stand
from table.screens.read.numbers import Numbers
from table.screens.read.snapshot import Payment, Seat, Snapshot
from table.screens.rules import tableau
from table.screens.rules.sentences.on_screens import rules_on
from table.terms import CALLS

BEADS, ROAD = 10, 24
RULES = ("over_max", "both_sides", "tie_requires_main", "chips.smallest", "reader", "reader.claims", "reader.gestures")
"""The rules of the house that a player needs at the table, by their topics."""
TOLD = (Phase.ANNOUNCED, Phase.COUNTING, Phase.SETTLED)
OFFERS: dict[str, tuple[Display.Proposal, Promise]] = {
    Position.State.FREE: (Display.Proposal.SEAT, pgettext_lazy("seat display", "Ask for this place")),
    Position.State.OCCUPIED: (Display.Proposal.MARK, pgettext_lazy("seat display", "Mark my place")),
    Position.State.MARKED: (Display.Proposal.RETURN, pgettext_lazy("seat display", "I am back")),
}
"""What can be proposed about a place, by how it stands."""


class Offer(NamedTuple):
    """Something that can be proposed with one press: what, the words on the button, and for which coup."""

    what: str
    words: Promise | str
    coup: str = ""


class InOrder(NamedTuple):
    """A place in the order of reading, which begins at the Button."""

    label: str
    own: bool
    reads: bool


class Before(NamedTuple):
    """How the coup before ended, and what it brought this position, in cents (None: nothing was staked here)."""

    result: str
    banco: int
    punto: int
    net: int | None


def strip(table: Snapshot, which: str) -> dict[str, Any]:
    """What the strip of this position shows."""
    seat = table.seat(which)
    if seat is None:
        return {"seat": None}
    return _own(table, seat) | table.part(_common) | {"said": _said(table, seat)}


def _own(table: Snapshot, seat: Seat) -> dict[str, Any]:
    """What is for this place alone."""
    return {
        "seat": seat,
        "mode": _mode(table, seat),
        "order": _order(table, seat.label),
        "piles": tuple(_piles(table, seat)),
        "net": _net(seat.payments) if table.state.coup else None,
        "before": _before(table, seat.label),
        "proposal": _proposal(table, seat.label),
        "offers": tuple(_offers(table, seat)),
    }


def _common(table: Snapshot) -> dict[str, Any]:
    """What stands before every seat."""
    numbers, coup = Numbers(get_language() or settings.LANGUAGE_CODE), table.state.coup
    boxes = lines(table, numbers)
    return {
        "coup": coup.number if coup is not None else None,
        "claim": coup.claim if coup is not None else "",
        "notices": tuple(notices(table)),
        "limits": tuple(limits(boxes)),
        "punto": tableau.punto(),
        "banco": tableau.banco(),
        "lines": boxes,
        "boards": boards(tuple(table.results), beads=BEADS, road=ROAD, derived=ROAD),
        "version": policy_version(table),
        "sentences": rules_on(table.state.profile, numbers, RULES),
    }


def _said(table: Snapshot, seat: Seat) -> Notice:
    """How the coup stands; while it is held also what that means for what was staked here."""
    said = headline(table)
    stands = seat.stakes and stakes_stand(table)
    return said._replace(more=f"{said.more} {_('Your stakes stand.')}") if stands else said


def _mode(table: Snapshot, seat: Seat) -> str:
    """What this player looks for now: his reading, what came of his stakes, else how his place stands."""
    reads = seat.place.reader and table.state.coup is not None and not table.state.coup.held
    if table.state.phase is Phase.READING and reads:
        return "reads"
    if table.state.phase is Phase.DECLARED and reads:
        return "declared"
    if table.state.phase in TOLD and seat.stakes:
        return "told"
    return seat.place.state if not seat.stakes and not seat.place.standing else "plays"


def _order(table: Snapshot, own: str) -> tuple[InOrder, ...]:
    """The order of reading from the Button on; empty in a house where nobody reads."""
    if table.state.profile.reader == "none" or not table.table.button:
        return ()
    reader = table.state.coup.reader if table.state.coup else ""
    button = (table.state.coup and table.state.coup.button) or table.table.button
    return tuple(InOrder(label, label == own, label == reader) for label in order_from(table.state.profile, button))


def _piles(table: Snapshot, seat: Seat) -> Iterator[tuple[str, Pile]]:
    for box in table.state.profile.boxes:
        pile = pile_of(table.state.profile, seat, box, paid=table.state.coup is not None)
        if pile.laid:
            yield box.value, pile


def _before(table: Snapshot, own: str) -> Before | None:
    """The coup before, until this one has something to tell; a Colpo in Bianco or an annulled coup has nothing."""
    last = table.last
    if last is None or not last.result or last.kind != Coup.Kind.NORMAL or table.state.phase in TOLD:
        return None
    if last.outcome not in ("", Outcome.SETTLED):
        return None
    net = _net([it for it in table.last_payments if it.position == own])
    return Before(last.result, last.announced_banco or 0, last.announced_punto or 0, net)


def _net(paid: Sequence[Payment]) -> int | None:
    """What a coup brought the one bettor of a position; of several bettors no sum is anybody's."""
    return sum(it.net for it in paid) if len({it.bettor for it in paid}) == 1 else None


def _proposal(table: Snapshot, own: str) -> str:
    """What was proposed here and waits for the dealer; empty if nothing does."""
    seats = [it for it in table.proposals if it.kind == Display.Kind.SEAT and it.position == own]
    return seats[0].proposal if seats else ""


def _offers(table: Snapshot, seat: Seat) -> Iterator[Offer]:
    if _mode(table, seat) == "reads" and table.state.coup is not None:
        for claim in (Claim.CARTA, Claim.NO_CARTA):
            yield Offer(claim.value, CALLS[claim], table.state.coup.key)
    elif table.table.status != Table.Status.CLOSED and seat.place.state in OFFERS:
        what, words = OFFERS[seat.place.state]
        yield Offer(what.value, words)


def policy_version(table: Snapshot) -> int:
    """The version of the house rules that this coup, or the next one, is played under."""
    policy = table.state.coup.policy if table.state.coup else table.table.policy
    assert policy is not None
    return policy.version
