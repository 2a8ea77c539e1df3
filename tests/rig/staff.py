"""Who works in the house as a browser meets them: the cast with PINs, and a client that is signed in as one of them."""

from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.test import Client

from table.access import pins
from table.models import HOUSE, Person
from table.record import door
from table.rules.profile import Role
from tests.rig.cast import STAFF
from tests.rig.sockets import session_of

PIN, OWN = "271828", "161803"
BADGES = {role: badge for badge, role in reversed(STAFF.values())} | {
    Role.OPERATOR: "otto",
    Role.INSTRUCTOR: "ines",
}
"""One person for each role."""


def with_pin(role: Role, *, badge: str = "", language: str = "it") -> Person:
    """Somebody of this role, who has the PIN of the suite."""
    badge = badge or BADGES[role]
    person = Person.objects.filter(badge=badge).first()
    person = person or Person.objects.take_on(badge=badge, role=role)
    Person.objects.filter(pk=person.pk).update(language=language)
    pins.keep(badge, make_password(PIN))
    return Person.objects.get(pk=person.pk)


def sets_own(client: Client, badge: str, given: str, *, new: str = OWN, nonce: str = "own") -> Any:
    """Somebody replaces the PIN that they have, or were given, by one of their own."""
    typed = {"badge": badge, "pin": given, "new": new, "again": new, "nonce": nonce}
    return client.post("/own-pin/", typed, headers={"accept-language": "en"})


def signed_in(role: Role, *, badge: str = "", language: str = "it") -> Client:
    """A device at which somebody of this role is signed in, as the register has it; nobody has typed a PIN there."""
    person, client = with_pin(role, badge=badge, language=language), Client()
    door.perform(HOUSE, "sign_in", by=person, nonce=uuid4().hex, device="127.0.0.1")
    client.cookies[settings.SESSION_COOKIE_NAME] = session_of(person.badge)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = person.language
    return client


def comes_in(role: Role, *, badge: str = "", language: str = "it") -> Client:
    """A device at which somebody of this role has signed in by badge and PIN."""
    person = with_pin(role, badge=badge, language=language)
    client = Client()
    answer = client.post("/sign-in/", {"badge": person.badge, "pin": PIN})
    assert answer.status_code == 302, answer.content.decode()
    return client


def is_in(client: Client) -> bool:
    """Whether somebody is signed in at this device."""
    return "_auth_user_id" in client.session
