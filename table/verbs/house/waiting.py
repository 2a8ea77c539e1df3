"""Verbs on the waiting list of the pit: guests who wait for a seat at any of several tables, and are called from it.

Super Punto Banco, Art. 13.

The list belongs to the house's register, as it belongs to no one table; a call gives a seat, and belongs to the
table's. What ties both, that nobody is called to two tables, is checked when a verb is pressed
(table/record/cross_register/waiting.py), never when a register is replayed.
"""

from functools import partial
from typing import Annotated, Any

import msgspec
from django.utils.translation import pgettext_lazy

from table.memory.statements import update
from table.models import Guest, Reservation, Table, Waiting
from table.play.act import Act
from table.play.declaration import NOBODY, OPEN, SUSPENDED, of_the_house
from table.play.seats import ASSIGNED, check_guest
from table.rules.profile import Role
from table.rules.refusal import Code, require
from table.verbs.house.outside import known_tables
from table.verbs.house.seating import SEATERS, check_free, check_identity, free, of_a_seat, position_of

AT_THE_PIT = (Role.ISPETTORE_GIOCO, Role.CAPO_ISOLA, Role.DIREZIONE)
"""Roles that keep the list."""
MOST_NUMBERS = 999
"""Largest number of a guest: three digits, to be read from afar. After it they begin again with 1."""
Number = Annotated[int, msgspec.Meta(gt=0, le=MOST_NUMBERS)]
of_the_list = partial(of_the_house, roles=AT_THE_PIT, source="seats.waiting", deciders=NOBODY)
"""Declare a verb on the list itself."""
of_a_call = partial(of_a_seat, roles=SEATERS, tables=(OPEN, SUSPENDED))
"""Declare a verb that calls somebody from the list to a seat, or off again, at a table that is not closed."""


# --- the list


@of_the_list(
    title=pgettext_lazy("act", "enter on the waiting list"),
    said=(
        pgettext_lazy("record", "%(guest)s waits for a seat at one of these tables: %(tables)s"),
        pgettext_lazy("record", "%(guest)s waits for a seat at any table of the house “%(profile)s”"),
        pgettext_lazy("record", "%(guest)s waits for a seat at any table"),
    ),
)
def wait_for_seat(act: Act, *, guest: str, tables: list[str] | None = None, profile: str = "") -> None:
    """Enter a guest in the list: for the tables with these codes, for any that play by certain rules, or for any.

    ``profile`` is the key of the rules. The guest gets the number after the last one given, 1 after 999, by which the
    signs call them; an unknown one is entered in the house, too. Records no effect. Refused for what is no key of a
    guest, tables and rules at once, or an empty list of tables (E_ARGUMENTS), for a table that is unknown or for
    training, more than MOST_TABLES, and rules by which no table plays (E_TABLE), and where they wait already, or that
    number is still of somebody who waits (E_NO_RESERVATION).
    """
    check_guest(guest)
    wished = _wished(tables, profile)
    last = Waiting.objects.order_by("asked").last()
    Waiting.objects.create(
        asked=act.number,
        number=following(last.number if last is not None else 0),
        guest=Guest.objects.get_or_create(key=guest)[0],
        tables=wished,
        profile=profile,
        since=act.at,
    )


def following(number: int) -> int:
    """Return the number that comes after this one: 1 after 999."""
    return number % MOST_NUMBERS + 1


def _wished(tables: list[str] | None, profile: str) -> list[str]:
    """Return the codes of the tables for which a guest waits, sorted, each once; [] for no certain ones.

    Refuses (E_ARGUMENTS) tables together with a house (the key of its rules), and an empty list of tables; (E_TABLE)
    unknown tables, those for training, more than MOST_TABLES, and a house by whose rules no table plays.
    """
    require(
        tables is None or (tables and not profile),
        Code.ARGUMENTS,
        "A guest waits for tables by their codes, or for those of a house, or for any.",
    )
    wished = known_tables(tables)
    require(
        not profile or Table.real.filter(policy__values__key=profile).exists(),
        Code.TABLE,
        "No table plays by the rules of “%(house)s”.",
        house=profile[:20],
    )
    return wished


@of_the_list(
    title=pgettext_lazy("act", "take off the waiting list"),
    said=(pgettext_lazy("record", "%(guest)s waits for a seat no more"),),
)
def leave_list(act: Act, *, guest: str) -> None:
    """Mark the row of a guest who waits on the list as left; no effect is recorded.

    Refused (E_NO_RESERVATION) where they do not wait there, or sit where they wished to. A seat that they were given
    already stays theirs, until it is given back by an act at its table.
    """
    left = Waiting.objects.filter(guest__key=guest, left=False, seated=False).update(left=True)
    require(left, Code.NO_RESERVATION, "“%(guest)s” is not on the list of the pit.", guest=guest[:20])


# --- called from it


@of_a_call(
    title=pgettext_lazy("act", "call to a seat"),
    said=(pgettext_lazy("record", "number %(number)s, %(guest)s, is called to position %(position)s"),),
    public="guest position number",
)
def call_guest(act: Act, *, guest: str, position: str, number: Number) -> None:
    """Assign a free seat, which is not occupied yet by that, to a guest of the list; the sign shows their number.

    Their reservation is assigned, or one is made; a guest who is unknown to the house is entered in it. The list is not
    changed, and no effect recorded. Refused for a position that the table has not (E_POSITION), for what
    is no key of a guest (E_ARGUMENTS), where the seat is not free (E_SEAT_MARKED, E_NOT_FREE), without the identity
    check that the house demands (E_IDENTITY), and where the guest has a seat at this table (E_NO_RESERVATION). That
    ``number`` is the guest's, and that they wait for this table, is checked by the door, as the act is pressed.
    """
    check_guest(guest)
    place, somebody = position_of(act, position), Guest.objects.get_or_create(key=guest)[0]
    check_free(act, place)
    check_identity(act, somebody)
    _assign(act, somebody, position)
    place.state, place.holder = ASSIGNED, somebody
    place.called, place.called_since = number, act.at
    update(place)


def _assign(act: Act, guest: Guest, position: str) -> None:
    """Set the reservation that the guest has requested at this table to assigned, or insert an assigned one.

    Changes this row alone, and records nothing. A constraint refuses it (E_NO_RESERVATION) where a seat is
    assigned to them here already.
    """
    given: dict[str, Any] = {"state": Reservation.State.ASSIGNED, "position": position}
    # A filter of its own, as their partial index has it: most reservations of a guest are closed.
    still = act.table.reservations.exclude(state=Reservation.State.CLOSED)
    requested = still.filter(guest=guest, state=Reservation.State.REQUESTED)
    if not requested.update(**given):
        Reservation.objects.create(table=act.table, guest=guest, made_at=act.number, **given)


@of_a_call(
    title=pgettext_lazy("act", "pass over"),
    said=(pgettext_lazy("record", "position %(position)s: number %(number)s did not come and is passed over"),),
    public="position number",
)
def pass_over(act: Act, *, position: str, number: Number) -> None:
    """Free a seat whose called guest did not come, and close their reservation at the table ("seat_freed").

    Refused (E_SEAT) where this number is not called to it, and (E_POSITION) where the table has no such position. The
    list, on which they then come after all who were passed over less often, is not changed here, but by what follows a
    press.
    """
    _call_off(act, position, number)


@of_a_call(
    title=pgettext_lazy("act", "withdraw the call"),
    said=(pgettext_lazy("record", "position %(position)s: number %(number)s is called no more"),),
    public="position number",
)
def withdraw_call(act: Act, *, position: str, number: Number) -> None:
    """Free the seat to which a guest was called, and close their reservation at this table ("seat_freed").

    The waiting list is not changed here: they keep their turn on it. Refused (E_SEAT) where this number is not called
    to the seat, and (E_POSITION) where the table has no such position.
    """
    _call_off(act, position, number)


def _call_off(act: Act, position: str, number: int) -> None:
    """Free the seat to which this number of the waiting list is called ("seat_freed"); close the guest's reservation.

    Refused (E_POSITION) where the table has no such position, and (E_SEAT) where the number is not called to it.
    """
    place = position_of(act, position)
    require(
        place.called == number,
        Code.SEAT,
        "Number %(number)s is not called to position %(position)s.",
        source=act.cite("seats.waiting"),
        number=number,
        position=place.label,
    )
    free(act, place)
