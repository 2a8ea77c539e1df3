"""The people of the house: who works here, and in which office; and who signs in and out."""

from typing import Annotated

import msgspec
from django.utils.translation import pgettext_lazy

from table.models import MACHINE, House, Person, StaffPresence, Table
from table.play.act import Act
from table.rules.profile import Role
from table.rules.refusal import Code, require
from table.verbs.declaration import verb
from table.verbs.house.office import DIREZIONE, check_new

SIGN_IN = tuple(role for role in Role if role is not Role.SHOE)
"""Everybody but a shoe reader, which is known by its own key."""
MOST_DEVICE_SIGNS = 40
COMUNALE_GIVEN_BY = (MACHINE, Role.ISPETTORE_COMUNALE, Role.DIREZIONE)
"""Who may give an Ispettore Comunale his PIN, the strictest first."""
DELAY_HOURS = 12
"""While no table says otherwise."""
Language = Annotated[str, msgspec.Meta(max_length=5)]


# --- who works here


@verb(
    title=pgettext_lazy("act", "take somebody on"),
    said=(pgettext_lazy("record", "%(badge)s works here from now on, as %(role)s"),),
    roles=[*DIREZIONE, Role.ISPETTORE_COMUNALE],
    owner=House,
    moves=["staff"],
)
def take_on(act: Act, *, badge: str, role: str, language: Language = "it") -> None:
    """A person of the house, known from now on by this badge; a PIN is given beside the register."""
    check_new(badge, taken=Person.objects.filter(badge=badge).exists())
    require(role in set(Role), Code.ARGUMENTS, "There is no role “%(role)s”.", role=role[:20])
    check_gives(act, role)
    Person.objects.take_on(badge=badge, role=Role(role), language=language)


@verb(
    title=pgettext_lazy("act", "give a role"),
    said=(pgettext_lazy("record", "%(badge)s is now %(role)s"),),
    roles=DIREZIONE,
    owner=House,
    moves=["staff"],
)
def set_role(act: Act, *, badge: str, role: str) -> None:
    """A person has one role a shift; this is the one from now on."""
    require(role in set(Role), Code.ARGUMENTS, "There is no role “%(role)s”.", role=role[:20])
    person = person_with(badge)
    if role == Role.ISPETTORE_COMUNALE != person.role:
        check_gives(act, role)
    _check_not_at_work(person)
    _check_direzione_stays(person, role=role)
    person.role = role
    person.save(update_fields=["role"])


@verb(
    title=pgettext_lazy("act", "make somebody active or inactive"),
    said=(pgettext_lazy("record", "%(badge)s: %(active)s"),),
    roles=DIREZIONE,
    owner=House,
    moves=["staff"],
)
def set_active(act: Act, *, badge: str, active: bool) -> None:
    """A person stops working in the house, or is back. Nobody shuts themself out: nobody might be left to undo it."""
    person = person_with(badge)
    require(
        active or badge != act.actor, Code.ROLE, "Nobody is made inactive by themself; another of the Direzione may."
    )
    _check_not_at_work(person)
    _check_direzione_stays(person, active=active)
    person.is_active = active
    person.save(update_fields=["is_active"])


def person_with(badge: str) -> Person:
    """Who has this badge, also somebody who works here no more."""
    person = Person.objects.filter(badge=badge).first()
    require(person, Code.ARGUMENTS, "Nobody has the badge “%(badge)s”.", badge=badge[:20])
    assert person is not None
    return person


def _check_not_at_work(person: Person) -> None:
    """Who is signed on at a table stays who he is there."""
    at_work = StaffPresence.objects.filter(person=person, until=None).select_related("table").first()
    require(
        at_work is None,
        Code.PRESENCE,
        "“%(badge)s” is at work at the table “%(table)s”; that changes after signing off there.",
        badge=person.badge,
        table=at_work and at_work.table.code,
    )


def _check_direzione_stays(person: Person, *, role: str = Role.DIREZIONE, active: bool = True) -> None:
    """The last of the Direzione stays it: nobody would be left to take anybody on, or to undo this."""
    leaves = person.role == Role.DIREZIONE and person.is_active and not (role == Role.DIREZIONE and active)
    others = Person.objects.filter(role=Role.DIREZIONE, is_active=True).exclude(pk=person.pk)
    require(
        not leaves or others.exists(),
        Code.ROLE,
        "“%(badge)s” is the last of the Direzione; another one is taken on first.",
        badge=person.badge,
    )


# --- who takes whom on, and gives him a PIN


def check_gives(act: Act, role: str) -> None:
    """The Direzione does, but for an Ispettore Comunale: he is there to see what the house does."""
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
    """Who gives an Ispettore Comunale his PIN, by the rules of the tables that need him; the strictest of them holds.

    A role, or :data:`MACHINE` while no table says otherwise.
    """
    laid = Table.objects.exclude(policy=None).select_related("policy")
    rules = [it.policy.profile for it in laid if it.policy is not None]
    said = {it.comunale_given_by for it in rules if it.presence != "ispettore_gioco"}
    return next((by for by in COMUNALE_GIVEN_BY if by in said), MACHINE)


def given_pin_delay() -> int:
    """For how many hours a PIN that is given anew decides nothing, by the rules of every table; the longest holds."""
    laid = Table.every.exclude(policy=None).select_related("policy")
    return max((it.policy.profile.given_pin_delay for it in laid if it.policy is not None), default=DELAY_HOURS)


# --- at a device


@verb(
    title=pgettext_lazy("act", "sign in"),
    said=(pgettext_lazy("record", "signs in at %(device)s"),),
    roles=SIGN_IN,
    owner=House,
)
def sign_in(act: Act, *, device: str) -> None:
    """Somebody has shown badge and PIN at this device, and works with it from now on."""
    check_device(device)


@verb(
    title=pgettext_lazy("act", "sign out"),
    said=(pgettext_lazy("record", "signs out at %(device)s"),),
    roles=SIGN_IN,
    owner=House,
)
def sign_out(act: Act, *, device: str) -> None:
    """Somebody leaves the device."""
    check_device(device)


def check_device(device: str) -> None:
    """A device is named by a short key or an address, never in words."""
    plain = device.isascii() and device.translate({ord(sign): "" for sign in "-.:"}).isalnum()
    require(
        plain and len(device) <= MOST_DEVICE_SIGNS,
        Code.ARGUMENTS,
        "“%(device)s” is no key of a device: up to 40 letters, digits, hyphens, dots and colons.",
        device=device[:40],
    )
