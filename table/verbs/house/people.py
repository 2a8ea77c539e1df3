"""The people of the house: who works here, in which office, with which PIN; and who signs in and out."""

from typing import Annotated

import msgspec
from django.utils.translation import pgettext_lazy

from table.models import House, Person, StaffPresence
from table.play.act import Act
from table.rules.profile import Role
from table.rules.refusal import Code, require
from table.verbs.declaration import verb
from table.verbs.house.office import DIREZIONE, check_new

SIGN_IN = tuple(role for role in Role if role is not Role.SHOE)
"""Everybody but a shoe reader, which is known by its own key."""
MOST_DEVICE_SIGNS = 40
Language = Annotated[str, msgspec.Meta(max_length=5)]


# --- who works here


@verb(
    title=pgettext_lazy("act", "take somebody on"),
    said=(pgettext_lazy("record", "%(badge)s works here from now on, as %(role)s"),),
    roles=DIREZIONE,
    owner=House,
    moves=["staff"],
)
def take_on(act: Act, *, badge: str, role: str, language: Language = "it") -> None:
    """A person of the house, known from now on by this badge; a PIN is given beside the register."""
    check_new(badge, taken=Person.objects.filter(badge=badge).exists())
    require(role in set(Role), Code.ARGUMENTS, "There is no role “%(role)s”.", role=role[:20])
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
    _check_not_at_work(person)
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


# --- PINs, which never come here


@verb(
    title=pgettext_lazy("act", "give a new PIN"),
    said=(pgettext_lazy("record", "%(badge)s has a new PIN"),),
    roles=DIREZIONE,
    owner=House,
    moves=["staff"],
)
def give_pin(act: Act, *, badge: str) -> None:
    """A person has a new PIN; whoever gives it sets it in the same transaction, and no register ever sees it."""
    person_with(badge)


@verb(
    title=pgettext_lazy("act", "lift a lock-out"),
    said=(pgettext_lazy("record", "%(badge)s may try the PIN again"),),
    roles=DIREZIONE,
    owner=House,
    moves=["staff"],
)
def lift_lock_out(act: Act, *, badge: str) -> None:
    """A badge that was locked out after wrong PINs may try again."""
    person_with(badge)


@verb(
    title=pgettext_lazy("act", "sign in"),
    said=(pgettext_lazy("record", "signs in at %(device)s"),),
    roles=SIGN_IN,
    owner=House,
)
def sign_in(act: Act, *, device: str) -> None:
    """Somebody has shown badge and PIN at this device, and works with it from now on."""
    _check_device(device)


@verb(
    title=pgettext_lazy("act", "sign out"),
    said=(pgettext_lazy("record", "signs out at %(device)s"),),
    roles=SIGN_IN,
    owner=House,
)
def sign_out(act: Act, *, device: str) -> None:
    """Somebody leaves the device."""
    _check_device(device)


def _check_device(device: str) -> None:
    """A device is named by a short key or an address, never in words."""
    plain = device.isascii() and device.translate({ord(sign): "" for sign in "-.:"}).isalnum()
    require(
        plain and len(device) <= MOST_DEVICE_SIGNS,
        Code.ARGUMENTS,
        "“%(device)s” is no key of a device: up to 40 letters, digits, hyphens, dots and colons.",
        device=device[:40],
    )
