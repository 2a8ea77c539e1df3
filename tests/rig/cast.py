"""Who works and plays in the tests, and how they act: through the door, with a fresh nonce, on the newest number."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any
from uuid import uuid4

import pytest

from table.memory.statements import Query
from table.models import HOUSE, MACHINE, House, Person, StaffPresence, Table
from table.record import door
from table.record.door import PressResult, Step
from table.rules.profile import Role
from table.rules.refusal import Code, Refused
from tests.rig.made_before import made_before

GUESTS = ("anna", "bruno", "carla", "dino", "elena", "fabio", "gina", "hugo", "ida")
STAFF = {
    "dealer": ("dario", Role.DEALER),
    "relief": ("dora", Role.DEALER),
    "ispettore": ("ivo", Role.ISPETTORE_GIOCO),
    "second_ispettore": ("irma", Role.ISPETTORE_GIOCO),
    "comunale": ("cosima", Role.ISPETTORE_COMUNALE),
    "capo_isola": ("italo", Role.CAPO_ISOLA),
    "capo_tavolo": ("tea", Role.CAPO_TAVOLO),
    "direzione": ("delia", Role.DIREZIONE),
    "cassa": ("clara", Role.CASSA),
    "video": ("vito", Role.VIDEO),
    "auditor": ("aldo", Role.AUDITOR),
    "shoe": ("sabot-3", Role.SHOE),
}
NEWEST = -1
# Asked before every act of the tests.
HOUSES: Query[House] = Query(lambda: House.objects.only("number"))
TABLES: Query[Table] = Query(lambda code: Table.objects.filter(code=code).only("number"))
Doing = tuple[str, str, dict[str, Any]]
"""One of the cast by the name of their part, a verb, its arguments."""


@dataclass(frozen=True)
class Somebody:
    """One of the cast, and where they act: the code of a table, or the house."""

    person: Person
    owner: str

    def does(self, verb: str, *, nonce: str = "", seen: int = NEWEST, **given: Any) -> PressResult:
        """One act, on what the table shows now."""
        return self.presses((verb, given), nonce=nonce, seen=seen)

    def presses(self, *steps: tuple[str, Mapping[str, Any]], nonce: str = "", seen: int = NEWEST) -> PressResult:
        """One press: its acts happen all or none."""
        return door.press(
            self.owner,
            [Step(verb, at_the_console(self.owner, verb, given)) for verb, given in steps],
            by=self.person,
            nonce=nonce or uuid4().hex,
            seen=number(self.owner) if seen == NEWEST else seen,
        )

    def is_refused(self, code: Code, verb: str, /, *, nonce: str = "", seen: int = NEWEST, **given: Any) -> Refused:
        """The table says no to this act, for this reason."""
        with pytest.raises(Refused) as caught:
            self.does(verb, nonce=nonce, seen=seen, **given)
        assert caught.value.code is code, f"{verb} is refused with {caught.value.code}, not {code}: {caught.value}"
        return caught.value


@dataclass(frozen=True)
class Cast:
    """Who works in the house, one name for each part."""

    dealer: Somebody
    relief: Somebody
    ispettore: Somebody
    second_ispettore: Somebody
    comunale: Somebody
    capo_isola: Somebody
    capo_tavolo: Somebody
    direzione: Somebody
    cassa: Somebody
    video: Somebody
    auditor: Somebody
    shoe: Somebody

    @classmethod
    def at(cls, owner: str) -> "Cast":
        """The cast at a table, or in the house; who is not yet known to the house is taken on, but not the shoe."""
        badge, role = STAFF["shoe"]
        known = {person.badge: person for person in Person.objects.all()} | {badge: Person(badge=badge, role=role)}
        parts = {field.name: STAFF[field.name] for field in fields(cls)}
        return cls(
            **{
                part: Somebody(known.get(badge) or Person.objects.take_on(badge=badge, role=role), owner)
                for part, (badge, role) in parts.items()
            }
        )

    def with_role(self, role: Role) -> Somebody:
        """The first of the cast who has this role."""
        return self.all_with(role)[0]

    def all_with(self, role: Role) -> list["Somebody"]:
        """All of the cast with this role."""
        return [it for it in vars(self).values() if it.person.role == role]


@made_before(lambda: None)
def everybody_is_taken_on() -> None:
    """As houses do: the first of the Direzione gives themselves a PIN, and takes on all others."""
    badge, role = STAFF["direzione"]
    first = taken_on_at_the_machine(badge, role)
    first.does("give_pin", badge=badge)
    for other, office in STAFF.values():
        if office == Role.ISPETTORE_COMUNALE:
            taken_on_at_the_machine(other, office).does("give_pin", badge=other, shown_at=MACHINE)
        elif other != badge and office != Role.SHOE:
            first.does("take_on", badge=other, role=office)


def taken_on_at_the_machine(badge: str, role: Role) -> Somebody:
    """Somebody whom nobody of the house takes on, as “manage.py direzione” and “manage.py comunale” do it."""
    return Somebody(Person.objects.take_on(badge=badge, role=role), HOUSE)


def at_the_console(owner: str, verb: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Who attests does it at the console of the table, unless it is said whose device it is."""
    if verb != "attest" or "device" in given:
        return given
    dealing = StaffPresence.objects.filter(table__code=owner, until=None, role=Role.DEALER)
    return {"device": dealing.values_list("person__badge", flat=True).first(), **given}


def number(owner: str) -> int:
    """The number of the last entry of a table's register, or of the house's."""
    found = HOUSES() if owner == HOUSE else TABLES(code=owner)
    return found[0].number if found else 0
