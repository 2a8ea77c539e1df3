"""The people of the house and where they are signed in, and those who play in it."""

from typing import ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models

from table.rules.profile import Role


class People(BaseUserManager["Person"]):
    """How people are found, and how they are taken on."""

    def take_on(
        self, *, badge: str, role: Role, pin: str | None = None, name: str = "", language: str = "it"
    ) -> "Person":
        """A person with this badge; without a PIN nobody can sign in with it."""
        person = self.model(badge=badge, role=role, name=name, language=language)
        person.set_password(pin)
        person.save(using=self._db)
        return person


class Person(AbstractBaseUser):
    """Somebody who works at the tables: known by the badge, let in by a PIN, entitled by one role a shift.

    The registers know the badge and never the name, so that a person can be forgotten without breaking them.
    """

    badge = models.CharField(max_length=20, unique=True)
    name = models.CharField(max_length=80, blank=True)
    role = models.CharField(max_length=20, choices=[(role.value, role.value) for role in Role])
    language = models.CharField(max_length=5, default="it", choices=settings.LANGUAGES)
    is_active = models.BooleanField(default=True)

    objects: ClassVar[People] = People()

    USERNAME_FIELD = "badge"

    def __str__(self) -> str:
        return self.badge


class Guest(models.Model):
    """Somebody who plays: known to the registers by a key, to the staff by a name that can be erased."""

    key = models.CharField(max_length=20, unique=True)
    name = models.CharField(max_length=80, blank=True)

    def __str__(self) -> str:
        return self.key


class StaffSession(AbstractBaseSession):
    """Who is signed in at a device, found by the digest of the key in its cookie: a copied database signs nobody in.

    ``used`` are the seconds that it has lasted, up to the last use that was written down; ``mark`` is that moment, in
    seconds of the machine's own clock, and ``clock`` tells which machine that was, since which of its starts.
    """

    session_key = models.CharField(max_length=64, primary_key=True)
    person = models.ForeignKey(Person, models.CASCADE, related_name="+", null=True, blank=True)
    used = models.PositiveIntegerField(default=0)
    clock = models.CharField(max_length=36, blank=True)
    mark = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.person} at a device"
