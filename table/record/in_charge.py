"""Dealers in charge of tables: at most one dealer a table, and at most one table a dealer.

Another dealer's table is taken over by badge and PIN only. This is checked when an act is pressed, and never in a
replay: older registers hold dealers who took a table over by a mere press.
"""

from django.db import models

from table.models import Person, StaffPresence, Table
from table.play.act import Act
from table.play.declaration import Verb
from table.rules.profile import Role
from table.rules.refusal import Code, require

BEGINS = ("sign_on", "take_over")
"""Verbs by which a dealer comes to be in charge."""
AT_ONE_TABLE = frozenset(BEGINS)
"""Verbs after which a dealer may be in charge of no other table."""


def dealer_at(code: str) -> StaffPresence | None:
    """Presence of the dealer in charge of a table; None where nobody is."""
    return dealing().filter(table__code=code).first()


def table_of(person: Person, *, but: str = "") -> str:
    """Code of the table of which a dealer is in charge, leaving out the table ``but``; empty where there is none."""
    found = dealing().filter(person_id=person.pk).exclude(table__code=but).first()
    return found.table.code if found is not None else ""


def dealing() -> "models.QuerySet[StaffPresence]":
    """Query the presences of those signed on as dealers now, with table and person, in no order.

    They are the dealers in charge; at a training table, which is among them, that may be an instructor.
    """
    return StaffPresence.objects.filter(until=None, role=Role.DEALER).select_related("table", "person")


def was_replaced(person: Person, by: StaffPresence) -> bool:
    """Whether a dealer was signed off at a table by the very entry with which the presence ``by`` began."""
    return StaffPresence.objects.filter(table=by.table, person=person, role=Role.DEALER, until=by.since).exists()


def check(act: Act, verb: Verb, by: Person) -> None:
    """Refuse (E_ROLE) any act of a dealer at a table of which they are not in charge, but for those of ``BEGINS``.

    These pass where no other dealer is in charge, and if they are done by badge and PIN (``by_pin``) also where one is:
    so a table is taken over. Whoever is no dealer by their own role (``by.role``), as an instructor in the dealer's
    office, and acts of the house always pass.
    """
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
        dealer is not None and dealer.person_id == by.pk,
        Code.ROLE,
        "Sign on at this table first; you are not in charge here.",
    )


def check_at_one_table(act: Act, by: Person) -> None:
    """Refuse (E_PRESENCE) a dealer who has begun here and is in charge of another table as well.

    Who is no dealer by their own role passes. To be called once an act of ``AT_ONE_TABLE`` is done: by then the
    dealer's row is locked, so that nobody begins at two tables at once.
    """
    other = table_of(by, but=act.table.code) if by.role == Role.DEALER else ""
    require(
        not other,
        Code.PRESENCE,
        "You are in charge of table “%(table)s”: sign off there first, or let another dealer take it over.",
        table=other,
    )
