"""Verbs on the people of the house: who works here and in which role, and who signs in and out at a device."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from django.utils.translation import pgettext_lazy

from table.models import MACHINE, ElectronicShoe, Person, StaffPresence, Table
from table.play.act import Act
from table.play.declaration import of_the_house
from table.play.texts import check_new
from table.rules.profile import Role, has_comunale
from table.rules.refusal import Code, Refused, require

SIGN_IN = tuple(role for role in Role if role is not Role.SHOE)
"""Every role but that of a shoe reader, which has a key of its own."""
MOST_DEVICE_SIGNS = 40
COMUNALE_GIVEN_BY = (MACHINE, Role.ISPETTORE_COMUNALE, Role.DIREZIONE)
"""Roles, or the machine, that may take on an Ispettore Comunale and give them a PIN, the strictest first."""
Language = Annotated[str, msgspec.Meta(max_length=5)]


# --- who works here


def check_no_shoe(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_ARGUMENTS) a malformed or reserved badge, the key of an electronic shoe, or its role.

    The key counts also of a shoe that was revoked. Checked at the press alone, as people of before may have such a
    badge or role.
    """
    check_new(given["badge"], taken=ElectronicShoe.objects.filter(key=given["badge"]).exists())
    check_is_of_a_person(act, given)


def check_is_of_a_person(_act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_ARGUMENTS) the role of an electronic shoe. Checked at the press alone, as earlier entries gave it."""
    require(
        given["role"] != Role.SHOE,
        Code.ARGUMENTS,
        "An electronic shoe is no person: it is paired with its table, and signs in nowhere.",
    )


@of_the_house(
    title=pgettext_lazy("act", "take somebody on"),
    said=(pgettext_lazy("record", "%(badge)s works here from now on, as %(role)s"),),
    roles=[Role.DIREZIONE, Role.ISPETTORE_COMUNALE],
    moves=["staff"],
    at_press=check_no_shoe,
)
def take_on(act: Act, *, badge: str, role: str, language: Language = "") -> None:
    """Take on a person with this badge and role, without a PIN, which is given apart. Records no effect.

    Without a language they read that of their browser, until they choose one. Refuses (E_ARGUMENTS) a badge that is
    taken, malformed or reserved, and an unknown role; at the press also key and role of an electronic shoe. An
    Ispettore Comunale is taken on by the office that :func:`comunale_given_by` names, by nobody here where that is the
    machine; anybody else by the Direzione (else E_ROLE).
    """
    check_new(badge, taken=Person.objects.filter(badge=badge).exists())
    require(role in set(Role), Code.ARGUMENTS, "There is no role “%(role)s”.", role=role[:20])
    check_gives(act, role)
    Person.objects.take_on(badge=badge, role=Role(role), language=language)


@of_the_house(
    title=pgettext_lazy("act", "give a role"),
    said=(pgettext_lazy("record", "%(badge)s is now %(role)s"),),
    moves=["staff"],
    at_press=check_is_of_a_person,
)
def set_role(act: Act, *, badge: str, role: str) -> None:
    """Give a person another role, the only one they have.

    Refused (E_ARGUMENTS) for an unknown role or badge, and at the press for the role of an electronic shoe. Refused,
    too, while they are at work at a table that is not for training (E_PRESENCE), where they are the last of the
    Direzione (E_ROLE), and to make them an Ispettore Comunale unless the rules have the Direzione take these on
    (E_ROLE).
    """
    require(role in set(Role), Code.ARGUMENTS, "There is no role “%(role)s”.", role=role[:20])
    person = person_with(badge)
    if role == Role.ISPETTORE_COMUNALE != person.role:
        check_gives(act, role)
    _check_not_at_work(person)
    _check_direzione_stays(person, role=role)
    person.role = role
    person.save(update_fields=["role"])


@of_the_house(
    title=pgettext_lazy("act", "make somebody active or inactive"),
    said=(pgettext_lazy("record", "%(badge)s: %(active)s"),),
    moves=["staff"],
)
def set_active(act: Act, *, badge: str, active: bool) -> None:
    """Make a person inactive, who then no longer works in the house, or active again; or leave them as they are.

    Refused for an unknown badge (E_ARGUMENTS), while they are at work at a table that is not for training (E_PRESENCE),
    and to make inactive oneself or the last of the Direzione (E_ROLE).
    """
    person = person_with(badge)
    require(
        active or badge != act.actor, Code.ROLE, "Nobody is made inactive by themself; another of the Direzione may."
    )
    _check_not_at_work(person)
    _check_direzione_stays(person, active=active)
    person.is_active = active
    person.save(update_fields=["is_active"])


def person_with(badge: str) -> Person:
    """Return the person with this badge, even an inactive one. Refused (E_ARGUMENTS) where nobody has it."""
    person = Person.objects.filter(badge=badge).first()
    if person is None:
        raise Refused(Code.ARGUMENTS, "Nobody has the badge “%(badge)s”.", badge=badge[:20])
    return person


def _check_not_at_work(person: Person) -> None:
    """Refuse (E_PRESENCE) a person who is signed on at a table: they would go on there in the role of before.

    Tables for training do not count: nobody of the house signs anybody off there.
    """
    here = StaffPresence.objects.filter(person=person, until=None, table__training=False)
    at_work = here.select_related("table").first()
    require(
        at_work is None,
        Code.PRESENCE,
        "“%(badge)s” is at work at the table “%(table)s”; that changes after signing off there.",
        badge=person.badge,
        table=at_work and at_work.table.code,
    )


def _check_direzione_stays(person: Person, *, role: str = Role.DIREZIONE, active: bool = True) -> None:
    """Refuse (E_ROLE) a change after which nobody of the Direzione would be active to undo it.

    ``role`` and ``active`` are what the person is to be. Passes for whoever is not active in the Direzione now.
    """
    leaves = person.role == Role.DIREZIONE and person.is_active and not (role == Role.DIREZIONE and active)
    others = Person.objects.filter(role=Role.DIREZIONE, is_active=True).exclude(pk=person.pk)
    require(
        not leaves or others.exists(),
        Code.ROLE,
        "“%(badge)s” is the last of the Direzione; another one is taken on first.",
        badge=person.badge,
    )


# --- who takes whom on, and gives them a PIN


def check_gives(act: Act, role: str) -> None:
    """Refuse (E_ROLE) unless this act may take on somebody of this role, or give them a PIN.

    The Direzione does both for any other role. For an Ispettore Comunale, who is there to see what the house does, the
    rules name one role that does; where they name the machine (``manage.py comunale``) every act is refused.
    """
    if role != Role.ISPETTORE_COMUNALE:
        require(act.role == Role.DIREZIONE, Code.ROLE, "Only the Direzione takes on others, and gives them a PIN.")
        return
    by = comunale_given_by()
    require(
        by != MACHINE,
        Code.ROLE,
        "In this house an Ispettore Comunale is taken on, and given a PIN, at the machine itself: "
        "“manage.py comunale”.",
    )
    require(
        act.role == by,
        Code.ROLE,
        "In this house an Ispettore Comunale is taken on, and given a PIN, by: %(role)s.",
        role=by,
    )


def comunale_given_by() -> str:
    """Return who takes on an Ispettore Comunale: the strictest by the rules of all tables that need one.

    Strictest is :data:`MACHINE`, which it is also while no table needs one; then the role of the Ispettore Comunale,
    then that of the Direzione. Tables for training do not count.
    """
    laid = Table.real.exclude(policy=None).select_related("policy")
    rules = [it.policy.profile for it in laid if it.policy is not None]
    said = {it.comunale_given_by for it in rules if has_comunale(it)}
    return next((by for by in COMUNALE_GIVEN_BY if by in said), MACHINE)


# --- at a device


@of_the_house(
    title=pgettext_lazy("act", "sign in"),
    said=(pgettext_lazy("record", "signs in at %(device)s"),),
    roles=SIGN_IN,
)
def sign_in(act: Act, *, device: str) -> None:
    """Record, by the entry alone, that somebody has shown badge and PIN at this device, and now works with it.

    The PIN is not checked here. Refuses (E_ARGUMENTS) what is no key of a device: 1 to 40 ASCII letters, digits,
    hyphens, dots and colons, at least one of them a letter or digit.
    """
    check_device(device)


@of_the_house(
    title=pgettext_lazy("act", "sign out"),
    said=(pgettext_lazy("record", "signs out at %(device)s"),),
    roles=SIGN_IN,
)
def sign_out(act: Act, *, device: str) -> None:
    """Record, by the entry alone, that somebody signs out at this device; it signs them off at no table.

    Refuses (E_ARGUMENTS) what is no key of a device, as :func:`sign_in` does.
    """
    check_device(device)


def check_device(device: str) -> None:
    """Refuse (E_ARGUMENTS) what is no short key or address of a device.

    It has 1 to 40 ASCII letters, digits, hyphens, dots and colons, and at least one letter or digit.
    """
    plain = device.isascii() and device.translate({ord(sign): "" for sign in "-.:"}).isalnum()
    require(
        plain and len(device) <= MOST_DEVICE_SIGNS,
        Code.ARGUMENTS,
        "“%(device)s” is no key of a device: up to 40 letters, digits, hyphens, dots and colons.",
        device=device[:40],
    )
