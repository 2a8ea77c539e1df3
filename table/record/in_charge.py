"""Which dealer is in charge of which table: one at a table, and everybody of one table at a time.

Another dealer’s table is taken by badge and PIN alone. That is looked at when an act is pressed, and never when a
register is dealt again: registers of before know dealers who took a table over by a press.
"""

from django.db import models

from table.models import Person, StaffPresence, Table
from table.play.act import Act
from table.rules.profile import Role
from table.rules.refusal import Code, require
from table.verbs.declaration import Verb

BEGINS = ("sign_on", "take_over")
"""The acts by which a dealer comes to be in charge."""
AT_ONE_TABLE = frozenset(BEGINS)
"""Those after which he may be in charge of no other table."""


def dealer_at(code: str) -> StaffPresence | None:
    """Who is in charge of a table; None where nobody is."""
    return dealing().filter(table__code=code).first()


def table_of(person: Person, *, but: str = "") -> str:
    """The table of which a dealer is in charge, ``but`` this one; empty where there is none."""
    found = dealing().filter(person_id=person.pk).exclude(table__code=but).first()
    return found.table.code if found is not None else ""


def dealing() -> "models.QuerySet[StaffPresence]":
    """Who is in charge of a table now, all over the house."""
    return StaffPresence.objects.filter(until=None, role=Role.DEALER).select_related("table", "person")


def was_replaced(person: Person, by: StaffPresence) -> bool:
    """Whether this dealer was signed off by the very entry by which the one in charge began."""
    return StaffPresence.objects.filter(table=by.table, person=person, role=Role.DEALER, until=by.since).exists()


def check(act: Act, verb: Verb, by: Person) -> None:
    """A dealer works at the table of which he is in charge, so that the record says who dealt."""
    if by.role != Role.DEALER or not isinstance(act.owner, Table):
        return
    dealer = next((it for it in act.state.staff if it.role == Role.DEALER), None)
    if verb.name in BEGINS:
        badge = dealer.person.badge if dealer is not None and dealer.person_id != by.pk else ""
        require(
            not badge or verb.by_pin,
            Code.ROLE,
            "“%(badge)s” is in charge of this table; take it over with your own badge and PIN.",
            badge=badge,
        )
        return
    require(
        any(it.person_id == by.pk for it in act.state.staff),
        Code.ROLE,
        "Sign on at this table first; another dealer is in charge here.",
    )


def check_at_one_table(act: Act, verb: Verb, by: Person) -> None:
    """Refused with E_PRESENCE if he is in charge of another table as well now that he has begun here.

    It is looked up when the act is done: by then his row is locked, and nobody begins at two tables at once.
    """
    other = table_of(by, but=act.table.code) if by.role == Role.DEALER and verb.name in AT_ONE_TABLE else ""
    require(
        not other,
        Code.PRESENCE,
        "You are in charge of table “%(table)s”: sign off there first, or let another dealer take it over.",
        table=other,
    )
