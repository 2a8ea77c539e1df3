"""Cast that plays where no people are at the table: one person for each office, with a fixed badge.

They have no PIN, so nobody can sign in as one of them.
"""

from collections.abc import Callable, Iterator
from itertools import chain, count
from secrets import token_hex
from typing import Any

from table.models import HOUSE, MACHINE, House, Person, Table
from table.play.declaration import Verb
from table.play.in_force import direzione_suspended
from table.record import door
from table.rules.profile import Profile, Role

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
    Role.CASSA: "demo-cassa",
    Role.VIDEO: "demo-video",
}
PREFERRED = (Role.DEALER, Role.CAPO_ISOLA, Role.ISPETTORE_GIOCO, Role.CAPO_TAVOLO, Role.DIREZIONE)
"""Offices in the order of preference, where several may do an act."""
DECIDED_BY: dict[str, Callable[[Profile], Role]] = {
    "set_limits": lambda profile: profile.limits_decided_by,
    "suspend": lambda profile: profile.suspended_by,
    "resume": lambda profile: profile.suspended_by,
}
"""Function that gives the office for an act which each house assigns to an office of its choice, by verb."""


def person(role: Role, *, by: Person | None = None, dealer: str = CAST[Role.DEALER]) -> Person:
    """Return the member of the cast with this office, taken on first if missing, by an act of the house's register.

    The Direzione of the cast takes them on, or ``by`` if given, who is then returned for the Direzione itself. A shoe,
    which is no person, is neither taken on nor saved. An Ispettore Comunale is added without an act, whoever ``by`` is;
    only a `give_pin` by themselves, which sets no PIN, is recorded. ``dealer`` is the badge for the office of dealer.
    Refused as `take_on` is, such as where ``by`` is not of the Direzione (E_ROLE).
    """
    if by is not None and role is Role.DIREZIONE:
        return by
    if role is Role.SHOE:
        return Person(badge=CAST[role], role=role)
    badge = dealer if role is Role.DEALER else CAST[role]
    found = Person.objects.filter(badge=badge).first()
    if found is None and role is Role.ISPETTORE_COMUNALE:
        # As “manage.py comunale” does it: nobody of the house takes them on, unless its rules say otherwise.
        found = Person.objects.take_on(badge=badge, role=role)
        in_the_house("give_pin", by=found, badge=badge, shown_at=MACHINE)
    elif found is None:
        hired_by = by or Person(badge=CAST[Role.DIREZIONE], role=Role.DIREZIONE)
        in_the_house("take_on", by=hired_by, badge=badge, role=role.value)
        found = Person.objects.get(badge=badge)
    return found


def new_table(code: str, *, by: Person | None = None) -> None:
    """Add a table with this code to the house, by ``by`` or else the Direzione of the cast, who is taken on if missing.

    Refuses as the act `add_table` does, such as a code that is taken.
    """
    in_the_house("add_table", by=by or person(Role.DIREZIONE), code=code)


def free_codes() -> Iterator[str]:
    """Yield table codes that were not taken when it was called, without end: ``demo-1``, ``demo-2`` …"""
    taken = set(Table.objects.values_list("code", flat=True))
    return (code for number in count(1) if (code := f"demo-{number}") not in taken)


def dealers() -> Iterator[str]:
    """Yield the badges of the dealers of the cast, without end: ``demo-dealer``, ``demo-dealer-2`` …"""
    first = CAST[Role.DEALER]
    return chain([first], (f"{first}-{number}" for number in count(2)))


def in_the_house(verb: str, *, by: Person, **given: Any) -> None:
    """Perform an act by ``by`` in the register of the house, after its last entry, with a nonce of its own.

    `given` are the arguments of the act. Raises Refused as the act does.
    """
    last = House.objects.values_list("number", flat=True).first() or 0
    # Two commands at once may both come after the same entry.
    door.perform(HOUSE, verb, by=by, nonce=f"script {last + 1} {token_hex(4)}", seen=last, **given)


def entitled(verb: Verb, table: Table) -> Role:
    """Return the office that presses ``verb`` at this table; whether it may do so now is not checked.

    For `set_limits`, `suspend` and `resume` it is the one that the table's rules name. For any other act, and at a
    table without rules, it is the first of `PREFERRED` that may do the act, else the first by name of those that may.
    A table that was closed while the Direzione had it suspended is opened by the Direzione.
    """
    if verb.name == "open_table" and direzione_suspended(table):
        return Role.DIREZIONE
    if verb.name in DECIDED_BY and table.policy is not None:
        return DECIDED_BY[verb.name](table.policy.profile)
    return next((role for role in PREFERRED if role in verb.roles), min(verb.roles))
