"""The people of the house and where they are signed in, and those who play in it."""

from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils.crypto import salted_hmac

from table.rules.profile import Role

MACHINE = "machine"
"""Where a PIN is set that no device of the house has shown: by a command at the machine itself."""


class People(BaseUserManager["Person"]):
    """How people are found, and how they are taken on."""

    def take_on(self, *, badge: str, role: Role, name: str = "", language: str = "it") -> "Person":
        """A person with this badge, who signs in as soon as a PIN is given (table/access/pins.py)."""
        return self.create(badge=badge, role=role, name=name, language=language)


class Person(AbstractBaseUser):
    """Somebody who works at the tables: known by the badge, let in by a PIN, entitled by one role a shift.

    The registers know the badge and never the name, so that a person can be forgotten without breaking them. The PIN
    is kept elsewhere (``Pin``), so that no filter on people can ask for it; ``pin_mark`` is drawn anew with each, and
    a session that carries the mark of the PIN before is over. Who is ``left_handed`` has the console mirrored, at
    whichever tablet: nobody else's business, and in no register.
    """

    password = None  # type: ignore[assignment]  # Django's own field is not to be: see above

    badge = models.CharField(max_length=20, unique=True)
    name = models.CharField(max_length=80, blank=True)
    role = models.CharField(max_length=20, choices=[(role.value, role.value) for role in Role])
    language = models.CharField(max_length=5, default="it", choices=settings.LANGUAGES)
    is_active = models.BooleanField(default=True)
    pin_mark = models.CharField(max_length=32, blank=True)
    left_handed = models.BooleanField(default=False)

    objects: ClassVar[People] = People()

    USERNAME_FIELD = "badge"

    def __str__(self) -> str:
        return self.badge

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """What a session carries of the PIN with which it was begun."""
        salt = f"{type(self).__module__}.session"
        return salted_hmac(salt, f"{self.pk}:{self.pin_mark}", secret=secret, algorithm="sha256").hexdigest()


class GivenPin(models.Model):
    """A PIN that somebody else has set: by the entry with this number of the house's register, by whom, and where.

    ``by`` is a badge, or :data:`MACHINE` where it was set by a command; ``device`` is the address of the device that
    showed it. ``anew`` tells that its owner had a PIN before. Until he has set his own (``used``, ``used_at``,
    ``used_from``) it opens nothing but the page for that, and attests nothing. For so many ``hours`` after it was given
    anew it decides nothing either, unless a third person has said that it is he: ``confirmed_by`` the badge, by the
    entry ``confirmed``.
    """

    person = models.ForeignKey(Person, models.PROTECT, related_name="given_pins")
    number = models.PositiveBigIntegerField(unique=True)
    at = models.DateTimeField()
    by = models.CharField(max_length=20)
    device = models.CharField(max_length=40)
    anew = models.BooleanField(default=False)
    used = models.PositiveBigIntegerField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)
    used_from = models.CharField(max_length=40, blank=True)
    hours = models.PositiveSmallIntegerField(default=0)
    confirmed = models.PositiveBigIntegerField(null=True, blank=True)
    confirmed_by = models.CharField(max_length=20, blank=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["person", "number"], name="given_pins_of_somebody")]

    def __str__(self) -> str:
        return f"{self.person} {self.number}"

    def until(self) -> datetime:
        """When it lets its owner decide although nobody has confirmed him."""
        return self.at + timedelta(hours=self.hours)


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
