"""Dialog of each position at the desk: who is there, and what may be done about it."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from table.models import Position
from table.rules.profile import Role
from table.screens.inspector.buttons import DeskKey, DeskKeys, act, presses
from table.screens.inspector.desk import proposals
from table.screens.read.pieces import Piece, piece
from table.screens.read.snapshot import PlaceAtTable, Snapshot

State = Position.State
RELEASES_ANY = frozenset({Role.ISPETTORE_GIOCO, Role.CAPO_ISOLA})
"""Roles that release a seat in any state, others only one that is occupied."""
Guests = tuple[tuple[str, str], ...]


class AtSeat(NamedTuple):
    """Actions at a position: its buttons, and the acts as JSON by which somebody is given the seat.

    ``seating`` are those of the form, "" where nobody can be. ``waiting`` are the guests on the waiting list who can
    sit down at once, ``standing`` those who stand there, each with the acts, "" where they cannot; ``stands`` says that
    somebody may take part standing.
    """

    keys: DeskKeys
    seating: str
    waiting: Guests
    standing: Guests
    stands: bool


def seat_dialogs(snapshot: Snapshot, role: str, now: frozenset[str]) -> Iterator[Piece]:
    """Yield a dialog for every position, in their order, with what this role can do there by the acts in `now`.

    That is its buttons, giving the seat where it is free, and guests on foot. It names the display at which somebody
    proposes to take the seat, if `now` has ``assign``, and all guests with a reservation.
    """
    asking = {it.position: it.display for it in proposals(snapshot, now) if it.seats}
    waiting, profile = snapshot.reservations, snapshot.state.profile
    for place in snapshot.places:
        seat = place._replace(reader=False, button=False)
        can = _can(snapshot, seat, role, now)
        given = (seat, can, profile.identity_check, waiting, asking.get(place.label, ""))
        yield piece(f"seat-{place.label}", "regions/desk_dialogs.html:seat_dialog", *given)


def _can(snapshot: Snapshot, seat: PlaceAtTable, role: str, now: frozenset[str]) -> AtSeat:
    """Return what may be done at a position by somebody in this role who may do the acts in `now`.

    A seat is given only where it is free and `now` has ``assign``: to anybody by the form, which confirms papers in
    a house that checks them; by one press to guests who stand there and have no position of this table and, where no
    papers are checked, to those with a reservation. All who stand there are listed in any case. Standing needs
    ``stand_at`` and a free position, or any unmarked one where several may stake.
    """
    profile, waiting, at = snapshot.state.profile, snapshot.reservations, {"position": seat.label}
    free = seat.state == State.FREE
    assigns, joins = free and "assign" in now, profile.stakes_per_position == "many" and seat.state != State.MARKED
    papers = [("confirm_identity", dict[str, str]())] if profile.identity_check else []
    seated = {
        guest: (("assign", {"guest": guest, "position": seat.label}), ("occupy", at))
        for guest in ((*waiting, *seat.standing) if assigns else ())
    }
    sit = {it.holder for it in snapshot.places}
    reserved = {guest: [] if guest in waiting else [("reserve", {"guest": guest})] for guest in seat.standing}
    return AtSeat(
        tuple(key for key, possible in _keys(seat, role) if possible and key.verb in now),
        presses(("reserve", {}), *papers, ("assign", at), ("occupy", at)) if assigns else "",
        tuple((it, presses(*seated[it])) for it in waiting) if assigns and not papers else (),
        tuple((it, presses(*reserved[it], *seated[it]) if assigns and it not in sit else "") for it in seat.standing),
        (free or joins) and "stand_at" in now,
    )


def _keys(seat: PlaceAtTable, role: str) -> Iterator[tuple[DeskKey, bool]]:
    """Yield every button of a seat, and whether the seat's state, and for a release also the role, allows its act.

    They are to sit down, mark, be back, leave without marking and release, and where it is called also that somebody
    did not come, and the call's withdrawal.
    """
    at, state = seat.label, seat.state
    occupied = state == State.OCCUPIED
    yield act(_("Sits down"), "occupy", "act-gold", position=at), state == State.ASSIGNED
    if seat.called:
        called = state != State.FREE
        yield act(_("Did not come"), "pass_over", position=at, number=seat.called), called
        yield act(_("Withdraw the call"), "withdraw_call", position=at, number=seat.called), called
    yield act(_("Marks the place"), "mark", position=at), occupied
    yield act(_("Is back"), "return", "act-gold", position=at), state == State.MARKED
    yield act(_("Left without marking"), "report_unmarked_absence", position=at), occupied
    releases = occupied or (role in RELEASES_ANY and state != State.FREE)
    yield act(_("Release the seat"), "release", "act-grave", position=at), releases
