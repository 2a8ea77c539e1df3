"""Who works in the house as a browser meets them: the cast with PINs, and a client that is signed in as one of them."""

from django.contrib.auth.hashers import make_password
from django.test import Client

from table.access import pins
from table.models import Person
from table.rules.profile import Role
from tests.rig.cast import STAFF

PIN = "271828"
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


def signed_in(role: Role, *, badge: str = "", language: str = "it") -> Client:
    """A device at which somebody of this role has signed in."""
    person = with_pin(role, badge=badge, language=language)
    client = Client()
    answer = client.post("/sign-in/", {"badge": person.badge, "pin": PIN})
    assert answer.status_code == 302, answer.content.decode()
    return client
