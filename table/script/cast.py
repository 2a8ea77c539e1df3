"""Who plays when nobody is at the table: one person for each office, known by a badge that never changes.

They have no PIN, so nobody can sign in as one of them.
"""

from collections.abc import Callable
from typing import Any

from table.models import HOUSE, MACHINE, House, Person, Table
from table.record import door
from table.rules.profile import Profile, Role
from table.verbs.declaration import Verb
from table.verbs.house.supervision import direzione_suspended

CAST = {
    Role.DEALER: "demo-dealer",
    Role.ISPETTORE_GIOCO: "demo-ispettore",
    Role.ISPETTORE_COMUNALE: "demo-comunale",
    Role.CAPO_ISOLA: "demo-capo-isola",
    Role.CAPO_TAVOLO: "demo-capo-tavolo",
    Role.DIREZIONE: "demo-direzione",
    Role.AUDITOR: "demo-auditor",
    Role.OPERATOR: "demo-operator",
    Role.INSTRUCTOR: "demo-instructor",
    Role.SHOE: "demo-shoe",
}
FIRST_ASKED = (Role.DEALER, Role.CAPO_ISOLA, Role.ISPETTORE_GIOCO, Role.CAPO_TAVOLO, Role.DIREZIONE)
"""Who does what several may do."""
DECIDED_BY: dict[str, Callable[[Profile], Role]] = {
    "set_limits": lambda profile: profile.limits_decided_by,
    "suspend": lambda profile: profile.suspended_by,
    "resume": lambda profile: profile.suspended_by,
}
"""What each house gives to an office of its own choice."""


def person(role: Role, *, by: Person | None = None) -> Person:
    """The one of the cast who has this office; taken on by the Direzione, and the Direzione by itself.

    In a house that has a Direzione of its own, ``by`` is of it: he takes them on, and what is the Direzione's he does.
    """
    if by is not None and role is Role.DIREZIONE:
        return by
    badge = CAST[role]
    found = Person.objects.filter(badge=badge).first()
    if found is None and role is Role.ISPETTORE_COMUNALE:
        # As “manage.py comunale” does it: nobody of the house takes him on, unless its rules say otherwise.
        found = Person.objects.take_on(badge=badge, role=role)
        in_the_house("give_pin", by=found, badge=badge, shown_at=MACHINE)
    elif found is None:
        hired_by = by or Person(badge=CAST[Role.DIREZIONE], role=Role.DIREZIONE)
        in_the_house("take_on", by=hired_by, badge=badge, role=role.value)
        found = Person.objects.get(badge=badge)
    return found


def new_table(code: str, *, by: Person | None = None) -> None:
    """A table of the house under this code; added by the Direzione of the cast, unless by somebody else."""
    in_the_house("add_table", by=by or person(Role.DIREZIONE), code=code)


def free_code() -> str:
    """A code that no table has yet."""
    taken = set(Table.objects.values_list("code", flat=True))
    return next(code for number in range(1, len(taken) + 2) if (code := f"demo-{number}") not in taken)


def in_the_house(verb: str, *, by: Person, **given: Any) -> None:
    """An act of the house, in its own register."""
    last = House.objects.values_list("number", flat=True).first() or 0
    door.perform(HOUSE, verb, by=by, nonce=f"script {last + 1}", seen=last, **given)


def entitled(verb: Verb, table: Table) -> Role:
    """Whose act it is in this house; a table that the Direzione suspended and somebody closed, it opens again."""
    if verb.name == "open_table" and direzione_suspended(table):
        return Role.DIREZIONE
    if verb.name in DECIDED_BY and table.policy is not None:
        return DECIDED_BY[verb.name](table.policy.profile)
    return next((role for role in FIRST_ASKED if role in verb.roles), min(verb.roles))
