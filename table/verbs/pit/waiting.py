"""The list of the pit: who waits for a seat at any of several tables, and who is called from it.

Super Punto Banco, Art. 13.

The list is of the house's register, as it is of no one table. To be called is to be given a seat: that is of the
table's register. What ties both, that nobody is called to two tables, is looked at where it is pressed
(table/record/beside/waiting.py), and never when a register is dealt again.
"""

from functools import partial
from typing import Annotated, Any

import msgspec
from django.utils.translation import pgettext_lazy

from table.models import Guest, House, Reservation, Table, Waiting
from table.play.act import Act
from table.play.seats import ASSIGNED, check_guest
from table.rules.profile import Role
from table.rules.refusal import Code, require
from table.statements import update
from table.verbs.declaration import OPEN, SUSPENDED, verb
from table.verbs.house.seating import SEATERS, check_free, check_identity, free, of_a_seat, position_of

AT_THE_PIT = (Role.ISPETTORE_GIOCO, Role.CAPO_ISOLA, Role.DIREZIONE)
"""Who keeps the list."""
MOST_NUMBERS = 999
"""Numbers have three digits, so that they are read from afar; then they begin anew."""
MOST_TABLES = 500
Number = Annotated[int, msgspec.Meta(gt=0, le=MOST_NUMBERS)]
of_a_call = partial(of_a_seat, roles=SEATERS, tables=(OPEN, SUSPENDED))
"""Declares what calls somebody of the list to a seat, or calls him no more: at a table that is not closed."""


# --- the list


@verb(
    title=pgettext_lazy("act", "enter on the waiting list"),
    said=(
        pgettext_lazy("record", "%(guest)s waits for a seat at one of these tables: %(tables)s"),
        pgettext_lazy("record", "%(guest)s waits for a seat at any table of the house “%(profile)s”"),
        pgettext_lazy("record", "%(guest)s waits for a seat at any table"),
    ),
    roles=AT_THE_PIT,
    owner=House,
    source="seats.waiting",
)
def wait_for_seat(act: Act, *, guest: str, tables: list[str] | None = None, profile: str = "") -> None:
    """A guest waits for a seat: at one of these tables, at any of a house by its key, or at any table.

    He is given a number, by which the signs call him.
    """
    check_guest(guest)
    _check_wish(tables, profile)
    last = Waiting.objects.order_by("asked").last()
    Waiting.objects.create(
        asked=act.number,
        number=following(last.number if last is not None else 0),
        guest=Guest.objects.get_or_create(key=guest)[0],
        tables=sorted(set(tables or ())),
        profile=profile,
        since=act.at,
    )


def following(number: int) -> int:
    """The number of the guest who asks after the one with this number."""
    return number % MOST_NUMBERS + 1


def _check_wish(tables: list[str] | None, profile: str) -> None:
    require(
        tables is None or (tables and not profile),
        Code.ARGUMENTS,
        "A guest waits for tables by their codes, or for those of a house, or for any.",
    )
    wished = sorted(set(tables or ()))
    known = set(Table.objects.filter(code__in=wished[:MOST_TABLES]).values_list("code", flat=True))
    for code in wished:
        require(code in known, Code.TABLE, "There is no table “%(table)s”.", table=code[:20])
    require(
        not profile or Table.objects.filter(policy__values__key=profile).exists(),
        Code.TABLE,
        "No table plays by the rules of “%(house)s”.",
        house=profile[:20],
    )


@verb(
    title=pgettext_lazy("act", "take off the waiting list"),
    said=(pgettext_lazy("record", "%(guest)s waits for a seat no more"),),
    roles=AT_THE_PIT,
    owner=House,
    source="seats.waiting",
)
def leave_list(act: Act, *, guest: str) -> None:
    """The guest waits no more; a seat that he was given is given back at its table."""
    left = Waiting.objects.filter(guest__key=guest, left=False, seated=False).update(left=True)
    require(left, Code.NO_RESERVATION, "“%(guest)s” is not on the list of the pit.", guest=guest[:20])


# --- called from it


@of_a_call(
    title=pgettext_lazy("act", "call to a seat"),
    said=(pgettext_lazy("record", "number %(number)s, %(guest)s, is called to position %(position)s"),),
)
def call_guest(act: Act, *, guest: str, position: str, number: Number) -> None:
    """A free seat is given to somebody of the list, and the sign of the table calls him by his number."""
    check_guest(guest)
    place, somebody = position_of(act, position), Guest.objects.get_or_create(key=guest)[0]
    check_free(act, place)
    check_identity(act, somebody)
    _assign(act, somebody, position)
    place.state, place.holder = ASSIGNED, somebody
    place.called, place.called_since = number, act.at
    update(place)


def _assign(act: Act, guest: Guest, position: str) -> None:
    """What he asked for at this very table is granted with it; on the list of the pit he has asked as well."""
    given: dict[str, Any] = {"state": Reservation.State.ASSIGNED, "position": position}
    # As their index has them: a guest has had many that are closed.
    still = act.table.reservations.exclude(state=Reservation.State.CLOSED)
    asked = still.filter(guest=guest, state=Reservation.State.REQUESTED)
    if not asked.update(**given):
        Reservation.objects.create(table=act.table, guest=guest, made_at=act.number, **given)


@of_a_call(
    title=pgettext_lazy("act", "pass over"),
    said=(pgettext_lazy("record", "position %(position)s: number %(number)s did not come and is passed over"),),
)
def pass_over(act: Act, *, position: str, number: Number) -> None:
    """Who was called did not come: the seat is free again, and on the list his turn is after those who were not."""
    _call_off(act, position, number)


@of_a_call(
    title=pgettext_lazy("act", "withdraw the call"),
    said=(pgettext_lazy("record", "position %(position)s: number %(number)s is called no more"),),
)
def withdraw_call(act: Act, *, position: str, number: Number) -> None:
    """The seat is free again, and who was called keeps his turn."""
    _call_off(act, position, number)


def _call_off(act: Act, position: str, number: int) -> None:
    """The seat to which he is called is free again; what becomes of his turn is of the list."""
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
