"""Verbs on seats, reservations and standing. Super Punto Banco, Art. 13; Punto Banco, Casino Admiral."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal

from django.utils.translation import pgettext_lazy

from table.memory.statements import update
from table.models import Guest, IdentityCheck, Position, Reservation, Standing
from table.play.act import Act
from table.play.declaration import ANYTIME, verb
from table.play.money import keep_what_was_set_aside
from table.play.seats import ASSIGNED, FREE, MARKED, OCCUPIED, check_guest, check_not_marked
from table.rules.profile import Role
from table.rules.reading import check_position
from table.rules.refusal import Code, Refused, require

SEATERS = (Role.ISPETTORE_GIOCO, Role.CAPO_ISOLA)
STAFF = (Role.DEALER, *SEATERS)
of_a_guest = partial(verb, roles=STAFF, tables=ANYTIME, moves=["seats"], while_held=True)
"""Declare a verb on a guest of the table: at any time, even while an incident holds the coup."""
of_a_seat = partial(of_a_guest, ground=["seats"])
"""Declare a verb that gives a seat or takes it, likewise."""


@of_a_guest(
    title=pgettext_lazy("act", "reserve a seat"),
    said=(pgettext_lazy("record", "%(guest)s asks for a seat"),),
    public="guest",
)
def reserve(act: Act, *, guest: str) -> None:
    """Make a reservation for a guest, who is entered in the house's list of guests if unknown.

    Refused (E_NO_RESERVATION) while they have another one at the table, waiting or with a seat assigned, and
    (E_ARGUMENTS) for what is no key of a guest.
    """
    Reservation.objects.create(table=act.table, guest=_guest(guest), made_at=act.number)


@of_a_guest(
    title=pgettext_lazy("act", "cancel the reservation"),
    said=(pgettext_lazy("record", "%(guest)s waits for a seat no more"),),
    public="guest",
)
def cancel_reservation(act: Act, *, guest: str) -> None:
    """Close the reservation of a guest who does not want the seat any more, or did not come.

    Refused (E_NO_RESERVATION) where the guest has none at this table, or a seat is assigned by it already.
    """
    reservation = _reservation(act, guest)
    reservation.state = Reservation.State.CLOSED
    update(reservation)


@of_a_guest(
    title=pgettext_lazy("act", "confirm identity and age"),
    said=(pgettext_lazy("record", "%(guest)s has shown identity and age"),),
    source="identity_check",
)
def confirm_identity(act: Act, *, guest: str) -> None:
    """Save that the staff have seen this guest's papers at this table, which a house may demand once an evening.

    A guest who was turned away this evening is admitted only by an Ispettore di Gioco (E_ROLE), who has seen the papers
    in person; they are not turned away any more then. Nothing changes where the papers were seen before. Records
    no effect. An unknown guest is entered; what is no key of a guest is refused (E_ARGUMENTS).
    """
    check, new = IdentityCheck.objects.get_or_create(table=act.table, guest=_guest(guest))
    if new or not check.lacking:
        return
    require(
        act.role == Role.ISPETTORE_GIOCO,
        Code.ROLE,
        "“%(guest)s” was turned away this evening; only an Ispettore di Gioco who has seen the papers admits a guest "
        "after that.",
        source=act.cite("identity_check"),
        guest=guest,
    )
    check.lacking = ""
    update(check)


def check_turns_away(act: Act, _given: Mapping[str, Any]) -> None:
    """Refuse (E_IDENTITY) to turn somebody away in a house that does not check, and would seat them all the same.

    Checked at the press alone, as earlier entries did so.
    """
    require(
        act.state.profile.identity_check,
        Code.IDENTITY,
        "In this house identity is not checked at the table, and nobody is turned away for it: cancel the reservation "
        "instead.",
        source=act.cite("identity_check"),
    )


@of_a_guest(
    title=pgettext_lazy("act", "identity or age not shown"),
    said=(pgettext_lazy("record", "%(guest)s is not admitted: %(lacking)s not shown"),),
    source="identity_check",
    at_press=check_turns_away,
)
def refuse_identity(act: Act, *, guest: str, lacking: Literal["identity", "age"]) -> None:
    """Turn a guest away from this table for this evening, and close their reservation here unless it has a seat.

    What is ``lacking``, identity or age, is stored in place of what was before; a house that checks gives them no seat
    then. One that they have stays theirs until :func:`release`. An unknown guest is entered. Refused (E_IDENTITY) where
    their papers were seen at this table this evening, and (E_ARGUMENTS) for what is no key of a guest. Records no
    effect. In a house that does not check it is refused at the press, by :func:`check_turns_away`.
    """
    someone = _guest(guest)
    check, new = IdentityCheck.objects.get_or_create(table=act.table, guest=someone, defaults={"lacking": lacking})
    require(
        new or check.lacking,
        Code.IDENTITY,
        "The papers of “%(guest)s” were seen this evening; a seat that was given is taken back by its release.",
        source=act.cite("identity_check"),
        guest=guest,
    )
    if check.lacking != lacking:
        check.lacking = lacking
        update(check)
    live = act.table.reservations.filter(guest=someone).exclude(state=Reservation.State.CLOSED)
    live.filter(state=Reservation.State.REQUESTED).update(state=Reservation.State.CLOSED)


@of_a_seat(
    title=pgettext_lazy("act", "assign a seat"),
    said=(pgettext_lazy("record", "position %(position)s is given to %(guest)s"),),
    roles=SEATERS,
    source="seats",
    public="guest position",
)
def assign(act: Act, *, guest: str, position: str) -> None:
    """Assign a free seat to a guest with an open reservation; it is not occupied yet by that, see :func:`occupy`.

    Refused for a position that the table has not (E_POSITION), where the seat is not free (E_NOT_FREE, E_SEAT_MARKED),
    without a reservation that waits, as where the guest has a seat at this table already (E_NO_RESERVATION), and
    without the identity check that the house demands (E_IDENTITY).
    """
    place = position_of(act, position)
    check_free(act, place)
    reservation = _reservation(act, guest)
    check_identity(act, reservation.guest)
    reservation.state, reservation.position = Reservation.State.ASSIGNED, position
    update(reservation)
    place.state, place.holder = ASSIGNED, reservation.guest
    update(place)


@of_a_seat(
    title=pgettext_lazy("act", "take the seat"),
    said=(pgettext_lazy("record", "position %(position)s: the guest sits down"),),
    public="position",
)
def occupy(act: Act, *, position: str) -> None:
    """Seat the guest to whom the position is assigned, and end the call of a number to it, if there is one.

    If they stood there, they no longer stand, and while the betting is open the stakes that they laid standing there
    count as laid seated; once it is closed, those stay stakes laid standing. Records no effect. Refused
    for a position that the table has not (E_POSITION), a marked one (E_SEAT_MARKED), and one that is free or occupied
    (E_SEAT).
    """
    place = position_of(act, position)
    check_not_marked(act.state, place, topic="seats.marked")
    _check_state(act, place, ASSIGNED)
    place.state, place.called, place.called_since = OCCUPIED, None, None
    update(place)
    act.table.standing.filter(position=position, guest=place.holder).delete()
    _seat_own_stakes(act, place)


def _seat_own_stakes(act: Act, place: Position) -> None:
    """Clear ``standing`` of the stakes that a position's holder laid while standing there, if the betting is open."""
    coup, holder = act.state.coup, place.holder
    if coup is None or coup.closed or holder is None:
        return
    for stake in act.state.stakes:
        if stake.standing and (stake.position, stake.laid_by) == (place.label, holder.key):
            stake.standing = False
            update(stake)


@of_a_seat(
    title=pgettext_lazy("act", "mark the seat"),
    said=(pgettext_lazy("record", "position %(position)s: its holder marks it and leaves"),),
    public="position",
)
def mark(act: Act, *, position: str) -> None:
    """Set an occupied position to marked from now on, while its guest is away: it stays theirs. Records no effect.

    Refused (E_SEAT) in another state, and (E_POSITION) where the table has no such position.
    """
    place = position_of(act, position)
    _check_state(act, place, OCCUPIED)
    place.state, place.marked_since = MARKED, act.at
    update(place)


@of_a_seat(
    title=pgettext_lazy("act", "back at the seat"),
    said=(pgettext_lazy("record", "position %(position)s: its holder is back"),),
    public="position",
)
def return_(act: Act, *, position: str) -> None:
    """End the marking of a place whose holder is back, and hand them what was set aside there, in cents.

    Records "set_aside_given_back" where that is anything. Refused (E_SEAT) where it is not marked, and (E_POSITION)
    where the table has no such position.
    """
    place = position_of(act, position)
    _check_state(act, place, MARKED)
    if place.set_aside:
        assert place.holder is not None
        act.effect("set_aside_given_back", position=position, guest=place.holder.key, amount=place.set_aside)
    place.state, place.marked_since, place.set_aside = OCCUPIED, None, 0
    update(place)


@of_a_seat(
    title=pgettext_lazy("act", "gone without marking"),
    said=(pgettext_lazy("record", "position %(position)s: its holder left without marking it"),),
    public="position",
)
def report_unmarked_absence(act: Act, *, position: str) -> None:
    """Free an occupied place whose holder left without marking it: their right to it ends at once.

    Records "seat_freed" (position and guest), and closes their reservation; their stakes stay on the felt. Refused
    (E_SEAT) in another state, and (E_POSITION) where the table has no such position.
    """
    place = position_of(act, position)
    _check_state(act, place, OCCUPIED)
    free(act, place)


@of_a_seat(
    title=pgettext_lazy("act", "give the seat up"),
    said=(pgettext_lazy("record", "position %(position)s is given back"),),
    public="position",
)
def release(act: Act, *, position: str) -> None:
    """Free a seat that its holder gives back ("seat_freed"). Refused (E_SEAT) where it is free already.

    The reservation of its holder at this table is closed. Unless it is occupied, only those who assign seats may
    release it (E_ROLE). What was set aside there goes into custody ("uncollected"). Refused (E_POSITION) where the
    table has no such position.
    """
    place = position_of(act, position)
    require(
        place.state != FREE,
        Code.SEAT,
        "Position %(position)s is free.",
        source=act.cite("seats.known"),
        position=position,
    )
    require(
        place.state == OCCUPIED or act.role in SEATERS,
        Code.ROLE,
        "An absent player’s seat is released by the Ispettore di Gioco or the Capo Isola.",
        source=act.cite("seats.mark_lasts"),
    )
    free(act, place)


@of_a_seat(
    title=pgettext_lazy("act", "take part standing"),
    said=(pgettext_lazy("record", "%(guest)s takes part standing at position %(position)s"),),
    public="position guest",
)
def stand_at(act: Act, *, position: str, guest: str) -> None:
    """Insert a row by which a guest, entered if unknown, takes part standing at a position. Records no effect.

    Refused where its holder has marked the position and left (E_SEAT_MARKED), for a guest without the identity check
    that the house demands (E_IDENTITY), and where this guest stands there already (E_NOT_FREE). Where only one player
    may stake at a position, refused also if it is not free, or somebody else stands or has a stake there
    (E_NOT_FREE). Refuses an unknown position (E_POSITION) and what is no key of a guest (E_ARGUMENTS).
    """
    place, standing = position_of(act, position), _guest(guest)
    check_not_marked(act.state, place)
    if act.state.profile.stakes_per_position == "one":
        check_free(act, place)
        others = [it.guest.key for it in act.state.standing if it.position == position]
        others += [it.laid_by for it in act.state.stakes if it.position == position]
        require(
            set(others) <= {guest},
            Code.NOT_FREE,
            "Somebody else plays at position %(position)s.",
            source=act.cite("seats.standing"),
            position=position,
        )
    check_identity(act, standing)
    Standing.objects.create(table=act.table, position=position, guest=standing)


@of_a_seat(
    title=pgettext_lazy("act", "standing player leaves"),
    said=(pgettext_lazy("record", "%(guest)s, who stood at position %(position)s, goes"),),
    public="position guest",
)
def leave_standing(act: Act, *, position: str, guest: str) -> None:
    """Delete the row of a standing player who leaves; their stakes stay, and no effect is recorded.

    Refused (E_POSITION) where they do not stand there.
    """
    found = act.table.standing.filter(position=position, guest__key=guest)
    require(found, Code.POSITION, "“%(guest)s” does not stand there.", source=act.cite("seats.known"), guest=guest[:20])
    found.delete()


def check_identity(act: Act, guest: Guest) -> None:
    """Refuse (E_IDENTITY) a guest whose papers were not seen at this table this evening, or who was turned away here.

    What was seen at another table does not count. Everybody passes in a house that does not check.
    """
    if not act.state.profile.identity_check:
        return
    check = act.table.identity_checks.filter(guest=guest).first()
    require(
        check is None or not check.lacking,
        Code.IDENTITY,
        "“%(guest)s” has not shown identity or age, and is not admitted this evening.",
        source=act.cite("identity_check"),
        guest=guest.key,
    )
    require(
        check,
        Code.IDENTITY,
        "Check identity and age of “%(guest)s” first; once an evening is enough.",
        source=act.cite("identity_check"),
        guest=guest.key,
    )


def _guest(key: str) -> Guest:
    """Return the guest with this key, new if nobody had it. Refused (E_ARGUMENTS) for what is no key of a guest."""
    check_guest(key)
    return Guest.objects.get_or_create(key=key)[0]


def _reservation(act: Act, guest: str) -> Reservation:
    """Return the reservation by which the guest with this key waits for a seat here, else refuse (E_NO_RESERVATION).

    One by which a seat is assigned already does not count.
    """
    live = act.table.reservations.exclude(state=Reservation.State.CLOSED).select_related("guest")
    found = live.filter(guest__key=guest, state=Reservation.State.REQUESTED).first()
    if found is None:
        raise Refused(
            Code.NO_RESERVATION,
            "“%(guest)s” has no open reservation.",
            source=act.cite("seats"),
            guest=guest[:20],
        )
    return found


def position_of(act: Act, label: str) -> Position:
    """Return the position with this label. Refused (E_POSITION) where the table has no such position."""
    check_position(act.state.profile, label)
    return act.state.positions[label]


def check_free(act: Act, place: Position) -> None:
    """Refuse a position that is not free: a marked one (E_SEAT_MARKED), an assigned or occupied one (E_NOT_FREE)."""
    check_not_marked(act.state, place, topic="seats.marked")
    require(
        place.state == FREE,
        Code.NOT_FREE,
        "Position %(position)s is taken.",
        source=act.cite("seats"),
        position=place.label,
    )


def _check_state(act: Act, place: Position, state: Position.State) -> None:
    """Refuse (E_SEAT) a position that is in any other than this state."""
    require(
        place.state == state,
        Code.SEAT,
        "Position %(position)s is %(state)s, not %(expected)s.",
        source=act.cite("seats.known"),
        position=place.label,
        state=place.state,
        expected=state,
    )


def free(act: Act, place: Position) -> None:
    """Free a seat, end its mark and its call, and close its holder's reservation at the table. Asserts a holder.

    What was set aside there goes into custody. Records "uncollected" where something was, then "seat_freed" with
    position and guest. Their stakes and their turn on the waiting list are not changed.
    """
    act.table.reservations.filter(guest=place.holder).exclude(state=Reservation.State.CLOSED).update(
        state=Reservation.State.CLOSED
    )
    assert place.holder is not None
    keep_what_was_set_aside(act, place)
    act.effect("seat_freed", position=place.label, guest=place.holder.key)
    place.state, place.holder, place.marked_since = FREE, None, None
    place.called, place.called_since = None, None
    update(place)
