"""Guests on the list of the pit who wait for a seat at a table: who is next, who is called here, and since when.

How long somebody has been waiting is counted on the screen; nothing is done when it is long.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from table.models import Position
from table.screens.inspector.buttons import DeskKey, act, office, presses
from table.screens.read.pieces import Piece, piece
from table.screens.read.snapshot import Snapshot

TEMPLATE = "regions/desk/pit_list.html"
CALLS = frozenset({"call_guest", "pass_over", "withdraw_call", "occupy", "confirm_identity"})
LATE_AFTER = 180
"""Seconds after which a call is highlighted if its guest has not come."""


class WaitingGuest(NamedTuple):
    """Guest on the list as a table sees them; ``here`` is the position of this table to which they are called, or "".

    ``since`` is when they were called here, else when they asked; ``passed`` is how often they were called and did
    not come. ``elsewhere`` is a table and position that keep them from being called here, None where nothing does.
    """

    number: int
    guest: str
    since: datetime
    passed: int
    here: str
    elsewhere: tuple[str, str] | None


def turns(snapshot: Snapshot) -> tuple[WaitingGuest, ...]:
    """Return the guests who wait for this table, among the first on the list; those called to a position here first.

    The others come in their turn. Somebody called here stays in it as long as that call stands, even if they have left
    the list or sit elsewhere.
    """
    listed = {it.number for it in snapshot.waiting}
    found = [
        WaitingGuest(it.called, it.holder.key, localtime(it.called_since), 0, it.label, None)
        for it in snapshot.state.positions.values()
        if it.called not in listed and it.called is not None and it.called_since is not None and it.holder is not None
    ]
    for it in snapshot.waiting:
        seat = it.has_one
        called = seat.called if seat is not None and seat.table == snapshot.code else None
        here = seat.position if seat is not None and called else ""
        elsewhere = None if seat is None or called else (seat.table, seat.position)
        found.append(WaitingGuest(it.number, it.guest, called or it.since, it.passed, here, elsewhere))
    return tuple(sorted(found, key=lambda it: not it.here))


def free_places(snapshot: Snapshot) -> tuple[str, ...]:
    """Return the labels of the positions in the state FREE, in the order of the table."""
    return tuple(it.label for it in snapshot.places if it.state == Position.State.FREE)


def next_turn(snapshot: Snapshot) -> WaitingGuest | None:
    """Return the guest who was called here first; else, while a position is free, the next one who can be called.

    None if there is none.
    """
    free = free_places(snapshot)
    if not free and all(it.called is None for it in snapshot.places):
        return None  # the list need not be read
    all_of_them = turns(snapshot)
    # In UTC: the house's clock shows an hour of a night in autumn twice.
    called = sorted((it for it in all_of_them if it.here), key=lambda it: it.since.astimezone(UTC))
    return next(iter(called), None) or (next((it for it in all_of_them if not it.elsewhere), None) if free else None)


def list_of(snapshot: Snapshot, role: str, now: frozenset[str]) -> Piece:
    """Return the piece of the waiting list of this table with the buttons of those acts of `now` that concern it.

    For a guest called here these are what becomes of the call; for any other who can be called one for each free
    position. A role that may ever call guests has a link to the whole list.
    """
    checks, free = snapshot.state.profile.identity_check, free_places(snapshot) if "call_guest" in now else ()
    known = tuple(
        (it, tuple(_of_the_called(it, now)), ())
        if it.here
        else (it, (), tuple(_called_to_one_of(free, it, checks=checks)))
        for it in turns(snapshot)
    )
    return piece("pit-list", f"{TEMPLATE}:turns", known, checks, "call_guest" in office(role))


def _called_to_one_of(free: tuple[str, ...], it: WaitingGuest, *, checks: bool) -> Iterator[tuple[str, str]]:
    """Yield each free position to which a guest can be called, with the acts that call them there, as JSON.

    In a house that ``checks`` papers first, that is confirmed with it. Nothing for a guest who is called to a seat
    elsewhere, or has one at a table for which they wait (``elsewhere``).
    """
    papers = [("confirm_identity", {"guest": it.guest})] if checks else []
    for position in free if not it.elsewhere else ():
        yield position, presses(*papers, ("call_guest", {"guest": it.guest, "position": position, "number": it.number}))


def _of_the_called(it: WaitingGuest, now: frozenset[str]) -> Iterator[DeskKey]:
    """Yield the buttons for a guest who was called here, of `now`: they sit down, did not come, are called off."""
    if "occupy" in now:
        yield act(_("Sits down"), "occupy", "act-gold", position=it.here)
    if "pass_over" in now:
        yield act(_("Did not come"), "pass_over", position=it.here, number=it.number)
    if "withdraw_call" in now:
        yield act(_("Withdraw"), "withdraw_call", "act-quiet", position=it.here, number=it.number)


def on_tile(snapshot: Snapshot, role: str) -> list[Piece]:
    """Return the piece of the guest called here first, else of the next who can be called, in a list; else empty.

    A role that may ever call guests has a button on it that opens the dialog of the tile.
    """
    it = next_turn(snapshot)
    given = (it, LATE_AFTER, snapshot.code, "call_guest" in office(role))
    return [piece("next", f"{TEMPLATE}:on_tile", *given)] if it is not None else []
