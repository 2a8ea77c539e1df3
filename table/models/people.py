"""Staff and their sessions, PINs given to them, and guests."""

from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils.crypto import salted_hmac

from table.rules.profile import Role

MACHINE = "machine"
"""Value of ``by`` and ``device`` where a PIN was set by a command on the server instead of a device of the house."""


class People(BaseUserManager["Person"]):
    """Manager of persons."""

    def take_on(self, *, badge: str, role: Role, name: str = "", language: str = "") -> "Person":
        """Create a person with this badge, who can sign in as soon as a PIN is given (table/access/pins.py).

        Nothing is checked or recorded here; a badge that is taken raises IntegrityError. Without a language
        they read that of their browser until they choose one.
        """
        return self.create(badge=badge, role=role, name=name, language=language)


class Person(AbstractBaseUser):
    """Person who works at the tables: known by the badge, admitted by a PIN, entitled by one role a shift.

    The registers know the badge and never the name, so that a person can be forgotten without breaking them. The PIN is
    stored elsewhere (``Pin``), so that no filter on people can query it; ``pin_mark`` changes with each PIN, which ends
    sessions that began with the PIN before. ``left_handed`` mirrors the console, at whichever tablet. ``language`` is
    the one that was chosen, "" until then. No register has either of them.
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
        """Return the hash, over primary key and ``pin_mark``, that ties a session to the PIN with which it began."""
        salt = f"{type(self).__module__}.session"
        return salted_hmac(salt, f"{self.pk}:{self.pin_mark}", secret=secret, algorithm="sha256").hexdigest()


class GivenPin(models.Model):
    """PIN that somebody else has set, by entry ``number`` of the house's register.

    ``by`` is a badge, or :data:`MACHINE` where it was set by a command; ``device`` is the address of the device that
    showed it. ``anew``: its owner had a PIN before. Until they have set their own (``used``, ``used_at``,
    ``used_from``) it opens nothing but the page for that, and attests nothing. One given anew decides nothing for
    ``hours`` hours either, unless a third person confirms that they are its owner: ``confirmed_by`` the badge, by entry
    ``confirmed``.
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
        """Return the time at which the ``hours`` since the PIN was given are over: then its owner decides by it.

        A confirmation by a third person, which lets them decide earlier, is not looked at.
        """
        return self.at + timedelta(hours=self.hours)


class Guest(models.Model):
    """Person who plays: known to the registers by a key, to the staff by a name that can be erased."""

    key = models.CharField(max_length=20, unique=True)
    name = models.CharField(max_length=80, blank=True)

    def __str__(self) -> str:
        return self.key


class StaffSession(AbstractBaseSession):
    """Session of a person at a device, by the digest of its cookie's key: a copied database lets nobody in.

    ``used`` is how long it has lasted, in seconds, up to the last use that was written down. ``mark`` is the time of
    that use in seconds of the machine's monotonic clock, and ``clock`` identifies the machine and its start.
    """

    session_key = models.CharField(max_length=64, primary_key=True)
    person = models.ForeignKey(Person, models.CASCADE, related_name="+", null=True, blank=True)
    used = models.PositiveIntegerField(default=0)
    clock = models.CharField(max_length=36, blank=True)
    mark = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.person} at a device"
